// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "scenarios/cell_identity.hpp"
#include "scenarios/claim.hpp"
#include "scenarios/cpus.hpp"
#include "scenarios/policy.hpp"
#include "scenarios/value.hpp"

namespace shaketable {

/// One mistake in a scenario file.
struct Diagnostic {
  std::string file;
  int line = 0;         ///< from 1; 0: the file as a whole
  int column = 0;       ///< from 1
  std::string message;  ///< what is wrong, and the nearest valid name or what would be right

  /// "scenario.toml:12:3: …"
  std::string to_text() const;
};

/// An injector of a cell, every parameter resolved. Shared between the cells that use it alike.
struct InjectorSpec {
  std::string name;
  std::string kind;
  ParameterMap parameters;
  std::string cpus;  ///< expression, resolved per cell (@probe …)
  Policy policy;
  double min_dose = 0;
  bool optional = false;
};

struct ProbeSpec {
  std::string name;
  std::string kind;
  ParameterMap parameters;
};

/// A probe in a cell: what it measures, where, and under which policy.
struct ProbePlacement {
  std::shared_ptr<const ProbeSpec> probe;
  CpuList cpus;  ///< measured at once, one process each
  Policy policy;
};

/// The state that the machine is put into (`set`) or expected to be in (`expect`) for a cell.
struct Condition {
  std::string name;                                      ///< "as-found" has neither
  std::vector<std::pair<std::string, std::string>> set;  ///< governor, idle_latency, rt_runtime, …
  std::vector<std::pair<std::string, std::string>> expect;  ///< isolated, preempt, …
};

struct CellPlan {
  CellIdentity identity;
  std::vector<std::shared_ptr<const InjectorSpec>> injectors;
  std::vector<CpuList> injector_cpus;  ///< resolved, parallel to `injectors`
  std::vector<ProbePlacement> probes;
  std::shared_ptr<const Condition> condition;
  std::int64_t duration_ns = 0;
  std::int64_t warmup_ns = 0;
  std::int64_t settle_ns = 0;
};

/// One measurement to make: a cell and which of its repeats.
struct PlannedRun {
  std::uint32_t cell = 0;  ///< index into Plan::cells
  int repeat = 0;          ///< from 0
};

enum class ControlMode : std::uint8_t { off, once };

struct SourceFile {
  std::string path;
  std::string sha256;  ///< 64 hex digits
};

/// All that a run needs from a scenario file; complete without the file.
struct Plan {
  std::string name;               ///< the scenario's
  std::vector<SourceFile> files;  ///< the scenario and what it includes
  std::string flattened;          ///< the scenario as one TOML document with variables replaced
  std::string claims_sha256;
  std::vector<CellPlan> cells;    ///< in the matrix's order, equal ones once
  std::vector<PlannedRun> order;  ///< shuffled by the seed, repeats interleaved
  std::vector<Claim> claims;
  std::vector<std::string> injector_names;  ///< defined ones, for `list` and messages
  std::string housekeeping;                 ///< "auto" or a CPU expression
  ControlMode controls = ControlMode::once;
  std::uint64_t seed = 0;
  int repeats = 1;
  std::vector<Diagnostic> warnings;  ///< odd but not wrong
};

}  // namespace shaketable
