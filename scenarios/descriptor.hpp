// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "scenarios/value.hpp"

namespace shaketable {

/// One key that a kind of injector or probe accepts. Validation, `list`, --help and the reference
/// page are made from it.
struct Parameter {
  std::string_view name;
  ValueType type;
  std::string_view
      default_text;  ///< as written in a scenario, without quotes; empty: must be given
  std::string_view help;
  double least = 0;               ///< smallest allowed value in the base unit (numbers only)
  double most = 9.2e18;           ///< largest allowed value in the base unit (numbers only)
  std::string_view choices = {};  ///< "integer|float|vector", for ValueType::choice
};

/// How a dose is known. A kernel counter outranks the injector's own log, which outranks its own
/// word.
enum class Evidence : std::uint8_t { kernel_counter, own_log, self_reported };
std::string_view to_text(Evidence evidence);

struct InjectorDescriptor {
  std::string_view kind;
  std::string_view summary;
  std::span<const Parameter> parameters;
  double default_min_dose;  ///< least achieved ÷ requested in every slice of the window
  Evidence evidence;
  bool runs_on_cpus;  ///< takes `cpus` and `policy`: it occupies the CPUs that it is aimed at
};

struct MetricDescriptor {
  std::string_view name;
  std::string_view unit;  ///< ns, count, ratio or bytes_per_s
  bool is_signed;
  std::string_view help;
};

struct ProbeDescriptor {
  std::string_view kind;
  std::string_view summary;
  std::span<const Parameter> parameters;
  std::span<const MetricDescriptor> metrics;  ///< the first one is the primary metric
  bool counts_samples;  ///< `samples = N` is allowed: N × its `period` is the window
  bool has_spikes;      ///< keeps a spike table, so that `<metric>.spikes` can be bounded
  bool plays_values =
      false;  ///< measures nothing: its eyesight is checked with a planted value, not with a stall
};

/// All kinds that this build knows; made by the runner from the two catalogs, or by a test.
struct KindTable {
  std::span<const InjectorDescriptor* const> injectors;
  std::span<const ProbeDescriptor* const> probes;

  const InjectorDescriptor* injector(std::string_view kind) const;  ///< nullptr: unknown
  const ProbeDescriptor* probe(std::string_view kind) const;        ///< nullptr: unknown
};

}  // namespace shaketable
