// SPDX-License-Identifier: Apache-2.0
#include "runner/preflight.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "injectors/injector.hpp"
#include "probes/probe.hpp"
#include "runner/conditions.hpp"
#include "runner/kinds.hpp"
#include "runner/machine.hpp"
#include "system/topology.hpp"

namespace shaketable {
namespace {

constexpr int highest_priority = 99;

bool contains(const CpuList& cpus, int cpu) {
  return std::binary_search(cpus.begin(), cpus.end(), cpu);
}

bool intersect(const CpuList& a, const CpuList& b) {
  return std::any_of(a.begin(), a.end(), [&](int cpu) { return contains(b, cpu); });
}

/// Answers that cost a fork or a file are asked once for all cells.
class Examiner {
 public:
  Examiner(const Plan& plan, const MachineView& machine, const Root& root, Preflight& result)
      : plan_(plan), machine_(machine), root_(root), result_(result) {}

  CellReadiness examine(const CellPlan& cell) {
    const ConditionCheck& condition = check(*cell.condition);
    if (condition.outcome != Outcome::measured) return {condition.outcome, condition.reason};
    for (const ProbePlacement& placement : cell.probes)
      if (std::string reason = why_not_probe(placement); !reason.empty())
        return {Outcome::unsupported, reason};
    for (std::size_t i = 0; i < cell.injectors.size(); ++i)
      if (std::string reason = why_not_injector(*cell.injectors[i], cell.injector_cpus[i]);
          !reason.empty())
        return {Outcome::unsupported, reason};
    return {Outcome::measured, why_not_supervisor(cell)};
  }

 private:
  const ConditionCheck& check(const Condition& condition) {
    const auto [at, added] = conditions_.try_emplace(condition.name);
    if (added) at->second = check_condition(condition, root_, result_.machine);
    return at->second;
  }

  std::string why_not_cpus(const std::string& who, const CpuList& cpus) const {
    if (cpus.empty()) return fmt::format("{}: its `cpus` stand for no CPU on this machine", who);
    for (const int cpu : cpus) {
      if (!contains(machine_.present, cpu))
        return fmt::format("{}: CPU {} is absent (present: {})", who, cpu,
                           to_text(machine_.present));
      if (!contains(machine_.online, cpu))
        return fmt::format("{}: CPU {} is offline (online: {})", who, cpu,
                           to_text(machine_.online));
      if (!contains(machine_.allowed, cpu))
        return fmt::format(
            "{}: CPU {} is not allowed to this process (allowed: {}); see taskset(1) and "
            "the cpuset of its cgroup",
            who, cpu, to_text(machine_.allowed));
    }
    return {};
  }

  std::string why_not_policy_on(const std::string& who, const Policy& policy, const CpuList& cpus) {
    if (policy.policy_class == PolicyClass::other) return {};
    for (const int cpu : cpus) {
      const auto [at, added] = policies_.try_emplace({to_text(policy), cpu});
      if (added && root_.is_live()) at->second = why_not_policy(to_scheduling(policy), cpu);
      if (!at->second.empty())
        return fmt::format("{}: {} on CPU {}: {}", who, to_text(policy), cpu, at->second);
    }
    return {};
  }

  std::string why_not_probe(const ProbePlacement& placement) {
    const ProbeSpec& probe = *placement.probe;
    if (std::string reason = why_not_cpus(probe.name, placement.cpus); !reason.empty())
      return reason;
    if (std::string reason = why_not_policy_on(probe.name, placement.policy, placement.cpus);
        !reason.empty())
      return reason;
    ProbeSetup setup{probe.name, probe.parameters, placement.cpus.front(),
                     placement.policy.is_realtime()};
    const auto [at, added] = probes_.try_emplace(&probe);
    if (added) at->second = find_probe(probe.kind).why_unsupported(setup);
    if (!at->second.empty()) note_absent(probe.name, probe.kind);
    return at->second.empty() ? std::string{} : fmt::format("{}: {}", probe.name, at->second);
  }

  std::string why_not_injector(const InjectorSpec& injector, const CpuList& cpus) {
    const InjectorKind& kind = find_injector(injector.kind);
    if (kind.descriptor->runs_on_cpus) {
      if (std::string reason = why_not_cpus(injector.name, cpus); !reason.empty()) {
        note_absent(injector.name, {});
        return reason;
      }
      if (std::string reason = why_not_policy_on(injector.name, injector.policy, cpus);
          !reason.empty()) {
        note_absent(injector.name, {});
        return reason;
      }
    }
    InjectorSetup setup;
    setup.name = injector.name;
    setup.parameters = injector.parameters;
    setup.cpus = cpus;
    setup.policy = to_scheduling(injector.policy);
    const std::string reason = kind.why_unsupported(setup);
    if (reason.empty()) return {};
    note_absent(injector.name, injector.kind);
    return fmt::format("{}: {}", injector.name, reason);
  }

  /// A real-time injector on every CPU that the supervisor could use would keep it from ever ending
  /// the cell.
  std::string why_not_supervisor(const CellPlan& cell) {
    const CpuList housekeeping = housekeeping_cpus(cell, plan_.housekeeping, machine_);
    const int priority = supervisor_priority(cell, housekeeping);
    if (priority == 0) return {};
    if (priority > highest_priority)
      return "a real-time injector of priority 99 leaves the supervisor no CPU: give it at most "
             "98, or leave a CPU free";
    Policy policy{PolicyClass::fifo, priority, 0, 0, 0};
    return why_not_policy_on("the supervisor must outrank a real-time injector on its CPU", policy,
                             housekeeping);
  }

  void note_absent(const std::string& name, const std::string& kind) {
    for (const std::string& missing : {name, kind})
      if (!missing.empty() && noted_.insert(missing).second) result_.absent.push_back(missing);
  }

  const Plan& plan_;
  const MachineView& machine_;
  const Root& root_;
  Preflight& result_;
  std::map<std::string, ConditionCheck> conditions_;
  std::map<std::pair<std::string, int>, std::string> policies_;
  std::map<const ProbeSpec*, std::string> probes_;
  std::set<std::string> noted_;
};

bool any_realtime_probe(const Plan& plan) {
  return std::any_of(plan.cells.begin(), plan.cells.end(), [](const CellPlan& cell) {
    return std::any_of(cell.probes.begin(), cell.probes.end(),
                       [](const ProbePlacement& p) { return p.policy.is_realtime(); });
  });
}

bool any_shared_cpu(const Plan& plan, const MachineView& machine) {
  return std::any_of(plan.cells.begin(), plan.cells.end(), [&](const CellPlan& cell) {
    const CpuList housekeeping = housekeeping_cpus(cell, plan.housekeeping, machine);
    return std::any_of(cell.probes.begin(), cell.probes.end(),
                       [&](const ProbePlacement& p) { return intersect(p.cpus, housekeeping); });
  });
}

std::string value_or(const std::map<std::string, std::string>& machine, const char* key) {
  const auto found = machine.find(key);
  return found == machine.end() ? std::string{} : found->second;
}

std::vector<Finding> find_blur(const Plan& plan, const MachineView& machine, const Root& root,
                               const std::map<std::string, std::string>& fingerprint) {
  std::vector<Finding> findings;
  if (machine.isolated.empty())
    findings.push_back(
        {"no CPU of this machine is isolated (/sys/devices/system/cpu/isolated is empty)",
         "boot with isolcpus=, nohz_full= and rcu_nocbs=, or make a cgroup v2 isolated partition"});
  const std::string runtime = root.read("/proc/sys/kernel/sched_rt_runtime_us").value_or("");
  if (any_realtime_probe(plan) && !runtime.empty() && runtime != "-1")
    findings.push_back(
        {fmt::format(
             "RT throttling is in force (sched_rt_runtime_us = {}): a real-time loop that never "
             "sleeps is stopped for up to 50 ms in every second",
             runtime),
         "put the cells under a condition with rt_runtime = \"unlimited\""});
  if (any_shared_cpu(plan, machine))
    findings.push_back(
        {"the supervisor has no CPU of its own: it sleeps from the start of each cell to its end",
         "measure on a machine with more CPUs, or name a free one as housekeeping"});
  const std::string clocksource = value_or(fingerprint, "clocksource");
  if (clocksource == "jiffies" || clocksource == "refined-jiffies" || clocksource == "acpi_pm" ||
      clocksource == "hpet")
    findings.push_back(
        {fmt::format("clocksource {} is too coarse or too slow for latencies", clocksource),
         "see /sys/devices/system/clocksource and why the kernel distrusts the CPU's counter"});
  if (const std::string governor = value_or(fingerprint, "governor");
      !governor.empty() && governor != "performance")
    findings.push_back({fmt::format("the frequency governor is {}", governor),
                        "put the cells under a condition with governor = \"performance\""});
  if (plan.controls == ControlMode::off)
    findings.push_back({"controls are off: no probe is shown a planted stall, so no claim can pass",
                        "remove controls = \"off\""});
  return findings;
}

}  // namespace

std::string Finding::to_text() const {
  return remedy.empty() ? message : fmt::format("{}; {}", message, remedy);
}

int supervisor_priority(const CellPlan& cell, const CpuList& housekeeping) {
  int highest = 0;
  CpuList free = housekeeping;
  for (std::size_t i = 0; i < cell.injectors.size(); ++i) {
    const InjectorSpec& injector = *cell.injectors[i];
    if (!injector.policy.is_realtime()) continue;
    if (!intersect(cell.injector_cpus[i], housekeeping)) continue;
    highest = std::max(highest, injector.policy.priority);
    std::erase_if(free, [&](int cpu) { return contains(cell.injector_cpus[i], cpu); });
  }
  return free.empty() && highest > 0 ? highest + 1 : 0;
}

Preflight preflight(const Plan& plan, const MachineView& machine, const Root& root) {
  Preflight result;
  result.machine = fingerprint(root);
  Examiner examiner(plan, machine, root, result);
  result.cells.reserve(plan.cells.size());
  for (const CellPlan& cell : plan.cells) {
    CellReadiness readiness = examiner.examine(cell);
    if (readiness.outcome == Outcome::measured && !readiness.reason.empty())
      readiness.outcome = Outcome::unsupported;
    result.cells.push_back(std::move(readiness));
  }
  result.findings = find_blur(plan, machine, root, result.machine);
  return result;
}

}  // namespace shaketable
