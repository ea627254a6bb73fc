// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace shaketable {

/// A change to the machine that has not been undone.
struct JournalEntry {
  std::string file;
  std::string old_value;
  friend bool operator==(const JournalEntry&, const JournalEntry&) = default;
};

struct JournalOwner {
  std::string boot_id;
  pid_t pid = 0;
  std::uint64_t start_time = 0;  ///< field 22 of /proc/<pid>/stat, in ticks since boot
};

/// What a journal says: "v1 BOOT-ID PID STARTTIME", then "set FILE<tab>VALUE" and "restored FILE",
/// with white space other than blanks escaped. A last line without its newline was never acted on.
struct JournalText {
  JournalOwner owner;
  std::vector<JournalEntry> open;       ///< in the order they were made
  std::vector<std::string> unreadable;  ///< complete lines that say nothing known
};

std::string header_line(const JournalOwner& owner);
std::string set_line(std::string_view file, std::string_view old_value);
std::string restored_line(std::string_view file);

/// Never throws: garbage ends up in `unreadable`; without a header nothing is open.
JournalText parse_journal(std::string_view text);

}  // namespace shaketable
