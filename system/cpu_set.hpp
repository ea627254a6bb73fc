// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>
#include <vector>

namespace shaketable {

/// Parses the kernel's list form, "0-3,8\n"; "" is the empty list. Throws std::invalid_argument.
std::vector<int> parse_kernel_cpus(std::string_view text);
/// The kernel's list form, "0-3,8".
std::string format_kernel_cpus(const std::vector<int>& ascending);

/// CPUs that a thread may run on; of any size (more than 1,024 CPUs exist). tid 0: the caller.
/// Throws SystemError.
std::vector<int> affinity(pid_t tid);
/// Sets it, and reads it back: the kernel drops CPUs that a cpuset forbids. Throws SystemError,
/// also if fewer CPUs were given.
void set_affinity(pid_t tid, const std::vector<int>& cpus);

}  // namespace shaketable
