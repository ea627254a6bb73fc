// SPDX-License-Identifier: Apache-2.0
#include "runner/attribution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

namespace shaketable {
namespace {

constexpr std::string_view runtime_file = "/proc/sys/kernel/sched_rt_runtime_us";
constexpr std::string_view period_file = "/proc/sys/kernel/sched_rt_period_us";
constexpr double hole_tolerance = 0.2;     // of the hole's nominal length
constexpr double spacing_tolerance = 0.1;  // of the throttling period

std::optional<std::int64_t> read_number(const Root& root, std::string_view file) {
  const std::optional<std::string> text = root.read(file);
  std::int64_t number = 0;
  if (!text || std::from_chars(text->data(), text->data() + text->size(), number).ec != std::errc())
    return std::nullopt;
  return number;
}

bool near(double value, double wanted, double tolerance) {
  return std::abs(value - wanted) <= tolerance * wanted;
}

/// Holes of (period − runtime) that follow each other by whole periods. One alone may be anything.
class Throttling {
 public:
  explicit Throttling(const Root& root) {
    const auto runtime = read_number(root, runtime_file);
    const auto period = read_number(root, period_file);
    if (!runtime || !period || *runtime < 0 || *runtime >= *period) return;
    period_ns_ = static_cast<double>(*period) * 1e3;
    hole_ns_ = static_cast<double>(*period - *runtime) * 1e3;
    cause_ = fmt::format("RT throttling (sched_rt_runtime_us = {})", *runtime);
  }

  const std::string& cause() const { return cause_; }

  bool is_hole(const WorstSample& sample) const {
    return hole_ns_ > 0 && near(static_cast<double>(sample.value), hole_ns_, hole_tolerance);
  }

  bool follow(const WorstSample& a, const WorstSample& b) const {
    const double periods = std::abs(static_cast<double>(a.at_ns - b.at_ns)) / period_ns_;
    return periods > 0.5 && std::abs(periods - std::round(periods)) <= spacing_tolerance;
  }

 private:
  double period_ns_ = 0;
  double hole_ns_ = 0;
  std::string cause_;
};

void name_throttling(std::vector<WorstSample>& worst, const Root& root) {
  const Throttling throttling(root);
  for (WorstSample& sample : worst) {
    if (!throttling.is_hole(sample)) continue;
    const bool regular = std::any_of(worst.begin(), worst.end(), [&](const WorstSample& other) {
      return throttling.is_hole(other) && throttling.follow(sample, other);
    });
    if (regular) sample.cause = throttling.cause();
  }
}

void name_events(std::vector<WorstSample>& worst, const std::vector<CellEvent>& events) {
  for (WorstSample& sample : worst) {
    if (!sample.cause.empty()) continue;
    const std::int64_t begin = sample.at_ns - sample.value;
    const auto overlap = std::find_if(events.begin(), events.end(), [&](const CellEvent& event) {
      return event.at_ns < sample.at_ns && event.at_ns + event.duration_ns > begin;
    });
    if (overlap != events.end())
      sample.cause = fmt::format("{} {} at {:.3f} s", overlap->source, overlap->what,
                                 static_cast<double>(overlap->at_ns) * 1e-9);
  }
}

void name_steal(std::vector<WorstSample>& worst, std::uint64_t steal_ns) {
  for (WorstSample& sample : worst)
    if (sample.cause.empty() && sample.value > 0 &&
        steal_ns >= static_cast<std::uint64_t>(sample.value) && sample.value >= 1'000'000)
      sample.cause =
          fmt::format("possibly the hypervisor (steal: {} ms in the window)", steal_ns / 1'000'000);
}

}  // namespace

void name_causes(CellResult& line, const ProbePlacement& placement, const Root& root) {
  for (auto& [name, metric] : line.metrics) {
    if (!metric.primary || metric.unit != "ns") continue;
    if (placement.policy.is_realtime()) name_throttling(metric.worst, root);
    name_events(metric.worst, line.events);
    name_steal(metric.worst, line.counters.steal_ns);
  }
}

}  // namespace shaketable
