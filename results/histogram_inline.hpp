// SPDX-License-Identifier: Apache-2.0
#pragma once

// The part of histogram.hpp that must be inlined into measuring loops; included by it alone.
#include "results/histogram.hpp"

namespace shaketable {

inline std::uint32_t Histogram::index(std::int64_t value) noexcept {
  // Limits of the decades: values of decade d lie in [1000·10^d, 10000·10^d), in steps of 10^(d+1).
  constexpr std::array<std::uint64_t, decades> begin{
      1'000,       10'000,        100'000,        1'000'000,      10'000'000,
      100'000'000, 1'000'000'000, 10'000'000'000, 100'000'000'000};
  // 10^(d+1) = 2^(d+1) × 5^(d+1): shift first, then multiply by ceil(2^64 ÷ 5^(d+1)). The high half
  // of the product is the exact quotient, since (value >> (d+1)) × 5^(d+1) < 2^64 below the limit.
  constexpr std::array<std::uint64_t, decades> reciprocal = [] {
    std::array<std::uint64_t, decades> table{};
    std::uint64_t step = 5;
    for (auto& entry : table) {
      entry = ~std::uint64_t{0} / step + 1;
      step *= 5;
    }
    return table;
  }();
  // A decade by the number of bits, one too high at most.
  constexpr std::array<std::uint8_t, 41> by_width = [] {
    std::array<std::uint8_t, 41> table{};
    for (std::uint32_t width = 10; width <= 40; ++width) {
      std::uint64_t bound = 10'000;
      std::uint8_t decade = 0;
      while (decade < decades - 1 && bound <= (std::uint64_t{1} << width) - 1) {
        bound *= 10;
        ++decade;
      }
      table[width] = decade;
    }
    return table;
  }();
  const auto amount = static_cast<std::uint64_t>(value);
  if (amount < begin[0]) return static_cast<std::uint32_t>(amount);
  std::uint32_t decade = by_width[static_cast<std::size_t>(std::bit_width(amount))];
  if (amount < begin[decade]) --decade;
  const auto step =
      static_cast<std::uint32_t>((Square{amount >> (decade + 1)} * reciprocal[decade]) >> 64U);
  return 1000 + 900 * decade + step - 100;
}

inline void Histogram::record(std::int64_t value) noexcept {
  if (samples_ == 0 || value < min_) min_ = value;
  if (samples_ == 0 || value > max_) max_ = value;
  ++samples_;
  sum_ += value;
  // Unsigned, so that the most negative value has an amount, too.
  const std::uint64_t amount =
      value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
  squares_ += Square{amount} * amount;
  if (amount >= static_cast<std::uint64_t>(limit)) [[unlikely]] {
    ++overflow_;
    return;
  }
  ++(value < 0 ? negative_ : positive_)[index(static_cast<std::int64_t>(amount))];
}

}  // namespace shaketable
