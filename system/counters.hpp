// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "system/root.hpp"

namespace shaketable {

/// What the kernel counts for one CPU, since boot.
struct CpuCounters {
  std::map<std::string, std::uint64_t> interrupts;  ///< rows of /proc/interrupts by label ("LOC", "CAL", "24"), this CPU's column
  std::map<std::string, std::uint64_t> softirqs;    ///< rows of /proc/softirqs
  std::uint64_t steal_ns = 0;                       ///< /proc/stat, in ticks of 10 ms
  std::uint64_t smi = 0;                            ///< MSR 0x34 where it can be read, else 0
};

/// Reads the counters of some CPUs. Columns are found by their heading: CPU numbers may have holes. A CPU without a column
/// (offline) gets zeros. Unreadable files give empty maps, never an exception: counters are evidence, their absence is seen.
std::map<int, CpuCounters> read_counters(const Root& root, const std::vector<int>& cpus);

/// after − before, only what moved; a row that is missing before counts from 0. A counter that went backwards counts as 0.
CpuCounters difference(const CpuCounters& after, const CpuCounters& before);

}  // namespace shaketable
