// SPDX-License-Identifier: Apache-2.0
#include "results/outcome.hpp"

#include <gtest/gtest.h>

namespace shaketable {
namespace {

TEST(Outcome, IsReadBackFromItsName) {
  for (const Outcome outcome : {Outcome::measured, Outcome::invalid, Outcome::unsupported,
                                Outcome::failed, Outcome::interrupted, Outcome::pending}) {
    EXPECT_FALSE(outcome_name(outcome).empty());
    EXPECT_EQ(parse_outcome(outcome_name(outcome)), outcome);
  }
  EXPECT_EQ(outcome_name(Outcome::unsupported), "unsupported");
}

TEST(Outcome, IsNotGuessed) {
  for (const char* name : {"", "Measured", "measured ", "fail", "ok"})
    EXPECT_EQ(parse_outcome(name), std::nullopt) << name;
}

}  // namespace
}  // namespace shaketable
