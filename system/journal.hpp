// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "system/file_descriptor.hpp"
#include "system/root.hpp"

namespace shaketable {

/// The record of every change that is made to the machine, written and fsynced before the change.
/// Lives in /run/shaketable (an ordinary user's: $XDG_RUNTIME_DIR/shaketable, else
/// /tmp/shaketable-<uid>) under flock, with boot id and owner. The root must outlive it.
class Journal {
 public:
  /// Takes the journal for this run. A live owner → std::runtime_error naming its pid; what a dead
  /// owner left is undone first (see `undone`); another boot's journal is discarded.
  static Journal open(const Root& root);
  /// What `shaketable restore` does: undoes a dead owner's changes and returns them in words; those
  /// that could not be undone ("NOT restored: …") stay in the journal. A live owner →
  /// std::runtime_error.
  static std::vector<std::string> restore(const Root& root);

  Journal(Journal&&) noexcept = default;
  Journal& operator=(Journal&&) = delete;
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;
  ~Journal();

  /// What open() restored of a dead owner's, and what could not be, in words.
  const std::vector<std::string>& undone() const { return undone_; }

 private:
  friend class FileGuard;
  explicit Journal(const Root& root) : root_(&root) {}
  void note_change(std::string_view file, std::string_view old_value);
  void note_restored(std::string_view file);
  void append(const std::string& line);

  const Root* root_;
  std::filesystem::path file_;
  FileDescriptor lock_;
  FileDescriptor log_;
  std::vector<std::string> undone_;
};

}  // namespace shaketable
