// Whole reports, as people see them: tests/diagnostics/NAME.yaml is checked, and what is printed must be
// NAME.golden; the bad example of code Mnnnn in the register must be reported as codes/Mnnnn.golden says.
// With MANCALA_REFRESH_GOLDEN=1 in the environment the golden files are written instead; read the difference
// before you commit it.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "dsl/codes.h"
#include "dsl/load.h"
#include "dsl/render.h"
#include "tests/support/catch.hpp"
#include "tests/support/variants.h"

namespace fs = std::filesystem;
using namespace mancala;

namespace {

const fs::path kFolder = fs::path(MANCALA_SOURCE_DIR) / "tests" / "diagnostics";

std::vector<fs::path> files_ending(std::string_view extension, const fs::path& folder = kFolder) {
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == extension) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string contents(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

// What is said of a file, which is called `name` in it, wherever it lies.
std::string report(const fs::path& file, const std::string& name) {
  SourceMap sources;
  Diagnostics diagnostics;
  load_variant(file, test::library(), {}, sources, diagnostics);
  std::string text = render(diagnostics.sorted(), sources, Format::text);
  const std::string path = file.string();
  for (std::size_t at = text.find(path); at != std::string::npos; at = text.find(path, at)) {
    text.replace(at, path.size(), name);
  }
  const std::string folder = std::string(MANCALA_SOURCE_DIR) + "/";
  for (std::size_t at = text.find(folder); at != std::string::npos; at = text.find(folder, at)) {
    text.erase(at, folder.size());
  }
  return text;
}

void compare(const std::string& found, const fs::path& golden) {
  if (std::getenv("MANCALA_REFRESH_GOLDEN") != nullptr) {
    std::ofstream(golden, std::ios::binary) << found;
    return;
  }
  INFO(golden.filename().string());
  CHECK(found == contents(golden));
}

// Can the bad example be shown by checking a variant file?
bool is_variant(const Code& code) { return code.kind == ExampleKind::keys || code.kind == ExampleKind::file; }

}  // namespace

TEST_CASE("reports are what the golden files say", "[golden]") {
  const std::vector<fs::path> files = files_ending(".yaml");
  CHECK(files.size() > 10);
  for (fs::path file : files) {
    const std::string found = report(file, file.filename().string());
    compare(found, file.replace_extension(".golden"));
  }
}

TEST_CASE("the bad example of every code is reported as its golden file says", "[golden]") {
  for (const Code& code : codes()) {
    if (!is_variant(code)) continue;
    const test::TemporaryFile file(code.kind == ExampleKind::keys ? with_keys(base_variant(), code.bad)
                                                                  : std::string(code.bad));
    compare(report(file.path(), "base.yaml"), kFolder / "codes" / (std::string(code.code) + ".golden"));
  }
}

TEST_CASE("every golden file belongs to a variant file", "[golden]") {
  for (fs::path golden : files_ending(".golden")) {
    INFO(golden.filename().string());
    CHECK(fs::exists(golden.replace_extension(".yaml")));
  }
}

TEST_CASE("every golden file of a code belongs to one", "[golden]") {
  for (const fs::path& golden : files_ending(".golden", kFolder / "codes")) {
    INFO(golden.filename().string());
    const Code* code = find_code(golden.stem().string());
    REQUIRE(code != nullptr);
    CHECK(is_variant(*code));
  }
}
