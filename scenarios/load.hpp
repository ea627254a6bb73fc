// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "scenarios/descriptor.hpp"
#include "scenarios/plan.hpp"

namespace shaketable {

/// All mistakes of a scenario at once.
class ScenarioError : public std::runtime_error {
 public:
  explicit ScenarioError(std::vector<Diagnostic> diagnostics);
  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

 private:
  std::vector<Diagnostic> diagnostics_;
};

struct PlanOptions {
  std::string machine_file;  ///< --machine; "": none
  std::map<std::string, std::string>
      set;  ///< --set path=value: variables, defaults.duration, injectors.burst.busy …
  std::vector<std::string> only;      ///< --only filters, all must match
  std::optional<std::uint64_t> seed;  ///< --seed; else one from the scenario, else 42
  CpuList housekeeping;  ///< resolved CPUs of the supervisor, for @housekeeping and @others; may be
                         ///< empty
};

/// Loads a scenario, checks all of it and expands it into cells for this machine.
/// Throws ScenarioError with every mistake found: none is reported twice, and no plan is made of a
/// scenario with one.
Plan make_plan(const std::string& path, const PlanOptions& options, const KindTable& kinds,
               const MachineView& machine);

/// At most this many cells before the filter; more is an error that says how many and which axis to
/// cut.
inline constexpr std::uint64_t most_cells = 1'000'000;

}  // namespace shaketable
