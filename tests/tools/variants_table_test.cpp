// docs/variants.md is what `mancala list --evidence --mutation --markdown` printed. What can be counted
// without replaying the example games must be as it is now: the variants, and of each the name, board,
// sources, example games by kind and readings.
#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/catch.hpp"
#include "tests/tools/program.h"

using mancala::tests::Result;
using mancala::tests::run_mancala;

namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

// The cells of a line of the table; empty: it is none of a variant.
std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  if (!line.starts_with("| ") || line.starts_with("| id |")) return cells;
  std::size_t at = 1;
  for (std::size_t end = line.find('|', at); end != std::string::npos; end = line.find('|', end + 1)) {
    if (line[end - 1] == '\\') continue;
    cells.push_back(line.substr(at, end - at));
    at = end + 1;
  }
  return cells;
}

std::map<std::string, std::vector<std::string>> rows_of(const std::string& table) {
  std::map<std::string, std::vector<std::string>> rows;
  for (const std::string& line : lines_of(table)) {
    std::vector<std::string> cells = cells_of(line);
    if (!cells.empty()) rows[cells.front()] = std::move(cells);
  }
  return rows;
}

}  // namespace

TEST_CASE("docs/variants.md has the sources and example games as they are", "[variants-table]") {
  const std::string path = MANCALA_SOURCE_DIR "/docs/variants.md";
  std::stringstream file;
  file << std::ifstream(path).rdbuf();
  const Result now = run_mancala({"list", "--markdown"});
  REQUIRE(now.status == 0);
  INFO("to renew it: mancala list --evidence --mutation --markdown > docs/variants.md");
  const auto written = rows_of(file.str());
  const auto counted = rows_of(now.out);
  REQUIRE_FALSE(counted.empty());
  CHECK(written.size() == counted.size());
  for (const auto& [id, cells] : counted) {
    INFO(id);
    const auto found = written.find(id);
    REQUIRE(found != written.end());
    REQUIRE(found->second.size() > cells.size());
    CHECK(std::equal(cells.begin(), cells.end(), found->second.begin()));
  }
}
