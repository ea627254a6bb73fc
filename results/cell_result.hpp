// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "scenarios/cell_identity.hpp"

namespace shaketable {

enum class Outcome : std::uint8_t { measured, invalid, unsupported, failed, interrupted, pending };

struct HistogramBucket {
  std::int64_t low = 0;  ///< half-open [low, high)
  std::int64_t high = 0;
  std::uint64_t count = 0;
};

struct SeriesSlice {
  std::int64_t at_ns = 0;  ///< from the window's begin
  std::uint64_t n = 0;
  std::int64_t min = 0;
  double mean = 0;
  std::int64_t max = 0;
};

struct WorstSample {
  std::uint64_t index = 0;
  std::int64_t at_ns = 0;  ///< from the window's begin
  std::int64_t value = 0;
  std::string cause;  ///< "" if not known
};

inline constexpr std::array<double, 6> quantile_levels{0.50, 0.90, 0.99, 0.999, 0.9999, 0.99999};
inline constexpr std::array<const char*, 6> quantile_names{"p50",   "p90",    "p99",
                                                           "p99_9", "p99_99", "p99_999"};

struct MetricResult {
  std::string unit;  ///< ns, count, ratio or bytes_per_s
  bool is_signed = false;
  bool primary = false;
  std::uint64_t samples = 0;
  std::uint64_t overflow = 0;
  std::int64_t min = 0;  ///< meaningless without samples, as are mean, stddev, max and quantiles:
                         ///< shown as "-", null in files
  double mean = 0;
  double stddev = 0;
  std::int64_t max = 0;
  std::array<std::int64_t, quantile_levels.size()>
      quantiles{};  ///< highest value of the bucket that holds the quantile, ≤ max
  std::vector<HistogramBucket>
      histogram;                    ///< non-empty buckets, ascending; Σ count + overflow = samples
  std::vector<SeriesSlice> series;  ///< ≤ 2,000
  std::vector<WorstSample> worst;   ///< descending
  struct Spikes {
    std::int64_t threshold = 0;
    std::uint64_t count = 0;
    std::uint64_t stored = 0;  ///< rows of spikes.csv
  };
  std::optional<Spikes> spikes;
  std::int64_t noise_floor = 0;  ///< the probe's own cost in each sample
};

struct DoseResult {
  std::string injector;
  std::string metric;  ///< "cpu-demand"
  std::string unit;
  double requested = 0;
  double achieved = 0;     ///< over the window; a demand is capped at what was requested
  double share = 0;        ///< of what was demanded, the part it got (1 where this has no meaning)
  double worst_slice = 0;  ///< least achieved ÷ requested of any slice
  std::uint64_t slices = 0;
  std::uint64_t slices_below = 0;  ///< of min_dose
  std::string evidence;
  bool ok = false;
  std::string reason;                     ///< why it is not ok
  std::map<std::string, double> details;  ///< period_error_max_ns, missed, busy_ns …
};

struct CellEvent {
  std::string source;  ///< injector's name, or "condition", "runner"
  std::string what;
  std::int64_t at_ns = 0;  ///< from the window's begin
  std::int64_t duration_ns = 0;
};

/// Changes over the window, on the measured CPU.
struct CellCounters {
  std::map<std::string, std::uint64_t> interrupts;  ///< row of /proc/interrupts, those that moved
  std::map<std::string, std::uint64_t> softirqs;
  std::uint64_t voluntary_switches = 0;
  std::uint64_t involuntary_switches = 0;
  std::uint64_t minor_faults = 0;
  std::uint64_t major_faults = 0;
  std::uint64_t steal_ns = 0;
};

struct SpikeRow {
  std::uint64_t number = 0;    ///< from 1
  std::uint64_t index = 0;     ///< of the loop
  std::int64_t offset_ns = 0;  ///< begin of the spike, from the window's begin
  std::int64_t duration_ns = 0;
  std::int64_t gap_ns = 0;  ///< since the previous spike's begin, or the window's begin
};

/// One line of cells.jsonl: one repeat of one cell on one CPU.
struct CellResult {
  CellIdentity identity;
  std::string group;  ///< lines of one repeat that were measured together share it
  std::string probe;  ///< this line's probe, of identity.probe
  int cpu = -1;
  int repeat = 0;
  Outcome outcome = Outcome::failed;
  std::string reason;      ///< empty only if measured
  std::string started_at;  ///< ISO 8601 UTC
  std::int64_t begin_monotonic_ns = 0;
  std::int64_t begin_boottime_ns = 0;
  std::int64_t duration_ns = 0;
  std::uint64_t missed = 0;
  std::map<std::string, MetricResult> metrics;
  std::vector<DoseResult> doses;
  CellCounters counters;
  std::vector<CellEvent> events;
  std::uint64_t events_dropped = 0;
  struct Control {
    bool planted = false;
    bool seen = false;
    std::string note;  ///< how it was planted and what was seen
  } control;
  std::map<std::string, std::int64_t> overhead_ns;  ///< prepare, settle, warmup, lost, fsync
  std::vector<SpikeRow> spike_rows;                 ///< goes to spikes.csv, not into the line
};

}  // namespace shaketable
