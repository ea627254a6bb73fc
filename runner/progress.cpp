// SPDX-License-Identifier: Apache-2.0
#include "runner/progress.hpp"

#include <fmt/format.h>

#include "results/outcome.hpp"
#include "results/render.hpp"
#include "system/control_block.hpp"

namespace shaketable {
namespace {

constexpr std::int64_t overhead_ns = 200'000'000;  // starting, preparing and ending processes

std::int64_t run_ns(const CellPlan& cell) {
  return cell.settle_ns + cell.warmup_ns + cell.duration_ns + overhead_ns;
}

std::string clock_text(std::int64_t ns) {
  const std::int64_t seconds = (ns + 999'999'999) / 1'000'000'000;
  if (seconds < 60) return fmt::format("{} s", seconds);
  if (seconds < 3600) return fmt::format("{} min {:02} s", seconds / 60, seconds % 60);
  return fmt::format("{} h {:02} min", seconds / 3600, seconds / 60 % 60);
}

std::string worst_of(const CellResult& line) {
  for (const auto& [name, metric] : line.metrics)
    if (metric.primary && metric.samples != 0)
      return fmt::format("{} max {}", name, format_ns(static_cast<double>(metric.max)));
  return "-";
}

}  // namespace

std::int64_t planned_ns(const Plan& plan) {
  std::int64_t total = 0;
  for (const PlannedRun& run : plan.order) total += run_ns(plan.cells[run.cell]);
  return total;
}

Progress::Progress(std::FILE* out, bool terminal, const Plan& plan)
    : out_(out), terminal_(terminal), plan_(plan), left_ns_(planned_ns(plan)) {}

void Progress::begin(const PlannedRun& run) {
  const CellPlan& cell = plan_.cells[run.cell];
  current_ = fmt::format("[{}/{}] {}  repeat {}", done_ + 1, plan_.order.size(), cell.identity.key,
                         run.repeat + 1);
  left_ns_ -= run_ns(cell);
  tick(ControlBlock::nothing_yet, cell.duration_ns);
}

void Progress::tick(std::int64_t worst, std::int64_t left_ns) {
  if (!terminal_) return;
  const std::string so_far = worst == ControlBlock::nothing_yet
                                 ? std::string{}
                                 : fmt::format("  worst {}", format_ns(static_cast<double>(worst)));
  erase();
  fmt::print(out_, "{}{}  {} left", current_, so_far, clock_text(left_ns_ + left_ns));
  std::fflush(out_);
}

void Progress::end(const CellResult& line) {
  ++done_;
  erase();
  if (line.outcome == Outcome::measured) {
    if (!terminal_) fmt::print(out_, "{}  {}  {} left\n", current_, worst_of(line), left());
  } else {
    fmt::print(out_, "{}  {}: {}\n", current_, outcome_name(line.outcome), line.reason);
  }
  std::fflush(out_);
}

void Progress::say(const std::string& text) {
  erase();
  fmt::print(out_, "{}\n", text);
  std::fflush(out_);
}

std::string Progress::left() const {
  return clock_text(left_ns_);
}

void Progress::erase() {
  if (terminal_) fmt::print(out_, "\r\x1b[K");
}

}  // namespace shaketable
