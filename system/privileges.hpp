// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace shaketable {

enum class Capability { sys_nice, ipc_lock, sys_admin, perfmon };

/// Whether the capability is effective in the calling thread; false if the kernel does not know it.
bool has_capability(Capability capability);

/// RLIMIT_RTPRIO: the highest real-time priority that an ordinary user may take; 0: none.
std::uint64_t realtime_priority_limit();
/// RLIMIT_MEMLOCK in bytes; UINT64_MAX: no limit.
std::uint64_t locked_memory_limit();

}  // namespace shaketable
