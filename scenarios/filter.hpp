// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/cell_identity.hpp"

namespace shaketable {

/// One term of a filter. All terms of a filter must hold.
struct FilterTerm {
  std::string key;  ///< with, without, probe, cpu, policy, condition, id, or a vary path
  std::vector<std::string>
      patterns;                 ///< any of them may match; "*" and "?" are wildcards ("fifo:*")
  std::optional<double> least;  ///< for { min, max } on a vary path, in its base unit, inclusive
  std::optional<double> most;
};

/// The one filter of the language: of claims' `where` and `except`, of `exclude`, and of --only.
struct Filter {
  std::vector<FilterTerm> terms;  ///< empty: matches every cell

  bool matches(const CellIdentity& cell) const;
  std::string to_text() const;
};

/// --only: "7f3a91" (the start of a cell's id), or
/// "with=burst,policy=fifo:*,injectors.burst.busy=1ms..5ms". Throws std::invalid_argument with what
/// is wrong.
Filter parse_filter(std::string_view text);

}  // namespace shaketable
