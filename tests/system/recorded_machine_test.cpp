// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "system/counters.hpp"
#include "system/cpu_set.hpp"
#include "system/topology.hpp"

namespace shaketable {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Root recorded(const std::string& machine) {
  return Root(std::filesystem::path(SHAKETABLE_SOURCE_DIR) / "tests/roots" / machine);
}

TEST(KernelCpus, ListsOfTheKernelAreRead) {
  EXPECT_THAT(parse_kernel_cpus(""), IsEmpty());
  EXPECT_THAT(parse_kernel_cpus("\n"), IsEmpty());
  EXPECT_THAT(parse_kernel_cpus("0-3,8\n"), ElementsAre(0, 1, 2, 3, 8));
  EXPECT_THAT(parse_kernel_cpus("1030"), ElementsAre(1030));
}

TEST(KernelCpus, OtherTextIsRefused) {
  for (const char* text : {"a", "1-", "-1", "3-1", "1,,2", "1 2", "99999999999999999999"})
    EXPECT_THROW(parse_kernel_cpus(text), std::invalid_argument) << text;
}

TEST(Counters, ColumnsAreFoundByTheirHeadingAcrossHoles) {
  const auto counters = read_counters(recorded("server"), {2, 5});
  EXPECT_EQ(counters.at(2).interrupts.at("24"), 7U);
  EXPECT_EQ(counters.at(5).interrupts.at("24"), 3U);
  EXPECT_EQ(counters.at(5).interrupts.at("LOC"), 4294967299U) << "more than 32 bits";
  EXPECT_EQ(counters.at(5).softirqs.at("TIMER"), 5U);
  EXPECT_EQ(counters.at(5).steal_ns, 90'000'000U) << "nine ticks of 10 ms";
}

TEST(Counters, AnOfflineCpuHasNoColumn) {
  const auto counters = read_counters(recorded("server"), {3});
  for (const auto& [row, count] : counters.at(3).interrupts) EXPECT_EQ(count, 0U) << row;
}

TEST(Counters, OnlyWhatMovedIsTheDifferenceAndNothingGoesBackwards) {
  CpuCounters before;
  before.interrupts = {{"LOC", 10}, {"CAL", 7}, {"24", 9}};
  CpuCounters after;
  after.interrupts = {{"LOC", 15}, {"CAL", 7}, {"24", 3}, {"RES", 2}};
  const CpuCounters moved = difference(after, before);
  EXPECT_EQ(moved.interrupts.at("LOC"), 5U);
  EXPECT_EQ(moved.interrupts.at("RES"), 2U) << "a row that appears counts from 0";
  EXPECT_FALSE(moved.interrupts.contains("CAL"));
  EXPECT_FALSE(moved.interrupts.contains("24"));
}

TEST(Counters, DamagedFilesNeverThrow) {
  const Root whole = recorded("server");
  const auto folder = std::filesystem::path(::testing::TempDir()) / "shaketable-damaged";
  std::filesystem::create_directories(folder / "proc");
  const std::string text = whole.read_required("/proc/interrupts");
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    std::string damaged = text.substr(0, random() % text.size());
    if (!damaged.empty()) damaged[random() % damaged.size()] = static_cast<char>(random() % 256);
    std::ofstream(folder / "proc/interrupts", std::ios::binary) << damaged;
    EXPECT_NO_THROW(read_counters(Root(folder), {0, 5}));
  }
  std::filesystem::remove_all(folder);
}

TEST(TopologyOfAServer, IsReadAsRecorded) {
  const Topology topology = read_topology(recorded("server"));
  EXPECT_THAT(topology.present, ElementsAre(0, 1, 2, 3, 4, 5));
  EXPECT_THAT(topology.online, ElementsAre(0, 1, 2, 4, 5));
  EXPECT_THAT(topology.isolated, ElementsAre(4, 5));
  EXPECT_THAT(topology.nohz_full, ElementsAre(4, 5));
  EXPECT_THAT(topology.siblings.at(1), ElementsAre(0, 1));
  EXPECT_THAT(topology.siblings.at(2), ElementsAre(2));
  EXPECT_THAT(topology.nodes.at(1), ElementsAre(4, 5));
}

TEST(TopologyOfABoard, MissingFilesHaveSensibleDefaults) {
  const Topology topology = read_topology(recorded("beaglebone"));
  EXPECT_THAT(topology.online, ElementsAre(0));
  EXPECT_THAT(topology.isolated, IsEmpty());
  EXPECT_THAT(topology.siblings.at(0), ElementsAre(0));
  EXPECT_THAT(topology.same_llc.at(0), ElementsAre(0));
  EXPECT_THAT(topology.nodes.at(0), ElementsAre(0));
}

}  // namespace
}  // namespace shaketable
