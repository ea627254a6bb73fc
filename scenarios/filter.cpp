// SPDX-License-Identifier: Apache-2.0
#include "scenarios/filter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "scenarios/nearest.hpp"
#include "scenarios/quantity.hpp"

namespace shaketable {
namespace {

constexpr std::array<std::string_view, 7> axes = {"with",   "without",   "probe", "cpu",
                                                  "policy", "condition", "id"};
constexpr std::size_t id_digits = 12;

bool glob(std::string_view pattern, std::string_view text) {
  std::size_t p = 0;
  std::size_t t = 0;
  std::size_t star = pattern.npos;
  std::size_t retry = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      retry = t;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
      ++p;
      ++t;
    } else if (star != pattern.npos) {
      p = star + 1;
      t = ++retry;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == pattern.npos;
}

std::optional<double> quantity(std::string_view text) {
  try {
    return parse_quantity(text);
  } catch (const std::invalid_argument&) {
    return std::nullopt;
  }
}

bool any_pattern(const FilterTerm& term, std::string_view text) {
  return std::any_of(term.patterns.begin(), term.patterns.end(),
                     [&](const std::string& pattern) { return glob(pattern, text); });
}

bool any_name(const FilterTerm& term, const std::vector<std::string>& names) {
  return std::any_of(names.begin(), names.end(),
                     [&](const std::string& name) { return any_pattern(term, name); });
}

bool has_injector(const FilterTerm& term, const CellIdentity& cell) {
  if (cell.injectors.empty()) {
    return std::find(term.patterns.begin(), term.patterns.end(), "none") != term.patterns.end();
  }
  return any_name(term, cell.injectors);
}

bool has_probe(const FilterTerm& term, std::string_view probes) {
  if (any_pattern(term, probes)) return true;
  for (;;) {
    const auto plus = probes.find('+');
    if (any_pattern(term, probes.substr(0, plus))) return true;
    if (plus == probes.npos) return false;
    probes.remove_prefix(plus + 1);
  }
}

bool has_id(const FilterTerm& term, std::string_view id) {
  return std::any_of(term.patterns.begin(), term.patterns.end(),
                     [&](const std::string& start) { return id.substr(0, start.size()) == start; });
}

/// "3ms" and "3000us" are the same value. Both need a unit for that: "3" is not "3ns".
bool same_quantity(std::string_view a, std::string_view b) {
  const auto has_unit = [](std::string_view text) {
    return text.find_first_not_of("0123456789.") != text.npos;
  };
  if (has_unit(a) != has_unit(b)) return false;
  const std::optional<double> value = quantity(a);
  return value && value == quantity(b);
}

bool has_vary(const FilterTerm& term, const CellIdentity& cell) {
  const auto found = cell.vary.find(term.key);
  if (found == cell.vary.end()) return false;
  const std::string& written = found->second;
  if (term.least || term.most) {
    const std::optional<double> value = quantity(written);
    if (!value || (term.least && *value < *term.least) || (term.most && *value > *term.most)) {
      return false;
    }
    if (term.patterns.empty()) return true;
  }
  return std::any_of(term.patterns.begin(), term.patterns.end(), [&](const std::string& pattern) {
    return glob(pattern, written) || same_quantity(pattern, written);
  });
}

bool holds(const FilterTerm& term, const CellIdentity& cell) {
  if (term.key == "with") return has_injector(term, cell);
  if (term.key == "without") return !has_injector(term, cell);
  if (term.key == "probe") return has_probe(term, cell.probe);
  if (term.key == "cpu") return any_pattern(term, cell.cpus);
  if (term.key == "policy") return any_pattern(term, cell.policy);
  if (term.key == "condition") return any_pattern(term, cell.condition);
  if (term.key == "id") return has_id(term, cell.id);
  return has_vary(term, cell);
}

std::string term_text(const FilterTerm& term) {
  std::string result = term.key + "=";
  if (term.least || term.most) {
    if (term.least) result += number_text(*term.least);
    result += "..";
    if (term.most) result += number_text(*term.most);
    return result;
  }
  for (std::size_t i = 0; i < term.patterns.size(); ++i) {
    if (i > 0) result += '|';
    result += term.patterns[i];
  }
  return result;
}

void check_id(std::string_view text) {
  if (text.empty() || text.size() > id_digits ||
      text.find_first_not_of("0123456789abcdef") != text.npos) {
    throw std::invalid_argument(fmt::format(
        "\"{}\" is neither the start of a cell's id, such as \"7f3a91\", nor KEY=PATTERN, such as "
        "\"with=burst\"",
        text));
  }
}

void check_key(std::string_view key) {
  if (std::find(axes.begin(), axes.end(), key) != axes.end()) return;
  if (key.find('.') != key.npos && key.front() != '.' && key.back() != '.') return;
  throw std::invalid_argument(
      fmt::format("\"{}\" is not a key of a filter{}; there are {}, and the paths of vary, such as "
                  "injectors.burst.busy",
                  key, suggestion(key, {axes.begin(), axes.end()}), fmt::join(axes, ", ")));
}

void parse_range(std::string_view text, std::size_t dots, FilterTerm& term) {
  const std::string_view least = text.substr(0, dots);
  const std::string_view most = text.substr(dots + 2);
  if (!least.empty()) term.least = parse_quantity(least);
  if (!most.empty()) term.most = parse_quantity(most);
  if (!term.least && !term.most) {
    throw std::invalid_argument(fmt::format("the range of \"{}\" has no end", term.key));
  }
  if (term.least && term.most && *term.least > *term.most) {
    throw std::invalid_argument(fmt::format("the range \"{}\" runs backwards", text));
  }
}

FilterTerm parse_term(std::string_view key, std::string_view value) {
  check_key(key);
  FilterTerm term;
  term.key = key;
  const auto dots = value.find("..");
  if (dots != value.npos && key.find('.') != key.npos) {
    parse_range(value, dots, term);
    return term;
  }
  for (;;) {
    const auto bar = value.find('|');
    const std::string_view pattern = value.substr(0, bar);
    if (pattern.empty()) {
      throw std::invalid_argument(fmt::format("\"{}\" has an empty pattern", key));
    }
    if (key == "id") check_id(pattern);
    term.patterns.emplace_back(pattern);
    if (bar == value.npos) return term;
    value.remove_prefix(bar + 1);
  }
}

/// Cuts at commas; one without a key belongs to the CPU set before it ("cpu=0-3,8").
std::vector<std::string> cut_terms(std::string_view text) {
  std::vector<std::string> parts;
  for (;;) {
    const auto comma = text.find(',');
    const std::string part(text.substr(0, comma));
    if (part.find('=') != part.npos) {
      parts.push_back(part);
    } else if (!part.empty() && !parts.empty() && parts.back().substr(0, 4) == "cpu=") {
      parts.back().append(1, ',').append(part);
    } else {
      throw std::invalid_argument(
          fmt::format("\"{}\" is not KEY=PATTERN, such as \"with=burst\"", part));
    }
    if (comma == text.npos) return parts;
    text.remove_prefix(comma + 1);
  }
}

}  // namespace

bool Filter::matches(const CellIdentity& cell) const {
  return std::all_of(terms.begin(), terms.end(),
                     [&](const FilterTerm& term) { return holds(term, cell); });
}

std::string Filter::to_text() const {
  std::string result;
  for (const FilterTerm& term : terms) {
    if (!result.empty()) result += ',';
    result += term_text(term);
  }
  return result;
}

Filter parse_filter(std::string_view text) {
  Filter filter;
  if (text.find_first_of("=,") == text.npos) {
    check_id(text);
    filter.terms.push_back({"id", {std::string(text)}, std::nullopt, std::nullopt});
    return filter;
  }
  for (const std::string& part : cut_terms(text)) {
    const auto equals = part.find('=');
    const std::string_view whole = part;
    filter.terms.push_back(parse_term(whole.substr(0, equals), whole.substr(equals + 1)));
  }
  return filter;
}

}  // namespace shaketable
