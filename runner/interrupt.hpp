// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace shaketable {

/// Catches SIGINT, SIGTERM and SIGHUP while it lives. The first asks for an orderly end of the
/// cell, the second for an end at once. Sleeping system calls return early on either. One per
/// process.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  static bool requested() noexcept;  ///< at least one
  static bool at_once() noexcept;    ///< at least two
};

/// Sleeps until an absolute CLOCK_MONOTONIC time, or until an interrupt is caught. Returns whether
/// the time was reached.
bool sleep_until_or_interrupt(std::int64_t monotonic_ns) noexcept;

}  // namespace shaketable
