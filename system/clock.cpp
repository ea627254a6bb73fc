// SPDX-License-Identifier: Apache-2.0
#include "system/clock.hpp"

#include <fmt/chrono.h>

#include <cerrno>

namespace shaketable {

void sleep_until(std::int64_t monotonic) noexcept {
  const timespec until = to_timespec(monotonic);
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nullptr) == EINTR) {
  }
}

std::string utc_now() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
}

std::string folder_time() {
  return fmt::format("{:%Y-%m-%dT%H%M}", fmt::localtime(std::time(nullptr)));
}

}  // namespace shaketable
