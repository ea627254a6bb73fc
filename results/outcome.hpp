// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "results/cell_result.hpp"

namespace shaketable {

/// The word of a result line: "measured", "invalid", … "" for a value outside the enumeration.
std::string_view outcome_name(Outcome outcome) noexcept;
/// The outcome of exactly this word; none if there is no such outcome.
std::optional<Outcome> parse_outcome(std::string_view name) noexcept;

}  // namespace shaketable
