// SPDX-License-Identifier: Apache-2.0
#include "runner/planter.hpp"

#include <sched.h>

#include <csignal>

#include "system/clock.hpp"
#include "system/cpu_set.hpp"
#include "system/thread.hpp"

namespace shaketable {
namespace {

constexpr int highest_priority = 99;
constexpr std::int64_t patience_ns = 10 * ns_per_s;
constexpr std::int64_t poll_ns = 1'000'000;

int number(const ChildConfig& config, std::string_view key) {
  const auto found = config.find(key);
  if (found == config.end()) throw std::invalid_argument("the planter's settings lack a number");
  return std::stoi(found->second);
}

/// Spins over [begin, end); the kernel gives the CPU to nobody of a lower rank.
PlantedStall occupy(std::int64_t begin_ns, std::int64_t end_ns) {
  sleep_until(begin_ns);
  PlantedStall stall;
  stall.begin_ns = monotonic_ns();
  while (monotonic_ns() < end_ns) {
  }
  stall.end_ns = monotonic_ns();
  stall.done = true;
  return stall;
}

}  // namespace

SchedulingPolicy outranking(const SchedulingPolicy& probe) {
  const bool fixed_priority = probe.policy == SCHED_FIFO || probe.policy == SCHED_RR;
  if (probe.policy == 6 || (fixed_priority && probe.priority >= highest_priority))
    return SchedulingPolicy{-1};
  return SchedulingPolicy{SCHED_FIFO, fixed_priority ? probe.priority + 1 : 1};
}

int run_planter_child(SharedMemory& memory) {
  ControlBlock& control = memory.control();
  bind_to_supervisor(control);
  try {
    const ChildConfig config = read_config(control);
    set_affinity(0, {number(config, "cpu")});
    set_thread_name("planter");
    limit_realtime(std::chrono::seconds(10));
    set_policy(0, SchedulingPolicy{SCHED_FIFO, number(config, "priority")});
    report_state(control, ChildState::ready);
    while (control.command.load(std::memory_order_acquire) < Command::measure)
      sleep_until(monotonic_ns() + poll_ns);
    if (control.command.load(std::memory_order_acquire) == Command::measure)
      *static_cast<PlantedStall*>(memory.payload()) =
          occupy(control.begin_ns.load(), control.end_ns.load());
    report_state(control, ChildState::done);
  } catch (const std::exception& error) {
    report_state(control, ChildState::failed, error.what());
  }
  return 0;
}

Planter::Planter(int cpu, const SchedulingPolicy& policy)
    : child_("planter", sizeof(PlantedStall),
             {{"cpu", std::to_string(cpu)}, {"priority", std::to_string(policy.priority)}}) {}

std::string Planter::wait_ready() {
  if (child_.wait_for(ChildState::ready, monotonic_ns() + patience_ns) == ChildState::ready)
    return {};
  const std::string message = child_.message();
  return message.empty() ? "the planter did not get ready" : message;
}

void Planter::plant(std::int64_t begin_ns, std::int64_t end_ns) {
  ControlBlock& control = child_.control();
  control.begin_ns.store(begin_ns, std::memory_order_relaxed);
  control.end_ns.store(end_ns, std::memory_order_relaxed);
  control.command.store(Command::measure, std::memory_order_release);
}

PlantedStall Planter::stall() {
  child_.wait_for(ChildState::done, monotonic_ns() + patience_ns);
  child_.end(patience_ns);
  return *static_cast<const PlantedStall*>(child_.memory().payload());
}

PlantedStall stop_and_continue(pid_t process, std::int64_t begin_ns, std::int64_t end_ns) {
  sleep_until(begin_ns);
  PlantedStall stall;
  const bool stopped = kill(process, SIGSTOP) == 0;
  stall.begin_ns = monotonic_ns();
  sleep_until(end_ns);
  stall.end_ns = monotonic_ns();
  stall.done = kill(process, SIGCONT) == 0 && stopped;
  return stall;
}

}  // namespace shaketable
