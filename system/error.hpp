// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace shaketable {

/// An error of the operating system: "cannot WHAT ON: strerror (ERRNO-NAME); REMEDY".
class SystemError : public std::runtime_error {
 public:
  SystemError(std::string_view what, std::string_view on, int error, std::string_view remedy = {});
  int code() const { return error_; }

 private:
  int error_;
};

/// The one mapper: the message that SystemError carries. Without a remedy the usual one for this
/// errno is used (EACCES and EPERM: which privilege; ENOENT; ENOSPC; EBUSY …), if there is one.
std::string describe_error(std::string_view what, std::string_view on, int error,
                           std::string_view remedy = {});

}  // namespace shaketable
