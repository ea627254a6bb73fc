// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "scenarios/cpus.hpp"
#include "scenarios/descriptor.hpp"
#include "scenarios/plan.hpp"
#include "system/root.hpp"
#include "system/scheduling.hpp"

namespace shaketable {

/// The machine as the scenario language sees it. `allowed` is this process's affinity together with
/// the isolated CPUs, which an inherited mask leaves out although they can be asked for.
MachineView view_machine(const Root& root);

/// Every kind of this build, from both catalogs.
KindTable all_kinds();

/// CPUs for the supervisor while a cell is measured: the scenario's `housekeeping`, or for "auto"
/// the allowed CPUs that neither a probe nor a real-time injector of the cell occupies, else those
/// without a probe, else all allowed ones (one-CPU machines).
CpuList housekeeping_cpus(const CellPlan& cell, const std::string& housekeeping,
                          const MachineView& machine);

SchedulingPolicy to_scheduling(const Policy& policy);

}  // namespace shaketable
