// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "results/cell_result.hpp"
#include "scenarios/plan.hpp"
#include "system/root.hpp"

namespace shaketable {

/// Something that weakens what a run can prove, and its remedy.
struct Finding {
  std::string message;
  std::string remedy;
  std::string to_text() const;
};

struct CellReadiness {
  Outcome outcome = Outcome::measured;  ///< measured: it can be; else unsupported or pending
  std::string reason;
};

struct Preflight {
  std::vector<CellReadiness> cells;  ///< parallel to Plan::cells
  std::vector<Finding> findings;
  std::vector<std::string>
      absent;  ///< names and kinds of injectors and probes that cannot run here
  std::map<std::string, std::string> machine;  ///< fingerprint
};

/// Finds, before anything is disturbed, what this machine lacks for each cell: CPUs (absent,
/// offline and not allowed told apart), policies, privileges, injectors, conditions; and what will
/// blur the results.
Preflight preflight(const Plan& plan, const MachineView& machine, const Root& root);

/// The priority that the supervisor needs while this cell is measured: 0, or one above the
/// real-time injectors that leave it no CPU of its own. More than 99: it cannot be had.
int supervisor_priority(const CellPlan& cell, const CpuList& housekeeping);

}  // namespace shaketable
