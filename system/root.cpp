// SPDX-License-Identifier: Apache-2.0
#include "system/root.hpp"

#include <fcntl.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

#include "system/error.hpp"
#include "system/file_descriptor.hpp"

namespace shaketable {
namespace {

/// errno, or 0 with the content in `content`.
int read_all(const std::filesystem::path& path, std::string& content) {
  const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.is_open()) return errno;
  std::array<char, 16384> buffer{};
  while (true) {
    const ssize_t got = ::read(file.get(), buffer.data(), buffer.size());
    if (got == 0) return 0;
    if (got > 0) {
      content.append(buffer.data(), static_cast<std::size_t>(got));
    } else if (errno != EINTR) {
      return errno;
    }
  }
}

}  // namespace

std::filesystem::path Root::path(std::string_view absolute) const {
  if (base_.empty()) return std::filesystem::path(absolute);
  return base_ / std::filesystem::path(absolute).relative_path();
}

std::optional<std::string> Root::read(std::string_view absolute) const {
  std::string content;
  if (read_all(path(absolute), content) != 0) return std::nullopt;
  // The device tree's strings end with a NUL.
  const auto last = content.find_last_not_of(std::string_view(" \t\r\n\0", 5));
  content.resize(last == std::string::npos ? 0 : last + 1);
  return content;
}

std::string Root::read_required(std::string_view absolute) const {
  std::string content;
  const int error = read_all(path(absolute), content);
  if (error != 0) throw SystemError("read", path(absolute).native(), error);
  return content;
}

void Root::write(std::string_view absolute, std::string_view text) const {
  const auto target = path(absolute);
  const FileDescriptor file(::open(target.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC));
  if (!file.is_open()) throw SystemError("open for writing", target.native(), errno);
  ssize_t written = 0;
  do {
    written = ::write(file.get(), text.data(), text.size());
  } while (written < 0 && errno == EINTR);
  if (written < 0) throw SystemError("write", target.native(), errno);
  if (static_cast<std::size_t>(written) != text.size()) {
    throw SystemError("write all of", target.native(), ENOSPC);
  }
}

bool Root::exists(std::string_view absolute) const {
  std::error_code error;
  return std::filesystem::exists(path(absolute), error);
}

std::vector<std::string> Root::list(std::string_view absolute) const {
  std::vector<std::string> names;
  std::error_code error;
  std::filesystem::directory_iterator entry(path(absolute), error);
  while (!error && entry != std::filesystem::directory_iterator()) {
    names.push_back(entry->path().filename().native());
    entry.increment(error);
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace shaketable
