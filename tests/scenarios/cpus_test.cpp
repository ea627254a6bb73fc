// SPDX-License-Identifier: Apache-2.0
#include "scenarios/cpus.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <stdexcept>

namespace shaketable {
namespace {

using testing::HasSubstr;

/// Two nodes of four CPUs, two threads a core, CPUs 2 and 3 isolated, 7 not allowed.
class Cpus : public testing::Test {
 protected:
  MachineView machine_{.present = {0, 1, 2, 3, 4, 5, 6, 7},
                       .online = {0, 1, 2, 3, 4, 5, 6, 7},
                       .allowed = {0, 1, 2, 3, 4, 5, 6},
                       .isolated = {2, 3},
                       .siblings = {{2, {2, 3}}, {6, {6, 7}}},
                       .same_llc = {{2, {0, 1, 2, 3}}},
                       .nodes = {{0, {0, 1, 2, 3}}, {1, {4, 5, 6, 7}}}};
  std::map<std::string, std::string, std::less<>> names_{
      {"app", "2-3"}, {"rest", "@others & @node:1"}, {"loop", "@loop"}};
  CpuList probe_{2};
  CpuList housekeeping_{0};
  CpuContext context_{&machine_, &names_, &probe_, &housekeeping_};
};

TEST_F(Cpus, ResolvesExpressions) {
  const std::pair<const char*, CpuList> table[] = {
      {"0-3,8", {0, 1, 2, 3, 8}}, {" 5 , 1,1 ", {1, 5}},    {"@probe", {2}},
      {"@siblings", {3}},         {"@same-llc", {0, 1, 3}}, {"@others", {1, 3, 4, 5, 6}},
      {"@housekeeping", {0}},     {"@isolated", {2, 3}},    {"@measure", {2}},
      {"@node:1", {4, 5, 6}},     {"@node:9", {}},          {"@isolated & @node:0", {2, 3}},
      {"@isolated&@node:1", {}},  {"@app", {2, 3}},         {"@rest,0", {0, 4, 5, 6}}};
  for (const auto& [text, expected] : table)
    EXPECT_EQ(resolve_cpus(text, context_), expected) << text;
}

TEST_F(Cpus, RefusesMalformedExpressions) {
  const std::pair<const char*, const char*> table[] = {{"", "empty"},
                                                       {"0,", "empty"},
                                                       {"&", "empty"},
                                                       {"3-1", "backwards"},
                                                       {"-", "not a set"},
                                                       {"x", "not a set"},
                                                       {"0-", "not a set"},
                                                       {"0-99999", "largest"},
                                                       {"99999999999999999999", "too large"},
                                                       {"@", "not a selector"},
                                                       {"@node:x", "@node:x"},
                                                       {"@loop", "refer to itself"},
                                                       {"@isolatd", "did you mean \"isolated\""},
                                                       {"@ap", "did you mean \"app\""}};
  for (const auto& [text, expected] : table) {
    const auto problem = check_cpu_expression(text, names_);
    ASSERT_TRUE(problem) << text;
    EXPECT_THAT(*problem, HasSubstr(expected)) << text;
    EXPECT_THROW(resolve_cpus(text, context_), std::invalid_argument) << text;
  }
  EXPECT_FALSE(check_cpu_expression("@isolated & @node:0", names_));
}

TEST_F(Cpus, NeedsAProbeWhereOneIsNamed) {
  context_.probe = nullptr;
  for (const char* text : {"@probe", "@siblings", "@same-llc", "@others"}) {
    EXPECT_FALSE(check_cpu_expression(text, names_)) << text;
    EXPECT_THROW(resolve_cpus(text, context_), std::invalid_argument) << text;
  }
}

TEST_F(Cpus, MeasuresOnTheFirstIsolatedElseTheLastAllowedElseTheFirst) {
  EXPECT_EQ(measure_cpu(machine_), 2);
  machine_.isolated.clear();
  EXPECT_EQ(measure_cpu(machine_), 6);
  EXPECT_EQ(measure_cpu(MachineView{}), 0);
}

TEST_F(Cpus, ANameMayBeUsedManyTimes) {
  std::string text = "@app";
  for (int i = 0; i < 100; ++i) text += ",@app";
  EXPECT_EQ(resolve_cpus(text, context_), (CpuList{2, 3}));
}

TEST_F(Cpus, ListsReadBackAsWritten) {
  EXPECT_EQ(to_text(CpuList{}), "-");
  EXPECT_EQ(to_text(CpuList{0, 1, 2, 3, 8}), "0-3,8");
  std::mt19937_64 random(2);
  for (int i = 0; i < 2000; ++i) {
    const std::uint64_t bits = random() & random();
    CpuList cpus;
    for (int cpu = 0; cpu < 64; ++cpu) {
      if (((bits >> cpu) & 1) != 0) cpus.push_back(cpu);
    }
    if (!cpus.empty()) {
      ASSERT_EQ(resolve_cpus(to_text(cpus), context_), cpus);
    }
  }
}

}  // namespace
}  // namespace shaketable
