// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace shaketable {

// Numbers are written as digits with an optional decimal part, no sign, exponent or space. All of
// the parsers throw std::invalid_argument, saying what is wrong and what would be right.

/// Nanoseconds. Units: ns us ms s min h. Has to be a whole number of nanoseconds.
std::int64_t parse_duration(std::string_view text);
/// Hertz. Units: mHz Hz kHz MHz GHz.
double parse_frequency(std::string_view text);
/// Bytes. Units: B, kB MB GB TB (decimal), KiB MiB GiB TiB (binary). Has to be a whole number of
/// bytes.
std::int64_t parse_size(std::string_view text);
/// "0.9" or "90%".
double parse_ratio(std::string_view text);
/// A plain integer from 0.
std::int64_t parse_count(std::string_view text);
/// A duration, frequency, size or ratio, by its unit, or a plain number; in its base unit.
double parse_quantity(std::string_view text);

/// Canonical forms, which parse back to the same value. The value has to be finite and not
/// negative.
std::string duration_text(std::int64_t nanoseconds);
std::string frequency_text(double hertz);
std::string size_text(std::int64_t bytes);
std::string number_text(double value);

}  // namespace shaketable
