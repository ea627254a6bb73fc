// SPDX-License-Identifier: Apache-2.0
// A child as the supervisor expects it ("obedient"), one that hears nothing ("deaf"), or one that
// misses something ("lacking").
#include <csignal>
#include <string_view>

#include "system/child.hpp"
#include "system/clock.hpp"

int main(int argc, char** argv) {
  using namespace shaketable;
  if (argc < 3) return 2;
  const SharedMemory memory = SharedMemory::adopt(3);
  ControlBlock& control = memory.control();
  bind_to_supervisor(control);
  const bool deaf = std::string_view(argv[2]) == "deaf";
  if (deaf) std::signal(SIGTERM, SIG_IGN);
  const std::string answer = read_config(control)["answer"];
  if (std::string_view(argv[2]) == "lacking") {
    report_state(control, ChildState::unsupported, answer);
    return 0;
  }
  report_state(control, ChildState::ready);
  while (deaf || control.command.load() != Command::finish) sleep_until(monotonic_ns() + 1'000'000);
  report_state(control, ChildState::done);
  return 0;
}
