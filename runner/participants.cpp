// SPDX-License-Identifier: Apache-2.0
#include "runner/participants.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "injectors/host.hpp"
#include "probes/host.hpp"
#include "runner/interrupt.hpp"
#include "runner/machine.hpp"
#include "system/clock.hpp"

namespace shaketable {
namespace {

constexpr std::int64_t prepare_patience_ns = 60 * ns_per_s;
constexpr std::int64_t start_patience_ns = 10 * ns_per_s;
constexpr std::int64_t end_patience_ns =
    5 * ns_per_s;  // a starved probe needs a few throttling periods
constexpr std::int64_t exit_grace_ns = 500'000'000;
constexpr std::int64_t step_ns = 20'000'000;  // between looks for Ctrl-C while waiting

std::uint64_t mix(std::uint64_t seed, std::string_view text, int repeat) {
  for (const char character : text)  // FNV-1a, so that every cell and repeat has its own phases
    seed = (seed ^ static_cast<unsigned char>(character)) * 0x100000001b3ULL;
  return seed + static_cast<std::uint64_t>(repeat);
}

Child start_probe(const ProbePlacement& placement, int cpu) {
  ProbeChildConfig config;
  config.kind = placement.probe->kind;
  config.setup = ProbeSetup{placement.probe->name, placement.probe->parameters, cpu,
                            placement.policy.is_realtime()};
  config.policy = to_scheduling(placement.policy);
  return Child("probe", probe_payload_size(), to_child_config(config));
}

Child start_injector(const CellPlan& cell, std::size_t index, const CellContext& context,
                     std::int64_t last_moment) {
  const InjectorSpec& spec = *cell.injectors[index];
  InjectorChildConfig config;
  config.kind = spec.kind;
  config.setup.name = spec.name;
  config.setup.parameters = spec.parameters;
  config.setup.cpus = cell.injector_cpus[index];
  config.setup.policy = to_scheduling(spec.policy);
  config.setup.min_dose = spec.min_dose;
  config.setup.seed = mix(context.seed, cell.identity.id + spec.name, context.repeat);
  config.setup.last_moment = last_moment;
  config.housekeeping = context.housekeeping;
  config.main_priority = context.supervisor_priority;
  return Child("injector", injector_payload_size(), to_child_config(config));
}

Trouble trouble_of(Child& child, const std::string& name, ChildState wanted) {
  const ChildState state = child.state();
  if (state == ChildState::unsupported)
    return {Outcome::unsupported, fmt::format("{}: {}", name, child.message())};
  if (state == ChildState::failed)
    return {Outcome::failed, fmt::format("{}: {}", name, child.message())};
  if (state < wanted) return {Outcome::failed, fmt::format("{} did not get ready in time", name)};
  return {};
}

/// Waits for one child with an eye on Ctrl-C.
Trouble wait_for(Child& child, const std::string& name, ChildState wanted,
                 std::int64_t patience_ns) {
  const std::int64_t until = monotonic_ns() + patience_ns;
  for (;;) {
    const std::int64_t now = monotonic_ns();
    if (child.wait_for(wanted, std::min(until, now + step_ns)) >= wanted || now >= until) break;
    if (InterruptGuard::requested()) return {Outcome::interrupted, "interrupted"};
  }
  return trouble_of(child, name, wanted);
}

}  // namespace

const Recorder& ProbeProcess::recorder() const {
  return *static_cast<const Recorder*>(child.memory().payload());
}

const Dose& InjectorProcess::dose() const {
  return *static_cast<const Dose*>(child.memory().payload());
}

Participants::Participants(const CellPlan& cell, const CellContext& context,
                           std::int64_t last_moment) {
  for (const ProbePlacement& placement : cell.probes)
    for (const int cpu : placement.cpus)
      probes_.push_back({&placement, cpu, start_probe(placement, cpu)});
  for (std::size_t i = 0; i < cell.injectors.size(); ++i)
    injectors_.push_back({cell.injectors[i].get(), start_injector(cell, i, context, last_moment)});
}

Trouble Participants::wait_ready() {
  for (ProbeProcess& probe : probes_)
    if (Trouble trouble = wait_for(probe.child, probe.placement->probe->name, ChildState::ready,
                                   prepare_patience_ns))
      return trouble;
  for (InjectorProcess& injector : injectors_)
    if (Trouble trouble =
            wait_for(injector.child, injector.spec->name, ChildState::ready, prepare_patience_ns))
      return trouble;
  return {};
}

Trouble Participants::start_injectors() {
  for (InjectorProcess& injector : injectors_)
    injector.child.control().command.store(Command::start, std::memory_order_release);
  for (InjectorProcess& injector : injectors_)
    if (Trouble trouble =
            wait_for(injector.child, injector.spec->name, ChildState::started, start_patience_ns))
      return trouble;
  return {};
}

void Participants::open_window(std::int64_t start_ns, std::int64_t begin_ns, std::int64_t end_ns) {
  const auto order = [&](ControlBlock& control) {
    control.start_ns.store(start_ns, std::memory_order_relaxed);
    control.begin_ns.store(begin_ns, std::memory_order_relaxed);
    control.end_ns.store(end_ns, std::memory_order_relaxed);
    control.command.store(Command::measure, std::memory_order_release);
  };
  for (InjectorProcess& injector : injectors_) order(injector.child.control());
  for (ProbeProcess& probe : probes_) order(probe.child.control());
}

Trouble Participants::check_alive() {
  for (InjectorProcess& injector : injectors_)
    if (injector.child.state() == ChildState::failed)
      return {Outcome::invalid, fmt::format("{} did not live to the end of the window: {}",
                                            injector.spec->name, injector.child.message())};
  for (ProbeProcess& probe : probes_)
    if (probe.child.state() == ChildState::failed)
      return {Outcome::failed, fmt::format("{} did not live to the end of the window: {}",
                                           probe.placement->probe->name, probe.child.message())};
  return {};
}

void Participants::stop_early() {
  for (ProbeProcess& probe : probes_)
    probe.child.control().stop.store(1, std::memory_order_relaxed);
  for (InjectorProcess& injector : injectors_)
    injector.child.control().stop.store(1, std::memory_order_relaxed);
}

Trouble Participants::finish(std::int64_t end_ns) {
  const std::int64_t until = end_ns + end_patience_ns;
  for (InjectorProcess& injector : injectors_) injector.child.wait_for(ChildState::done, until);
  Trouble trouble = check_alive();
  for (InjectorProcess& injector : injectors_) {
    const bool done = injector.child.state() == ChildState::done;
    if (!done && !trouble)
      trouble = {Outcome::invalid,
                 fmt::format("{} did not account for its dose in time", injector.spec->name)};
    injector.child.control().command.store(Command::finish, std::memory_order_release);
  }
  for (InjectorProcess& injector : injectors_) injector.child.end(exit_grace_ns);
  for (ProbeProcess& probe : probes_) {
    probe.child.wait_for(ChildState::done, until);
    if (probe.child.state() != ChildState::done && !trouble)
      trouble = trouble_of(probe.child, probe.placement->probe->name, ChildState::done);
  }
  for (ProbeProcess& probe : probes_) probe.child.end(exit_grace_ns);
  return trouble;
}

std::int64_t Participants::worst() const {
  std::int64_t worst = ControlBlock::nothing_yet;
  for (const ProbeProcess& probe : probes_)
    worst = std::max(worst, probe.child.control().worst.load(std::memory_order_relaxed));
  return worst;
}

}  // namespace shaketable
