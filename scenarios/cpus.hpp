// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shaketable {

/// CPU numbers, ascending, without repeats.
using CpuList = std::vector<int>;

/// "0-3,8" for {0,1,2,3,8}; "-" for none.
std::string to_text(const CpuList& cpus);

/// The machine as the language sees it: which CPUs there are and how they lie together. A plan made
/// from a recorded machine is the same as one made on it. CPU lists come from the kernel's files;
/// no file is read here.
struct MachineView {
  CpuList present;
  CpuList online;
  CpuList allowed;   ///< online, and in this process's affinity or reachable as isolated CPUs
  CpuList isolated;  ///< isolcpus and cgroup v2 isolated partitions
  std::map<int, CpuList> siblings;  ///< SMT siblings of a CPU, itself included
  std::map<int, CpuList> same_llc;  ///< CPUs that share the last-level cache, itself included
  std::map<int, CpuList> nodes;     ///< NUMA node → its CPUs
};

/// What selectors such as @probe and @housekeeping stand for in one cell.
struct CpuContext {
  const MachineView* machine = nullptr;
  const std::map<std::string, std::string, std::less<>>* names =
      nullptr;  ///< [cpus] of the scenario: name → expression
  const CpuList* probe =
      nullptr;  ///< CPUs of the cell's probes; nullptr: @probe & co. are not known here
  const CpuList* housekeeping = nullptr;  ///< CPUs of the supervisor
};

/// @measure: the first isolated CPU, else the last allowed one, else CPU 0.
int measure_cpu(const MachineView& machine);

/// Checks the form of an expression ("0-3,8", "@isolated & @node:0") without a machine. Returns
/// what is wrong, with the nearest valid name where one is near; nothing if it is well formed.
std::optional<std::string> check_cpu_expression(
    std::string_view text, const std::map<std::string, std::string, std::less<>>& names);

/// The CPUs that an expression stands for; may be empty (no isolated CPU here). Sets written as
/// numbers are returned as written, whether or not the machine has them: preflight tells absent,
/// offline and not-allowed CPUs apart. Throws std::invalid_argument if check_cpu_expression would
/// complain, or if @probe is used where it is not known.
CpuList resolve_cpus(std::string_view text, const CpuContext& context);

}  // namespace shaketable
