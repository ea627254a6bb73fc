// SPDX-License-Identifier: Apache-2.0
#include "scenarios/policy.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "scenarios/quantity.hpp"

namespace shaketable {
namespace {

constexpr std::string_view forms =
    "expected other, batch, idle, fifo:N, rr:N or deadline:runtime/deadline/period";

/// The kernel refuses a smaller runtime, see __checkparam_dl().
constexpr std::int64_t least_runtime_ns = 1024;

Policy parse_priority(PolicyClass policy_class, std::string_view name, std::string_view text) {
  std::int64_t priority = 0;
  try {
    priority = parse_count(text);
  } catch (const std::invalid_argument&) {
    priority = 0;
  }
  if (priority < 1 || priority > 99) {
    throw std::invalid_argument(fmt::format(
        "the priority \"{0}\" of {1} is not from 1 to 99, as in \"{1}:80\"", text, name));
  }
  return {policy_class, static_cast<int>(priority)};
}

Policy parse_deadline(std::string_view text) {
  const auto first = text.find('/');
  const auto second = first == text.npos ? text.npos : text.find('/', first + 1);
  if (second == text.npos || text.find('/', second + 1) != text.npos) {
    throw std::invalid_argument(
        fmt::format("\"{}\" is not runtime/deadline/period, as in \"deadline:1ms/5ms/5ms\"", text));
  }
  Policy policy{PolicyClass::deadline};
  policy.runtime_ns = parse_duration(text.substr(0, first));
  policy.deadline_ns = parse_duration(text.substr(first + 1, second - first - 1));
  policy.period_ns = parse_duration(text.substr(second + 1));
  if (policy.runtime_ns > policy.deadline_ns || policy.deadline_ns > policy.period_ns) {
    throw std::invalid_argument(
        fmt::format("in \"deadline:{}\", runtime <= deadline <= period does not hold", text));
  }
  if (policy.runtime_ns < least_runtime_ns) {
    throw std::invalid_argument(
        fmt::format("in \"deadline:{}\", the runtime is below the kernel's least, {} ns", text,
                    least_runtime_ns));
  }
  return policy;
}

Policy parse(std::string_view text) {
  if (text == "other") return {PolicyClass::other};
  if (text == "batch") return {PolicyClass::batch};
  if (text == "idle") return {PolicyClass::idle};
  const auto colon = text.find(':');
  const std::string_view name = text.substr(0, colon);
  const std::string_view rest = colon == text.npos ? std::string_view{} : text.substr(colon + 1);
  if (name == "fifo") return parse_priority(PolicyClass::fifo, name, rest);
  if (name == "rr") return parse_priority(PolicyClass::round_robin, name, rest);
  if (name == "deadline") return parse_deadline(rest);
  throw std::invalid_argument(fmt::format("\"{}\" is not a policy; {}", text, forms));
}

}  // namespace

std::optional<Policy> parse_policy(std::string_view text, std::string& problem) {
  try {
    return parse(text);
  } catch (const std::invalid_argument& error) {
    problem = error.what();
    return std::nullopt;
  }
}

std::string to_text(const Policy& policy) {
  switch (policy.policy_class) {
    case PolicyClass::other:
      return "other";
    case PolicyClass::batch:
      return "batch";
    case PolicyClass::idle:
      return "idle";
    case PolicyClass::fifo:
      return fmt::format("fifo:{}", policy.priority);
    case PolicyClass::round_robin:
      return fmt::format("rr:{}", policy.priority);
    case PolicyClass::deadline:
      return fmt::format("deadline:{}/{}/{}", duration_text(policy.runtime_ns),
                         duration_text(policy.deadline_ns), duration_text(policy.period_ns));
  }
  return "other";
}

}  // namespace shaketable
