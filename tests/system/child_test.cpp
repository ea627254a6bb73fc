// SPDX-License-Identifier: Apache-2.0
#include "system/child.hpp"

#include <gmock/gmock.h>
#include <signal.h>

#include <random>

#include "system/clock.hpp"

namespace shaketable {
namespace {

using ::testing::HasSubstr;

constexpr std::int64_t patience_ns = 20 * ns_per_s;

Child start(const std::string& role) {
  return Child(role, 4096, {{"answer", "42"}}, SHAKETABLE_MOCK_CHILD);
}

TEST(ChildConfigText, RoundTripsWhateverTheBytes) {
  std::mt19937 random(3);
  for (int round = 0; round < 500; ++round) {
    ChildConfig config;
    for (unsigned i = 0; i < random() % 6; ++i) {
      std::string value;
      for (unsigned k = 0; k < random() % 40; ++k) value += static_cast<char>(1 + random() % 255);
      config["key" + std::to_string(random() % 100)] = value;
    }
    EXPECT_EQ(decode(encode(config)), config);
  }
}

TEST(ChildProcess, GetsItsSettingsAndComesToItsEnd) {
  Child child = start("obedient");
  EXPECT_EQ(child.wait_for(ChildState::ready, monotonic_ns() + patience_ns), ChildState::ready);
  EXPECT_EQ(child.end(patience_ns).status, 0);
}

TEST(ChildProcess, ThatLacksSomethingSaysWhat) {
  Child child = start("lacking");
  EXPECT_EQ(child.wait_for(ChildState::done, monotonic_ns() + patience_ns),
            ChildState::unsupported);
  EXPECT_EQ(child.message(), "42");
}

TEST(ChildProcess, ThatDiesIsFailedWithTheSignal) {
  Child child = start("obedient");
  ASSERT_EQ(child.wait_for(ChildState::ready, monotonic_ns() + patience_ns), ChildState::ready);
  kill(child.pid(), SIGKILL);
  EXPECT_EQ(child.wait_for(ChildState::done, monotonic_ns() + patience_ns), ChildState::failed);
  EXPECT_THAT(child.message(), HasSubstr("SIGKILL"));
}

TEST(ChildProcess, ThatIgnoresEverythingIsKilledAllTheSame) {
  Child child = start("deaf");
  ASSERT_EQ(child.wait_for(ChildState::ready, monotonic_ns() + patience_ns), ChildState::ready);
  const ChildExit exit = child.end(10'000'000);
  EXPECT_FALSE(exit.running);
  EXPECT_EQ(exit.status, -SIGKILL);
}

TEST(ChildProcess, ThatCannotBeStartedIsAnErrorOrFailed) {
  try {
    Child child("obedient", 4096, {}, "/no/such/program");
    EXPECT_EQ(child.wait_for(ChildState::ready, monotonic_ns() + patience_ns), ChildState::failed);
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), HasSubstr("/no/such/program"));
  }
}

}  // namespace
}  // namespace shaketable
