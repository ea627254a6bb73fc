// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace shaketable {

/// Decimal buckets for latencies in ns: 1 ns wide below 1 µs, then 900 per decade up to 1,000 s.
/// Classes of 1 µs are therefore exact up to 1 ms, and a bucket is never wider than 1 % of its
/// value above. Plain memory of a fixed size, so that it may lie in memory shared between a probe
/// and the supervisor; zero-filled memory is an empty histogram.
class Histogram {
 public:
  static constexpr int decades = 9;
  static constexpr std::uint32_t buckets = 1000 + 900 * decades;
  static constexpr std::int64_t limit = 1'000'000'000'000;  ///< ns; at and above: overflow

  /// Index of a value's bucket; 0 ≤ value < limit.
  static std::uint32_t index(std::int64_t value) noexcept;
  /// Half-open range [low, high) of a bucket.
  static std::int64_t low(std::uint32_t bucket) noexcept;
  static std::int64_t high(std::uint32_t bucket) noexcept { return low(bucket + 1); }

  /// Counts one value. Negative values go into mirrored buckets; |value| ≥ limit is counted as
  /// overflow. The extremes, the sum and the sum of squares take every value, overflow included,
  /// and are exact.
  void record(std::int64_t value) noexcept;
  /// Adds `count` equal values.
  void record(std::int64_t value, std::uint64_t count) noexcept;
  void merge(const Histogram& other) noexcept;
  void clear() noexcept { *this = Histogram{}; }

  std::uint64_t samples() const noexcept { return samples_; }
  std::uint64_t overflow() const noexcept { return overflow_; }
  std::int64_t min() const noexcept { return samples_ == 0 ? 0 : min_; }
  std::int64_t max() const noexcept { return samples_ == 0 ? 0 : max_; }
  std::int64_t sum() const noexcept { return sum_; }
  double mean() const noexcept;
  double stddev() const noexcept;  ///< population standard deviation
  std::uint64_t positive(std::uint32_t bucket) const noexcept { return positive_[bucket]; }
  std::uint64_t negative(std::uint32_t bucket) const noexcept { return negative_[bucket]; }
  std::uint64_t counted() const noexcept;  ///< sum over all buckets; counted + overflow = samples

 private:
  __extension__ using Square = unsigned __int128;

  std::uint64_t samples_ = 0;
  std::uint64_t overflow_ = 0;
  std::int64_t min_ = 0;
  std::int64_t max_ = 0;
  std::int64_t sum_ = 0;
  Square squares_ = 0;
  std::array<std::uint64_t, buckets> positive_{};
  std::array<std::uint64_t, buckets> negative_{};  ///< of −value; bucket 0 is not used
};

}  // namespace shaketable

#include "results/histogram_inline.hpp"
