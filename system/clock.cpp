// SPDX-License-Identifier: Apache-2.0
#include "system/clock.hpp"

#include <array>
#include <cerrno>

namespace shaketable {
namespace {

std::string format_time(const std::tm& time, const char* format) {
  std::array<char, 64> text{};
  return {text.data(), std::strftime(text.data(), text.size(), format, &time)};
}

}  // namespace

void sleep_until(std::int64_t monotonic) noexcept {
  const timespec until = to_timespec(monotonic);
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nullptr) == EINTR) {
  }
}

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm time{};
  gmtime_r(&now, &time);
  return format_time(time, "%Y-%m-%dT%H:%M:%SZ");
}

std::string folder_time() {
  const std::time_t now = std::time(nullptr);
  std::tm time{};
  localtime_r(&now, &time);
  return format_time(time, "%Y-%m-%dT%H%M");
}

}  // namespace shaketable
