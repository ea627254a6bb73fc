// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <set>
#include <string_view>

#include "system/cpu_set.hpp"
#include "system/guards.hpp"
#include "system/topology.hpp"

namespace shaketable {
namespace {

using Facts = std::map<std::string, std::string>;

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

/// Value of the first "key : value" line of /proc/cpuinfo; "" if there is none.
std::string cpuinfo_value(std::string_view cpuinfo, std::string_view key) {
  while (!cpuinfo.empty()) {
    const auto line = cpuinfo.substr(0, cpuinfo.find('\n'));
    cpuinfo.remove_prefix(std::min(cpuinfo.size(), line.size() + 1));
    const auto colon = line.find(':');
    if (colon == std::string_view::npos || !line.starts_with(key)) continue;
    const auto name = line.substr(0, line.find_last_not_of(" \t", colon - 1) + 1);
    if (name == key) return chosen_value(line.substr(colon + 1));
  }
  return {};
}

/// Word of the command line after "key="; the last one counts, as for the kernel.
std::string boot_option(std::string_view cmdline, std::string_view key) {
  std::string value;
  while (!cmdline.empty()) {
    const auto word = cmdline.substr(0, cmdline.find(' '));
    cmdline.remove_prefix(std::min(cmdline.size(), word.size() + 1));
    if (word.size() > key.size() && word.starts_with(key) && word[key.size()] == '=') {
      value = word.substr(key.size() + 1);
    }
  }
  return value;
}

/// "(full)" in "none voluntary (full)".
std::string dynamic_mode(std::string_view choices) {
  const auto open = choices.find('(');
  const auto close = choices.find(')', open == std::string_view::npos ? 0 : open);
  if (open == std::string_view::npos || close == std::string_view::npos) return {};
  return std::string(choices.substr(open + 1, close - open - 1));
}

std::string preemption(const Root& root, const Facts& facts) {
  const auto of = [&](const char* name) {
    const auto fact = facts.find(name);
    return fact == facts.end() ? std::string() : fact->second;
  };
  const std::string version = of("version");
  if (root.read("/sys/kernel/realtime") == "1" || contains(version, "PREEMPT_RT") ||
      contains(version, "PREEMPT RT")) {
    return "rt";
  }
  if (contains(version, "PREEMPT_DYNAMIC")) {
    auto mode = dynamic_mode(root.read("/sys/kernel/debug/sched/preempt").value_or(""));
    if (mode.empty()) mode = boot_option(of("cmdline"), "preempt");
    return mode.empty() ? "dynamic" : fmt::format("dynamic:{}", mode);
  }
  if (contains(version, "PREEMPT")) return "full";
  const auto config = root.read(fmt::format("/boot/config-{}", of("kernel"))).value_or("");
  if (contains(config, "CONFIG_PREEMPT_VOLUNTARY=y")) return "voluntary";
  if (contains(config, "CONFIG_PREEMPT_NONE=y")) return "none";
  return {};
}

std::string machine_model(const Root& root) {
  if (auto model = root.read("/proc/device-tree/model"); model && !model->empty()) return *model;
  const auto vendor = root.read("/sys/class/dmi/id/sys_vendor").value_or("");
  const auto product = root.read("/sys/class/dmi/id/product_name").value_or("");
  return chosen_value(fmt::format("{} {}", vendor, product));
}

std::string virtual_machine(const Root& root, std::string_view cpuinfo) {
  if (auto type = root.read("/sys/hypervisor/type"); type && !type->empty()) return *type;
  const auto flags = cpuinfo_value(cpuinfo, "flags");
  if (flags.empty()) return {};
  if (!contains(fmt::format(" {} ", flags), " hypervisor ")) return "none";
  const auto vendor = root.read("/sys/class/dmi/id/sys_vendor").value_or("");
  return vendor.empty() ? "hypervisor of an unknown kind" : vendor;
}

std::string cpu_model(std::string_view cpuinfo) {
  for (const auto* key : {"model name", "Processor", "cpu model", "uarch", "cpu"}) {
    if (auto value = cpuinfo_value(cpuinfo, key); !value.empty()) return value;
  }
  const auto implementer = cpuinfo_value(cpuinfo, "CPU implementer");
  if (implementer.empty()) return {};
  return fmt::format("implementer {} part {}", implementer, cpuinfo_value(cpuinfo, "CPU part"));
}

/// The governor of all CPUs, or each one that is in use, "performance,powersave".
std::string governors(const Root& root, const std::vector<int>& cpus) {
  std::set<std::string> seen;
  for (const int cpu : cpus) {
    const auto file = fmt::format("/sys/devices/system/cpu/cpu{}/cpufreq/scaling_governor", cpu);
    if (auto governor = root.read(file)) seen.insert(*governor);
  }
  return fmt::format("{}", fmt::join(seen, ","));
}

}  // namespace

Facts fingerprint(const Root& root) {
  const auto topology = read_topology(root);
  const auto cpuinfo = root.read("/proc/cpuinfo").value_or("");
  const auto file = [&](std::string_view name) { return root.read(name).value_or(""); };
  Facts facts;
  facts["kernel"] = file("/proc/sys/kernel/osrelease");
  facts["version"] = file("/proc/sys/kernel/version");
  facts["cmdline"] = file("/proc/cmdline");
  facts["machine_model"] = machine_model(root);
  facts["cpu_model"] = cpu_model(cpuinfo);
  facts["cpus"] = format_kernel_cpus(topology.online);
  facts["isolated"] = format_kernel_cpus(topology.isolated);
  facts["nohz_full"] = format_kernel_cpus(topology.nohz_full);
  facts["microcode"] = cpuinfo_value(cpuinfo, "microcode");
  facts["clocksource"] = file("/sys/devices/system/clocksource/clocksource0/current_clocksource");
  facts["virtual_machine"] = virtual_machine(root, cpuinfo);
  facts["governor"] = governors(root, topology.online);
  facts["rt_runtime_us"] = file("/proc/sys/kernel/sched_rt_runtime_us");
  facts["smt"] = file("/sys/devices/system/cpu/smt/control");
  facts["transparent_hugepage"] = chosen_value(file("/sys/kernel/mm/transparent_hugepage/enabled"));
  facts["preempt"] = preemption(root, facts);
  std::erase_if(facts, [](const auto& fact) { return fact.second.empty(); });
  return facts;
}

}  // namespace shaketable
