// Whole reports, as people see them: tests/diagnostics/NAME.yaml is checked, and what is printed must be
// NAME.golden. With MANCALA_REFRESH_GOLDEN=1 in the environment the golden files are written instead; read
// the difference before you commit it.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "dsl/load.h"
#include "dsl/render.h"
#include "tests/support/catch.hpp"

namespace fs = std::filesystem;
using namespace mancala;

namespace {

const fs::path kFolder = fs::path(MANCALA_SOURCE_DIR) / "tests" / "diagnostics";

std::vector<fs::path> files_ending(std::string_view extension) {
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(kFolder)) {
    if (entry.path().extension() == extension) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string contents(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

std::string report(const fs::path& file) {
  SourceMap sources;
  Diagnostics diagnostics;
  const Library library({fs::path(MANCALA_SOURCE_DIR) / "variants"});
  load_variant(file, library, {}, sources, diagnostics);
  std::string text = render(diagnostics.sorted(), sources, Format::text);
  // The same wherever the project lies.
  const std::string folder = kFolder.string() + "/";
  for (std::size_t at = text.find(folder); at != std::string::npos; at = text.find(folder)) {
    text.erase(at, folder.size());
  }
  return text;
}

}  // namespace

TEST_CASE("reports are what the golden files say", "[golden]") {
  const bool refresh = std::getenv("MANCALA_REFRESH_GOLDEN") != nullptr;
  const std::vector<fs::path> files = files_ending(".yaml");
  CHECK(files.size() > 10);
  for (const fs::path& file : files) {
    fs::path golden = file;
    golden.replace_extension(".golden");
    const std::string found = report(file);
    if (refresh) {
      std::ofstream(golden, std::ios::binary) << found;
      continue;
    }
    INFO(file.filename().string());
    CHECK(found == contents(golden));
  }
}

TEST_CASE("every golden file belongs to a variant file", "[golden]") {
  for (fs::path golden : files_ending(".golden")) {
    INFO(golden.filename().string());
    CHECK(fs::exists(golden.replace_extension(".yaml")));
  }
}
