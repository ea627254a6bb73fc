// SPDX-License-Identifier: Apache-2.0
#include "system/privileges.hpp"

#include <sys/capability.h>
#include <sys/resource.h>

#include <memory>

namespace shaketable {
namespace {

cap_value_t to_libcap(Capability capability) {
  switch (capability) {
    case Capability::sys_nice:
      return CAP_SYS_NICE;
    case Capability::ipc_lock:
      return CAP_IPC_LOCK;
    case Capability::sys_admin:
      return CAP_SYS_ADMIN;
    case Capability::perfmon:
      return CAP_PERFMON;
  }
  return CAP_SYS_ADMIN;
}

std::uint64_t soft_limit(decltype(RLIMIT_RTPRIO) resource) {
  rlimit limit{};
  if (getrlimit(resource, &limit) != 0) return 0;
  return limit.rlim_cur == RLIM_INFINITY ? UINT64_MAX : limit.rlim_cur;
}

struct FreeCap {
  void operator()(void* set) const { cap_free(set); }
};

}  // namespace

bool has_capability(Capability capability) {
  const std::unique_ptr<std::remove_pointer_t<cap_t>, FreeCap> set(cap_get_proc());
  cap_flag_value_t value = CAP_CLEAR;
  return set && cap_get_flag(set.get(), to_libcap(capability), CAP_EFFECTIVE, &value) == 0 &&
         value == CAP_SET;
}

std::uint64_t realtime_priority_limit() {
  return soft_limit(RLIMIT_RTPRIO);
}
std::uint64_t locked_memory_limit() {
  return soft_limit(RLIMIT_MEMLOCK);
}

}  // namespace shaketable
