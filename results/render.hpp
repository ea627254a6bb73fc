// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "results/store.hpp"
#include "results/verdict.hpp"

namespace shaketable {

struct TerminalStyle {
  bool colour = false;
  int width = 100;
};

/// The worst-case matrix, one table per probe and primary metric, and the verdicts, as drawn in
/// docs.
std::string render_terminal(const StoredRun& run, const std::vector<ClaimVerdict>& verdicts,
                            const TerminalStyle& style);
/// matrix.csv: one row per cell and metric. RFC 4180.
std::string render_csv(const StoredRun& run);
/// One JSON document: run, verdicts, matrix.
std::string render_json(const StoredRun& run, const std::vector<ClaimVerdict>& verdicts);
/// junit.xml: failed claim = failure; undecided = error; not applicable = skipped.
std::string render_junit(const StoredRun& run, const std::vector<ClaimVerdict>& verdicts);

/// 12345 ns → "12.3 us"; 2510000 → "2.51 ms"; "-" without samples is the caller's.
std::string format_ns(double ns);

}  // namespace shaketable
