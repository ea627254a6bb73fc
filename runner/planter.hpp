// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>

#include "system/child.hpp"
#include "system/scheduling.hpp"

namespace shaketable {

/// A stall that was planted, by the planter's own clock (CLOCK_MONOTONIC).
struct PlantedStall {
  std::int64_t begin_ns = 0;
  std::int64_t end_ns = 0;
  bool done = false;
};

/// The policy that outranks a probe's on its CPU, if one does: fifo one above, at most 99. policy <
/// 0: nothing outranks it (fifo:99, deadline).
SchedulingPolicy outranking(const SchedulingPolicy& probe);

/// The child's main for the role "planter": occupies its CPU from the control block's begin to its
/// end, under a policy that outranks the probe, and leaves the times in its payload (a
/// PlantedStall).
int run_planter_child(SharedMemory& memory);

/// Plants one stall by a planter's process. The process is started by the constructor, before the
/// window; `plant` sets its times.
class Planter {
 public:
  Planter(int cpu, const SchedulingPolicy& policy);  ///< throws SystemError
  /// Waits until it is ready; "" or why it is not.
  std::string wait_ready();
  void plant(std::int64_t begin_ns, std::int64_t end_ns);
  PlantedStall stall();  ///< ends the planter

 private:
  Child child_;
};

/// Stops a process by SIGSTOP at begin and lets it go on at end; for probes that nothing outranks,
/// and for ordinary users. Sleeps in between.
PlantedStall stop_and_continue(pid_t process, std::int64_t begin_ns, std::int64_t end_ns);

}  // namespace shaketable
