// SPDX-License-Identifier: Apache-2.0
#include "runner/evaluate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "results/summary.hpp"

namespace shaketable {
namespace {

/// Gaps must add up to the time between the first and the last moment, but for the rounding of the
/// counter's frequency.
constexpr double covered_tolerance = 1e-3;
/// Of the window, the part that a probe without a hole must span.
constexpr double least_coverage = 0.99;
constexpr std::int64_t coverage_slack_ns =
    60'000'000;  // a hypervisor's stall at an edge is a sample, not a hole

std::string_view text_of(const auto& characters) {
  const auto end = std::find(characters.begin(), characters.end(), '\0');
  return {characters.data(), static_cast<std::size_t>(end - characters.begin())};
}

void fill_series(const Series& series, MetricResult& metric) {
  for (std::size_t i = 0; i <= series.current && i < Series::most; ++i) {
    const Series::Slice& slice = series.slice[i];
    if (slice.n == 0) continue;
    metric.series.push_back({static_cast<std::int64_t>(i) * series.width_ns, slice.n, slice.min,
                             static_cast<double>(slice.sum) / static_cast<double>(slice.n),
                             slice.max});
  }
}

void fill_worst(const WorstList& list, std::int64_t begin_ns, MetricResult& metric) {
  for (std::size_t i = 0; i < list.stored; ++i)
    metric.worst.push_back(
        {list.entry[i].index, list.entry[i].at_ns - begin_ns, list.entry[i].value, {}});
  std::sort(metric.worst.begin(), metric.worst.end(),
            [](const WorstSample& a, const WorstSample& b) {
              return a.value != b.value ? a.value > b.value : a.index < b.index;
            });
}

void fill_spikes(const SpikeTable& table, std::int64_t begin_ns, MetricResult& metric,
                 std::vector<SpikeRow>& rows) {
  const std::uint64_t stored = std::min<std::uint64_t>(table.count, SpikeTable::most);
  metric.spikes = MetricResult::Spikes{table.threshold_ns, table.count, stored};
  std::int64_t previous = begin_ns;
  for (std::uint64_t i = 0; i < stored; ++i) {
    const SpikeTable::Spike& spike = table.spike[i];
    rows.push_back({i + 1, spike.index, spike.begin_ns - begin_ns, spike.duration_ns,
                    spike.begin_ns - previous});
    previous = spike.begin_ns;
  }
}

std::string check_coverage(const ProbeEvidence& evidence) {
  const Recorder& recorder = *evidence.recorder;
  if (recorder.cpu_before != evidence.cpu || recorder.cpu_after != evidence.cpu)
    return fmt::format("the probe ran on CPU {} and {}, not on CPU {}", recorder.cpu_before,
                       recorder.cpu_after, evidence.cpu);
  if (recorder.cpu_changes != 0)
    return fmt::format("the probe was moved to another CPU {} times", recorder.cpu_changes);
  if (recorder.policy_kept == 0)
    return "the probe's policy or priority was changed while it measured";
  if (evidence.memory_locked && recorder.minor_faults + recorder.major_faults != 0)
    return fmt::format("{} minor and {} major page faults in the window although memory is locked",
                       recorder.minor_faults, recorder.major_faults);
  if (recorder.clock_steps != 0)
    return fmt::format("CLOCK_MONOTONIC went backwards {} times", recorder.clock_steps);
  return {};
}

std::string check_gaps(const ProbeEvidence& evidence) {
  const Recorder& recorder = *evidence.recorder;
  if (recorder.covered_ns == 0) return {};
  const std::int64_t span = recorder.last_ns - recorder.first_ns;
  if (static_cast<double>(std::abs(span - recorder.covered_ns)) >
      covered_tolerance * static_cast<double>(span) + 1000)
    return fmt::format("the books do not balance: gaps add up to {} ns in {} ns",
                       recorder.covered_ns, span);
  const auto window = static_cast<double>(evidence.end_ns - evidence.begin_ns);
  if (static_cast<double>(span + coverage_slack_ns) < least_coverage * window)
    return fmt::format("the probe covered {:.1f} % of the window",
                       100.0 * static_cast<double>(span) / window);
  return {};
}

}  // namespace

void fill_measurement(const ProbeEvidence& evidence, CellResult& result) {
  const Recorder& recorder = *evidence.recorder;
  for (std::size_t i = 0; i < evidence.descriptor->metrics.size(); ++i) {
    const MetricDescriptor& described = evidence.descriptor->metrics[i];
    const MetricRecord& record = recorder.metric[i];
    MetricResult metric =
        summarise(record.histogram, std::string(described.unit), described.is_signed, i == 0);
    fill_series(record.series, metric);
    fill_worst(record.worst, evidence.begin_ns, metric);
    metric.noise_floor = record.noise_floor;
    if (i == 0 && evidence.descriptor->has_spikes)
      fill_spikes(recorder.spikes, evidence.begin_ns, metric, result.spike_rows);
    result.metrics.emplace(described.name, std::move(metric));
  }
  result.missed = recorder.missed;
  result.counters.minor_faults = recorder.minor_faults;
  result.counters.major_faults = recorder.major_faults;
  result.counters.voluntary_switches = recorder.voluntary_switches;
  result.counters.involuntary_switches = recorder.involuntary_switches;
}

std::string find_fault(const ProbeEvidence& evidence, const CellResult& result) {
  if (std::string fault = check_coverage(evidence); !fault.empty()) return fault;
  const Recorder& recorder = *evidence.recorder;
  for (const auto& [name, metric] : result.metrics)
    if (const std::string unbalanced = check_books(metric); !unbalanced.empty())
      return fmt::format("the books do not balance in {}: {}", name, unbalanced);
  const MetricResult& primary =
      result.metrics.at(std::string(evidence.descriptor->metrics[0].name));
  if (primary.samples != recorder.iterations)
    return fmt::format("the books do not balance: {} samples were taken and {} recorded",
                       recorder.iterations, primary.samples);
  if (recorder.due != 0 && recorder.iterations + recorder.missed != recorder.due)
    return fmt::format("the books do not balance: {} samples and {} missed of {} releases due",
                       recorder.iterations, recorder.missed, recorder.due);
  if (recorder.iterations == 0) return "the probe took no sample";
  return check_gaps(evidence);
}

DoseResult evaluate_dose(const InjectorSpec& injector, const InjectorDescriptor& descriptor,
                         const Dose& dose) {
  DoseResult result;
  result.injector = injector.name;
  result.metric = text_of(dose.metric);
  result.unit = text_of(dose.unit);
  result.requested = dose.requested;
  result.achieved = dose.achieved;
  result.share = dose.share;
  result.worst_slice = dose.worst_slice;
  result.slices = dose.slices;
  result.slices_below = dose.slices_below;
  result.evidence = to_text(descriptor.evidence);
  for (std::size_t i = 0; i < dose.stored_details && i < Dose::most_details; ++i)
    result.details.emplace(text_of(dose.details[i].name), dose.details[i].value);
  if (dose.slices == 0)
    result.reason = fmt::format("{} proved no dose: nothing was injected", injector.name);
  else if (dose.slices_below != 0)
    result.reason = fmt::format(
        "{} made {:.3g} of {:.3g} {} ({}); in {} of {} slices less than {:.0f} %, at least {:.0f} "
        "%",
        injector.name, dose.achieved, dose.requested, result.unit, result.metric, dose.slices_below,
        dose.slices, 100 * injector.min_dose, 100 * dose.worst_slice);
  result.ok = result.reason.empty();
  return result;
}

void append_events(const InjectorSpec& injector, const Dose& dose, std::int64_t begin_ns,
                   CellResult& result) {
  const std::uint64_t stored = std::min<std::uint64_t>(dose.events, Dose::most_events);
  for (std::uint64_t i = 0; i < stored; ++i)
    result.events.push_back({injector.name, std::string(text_of(dose.event[i].what)),
                             dose.event[i].at_ns - begin_ns, dose.event[i].duration_ns});
  result.events_dropped += dose.events - stored;
}

}  // namespace shaketable
