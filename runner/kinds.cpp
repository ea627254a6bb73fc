// SPDX-License-Identifier: Apache-2.0
#include "runner/kinds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace shaketable {
namespace {

template <class Kind>
const Kind& find_kind(std::span<const Kind> catalog, std::string_view name) {
  const auto found = std::find_if(catalog.begin(), catalog.end(),
                                  [&](const Kind& kind) { return kind.descriptor->kind == name; });
  if (found == catalog.end())
    throw std::logic_error(fmt::format("kind {} is in the plan but not in the catalog", name));
  return *found;
}

}  // namespace

const InjectorKind& find_injector(std::string_view kind) {
  return find_kind(injector_catalog(), kind);
}
const ProbeKind& find_probe(std::string_view kind) {
  return find_kind(probe_catalog(), kind);
}

}  // namespace shaketable
