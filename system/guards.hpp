// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "system/file_descriptor.hpp"
#include "system/journal.hpp"

namespace shaketable {

/// One file under /proc or /sys with another value while this object lives; journaled before it is
/// changed. The journal must stay where it is for as long. Guards of one file end in reverse order.
/// A choice such as "[always] madvise never" has its chosen word as its value. Move-only.
class FileGuard {
 public:
  /// Throws SystemError if it cannot be read or written, or reads back differently than written;
  /// the file is then as before.
  FileGuard(Journal& journal, const Root& root, std::string file, std::string value);
  FileGuard(FileGuard&& other) noexcept;
  FileGuard& operator=(FileGuard&&) = delete;
  FileGuard(const FileGuard&) = delete;
  FileGuard& operator=(const FileGuard&) = delete;
  ~FileGuard();

  /// Restores now. "" or why it could not be: loud, since the machine is not as it was.
  std::string restore();

 private:
  void change(const std::string& value);
  std::string undo() noexcept;

  Journal* journal_;
  const Root* root_;
  std::string file_;  ///< empty: nothing to restore
  std::string old_value_;
};

/// Value of such a file: the word in brackets of a choice, else all without white space around it.
std::string chosen_value(std::string_view content);

/// Holds /dev/cpu_dma_latency at a value while this object lives (PM QoS): idle states that take
/// longer to leave are not entered. The kernel undoes it when the descriptor closes, even after
/// SIGKILL, hence no journal. Move-only.
class IdleLatencyGuard {
 public:
  IdleLatencyGuard(const Root& root, std::int32_t microseconds);  ///< throws SystemError

 private:
  FileDescriptor file_;
};

}  // namespace shaketable
