// SPDX-License-Identifier: Apache-2.0
#include "scenarios/descriptor.hpp"

#include <algorithm>

namespace shaketable {
namespace {

template <typename Descriptor>
const Descriptor* find_kind(std::span<const Descriptor* const> table, std::string_view kind) {
  const auto found = std::find_if(table.begin(), table.end(), [&](const Descriptor* descriptor) {
    return descriptor->kind == kind;
  });
  return found == table.end() ? nullptr : *found;
}

}  // namespace

std::string_view to_text(Evidence evidence) {
  switch (evidence) {
    case Evidence::kernel_counter:
      return "kernel counter";
    case Evidence::own_log:
      return "own log";
    case Evidence::self_reported:
      return "self-reported";
  }
  return "unknown";
}

const InjectorDescriptor* KindTable::injector(std::string_view kind) const {
  return find_kind(injectors, kind);
}

const ProbeDescriptor* KindTable::probe(std::string_view kind) const {
  return find_kind(probes, kind);
}

}  // namespace shaketable
