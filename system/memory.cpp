// SPDX-License-Identifier: Apache-2.0
#include "system/memory.hpp"

#include <alloca.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#include <algorithm>
#include <cerrno>

#include "system/error.hpp"

namespace shaketable {

void lock_memory() {
  if (mlockall(MCL_CURRENT | MCL_FUTURE) != 0) {
    throw SystemError("lock", "the memory of this process", errno,
                      "it needs CAP_IPC_LOCK, or a higher RLIMIT_MEMLOCK (ulimit -l unlimited)");
  }
}

void disable_transparent_huge_pages() {
  if (prctl(PR_SET_THP_DISABLE, 1UL, 0UL, 0UL, 0UL) != 0) {
    throw SystemError("disable", "transparent huge pages", errno);
  }
}

// Not inlined: the space must be given back on return.
__attribute__((noinline)) void prefault_stack(std::size_t bytes) noexcept {
  constexpr std::size_t kept_free = 256 * 1024;
  constexpr std::size_t page = 4096;
  rlimit limit{};
  std::size_t room = 8UL << 20;
  if (getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
    room = std::min<std::size_t>(room, limit.rlim_cur);
  }
  bytes = std::min(bytes, room > kept_free ? room - kept_free : 0);
  if (bytes == 0) return;
  auto* stack = static_cast<volatile char*>(alloca(bytes));
  for (std::size_t at = bytes; at >= page; at -= page) stack[at - 1] = 1;
  stack[0] = 1;
}

ThreadUsage thread_usage() noexcept {
  rusage usage{};
  getrusage(RUSAGE_THREAD, &usage);
  const auto count = [](long value) { return static_cast<std::uint64_t>(value); };
  return {count(usage.ru_minflt), count(usage.ru_majflt), count(usage.ru_nvcsw),
          count(usage.ru_nivcsw)};
}

}  // namespace shaketable
