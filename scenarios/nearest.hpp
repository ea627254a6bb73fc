// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace shaketable {

/// The name among `names` that `text` was likely meant to be; "" if none is near.
std::string nearest_name(std::string_view text, const std::vector<std::string>& names);

/// `; did you mean "X"?`, or "" if no name is near.
std::string suggestion(std::string_view text, const std::vector<std::string>& names);

}  // namespace shaketable
