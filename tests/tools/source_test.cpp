// What the architecture promises of the source itself: includes point one way, and no C++ file of the program
// names a game.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/catch.hpp"
#include "tests/tools/program.h"

namespace {

using mancala::tests::text_of;
namespace fs = std::filesystem;

const fs::path kProject = MANCALA_SOURCE_DIR;

std::vector<fs::path> sources_in(const std::string& folder) {
  std::vector<fs::path> paths;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(kProject / folder)) {
    const fs::path extension = entry.path().extension();
    if (extension == ".cpp" || extension == ".h") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  REQUIRE(!paths.empty());
  return paths;
}

// No file of the folder includes what matches.
void no_include(const std::string& folder, const std::string& pattern) {
  const std::regex include("#include [\"<](" + pattern + ")");
  for (const fs::path& path : sources_in(folder)) {
    std::smatch found;
    const std::string text = text_of(path);
    INFO(fs::relative(path, kProject).string());
    CHECK_FALSE(std::regex_search(text, found, include));
  }
}

}  // namespace

TEST_CASE("The interpreter knows neither the language nor YAML nor the program", "[source]") {
  no_include("interpreter", "dsl/|tools/|yaml-cpp/|tao/|nlohmann/|CLI/|spdlog/");
}

TEST_CASE("The language knows neither the program nor its libraries", "[source]") {
  no_include("dsl", "tools/|CLI/|spdlog/");
}

TEST_CASE("Nothing of yaml-cpp and PEGTL shows in a header that is installed", "[source]") {
  for (const char* name : {"dsl/load.h", "dsl/variant.h", "dsl/document.h", "dsl/read.h", "dsl/render.h"}) {
    INFO(name);
    CHECK(text_of(kProject / name).find("#include <yaml-cpp") == std::string::npos);
    CHECK(text_of(kProject / name).find("#include <tao") == std::string::npos);
  }
}

TEST_CASE("No C++ file of the program names a game of the library", "[source]") {
  std::vector<std::string> games;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(kProject / "variants")) {
    if (entry.path().extension() == ".yaml" && entry.path().stem() != "prelude")
      games.push_back(entry.path().stem());
  }
  REQUIRE(games.size() > 1);
  for (const char* folder : {"interpreter", "dsl", "tools"}) {
    for (const fs::path& path : sources_in(folder)) {
      std::string text = text_of(path);
      std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
      for (const std::string& game : games) {
        // Most files have not even the plain text, and a regular expression takes long to be made.
        if (text.find(game) == std::string::npos) continue;
        const std::regex word("(^|[^a-z-])" + game + "([^a-z-]|$)");
        INFO(fs::relative(path, kProject).string() << " names " << game);
        CHECK_FALSE(std::regex_search(text, word));
      }
    }
  }
}
