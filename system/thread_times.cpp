// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cerrno>
#include <charconv>
#include <ctime>
#include <optional>
#include <string_view>

#include "system/clock.hpp"
#include "system/error.hpp"
#include "system/root.hpp"
#include "system/scheduling.hpp"

namespace shaketable {
namespace {

template <typename Number>
Number number_at(std::string_view text, std::size_t at) {
  while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
  Number value = 0;
  if (at < text.size()) std::from_chars(text.data() + at, text.data() + text.size(), value);
  return value;
}

/// Second number of "run wait timeslices".
std::int64_t wait_time(std::string_view schedstat) {
  const auto space = schedstat.find(' ');
  return space == std::string_view::npos ? 0 : number_at<std::int64_t>(schedstat, space);
}

std::uint64_t voluntary_switches(std::string_view status) {
  constexpr std::string_view key = "\nvoluntary_ctxt_switches:";
  const auto at = status.find(key);
  return at == std::string_view::npos ? 0 : number_at<std::uint64_t>(status, at + key.size());
}

bool is_runnable(std::string_view stat) {
  const auto name_end = stat.rfind(')');  // the name may hold spaces and brackets
  return name_end != std::string_view::npos && name_end + 2 < stat.size() &&
         stat[name_end + 2] == 'R';
}

}  // namespace

ThreadTimes thread_times(pid_t tid) {
  // MAKE_THREAD_CPUCLOCK(tid, CPUCLOCK_SCHED) of include/linux/posix-timers.h
  const auto clock = static_cast<clockid_t>((~static_cast<unsigned>(tid) << 3U) | 6U);
  timespec run{};
  if (clock_gettime(clock, &run) != 0) {
    throw SystemError("read the times of", fmt::format("thread {}", tid), errno, "it has ended");
  }
  const Root root;
  const auto folder = fmt::format("/proc/self/task/{}/", tid);
  const auto stat = root.read(folder + "stat");
  if (!stat) {
    throw SystemError("read the times of", fmt::format("thread {}", tid), ESRCH, "it has ended");
  }
  ThreadTimes times;
  times.run_ns = run.tv_sec * ns_per_s + run.tv_nsec;
  times.wait_ns = wait_time(root.read(folder + "schedstat").value_or(""));
  times.voluntary_switches = voluntary_switches(root.read(folder + "status").value_or(""));
  times.runnable = is_runnable(*stat);
  return times;
}

}  // namespace shaketable
