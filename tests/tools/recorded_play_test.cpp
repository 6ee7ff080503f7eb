// Games that other programs recorded, replayed with the library as tests/recorded maps them. The recordings
// are no part of this repository: they are looked for in $MANCALA_SHARED, or in ../shared beside the source
// folder.
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>

#include "tests/support/catch.hpp"
#include "tests/support/sanitized.h"
#include "tests/tools/program.h"

namespace mancala::tests {

namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

fs::path recordings() {
  const char* shared = std::getenv("MANCALA_SHARED");
  return (shared != nullptr ? fs::path(shared) : fs::path(MANCALA_SOURCE_DIR) / ".." / "shared") / "trials";
}

// Says why not if the recordings are not there.
bool there(const fs::path& path) {
  std::error_code problem;
  if (fs::exists(path, problem)) return true;
  std::cout << "skipped: there are no recorded games in " << path.lexically_normal().string()
            << " (MANCALA_SHARED may name the folder that holds `trials`)\n";
  return false;
}

Result replay(std::vector<std::string> arguments) {
  Surroundings surroundings;
  surroundings.program = MANCALA_REPLAY;
  surroundings.patience = std::chrono::seconds(600);
  arguments.insert(arguments.begin(), {"--games", MANCALA_SOURCE_DIR "/tests/recorded"});
  return run_mancala(arguments, surroundings);
}

}  // namespace

// How many plies and rounds the recordings have was counted with another program.
TEST_CASE("Raja Pasu and Sadeqa III play as MancalaGames recorded them", "[recorded]") {
  const fs::path folder = recordings() / "mancalagames";
  if (!there(folder)) return;
  const Json raja = Json::parse(replay({(folder / "Raja_Pasu.jsonl").string(), "--json"}).out)["totals"];
  CHECK(raja["games-whole"] == 3);
  CHECK(raja["plies-reproduced"] == 360);
  CHECK(raja["rounds-reproduced"] == 11);
  const Json sadeqa = Json::parse(replay({(folder / "Sadeqa_III.jsonl").string(), "--json"}).out)["totals"];
  CHECK(sadeqa["games-whole"] == 3);
  CHECK(sadeqa["plies-reproduced"] == 172);
}

TEST_CASE("Every recorded game that is mapped is reproduced, or the map says why not", "[recorded]") {
  const fs::path folder = recordings();
  if (!there(folder)) return;
  if (test::kSanitized) return;  // takes two minutes, and tells of games, not of memory
  const Result result = replay({folder.string()});
  INFO(result.out << result.err);
  CHECK(result.status == 0);
}

}  // namespace mancala::tests
