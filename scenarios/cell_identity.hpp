// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

namespace shaketable {

/// What names a cell: its axes as written. The same in a plan and in a result line.
struct CellIdentity {
  std::string id;    ///< 12 hex digits of SHA-256 over the axes as written
  std::string spec;  ///< 12 hex digits of SHA-256 over every resolved parameter
  std::string key;   ///< "burst(busy=3ms)+hog / loop / @measure / fifo:98", with " / CONDITION"
                     ///< unless as-found
  std::vector<std::string> injectors;       ///< sorted names; empty: the idle cell, shown as "none"
  std::string probe;                        ///< name, or "a+b" if measured together
  std::string cpus;                         ///< as written: "@measure"
  std::string policy;                       ///< "fifo:98"
  std::string condition;                    ///< "as-found" if none
  std::map<std::string, std::string> vary;  ///< "injectors.burst.busy" → "3ms"
};

}  // namespace shaketable
