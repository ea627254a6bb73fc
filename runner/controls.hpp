// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <tuple>

#include "runner/run_cell.hpp"

namespace shaketable {

/// Shows each (probe, CPU, policy) one planted stall before the first of its cells is believed. A
/// result is kept for the run.
class Controls {
 public:
  explicit Controls(ControlMode mode) : mode_(mode) {}

  /// The control of every line of this cell, in the order of run_cell's lines; those not yet known
  /// are measured now.
  std::vector<ControlResult> of(const CellPlan& cell, const CellContext& context);

 private:
  using Key =
      std::tuple<std::string, int, std::string>;  ///< spec of the probe as text, CPU, policy
  ControlMode mode_;
  std::map<Key, ControlResult> known_;
};

/// Plants one stall in a window of its own without injectors, and says whether the probe saw it: a
/// worst sample that ends in or right after the stall and shows at least four fifths of what it
/// must.
ControlResult plant_and_look(const ProbePlacement& placement, int cpu, const CellContext& context);

}  // namespace shaketable
