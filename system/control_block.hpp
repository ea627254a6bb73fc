// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace shaketable {

/// What the supervisor asks of a child; only ever moves forward.
enum class Command : std::uint32_t { prepare, start, measure, finish };
/// Where a child is.
enum class ChildState : std::uint32_t {
  starting,
  ready,
  started,
  measuring,
  done,
  failed,
  unsupported
};

/// First page of the memory that the supervisor shares with each child (a memfd, the child's
/// descriptor 3). Each field that is written while a window is open lies alone on its cache line:
/// the supervisor's looks must not cost the probe a miss on what it uses.
struct ControlBlock {
  static constexpr std::uint64_t magic_value = 0x7368616b65746231;  // "shaketb1"
  static constexpr std::size_t config_size = 60 * 1024;
  static constexpr std::int64_t nothing_yet = INT64_MIN;

  std::uint64_t magic = magic_value;
  std::int32_t supervisor =
      0;  ///< pid: a child whose parent is another one has lost its supervisor and exits
  std::uint32_t config_bytes = 0;

  alignas(64) std::atomic<Command> command{Command::prepare};
  std::atomic<std::int64_t> start_ns{0};  ///< CLOCK_MONOTONIC: warm-up begins
  std::atomic<std::int64_t> begin_ns{0};  ///< window [begin, end)
  std::atomic<std::int64_t> end_ns{0};
  alignas(64) std::atomic<std::uint32_t> stop{0};  ///< end early: Ctrl-C
  alignas(64) std::atomic<std::int64_t> worst{
      nothing_yet};  ///< of the primary metric, published only when it grows
  alignas(64) std::atomic<ChildState> state{ChildState::starting};
  std::array<char, 1024> message{};        ///< why failed or unsupported
  std::array<char, config_size> config{};  ///< "key=value\n" …, written before the child starts
};

/// Settings that travel to a child as text: names and numbers only, newlines escaped.
using ChildConfig = std::map<std::string, std::string, std::less<>>;
std::string encode(const ChildConfig& config);
ChildConfig decode(std::string_view text);  ///< throws std::invalid_argument
/// In the child: the settings that the supervisor left. Throws std::invalid_argument.
ChildConfig read_config(const ControlBlock& control);
/// In the child: message first (cut to its place), then the state, with release order.
void report_state(ControlBlock& control, ChildState state, std::string_view message = {}) noexcept;

}  // namespace shaketable
