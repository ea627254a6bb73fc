// SPDX-License-Identifier: Apache-2.0
#include "runner/interrupt.hpp"

#include <array>
#include <atomic>
#include <csignal>

#include "system/clock.hpp"

namespace shaketable {
namespace {

constexpr std::array<int, 3> caught_signals{SIGINT, SIGTERM, SIGHUP};
std::atomic<int> caught{0};
std::array<struct sigaction, caught_signals.size()> previous{};

void on_signal(int /*signal*/) {
  caught.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace

InterruptGuard::InterruptGuard() {
  caught = 0;
  struct sigaction action {};
  action.sa_handler = on_signal;  // no SA_RESTART: a sleeping supervisor must wake up
  for (std::size_t i = 0; i < caught_signals.size(); ++i)
    sigaction(caught_signals[i], &action, &previous[i]);
}

InterruptGuard::~InterruptGuard() {
  for (std::size_t i = 0; i < caught_signals.size(); ++i)
    sigaction(caught_signals[i], &previous[i], nullptr);
}

bool InterruptGuard::requested() noexcept {
  return caught.load(std::memory_order_relaxed) > 0;
}
bool InterruptGuard::at_once() noexcept {
  return caught.load(std::memory_order_relaxed) > 1;
}

bool sleep_until_or_interrupt(std::int64_t monotonic) noexcept {
  const int seen = caught.load(std::memory_order_relaxed);
  const timespec until = to_timespec(monotonic);
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nullptr) != 0)
    if (caught.load(std::memory_order_relaxed) != seen) return monotonic_ns() >= monotonic;
  return true;
}

}  // namespace shaketable
