// SPDX-License-Identifier: Apache-2.0
#include "results/histogram.hpp"

#include <cmath>
#include <numeric>
#include <type_traits>

namespace shaketable {

static_assert(std::is_trivially_copyable_v<Histogram> && std::is_standard_layout_v<Histogram>,
              "it lies in memory that two processes share");

std::int64_t Histogram::low(std::uint32_t bucket) noexcept {
  if (bucket < 1000) return bucket;
  std::int64_t step = 10;
  for (std::uint32_t decade = (bucket - 1000) / 900; decade > 0; --decade) step *= 10;
  return (100 + (bucket - 1000) % 900) * step;
}

void Histogram::record(std::int64_t value, std::uint64_t count) noexcept {
  if (count == 0) return;
  record(value);
  const std::uint64_t more = count - 1;
  const std::uint64_t amount =
      value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
  samples_ += more;
  sum_ += value * static_cast<std::int64_t>(more);
  squares_ += Square{amount} * amount * more;
  if (amount >= static_cast<std::uint64_t>(limit))
    overflow_ += more;
  else
    (value < 0 ? negative_ : positive_)[index(static_cast<std::int64_t>(amount))] += more;
}

void Histogram::merge(const Histogram& other) noexcept {
  if (other.samples_ == 0) return;
  if (samples_ == 0 || other.min_ < min_) min_ = other.min_;
  if (samples_ == 0 || other.max_ > max_) max_ = other.max_;
  samples_ += other.samples_;
  overflow_ += other.overflow_;
  sum_ += other.sum_;
  squares_ += other.squares_;
  for (std::uint32_t i = 0; i < buckets; ++i) {
    positive_[i] += other.positive_[i];
    negative_[i] += other.negative_[i];
  }
}

double Histogram::mean() const noexcept {
  return samples_ == 0 ? 0 : static_cast<double>(sum_) / static_cast<double>(samples_);
}

double Histogram::stddev() const noexcept {
  if (samples_ == 0) return 0;
  const long double n = static_cast<long double>(samples_);
  const long double mean = static_cast<long double>(sum_) / n;
  const long double variance = static_cast<long double>(squares_) / n - mean * mean;
  return variance > 0 ? static_cast<double>(std::sqrt(variance)) : 0;
}

std::uint64_t Histogram::counted() const noexcept {
  const auto sum = [](const auto& counts) {
    return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  };
  return sum(positive_) + sum(negative_);
}

}  // namespace shaketable
