// SPDX-License-Identifier: Apache-2.0
#include "scenarios/nearest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace shaketable {
namespace {

/// Levenshtein's distance.
std::size_t distance(std::string_view from, std::string_view to) {
  std::vector<std::size_t> row(to.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < from.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < to.size(); ++j) {
      const std::size_t replaced = diagonal + (from[i] == to[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string nearest_name(std::string_view text, const std::vector<std::string>& names) {
  constexpr std::size_t longest = 64;
  if (text.size() > longest) return {};
  std::size_t best = (text.size() + 2) / 3 + 1;
  std::string result;
  for (const std::string& name : names) {
    const std::size_t here = distance(text, name);
    if (here < best) {
      best = here;
      result = name;
    }
  }
  return result;
}

std::string suggestion(std::string_view text, const std::vector<std::string>& names) {
  const std::string name = nearest_name(text, names);
  return name.empty() ? name : fmt::format("; did you mean \"{}\"?", name);
}

}  // namespace shaketable
