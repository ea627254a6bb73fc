// SPDX-License-Identifier: Apache-2.0
#include "system/scheduling.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <exception>
#include <string_view>

#include "system/cpu_set.hpp"
#include "system/error.hpp"
#include "system/file_descriptor.hpp"
#include "system/privileges.hpp"

#ifndef SCHED_DEADLINE
#define SCHED_DEADLINE 6
#endif

namespace shaketable {
namespace {

/// struct sched_attr, first version: glibc 2.36 has none, and the kernel's header clashes with
/// <sched.h>.
struct SchedAttr {
  std::uint32_t size = sizeof(SchedAttr);
  std::uint32_t policy = 0;
  std::uint64_t flags = 0;
  std::int32_t nice = 0;
  std::uint32_t priority = 0;
  std::uint64_t runtime = 0;
  std::uint64_t deadline = 0;
  std::uint64_t period = 0;
};
static_assert(sizeof(SchedAttr) == 48);
constexpr std::uint64_t flag_reset_on_fork = 1;

std::string name_of(const SchedulingPolicy& policy) {
  switch (policy.policy) {
    case SCHED_OTHER:
      return "SCHED_OTHER";
    case SCHED_BATCH:
      return "SCHED_BATCH";
    case SCHED_IDLE:
      return "SCHED_IDLE";
    case SCHED_FIFO:
      return fmt::format("SCHED_FIFO {}", policy.priority);
    case SCHED_RR:
      return fmt::format("SCHED_RR {}", policy.priority);
    case SCHED_DEADLINE:
      return fmt::format("SCHED_DEADLINE {}/{}/{} ns", policy.runtime_ns, policy.deadline_ns,
                         policy.period_ns);
    default:
      return fmt::format("scheduling policy {}", policy.policy);
  }
}

std::string deadline_remedy(int error) {
  if (error == EPERM && has_capability(Capability::sys_nice)) {
    return "SCHED_DEADLINE needs the CPU to be a root domain of its own: the only CPU of "
           "isolcpus=, "
           "or a cgroup v2 partition of type isolated that the process is in";
  }
  if (error == EPERM) return "SCHED_DEADLINE needs CAP_SYS_NICE; no limit can grant it";
  if (error == EBUSY) return "the deadline bandwidth of these CPUs is used up";
  if (error == EINVAL) return "it needs 1024 ns <= runtime <= deadline <= period";
  return {};
}

std::string fixed_priority_remedy(const SchedulingPolicy& policy, int error) {
  if (error == EINVAL) return "priorities go from 1 to 99";
  if (error != EPERM) return {};
  if (has_capability(Capability::sys_nice)) {
    return "the cgroup has no real-time bandwidth (CONFIG_RT_GROUP_SCHED: cpu.rt_runtime_us)";
  }
  return fmt::format(
      "it needs CAP_SYS_NICE, or RLIMIT_RTPRIO of {} or more, which is {} (ulimit -r, or rtprio in "
      "/etc/security/limits.conf)",
      policy.priority, realtime_priority_limit());
}

std::string remedy_for(const SchedulingPolicy& policy, int error) {
  if (policy.policy == SCHED_DEADLINE) return deadline_remedy(error);
  if (policy.policy == SCHED_FIFO || policy.policy == SCHED_RR) {
    return fixed_priority_remedy(policy, error);
  }
  return error == EPERM ? "it needs CAP_SYS_NICE, or a higher RLIMIT_NICE" : std::string();
}

SchedAttr get_attributes(pid_t tid) {
  SchedAttr attributes;
  if (syscall(SYS_sched_getattr, tid, &attributes, sizeof attributes, 0U) != 0) {
    throw SystemError("read the scheduling policy of", fmt::format("thread {}", tid), errno);
  }
  return attributes;
}

SchedulingPolicy to_policy(const SchedAttr& attributes) {
  SchedulingPolicy policy;
  policy.policy = static_cast<int>(attributes.policy);
  policy.priority = static_cast<int>(attributes.priority);
  if (policy.policy == SCHED_DEADLINE) {
    policy.runtime_ns = static_cast<std::int64_t>(attributes.runtime);
    policy.deadline_ns = static_cast<std::int64_t>(attributes.deadline);
    policy.period_ns = static_cast<std::int64_t>(attributes.period);
  }
  return policy;
}

bool is_sane(const SchedulingPolicy& policy) {
  return policy.policy >= 0 && policy.priority >= 0 && policy.runtime_ns >= 0 &&
         policy.deadline_ns >= 0 && policy.period_ns >= 0;
}

std::string read_to_end(int fd) {
  std::string text;
  std::array<char, 1024> buffer{};
  while (true) {
    const ssize_t got = ::read(fd, buffer.data(), buffer.size());
    if (got > 0) {
      text.append(buffer.data(), static_cast<std::size_t>(got));
    } else if (got == 0 || errno != EINTR) {
      return text;
    }
  }
}

/// In the forked child. Exit status 0: allowed; 1: the reason is in the pipe.
[[noreturn]] void try_policy(const SchedulingPolicy& policy, int cpu, int pipe) noexcept {
  try {
    set_affinity(0, {cpu});
    set_policy(0, policy);
  } catch (const std::exception& error) {
    const std::string_view reason = error.what();
    const ssize_t written = ::write(pipe, reason.data(), reason.size());
    _exit(written == static_cast<ssize_t>(reason.size()) ? 1 : 2);
  }
  _exit(0);
}

}  // namespace

void set_policy(pid_t tid, const SchedulingPolicy& policy) {
  const auto what =
      tid == 0 ? std::string("run this thread under") : fmt::format("run thread {} under", tid);
  if (!is_sane(policy))
    throw SystemError(what, name_of(policy), EINVAL, remedy_for(policy, EINVAL));
  const SchedAttr before = get_attributes(tid);
  SchedAttr wanted;
  wanted.policy = static_cast<std::uint32_t>(policy.policy);
  wanted.flags = before.flags & flag_reset_on_fork;  // only a privileged thread may clear it
  wanted.nice = before.nice;
  wanted.priority = static_cast<std::uint32_t>(policy.priority);
  if (policy.policy == SCHED_DEADLINE) {
    wanted.runtime = static_cast<std::uint64_t>(policy.runtime_ns);
    wanted.deadline = static_cast<std::uint64_t>(policy.deadline_ns);
    wanted.period = static_cast<std::uint64_t>(policy.period_ns);
  }
  if (syscall(SYS_sched_setattr, tid, &wanted, 0U) != 0) {
    const int error = errno;
    throw SystemError(what, name_of(policy), error, remedy_for(policy, error));
  }
  const auto kept = to_policy(get_attributes(tid));
  if (kept != to_policy(wanted)) {
    throw SystemError(what, name_of(policy), EIO,
                      fmt::format("it reads back as {}", name_of(kept)));
  }
}

SchedulingPolicy get_policy(pid_t tid) {
  return to_policy(get_attributes(tid));
}

std::string why_not_policy(const SchedulingPolicy& policy, int cpu) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return describe_error("open", "a pipe", errno);
  const FileDescriptor reader(ends[0]);
  FileDescriptor writer(ends[1]);
  const pid_t child = fork();
  if (child < 0) return describe_error("start", "a process", errno);
  if (child == 0) try_policy(policy, cpu, writer.get());
  writer.reset();
  std::string reason = read_to_end(reader.get());
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
  if (reason.empty()) {
    reason =
        fmt::format("cannot try {} on CPU {}: the process that tried died", name_of(policy), cpu);
  }
  return reason;
}

}  // namespace shaketable
