// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "results/histogram.hpp"

namespace shaketable {

/// The largest values of a metric with their places, unordered; bounded.
struct WorstList {
  static constexpr std::size_t most = 32;
  struct Entry {
    std::int64_t value = 0;
    std::int64_t at_ns = 0;  ///< CLOCK_MONOTONIC
    std::uint64_t index = 0;
  };
  std::uint64_t stored = 0;
  std::int64_t least = INT64_MIN;  ///< values at or below do not enter
  std::array<Entry, most> entry{};
  void offer(std::int64_t value, std::int64_t at_ns, std::uint64_t index) noexcept;
};

/// Extremes per slice of the window; merged in pairs when the window is longer than was foreseen.
struct Series {
  static constexpr std::size_t most = 2000;
  struct Slice {
    std::uint64_t n = 0;
    std::int64_t min = 0;
    std::int64_t max = 0;
    std::int64_t sum = 0;
  };
  std::int64_t begin_ns = 0;
  std::int64_t width_ns = 0;
  std::int64_t slice_end_ns = 0;  ///< of the current slice
  std::uint64_t current = 0;
  std::array<Slice, most> slice{};
  void open(std::int64_t begin, std::int64_t end) noexcept;
  void advance(std::int64_t at_ns) noexcept;
};

/// Everything that is kept of one metric in a window. Plain memory of a fixed size, shared with the
/// supervisor. 64-bit counts throughout.
struct MetricRecord {
  Histogram histogram;
  Series series;
  WorstList worst;
  std::int64_t noise_floor = 0;

  void open(std::int64_t begin, std::int64_t end) noexcept;
  /// One sample: counted in its bucket, its slice, and among the worst if it is one. Never
  /// allocates, locks or makes a virtual call.
  void record(std::int64_t value, std::int64_t at_ns, std::uint64_t index) noexcept {
#ifdef SHAKETABLE_TEST_DROP_EVERY  // only in a test program: the books must find this out
    if (index % SHAKETABLE_TEST_DROP_EVERY == SHAKETABLE_TEST_DROP_EVERY - 1) return;
#endif
    histogram.record(value);
    if (at_ns >= series.slice_end_ns) [[unlikely]]
      series.advance(at_ns);
    Series::Slice& slice = series.slice[series.current];
    if (slice.n == 0 || value < slice.min) slice.min = value;
    if (slice.n == 0 || value > slice.max) slice.max = value;
    slice.sum += value;
    ++slice.n;
    if (value > worst.least) [[unlikely]]
      worst.offer(value, at_ns, index);
  }
};

struct SpikeTable {
  static constexpr std::size_t most = 65536;
  struct Spike {
    std::uint64_t index = 0;
    std::int64_t begin_ns = 0;  ///< CLOCK_MONOTONIC, read for each spike
    std::int64_t duration_ns = 0;
  };
  std::int64_t threshold_ns = 0;
  std::uint64_t count = 0;  ///< all; the first `most` are stored
  std::array<Spike, most> spike{};
};

/// What a probe leaves behind, in memory shared with the supervisor.
struct Recorder {
  static constexpr std::size_t most_metrics = 4;

  // What the probe says about the window, for the books.
  std::uint64_t iterations =
      0;                     ///< samples that it has handed over, counted apart from the histograms
  std::uint64_t due = 0;     ///< releases in the window; 0: the probe has none
  std::uint64_t missed = 0;  ///< of these; iterations + missed = due
  std::int64_t covered_ns =
      0;  ///< sum of all gaps, for probes whose gaps cover the window without a hole; else 0
  std::int64_t first_ns =
      0;  ///< CLOCK_MONOTONIC of the first and the last moment that was measured
  std::int64_t last_ns = 0;
  std::uint64_t clock_steps = 0;  ///< times that a clock went backwards
  // Coverage, filled in by the child's host around the window.
  std::int32_t cpu_before = -1;
  std::int32_t cpu_after = -1;
  std::uint64_t cpu_changes = 0;  ///< migrations in the window
  std::uint32_t policy_kept = 0;  ///< 1: policy and priority were as asked at both ends
  std::uint64_t minor_faults = 0;
  std::uint64_t major_faults = 0;
  std::uint64_t voluntary_switches = 0;
  std::uint64_t involuntary_switches = 0;

  std::uint32_t metrics = 0;                       ///< as in the descriptor
  std::atomic<std::int64_t>* published = nullptr;  ///< the control block's `worst`; set by the host
  std::array<MetricRecord, most_metrics> metric{};
  SpikeTable spikes;

  /// Empties all and prepares for a window.
  void open(std::uint32_t metric_count, std::int64_t begin, std::int64_t end) noexcept;
  /// Tells the supervisor of a new worst; called only when it grew.
  void publish(std::int64_t worst) noexcept {
    if (published != nullptr) published->store(worst, std::memory_order_relaxed);
  }
};

}  // namespace shaketable
