// SPDX-License-Identifier: Apache-2.0
#include "results/histogram.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <random>

namespace shaketable {
namespace {

std::uint32_t index_by_division(std::int64_t value) {
  if (value < 1000) return static_cast<std::uint32_t>(value);
  std::uint32_t decade = 0;
  std::int64_t step = 10;
  while (value / step >= 1000) {
    step *= 10;
    ++decade;
  }
  return 1000 + 900 * decade + static_cast<std::uint32_t>(value / step) - 100;
}

TEST(Histogram, EveryBucketsEdgesAreExact) {
  for (std::uint32_t bucket = 0; bucket < Histogram::buckets; ++bucket) {
    EXPECT_EQ(Histogram::index(Histogram::low(bucket)), bucket);
    EXPECT_EQ(Histogram::index(Histogram::high(bucket) - 1), bucket);
    EXPECT_EQ(index_by_division(Histogram::low(bucket)), bucket);
    for (const std::int64_t edge : {Histogram::low(bucket) - 1, Histogram::low(bucket) + 1}) {
      if (edge < 0) continue;
      EXPECT_EQ(Histogram::index(edge), index_by_division(edge)) << edge;
    }
  }
  EXPECT_EQ(Histogram::high(Histogram::buckets - 1), Histogram::limit);
}

TEST(Histogram, AgreesWithDivisionEverywhere) {
  std::mt19937_64 random(11);
  for (int i = 0; i < 200'000; ++i) {
    const auto value = static_cast<std::int64_t>(
        (random() % static_cast<std::uint64_t>(Histogram::limit)) >> (random() % 40));
    ASSERT_EQ(Histogram::index(value), index_by_division(value)) << value;
  }
}

TEST(Histogram, KeepsEveryValueAndBalances) {
  std::mt19937_64 random(5);
  const auto histogram = std::make_unique<Histogram>();
  const auto twin = std::make_unique<Histogram>();
  std::int64_t sum = 0;
  std::uint64_t beyond = 0;
  for (int i = 0; i < 20'000; ++i) {
    auto value = static_cast<std::int64_t>(random() >> (22 + random() % 40));
    if (random() % 2 == 0) value = -value;
    histogram->record(value);
    twin->record(value, 1);
    sum += value;
    if (value >= Histogram::limit || value <= -Histogram::limit) ++beyond;
  }
  EXPECT_EQ(histogram->sum(), sum);
  EXPECT_EQ(histogram->overflow(), beyond);
  EXPECT_GT(beyond, 0U);
  EXPECT_EQ(histogram->counted() + histogram->overflow(), histogram->samples());
  twin->merge(*histogram);
  EXPECT_EQ(twin->samples(), 2 * histogram->samples());
  EXPECT_EQ(twin->counted(), 2 * histogram->counted());
  EXPECT_EQ(twin->max(), histogram->max());
  EXPECT_EQ(twin->min(), histogram->min());
  EXPECT_DOUBLE_EQ(twin->stddev(), histogram->stddev());
}

TEST(Histogram, IsEmptyWithoutSamples) {
  const auto histogram = std::make_unique<Histogram>();
  EXPECT_EQ(histogram->samples(), 0U);
  EXPECT_EQ(histogram->max(), 0);
  EXPECT_EQ(histogram->mean(), 0);
  EXPECT_EQ(histogram->stddev(), 0);
}

TEST(Histogram, ValuesBeyondItStillCountAsExtremes) {
  const auto histogram = std::make_unique<Histogram>();
  histogram->record(-5);
  histogram->record(Histogram::limit + 7, 3);
  EXPECT_EQ(histogram->min(), -5);
  EXPECT_EQ(histogram->max(), Histogram::limit + 7);
  EXPECT_EQ(histogram->overflow(), 3U);
  EXPECT_EQ(histogram->negative(5), 1U);
}

}  // namespace
}  // namespace shaketable
