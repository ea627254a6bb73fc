// SPDX-License-Identifier: Apache-2.0
#include "scenarios/value.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "scenarios/quantity.hpp"

namespace shaketable {
namespace {

template <typename T>
const T& need(const Value& value) {
  const T* held = std::get_if<T>(&value);
  if (held == nullptr) throw std::invalid_argument("a parameter's value is not of its type");
  return *held;
}

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      result.append({'\\', c});
    } else if (byte < 0x20 || byte == 0x7f) {
      result += fmt::format("\\u{:04x}", byte);
    } else {
      result += c;
    }
  }
  return result + '"';
}

template <typename List, typename ToText>
std::string array_text(const List& items, ToText item_text) {
  std::string result = "[";
  for (const auto& item : items) {
    if (result.size() > 1) result += ", ";
    result += quoted(item_text(item));
  }
  return result + "]";
}

}  // namespace

std::string to_text(const Value& value, ValueType type) {
  switch (type) {
    case ValueType::flag:
      return need<bool>(value) ? "true" : "false";
    case ValueType::count:
      return std::to_string(need<std::int64_t>(value));
    case ValueType::ratio:
      return number_text(need<double>(value));
    case ValueType::duration:
      return duration_text(need<std::int64_t>(value));
    case ValueType::frequency:
      return frequency_text(need<double>(value));
    case ValueType::size:
      return size_text(need<std::int64_t>(value));
    case ValueType::choice:
    case ValueType::text:
      return need<std::string>(value);
    case ValueType::texts:
      return array_text(need<std::vector<std::string>>(value),
                        [](const std::string& text) { return text; });
    case ValueType::durations:
      return array_text(need<std::vector<std::int64_t>>(value), duration_text);
  }
  throw std::invalid_argument("unknown type of value");
}

}  // namespace shaketable
