// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "injectors/dose.hpp"
#include "probes/recorder.hpp"
#include "results/cell_result.hpp"
#include "scenarios/descriptor.hpp"
#include "scenarios/plan.hpp"

namespace shaketable {

/// What a line of results is made from, besides the recorder: pure, so that every way to lie can be
/// tried in a test.
struct ProbeEvidence {
  const ProbeDescriptor* descriptor = nullptr;
  const Recorder* recorder = nullptr;
  int cpu = 0;
  bool memory_locked = false;
  std::int64_t begin_ns = 0;  ///< the window, CLOCK_MONOTONIC
  std::int64_t end_ns = 0;
};

/// Metrics, worst samples, spikes, missed and counters of one line; times count from the window's
/// begin.
void fill_measurement(const ProbeEvidence& evidence, CellResult& result);

/// "" or why this line must not be believed: the probe did not stay on its CPU or under its policy,
/// faulted although its memory was locked, a clock stepped, the window is not covered, or the books
/// do not balance (samples counted, handed over, due and missed; gaps ÷ time).
std::string find_fault(const ProbeEvidence& evidence, const CellResult& result);

/// The dose as a result; `ok` only if every slice reached the injector's min_dose.
DoseResult evaluate_dose(const InjectorSpec& injector, const InjectorDescriptor& descriptor,
                         const Dose& dose);

/// Appends the injector's own log to the line's events.
void append_events(const InjectorSpec& injector, const Dose& dose, std::int64_t begin_ns,
                   CellResult& result);

}  // namespace shaketable
