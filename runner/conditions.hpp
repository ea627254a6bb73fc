// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "results/cell_result.hpp"
#include "scenarios/plan.hpp"
#include "system/guards.hpp"

namespace shaketable {

/// Whether a condition can be had on this machine.
struct ConditionCheck {
  Outcome outcome = Outcome::measured;  ///< or unsupported (cannot be set here), or pending
                                        ///< (another boot is expected)
  std::string reason;
};
ConditionCheck check_condition(const Condition& condition, const Root& root,
                               const std::map<std::string, std::string>& machine);

/// A condition that is in force while this object lives; what it changed is restored when it ends.
class AppliedCondition {
 public:
  /// Throws SystemError; what was already set is then restored.
  AppliedCondition(const Condition& condition, Journal& journal, const Root& root);
  AppliedCondition(AppliedCondition&&) noexcept = default;
  AppliedCondition& operator=(AppliedCondition&&) = delete;
  ~AppliedCondition() = default;

  /// Restores now. What could not be restored, in words.
  std::vector<std::string> restore();

 private:
  std::vector<FileGuard> files_;
  std::vector<IdleLatencyGuard> idle_;
};

}  // namespace shaketable
