// SPDX-License-Identifier: Apache-2.0
#include "scenarios/policy.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "scenarios/descriptor.hpp"

namespace shaketable {
namespace {

TEST(Policy, ReadsBackWhatItWrote) {
  for (const char* text : {"other", "batch", "idle", "fifo:1", "fifo:99", "rr:50",
                           "deadline:1ms/5ms/5ms", "deadline:300us/1ms/2s"}) {
    std::string problem;
    const auto policy = parse_policy(text, problem);
    ASSERT_TRUE(policy) << problem;
    EXPECT_EQ(to_text(*policy), text);
  }
}

TEST(Policy, ReadsPrioritiesAndTimes) {
  std::string problem;
  EXPECT_EQ(parse_policy("rr:7", problem), (Policy{PolicyClass::round_robin, 7}));
  EXPECT_EQ(parse_policy("deadline:1ms/2ms/3ms", problem),
            (Policy{PolicyClass::deadline, 0, 1000000, 2000000, 3000000}));
}

TEST(Policy, SaysWhatIsWrong) {
  const std::pair<const char*, const char*> table[] = {
      {"", "not a policy"},
      {"FIFO:1", "not a policy"},
      {"other:1", "not a policy"},
      {"fifo", "1 to 99"},
      {"fifo:", "1 to 99"},
      {"fifo:0", "1 to 99"},
      {"rr:100", "1 to 99"},
      {"fifo:-1", "1 to 99"},
      {"fifo:99999999999999999999", "1 to 99"},
      {"deadline:1ms/5ms", "runtime/deadline/period"},
      {"deadline:1ms/5ms/5ms/5ms", "runtime/deadline/period"},
      {"deadline:1/5ms/5ms", "no unit"},
      {"deadline:6ms/5ms/5ms", "does not hold"},
      {"deadline:1ms/6ms/5ms", "does not hold"},
      {"deadline:1us/6ms/7ms", "least"}};
  for (const auto& [text, expected] : table) {
    std::string problem;
    EXPECT_FALSE(parse_policy(text, problem)) << text;
    EXPECT_THAT(problem, testing::HasSubstr(expected)) << text;
  }
}

TEST(KindTable, FindsKindsByName) {
  const InjectorDescriptor hog{"cpu-hog", "", {}, 0.9, Evidence::kernel_counter, true};
  const ProbeDescriptor loop{"periodic", "", {}, {}, true, true};
  const std::array injectors = {&hog};
  const std::array probes = {&loop};
  const KindTable kinds{injectors, probes};
  EXPECT_EQ(kinds.injector("cpu-hog"), &hog);
  EXPECT_EQ(kinds.injector("periodic"), nullptr);
  EXPECT_EQ(kinds.probe("periodic"), &loop);
  EXPECT_EQ(KindTable{}.probe("periodic"), nullptr);
  EXPECT_EQ(to_text(Evidence::own_log), "own log");
}

}  // namespace
}  // namespace shaketable
