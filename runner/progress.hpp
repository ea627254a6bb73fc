// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>

#include "results/cell_result.hpp"
#include "scenarios/plan.hpp"

namespace shaketable {

/// Where a run is: one line that is written over on a terminal, a plain line per cell elsewhere.
class Progress {
 public:
  Progress(std::FILE* out, bool terminal, const Plan& plan);

  void begin(const PlannedRun& run);
  /// While the window is open; worst is ControlBlock::nothing_yet without a sample.
  void tick(std::int64_t worst, std::int64_t left_ns);
  void end(const CellResult& line);  ///< the first of the run's lines

  /// A line of its own, that the progress does not write over.
  void say(const std::string& text);

 private:
  std::string left() const;
  void erase();

  std::FILE* out_;
  bool terminal_;
  const Plan& plan_;
  std::size_t done_ = 0;
  std::int64_t left_ns_ = 0;
  std::string current_;
};

/// What the runs of a plan take at least: settle, warm-up, window and `overhead_ns` each.
std::int64_t planned_ns(const Plan& plan);

}  // namespace shaketable
