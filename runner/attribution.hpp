// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "results/cell_result.hpp"
#include "scenarios/plan.hpp"
#include "system/root.hpp"

namespace shaketable {

/// Names the cause of each worst sample of the primary metric, where the line's own evidence shows
/// one: an injector's event that overlaps it, RT throttling (holes of about 50 ms, a second apart,
/// under a real-time policy while it is in force), or time that the hypervisor took. A sample
/// without evidence keeps an empty cause.
void name_causes(CellResult& line, const ProbePlacement& placement, const Root& root);

}  // namespace shaketable
