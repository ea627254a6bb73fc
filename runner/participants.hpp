// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "injectors/dose.hpp"
#include "probes/recorder.hpp"
#include "runner/run_cell.hpp"
#include "scenarios/plan.hpp"
#include "system/child.hpp"

namespace shaketable {

/// A probe's process and what it was asked.
struct ProbeProcess {
  const ProbePlacement* placement = nullptr;
  int cpu = 0;
  Child child;

  const Recorder& recorder() const;
};

/// An injector's process and what it was asked.
struct InjectorProcess {
  const InjectorSpec* spec = nullptr;
  Child child;

  const Dose& dose() const;
};

/// What stopped a cell on its way.
struct Trouble {
  Outcome outcome = Outcome::measured;  ///< measured: none
  std::string reason;
  explicit operator bool() const { return outcome != Outcome::measured; }
};

/// All processes of one cell, driven through their states together.
class Participants {
 public:
  /// Starts every process. `last_moment` (CLOCK_MONOTONIC) is when injectors give up by themselves.
  /// Throws SystemError.
  Participants(const CellPlan& cell, const CellContext& context, std::int64_t last_moment);

  Trouble wait_ready();       ///< every prepare is done
  Trouble start_injectors();  ///< every load is on
  void open_window(std::int64_t start_ns, std::int64_t begin_ns, std::int64_t end_ns);
  Trouble check_alive();  ///< nobody died or failed
  void stop_early();
  /// After the window: injectors are ended first, so that a starved probe can come to its end; then
  /// the probes.
  Trouble finish(std::int64_t end_ns);
  std::int64_t worst() const;

  std::vector<ProbeProcess>& probes() { return probes_; }
  std::vector<InjectorProcess>& injectors() { return injectors_; }

 private:
  std::vector<ProbeProcess> probes_;
  std::vector<InjectorProcess> injectors_;
};

}  // namespace shaketable
