// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "scenarios/filter.hpp"

namespace shaketable {

/// An upper bound, inclusive. What is bounded:
///   "<metric>.<statistic>"  min mean stddev max p50 p90 p99 p99_9 p99_99 p99_999 spikes, in the
///   metric's base unit; "missed"                releases that were missed; "interrupts.<row>",
///   "softirqs.<row>"   counts on the measured CPU in the window, rows as in /proc.
/// `max_latency` is short for the primary metric's max and has metric "" here until the probe is
/// known.
struct Bound {
  std::string metric;      ///< "wakeup_latency", "missed", "interrupts", "softirqs"; "" = primary
  std::string statistic;   ///< "max", "LOC"; "" for missed
  double limit = 0;        ///< in the base unit (ns, count, …)
  std::string as_written;  ///< "250us"
};

struct Claim {
  std::string id;  ///< "REQ-RT-017"
  std::string name;
  Filter where;
  std::vector<Filter> except;
  std::vector<Bound> bounds;
  std::vector<std::string>
      required_kinds;  ///< `requires`: injector or probe kinds or names; unmet here: not applicable
};

}  // namespace shaketable
