// SPDX-License-Identifier: Apache-2.0
#include "scenarios/quantity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>

namespace shaketable {
namespace {

struct Unit {
  std::string_view name;
  std::int64_t factor;
};

constexpr std::array duration_units = {
    Unit{"ns", 1},
    Unit{"us", 1'000},
    Unit{"ms", 1'000'000},
    Unit{"s", 1'000'000'000},
    Unit{"min", 60'000'000'000},
    Unit{"h", 3'600'000'000'000},
};

constexpr std::array size_units = {
    Unit{"B", 1},
    Unit{"kB", 1'000},
    Unit{"KiB", std::int64_t{1} << 10},
    Unit{"MB", 1'000'000},
    Unit{"MiB", std::int64_t{1} << 20},
    Unit{"GB", 1'000'000'000},
    Unit{"GiB", std::int64_t{1} << 30},
    Unit{"TB", 1'000'000'000'000},
    Unit{"TiB", std::int64_t{1} << 40},
};

/// In millihertz.
constexpr std::array frequency_units = {
    Unit{"mHz", 1},
    Unit{"Hz", 1'000},
    Unit{"kHz", 1'000'000},
    Unit{"MHz", 1'000'000'000},
    Unit{"GHz", 1'000'000'000'000},
};

/// What is asked for, for messages.
struct Wanted {
  std::string_view what;
  std::string_view example;
};
constexpr Wanted wanted_duration{"a duration with its unit (ns, us, ms, s, min, h)", "10ms"};
constexpr Wanted wanted_frequency{"a frequency with its unit (mHz, Hz, kHz, MHz, GHz)", "20kHz"};
constexpr Wanted wanted_size{"a size with its unit (B, kB, KiB, MB, MiB, GB, GiB, TB, TiB)",
                             "64MiB"};
constexpr Wanted wanted_ratio{"a ratio", "0.9\" or \"90%"};
constexpr Wanted wanted_count{"a whole number without a unit", "12000"};
constexpr Wanted wanted_quantity{"a number, with its unit if it has one", "3ms"};

[[noreturn]] void refuse(std::string_view text, std::string_view problem, const Wanted& wanted) {
  throw std::invalid_argument(fmt::format("\"{}\" {}; expected {}, such as \"{}\"", text, problem,
                                          wanted.what, wanted.example));
}

struct Written {
  std::string_view number;
  std::string_view whole;
  std::string_view fraction;
  std::string_view unit;
};

std::size_t count_digits(std::string_view text) {
  const auto end =
      std::find_if(text.begin(), text.end(), [](char c) { return c < '0' || c > '9'; });
  return static_cast<std::size_t>(end - text.begin());
}

Written split(std::string_view text, const Wanted& wanted) {
  if (text.empty()) refuse(text, "is empty", wanted);
  if (text.front() == '-') refuse(text, "is negative", wanted);
  Written written;
  written.whole = text.substr(0, count_digits(text));
  if (written.whole.empty()) refuse(text, "does not begin with a digit", wanted);
  std::size_t end = written.whole.size();
  if (end < text.size() && text[end] == '.') {
    written.fraction = text.substr(end + 1, count_digits(text.substr(end + 1)));
    if (written.fraction.empty()) refuse(text, "has no digit after its point", wanted);
    end += 1 + written.fraction.size();
  }
  written.number = text.substr(0, end);
  written.unit = text.substr(end);
  return written;
}

const Unit* find_unit(std::span<const Unit> units, std::string_view name) {
  const auto found =
      std::find_if(units.begin(), units.end(), [&](const Unit& unit) { return unit.name == name; });
  return found == units.end() ? nullptr : &*found;
}

const Unit& need_unit(std::span<const Unit> units, std::string_view name, std::string_view text,
                      const Wanted& wanted) {
  if (name.empty()) refuse(text, "has no unit", wanted);
  const Unit* unit = find_unit(units, name);
  if (unit == nullptr) refuse(text, fmt::format("has the unknown unit \"{}\"", name), wanted);
  return *unit;
}

std::int64_t parse_exact(std::string_view text, std::span<const Unit> units, const Wanted& wanted) {
  __extension__ using Wide = unsigned __int128;
  constexpr std::size_t most_decimals = 18;
  const Written written = split(text, wanted);
  const auto factor =
      static_cast<std::uint64_t>(need_unit(units, written.unit, text, wanted).factor);
  std::uint64_t whole = 0;
  const char* end = written.whole.data() + written.whole.size();
  if (std::from_chars(written.whole.data(), end, whole).ec != std::errc{}) {
    refuse(text, "is too large", wanted);
  }
  if (written.fraction.size() > most_decimals) refuse(text, "has too many decimals", wanted);
  std::uint64_t decimals = 0;
  std::uint64_t scale = 1;
  for (const char digit : written.fraction) {
    decimals = decimals * 10 + static_cast<std::uint64_t>(digit - '0');
    scale *= 10;
  }
  const Wide part = Wide{decimals} * factor;
  if (part % scale != 0) {
    refuse(text, fmt::format("is not a whole number of {}", units.front().name), wanted);
  }
  const Wide total = Wide{whole} * factor + part / scale;
  if (total > static_cast<Wide>(std::numeric_limits<std::int64_t>::max())) {
    refuse(text, "is too large", wanted);
  }
  return static_cast<std::int64_t>(total);
}

double to_double(std::string_view number, std::string_view text, const Wanted& wanted) {
  double value = 0;
  const char* end = number.data() + number.size();
  const auto result = std::from_chars(number.data(), end, value, std::chars_format::fixed);
  if (result.ec != std::errc{} || result.ptr != end || !std::isfinite(value)) {
    refuse(text, "is out of range", wanted);
  }
  return value;
}

std::optional<double> hertz(const Written& written, const Unit& unit, std::string_view text) {
  const double number = to_double(written.number, text, wanted_frequency);
  const double value =
      unit.factor == 1 ? number / 1e3 : number * static_cast<double>(unit.factor / 1000);
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

}  // namespace

std::int64_t parse_duration(std::string_view text) {
  return parse_exact(text, duration_units, wanted_duration);
}

std::int64_t parse_size(std::string_view text) {
  return parse_exact(text, size_units, wanted_size);
}

double parse_frequency(std::string_view text) {
  const Written written = split(text, wanted_frequency);
  const Unit& unit = need_unit(frequency_units, written.unit, text, wanted_frequency);
  const std::optional<double> value = hertz(written, unit, text);
  if (!value) refuse(text, "is too large", wanted_frequency);
  return *value;
}

double parse_ratio(std::string_view text) {
  const Written written = split(text, wanted_ratio);
  const double number = to_double(written.number, text, wanted_ratio);
  if (written.unit.empty()) return number;
  if (written.unit != "%") {
    refuse(text, fmt::format("has the unknown unit \"{}\"", written.unit), wanted_ratio);
  }
  return number / 100;
}

std::int64_t parse_count(std::string_view text) {
  const Written written = split(text, wanted_count);
  if (!written.unit.empty() || !written.fraction.empty()) {
    refuse(text, "is not a plain integer", wanted_count);
  }
  std::int64_t value = 0;
  if (std::from_chars(text.data(), text.data() + text.size(), value).ec != std::errc{}) {
    refuse(text, "is too large", wanted_count);
  }
  return value;
}

double parse_quantity(std::string_view text) {
  const Written written = split(text, wanted_quantity);
  if (written.unit.empty() || written.unit == "%") return parse_ratio(text);
  if (find_unit(duration_units, written.unit) != nullptr) {
    return static_cast<double>(parse_duration(text));
  }
  if (find_unit(size_units, written.unit) != nullptr) return static_cast<double>(parse_size(text));
  if (find_unit(frequency_units, written.unit) != nullptr) return parse_frequency(text);
  refuse(text, fmt::format("has the unknown unit \"{}\"", written.unit), wanted_quantity);
}

std::string duration_text(std::int64_t nanoseconds) {
  // Minutes and hours are left out: "60s" reads as it is mostly written.
  const Unit* best = &duration_units.front();
  for (const Unit& unit : std::span(duration_units).first<4>()) {
    if (nanoseconds % unit.factor == 0) best = &unit;
  }
  return fmt::format("{}{}", nanoseconds / best->factor, best->name);
}

std::string size_text(std::int64_t bytes) {
  if (bytes == 0) return "0B";
  const Unit* best = &size_units.front();
  for (const Unit& unit : size_units) {
    if (bytes % unit.factor == 0) best = &unit;
  }
  return fmt::format("{}{}", bytes / best->factor, best->name);
}

std::string number_text(double value) {
  std::array<char, 1100> buffer{};
  const auto result =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed);
  return {buffer.data(), result.ptr};
}

std::string frequency_text(double hertz) {
  constexpr std::array<std::pair<std::string_view, double>, 3> large = {
      {{"GHz", 1e9}, {"MHz", 1e6}, {"kHz", 1e3}}};
  for (const auto& [name, factor] : large) {
    const double number = hertz / factor;
    if (number >= 1 && number * factor == hertz) return number_text(number).append(name);
  }
  return number_text(hertz) + "Hz";
}

}  // namespace shaketable
