// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string_view>

#include "system/file_descriptor.hpp"
#include "system/root.hpp"

namespace shaketable {

/// Where this user's journal is kept.
std::filesystem::path journal_directory(const Root& root);

/// Opens the directory, made with mode 0700 if it is not there. Throws SystemError, also if it is a
/// symbolic link, belongs to somebody else, or others may write to it: /tmp is everybody's.
FileDescriptor open_private_directory(const std::filesystem::path& directory);

/// Opens a regular file of ours in there; never follows a symbolic link. Throws SystemError.
FileDescriptor open_private_file(const FileDescriptor& directory, const char* name, int flags);

}  // namespace shaketable
