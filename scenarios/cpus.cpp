// SPDX-License-Identifier: Apache-2.0
#include "scenarios/cpus.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "scenarios/nearest.hpp"
#include "scenarios/quantity.hpp"

namespace shaketable {
namespace {

using Names = std::map<std::string, std::string, std::less<>>;

constexpr std::array<std::string_view, 7> selectors = {
    "probe", "siblings", "same-llc", "others", "housekeeping", "isolated", "measure"};
constexpr std::string_view node_prefix = "node:";

/// The kernel's own limit, CONFIG_NR_CPUS, is 8192 at most.
constexpr std::int64_t largest_cpu = 8191;
constexpr int deepest_nesting = 16;

CpuList sorted(CpuList cpus) {
  std::sort(cpus.begin(), cpus.end());
  cpus.erase(std::unique(cpus.begin(), cpus.end()), cpus.end());
  return cpus;
}

CpuList both(const CpuList& a, const CpuList& b) {
  CpuList result;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(result));
  return result;
}

CpuList without(const CpuList& a, const CpuList& b) {
  CpuList result;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(result));
  return result;
}

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const auto at = text.find(separator);
    parts.push_back(trimmed(text.substr(0, at)));
    if (at == text.npos) return parts;
    text.remove_prefix(at + 1);
  }
}

int parse_cpu(std::string_view text) {
  const std::int64_t cpu = parse_count(text);
  if (cpu > largest_cpu) {
    throw std::invalid_argument(fmt::format("CPU {} is beyond the largest, {}", cpu, largest_cpu));
  }
  return static_cast<int>(cpu);
}

CpuList parse_range(std::string_view text) {
  try {
    const auto dash = text.find('-');
    const int first = parse_cpu(text.substr(0, dash));
    const int last = dash == text.npos ? first : parse_cpu(text.substr(dash + 1));
    if (last < first) throw std::invalid_argument("the range runs backwards");
    CpuList result;
    for (int cpu = first; cpu <= last; ++cpu) result.push_back(cpu);
    return result;
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(fmt::format(
        "\"{}\" is not a set of CPUs, such as \"0-3,8\" or \"@isolated\": {}", text, error.what()));
  }
}

/// Walks an expression. Without a machine it only checks the form, and every selector is empty.
class Resolver {
 public:
  explicit Resolver(const CpuContext& context) : context_(context) {}

  CpuList expression(std::string_view text) {
    if (++depth_ > deepest_nesting) {
      throw std::invalid_argument(
          fmt::format("\"{}\" is nested too deeply; does a name in [cpus] refer to itself?", text));
    }
    const auto parts = split(text, '&');
    CpuList result = any_of(parts.front());
    for (std::size_t i = 1; i < parts.size(); ++i) result = both(result, any_of(parts[i]));
    --depth_;
    return result;
  }

 private:
  CpuList any_of(std::string_view text) {
    CpuList result;
    for (const std::string_view item : split(text, ',')) {
      if (item.empty())
        throw std::invalid_argument(fmt::format("a set of CPUs in \"{}\" is empty", text));
      const CpuList more = item.front() == '@' ? selector(item.substr(1)) : parse_range(item);
      result.insert(result.end(), more.begin(), more.end());
    }
    return sorted(std::move(result));
  }

  CpuList selector(std::string_view name) {
    if (name.substr(0, node_prefix.size()) == node_prefix) return node(name);
    if (std::find(selectors.begin(), selectors.end(), name) != selectors.end()) {
      return context_.machine == nullptr ? CpuList{} : built_in(name, *context_.machine);
    }
    if (context_.names != nullptr) {
      const auto found = context_.names->find(name);
      if (found != context_.names->end()) return expression(found->second);
    }
    throw std::invalid_argument(
        fmt::format("\"@{}\" is not a selector of CPUs{}", name, suggestion(name, known_names())));
  }

  CpuList node(std::string_view name) const {
    std::int64_t number = 0;
    try {
      number = parse_count(name.substr(node_prefix.size()));
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument(fmt::format("\"@{}\": {}", name, error.what()));
    }
    if (context_.machine == nullptr) return {};
    for (const auto& [id, cpus] : context_.machine->nodes) {
      if (id == number) return both(sorted(cpus), sorted(context_.machine->allowed));
    }
    return {};
  }

  CpuList built_in(std::string_view name, const MachineView& machine) const {
    if (name == "measure") return {measure_cpu(machine)};
    if (name == "isolated") return sorted(machine.isolated);
    const CpuList allowed = sorted(machine.allowed);
    if (name == "housekeeping") return known(context_.housekeeping, name);
    if (name == "probe") return known(context_.probe, name);
    const CpuList probe = known(context_.probe, name);
    if (name == "siblings")
      return both(without(neighbours(machine.siblings, probe), probe), allowed);
    if (name == "same-llc")
      return both(without(neighbours(machine.same_llc, probe), probe), allowed);
    return without(without(allowed, probe), known(context_.housekeeping, name));
  }

  static CpuList known(const CpuList* cpus, std::string_view selector) {
    if (cpus == nullptr) {
      throw std::invalid_argument(fmt::format("\"@{}\" is not known at this place", selector));
    }
    return sorted(*cpus);
  }

  static CpuList neighbours(const std::map<int, CpuList>& groups, const CpuList& cpus) {
    CpuList result;
    for (const int cpu : cpus) {
      const auto group = groups.find(cpu);
      if (group != groups.end())
        result.insert(result.end(), group->second.begin(), group->second.end());
    }
    return sorted(std::move(result));
  }

  std::vector<std::string> known_names() const {
    std::vector<std::string> result(selectors.begin(), selectors.end());
    result.emplace_back("node:0");
    if (context_.names != nullptr) {
      for (const auto& [name, expression] : *context_.names) result.push_back(name);
    }
    return result;
  }

  const CpuContext& context_;
  int depth_ = 0;
};

}  // namespace

std::string to_text(const CpuList& cpus) {
  if (cpus.empty()) return "-";
  std::string result;
  for (std::size_t i = 0; i < cpus.size();) {
    std::size_t last = i;
    while (last + 1 < cpus.size() && cpus[last + 1] == cpus[last] + 1) ++last;
    if (!result.empty()) result += ',';
    result += std::to_string(cpus[i]);
    if (last > i) result += fmt::format("-{}", cpus[last]);
    i = last + 1;
  }
  return result;
}

int measure_cpu(const MachineView& machine) {
  if (!machine.isolated.empty()) {
    return *std::min_element(machine.isolated.begin(), machine.isolated.end());
  }
  if (machine.allowed.empty()) return 0;
  return *std::max_element(machine.allowed.begin(), machine.allowed.end());
}

std::optional<std::string> check_cpu_expression(std::string_view text, const Names& names) {
  CpuContext context;
  context.names = &names;
  try {
    Resolver(context).expression(text);
    return std::nullopt;
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
}

CpuList resolve_cpus(std::string_view text, const CpuContext& context) {
  if (context.machine == nullptr)
    throw std::invalid_argument("CPUs are resolved without a machine");
  return Resolver(context).expression(text);
}

}  // namespace shaketable
