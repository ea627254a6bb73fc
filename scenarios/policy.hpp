// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace shaketable {

enum class PolicyClass : std::uint8_t { other, batch, idle, fifo, round_robin, deadline };

/// A scheduling policy as a scenario names it: other, batch, idle, fifo:N, rr:N,
/// deadline:runtime/deadline/period.
struct Policy {
  PolicyClass policy_class = PolicyClass::other;
  int priority = 0;              ///< 1–99 for fifo and rr, else 0
  std::int64_t runtime_ns = 0;   ///< deadline only
  std::int64_t deadline_ns = 0;  ///< deadline only
  std::int64_t period_ns = 0;    ///< deadline only

  bool is_realtime() const {
    return policy_class == PolicyClass::fifo || policy_class == PolicyClass::round_robin ||
           policy_class == PolicyClass::deadline;
  }
  friend bool operator==(const Policy&, const Policy&) = default;
};

/// Parses a policy; on failure returns nothing and says in `problem` what is wrong and what would
/// be right.
std::optional<Policy> parse_policy(std::string_view text, std::string& problem);
std::string to_text(const Policy& policy);

}  // namespace shaketable
