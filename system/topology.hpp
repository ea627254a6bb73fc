// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "system/root.hpp"

namespace shaketable {

/// CPUs and how they lie together, from sysfs. Lists are ascending.
struct Topology {
  std::vector<int> possible;
  std::vector<int> present;
  std::vector<int> online;
  std::vector<int> isolated;  ///< isolcpus and cgroup v2 isolated partitions
  std::vector<int> nohz_full;
  std::map<int, std::vector<int>> siblings;
  std::map<int, std::vector<int>> same_llc;  ///< the cache of the highest level
  std::map<int, std::vector<int>> nodes;
};

/// Never throws for a missing file (small boards lack many): siblings and same_llc default to the
/// CPU itself, node 0 to all online CPUs.
Topology read_topology(const Root& root);

/// What a result must be compared under: kernel, version, cmdline, machine_model, cpu_model, cpus,
/// isolated, nohz_full, microcode, clocksource, preempt (rt, full, voluntary, none, dynamic:MODE or
/// dynamic), virtual_machine, governor, rt_runtime_us, smt, transparent_hugepage. Unknown values
/// are left out.
std::map<std::string, std::string> fingerprint(const Root& root);

}  // namespace shaketable
