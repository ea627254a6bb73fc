// SPDX-License-Identifier: Apache-2.0
#include "system/error.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>

namespace shaketable {
namespace {

bool is_kernel_file(std::string_view on) {
  return on.find("/proc/") != std::string_view::npos ||
         on.find("/sys/") != std::string_view::npos || on.find("/dev/") != std::string_view::npos;
}

std::string_view usual_remedy(std::string_view on, int error) {
  switch (error) {
    case EACCES:
    case EPERM:
      return is_kernel_file(on) ? "changing the machine needs root" : "check its owner, or be root";
    case ENOENT:
      return is_kernel_file(on) ? "this kernel or machine does not have it" : "";
    case ENOSPC:
    case EDQUOT:
      return "free some space there";
    case EROFS:
      return "it is mounted read-only";
    case EBUSY:
      return "something else holds it";
    case EMFILE:
      return "raise the limit of open files (ulimit -n)";
    case ENOMEM:
      return "too little memory, or RLIMIT_MEMLOCK is too low (ulimit -l)";
    case EAGAIN:
      return "a limit of processes or memory is reached";
    case ENOSYS:
      return "this kernel lacks the call";
    default:
      return "";
  }
}

}  // namespace

std::string describe_error(std::string_view what, std::string_view on, int error,
                           std::string_view remedy) {
  const char* text = strerrordesc_np(error);
  const char* name = strerrorname_np(error);
  std::string message = fmt::format("cannot {}", what);
  if (!on.empty()) message += fmt::format(" {}", on);
  message += text != nullptr ? fmt::format(": {}", text) : fmt::format(": error {}", error);
  if (name != nullptr) message += fmt::format(" ({})", name);
  if (remedy.empty()) remedy = usual_remedy(on, error);
  if (!remedy.empty()) message += fmt::format("; {}", remedy);
  return message;
}

SystemError::SystemError(std::string_view what, std::string_view on, int error,
                         std::string_view remedy)
    : std::runtime_error(describe_error(what, on, error, remedy)), error_(error) {}

}  // namespace shaketable
