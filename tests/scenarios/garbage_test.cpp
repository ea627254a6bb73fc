// SPDX-License-Identifier: Apache-2.0
// Text from a fixed seed, made of what the language is made of: it is read or refused, and never
// does harm.
#include <gtest/gtest.h>

#include <iterator>
#include <random>
#include <stdexcept>

#include "scenarios/cpus.hpp"
#include "scenarios/filter.hpp"
#include "scenarios/policy.hpp"
#include "scenarios/quantity.hpp"

namespace shaketable {
namespace {

std::string garbage(std::mt19937_64& random) {
  static constexpr std::string_view pieces[] = {"0",        "9",         "18446744073709551616",
                                                ".",        "-",         ",",
                                                "@",        "&",         "node:",
                                                "probe",    "measure",   "fifo:",
                                                "rr:",      "deadline:", "/",
                                                "ms",       "ns",        "kHz",
                                                "MiB",      "%",         "=",
                                                "..",       "|",         "*",
                                                "?",        "with",      "a.b",
                                                "isolated", "\n",        " ",
                                                "\xff",     "nan",       "1e9",
                                                "id",       "+",         "h"};
  std::string result;
  for (auto count = random() % 8; count > 0; --count) {
    result += pieces[random() % std::size(pieces)];
    if (random() % 16 == 0) result += static_cast<char>(random() % 256);
  }
  return result;
}

template <typename Parse>
void read_or_refuse(Parse parse) {
  try {
    parse();
  } catch (const std::invalid_argument& error) {
    EXPECT_STRNE(error.what(), "");
  }
}

TEST(Garbage, IsReadOrRefused) {
  std::mt19937_64 random(3);
  MachineView machine;
  machine.allowed = {0, 1};
  const std::map<std::string, std::string, std::less<>> names;
  const CpuList one{1};
  const CpuContext context{&machine, &names, &one, &one};
  CellIdentity cell;
  cell.vary = {{"a.b", "9ms"}};
  for (int i = 0; i < 50000; ++i) {
    const std::string text = garbage(random);
    SCOPED_TRACE(text);
    read_or_refuse([&] { EXPECT_GE(parse_duration(text), 0); });
    read_or_refuse([&] { EXPECT_GE(parse_size(text), 0); });
    read_or_refuse([&] { EXPECT_GE(parse_count(text), 0); });
    read_or_refuse([&] { EXPECT_GE(parse_frequency(text), 0); });
    read_or_refuse([&] { EXPECT_GE(parse_ratio(text), 0); });
    read_or_refuse([&] { EXPECT_GE(parse_quantity(text), 0); });
    read_or_refuse([&] { parse_filter(text).matches(cell); });
    EXPECT_TRUE(check_cpu_expression(text, names) || !to_text(resolve_cpus(text, context)).empty());
    std::string problem;
    const auto policy = parse_policy(text, problem);
    EXPECT_EQ(policy.has_value(), problem.empty());
    if (policy) {
      EXPECT_EQ(parse_policy(to_text(*policy), problem), policy);
    }
  }
}

}  // namespace
}  // namespace shaketable
