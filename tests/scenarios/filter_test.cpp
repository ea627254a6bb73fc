// SPDX-License-Identifier: Apache-2.0
#include "scenarios/filter.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace shaketable {
namespace {

CellIdentity sample_cell() {
  CellIdentity cell;
  cell.id = "7f3a91c0ffee";
  cell.injectors = {"burst", "hog"};
  cell.probe = "loop+timer";
  cell.cpus = "0-3,8";
  cell.policy = "fifo:98";
  cell.condition = "as-found";
  cell.vary = {{"injectors.burst.busy", "3ms"}};
  return cell;
}

TEST(Filter, MatchesCells) {
  for (const char* text : {"7f3a91",
                           "id=7f3a",
                           "with=burst",
                           "with=b*",
                           "with=ipi|hog",
                           "without=ipi",
                           "probe=timer",
                           "probe=loop+timer",
                           "cpu=0-3,8",
                           "cpu=0-3,8,with=hog",
                           "policy=fifo:*",
                           "policy=fifo:9?",
                           "condition=as-found",
                           "injectors.burst.busy=3ms",
                           "injectors.burst.busy=3000us",
                           "injectors.burst.busy=1ms..5ms",
                           "injectors.burst.busy=3ms..",
                           "injectors.burst.busy=..3ms",
                           "with=burst,policy=fifo:*,injectors.burst.busy=1ms..5ms",
                           "with=burst,with=hog"}) {
    EXPECT_TRUE(parse_filter(text).matches(sample_cell())) << text;
  }
  EXPECT_TRUE(Filter{}.matches(sample_cell()));
}

TEST(Filter, RejectsOtherCells) {
  for (const char* text :
       {"7f3a92", "f3a91", "with=ipi", "with=none", "without=hog", "probe=time", "cpu=0-3",
        "policy=rr:*", "policy=fifo:9",
        "policy=fifo:??"
        "?",
        "condition=fast", "injectors.burst.busy=4ms", "injectors.burst.busy=3000000",
        "injectors.burst.period=*", "injectors.burst.busy=4ms..", "injectors.burst.busy=..2ms",
        "with=burst,with=ipi"}) {
    EXPECT_FALSE(parse_filter(text).matches(sample_cell())) << text;
  }
}

TEST(Filter, KnowsTheIdleCell) {
  const CellIdentity idle;
  EXPECT_TRUE(parse_filter("with=none").matches(idle));
  EXPECT_TRUE(parse_filter("without=burst").matches(idle));
  EXPECT_FALSE(parse_filter("with=*").matches(idle));
}

TEST(Filter, ReadsBackAsWritten) {
  for (const char* text : {"id=7f3a91", "with=burst|hog,policy=fifo:*", "cpu=0-3,8,with=hog",
                           "injectors.burst.busy=1000000..5000000", "injectors.burst.busy=5..",
                           "injectors.burst.busy=..0.5"}) {
    EXPECT_EQ(parse_filter(text).to_text(), text);
  }
  EXPECT_EQ(Filter{}.to_text(), "");
}

TEST(Filter, SaysWhatIsWrong) {
  const std::pair<const char*, const char*> table[] = {{"", "neither"},
                                                       {"hog", "neither"},
                                                       {"7f3a91c0ffee0", "neither"},
                                                       {"wiht=hog", "did you mean \"with\""},
                                                       {"=hog", "not a key"},
                                                       {"with=", "empty pattern"},
                                                       {"with=a||b", "empty pattern"},
                                                       {"with=a,b", "KEY=PATTERN"},
                                                       {"with=a,", "KEY=PATTERN"},
                                                       {"id=xyz", "neither"},
                                                       {"a.b=..", "no end"},
                                                       {"a.b=5ms..1ms", "backwards"},
                                                       {"a.b=1..x", "does not begin"}};
  for (const auto& [text, expected] : table) {
    try {
      parse_filter(text);
      ADD_FAILURE() << text << " was accepted";
    } catch (const std::invalid_argument& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr(expected)) << text;
    }
  }
}

}  // namespace
}  // namespace shaketable
