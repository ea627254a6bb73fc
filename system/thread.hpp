// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <string_view>

namespace shaketable {

/// Kernel id of the calling thread.
pid_t own_tid() noexcept;
/// Names the calling thread, cut to the kernel's 15 characters.
void set_thread_name(std::string_view name) noexcept;
/// Slack of the calling thread's timers under SCHED_OTHER, BATCH and IDLE; at least 1 ns. Throws
/// SystemError.
void set_timer_slack(std::chrono::nanoseconds slack);
/// RLIMIT_RTTIME of this process: a real-time thread that runs for so long without sleeping gets
/// SIGXCPU, a second later SIGKILL. A stricter limit that is in force is kept. Throws SystemError.
void limit_realtime(std::chrono::seconds limit);

}  // namespace shaketable
