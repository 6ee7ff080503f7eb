// What people and programs see of a diagnostic. The expected texts are written by hand.
#include "dsl/render.h"

#include <nlohmann/json.hpp>

#include "tests/support/catch.hpp"

using namespace mancala;

namespace {

// A source text and one diagnostic in it, made by hand.
struct Case {
  SourceMap sources;
  std::vector<Diagnostic> diagnostics = std::vector<Diagnostic>(1);

  explicit Case(std::string text) {
    sources.add("kalah.yaml", std::move(text));
    diagnostics[0].code = "M0115";
    diagnostics[0].message = "the key `a` stands twice";
  }
  // The place of the n-th (from 0) occurrence of a text.
  [[nodiscard]] Span find(std::string_view text, int n = 0) const {
    std::size_t at = sources.text(0).find(text);
    for (; n > 0; --n) at = sources.text(0).find(text, at + 1);
    return {0, static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + text.size())};
  }
  [[nodiscard]] std::string as(Format format, bool colour = false) const {
    return render(diagnostics, sources, format, colour);
  }
  Diagnostic& one() { return diagnostics[0]; }
};

}  // namespace

TEST_CASE("an excerpt shows the line and underlines the place", "[render]") {
  Case c("mancala: 1\nid: kalah\nsetup: seed-each\n");
  c.one().message = "there is no name `seed-each`";
  c.one().code = "M0401";
  c.one().primary = {c.find("seed-each"), "not declared"};
  c.one().help = {"did you mean `seeds-each`?"};
  c.one().fix = Fix{c.find("seed-each"), "seeds-each"};
  CHECK(c.as(Format::text) ==
        "error[M0401]: there is no name `seed-each`\n"
        " --> kalah.yaml:3:8\n"
        "  |\n"
        "3 | setup: seed-each\n"
        "  |        ^^^^^^^^^ not declared\n"
        "  |\n"
        "  = help: did you mean `seeds-each`?\n"
        "  = fix: replace `seed-each` by `seeds-each`\n");
  CHECK(c.as(Format::short_line) == "kalah.yaml:3:8: error: there is no name `seed-each` [M0401]\n");
  CHECK(c.as(Format::plain) ==
        "Error M0401 in kalah.yaml, line 3, column 8: There is no name `seed-each`.\n"
        "The text is `seed-each`.\n"
        "Not declared.\n"
        "Help: Did you mean `seeds-each`?\n"
        "Fix: replace `seed-each` by `seeds-each`.\n");
}

TEST_CASE("other places are shown in order of lines, with what lies between", "[render]") {
  Case c("a: 1\nb: 2\na: 3\nc: 4\nd: 5\na: 6\n");
  c.one().primary = {c.find("a", 1), "again here"};
  c.one().others = {{c.find("a", 2), "and here"}, {c.find("a", 0), "first here"}};
  CHECK(c.as(Format::text) ==
        "error[M0115]: the key `a` stands twice\n"
        " --> kalah.yaml:3:1\n"
        "  |\n"
        "1 | a: 1\n"
        "  | - first here\n"
        "2 | b: 2\n"
        "3 | a: 3\n"
        "  | ^ again here\n"
        "...\n"
        "6 | a: 6\n"
        "  | - and here\n");
}

TEST_CASE("a place in another file has its own excerpt", "[render]") {
  Case c("a: 1\n");
  const FileId base = c.sources.add("base.yaml", "\n\n\n\n\n\n\n\n\nb: 2\n");
  c.one().primary = {c.find("a"), ""};
  c.one().others = {{Span{base, 9, 10}, "inherited from here"}};
  CHECK(c.as(Format::text) ==
        "error[M0115]: the key `a` stands twice\n"
        " --> kalah.yaml:1:1\n"
        "  |\n"
        "1 | a: 1\n"
        "  | ^\n"
        "  --> base.yaml:10:1\n"
        "   |\n"
        "10 | b: 2\n"
        "   | - inherited from here\n");
}

TEST_CASE("tabs, wide and combining characters keep the underline in its place", "[render]") {
  Case c("a:\tx 二二é e\u0301 !\n");
  c.one().primary = {c.find("!"), ""};
  // a : tab-to-4 x . 二(2) 二(2) é . e+accent . !  -> columns 0 1 2-3 4 5 6-7 8-9 10 11 12 13 14
  CHECK(c.as(Format::text) ==
        "error[M0115]: the key `a` stands twice\n"
        " --> kalah.yaml:1:13\n"
        "  |\n"
        "1 | a:  x 二二é e\u0301 !\n"
        "  |               ^\n");
  c.one().primary = {c.find("二二"), ""};
  CHECK(c.as(Format::text).find("  |       ^^^^\n") != std::string::npos);
}

TEST_CASE("a point is shown by one mark, also at the end of a line", "[render]") {
  Case c("a:\n");
  c.one().primary = {Span{0, 2, 2}, "a value is missing"};
  CHECK(c.as(Format::text) ==
        "error[M0115]: the key `a` stands twice\n"
        " --> kalah.yaml:1:3\n"
        "  |\n"
        "1 | a:\n"
        "  |   ^ a value is missing\n");
}

TEST_CASE("a span over several lines is marked at its beginning and its end", "[render]") {
  Case c("a: (b\n  or c\n  or d\n  or e)\n");
  c.one().primary = {Span{0, 3, static_cast<std::uint32_t>(c.sources.text(0).size() - 1)}, "all of this"};
  CHECK(c.as(Format::text) ==
        "error[M0115]: the key `a` stands twice\n"
        " --> kalah.yaml:1:4\n"
        "  |\n"
        "1 | a: (b\n"
        "  |    ^^\n"
        "...\n"
        "4 |   or e)\n"
        "  |   ^^^^^ all of this\n");
}

TEST_CASE("a long line is cut around the place", "[render]") {
  Case c(std::string(300, 'x') + "!" + std::string(300, 'y') + "\n");
  c.one().primary = {c.find("!"), ""};
  CHECK(c.as(Format::text) ==
        "error[M0115]: the key `a` stands twice\n"
        " --> kalah.yaml:1:301\n"
        "  |\n"
        "1 | …" +
            std::string(20, 'x') + "!" + std::string(79, 'y') +
            "…\n"
            "  | " +
            std::string(21, ' ') + "^\n");
}

TEST_CASE("nothing in a text or a name acts on the terminal", "[render]") {
  SourceMap sources;
  Diagnostic diagnostic;
  diagnostic.code = "M0102";
  diagnostic.message = "a \x1b[31mred\nmessage\u202E";
  diagnostic.primary = {Span{sources.add("na\x1bme", "\x1b[2Jx\u202Ey\xFF\n"), 4, 5}, ""};
  for (const Format format : {Format::text, Format::plain, Format::short_line}) {
    const std::string out = render({diagnostic}, sources, format);
    CHECK(out.find('\x1b') == std::string::npos);
    CHECK(out.find("\u202E") == std::string::npos);
    CHECK(out.find('\xFF') == std::string::npos);
  }
  CHECK(render({diagnostic}, sources, Format::short_line) ==
        "na\uFFFDme:1:5: error: a \uFFFD[31mred message\uFFFD [M0102]\n");
}

TEST_CASE("a problem without a place is one line", "[render]") {
  Case c("");
  c.one().code = "M0701";
  c.one().message = "there is no file `x`";
  CHECK(c.as(Format::text) == "error[M0701]: there is no file `x`\n");
  CHECK(c.as(Format::plain) == "Error M0701: There is no file `x`.\n");
  CHECK(c.as(Format::short_line) == "error: there is no file `x` [M0701]\n");
}

TEST_CASE("colour only when asked for; the text is the same", "[render]") {
  Case c("a: 1\na: 2\n");
  c.one().primary = {c.find("a", 1), "again"};
  c.one().help = {"keep one"};
  const std::string coloured = c.as(Format::text, true);
  CHECK(coloured.starts_with("\x1b[1;31merror[M0115]\x1b[0m"));
  std::string stripped;
  for (std::size_t i = 0; i < coloured.size(); ++i) {
    if (coloured[i] == '\x1b') {
      i = coloured.find('m', i);
    } else {
      stripped += coloured[i];
    }
  }
  CHECK(stripped == c.as(Format::text));
  CHECK(c.as(Format::text).find('\x1b') == std::string::npos);
}

TEST_CASE("several diagnostics are separated by an empty line", "[render]") {
  Case c("a: 1\n");
  c.one().primary = {c.find("a"), ""};
  c.diagnostics.push_back(c.one());
  c.diagnostics[1].severity = Severity::warning;
  CHECK(c.as(Format::text).find("\n\nwarning[M0115]") != std::string::npos);
  CHECK(c.as(Format::short_line).find("\n\n") == std::string::npos);
  CHECK(render({}, c.sources, Format::text).empty());
}

TEST_CASE("JSON has everything, with lines, columns and offsets", "[render]") {
  Case c("é: 1\nb: 2\n");
  c.one().primary = {c.find("b"), "here"};
  c.one().others = {{c.find("é"), "there"}};
  c.one().help = {"a", "b"};
  c.one().fix = Fix{c.find("b"), "c"};
  const nlohmann::json json = nlohmann::json::parse(c.as(Format::json));
  CHECK(json["version"] == 1);
  REQUIRE(json["diagnostics"].size() == 1);
  const nlohmann::json& one = json["diagnostics"][0];
  CHECK(one["severity"] == "error");
  CHECK(one["code"] == "M0115");
  CHECK(one["message"] == "the key `a` stands twice");
  const nlohmann::json place = {{"file", "kalah.yaml"}, {"line", 2},   {"column", 1},    {"end_line", 2},
                                {"end_column", 2},      {"offset", 6}, {"end_offset", 7}};
  CHECK(one["place"] == place);
  CHECK(one["label"] == "here");
  CHECK(one["related"][0]["message"] == "there");
  CHECK(one["related"][0]["place"]["end_column"] == 2);
  CHECK(one["related"][0]["place"]["end_offset"] == 2);
  CHECK(one["help"] == nlohmann::json({"a", "b"}));
  CHECK(one["fix"]["text"] == "c");
  CHECK(one["fix"]["place"] == place);

  const nlohmann::json none = nlohmann::json::parse(render({}, c.sources, Format::json));
  CHECK(none["diagnostics"].is_array());
  CHECK(none["diagnostics"].empty());
}

TEST_CASE("SARIF has rules, regions in characters, related places and fixes", "[render]") {
  SourceMap sources;
  const FileId file = sources.add("my games/é.yaml", "二: 1\n二: 2\n");
  Diagnostic diagnostic;
  diagnostic.severity = Severity::warning;
  diagnostic.code = "M0129";
  diagnostic.message = "this is read as a comment";
  diagnostic.primary = {Span{file, 7, 13}, ""};
  diagnostic.others = {{Span{file, 0, 3}, "see here"}};
  diagnostic.fix = Fix{Span{file, 7, 10}, "x"};
  Diagnostic placeless;
  placeless.code = "M0101";
  placeless.message = "nowhere";
  const nlohmann::json json = nlohmann::json::parse(render({diagnostic, placeless}, sources, Format::sarif));
  CHECK(json["version"] == "2.1.0");
  const nlohmann::json& run = json["runs"][0];
  CHECK(run["columnKind"] == "unicodeCodePoints");
  CHECK(run["tool"]["driver"]["name"] == "mancala");
  const nlohmann::json& rules = run["tool"]["driver"]["rules"];
  REQUIRE(rules.size() == 2);
  CHECK(rules[0]["id"] == "M0101");
  CHECK(rules[1]["id"] == "M0129");
  CHECK(rules[1]["defaultConfiguration"]["level"] == "warning");
  CHECK(!rules[1]["shortDescription"]["text"].empty());

  const nlohmann::json& result = run["results"][0];
  CHECK(result["ruleId"] == "M0129");
  CHECK(result["ruleIndex"] == 1);
  CHECK(result["level"] == "warning");
  const nlohmann::json& location = result["locations"][0]["physicalLocation"];
  CHECK(location["artifactLocation"]["uri"] == "my%20games/%C3%A9.yaml");
  CHECK(location["region"]["startLine"] == 2);
  CHECK(location["region"]["startColumn"] == 1);
  CHECK(location["region"]["endColumn"] == 5);  // 二 : blank 2, and the column after
  CHECK(location["region"]["byteOffset"] == 7);
  CHECK(location["region"]["byteLength"] == 6);
  CHECK(result["relatedLocations"][0]["message"]["text"] == "see here");
  CHECK(result["fixes"][0]["artifactChanges"][0]["replacements"][0]["insertedContent"]["text"] == "x");
  CHECK(run["results"][1].find("locations") == run["results"][1].end());
}
