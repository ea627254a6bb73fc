// SPDX-License-Identifier: Apache-2.0
#include "system/counters.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <string_view>

#include "system/file_descriptor.hpp"

namespace shaketable {
namespace {

constexpr std::string_view blanks = " \t\r";

/// Takes the next line from the front of `text`.
std::string_view take_line(std::string_view& text) {
  const auto end = text.find('\n');
  const auto line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

std::string_view take_word(std::string_view& line) {
  line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
  const auto word = line.substr(0, line.find_first_of(blanks));
  line.remove_prefix(word.size());
  return word;
}

template <typename Number>
std::optional<Number> to_number(std::string_view text) {
  Number value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// "CPU0 CPU2 …": the CPU of each column.
std::vector<int> parse_heading(std::string_view line) {
  std::vector<int> columns;
  for (auto word = take_word(line); !word.empty(); word = take_word(line)) {
    if (!word.starts_with("CPU")) return {};
    const auto cpu = to_number<int>(word.substr(3));
    if (!cpu || *cpu < 0) return {};
    columns.push_back(*cpu);
  }
  return columns;
}

/// ERR and MIS ("Err" on Arm) hold one total, which a one-CPU machine shows like a column.
bool is_total(std::string_view label) {
  return label == "ERR" || label == "MIS" || label == "Err";
}

/// All columns of a row, or nothing: a row with fewer numbers is a total, or torn.
std::vector<std::uint64_t> parse_columns(std::string_view line, std::size_t count) {
  std::vector<std::uint64_t> values;
  values.reserve(count);
  while (values.size() < count) {
    const auto value = to_number<std::uint64_t>(take_word(line));
    if (!value) return {};
    values.push_back(*value);
  }
  return values;
}

using Rows = std::map<std::string, std::uint64_t> CpuCounters::*;

void parse_table(std::string_view text, Rows rows, std::map<int, CpuCounters>& counters) {
  const auto columns = parse_heading(take_line(text));
  if (columns.empty()) return;
  while (!text.empty()) {
    auto line = take_line(text);
    auto label = take_word(line);
    if (label.size() < 2 || label.back() != ':') continue;
    label.remove_suffix(1);
    if (is_total(label)) continue;
    const auto values = parse_columns(line, columns.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      const auto cpu = counters.find(columns[i]);
      if (cpu != counters.end()) (cpu->second.*rows)[std::string(label)] = values[i];
    }
  }
}

/// "cpuN user nice system idle iowait irq softirq steal …" in ticks of USER_HZ.
void parse_steal(std::string_view text, std::map<int, CpuCounters>& counters) {
  constexpr std::uint64_t tick_ns = 10'000'000;
  constexpr std::size_t steal_column = 7;
  while (!text.empty()) {
    auto line = take_line(text);
    const auto label = take_word(line);
    if (!label.starts_with("cpu")) continue;
    const auto number = to_number<int>(label.substr(3));
    const auto values = parse_columns(line, steal_column + 1);
    if (!number || values.empty()) continue;
    const auto cpu = counters.find(*number);
    if (cpu == counters.end()) continue;
    cpu->second.steal_ns =
        std::min(values[steal_column], std::numeric_limits<std::uint64_t>::max() / tick_ns) *
        tick_ns;
  }
}

/// Only Intel has the counter; elsewhere the attempt would interrupt the CPU for nothing.
bool may_count_smi(const Root& root) {
  if (!root.is_live()) return true;
#if defined(__x86_64__) || defined(__i386__)
  unsigned highest = 0;
  unsigned b = 0;
  unsigned c = 0;
  unsigned d = 0;
  return __get_cpuid(0, &highest, &b, &c, &d) != 0 && b == signature_INTEL_ebx &&
         c == signature_INTEL_ecx && d == signature_INTEL_edx;
#else
  return false;
#endif
}

void read_smi(const Root& root, std::map<int, CpuCounters>& counters) {
  constexpr off_t msr_smi_count = 0x34;
  if (!may_count_smi(root)) return;
  for (auto& [cpu, values] : counters) {
    const auto path = root.path(fmt::format("/dev/cpu/{}/msr", cpu));
    const FileDescriptor msr(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    std::uint64_t count = 0;
    if (msr.is_open() && pread(msr.get(), &count, sizeof count, msr_smi_count) == sizeof count) {
      values.smi = count & 0xffffffffU;
    }
  }
}

/// The kernel's counters of interrupts have 32 bits: a step back of more than half is a wrap.
std::uint64_t advance(std::uint64_t after, std::uint64_t before) {
  constexpr std::uint64_t modulus = std::uint64_t{1} << 32U;
  if (after >= before) return after - before;
  if (before < modulus && before - after > modulus / 2) return after + modulus - before;
  return 0;
}

std::map<std::string, std::uint64_t> moved(const std::map<std::string, std::uint64_t>& after,
                                           const std::map<std::string, std::uint64_t>& before) {
  std::map<std::string, std::uint64_t> rows;
  for (const auto& [label, count] : after) {
    const auto old = before.find(label);
    const auto delta = advance(count, old == before.end() ? 0 : old->second);
    if (delta != 0) rows.emplace(label, delta);
  }
  return rows;
}

}  // namespace

std::map<int, CpuCounters> read_counters(const Root& root, const std::vector<int>& cpus,
                                         WindowEdge edge) {
  std::map<int, CpuCounters> counters;
  for (const int cpu : cpus) counters[cpu];
  if (edge == WindowEdge::opening) read_smi(root, counters);
  parse_table(root.read("/proc/interrupts").value_or(""), &CpuCounters::interrupts, counters);
  parse_table(root.read("/proc/softirqs").value_or(""), &CpuCounters::softirqs, counters);
  parse_steal(root.read("/proc/stat").value_or(""), counters);
  if (edge == WindowEdge::closing) read_smi(root, counters);
  return counters;
}

CpuCounters difference(const CpuCounters& after, const CpuCounters& before) {
  CpuCounters delta;
  delta.interrupts = moved(after.interrupts, before.interrupts);
  delta.softirqs = moved(after.softirqs, before.softirqs);
  delta.steal_ns = after.steal_ns > before.steal_ns ? after.steal_ns - before.steal_ns : 0;
  delta.smi = advance(after.smi, before.smi);
  return delta;
}

}  // namespace shaketable
