// The command: recordings, map and variants in; table, differences, report and examples out.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mapping.h"
#include "replay.h"

namespace mancala::recorded {

struct Options {
  std::vector<std::string> paths;
  std::string map = "tests/recorded";
  std::string game;
  std::string by;
  std::string variant;
  std::vector<std::string> settings;
  std::optional<int> differences;
  bool json = false;
  std::string report;
  std::string export_to;
};

// A set and what came of it.
struct Replayed {
  Set set;
  Entry entry;
  Result result;
  std::vector<std::string> parameters;  // names of the variant's parameters
};

int run_command(const Options& options);

}  // namespace mancala::recorded
