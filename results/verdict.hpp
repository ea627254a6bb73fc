// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "results/store.hpp"

namespace shaketable {

enum class Verdict : std::uint8_t { pass, fail, undecided, not_applicable };

struct ClaimVerdict {
  std::string id;
  std::string name;
  Verdict verdict = Verdict::undecided;
  std::string bound;     ///< "wakeup_latency.max ≤ 250us", the one that decided or came nearest
  std::string evidence;  ///< "251 us in hog+burst+gc at 31.207 s; 1 of 4 cells invalid"
  std::string cell_id;   ///< of the deciding cell, "" if none
  std::uint64_t cells = 0;  ///< matching cells
  std::uint64_t undecided_cells = 0;
};

/// The verdict rule of the design: any valid matching cell over the bound → fail; else any matching
/// cell that is not valid, missing, or unproven (no planted stall seen) → undecided; else pass.
/// `requires` unmet → not applicable. Claims that match nothing here are undecided. Cells of
/// optional injectors that are unsupported are left out; a claim on them alone is not applicable.
std::vector<ClaimVerdict> judge(const StoredRun& run);

/// 130 interrupted · 1 a claim failed · 3 undecided · 0.
int exit_code(const StoredRun& run, const std::vector<ClaimVerdict>& verdicts);

}  // namespace shaketable
