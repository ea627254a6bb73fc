// SPDX-License-Identifier: Apache-2.0
#include "results/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace shaketable {
namespace {

std::vector<HistogramBucket> filled_buckets(const Histogram& histogram) {
  std::vector<HistogramBucket> filled;
  for (std::uint32_t i = Histogram::buckets; i-- > 0;) {
    if (const std::uint64_t count = histogram.negative(i); count > 0)
      filled.push_back({1 - Histogram::high(i), 1 - Histogram::low(i), count});
  }
  for (std::uint32_t i = 0; i < Histogram::buckets; ++i) {
    if (const std::uint64_t count = histogram.positive(i); count > 0)
      filled.push_back({Histogram::low(i), Histogram::high(i), count});
  }
  return filled;
}

// In whole parts, since 0.999 × 3000 in floating point may exceed 2997 and then rounds up to 2998.
std::uint64_t rank_of(double level, std::uint64_t samples) {
  constexpr std::uint64_t whole = 100'000;
  const auto parts = static_cast<std::uint64_t>(std::llround(level * double{whole}));
  const std::uint64_t rest = samples % whole * parts;
  return samples / whole * parts + (rest + whole - 1) / whole;
}

std::int64_t quantile(const MetricResult& metric, double level) {
  const std::uint64_t rank = rank_of(level, metric.samples);
  std::uint64_t seen = 0;
  for (const HistogramBucket& bucket : metric.histogram) {
    seen += bucket.count;
    if (seen >= rank) return std::clamp(bucket.high - 1, metric.min, metric.max);
  }
  return metric.max;
}

// Counts may come from a damaged file: a sum that wraps around must not balance by chance.
template <typename Rows, typename Count>
std::optional<std::uint64_t> checked_sum(const Rows& rows, Count count, std::uint64_t sum) {
  for (const auto& row : rows) {
    if (__builtin_add_overflow(sum, count(row), &sum)) return std::nullopt;
  }
  return sum;
}

std::string as_text(const std::optional<std::uint64_t>& sum) {
  return sum ? fmt::format("{}", *sum) : "more than 64 bits hold";
}

std::string check_buckets(const MetricResult& metric) {
  const HistogramBucket* previous = nullptr;
  for (const HistogramBucket& bucket : metric.histogram) {
    if (bucket.low >= bucket.high)
      return fmt::format("bucket [{}, {}) holds no value", bucket.low, bucket.high);
    if (bucket.count == 0)
      return fmt::format("bucket [{}, {}) is stored but empty", bucket.low, bucket.high);
    if (previous != nullptr && bucket.low < previous->high)
      return fmt::format("bucket [{}, {}) does not lie above [{}, {})", bucket.low, bucket.high,
                         previous->low, previous->high);
    previous = &bucket;
  }
  const auto sum = checked_sum(
      metric.histogram, [](const HistogramBucket& bucket) { return bucket.count; },
      metric.overflow);
  if (sum != metric.samples)
    return fmt::format("counts and overflow sum to {}, but there are {} samples", as_text(sum),
                       metric.samples);
  return "";
}

std::string check_extreme(const char* name, std::int64_t value, const HistogramBucket* outermost) {
  if (outermost == nullptr) return fmt::format("{} {} lies in no bucket", name, value);
  if (value >= outermost->low && value < outermost->high) return "";
  return fmt::format("{} {} lies outside the outermost bucket [{}, {})", name, value,
                     outermost->low, outermost->high);
}

std::string check_extremes(const MetricResult& metric) {
  if (metric.samples == 0) return "";
  if (metric.min > metric.max) return fmt::format("min {} is above max {}", metric.min, metric.max);
  const auto beyond = [](std::int64_t value) {
    return value >= Histogram::limit || value <= -Histogram::limit;
  };
  const bool min_beyond = beyond(metric.min);
  const bool max_beyond = beyond(metric.max);
  if (metric.overflow > 0 && !min_beyond && !max_beyond)
    return fmt::format("overflow is {}, but min {} and max {} lie within the histogram",
                       metric.overflow, metric.min, metric.max);
  const bool empty = metric.histogram.empty();
  if (metric.overflow == 0 || !min_beyond) {
    auto error = check_extreme("min", metric.min, empty ? nullptr : &metric.histogram.front());
    if (!error.empty()) return error;
  }
  if (metric.overflow == 0 || !max_beyond)
    return check_extreme("max", metric.max, empty ? nullptr : &metric.histogram.back());
  return "";
}

std::string check_series(const MetricResult& metric) {
  if (metric.series.empty()) return "";
  const auto sum = checked_sum(
      metric.series, [](const SeriesSlice& slice) { return slice.n; }, 0);
  if (sum == metric.samples) return "";
  return fmt::format("the series sums to {}, but there are {} samples", as_text(sum),
                     metric.samples);
}

std::string check_worst(const MetricResult& metric) {
  if (metric.worst.empty()) return "";
  if (metric.samples == 0) return "there are worst samples, but no samples";
  const auto largest = std::max_element(
      metric.worst.begin(), metric.worst.end(),
      [](const WorstSample& a, const WorstSample& b) { return a.value < b.value; });
  if (largest->value == metric.max) return "";
  return fmt::format("the largest of the worst samples is {}, but max is {}", largest->value,
                     metric.max);
}

}  // namespace

MetricResult summarise(const Histogram& histogram, std::string unit, bool is_signed, bool primary) {
  MetricResult metric;
  metric.unit = std::move(unit);
  metric.is_signed = is_signed;
  metric.primary = primary;
  metric.samples = histogram.samples();
  metric.overflow = histogram.overflow();
  metric.min = histogram.min();
  metric.mean = histogram.mean();
  metric.stddev = histogram.stddev();
  metric.max = histogram.max();
  metric.histogram = filled_buckets(histogram);
  if (metric.samples == 0) return metric;
  for (std::size_t i = 0; i < quantile_levels.size(); ++i)
    metric.quantiles[i] = quantile(metric, quantile_levels[i]);
  return metric;
}

std::string check_books(const MetricResult& metric) {
  for (const auto check : {check_buckets, check_extremes, check_series, check_worst}) {
    std::string error = check(metric);
    if (!error.empty()) return error;
  }
  return "";
}

}  // namespace shaketable
