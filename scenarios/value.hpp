// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace shaketable {

/// What a parameter is measured in. Numbers in a scenario carry their unit ("3ms", "20kHz",
/// "64MiB"); they are kept in the base unit that is named here.
enum class ValueType : std::uint8_t {
  flag,       ///< true or false
  count,      ///< std::int64_t, written as a plain integer
  ratio,      ///< double, a plain number or "90%"
  duration,   ///< std::int64_t nanoseconds, "10us"
  frequency,  ///< double hertz, "20kHz"
  size,       ///< std::int64_t bytes, "64MiB" (binary) or "64MB" (decimal)
  choice,     ///< std::string, one of Parameter::choices
  text,       ///< std::string
  texts,      ///< std::vector<std::string>
  durations,  ///< std::vector<std::int64_t> nanoseconds
};

using Value = std::variant<bool, std::int64_t, double, std::string, std::vector<std::string>,
                           std::vector<std::int64_t>>;

/// Resolved parameters by name; every parameter of the kind is present.
using ParameterMap = std::map<std::string, Value, std::less<>>;

/// The value in its canonical text form ("3ms", "0.9", "true", "20kHz"), which parses back to the
/// same value.
std::string to_text(const Value& value, ValueType type);

}  // namespace shaketable
