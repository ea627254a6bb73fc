// SPDX-License-Identifier: Apache-2.0
#include "system/child.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/close_range.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <stdexcept>

#include "system/clock.hpp"
#include "system/error.hpp"
#include "system/file_descriptor.hpp"

namespace shaketable {
namespace {

constexpr int shared_fd = 3;
constexpr std::int64_t step_ns = 1'000'000;
constexpr std::int64_t term_grace_ns = 500 * step_ns;
constexpr std::int64_t kill_grace_ns = 10'000 * step_ns;

/// What the new process needs between fork and exec, where nothing may be allocated.
struct Launch {
  const char* executable;
  std::array<char*, 4> arguments;
  int memory;
  int error_pipe;
};

void reset_signals() noexcept {
  for (int number = 1; number < NSIG; ++number) {
    struct sigaction action {};
    // Ctrl-C and a closed terminal reach the whole process group: the supervisor decides.
    action.sa_handler = number == SIGINT || number == SIGHUP ? SIG_IGN : SIG_DFL;
    sigaction(number, &action, nullptr);
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

void close_on_exec_from(unsigned first) noexcept {
  if (syscall(SYS_close_range, first, ~0U, CLOSE_RANGE_CLOEXEC) == 0) return;
  rlimit limit{};  // before Linux 5.11
  getrlimit(RLIMIT_NOFILE, &limit);
  const auto last = static_cast<int>(std::min<rlim_t>(limit.rlim_cur, 1 << 16));
  for (int fd = static_cast<int>(first); fd < last; ++fd) fcntl(fd, F_SETFD, FD_CLOEXEC);
}

[[noreturn]] void execute(const Launch& launch) noexcept {
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // set again after exec, which may clear it
  reset_signals();
  const int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (nowhere >= 0 && dup2(nowhere, STDOUT_FILENO) >= 0 && dup2(launch.memory, shared_fd) >= 0) {
    close_on_exec_from(shared_fd + 1);
    execve(launch.executable, launch.arguments.data(), environ);
  }
  const int error = errno;
  if (write(launch.error_pipe, &error, sizeof error) < 0) _exit(126);
  _exit(127);
}

/// Signals stay blocked from before the fork until the child has no handlers of ours any more.
pid_t fork_and_execute(const Launch& launch) {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t pid = fork();
  if (pid == 0) execute(launch);
  const int error = errno;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (pid < 0) throw SystemError("start", "a process", error);
  return pid;
}

/// errno of a failed exec; 0 once the pipe has been closed by a successful one.
int read_exec_error(int pipe) {
  int error = 0;
  ssize_t got = 0;
  do {
    got = read(pipe, &error, sizeof error);
  } while (got < 0 && errno == EINTR);
  return got == static_cast<ssize_t>(sizeof error) ? error : 0;
}

std::string describe_exit(const std::string& role, const ChildExit& exit) {
  if (exit.status >= 0) return fmt::format("{} exited with status {}", role, exit.status);
  const char* name = sigabbrev_np(-exit.status);
  if (name == nullptr) return fmt::format("{} was killed by signal {}", role, -exit.status);
  return fmt::format("{} was killed by SIG{}", role, name);
}

std::array<FileDescriptor, 2> make_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw SystemError("open", "a pipe", errno);
  const FileDescriptor low_writer(ends[1]);
  FileDescriptor reader(ends[0]);
  FileDescriptor writer(fcntl(low_writer.get(), F_DUPFD_CLOEXEC, 10));
  if (!writer.is_open()) throw SystemError("open", "a pipe", errno);
  return {std::move(reader), std::move(writer)};
}

void store_config(ControlBlock& control, const ChildConfig& config) {
  const auto text = encode(config);
  if (text.size() > control.config.size()) {
    throw SystemError("pass", "the settings to a child", E2BIG);
  }
  std::copy(text.begin(), text.end(), control.config.begin());
  control.config_bytes = static_cast<std::uint32_t>(text.size());
}

}  // namespace

Child::Child(std::string role, std::size_t payload_size, const ChildConfig& config,
             const std::string& executable)
    : role_(std::move(role)), memory_(std::make_unique<SharedMemory>(payload_size)) {
  if (getpid() != gettid()) throw std::logic_error("only the main thread may start a child");
  control().supervisor = getpid();
  store_config(control(), config);
  auto [reader, writer] = make_pipe();
  std::string program = "shaketable";
  std::string command = "__child";
  pid_ = fork_and_execute({executable.c_str(),
                           {program.data(), command.data(), role_.data(), nullptr},
                           memory_->fd(),
                           writer.get()});
  writer.reset();
  if (const int error = read_exec_error(reader.get()); error != 0) {
    while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
    }
    throw SystemError("start", executable, error);
  }
}

Child::Child(Child&& other) noexcept
    : role_(std::move(other.role_)),
      memory_(std::move(other.memory_)),
      pid_(std::exchange(other.pid_, -1)),
      exit_(std::exchange(other.exit_, {false, 0})) {}

Child::~Child() {
  if (pid_ > 0 && poll().running) kill_and_reap();
}

ChildExit Child::poll() {
  if (!exit_.running || pid_ <= 0) return exit_;
  int status = 0;
  const pid_t got = waitpid(pid_, &status, WNOHANG);
  if (got == pid_) {
    exit_ = {false, WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status)};
  } else if (got < 0 && errno == ECHILD) {
    exit_ = {false, 0};  // somebody else has reaped it
  }
  return exit_;
}

ChildState Child::state() {
  const bool running = poll().running;  // first: what it did before it died is seen below
  const ChildState state = control().state.load(std::memory_order_acquire);
  if (state > ChildState::unsupported) return ChildState::failed;
  if (!running && state < ChildState::done) return ChildState::failed;
  return state;
}

std::string Child::message() const {
  const ChildState state = control().state.load(std::memory_order_acquire);
  if (state == ChildState::failed || state == ChildState::unsupported) {
    const auto& text = control().message;
    return {text.data(), strnlen(text.data(), text.size())};
  }
  if (state > ChildState::unsupported) return fmt::format("{} has damaged its memory", role_);
  if (!exit_.running && state < ChildState::done) return describe_exit(role_, exit_);
  return {};
}

ChildState Child::wait_for(ChildState wanted, std::int64_t until_monotonic_ns) {
  while (true) {
    const ChildState now = state();
    const std::int64_t time = monotonic_ns();
    if (now >= wanted || time >= until_monotonic_ns) return now;
    sleep_until(std::min(time + step_ns, until_monotonic_ns));
  }
}

bool Child::wait_for_exit(std::int64_t until_monotonic_ns) {
  while (poll().running) {
    const std::int64_t time = monotonic_ns();
    if (time >= until_monotonic_ns) return false;
    sleep_until(std::min(time + step_ns, until_monotonic_ns));
  }
  return true;
}

void Child::kill_and_reap() {
  kill(pid_, SIGKILL);
  wait_for_exit(monotonic_ns() + kill_grace_ns);
}

ChildExit Child::end(std::int64_t grace_ns) {
  if (pid_ <= 0) return exit_;
  control().command.store(Command::finish, std::memory_order_release);
  if (wait_for_exit(monotonic_ns() + grace_ns)) return exit_;
  kill(pid_, SIGTERM);
  if (!wait_for_exit(monotonic_ns() + term_grace_ns)) kill_and_reap();
  return exit_;
}

void bind_to_supervisor(const ControlBlock& control) {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) {
    throw SystemError("be killed with", "the supervisor", errno);
  }
  if (getppid() != control.supervisor) _exit(1);  // it died before the line above
}

}  // namespace shaketable
