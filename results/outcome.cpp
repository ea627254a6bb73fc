// SPDX-License-Identifier: Apache-2.0
#include "results/outcome.hpp"

#include <array>

namespace shaketable {
namespace {

struct Named {
  Outcome outcome;
  std::string_view name;
};

constexpr std::array<Named, 6> outcomes{{
    {Outcome::measured, "measured"},
    {Outcome::invalid, "invalid"},
    {Outcome::unsupported, "unsupported"},
    {Outcome::failed, "failed"},
    {Outcome::interrupted, "interrupted"},
    {Outcome::pending, "pending"},
}};

}  // namespace

std::string_view outcome_name(Outcome outcome) noexcept {
  for (const Named& entry : outcomes) {
    if (entry.outcome == outcome) return entry.name;
  }
  return "";
}

std::optional<Outcome> parse_outcome(std::string_view name) noexcept {
  for (const Named& entry : outcomes) {
    if (entry.name == name) return entry.outcome;
  }
  return std::nullopt;
}

}  // namespace shaketable
