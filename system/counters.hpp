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
  /// Rows of /proc/interrupts by label ("LOC", "CAL", "24"), this CPU's column.
  std::map<std::string, std::uint64_t> interrupts;
  std::map<std::string, std::uint64_t> softirqs;  ///< rows of /proc/softirqs
  std::uint64_t steal_ns = 0;                     ///< /proc/stat, in ticks of 10 ms
  std::uint64_t smi = 0;                          ///< MSR 0x34 where it can be read, else 0
};

/// Reading the SMI count sends the CPU an interrupt of its own: it is done outside the window,
/// first where the window opens and last where it closes, so that it does not count itself.
enum class WindowEdge { opening, closing };

/// Reads the counters of some CPUs. Columns are found by their heading: CPU numbers may have holes.
/// A CPU without a column (offline) gets zeros. Unreadable files give empty maps, never an
/// exception: counters are evidence, their absence is seen.
std::map<int, CpuCounters> read_counters(const Root& root, const std::vector<int>& cpus,
                                         WindowEdge edge = WindowEdge::opening);

/// after − before, only what moved; a row that is missing before counts from 0. A counter that
/// wrapped at 32 bits is put right; one that went backwards otherwise counts as 0.
CpuCounters difference(const CpuCounters& after, const CpuCounters& before);

}  // namespace shaketable
