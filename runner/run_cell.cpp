// SPDX-License-Identifier: Apache-2.0
#include "runner/run_cell.hpp"

#include <fmt/format.h>
#include <sched.h>

#include <algorithm>
#include <optional>

#include "runner/attribution.hpp"
#include "runner/evaluate.hpp"
#include "runner/interrupt.hpp"
#include "runner/kinds.hpp"
#include "runner/participants.hpp"
#include "system/clock.hpp"
#include "system/counters.hpp"
#include "system/cpu_set.hpp"
#include "system/error.hpp"
#include "system/scheduling.hpp"

namespace shaketable {
namespace {

constexpr std::int64_t ns_per_ms = 1'000'000;
constexpr std::int64_t lead_ns =
    5 * ns_per_ms;  // from the order to measure to the start of the warm-up
constexpr std::int64_t look_ns = 500 * ns_per_ms;  // the supervisor looks at most twice a second
constexpr std::int64_t snapshot_ns =
    2 * ns_per_ms;  // counters are read before the window, not in it
constexpr std::int64_t prepare_limit_ns =
    120 * ns_per_s;  // an injector that never gets ready must end by itself

/// The supervisor on its housekeeping CPUs, above real-time injectors that it must share them with;
/// as before when this object ends.
class SupervisorPlace {
 public:
  SupervisorPlace(const CpuList& cpus, int priority) : cpus_(affinity(0)), policy_(get_policy(0)) {
    set_affinity(0, cpus);
    if (priority > 0) set_policy(0, SchedulingPolicy{SCHED_FIFO, priority});
  }
  ~SupervisorPlace() {
    try {
      set_policy(0, policy_);
      set_affinity(0, cpus_);
    } catch (const SystemError&) {  // CPUs went offline in the meantime; the next cell sets its own
    }
  }
  SupervisorPlace(const SupervisorPlace&) = delete;
  SupervisorPlace& operator=(const SupervisorPlace&) = delete;

 private:
  std::vector<int> cpus_;
  SchedulingPolicy policy_;
};

struct Times {
  std::int64_t entered = 0;
  std::int64_t settled = 0;
  std::int64_t ready = 0;
  std::int64_t start = 0;
  std::int64_t begin = 0;
  std::int64_t end = 0;
  std::int64_t begin_boottime = 0;
  std::string started_at;
};

struct Snapshots {
  std::map<int, CpuCounters> before;
  std::map<int, CpuCounters> after;
};

CpuList measured_cpus(const CellPlan& cell) {
  CpuList cpus;
  for (const ProbePlacement& placement : cell.probes)
    cpus.insert(cpus.end(), placement.cpus.begin(), placement.cpus.end());
  std::sort(cpus.begin(), cpus.end());
  cpus.erase(std::unique(cpus.begin(), cpus.end()), cpus.end());
  return cpus;
}

std::vector<CellResult> blank_lines(const CellPlan& cell, int repeat) {
  std::vector<CellResult> lines;
  for (const ProbePlacement& placement : cell.probes)
    for (const int cpu : placement.cpus) {
      CellResult line;
      line.identity = cell.identity;
      line.group = fmt::format("{}/{}", cell.identity.id, repeat);
      line.probe = placement.probe->name;
      line.cpu = cpu;
      line.repeat = repeat;
      line.duration_ns = cell.duration_ns;
      lines.push_back(std::move(line));
    }
  return lines;
}

/// From before the window to its end. Whatever goes wrong is the return value.
class Measurement {
 public:
  Measurement(const CellPlan& cell, const CellContext& context) : cell_(cell), context_(context) {}

  Trouble run() {
    try {
      times_.entered = monotonic_ns();
      times_.started_at = utc_now();
      if (!sleep_until_or_interrupt(times_.entered + cell_.settle_ns)) return interrupted();
      times_.settled = monotonic_ns();
      const SupervisorPlace place(context_.housekeeping, context_.supervisor_priority);
      return measure();
    } catch (const std::exception& error) {
      return {Outcome::failed, error.what()};
    }
  }

  const Times& times() const { return times_; }
  const Snapshots& snapshots() const { return snapshots_; }
  Participants* participants() { return participants_ ? &*participants_ : nullptr; }

 private:
  static Trouble interrupted() { return {Outcome::interrupted, "interrupted"}; }

  bool shares_cpu() const {
    const CpuList cpus = measured_cpus(cell_);
    return std::any_of(cpus.begin(), cpus.end(), [&](int cpu) {
      return std::find(context_.housekeeping.begin(), context_.housekeeping.end(), cpu) !=
             context_.housekeeping.end();
    });
  }

  Trouble measure() {
    const std::int64_t last_moment =
        monotonic_ns() + prepare_limit_ns + cell_.warmup_ns + cell_.duration_ns;
    participants_.emplace(cell_, context_, last_moment);
    if (Trouble trouble = participants_->wait_ready()) return trouble;
    times_.ready = monotonic_ns();
    if (Trouble trouble = participants_->start_injectors()) return trouble;
    times_.start = monotonic_ns() + lead_ns;
    times_.begin = times_.start + cell_.warmup_ns;
    times_.end = times_.begin + cell_.duration_ns;
    times_.begin_boottime = clock_ns(CLOCK_BOOTTIME) + (times_.begin - monotonic_ns());
    participants_->open_window(times_.start, times_.begin, times_.end);
    const Trouble trouble = watch();
    const Trouble at_end = participants_->finish(std::min(times_.end, monotonic_ns()));
    snapshots_.after = read_counters(*context_.root, measured_cpus(cell_));
    return trouble ? trouble : at_end;
  }

  Trouble watch() {
    if (!sleep_until_or_interrupt(times_.begin - snapshot_ns)) return stop();
    snapshots_.before = read_counters(*context_.root, measured_cpus(cell_));
    if (context_.in_window)
      context_.in_window(times_.begin, times_.end, participants_->probes().front().child.pid());
    if (shares_cpu()) return sleep_until_or_interrupt(times_.end) ? Trouble{} : stop();
    for (std::int64_t next = times_.begin + look_ns; next < times_.end; next += look_ns) {
      if (!sleep_until_or_interrupt(next)) return stop();
      if (Trouble trouble = participants_->check_alive()) {
        participants_->stop_early();
        return trouble;
      }
      if (context_.on_progress) context_.on_progress(participants_->worst(), times_.end - next);
    }
    return sleep_until_or_interrupt(times_.end) ? Trouble{} : stop();
  }

  Trouble stop() {
    participants_->stop_early();
    return interrupted();
  }

  const CellPlan& cell_;
  const CellContext& context_;
  Times times_;
  Snapshots snapshots_;
  std::optional<Participants> participants_;
};

std::vector<DoseResult> evaluate_doses(Participants& participants) {
  std::vector<DoseResult> doses;
  for (InjectorProcess& injector : participants.injectors())
    doses.push_back(evaluate_dose(*injector.spec, *find_injector(injector.spec->kind).descriptor,
                                  injector.dose()));
  return doses;
}

bool locks_memory(const ProbeSpec& probe) {
  const auto found = probe.parameters.find("mlock");
  return found != probe.parameters.end() && std::get<bool>(found->second);
}

void fill_line(CellResult& line, ProbeProcess& probe, Participants& participants,
               const std::vector<DoseResult>& doses, const Times& times,
               const Snapshots& snapshots) {
  ProbeEvidence evidence;
  evidence.descriptor = find_probe(probe.placement->probe->kind).descriptor;
  evidence.recorder = &probe.recorder();
  evidence.cpu = probe.cpu;
  evidence.memory_locked = locks_memory(*probe.placement->probe);
  evidence.begin_ns = times.begin;
  evidence.end_ns = times.end;
  fill_measurement(evidence, line);
  const CpuCounters moved =
      difference(snapshots.after.at(probe.cpu), snapshots.before.at(probe.cpu));
  line.counters.interrupts = moved.interrupts;
  line.counters.softirqs = moved.softirqs;
  line.counters.steal_ns = moved.steal_ns;
  line.doses = doses;
  for (InjectorProcess& injector : participants.injectors())
    append_events(*injector.spec, injector.dose(), times.begin, line);
  line.outcome = Outcome::measured;
  line.reason = find_fault(evidence, line);
  for (const DoseResult& dose : doses)
    if (!dose.ok && line.reason.empty()) line.reason = dose.reason;
  if (!line.reason.empty()) line.outcome = Outcome::invalid;
}

void add_overheads(CellResult& line, const Times& times, std::int64_t duration_ns,
                   std::int64_t warmup_ns) {
  const std::int64_t total = monotonic_ns() - times.entered;
  const std::int64_t settle = times.settled - times.entered;
  const std::int64_t prepare = times.ready - times.settled;
  line.overhead_ns = {{"settle", settle},
                      {"prepare", prepare},
                      {"warmup", warmup_ns},
                      {"lost", total - settle - prepare - warmup_ns - duration_ns}};
}

}  // namespace

std::vector<CellResult> lines_without_measurement(const CellPlan& cell, int repeat, Outcome outcome,
                                                  const std::string& reason) {
  std::vector<CellResult> lines = blank_lines(cell, repeat);
  for (CellResult& line : lines) {
    line.started_at = utc_now();
    line.outcome = outcome;
    line.reason = reason;
  }
  return lines;
}

std::vector<CellResult> run_cell(const CellPlan& cell, const CellContext& context) {
  Measurement measurement(cell, context);
  const Trouble trouble = measurement.run();
  const Times& times = measurement.times();
  if (trouble) {
    auto lines = lines_without_measurement(cell, context.repeat, trouble.outcome, trouble.reason);
    for (CellResult& line : lines) {
      line.started_at = times.started_at;
      line.begin_monotonic_ns = times.begin;
      line.begin_boottime_ns = times.begin_boottime;
    }
    return lines;
  }
  std::vector<CellResult> lines = blank_lines(cell, context.repeat);
  Participants& participants = *measurement.participants();
  const std::vector<DoseResult> doses = evaluate_doses(participants);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    CellResult& line = lines[i];
    line.started_at = times.started_at;
    line.begin_monotonic_ns = times.begin;
    line.begin_boottime_ns = times.begin_boottime;
    fill_line(line, participants.probes()[i], participants, doses, times, measurement.snapshots());
    name_causes(line, *participants.probes()[i].placement, *context.root);
    add_overheads(line, times, cell.duration_ns, cell.warmup_ns);
  }
  return lines;
}

}  // namespace shaketable
