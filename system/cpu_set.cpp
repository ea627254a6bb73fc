// SPDX-License-Identifier: Apache-2.0
#include "system/cpu_set.hpp"

#include <fmt/format.h>
#include <sched.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <iterator>
#include <memory>
#include <stdexcept>

#include "system/error.hpp"

namespace shaketable {
namespace {

constexpr int most_cpus = 1 << 20;  // far beyond any kernel's CONFIG_NR_CPUS

struct FreeCpuSet {
  void operator()(cpu_set_t* set) const { CPU_FREE(set); }
};

/// A zeroed set of a size that is chosen at run time.
struct DynamicCpuSet {
  explicit DynamicCpuSet(int capacity)
      : bits(CPU_ALLOC(static_cast<std::size_t>(capacity))),
        size(CPU_ALLOC_SIZE(static_cast<std::size_t>(capacity))) {
    if (!bits) throw std::bad_alloc();
    CPU_ZERO_S(size, bits.get());
  }
  std::unique_ptr<cpu_set_t, FreeCpuSet> bits;
  std::size_t size;
};

std::string thread_name_for_message(pid_t tid) {
  return tid == 0 ? std::string("this thread") : fmt::format("thread {}", tid);
}

int parse_cpu(std::string_view text, std::string_view whole) {
  int cpu = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), cpu);
  if (error != std::errc() || end != text.data() + text.size() || cpu < 0 || cpu >= most_cpus) {
    throw std::invalid_argument(fmt::format("\"{}\" is not a list of CPUs: \"{}\"", whole, text));
  }
  return cpu;
}

std::string_view trim(std::string_view text) {
  constexpr std::string_view white = " \t\r\n";
  const auto first = text.find_first_not_of(white);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(white) - first + 1);
}

}  // namespace

std::vector<int> parse_kernel_cpus(std::string_view text) {
  std::string_view rest = trim(text);
  const std::string_view whole = rest;
  std::vector<int> cpus;
  while (!rest.empty()) {
    const auto comma = rest.find(',');
    const std::string_view part = rest.substr(0, comma);
    const auto dash = part.find('-');
    const int first = parse_cpu(part.substr(0, dash), whole);
    const int last =
        dash == std::string_view::npos ? first : parse_cpu(part.substr(dash + 1), whole);
    if (last < first) {
      throw std::invalid_argument(fmt::format("\"{}\" runs backwards: \"{}\"", whole, part));
    }
    for (int cpu = first; cpu <= last; ++cpu) cpus.push_back(cpu);
    if (comma == std::string_view::npos) break;
    rest.remove_prefix(comma + 1);
    if (rest.empty()) throw std::invalid_argument(fmt::format("\"{}\" ends in a comma", whole));
  }
  std::sort(cpus.begin(), cpus.end());
  cpus.erase(std::unique(cpus.begin(), cpus.end()), cpus.end());
  return cpus;
}

std::string format_kernel_cpus(const std::vector<int>& ascending) {
  std::string text;
  for (std::size_t i = 0; i < ascending.size(); ++i) {
    const int first = ascending[i];
    while (i + 1 < ascending.size() && ascending[i + 1] == ascending[i] + 1) ++i;
    if (!text.empty()) text += ',';
    text += first == ascending[i] ? fmt::format("{}", first)
                                  : fmt::format("{}-{}", first, ascending[i]);
  }
  return text;
}

std::vector<int> affinity(pid_t tid) {
  for (int capacity = 1024; capacity <= most_cpus; capacity *= 2) {
    const DynamicCpuSet set(capacity);
    if (sched_getaffinity(tid, set.size, set.bits.get()) == 0) {
      std::vector<int> cpus;
      for (int cpu = 0; cpu < capacity; ++cpu) {
        if (CPU_ISSET_S(static_cast<std::size_t>(cpu), set.size, set.bits.get())) {
          cpus.push_back(cpu);
        }
      }
      return cpus;
    }
    if (errno != EINVAL) break;  // EINVAL: the kernel's sets are larger
  }
  throw SystemError("read the CPUs of", thread_name_for_message(tid), errno);
}

void set_affinity(pid_t tid, const std::vector<int>& cpus) {
  const auto what = fmt::format("run {} on CPUs", thread_name_for_message(tid));
  std::vector<int> wanted = cpus;
  std::sort(wanted.begin(), wanted.end());
  wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
  if (wanted.empty() || wanted.front() < 0 || wanted.back() >= most_cpus) {
    throw SystemError(what, fmt::format("{{{}}}", fmt::join(cpus, ",")), EINVAL,
                      "no such set of CPUs exists");
  }
  const auto list = format_kernel_cpus(wanted);
  const DynamicCpuSet set(std::max(1024, wanted.back() + 1));
  for (const int cpu : wanted) CPU_SET_S(static_cast<std::size_t>(cpu), set.size, set.bits.get());
  if (sched_setaffinity(tid, set.size, set.bits.get()) != 0) {
    const int error = errno;
    throw SystemError(
        what, list, error,
        error == EINVAL ? "none of them is online and allowed by the cpuset of this process" : "");
  }
  const auto kept = affinity(tid);
  std::vector<int> dropped;
  std::set_difference(wanted.begin(), wanted.end(), kept.begin(), kept.end(),
                      std::back_inserter(dropped));
  if (!dropped.empty()) {
    throw SystemError(what, list, EINVAL,
                      fmt::format("{} not online, or not allowed by the cpuset of this process",
                                  format_kernel_cpus(dropped)));
  }
}

}  // namespace shaketable
