// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "injectors/dose.hpp"
#include "scenarios/descriptor.hpp"
#include "system/scheduling.hpp"

namespace shaketable {

/// What a cell asks of an injector. Every parameter of its kind is there, checked and in base
/// units.
struct InjectorSetup {
  std::string name;
  ParameterMap parameters;
  std::vector<int> cpus;  ///< the CPUs that it is aimed at
  SchedulingPolicy policy;
  double min_dose = 0;
  std::uint64_t seed = 0;        ///< for random phases: the same cell and repeat get the same ones
  std::int64_t last_moment = 0;  ///< CLOCK_MONOTONIC: no thread of an injector works past it,
                                 ///< whatever happens to the supervisor
};

/// A disturbance. Lives in a process of its own, driven by that process's main thread on a
/// housekeeping CPU, in this order: prepare, start, begin, slice…, end, stop. Set-up may throw
/// (SystemError, or Unsupported with what is missing); a window may not.
class Injector {
 public:
  Injector() = default;
  Injector(const Injector&) = delete;
  Injector& operator=(const Injector&) = delete;
  virtual ~Injector() = default;

  virtual void prepare() {}  ///< memory, files, calibration; may take its time
  virtual void start() = 0;  ///< the load is on when this returns: threads are pinned, have their
                             ///< policy, and run
  virtual void begin(
      std::int64_t begin_ns) = 0;  ///< the window opens: remember where the counters stand
  virtual void slice(std::int64_t now_ns,
                     Dose& dose) = 0;  ///< a slice of a second, or the last rest, has ended: add it
  virtual void end(std::int64_t end_ns,
                   Dose& dose) = 0;  ///< after the last slice: totals, share, details
  virtual void stop() noexcept = 0;  ///< the load is off when this returns; threads are joined
};

/// The machine lacks something that the injector needs; the message names it.
class Unsupported : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct InjectorKind {
  const InjectorDescriptor* descriptor;
  std::unique_ptr<Injector> (*make)(const InjectorSetup&);
  /// "" or what this machine lacks for it, found without disturbing anything.
  std::string (*why_unsupported)(const InjectorSetup&);
};

/// Every injector of this build.
std::span<const InjectorKind> injector_catalog();

}  // namespace shaketable
