// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "injectors/injector.hpp"
#include "probes/probe.hpp"

namespace shaketable {

/// The catalog row of a kind that a plan names; the plan was checked against the same catalogs,
/// hence std::logic_error if there is none.
const InjectorKind& find_injector(std::string_view kind);
const ProbeKind& find_probe(std::string_view kind);

}  // namespace shaketable
