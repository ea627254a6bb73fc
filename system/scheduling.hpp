// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>

namespace shaketable {

/// A policy in the kernel's own terms (sched(7)).
struct SchedulingPolicy {
  int policy = 0;  ///< SCHED_OTHER, SCHED_BATCH, SCHED_IDLE, SCHED_FIFO, SCHED_RR, SCHED_DEADLINE
  int priority = 0;
  std::int64_t runtime_ns = 0;  ///< SCHED_DEADLINE only, as are the next two
  std::int64_t deadline_ns = 0;
  std::int64_t period_ns = 0;
  friend bool operator==(const SchedulingPolicy&, const SchedulingPolicy&) = default;
};

/// Sets the policy of a thread (0: the caller) and reads it back. Throws SystemError with what
/// would allow it (RLIMIT_RTPRIO, CAP_SYS_NICE, a root domain of its own for SCHED_DEADLINE).
void set_policy(pid_t tid, const SchedulingPolicy& policy);
SchedulingPolicy get_policy(pid_t tid);

/// Tries in a child process whether this user may run with this policy on this CPU. "" if so, else
/// why not and what to do.
std::string why_not_policy(const SchedulingPolicy& policy, int cpu);

/// Run and wait times of a thread since its start, from /proc/<pid>/task/<tid>/schedstat; run is
/// read from the thread's CPU clock, which does not wait for the next tick.
struct ThreadTimes {
  std::int64_t run_ns = 0;
  std::int64_t wait_ns = 0;
  std::uint64_t voluntary_switches = 0;
  bool runnable = false;  ///< state R at the moment of reading
};
/// A thread of the calling process. Throws SystemError if it is gone.
ThreadTimes thread_times(pid_t tid);

}  // namespace shaketable
