// SPDX-License-Identifier: Apache-2.0
#include "system/control_block.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace shaketable {
namespace {

void append_escaped(std::string& text, std::string_view part) {
  for (const char c : part) {
    if (c == '\n') {
      text += "\\n";
    } else {
      if (c == '\\' || c == '=') text += '\\';
      text += c;
    }
  }
}

/// Takes up to the unescaped `end` from the front of `text`, and `end` with it.
std::string take_until(std::string_view& text, char end) {
  std::string part;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == end) {
      text.remove_prefix(at + 1);
      return part;
    }
    if (text[at] == '\n' || text[at] == '=') break;
    if (text[at] != '\\') {
      part += text[at];
      continue;
    }
    if (++at == text.size()) break;
    const char c = text[at];
    if (c != 'n' && c != '\\' && c != '=') {
      throw std::invalid_argument("a child's settings hold an unknown escape");
    }
    part += c == 'n' ? '\n' : c;
  }
  throw std::invalid_argument("a child's settings are torn or malformed");
}

}  // namespace

std::string encode(const ChildConfig& config) {
  std::string text;
  for (const auto& [key, value] : config) {
    append_escaped(text, key);
    text += '=';
    append_escaped(text, value);
    text += '\n';
  }
  return text;
}

ChildConfig decode(std::string_view text) {
  ChildConfig config;
  while (!text.empty()) {
    auto key = take_until(text, '=');
    auto value = take_until(text, '\n');
    const auto [place, added] = config.emplace(std::move(key), std::move(value));
    if (!added) {
      throw std::invalid_argument(fmt::format("a child's settings name {} twice", place->first));
    }
  }
  return config;
}

ChildConfig read_config(const ControlBlock& control) {
  if (control.config_bytes > control.config.size()) {
    throw std::invalid_argument("a child's settings are larger than their place");
  }
  return decode({control.config.data(), control.config_bytes});
}

void report_state(ControlBlock& control, ChildState state, std::string_view message) noexcept {
  const auto size = std::min(message.size(), control.message.size() - 1);
  std::copy_n(message.data(), size, control.message.data());
  control.message[size] = '\0';
  control.state.store(state, std::memory_order_release);
}

}  // namespace shaketable
