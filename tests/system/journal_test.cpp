// SPDX-License-Identifier: Apache-2.0
#include "system/journal.hpp"

#include <gmock/gmock.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "system/error.hpp"
#include "system/guards.hpp"

namespace shaketable {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr const char* runtime_file = "/proc/sys/kernel/sched_rt_runtime_us";

/// A machine in a folder of its own, with one file to change.
class JournalTest : public ::testing::Test {
 protected:
  JournalTest() {
    const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::path(::testing::TempDir()) /
              (std::string("shaketable-") + info->name() + std::to_string(getpid()));
    std::filesystem::create_directories(folder_ / "proc/sys/kernel/random");
    std::filesystem::create_directories(folder_ / "run");
    put("proc/sys/kernel/random/boot_id", "11111111-2222-3333-4444-555555555555\n");
    put("proc/sys/kernel/sched_rt_runtime_us", "950000\n");
    root_ = Root(folder_);
  }
  ~JournalTest() override { std::filesystem::remove_all(folder_); }

  void put(const std::string& file, const std::string& text) const {
    std::ofstream(folder_ / file) << text;
  }
  std::string value() const { return root_.read(runtime_file).value_or("gone"); }

  /// Runs `action` in a process that is SIGKILLed once it has changed the file.
  void change_and_die() const {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      Journal journal = Journal::open(root_);
      const FileGuard guard(journal, root_, runtime_file, "-1");
      kill(getpid(), SIGKILL);
      _exit(1);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status));
  }

  std::filesystem::path folder_;
  Root root_;
};

TEST_F(JournalTest, AGuardRestoresThePriorState) {
  Journal journal = Journal::open(root_);
  {
    FileGuard guard(journal, root_, runtime_file, "-1");
    EXPECT_EQ(value(), "-1");
    const FileGuard moved = std::move(guard);
    EXPECT_EQ(value(), "-1") << "moving is not restoring";
  }
  EXPECT_EQ(value(), "950000");
}

TEST_F(JournalTest, WhatADeadOwnerLeftIsRestoredByName) {
  change_and_die();
  EXPECT_EQ(value(), "-1");
  const std::vector<std::string> undone = Journal::restore(root_);
  EXPECT_EQ(value(), "950000");
  ASSERT_THAT(undone, Not(IsEmpty()));
  EXPECT_THAT(undone.front(), HasSubstr("sched_rt_runtime_us"));
  EXPECT_THAT(Journal::restore(root_), IsEmpty()) << "a second restore has nothing to do";
}

TEST_F(JournalTest, TheNextRunRestoresFirst) {
  change_and_die();
  const Journal journal = Journal::open(root_);
  EXPECT_EQ(value(), "950000");
  EXPECT_THAT(journal.undone(), Not(IsEmpty()));
}

TEST_F(JournalTest, AnotherBootsJournalIsDiscarded) {
  change_and_die();
  put("proc/sys/kernel/random/boot_id", "99999999-2222-3333-4444-555555555555\n");
  put("proc/sys/kernel/sched_rt_runtime_us", "900000\n");
  const Journal journal = Journal::open(root_);
  EXPECT_EQ(value(), "900000") << "a reboot has reset the machine already";
}

TEST_F(JournalTest, ALiveOwnerRefusesASecondRun) {
  const Journal journal = Journal::open(root_);
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    try {
      const Journal second = Journal::open(root_);
      _exit(1);
    } catch (const std::runtime_error& error) {
      _exit(std::string(error.what()).find(std::to_string(getppid())) == std::string::npos ? 2 : 0);
    }
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(WEXITSTATUS(status), 0) << "1: not refused, 2: the owner's pid is not named";
}

TEST_F(JournalTest, AMissingFileIsAnErrorThatNamesIt) {
  Journal journal = Journal::open(root_);
  try {
    const FileGuard guard(journal, root_, "/proc/sys/kernel/no_such_knob", "1");
    FAIL() << "no error";
  } catch (const SystemError& error) {
    EXPECT_THAT(error.what(), HasSubstr("no_such_knob"));
    EXPECT_EQ(error.code(), ENOENT);
  }
}

}  // namespace
}  // namespace shaketable
