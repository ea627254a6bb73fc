// SPDX-License-Identifier: Apache-2.0
#include "runner/run_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "runner/conditions.hpp"
#include "runner/controls.hpp"
#include "runner/interrupt.hpp"
#include "runner/machine.hpp"
#include "runner/run_cell.hpp"
#include "system/clock.hpp"
#include "system/error.hpp"
#include "system/topology.hpp"

namespace shaketable {
namespace {

/// The condition that is in force, changed only when the next cell wants another one.
class Conditions {
 public:
  Conditions(Journal& journal, const Root& root) : journal_(journal), root_(root) {}

  /// "" or why the condition could not be set.
  std::string enter(const Condition& condition, RunInfo& info) {
    if (condition.name == name_) return {};
    leave(info);
    try {
      applied_.emplace(condition, journal_, root_);
      name_ = condition.name;
      return {};
    } catch (const SystemError& error) {
      return fmt::format("condition {}: {}", condition.name, error.what());
    }
  }

  void leave(RunInfo& info) {
    if (applied_)
      for (const std::string& failure : applied_->restore())
        info.findings.push_back("NOT RESTORED: " + failure);
    applied_.reset();
    name_.clear();
  }

 private:
  Journal& journal_;
  const Root& root_;
  std::string name_;
  std::optional<AppliedCondition> applied_;
};

/// One planned run after the other.
class PlanRunner {
 public:
  PlanRunner(const RunParts& parts, RunInfo& info)
      : parts_(parts),
        info_(info),
        controls_(parts.plan->controls),
        conditions_(*parts.journal, *parts.root) {}

  void run() {
    for (const PlannedRun& planned : parts_.plan->order) {
      parts_.progress->begin(planned);
      const std::vector<CellResult> lines = measure(planned);
      for (const CellResult& line : lines) parts_.store->append(line);
      parts_.progress->end(lines.front());
      if (InterruptGuard::requested()) {
        info_.interrupted = true;
        break;
      }
    }
    conditions_.leave(info_);
    info_.complete = !info_.interrupted;
    info_.finished_at = utc_now();
    info_.machine_after = fingerprint(*parts_.root);
    parts_.store->update(info_);
  }

 private:
  std::vector<CellResult> measure(const PlannedRun& planned) {
    const CellPlan& cell = parts_.plan->cells[planned.cell];
    const CellReadiness& ready = parts_.preflight->cells[planned.cell];
    if (ready.outcome != Outcome::measured)
      return lines_without_measurement(cell, planned.repeat, ready.outcome, ready.reason);
    if (const std::string reason = conditions_.enter(*cell.condition, info_); !reason.empty())
      return lines_without_measurement(cell, planned.repeat, Outcome::failed, reason);
    CellContext context;
    context.root = parts_.root;
    context.housekeeping = housekeeping_cpus(cell, parts_.plan->housekeeping, *parts_.machine);
    context.seed = parts_.plan->seed;
    context.repeat = planned.repeat;
    const std::vector<ControlResult> controls = controls_.of(cell, context);
    if (InterruptGuard::requested())
      return lines_without_measurement(cell, planned.repeat, Outcome::interrupted, "interrupted");
    context.supervisor_priority = supervisor_priority(cell, context.housekeeping);
    context.on_progress = [this](std::int64_t worst, std::int64_t left_ns) {
      parts_.progress->tick(worst, left_ns);
    };
    std::vector<CellResult> lines = run_cell(cell, context);
    for (std::size_t i = 0; i < lines.size() && i < controls.size(); ++i)
      lines[i].control = controls[i];
    return lines;
  }

  const RunParts& parts_;
  RunInfo& info_;
  Controls controls_;
  Conditions conditions_;
};

}  // namespace

RunInfo describe_run(const Plan& plan, const Preflight& preflight,
                     const std::map<std::string, std::string>& labels) {
  RunInfo info;
  info.scenario = plan.name;
  info.scenario_toml = plan.flattened;
  info.files = plan.files;
  info.claims_sha256 = plan.claims_sha256;
  info.seed = plan.seed;
  info.version = SHAKETABLE_VERSION;
  info.started_at = utc_now();
  info.planned_runs = plan.order.size();
  info.cells = plan.cells.size();
  info.repeats = plan.repeats;
  info.labels = labels;
  info.machine_before = preflight.machine;
  for (const Finding& finding : preflight.findings) info.findings.push_back(finding.to_text());
  info.claims = plan.claims;
  info.absent = preflight.absent;
  for (const CellPlan& cell : plan.cells) {
    info.planned.push_back(cell.identity);
    for (const auto& injector : cell.injectors)
      if (injector->optional &&
          std::find(info.optional_injectors.begin(), info.optional_injectors.end(),
                    injector->name) == info.optional_injectors.end())
        info.optional_injectors.push_back(injector->name);
  }
  return info;
}

void run_plan(const RunParts& parts, RunInfo& info) {
  PlanRunner(parts, info).run();
}

}  // namespace shaketable
