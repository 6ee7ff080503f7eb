// The register of diagnostics is complete, and its examples show what they say.
#include "dsl/codes.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>

#include "dsl/example.h"
#include "dsl/load.h"
#include "dsl/read.h"
#include "dsl/replay_example.h"
#include "interpreter/notation.h"
#include "tests/support/catch.hpp"

namespace fs = std::filesystem;
using namespace mancala;

namespace {

const fs::path kRoot = MANCALA_SOURCE_DIR;

// Every code that the sources report: all literals "M0123" outside the register.
std::set<std::string> reported_codes() {
  static const std::regex pattern("\"(M[0-9]{4})\"");
  std::set<std::string> found;
  for (const char* folder : {"dsl", "interpreter", "tools"}) {
    if (!fs::exists(kRoot / folder)) continue;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(kRoot / folder)) {
      const std::string name = entry.path().filename().string();
      const bool source = entry.path().extension() == ".cpp" || entry.path().extension() == ".h";
      if (!source || name.starts_with("codes_")) continue;
      std::ifstream stream(entry.path());
      const std::string text((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
      for (std::sregex_iterator match(text.begin(), text.end(), pattern), end; match != end; ++match) {
        found.insert((*match)[1]);
      }
    }
  }
  return found;
}

// A folder of its own for the variants of the examples.
class Folder {
 public:
  Folder() : path_(fs::temp_directory_path() / "mancala-codes-test") {
    fs::remove_all(path_);
    fs::create_directories(path_);
  }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  [[nodiscard]] fs::path write(const std::string& name, std::string_view text) const {
    std::ofstream(path_ / name, std::ios::binary) << text;
    return path_ / name;
  }

 private:
  fs::path path_;
};

// The codes that a text brings forth, each once, with the first message.
class Checker {
 public:
  std::string variant(std::string_view text) const {
    SourceMap sources;
    Diagnostics diagnostics;
    load_variant(folder_.write("base.yaml", text), library_, {}, sources, diagnostics);
    return summary(diagnostics);
  }

  std::string example(std::string_view text) const {
    SourceMap sources;
    Diagnostics diagnostics;
    const std::optional<Node> document =
        read_document(sources.add("example", std::string(text)), sources, diagnostics);
    if (!document) return summary(diagnostics);
    const fs::path base = folder_.write("base.yaml", base_variant());
    for (const Example& one : load_examples(*document, diagnostics)) {
      Diagnostics loading;
      const std::optional<Variant> plain = load_variant(base, library_, {}, sources, loading);
      REQUIRE(plain);
      if (!check_example_settings(one, *plain, diagnostics)) continue;
      const std::optional<Variant> set =
          load_variant(base, library_, example_settings(one), sources, diagnostics);
      if (set) check_example(one, *set, diagnostics);
    }
    return summary(diagnostics);
  }

  // A position line has one code for all that can be wrong with it.
  std::string position(std::string_view text) const {
    SourceMap sources;
    Diagnostics diagnostics;
    const std::optional<Variant> base =
        load_variant(folder_.write("base.yaml", base_variant()), library_, {}, sources, diagnostics);
    REQUIRE(base);
    return std::holds_alternative<TextError>(parse_position(base->program, text)) ? "M0601" : "";
  }

  std::string check(const Code& code, std::string_view text) const {
    switch (code.kind) {
      case ExampleKind::keys: return variant(with_keys(base_variant(), text));
      case ExampleKind::file: return variant(text);
      case ExampleKind::example: return example(text);
      case ExampleKind::position: return position(text);
      case ExampleKind::none: return "";
    }
    return "";
  }

 private:
  static std::string summary(const Diagnostics& diagnostics) {
    std::set<std::string> codes;
    std::string messages;
    for (const Diagnostic& diagnostic : diagnostics.sorted()) {
      codes.emplace(diagnostic.code);
      messages += std::string(diagnostic.code) + ": " + diagnostic.message + "\n";
    }
    UNSCOPED_INFO(messages);
    std::string out;
    for (const std::string& code : codes) out += (out.empty() ? "" : " ") + code;
    return out;
  }

  Folder folder_;
  Library library_{{kRoot / "variants"}};
};

}  // namespace

TEST_CASE("the register is in order and complete", "[codes]") {
  std::string_view previous;
  for (const Code& code : codes()) {
    INFO(code.code);
    CHECK(std::regex_match(std::string(code.code), std::regex("M0[1-7][0-9]{2}")));
    CHECK(previous < code.code);  // also: no code stands twice
    CHECK(find_code(code.code) == &code);
    CHECK(!code.title.empty());
    CHECK(!std::isupper(static_cast<unsigned char>(code.title.empty() ? 'X' : code.title[0])) ==
          !code.title.starts_with("YAML"));
    CHECK(code.explanation.size() > 20);
    CHECK(!code.bad.empty());
    if (code.kind != ExampleKind::none) CHECK(!code.good.empty());
    previous = code.code;
  }
  CHECK(find_code("M9999") == nullptr);
  CHECK(find_code("") == nullptr);
}

TEST_CASE("what is reported is registered, and what is registered is reported", "[codes]") {
  const std::set<std::string> reported = reported_codes();
  CHECK(reported.size() > 50);
  for (const std::string& code : reported) {
    INFO(code << " is not in the register");
    CHECK(find_code(code) != nullptr);
  }
  for (const Code& code : codes()) {
    INFO(code.code << " is reported nowhere");
    CHECK(reported.count(std::string(code.code)) == 1);
  }
}

TEST_CASE("the base variant of the examples is without fault", "[codes]") {
  CHECK(Checker().variant(base_variant()).empty());
}

TEST_CASE("each bad example shows its problem and no other, each good one shows none", "[codes]") {
  const Checker checker;
  for (const Code& code : codes()) {
    if (code.kind == ExampleKind::none) continue;
    {
      INFO("the bad example of " << code.code << ": " << code.title);
      CHECK(checker.check(code, code.bad) == code.code);
    }
    INFO("the good example of " << code.code << ": " << code.title);
    CHECK(checker.check(code, code.good).empty());
  }
}

TEST_CASE("keys of an example replace those of the variant", "[codes]") {
  const std::string_view variant = "# a comment\na: 1\nb:\n  - x\n  - y\nc: 3\n";
  CHECK(with_keys(variant, "b: 2\n") == "# a comment\na: 1\nb: 2\nc: 3\n");
  CHECK(with_keys(variant, "a:\n  d: 1\ne: 5") == "# a comment\na:\n  d: 1\nb:\n  - x\n  - y\nc: 3\ne: 5\n");
  CHECK(with_keys(variant, "c: 3\nc: 4\n") == "# a comment\na: 1\nb:\n  - x\n  - y\nc: 3\nc: 4\n");
  CHECK(with_keys(variant, "") == variant);
  CHECK(with_keys("a:\n- x\n- y: z\nb: 1\n", "a: 2\n") == "a: 2\nb: 1\n");
}
