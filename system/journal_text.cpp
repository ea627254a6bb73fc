// SPDX-License-Identifier: Apache-2.0
#include "system/journal_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

namespace shaketable {
namespace {

std::string escape(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '\n') {
      escaped += "\\n";
    } else if (c == '\t') {
      escaped += "\\t";
    } else if (c == '\\') {
      escaped += "\\\\";
    } else {
      escaped += c;
    }
  }
  return escaped;
}

std::optional<std::string> unescape(std::string_view text) {
  std::string plain;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '\\') {
      plain += text[at];
      continue;
    }
    if (++at == text.size()) return std::nullopt;
    if (text[at] == 'n') {
      plain += '\n';
    } else if (text[at] == 't') {
      plain += '\t';
    } else if (text[at] == '\\') {
      plain += '\\';
    } else {
      return std::nullopt;
    }
  }
  return plain;
}

std::string_view take_word(std::string_view& text) {
  const auto space = text.find(' ');
  const auto word = text.substr(0, space);
  text.remove_prefix(space == std::string_view::npos ? text.size() : space + 1);
  return word;
}

template <typename Number>
bool to_number(std::string_view text, Number& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

bool parse_header(std::string_view line, JournalOwner& owner) {
  if (take_word(line) != "v1") return false;
  owner.boot_id = take_word(line);
  return !owner.boot_id.empty() && to_number(take_word(line), owner.pid) &&
         to_number(line, owner.start_time);
}

/// A journal only ever names the kernel's own files; a line that leads elsewhere is not obeyed.
bool is_plain_path(std::string_view file) {
  return !file.empty() && file.front() == '/' && file.find("/../") == std::string_view::npos &&
         !file.ends_with("/..");
}

bool apply_set(std::string_view rest, std::vector<JournalEntry>& open) {
  const auto tab = rest.find('\t');
  if (tab == std::string_view::npos) return false;
  auto file = unescape(rest.substr(0, tab));
  auto value = unescape(rest.substr(tab + 1));
  if (!file || !value || !is_plain_path(*file)) return false;
  open.push_back({std::move(*file), std::move(*value)});
  return true;
}

bool apply_restored(std::string_view rest, std::vector<JournalEntry>& open) {
  const auto file = unescape(rest);
  const auto last = std::find_if(open.rbegin(), open.rend(),
                                 [&](const JournalEntry& entry) { return entry.file == file; });
  if (last == open.rend()) return false;
  open.erase(std::next(last).base());
  return true;
}

}  // namespace

std::string header_line(const JournalOwner& owner) {
  return fmt::format("v1 {} {} {}\n", owner.boot_id, owner.pid, owner.start_time);
}

std::string set_line(std::string_view file, std::string_view old_value) {
  return fmt::format("set {}\t{}\n", escape(file), escape(old_value));
}

std::string restored_line(std::string_view file) {
  return fmt::format("restored {}\n", escape(file));
}

JournalText parse_journal(std::string_view text) {
  JournalText journal;
  bool has_header = false;
  while (true) {
    const auto end = text.find('\n');
    if (end == std::string_view::npos) return journal;
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end + 1);
    if (!has_header) {
      if (!parse_header(line, journal.owner)) {
        journal.owner = {};
        journal.unreadable.emplace_back(line);
        return journal;
      }
      has_header = true;
      continue;
    }
    const std::string_view whole = line;
    const auto verb = take_word(line);
    const bool known = (verb == "set" && apply_set(line, journal.open)) ||
                       (verb == "restored" && apply_restored(line, journal.open));
    if (!known) journal.unreadable.emplace_back(whole);
  }
}

}  // namespace shaketable
