// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace shaketable {

/// What an injector did on its own clock: a burst, a plug, a pause.
struct InjectorEvent {
  std::int64_t at_ns = 0;  ///< CLOCK_MONOTONIC
  std::int64_t duration_ns = 0;
  std::array<char, 16> what{};
};

struct DoseDetail {
  std::array<char, 32> name{};
  double value = 0;
};

struct DoseSlice {
  std::int64_t begin_ns = 0;  ///< CLOCK_MONOTONIC
  std::int64_t end_ns = 0;
  double requested = 0;  ///< amounts over this slice, so that slices add up
  double achieved = 0;
};

/// What reached the target in the window, in slices of a second. Plain memory: it is left where the
/// supervisor reads it. Bounded whatever the window's length: slices are merged in pairs when they
/// do not fit, events past the room are counted.
struct Dose {
  static constexpr std::size_t most_slices = 2000;
  static constexpr std::size_t most_events = 4096;
  static constexpr std::size_t most_details = 12;

  std::array<char, 32> metric{};  ///< "cpu-demand"
  std::array<char, 16> unit{};    ///< "ratio", "per_s", "bytes_per_s", "count"
  double requested = 0;           ///< over the window, in unit
  double achieved = 0;            ///< capped at requested where it is a demand
  double share = 1;               ///< of the demand, what it got
  double worst_slice = 0;         ///< least achieved ÷ requested
  std::uint64_t slices = 0;
  std::uint64_t slices_below = 0;  ///< of min_dose
  std::uint64_t merged = 1;        ///< slices in one stored slice
  std::uint64_t stored_slices = 0;
  std::uint64_t events = 0;  ///< all; the first most_events are stored
  std::uint64_t stored_details = 0;
  std::array<DoseDetail, most_details> details{};
  std::array<DoseSlice, most_slices> slice{};
  std::array<InjectorEvent, most_events> event{};

  /// Adds one slice: amounts that were asked for and that were achieved in it.
  void add_slice(const DoseSlice& added, double min_dose) noexcept;
  void add_event(std::int64_t at_ns, std::int64_t duration_ns, std::string_view what) noexcept;
  void add_detail(std::string_view name, double value) noexcept;
  void describe(std::string_view metric_name, std::string_view unit_name) noexcept;
};

}  // namespace shaketable
