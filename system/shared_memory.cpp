// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <new>
#include <utility>

#include "system/child.hpp"
#include "system/error.hpp"
#include "system/file_descriptor.hpp"

namespace shaketable {
namespace {

constexpr std::string_view on = "the memory shared with a child";

std::size_t payload_offset() {
  static const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return (sizeof(ControlBlock) + page - 1) / page * page;
}

void* map(int fd, std::size_t size, int flags) {
  void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED | flags, fd, 0);
  if (memory == MAP_FAILED)
    throw SystemError("map", on, errno);  // NOLINT(performance-no-int-to-ptr)
  return memory;
}

}  // namespace

SharedMemory::SharedMemory(std::size_t payload_size) : size_(payload_offset() + payload_size) {
  const FileDescriptor created(memfd_create("shaketable", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!created.is_open()) throw SystemError("create", on, errno);
  // Away from 0 to 3, which a child uses.
  FileDescriptor file(fcntl(created.get(), F_DUPFD_CLOEXEC, 10));
  if (!file.is_open()) throw SystemError("create", on, errno);
  if (ftruncate(file.get(), static_cast<off_t>(size_)) != 0) throw SystemError("size", on, errno);
  fcntl(file.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL);
  memory_ = map(file.get(), size_, 0);
  new (memory_) ControlBlock;
  fd_ = file.release();
}

SharedMemory SharedMemory::adopt(int fd) {
  constexpr std::string_view remedy = "only a supervisor starts children";
  struct stat status {};
  if (fstat(fd, &status) != 0) throw SystemError("adopt", on, errno, remedy);
  const auto size = static_cast<std::size_t>(status.st_size);
  const int seals = fcntl(fd, F_GET_SEALS);
  if (seals < 0 || (seals & F_SEAL_SHRINK) == 0 || size < payload_offset()) {
    throw SystemError("adopt", on, EINVAL, remedy);
  }
  SharedMemory adopted(fd, map(fd, size, MAP_POPULATE), size);
#ifdef MADV_POPULATE_WRITE  // since Linux 5.14; without it the first writes may fault
  madvise(adopted.memory_, size, MADV_POPULATE_WRITE);
#endif
  if (adopted.control().magic != ControlBlock::magic_value) {
    adopted.fd_ = -1;  // not ours to close
    throw SystemError("adopt", on, EINVAL, remedy);
  }
  return adopted;
}

SharedMemory::SharedMemory(SharedMemory&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)),
      memory_(std::exchange(other.memory_, nullptr)),
      size_(std::exchange(other.size_, 0)) {}

SharedMemory::~SharedMemory() {
  if (memory_ != nullptr) munmap(memory_, size_);
  if (fd_ >= 0) close(fd_);
}

void* SharedMemory::payload() const {
  return static_cast<std::byte*>(memory_) + payload_offset();
}
std::size_t SharedMemory::payload_size() const {
  return size_ - payload_offset();
}

}  // namespace shaketable
