// SPDX-License-Identifier: Apache-2.0
#include "system/topology.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>
#include <stdexcept>
#include <string_view>

#include "system/cpu_set.hpp"

namespace shaketable {
namespace {

constexpr std::string_view cpu_folder = "/sys/devices/system/cpu";

/// Nothing if the file is missing or is no list; nohz_full reads "(null)" where there is none.
std::optional<std::vector<int>> read_cpus(const Root& root, const std::string& file) {
  const auto text = root.read(file);
  if (!text) return std::nullopt;
  try {
    return parse_kernel_cpus(*text);
  } catch (const std::invalid_argument&) {
    return std::nullopt;
  }
}

std::vector<int> read_cpus_or(const Root& root, std::string_view name, std::vector<int> otherwise) {
  auto cpus = read_cpus(root, fmt::format("{}/{}", cpu_folder, name));
  return cpus && !cpus->empty() ? std::move(*cpus) : std::move(otherwise);
}

/// The number in "node12"; −1 for other names.
int number_after(std::string_view name, std::string_view prefix) {
  int number = -1;
  if (!name.starts_with(prefix)) return -1;
  name.remove_prefix(prefix.size());
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  return error == std::errc() && end == name.data() + name.size() ? number : -1;
}

/// Each cpuN directory of sysfs: all that a kernel without SMP has.
std::vector<int> cpu_folders(const Root& root) {
  std::vector<int> cpus;
  for (const auto& name : root.list(cpu_folder)) {
    if (const int cpu = number_after(name, "cpu"); cpu >= 0) cpus.push_back(cpu);
  }
  std::sort(cpus.begin(), cpus.end());
  return cpus.empty() ? std::vector<int>{0} : cpus;
}

/// Isolated partitions lie under the root or under other partitions, so that few directories are
/// looked at.
void add_partitions(const Root& root, const std::string& folder, std::set<int>& isolated) {
  for (const auto& name : root.list(folder)) {
    const auto inner = fmt::format("{}/{}", folder, name);
    const auto type = root.read(inner + "/cpuset.cpus.partition");
    if (type != "root" && type != "isolated") continue;  // "isolated invalid (…)" is none
    if (type == "isolated") {
      const auto cpus = read_cpus(root, inner + "/cpuset.cpus.effective");
      if (cpus) isolated.insert(cpus->begin(), cpus->end());
    }
    add_partitions(root, inner, isolated);
  }
}

std::vector<int> read_isolated(const Root& root) {
  const auto boot = read_cpus_or(root, "isolated", {});
  std::set<int> isolated(boot.begin(), boot.end());
  for (const std::string folder : {"/sys/fs/cgroup", "/sys/fs/cgroup/unified"}) {
    if (!root.exists(folder + "/cgroup.controllers")) continue;
    if (const auto all = read_cpus(root, folder + "/cpuset.cpus.isolated")) {
      isolated.insert(all->begin(), all->end());
    } else {
      add_partitions(root, folder, isolated);
    }
  }
  return {isolated.begin(), isolated.end()};
}

std::vector<int> read_siblings(const Root& root, int cpu) {
  for (const auto* name : {"core_cpus_list", "thread_siblings_list"}) {
    const auto cpus = read_cpus(root, fmt::format("{}/cpu{}/topology/{}", cpu_folder, cpu, name));
    if (cpus && !cpus->empty()) return *cpus;
  }
  return {cpu};
}

std::vector<int> read_same_llc(const Root& root, int cpu) {
  const auto folder = fmt::format("{}/cpu{}/cache", cpu_folder, cpu);
  std::vector<int> sharers = {cpu};
  int highest = 0;
  for (const auto& name : root.list(folder)) {
    const auto level =
        number_after(root.read(fmt::format("{}/{}/level", folder, name)).value_or(""), "");
    const auto cpus = read_cpus(root, fmt::format("{}/{}/shared_cpu_list", folder, name));
    if (level <= highest || !cpus || cpus->empty()) continue;
    highest = level;
    sharers = *cpus;
  }
  return sharers;
}

std::map<int, std::vector<int>> read_nodes(const Root& root, const std::vector<int>& online) {
  constexpr std::string_view folder = "/sys/devices/system/node";
  std::map<int, std::vector<int>> nodes;
  for (const auto& name : root.list(folder)) {
    const int node = number_after(name, "node");
    if (node < 0) continue;
    const auto cpus = read_cpus(root, fmt::format("{}/{}/cpulist", folder, name));
    if (cpus) nodes[node] = *cpus;  // empty: a node of memory only
  }
  if (nodes.empty()) nodes[0] = online;
  return nodes;
}

}  // namespace

Topology read_topology(const Root& root) {
  Topology topology;
  topology.online = read_cpus_or(root, "online", cpu_folders(root));
  topology.present = read_cpus_or(root, "present", topology.online);
  topology.possible = read_cpus_or(root, "possible", topology.present);
  topology.isolated = read_isolated(root);
  topology.nohz_full = read_cpus_or(root, "nohz_full", {});
  for (const int cpu : topology.online) {
    topology.siblings[cpu] = read_siblings(root, cpu);
    topology.same_llc[cpu] = read_same_llc(root, cpu);
  }
  topology.nodes = read_nodes(root, topology.online);
  return topology;
}

}  // namespace shaketable
