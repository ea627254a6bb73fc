// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "results/cell_result.hpp"
#include "scenarios/plan.hpp"
#include "system/root.hpp"

namespace shaketable {

/// What a control found out about a probe's eyesight.
using ControlResult = CellResult::Control;

struct CellContext {
  const Root* root = nullptr;
  CpuList housekeeping;
  int supervisor_priority = 0;  ///< 0: SCHED_OTHER
  std::uint64_t seed = 0;
  int repeat = 0;
  /// Called at most twice a second while the window is open, with the worst of the primary metric
  /// so far (nothing_yet without one), and never on a machine where the supervisor shares the
  /// probe's CPU.
  std::function<void(std::int64_t worst, std::int64_t left_ns)> on_progress;
  /// Called once, as soon as the window's times are known and everything runs: controls plant their
  /// stall from here. May be empty.
  std::function<void(std::int64_t begin_ns, std::int64_t end_ns, pid_t probe)> in_window;
};

/// Measures one repeat of one cell: starts the probes' and injectors' processes, opens the window,
/// keeps out of the way, ends them, and judges what they left. One line per probe and CPU. Never
/// throws for what happens in the cell: that is an outcome. Doses are there, ok or not, in every
/// line; a line is `measured` only if every dose and all of the probe's books are in order.
std::vector<CellResult> run_cell(const CellPlan& cell, const CellContext& context);

/// Lines of a cell that is not measured, with the reason.
std::vector<CellResult> lines_without_measurement(const CellPlan& cell, int repeat, Outcome outcome,
                                                  const std::string& reason);

}  // namespace shaketable
