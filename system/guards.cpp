// SPDX-License-Identifier: Apache-2.0
#include "system/guards.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <exception>
#include <utility>

#include "system/error.hpp"

namespace shaketable {
namespace {

constexpr std::string_view white = " \t\r\n";

std::string_view trim(std::string_view text) {
  const auto first = text.find_first_not_of(white);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(white) - first + 1);
}

std::string read_value(const Root& root, const std::string& file) {
  return chosen_value(root.read_required(file));
}

void write_value(const Root& root, const std::string& file, const std::string& value) {
  root.write(file, value.empty() ? "\n" : value);  // an empty write would do nothing
}

}  // namespace

std::string chosen_value(std::string_view content) {
  const std::string_view text = trim(content);
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::string_view word = rest.substr(0, rest.find_first_of(white));
    const bool alone = word.size() == text.size();
    if (!alone && word.size() > 2 && word.front() == '[' && word.back() == ']') {
      return std::string(word.substr(1, word.size() - 2));
    }
    rest = trim(rest.substr(word.size()));
  }
  return std::string(text);
}

FileGuard::FileGuard(Journal& journal, const Root& root, std::string file, std::string value)
    : journal_(&journal), root_(&root), file_(std::move(file)) {
  old_value_ = read_value(root, file_);
  const std::string wanted(trim(value));
  if (old_value_ == wanted) {
    file_.clear();
    return;
  }
  journal_->note_change(file_, old_value_);
  try {
    change(wanted);
  } catch (const SystemError& error) {
    const auto left = undo();
    if (left.empty()) throw;
    throw SystemError("set", root.path(file_).native(), error.code(), left);
  }
}

void FileGuard::change(const std::string& value) {
  write_value(*root_, file_, value);
  const auto now = read_value(*root_, file_);
  if (now != value) {
    throw SystemError(fmt::format("set to \"{}\"", value), root_->path(file_).native(), EINVAL,
                      fmt::format("it reads back as \"{}\"", now));
  }
}

std::string FileGuard::undo() noexcept {
  try {
    if (read_value(*root_, file_) != old_value_) change(old_value_);
    journal_->note_restored(file_);
    return {};
  } catch (const std::exception& error) {
    return fmt::format("{} is NOT restored to \"{}\": {}", file_, old_value_, error.what());
  }
}

std::string FileGuard::restore() {
  if (file_.empty()) return {};
  auto failure = undo();
  file_.clear();
  return failure;
}

FileGuard::FileGuard(FileGuard&& other) noexcept
    : journal_(other.journal_),
      root_(other.root_),
      file_(std::exchange(other.file_, {})),
      old_value_(std::move(other.old_value_)) {}

FileGuard::~FileGuard() {
  if (const auto failure = restore(); !failure.empty()) {
    fmt::print(stderr, "shaketable: {}; try: shaketable restore\n", failure);
  }
}

IdleLatencyGuard::IdleLatencyGuard(const Root& root, std::int32_t microseconds) {
  const auto path = root.path("/dev/cpu_dma_latency");
  if (microseconds < 0) {
    throw SystemError("limit idle states with", path.native(), EINVAL, "it must not be negative");
  }
  file_ = FileDescriptor(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (!file_.is_open()) throw SystemError("limit idle states with", path.native(), errno);
  if (::write(file_.get(), &microseconds, sizeof microseconds) != sizeof microseconds) {
    throw SystemError("limit idle states with", path.native(), errno);
  }
}

}  // namespace shaketable
