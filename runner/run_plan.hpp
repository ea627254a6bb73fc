// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "results/store.hpp"
#include "runner/preflight.hpp"
#include "runner/progress.hpp"
#include "scenarios/plan.hpp"
#include "system/journal.hpp"
#include "system/root.hpp"

namespace shaketable {

/// The parts of a run that live through all its cells.
struct RunParts {
  const Plan* plan = nullptr;
  const Preflight* preflight = nullptr;
  const MachineView* machine = nullptr;
  const Root* root = nullptr;
  Journal* journal = nullptr;
  StoreWriter* store = nullptr;
  Progress* progress = nullptr;
};

/// run.json before the first cell.
RunInfo describe_run(const Plan& plan, const Preflight& preflight,
                     const std::map<std::string, std::string>& labels);

/// Measures every run of the plan in its order and stores each line at once. Under SIGINT the cell
/// at hand is ended, stored as interrupted, and the run ends. `info` and run.json end up complete,
/// or interrupted. Throws StoreError when results cannot be stored: measuring on would lose them.
void run_plan(const RunParts& parts, RunInfo& info);

}  // namespace shaketable
