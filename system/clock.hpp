// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <ctime>
#include <string>

namespace shaketable {

inline constexpr std::int64_t ns_per_s = 1'000'000'000;

/// Nanoseconds of a clock; async-signal-safe, a vDSO call for CLOCK_MONOTONIC and
/// CLOCK_MONOTONIC_RAW.
inline std::int64_t clock_ns(clockid_t clock) noexcept {
  timespec now{};
  clock_gettime(clock, &now);
  return now.tv_sec * ns_per_s + now.tv_nsec;
}
inline std::int64_t monotonic_ns() noexcept {
  return clock_ns(CLOCK_MONOTONIC);
}

inline timespec to_timespec(std::int64_t ns) noexcept {
  return timespec{ns / ns_per_s, ns % ns_per_s};
}

/// Sleeps until an absolute CLOCK_MONOTONIC time, through signals.
void sleep_until(std::int64_t monotonic) noexcept;

/// "2026-11-30T09:12:03Z", and "2026-11-30T0912" for folder names (local time).
std::string utc_now();
std::string folder_time();

}  // namespace shaketable
