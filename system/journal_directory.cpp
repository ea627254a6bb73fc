// SPDX-License-Identifier: Apache-2.0
#include "system/journal_directory.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>

#include "system/error.hpp"

namespace shaketable {

std::filesystem::path journal_directory(const Root& root) {
  if (!root.is_live() || geteuid() == 0) return root.path("/run/shaketable");
  const char* runtime = std::getenv("XDG_RUNTIME_DIR");
  std::error_code error;
  if (runtime != nullptr && runtime[0] == '/' && std::filesystem::is_directory(runtime, error)) {
    return std::filesystem::path(runtime) / "shaketable";
  }
  return root.path(fmt::format("/tmp/shaketable-{}", geteuid()));
}

FileDescriptor open_private_directory(const std::filesystem::path& directory) {
  std::error_code ignored;  // seen by what follows
  std::filesystem::create_directories(directory.parent_path(), ignored);
  if (mkdir(directory.c_str(), 0700) != 0 && errno != EEXIST) {
    throw SystemError("make the directory", directory.native(), errno);
  }
  FileDescriptor opened(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!opened.is_open()) {
    throw SystemError("open the directory", directory.native(), errno,
                      "remove it if it is a symbolic link or somebody else's");
  }
  struct stat status {};
  if (fstat(opened.get(), &status) != 0) throw SystemError("look at", directory.native(), errno);
  if (status.st_uid != geteuid() || (status.st_mode & (S_IWGRP | S_IWOTH)) != 0) {
    throw SystemError("trust the directory", directory.native(), EPERM,
                      "it belongs to another user, or others may write to it");
  }
  return opened;
}

FileDescriptor open_private_file(const FileDescriptor& directory, const char* name, int flags) {
  FileDescriptor file(
      ::openat(directory.get(), name, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600));
  if (!file.is_open()) throw SystemError("open the journal's file", name, errno);
  struct stat status {};
  if (fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode) || status.st_uid != geteuid()) {
    throw SystemError("trust the journal's file", name, EPERM, "it is not a file of this user");
  }
  return file;
}

}  // namespace shaketable
