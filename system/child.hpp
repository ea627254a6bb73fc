// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "system/control_block.hpp"

namespace shaketable {

/// Memory shared with a child: a memfd, mapped here. Zero past the control block. Move-only.
class SharedMemory {
 public:
  /// A new one; throws SystemError.
  explicit SharedMemory(std::size_t payload_size);
  /// In the child: descriptor 3, all pages present; throws SystemError, also on a foreign one.
  static SharedMemory adopt(int fd);
  SharedMemory(SharedMemory&& other) noexcept;
  SharedMemory& operator=(SharedMemory&&) = delete;
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;
  ~SharedMemory();

  ControlBlock& control() const { return *static_cast<ControlBlock*>(memory_); }
  /// What follows the control block, on a page of its own.
  void* payload() const;
  std::size_t payload_size() const;
  int fd() const { return fd_; }

 private:
  SharedMemory(int fd, void* memory, std::size_t size) : fd_(fd), memory_(memory), size_(size) {}
  int fd_ = -1;
  void* memory_ = nullptr;
  std::size_t size_ = 0;
};

/// How a process ended.
struct ChildExit {
  bool running = true;
  int status = 0;  ///< exit status, or −signal
};

/// A process that is this program again ("shaketable __child ROLE"), with the shared memory as its
/// descriptor 3, stdout to nowhere and stderr ours. Only a process's main thread may start one: the
/// child is killed when the *thread* that forked it dies. It stays in our process group and session
/// (autogroup), and ignores SIGINT and SIGHUP.
class Child {
 public:
  /// Throws SystemError; std::logic_error on another thread than the main one.
  Child(std::string role, std::size_t payload_size, const ChildConfig& config,
        const std::string& executable = "/proc/self/exe");
  Child(Child&& other) noexcept;
  Child& operator=(Child&&) = delete;
  ~Child();  ///< SIGKILL and reap, if it is still there

  pid_t pid() const { return pid_; }
  ControlBlock& control() const { return memory_->control(); }
  SharedMemory& memory() const { return *memory_; }
  /// Its state, or `failed` with a message once it has died before `done`.
  ChildState state();
  std::string message() const;
  /// Sleeps in steps of 1 ms until the state is `wanted` or a later one (dead: failed), or time is
  /// up.
  ChildState wait_for(ChildState wanted, std::int64_t until_monotonic_ns);
  ChildExit poll();
  /// Finish command, grace, SIGTERM, half a second, SIGKILL. Returns how it ended.
  ChildExit end(std::int64_t grace_ns);

 private:
  bool wait_for_exit(std::int64_t until_monotonic_ns);
  void kill_and_reap();

  std::string role_;
  std::unique_ptr<SharedMemory> memory_;
  pid_t pid_ = -1;
  ChildExit exit_;
};

/// In the child, first of all: asks to be killed with the supervisor; exits if that is gone
/// already.
void bind_to_supervisor(const ControlBlock& control);

}  // namespace shaketable
