// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shaketable {

/// The machine's files. Every path under /proc, /sys, /dev and /run goes through one, so that tests
/// run on recorded machines.
class Root {
 public:
  Root() = default;  ///< the running machine
  explicit Root(std::filesystem::path base) : base_(std::move(base)) {}

  /// base + "/sys/…"
  std::filesystem::path path(std::string_view absolute) const;
  bool is_live() const { return base_.empty(); }

  /// The whole file, without trailing white space; nothing if it cannot be read.
  std::optional<std::string> read(std::string_view absolute) const;
  /// The whole file as it is. Throws SystemError.
  std::string read_required(std::string_view absolute) const;
  /// Replaces the content with one write(2), as files under /proc and /sys want it. Throws
  /// SystemError.
  void write(std::string_view absolute, std::string_view text) const;
  bool exists(std::string_view absolute) const;
  /// Names in a directory, sorted; empty if it cannot be read.
  std::vector<std::string> list(std::string_view absolute) const;

 private:
  std::filesystem::path base_;
};

}  // namespace shaketable
