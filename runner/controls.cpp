// SPDX-License-Identifier: Apache-2.0
#include "runner/controls.hpp"

#include <fmt/format.h>
#include <sched.h>

#include <algorithm>
#include <optional>

#include "results/render.hpp"
#include "runner/kinds.hpp"
#include "runner/machine.hpp"
#include "runner/planter.hpp"

namespace shaketable {
namespace {

constexpr std::int64_t stall_ns =
    20'000'000;  // longer than any honest latency, shorter than a throttling period
constexpr std::int64_t least_window_ns = 300'000'000;
constexpr std::int64_t warmup_ns = 50'000'000;
constexpr std::int64_t slack_ns = 2'000'000;  // from the stall's end to the sample that shows it
constexpr double least_seen = 0.8;

std::int64_t period_of(const ProbeSpec& probe) {
  const auto found = probe.parameters.find("period");
  return found == probe.parameters.end() ? 0 : std::get<std::int64_t>(found->second);
}

CellPlan control_cell(const ProbePlacement& placement, int cpu, std::int64_t window_ns) {
  CellPlan cell;
  cell.identity.id = "control";
  cell.probes.push_back({placement.probe, {cpu}, placement.policy});
  cell.condition = std::make_shared<Condition>();
  cell.duration_ns = window_ns;
  cell.warmup_ns = warmup_ns;
  return cell;
}

/// Where the stall lies in the window: a probe with a period must have a release well inside it.
struct Aim {
  std::int64_t begin_ns = 0;
  std::int64_t end_ns = 0;
  std::int64_t expected_ns = 0;  ///< the latency that it must cause
};

Aim aim(std::int64_t window_begin, std::int64_t window_ns, std::int64_t period_ns) {
  Aim result;
  if (period_ns == 0) {
    result.begin_ns = window_begin + window_ns / 3;
    result.end_ns = result.begin_ns + stall_ns;
    result.expected_ns = stall_ns;
    return result;
  }
  const std::int64_t middle = std::max<std::int64_t>(1, window_ns / 2 / period_ns);
  const std::int64_t release = window_begin + middle * period_ns;
  const std::int64_t before = std::min(stall_ns / 4, period_ns / 2);
  result.begin_ns = release - before;
  result.end_ns = result.begin_ns + stall_ns;
  result.expected_ns = result.end_ns - release;
  return result;
}

bool shows(const CellResult& line, const PlantedStall& stall, std::int64_t expected_ns) {
  for (const auto& [name, metric] : line.metrics) {
    if (!metric.primary) continue;
    for (const WorstSample& sample : metric.worst) {
      const std::int64_t at = line.begin_monotonic_ns + sample.at_ns;
      if (static_cast<double>(sample.value) >= least_seen * static_cast<double>(expected_ns) &&
          at > stall.begin_ns && at - sample.value < stall.end_ns &&
          at < stall.end_ns + expected_ns + slack_ns)
        return true;
    }
  }
  return false;
}

std::int64_t primary_max(const CellResult& line) {
  for (const auto& [name, metric] : line.metrics)
    if (metric.primary) return metric.max;
  return 0;
}

/// A probe that plays values is shown one: it must come out as it went in.
ControlResult plant_value(const ProbePlacement& placement, int cpu, const CellContext& context) {
  auto probe = std::make_shared<ProbeSpec>(*placement.probe);
  probe->parameters["values"] = std::vector<std::int64_t>{stall_ns};
  const ProbePlacement planted{probe, {cpu}, placement.policy};
  const std::vector<CellResult> lines =
      run_cell(control_cell(planted, cpu, least_window_ns), context);
  ControlResult control;
  control.planted = true;
  control.seen =
      lines.front().outcome == Outcome::measured && primary_max(lines.front()) == stall_ns;
  control.note = fmt::format("a value of {} was planted; max {}", format_ns(stall_ns),
                             format_ns(static_cast<double>(primary_max(lines.front()))));
  return control;
}

}  // namespace

ControlResult plant_and_look(const ProbePlacement& placement, int cpu, const CellContext& context) {
  if (find_probe(placement.probe->kind).descriptor->plays_values)
    return plant_value(placement, cpu, context);
  const std::int64_t period = period_of(*placement.probe);
  const std::int64_t window = std::max(least_window_ns, 4 * period);
  const CellPlan cell = control_cell(placement, cpu, window);
  const SchedulingPolicy rank = outranking(to_scheduling(placement.policy));
  std::optional<Planter> planter;
  if (rank.policy >= 0 && why_not_policy(rank, cpu).empty()) {
    planter.emplace(cpu, rank);
    if (!planter->wait_ready().empty()) planter.reset();
  }
  PlantedStall stall;
  Aim target;
  CellContext quiet = context;
  quiet.on_progress = nullptr;
  quiet.in_window = [&](std::int64_t begin, std::int64_t /*end*/, pid_t probe) {
    target = aim(begin, window, period);
    if (planter)
      planter->plant(target.begin_ns, target.end_ns);
    else
      stall = stop_and_continue(probe, target.begin_ns, target.end_ns);
  };
  const CellResult line = run_cell(cell, quiet).front();
  if (planter) stall = planter->stall();
  ControlResult control;
  control.planted = stall.done && line.outcome == Outcome::measured;
  control.seen = control.planted && shows(line, stall, target.expected_ns);
  const char* how = planter ? "an outranking task" : "SIGSTOP and SIGCONT";
  control.note = line.outcome == Outcome::measured
                     ? fmt::format("a stall of {} was planted by {}; max {}",
                                   format_ns(static_cast<double>(stall.end_ns - stall.begin_ns)),
                                   how, format_ns(static_cast<double>(primary_max(line))))
                     : fmt::format("no stall could be planted: {}", line.reason);
  return control;
}

std::vector<ControlResult> Controls::of(const CellPlan& cell, const CellContext& context) {
  std::vector<ControlResult> controls;
  for (const ProbePlacement& placement : cell.probes) {
    std::string spec = placement.probe->name;
    for (const auto& [name, value] : placement.probe->parameters)
      for (const Parameter& parameter : find_probe(placement.probe->kind).descriptor->parameters)
        if (parameter.name == name)
          spec += fmt::format(" {}={}", name, to_text(value, parameter.type));
    for (const int cpu : placement.cpus) {
      if (mode_ == ControlMode::off) {
        controls.push_back({false, false, "controls are off"});
        continue;
      }
      const auto [at, added] = known_.try_emplace({spec, cpu, to_text(placement.policy)});
      if (added) at->second = plant_and_look(placement, cpu, context);
      controls.push_back(at->second);
    }
  }
  return controls;
}

}  // namespace shaketable
