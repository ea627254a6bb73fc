// SPDX-License-Identifier: Apache-2.0
#include "runner/conditions.hpp"

#include <fmt/format.h>

#include <charconv>

#include "scenarios/filter.hpp"
#include "scenarios/quantity.hpp"

namespace shaketable {
namespace {

constexpr std::string_view rt_runtime_file = "/proc/sys/kernel/sched_rt_runtime_us";
constexpr std::string_view idle_latency_file = "/dev/cpu_dma_latency";
constexpr std::string_view cpufreq_folder = "/sys/devices/system/cpu/cpufreq";

std::vector<std::string> governor_files(const Root& root) {
  std::vector<std::string> files;
  for (const std::string& policy : root.list(cpufreq_folder))
    if (policy.starts_with("policy"))
      files.push_back(fmt::format("{}/{}/scaling_governor", cpufreq_folder, policy));
  return files;
}

std::int64_t microseconds(std::string_view text) {
  return parse_duration(text) / 1000;
}

/// "unlimited" or a duration, as the kernel wants it.
std::string rt_runtime_value(std::string_view text) {
  return text == "unlimited" ? "-1" : std::to_string(microseconds(text));
}

std::string why_not_set(std::string_view key, std::string_view value, const Root& root) {
  if (key == "idle_latency")
    return root.exists(idle_latency_file)
               ? std::string{}
               : fmt::format("{} is missing: the kernel has no PM QoS", idle_latency_file);
  if (key == "rt_runtime")
    return root.exists(rt_runtime_file)
               ? std::string{}
               : fmt::format("{} is missing: the kernel does not throttle", rt_runtime_file);
  if (key == "governor") {
    const std::vector<std::string> files = governor_files(root);
    if (files.empty()) return fmt::format("{} has no policy: no cpufreq here", cpufreq_folder);
    const std::string offered =
        root.read(fmt::format("{}/../scaling_available_governors", files.front())).value_or("");
    if (!offered.empty() && offered.find(value) == std::string::npos)
      return fmt::format("governor {} is not offered here, only: {}", value, offered);
    return {};
  }
  return fmt::format("condition key {} cannot be set by this version", key);
}

bool matches(const std::string& pattern, const std::string& value) {
  CellIdentity probe;
  probe.condition = value;
  return Filter{{FilterTerm{"condition", {pattern}, {}, {}}}}.matches(probe);
}

}  // namespace

ConditionCheck check_condition(const Condition& condition, const Root& root,
                               const std::map<std::string, std::string>& machine) {
  for (const auto& [key, value] : condition.set)
    if (const std::string reason = why_not_set(key, value, root); !reason.empty())
      return {Outcome::unsupported, fmt::format("condition {}: {}", condition.name, reason)};
  for (const auto& [key, wanted] : condition.expect) {
    const auto found = machine.find(key);
    const std::string actual = found == machine.end() ? std::string{} : found->second;
    if (!matches(wanted, actual))
      return {Outcome::pending,
              fmt::format("condition {} expects {} = \"{}\", this boot has \"{}\"", condition.name,
                          key, wanted, actual)};
  }
  return {};
}

AppliedCondition::AppliedCondition(const Condition& condition, Journal& journal, const Root& root) {
  for (const auto& [key, value] : condition.set) {
    if (key == "idle_latency") {
      idle_.emplace_back(root, static_cast<std::int32_t>(microseconds(value)));
    } else if (key == "rt_runtime") {
      files_.emplace_back(journal, root, std::string(rt_runtime_file), rt_runtime_value(value));
    } else if (key == "governor") {
      for (const std::string& file : governor_files(root))
        files_.emplace_back(journal, root, file, value);
    }
  }
}

std::vector<std::string> AppliedCondition::restore() {
  std::vector<std::string> failures;
  while (!files_.empty()) {
    if (std::string failure = files_.back().restore(); !failure.empty())
      failures.push_back(std::move(failure));
    files_.pop_back();
  }
  idle_.clear();
  return failures;
}

}  // namespace shaketable
