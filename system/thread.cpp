// SPDX-License-Identifier: Apache-2.0
#include "system/thread.hpp"

#include <pthread.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>

#include "system/error.hpp"

namespace shaketable {

pid_t own_tid() noexcept {
  return gettid();
}

void set_thread_name(std::string_view name) noexcept {
  const std::string cut(name.substr(0, 15));
  pthread_setname_np(pthread_self(), cut.c_str());
}

void set_timer_slack(std::chrono::nanoseconds slack) {
  // 0 would mean "back to the default".
  const auto ns = static_cast<unsigned long>(std::max<std::int64_t>(1, slack.count()));
  if (prctl(PR_SET_TIMERSLACK, ns, 0UL, 0UL, 0UL) != 0) {
    throw SystemError("set", "the timer slack", errno);
  }
}

void limit_realtime(std::chrono::seconds limit) {
  rlimit values{};
  if (getrlimit(RLIMIT_RTTIME, &values) != 0) throw SystemError("read", "RLIMIT_RTTIME", errno);
  const auto soft = static_cast<rlim_t>(std::chrono::microseconds(limit).count());
  const auto hard = static_cast<rlim_t>(std::chrono::microseconds(limit).count() + 1'000'000);
  values.rlim_cur = std::min(values.rlim_cur, soft);  // RLIM_INFINITY is the largest rlim_t
  values.rlim_max = std::min(values.rlim_max, hard);
  if (setrlimit(RLIMIT_RTTIME, &values) != 0) throw SystemError("set", "RLIMIT_RTTIME", errno);
}

}  // namespace shaketable
