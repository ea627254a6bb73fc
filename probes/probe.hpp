// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "probes/recorder.hpp"
#include "scenarios/descriptor.hpp"

namespace shaketable {

/// The time that is measured, CLOCK_MONOTONIC, half-open; and the flag that ends it early.
struct Window {
  std::int64_t begin_ns = 0;
  std::int64_t end_ns = 0;
  const std::atomic<std::uint32_t>* stop = nullptr;

  bool stopped() const noexcept {
    return stop != nullptr && stop->load(std::memory_order_relaxed) != 0;
  }
};

struct ProbeSetup {
  std::string name;
  ParameterMap parameters;
  int cpu = 0;
  bool realtime = false;
};

/// A measurement. Lives in a process of its own, which is pinned, has its policy and its memory
/// locked before `prepare`.
class Probe {
 public:
  Probe() = default;
  Probe(const Probe&) = delete;
  Probe& operator=(const Probe&) = delete;
  virtual ~Probe() = default;

  /// Allocates and calibrates; measures its own noise floor. May throw SystemError or
  /// std::runtime_error.
  virtual void prepare() {}
  /// Its own cost in each sample of metric i, in the metric's unit, as found by `prepare`.
  virtual std::int64_t noise_floor(std::size_t metric) const = 0;
  /// Measures over the window into a recorder that was opened for it. Called twice in a cell: for
  /// the warm-up (whose records are thrown away) and for the window. Waits for window.begin_ns by
  /// itself. Never allocates, faults, locks or makes a virtual call.
  virtual void run(const Window& window, Recorder& recorder) noexcept = 0;
};

struct ProbeKind {
  const ProbeDescriptor* descriptor;
  std::unique_ptr<Probe> (*make)(const ProbeSetup&);
  /// "" or what this machine lacks for it.
  std::string (*why_unsupported)(const ProbeSetup&);
};

/// Every probe of this build.
std::span<const ProbeKind> probe_catalog();

}  // namespace shaketable
