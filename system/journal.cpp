// SPDX-License-Identifier: Apache-2.0
#include "system/journal.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <stdexcept>

#include "system/error.hpp"
#include "system/journal_directory.hpp"
#include "system/journal_text.hpp"

namespace shaketable {
namespace {

constexpr const char* journal_name = "journal";
constexpr const char* fresh_name = "journal.new";
constexpr const char* lock_name = "lock";

std::string read_text(int fd) {
  std::string text;
  std::array<char, 4096> buffer{};
  ssize_t got = 0;
  while ((got = pread(fd, buffer.data(), buffer.size(), static_cast<off_t>(text.size()))) > 0) {
    text.append(buffer.data(), static_cast<std::size_t>(got));
  }
  return text;
}

void write_durably(int fd, std::string_view text, const std::string& name) {
  const ssize_t written = ::write(fd, text.data(), text.size());
  const int error = written < 0 ? errno : ENOSPC;
  if (written != static_cast<ssize_t>(text.size())) throw SystemError("write", name, error);
  if (fsync(fd) != 0) throw SystemError("write", name, errno);
}

/// Throws std::runtime_error if a live process holds it.
FileDescriptor take_lock(const FileDescriptor& directory) {
  FileDescriptor lock = open_private_file(directory, lock_name, O_RDWR | O_CREAT);
  if (flock(lock.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) throw SystemError("lock", "the journal", errno);
    const std::string pid = read_text(lock.get());
    throw std::runtime_error(fmt::format(
        "another run of shaketable (pid {}) is changing this machine; wait for it or end it",
        pid.empty() ? "unknown" : pid));
  }
  if (ftruncate(lock.get(), 0) != 0) throw SystemError("write", "the journal's lock", errno);
  write_durably(lock.get(), fmt::format("{}", getpid()), "the journal's lock");
  return lock;
}

std::uint64_t own_start_time() {
  const auto stat = Root().read("/proc/self/stat").value_or("");
  auto at = stat.rfind(')');
  for (int field = 2; field < 22 && at != std::string::npos; ++field) at = stat.find(' ', at + 1);
  std::uint64_t ticks = 0;
  if (at != std::string::npos) {
    std::from_chars(stat.data() + at + 1, stat.data() + stat.size(), ticks);
  }
  return ticks;
}

std::string boot_id(const Root& root) {
  const auto id = root.read("/proc/sys/kernel/random/boot_id").value_or("");
  return id.empty() || id.find(' ') != std::string::npos ? "unknown" : id;
}

struct Undone {
  std::vector<std::string> words;
  std::vector<JournalEntry> kept;
};

/// In reverse order, so that a file that was changed twice gets its first value.
Undone undo(const Root& root, const JournalText& journal) {
  Undone undone;
  for (const auto& line : journal.unreadable) {
    undone.words.push_back(fmt::format("NOT restored: the journal's line \"{}\" is damaged", line));
  }
  for (auto entry = journal.open.rbegin(); entry != journal.open.rend(); ++entry) {
    try {
      root.write(entry->file, entry->old_value.empty() ? "\n" : entry->old_value);
      undone.words.push_back(fmt::format("{} is \"{}\" again", entry->file, entry->old_value));
    } catch (const SystemError& error) {
      undone.words.push_back(fmt::format("NOT restored: {} should be \"{}\": {}", entry->file,
                                         entry->old_value, error.what()));
      undone.kept.insert(undone.kept.begin(), *entry);
    }
  }
  return undone;
}

/// What is in the journal of a dead owner of this boot.
JournalText left_behind(const Root& root, const FileDescriptor& directory) {
  if (faccessat(directory.get(), journal_name, F_OK, AT_SYMLINK_NOFOLLOW) != 0) return {};
  const auto file = open_private_file(directory, journal_name, O_RDONLY);
  auto journal = parse_journal(read_text(file.get()));
  const bool other_boot = !journal.owner.boot_id.empty() && journal.owner.boot_id != boot_id(root);
  return other_boot ? JournalText() : journal;
}

/// A fresh journal of ours, holding what could not be undone, put into place at once.
FileDescriptor begin_journal(const Root& root, const FileDescriptor& directory,
                             const std::vector<JournalEntry>& kept) {
  std::string text = header_line({boot_id(root), getpid(), own_start_time()});
  for (const auto& entry : kept) text += set_line(entry.file, entry.old_value);
  unlinkat(directory.get(), fresh_name, 0);
  auto file = open_private_file(directory, fresh_name, O_RDWR | O_CREAT | O_EXCL | O_APPEND);
  write_durably(file.get(), text, "the journal");
  if (renameat(directory.get(), fresh_name, directory.get(), journal_name) != 0) {
    throw SystemError("put into place", "the journal", errno);
  }
  fsync(directory.get());
  return file;
}

}  // namespace

Journal Journal::open(const Root& root) {
  Journal journal(root);
  const auto path = journal_directory(root);
  const auto directory = open_private_directory(path);
  journal.file_ = path / journal_name;
  journal.lock_ = take_lock(directory);
  auto undone = undo(root, left_behind(root, directory));
  journal.log_ = begin_journal(root, directory, undone.kept);
  journal.undone_ = std::move(undone.words);
  return journal;
}

std::vector<std::string> Journal::restore(const Root& root) {
  std::error_code error;
  if (!std::filesystem::exists(std::filesystem::symlink_status(journal_directory(root), error))) {
    return {};
  }
  return open(root).undone_;
}

Journal::~Journal() {
  // With nothing left to undo there is nothing to keep; the lock file stays, since removing it
  // races.
  if (!log_.is_open()) return;
  try {
    if (parse_journal(read_text(log_.get())).open.empty()) ::unlink(file_.c_str());
  } catch (...) {  // NOLINT(bugprone-empty-catch): the journal stays, which is harmless
  }
}

void Journal::note_change(std::string_view file, std::string_view old_value) {
  append(set_line(file, old_value));
}

void Journal::note_restored(std::string_view file) {
  append(restored_line(file));
}

void Journal::append(const std::string& line) {
  const off_t before = lseek(log_.get(), 0, SEEK_END);
  try {
    write_durably(log_.get(), line, file_.native());
  } catch (const SystemError&) {
    if (before < 0 || ftruncate(log_.get(), before) != 0)
      log_.reset();  // torn: stays the last line
    throw;
  }
}

}  // namespace shaketable
