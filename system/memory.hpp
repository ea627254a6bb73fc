// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace shaketable {

/// Locks all present and future pages of this process. It does not survive fork. Throws
/// SystemError.
void lock_memory();
/// No transparent huge pages in this process, whose background collapse stalls it. Throws
/// SystemError.
void disable_transparent_huge_pages();
/// Writes to the calling thread's stack, so that the next `bytes` of it are there. Below 8 MiB, or
/// what the stack's limit allows.
void prefault_stack(std::size_t bytes) noexcept;

/// Counts of the calling thread since its start (getrusage).
struct ThreadUsage {
  std::uint64_t minor_faults = 0;
  std::uint64_t major_faults = 0;
  std::uint64_t voluntary_switches = 0;
  std::uint64_t involuntary_switches = 0;
};
ThreadUsage thread_usage() noexcept;

}  // namespace shaketable
