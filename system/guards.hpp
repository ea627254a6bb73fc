// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "system/journal.hpp"

namespace shaketable {

/// One file under /proc or /sys with another value while this object lives; journaled before it is changed. Move-only.
class FileGuard {
 public:
  /// Throws SystemError if it cannot be read or written; the file is then as before. A value that reads back differently than written
  /// is an error, too.
  FileGuard(Journal& journal, const Root& root, std::string file, std::string value);
  FileGuard(FileGuard&& other) noexcept;
  FileGuard& operator=(FileGuard&&) = delete;
  FileGuard(const FileGuard&) = delete;
  FileGuard& operator=(const FileGuard&) = delete;
  ~FileGuard();

  /// Restores now. "" or why it could not be: loud, since the machine is not as it was.
  std::string restore();

 private:
  Journal* journal_;
  const Root* root_;
  std::string file_;
  std::string old_value_;
};

/// Holds /dev/cpu_dma_latency at a value while this object lives (PM QoS): idle states that take longer to leave are not entered. The kernel
/// undoes it when the descriptor closes, even after SIGKILL, hence no journal. Move-only.
class IdleLatencyGuard {
 public:
  IdleLatencyGuard(const Root& root, std::int32_t microseconds);  ///< throws SystemError
  IdleLatencyGuard(IdleLatencyGuard&& other) noexcept;
  IdleLatencyGuard& operator=(IdleLatencyGuard&&) = delete;
  IdleLatencyGuard(const IdleLatencyGuard&) = delete;
  IdleLatencyGuard& operator=(const IdleLatencyGuard&) = delete;
  ~IdleLatencyGuard();

 private:
  int fd_ = -1;
};

}  // namespace shaketable
