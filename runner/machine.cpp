// SPDX-License-Identifier: Apache-2.0
#include "runner/machine.hpp"

#include <sched.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "injectors/injector.hpp"
#include "probes/probe.hpp"
#include "system/cpu_set.hpp"
#include "system/topology.hpp"

namespace shaketable {
namespace {

CpuList without(const CpuList& from, const std::set<int>& taken) {
  CpuList left;
  std::copy_if(from.begin(), from.end(), std::back_inserter(left),
               [&](int cpu) { return !taken.contains(cpu); });
  return left;
}

template <class Descriptor, class Kind>
std::vector<const Descriptor*> descriptors(std::span<const Kind> catalog) {
  std::vector<const Descriptor*> found;
  found.reserve(catalog.size());
  for (const Kind& kind : catalog) found.push_back(kind.descriptor);
  return found;
}

}  // namespace

MachineView view_machine(const Root& root) {
  const Topology topology = read_topology(root);
  MachineView view;
  view.present = topology.present;
  view.online = topology.online;
  view.isolated = topology.isolated;
  view.siblings = topology.siblings;
  view.same_llc = topology.same_llc;
  view.nodes = topology.nodes;
  std::set<int> allowed(topology.isolated.begin(), topology.isolated.end());
  if (root.is_live()) {
    const std::vector<int> mask = affinity(0);
    allowed.insert(mask.begin(), mask.end());
  } else {
    allowed.insert(topology.online.begin(), topology.online.end());
  }
  std::copy_if(view.online.begin(), view.online.end(), std::back_inserter(view.allowed),
               [&](int cpu) { return allowed.contains(cpu); });
  return view;
}

KindTable all_kinds() {
  static const auto injectors = descriptors<InjectorDescriptor, InjectorKind>(injector_catalog());
  static const auto probes = descriptors<ProbeDescriptor, ProbeKind>(probe_catalog());
  return KindTable{injectors, probes};
}

CpuList housekeeping_cpus(const CellPlan& cell, const std::string& housekeeping,
                          const MachineView& machine) {
  std::set<int> probes;
  for (const ProbePlacement& placement : cell.probes)
    probes.insert(placement.cpus.begin(), placement.cpus.end());
  if (housekeeping != "auto") {
    CpuContext context;
    context.machine = &machine;
    CpuList named = resolve_cpus(housekeeping, context);
    if (!named.empty()) return named;
  }
  std::set<int> taken = probes;
  for (std::size_t i = 0; i < cell.injectors.size(); ++i)
    if (cell.injectors[i]->policy.is_realtime())
      taken.insert(cell.injector_cpus[i].begin(), cell.injector_cpus[i].end());
  CpuList left = without(machine.allowed, taken);
  if (left.empty()) left = without(machine.allowed, probes);
  if (left.empty()) left = machine.allowed;
  return left;
}

SchedulingPolicy to_scheduling(const Policy& policy) {
  SchedulingPolicy scheduling;
  switch (policy.policy_class) {
    case PolicyClass::other:
      scheduling.policy = SCHED_OTHER;
      break;
    case PolicyClass::batch:
      scheduling.policy = SCHED_BATCH;
      break;
    case PolicyClass::idle:
      scheduling.policy = SCHED_IDLE;
      break;
    case PolicyClass::fifo:
      scheduling.policy = SCHED_FIFO;
      break;
    case PolicyClass::round_robin:
      scheduling.policy = SCHED_RR;
      break;
    case PolicyClass::deadline:
      scheduling.policy = 6;
      break;  // SCHED_DEADLINE; glibc 2.36 has no name for it
  }
  scheduling.priority = policy.priority;
  scheduling.runtime_ns = policy.runtime_ns;
  scheduling.deadline_ns = policy.deadline_ns;
  scheduling.period_ns = policy.period_ns;
  return scheduling;
}

}  // namespace shaketable
