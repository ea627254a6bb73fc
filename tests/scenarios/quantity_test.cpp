// SPDX-License-Identifier: Apache-2.0
#include "scenarios/quantity.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <stdexcept>
#include <utility>

#include "scenarios/value.hpp"

namespace shaketable {
namespace {

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

TEST(Quantity, ReadsDurations) {
  const std::pair<const char*, std::int64_t> table[] = {{"0ns", 0},
                                                        {"1ns", 1},
                                                        {"5300us", 5300000},
                                                        {"3ms", 3000000},
                                                        {"1.5ms", 1500000},
                                                        {"0.000000001s", 1},
                                                        {"60s", 60000000000},
                                                        {"2min", 120000000000},
                                                        {"1h", 3600000000000},
                                                        {"0.25min", 15000000000},
                                                        {"9223372036854775807ns", largest}};
  for (const auto& [text, expected] : table) EXPECT_EQ(parse_duration(text), expected) << text;
}

TEST(Quantity, ReadsSizesFrequenciesRatiosAndCounts) {
  EXPECT_EQ(parse_size("64MiB"), 67108864);
  EXPECT_EQ(parse_size("64MB"), 64000000);
  EXPECT_EQ(parse_size("1.5KiB"), 1536);
  EXPECT_EQ(parse_size("4kB"), 4000);
  EXPECT_DOUBLE_EQ(parse_frequency("20kHz"), 20000);
  EXPECT_DOUBLE_EQ(parse_frequency("0.5Hz"), 0.5);
  EXPECT_DOUBLE_EQ(parse_frequency("500mHz"), 0.5);
  EXPECT_DOUBLE_EQ(parse_ratio("90%"), 0.9);
  EXPECT_DOUBLE_EQ(parse_ratio("0.9"), 0.9);
  EXPECT_EQ(parse_count("12000"), 12000);
}

TEST(Quantity, RefusesWhatIsNotADuration) {
  for (const char* text : {"",
                           "10",
                           "-1ms",
                           "+1ms",
                           "ms",
                           "1.ms",
                           ".5ms",
                           "1 ms",
                           "1ms ",
                           "1e3ms",
                           "nan",
                           "nans",
                           "inf",
                           "0x10ns",
                           "1kHz",
                           "1MS",
                           "0.5ns",
                           "9223372036854775808ns",
                           "99999999999h",
                           "99999999999999999999999ns",
                           "0.0000000000000000001h",
                           "1ms1us"}) {
    EXPECT_THROW(parse_duration(text), std::invalid_argument) << text;
  }
}

TEST(Quantity, RefusesOtherNonsense) {
  for (const char* text : {"", "20", "-1kHz", "nanHz", "infHz", "20khz", "20ms"}) {
    EXPECT_THROW(parse_frequency(text), std::invalid_argument) << text;
  }
  EXPECT_THROW(parse_frequency(std::string(400, '9') + "Hz"), std::invalid_argument);
  EXPECT_THROW(parse_frequency(std::string(306, '9') + "GHz"), std::invalid_argument);
  for (const char* text : {"", "64", "-1MiB", "64mb", "0.3B", "1.3KiB", "9000000000GiB"}) {
    EXPECT_THROW(parse_size(text), std::invalid_argument) << text;
  }
  for (const char* text : {"", "nan", "-0.5", "0.5x", "90 %", "%"}) {
    EXPECT_THROW(parse_ratio(text), std::invalid_argument) << text;
  }
  for (const char* text : {"", "-1", "1.0", "1k", "9223372036854775808"}) {
    EXPECT_THROW(parse_count(text), std::invalid_argument) << text;
  }
}

TEST(Quantity, SaysWhatWouldBeRight) {
  try {
    parse_duration("10");
    FAIL() << "accepted";
  } catch (const std::invalid_argument& error) {
    EXPECT_THAT(error.what(), testing::AllOf(testing::HasSubstr("\"10\" has no unit"),
                                             testing::HasSubstr("\"10ms\"")));
  }
}

TEST(Quantity, IsReadByItsUnit) {
  EXPECT_DOUBLE_EQ(parse_quantity("3ms"), 3e6);
  EXPECT_DOUBLE_EQ(parse_quantity("20kHz"), 2e4);
  EXPECT_DOUBLE_EQ(parse_quantity("1KiB"), 1024);
  EXPECT_DOUBLE_EQ(parse_quantity("50%"), 0.5);
  EXPECT_DOUBLE_EQ(parse_quantity("7"), 7);
  EXPECT_THROW(parse_quantity("fast"), std::invalid_argument);
}

TEST(Quantity, IsWrittenInItsLargestWholeUnit) {
  EXPECT_EQ(duration_text(60'000'000'000), "60s");
  EXPECT_EQ(duration_text(5'300'000), "5300us");
  EXPECT_EQ(size_text(64'000'000), "64MB");
  EXPECT_EQ(size_text(67'108'864), "64MiB");
  EXPECT_EQ(frequency_text(20'000), "20kHz");
  EXPECT_EQ(frequency_text(0.5), "0.5Hz");
  EXPECT_EQ(number_text(0.9), "0.9");
}

TEST(Quantity, ReadsBackWhatItWrote) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 20000; ++i) {
    const auto shift = static_cast<int>(random() % 63);
    const auto whole = static_cast<std::int64_t>((random() >> 1) >> shift);
    ASSERT_EQ(parse_duration(duration_text(whole)), whole);
    ASSERT_EQ(parse_size(size_text(whole)), whole);
    const double real = static_cast<double>(whole) / static_cast<double>(1 + random() % 1000000);
    ASSERT_EQ(parse_frequency(frequency_text(real)), real);
    ASSERT_EQ(parse_ratio(number_text(real)), real);
  }
  for (const double real : {0.0, 5e-324, 1.7976931348623157e308}) {
    EXPECT_EQ(parse_frequency(frequency_text(real)), real);
  }
  EXPECT_EQ(parse_duration(duration_text(largest)), largest);
}

TEST(Value, HasOneTextForm) {
  EXPECT_EQ(to_text(Value(true), ValueType::flag), "true");
  EXPECT_EQ(to_text(Value(std::int64_t{12}), ValueType::count), "12");
  EXPECT_EQ(to_text(Value(0.9), ValueType::ratio), "0.9");
  EXPECT_EQ(to_text(Value(std::int64_t{3000000}), ValueType::duration), "3ms");
  EXPECT_EQ(to_text(Value(20000.0), ValueType::frequency), "20kHz");
  EXPECT_EQ(to_text(Value(std::string("vector")), ValueType::choice), "vector");
  EXPECT_EQ(to_text(Value(std::vector<std::string>{"a", "b\"\n"}), ValueType::texts),
            R"(["a", "b\"\u000a"])");
  EXPECT_EQ(to_text(Value(std::vector<std::int64_t>{1000, 2}), ValueType::durations),
            R"(["1us", "2ns"])");
  EXPECT_THROW(to_text(Value(true), ValueType::count), std::invalid_argument);
}

}  // namespace
}  // namespace shaketable
