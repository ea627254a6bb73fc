// SPDX-License-Identifier: Apache-2.0
#include "results/summary.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <random>

namespace shaketable {
namespace {

using ::testing::HasSubstr;

MetricResult summary_of(const std::vector<std::int64_t>& values) {
  const auto histogram = std::make_unique<Histogram>();
  for (const std::int64_t value : values) histogram->record(value);
  return summarise(*histogram, "ns", true, true);
}

TEST(Summary, BucketsHoldTheirEdgesAndAscend) {
  for (std::uint32_t i = 1; i < Histogram::buckets; i += 7) {
    const std::int64_t low = Histogram::low(i);
    const std::int64_t top = Histogram::high(i) - 1;
    const MetricResult metric = summary_of({low, top, -low, -top});
    ASSERT_EQ(metric.histogram.size(), 2U);
    const HistogramBucket& negative = metric.histogram[0];
    const HistogramBucket& positive = metric.histogram[1];
    EXPECT_EQ(negative.low, -top);
    EXPECT_EQ(negative.high, -low + 1);
    EXPECT_EQ(positive.low, low);
    EXPECT_EQ(positive.high, top + 1);
    EXPECT_EQ(negative.count, 2U);
    EXPECT_EQ(positive.count, 2U);
    EXPECT_EQ(check_books(metric), "");
  }
}

TEST(Summary, QuantilesAreWithinABucketsWidthOfTheSortedValues) {
  std::mt19937_64 random(23);
  for (const std::size_t size : {1U, 2U, 10U, 99U, 1000U, 3000U, 100'000U}) {
    std::vector<std::int64_t> values(size);
    for (auto& value : values) {
      value = static_cast<std::int64_t>((random() >> 25) >> (random() % 39));
      if (random() % 3 == 0) value = -value;
    }
    const MetricResult metric = summary_of(values);
    EXPECT_EQ(check_books(metric), "");
    std::sort(values.begin(), values.end());
    // ⌈level × size⌉ from the tail: levels are 1 − tail ÷ 100,000.
    const std::array<std::size_t, 6> tails{50'000, 10'000, 1'000, 100, 10, 1};
    for (std::size_t q = 0; q < tails.size(); ++q) {
      const std::int64_t exact = values[size - size * tails[q] / 100'000 - 1];
      const std::int64_t got = metric.quantiles[q];
      EXPECT_GE(got, exact) << size << ' ' << quantile_names[q];
      EXPECT_LE(got, std::min<std::int64_t>(values.back(), exact + std::abs(exact) / 100))
          << size << ' ' << quantile_names[q];
    }
  }
}

TEST(Summary, KeepsQuantilesWithinTheExtremes) {
  const MetricResult metric = summary_of({123'456});
  for (const std::int64_t value : metric.quantiles) EXPECT_EQ(value, 123'456);
}

TEST(Summary, OverflowLiesBeyondEveryBucket) {
  const MetricResult metric = summary_of({1, 2, Histogram::limit, Histogram::limit + 9});
  EXPECT_EQ(metric.quantiles[0], 2);
  EXPECT_EQ(metric.quantiles[1], Histogram::limit + 9);
  EXPECT_EQ(check_books(metric), "");
  EXPECT_EQ(check_books(summary_of({-Histogram::limit, 3})), "");
  EXPECT_EQ(check_books(summary_of({Histogram::limit})), "");
}

TEST(Summary, SaysNothingOfNoSamples) {
  const MetricResult metric = summary_of({});
  EXPECT_EQ(metric.unit, "ns");
  EXPECT_TRUE(metric.histogram.empty());
  EXPECT_EQ(metric.quantiles, decltype(metric.quantiles){});
  EXPECT_EQ(check_books(metric), "");
}

class Books : public ::testing::Test {
 protected:
  Books() {
    metric_.series = {{0, 2, -7, 0, 5}, {10, 2, 900, 0, 1'234}};
    metric_.worst = {{3, 12, 1'234, ""}, {2, 11, 900, ""}};
  }
  MetricResult metric_ = summary_of({-7, 5, 900, 1'234});
};

TEST_F(Books, BalanceAsSummarised) {
  EXPECT_EQ(check_books(metric_), "");
}

TEST_F(Books, FindALostSample) {
  ++metric_.samples;
  EXPECT_THAT(check_books(metric_), HasSubstr("sum to 4, but there are 5"));
}

TEST_F(Books, FindASumThatWrapsAround) {
  metric_.histogram[0].count += std::numeric_limits<std::uint64_t>::max() - 1;
  EXPECT_THAT(check_books(metric_), HasSubstr("more than 64 bits"));
}

TEST_F(Books, FindBucketsThatAreEmptyOrOutOfOrder) {
  auto broken = metric_;
  std::swap(broken.histogram[0], broken.histogram[1]);
  EXPECT_THAT(check_books(broken), HasSubstr("does not lie above"));
  broken = metric_;
  broken.histogram[1].count = 0;
  EXPECT_THAT(check_books(broken), HasSubstr("is stored but empty"));
  broken = metric_;
  broken.histogram[1].high = broken.histogram[1].low;
  EXPECT_THAT(check_books(broken), HasSubstr("holds no value"));
}

TEST_F(Books, FindExtremesOutsideTheOutermostBuckets) {
  auto broken = metric_;
  broken.min = -8;
  EXPECT_THAT(check_books(broken), HasSubstr("min -8 lies outside"));
  broken = metric_;
  broken.max = 1'240;
  EXPECT_THAT(check_books(broken), HasSubstr("max 1240 lies outside"));
  broken.max = Histogram::limit;
  EXPECT_THAT(check_books(broken), HasSubstr("max 1000000000000 lies outside"));
  broken.max = -9;
  EXPECT_THAT(check_books(broken), HasSubstr("is above max"));
}

TEST_F(Books, FindOverflowThatNoExtremeShows) {
  ++metric_.overflow;
  ++metric_.samples;
  EXPECT_THAT(check_books(metric_), HasSubstr("overflow is 1, but min"));
}

TEST_F(Books, FindAnExtremeWithoutAnyBucket) {
  MetricResult metric = summary_of({Histogram::limit});
  metric.min = 5;
  EXPECT_THAT(check_books(metric), HasSubstr("min 5 lies in no bucket"));
}

TEST_F(Books, FindASeriesThatLostSamples) {
  --metric_.series[1].n;
  EXPECT_THAT(check_books(metric_), HasSubstr("series sums to 3, but there are 4"));
  metric_.series.clear();
  EXPECT_EQ(check_books(metric_), "");
}

TEST_F(Books, FindAWorstSampleThatIsNotTheMax) {
  auto broken = metric_;
  broken.worst.erase(broken.worst.begin());
  EXPECT_THAT(check_books(broken), HasSubstr("worst samples is 900, but max is 1234"));
  broken = summary_of({});
  broken.worst = metric_.worst;
  EXPECT_THAT(check_books(broken), HasSubstr("but no samples"));
}

}  // namespace
}  // namespace shaketable
