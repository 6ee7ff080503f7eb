// The vocabulary, the manual and the schema made from it.
#include "dsl/vocabulary.h"

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "dsl/parse.h"
#include "tests/support/catch.hpp"
#include "tests/support/variants.h"

namespace mancala::test {
namespace {

TEST_CASE("docs/language.md is what the program says now", "[vocabulary]") {
  std::ifstream file(std::filesystem::path(MANCALA_SOURCE_DIR) / "docs" / "language.md", std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  INFO("`mancala manual > docs/language.md` brings it up to date");
  CHECK(text.str() == manual());
}

TEST_CASE("every word is explained, and stands once in its place", "[vocabulary]") {
  std::set<std::string> seen;
  for (const Word& w : vocabulary()) {
    INFO(w.context << " " << w.text);
    CHECK_FALSE(w.about.empty());
    if (w.kind != WordKind::value) CHECK_FALSE(w.example.empty());
    CHECK(seen.insert(std::to_string(static_cast<int>(w.kind)) + " " + std::string(w.context) + " " +
                      std::string(w.text))
              .second);
    CHECK(find_word(w.kind, w.text, w.context) == &w);
    if (w.shape == Shape::one_of)
      CHECK_FALSE(words_of(WordKind::value, std::string(w.context) + "." + std::string(w.text)).empty());
  }
}

TEST_CASE("every example of a name, function or operator is an expression, of an action a line of actions",
          "[vocabulary]") {
  for (const Word& w : vocabulary()) {
    if (w.kind == WordKind::key || w.kind == WordKind::value ||
        w.example.find(": ") != std::string_view::npos)
      continue;
    INFO(w.example);
    ScalarText text;
    text.value = w.example;
    for (std::size_t i = 0; i <= text.value.size(); ++i)
      text.byte_map.push_back(static_cast<std::uint32_t>(i));
    Diagnostics diagnostics;
    CHECK(parse_expression_or_actions(text, diagnostics));
    CHECK(diagnostics.empty());
  }
}

TEST_CASE("the manual has every word", "[vocabulary]") {
  const std::string text = manual();
  for (const Word& w : vocabulary()) {
    INFO(w.text);
    if (w.kind != WordKind::value || w.context == "sow.around")
      CHECK(text.find("`" + std::string(w.text) + "`") != std::string::npos);
  }
}

TEST_CASE("the schema allows the keys of the vocabulary and no others", "[vocabulary]") {
  const auto schema = nlohmann::json::parse(json_schema());
  const auto keys = words_of(WordKind::key, "");
  CHECK(schema["properties"].size() == keys.size());
  for (const std::string_view key : keys) CHECK(schema["properties"].contains(std::string(key)));
  CHECK(schema["additionalProperties"] == false);
  CHECK(schema["properties"]["sow"]["properties"]["around"]["enum"].size() == 5);
  CHECK(schema["$defs"]["clause"]["properties"].contains("then"));
}

}  // namespace
}  // namespace mancala::test
