// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "results/cell_result.hpp"
#include "scenarios/claim.hpp"
#include "scenarios/plan.hpp"

namespace shaketable {

inline constexpr int results_schema = 1;

/// run.json: all that is true of the run as a whole.
struct RunInfo {
  std::string scenario;       ///< name
  std::string scenario_toml;  ///< flattened
  std::vector<SourceFile> files;
  std::string claims_sha256;
  std::uint64_t seed = 0;
  std::string version;
  std::string started_at;
  std::string finished_at;  ///< empty: the run has not come to its end
  bool complete = false;    ///< every planned line is there
  bool interrupted = false;
  std::uint64_t planned_runs = 0;  ///< cells × repeats
  std::uint64_t cells = 0;
  int repeats = 0;
  std::map<std::string, std::string> labels;
  std::map<std::string, std::string>
      machine_before;  ///< fingerprint: kernel, cmdline, cpus, isolated, microcode, clocksource …
  std::map<std::string, std::string> machine_after;
  std::vector<std::string> findings;  ///< preflight's, in words
  std::vector<Claim> claims;
  std::vector<std::string> optional_injectors;  ///< names marked `optional`
  std::vector<std::string> absent;    ///< kinds and names that are unsupported here, for `requires`
  std::vector<CellIdentity> planned;  ///< every cell of the plan, so that a missing one is known
};

/// Thrown with what was tried, on which path, errno, and what to do.
class StoreError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Writes a run's folder. Everything is opened before the first measurement; each line is written
/// and fsynced at once.
class StoreWriter {
 public:
  /// Makes the folder (which must be absent or empty) and run.json.
  StoreWriter(std::filesystem::path folder, const RunInfo& info);
  ~StoreWriter();
  StoreWriter(const StoreWriter&) = delete;
  StoreWriter& operator=(const StoreWriter&) = delete;

  /// Appends one line, and cells/<id>/<repeat>/cpu<N>/spikes.csv if it has spikes. Returns the time
  /// that fsync took, in ns. Throws StoreError; the file then ends where it ended before, so that
  /// no torn line is left by a full disk.
  std::int64_t append(const CellResult& result);
  /// Replaces run.json atomically.
  void update(const RunInfo& info);
  const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::path folder_;
  int cells_fd_ = -1;
};

struct StoredRun {
  RunInfo info;
  std::vector<CellResult> cells;
  std::vector<std::string> warnings;  ///< a torn last line, missing lines, an unfinished run
};

/// Reads a run's folder. Throws StoreError on a missing, foreign or newer-schema folder and on a
/// damaged line that is not the last; a torn last line is a warning.
StoredRun read_run(const std::filesystem::path& folder);

/// One line of cells.jsonl, without the newline, and back. parse_line throws StoreError.
std::string to_line(const CellResult& result);
CellResult parse_line(const std::string& line);

}  // namespace shaketable
