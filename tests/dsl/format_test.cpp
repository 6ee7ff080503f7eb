// The layout of files. What a file means must not change, and no comment may be lost: that is tested on every
// file of the library and of the example games, and on the same files with blanks, blank lines and comments
// put in at random. How a layout looks is what the manual of the command says.
#include "dsl/format.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>

#include "dsl/codes.h"
#include "dsl/layout.h"
#include "dsl/read.h"
#include "dsl/spacing.h"
#include "dsl/text_kinds.h"
#include "interpreter/reference.h"
#include "tests/support/catch.hpp"
#include "tests/support/variants.h"

using namespace mancala;
using namespace mancala::test;

namespace fs = std::filesystem;

namespace {

std::optional<std::string> format(const std::string& text, const fs::path& path, std::string* why = nullptr) {
  SourceMap sources;
  Diagnostics diagnostics;
  const FileId file = sources.add(path.string(), text);
  auto out = formatted(file, path, library(), sources, diagnostics);
  if (why != nullptr) {
    for (const Diagnostic& d : diagnostics.sorted()) *why += d.message + "\n";
  }
  return out;
}

// The layout of a map that need not be a variant.
std::string laid(const std::string& text) {
  SourceMap sources;
  Diagnostics diagnostics;
  const FileId file = sources.add("text", text);
  const auto document = read_document(file, sources, diagnostics);
  INFO(text);
  for (const Diagnostic& d : diagnostics.sorted()) UNSCOPED_INFO(d.message);
  REQUIRE(document);
  const std::string out = laid_out(text, *document);
  // Once is enough.
  const FileId again = sources.add("text", out);
  const auto second = read_document(again, sources, diagnostics);
  INFO(out);
  REQUIRE(second);
  CHECK(laid_out(out, *second) == out);
  return out;
}

std::string text_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return std::string((std::istreambuf_iterator<char>(in)), {});
}

// The files of the library, its prelude, and the example games.
std::vector<fs::path> all_files() {
  std::vector<fs::path> files;
  for (const char* folder : {"variants", "tests/conformance"}) {
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(MANCALA_SOURCE_DIR) / folder)) {
      if (entry.path().extension() == ".yaml") files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

// Which bytes of a file are layout: no names, prose, quotes or comments; and the lines of long texts, which
// are none.
struct Places {
  std::vector<bool> layout;
  std::set<std::size_t> long_lines;

  explicit Places(const std::string& text) : layout(text.size(), true), line_of(text.size() + 1, 0) {
    for (std::size_t i = 0; i < text.size(); ++i) line_of[i + 1] = line_of[i] + (text[i] == '\n' ? 1 : 0);
    SourceMap sources;
    Diagnostics diagnostics;
    const auto document = read_document(sources.add("text", text), sources, diagnostics);
    REQUIRE(document);
    std::vector<bool> scalar(text.size(), false);
    const auto kinds = text_kinds(*document);
    visit(*document, scalar, kinds);
    bool comment = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
      comment = text[i] != '\n' && (comment || (text[i] == '#' && !scalar[i]));
      if (comment) layout[i] = false;
    }
  }

 private:
  std::vector<std::size_t> line_of;  // by byte

  void visit(const Node& node, std::vector<bool>& scalar, const std::map<const Node*, TextKind>& kinds) {
    const auto cover = [](std::vector<bool>& bytes, Span span, bool value) {
      for (std::size_t i = span.begin; i < span.end; ++i) bytes[i] = value;
    };
    if (node.kind == Node::Kind::scalar) {
      cover(scalar, node.span, true);
      const bool free = node.scalar.style == ScalarStyle::plain && kinds.at(&node) != TextKind::prose;
      if (!free) cover(layout, node.span, false);
      const std::size_t first = line_of[node.span.begin], last = line_of[node.span.end];
      for (std::size_t l = first; first != last && l <= last; ++l) long_lines.insert(l);
    }
    for (const Node& item : node.items) visit(item, scalar, kinds);
    for (const Node::Entry& entry : node.entries) {
      cover(layout, entry.key_span, false);
      cover(scalar, entry.key_span, true);
      visit(entry.value, scalar, kinds);
    }
  }
};

class Untidy {
 public:
  Untidy(const std::string& text, std::uint64_t seed) : chance_(seed), text_(text), places_(text) {
    std::string line;
    for (const char c : text) {
      line += c;
      if (c == '\n') lines_.push_back(std::exchange(line, ""));
    }
    if (!line.empty()) lines_.push_back(line + "\n");
  }

  // Some blanks doubled, blanks put inside of braces and at the ends of lines.
  std::string blanks() {
    std::string out;
    bool begun = false;  // something other than a dash stands in the line
    std::size_t line = 0;
    for (std::size_t i = 0; i < text_.size(); ++i) {
      const char c = text_[i];
      const bool may = places_.layout[i] && places_.long_lines.count(line) == 0;
      if (may && c == '\n' && chance_.below(4) == 0) out += "  ";
      out += c;
      if (c == '\n') {
        begun = false;
        ++line;
      } else if (c != ' ' && c != '-') {
        begun = true;
      }
      if (may && begun && (c == ' ' || c == '{' || c == ',') && chance_.below(3) == 0) out += " ";
    }
    return out;
  }

  // Comments and blank lines between lines, comments behind them. Gives all of them back in `comments`.
  std::string comments(std::vector<std::string>& comments) {
    return each([&](const std::string& line) {
      std::string out;
      const std::size_t indentation = std::min(line.find_first_not_of(' '), line.size() - 1);
      const auto fresh = [&] {
        comments.push_back("# remark " + std::to_string(comments.size()) + " of many");
        return comments.back();
      };
      if (chance_.below(6) == 0) out += "\n";
      if (chance_.below(5) == 0) out += std::string(indentation, ' ') + fresh() + "\n";
      if (chance_.below(15) == 0) out += "        " + fresh() + "\n";
      if (chance_.below(5) == 0 && line.find('#') == std::string::npos && line.size() > 1)
        return out + line.substr(0, line.size() - 1) + "  " + fresh() + "\n";
      return out + line;
    });
  }

 private:
  template <class Change>
  std::string each(const Change& change) {
    std::string out;
    for (std::size_t i = 0; i < lines_.size(); ++i)
      out += places_.long_lines.count(i) == 1 ? lines_[i] : change(lines_[i]);
    return out;
  }

  Chance chance_;
  std::string text_;
  Places places_;
  std::vector<std::string> lines_;
};

// Where comments stand behind lines is kept, and was changed.
std::string columns_aside(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '#') {
      while (!out.empty() && out.back() == ' ') out.pop_back();
    }
    out += c;
  }
  return out;
}

}  // namespace

TEST_CASE("Blanks of an expression", "[format]") {
  CHECK(spaced("a==b") == "a == b");
  CHECK(spaced("  seeds( here )>=3   and not  last ") == "seeds(here) >= 3 and not last");
  CHECK(spaced("fill(p,n ,right)") == "fill(p, n, right)");
  CHECK(spaced("lift here;sow after here") == "lift here; sow after here");
  CHECK(spaced("lift here ; sow after here") == "lift here; sow after here");
  CHECK(spaced("n - 1") == "n - 1");
  CHECK(spaced("n   -   1") == "n - 1");
  CHECK(spaced("seeds-each*2+1") == "seeds-each * 2 + 1");
  CHECK(spaced("( a or b )and c") == "(a or b) and c");
  // A bracket after an action or an operator is no call.
  CHECK(spaced("capture (own where occupied(it))") == "capture (own where occupied(it))");
  CHECK(spaced("not(a)") == "not (a)");
  CHECK(spaced("f(a)") == "f(a)");
  // What no expression has stays as it is.
  CHECK(spaced("a  ?  b") == "a  ?  b");
  CHECK(spaced("a\n  b") == "a\n  b");
  CHECK(spaced("").empty());
}

TEST_CASE("Braces, lists and indentation", "[format]") {
  CHECK(laid("board: { rows : 2,holes: 6 }\n") == "board: {rows: 2, holes: 6}\n");
  CHECK(laid("where: [ India,Sri Lanka ,]\n") == "where: [India, Sri Lanka]\n");
  CHECK(laid("end:\n      after-move:\n      - {if: a,then: b}\n") ==
        "end:\n  after-move:\n    - {if: a, then: b}\n");
  CHECK(laid("lap-end:\n-   a\n-   if: x\n    then: y\n") == "lap-end:\n  - a\n  - if: x\n    then: y\n");
  CHECK(laid("lap-end:\n  -\n    if: x\n    then: y\n") == "lap-end:\n  - if: x\n    then: y\n");
  CHECK(laid("setup:\n   4\n") == "setup: 4\n");
  CHECK(laid("name:    A   game  \n\n\n\nid: b") == "name: A   game\n\nid: b\n");
  CHECK(laid("\n\nid: a\n\n") == "id: a\n");
  CHECK(laid("board: {}\nlap-end: []\n") == "board: {}\nlap-end: []\n");
}

TEST_CASE("Line breaks inside of braces stay", "[format]") {
  CHECK(laid("notation:\n    holes: {A1: 1,A2: 2,\n      a1: 3}\n") ==
        "notation:\n  holes: {A1: 1, A2: 2,\n          a1: 3}\n");
  CHECK(laid("players: [\n  a,   # first\n  b\n  ]\n") == "players: [\n  a,   # first\n  b]\n");
  CHECK(laid("players: [a,\n  b # last\n  ]\n") == "players: [a,\n          b  # last\n          ]\n");
}

TEST_CASE("Texts over several lines stay, and move with what they belong to", "[format]") {
  CHECK(laid("sources:\n    a: >-\n      one\n\n      two\n    b: \"x\n      y\"\n") ==
        "sources:\n  a: >-\n    one\n\n    two\n  b: \"x\n    y\"\n");
  CHECK(laid("note: |\n    indented  \n      more\nid: a\n") ==
        "note: |\n    indented  \n      more\nid: a\n");
  CHECK(laid("lap-end:\n- if: a\n    and b\n  then: c\n") ==
        "lap-end:\n  - if: a\n      and b\n    then: c\n");
}

TEST_CASE("Quotes only where they are needed", "[format]") {
  CHECK(laid("setup: \"4 + 1\"\n") == "setup: 4 + 1\n");
  CHECK(laid("lap-end: [\"capture here\", 'f(a,b)']\n") == "lap-end: [capture here, 'f(a, b)']\n");
  CHECK(laid("lap-end:\n  - 'f(a,b)'\n") == "lap-end:\n  - f(a, b)\n");
  CHECK(laid("setup: '6'\n") == "setup: '6'\n");  // a number for other readers of YAML
  CHECK(laid("win: \"none\"\n") == "win: \"none\"\n");
  // Prose keeps its own.
  CHECK(laid("name: \"A game\"\nsources: {a: \"B, C\"}\n") == "name: \"A game\"\nsources: {a: \"B, C\"}\n");
}

TEST_CASE("A clause that is too long for its line is broken into lines", "[format]") {
  const std::string condition =
      "seeds(here) == 4 and here in own and occupied(opposite(here)) and not last or seeds(here) == 6 and "
      "last";
  CHECK(laid("lap-end:\n  - {if: " + condition + ", then: capture here, source: x}  # why\n") ==
        "lap-end:\n  - if: " + condition + "  # why\n    then: capture here\n    source: x\n");
  CHECK(laid("move: {from: own where seeds(it) > 1, legal: [{if: empty(theirs), only: after "
             "occupied(theirs)}, {only: "
             "seeds(start) > 2, name: many}]}\n") ==
        "move:\n  from: own where seeds(it) > 1\n  legal: [{if: empty(theirs), only: after "
        "occupied(theirs)}, {only: "
        "seeds(start) > 2, name: many}]\n");
  // Nothing is won where a single text is too long.
  const std::string cite = "source: {cite: \"" + std::string(130, 'x') + "\"}\n";
  CHECK(laid(cite) == cite);
}

TEST_CASE("Comments stay where they are", "[format]") {
  const std::string text =
      "# about the file\n"
      "\n"
      "id: a   # the id\n"
      "# above the end\n"
      "lap-end:                  # the lap\n"
      "  # before the first\n"
      "  - a                     # one\n"
      "  # between\n"
      "  - b                     # two\n"
      "  # after the last\n"
      "end:\n"
      "  after-move: [c]\n"
      "# the last line\n";
  CHECK(laid(text) == text);
  // Indented with what they belong to.
  CHECK(laid("lap-end:\n    # first\n    - a\n    # last\nend: b\n") ==
        "lap-end:\n  # first\n  - a\n  # last\nend: b\n");
  CHECK(laid("lap-end:\n-  # why\n  if: a\n  then: b\n") == "lap-end:\n  -  # why\n    if: a\n    then: b\n");
}

TEST_CASE("Comments behind lines keep their column", "[format]") {
  // Of lines that follow each other, one has no room any more: all of them move.
  CHECK(laid("define:\n  a: b    # one\n  cd: e+f # two\n  ef: gh  # three\n") ==
        "define:\n  a: b       # one\n  cd: e + f  # two\n  ef: gh     # three\n");
  CHECK(laid("end:\n     a: b      # far\n") == "end:\n  a: b         # far\n");
}

TEST_CASE("Keys of the file in the order of the manual", "[format]") {
  const std::string text(base_variant());
  const auto out = format(with_keys(text, ""), "base.yaml");
  REQUIRE(out);
  CHECK(*out == text);  // it is in order
  const std::string moved =
      "# about the file\n\nwin: player with most captured(it)\n"
      "# how many\nsetup: 4   # each\n" +
      with_keys(text, "win: player with most captured(it)\nsetup: 4\n");
  std::string mixed = moved;
  for (const char* twice : {"setup: 4\nmove", "win: player with most captured(it)\n"}) {
    const std::string part = twice;
    const std::size_t at = part.starts_with("win") ? mixed.rfind(part) : mixed.find(part);
    REQUIRE(at != std::string::npos);
    mixed.erase(at, part.starts_with("win") ? part.size() : std::string("setup: 4\n").size());
  }
  std::string why;
  const auto ordered = format(mixed, "base.yaml", &why);
  INFO(mixed);
  INFO(why);
  REQUIRE(ordered);
  std::string expected = "# about the file\n\n" + text;
  const std::size_t setup = expected.find("setup: 4\n");
  expected.replace(setup, 9, "# how many\nsetup: 4   # each\n");
  CHECK(*ordered == expected);
}

TEST_CASE("A file with errors is left alone", "[format]") {
  std::string why;
  CHECK_FALSE(format("mancala: 1\nid: x\n", "x.yaml", &why));
  CHECK_FALSE(why.empty());
  CHECK_FALSE(format("mancala: 1\n  id: [x\n", "x.yaml"));
}

TEST_CASE("Line ends and a mark of another system become ours", "[format]") {
  std::string text(base_variant());
  std::string other = "\xEF\xBB\xBF";
  for (const char c : text) other += c == '\n' ? std::string("\r\n") : std::string(1, c);
  CHECK(format(other, "base.yaml") == text);
}

TEST_CASE("Every file keeps its meaning and its comments", "[format]") {
  for (const fs::path& path : all_files()) {
    const std::string text = text_of(path);
    std::string why;
    const auto once = format(text, path, &why);
    if (!once && why.find("formatting would change") == std::string::npos) continue;  // a file with errors
    INFO(path.string() << "\n" << why);
    REQUIRE(once);
    if (*once == text) continue;
    CHECK(*format(*once, path) == *once);
    if (path.string().find("conformance") != std::string::npos || path.stem() == "prelude") continue;
    SourceMap sources;
    Diagnostics diagnostics;
    const auto before = load_variant_text(path, text, library(), {}, sources, diagnostics);
    const auto after = load_variant_text(path, *once, library(), {}, sources, diagnostics);
    REQUIRE(after);
    CHECK(before->program == after->program);
    CHECK(before->name == after->name);
    CHECK(before->where == after->where);
    CHECK(before->note == after->note);
  }
}

TEST_CASE("Blanks that somebody puts in go away again", "[format]") {
  std::uint64_t seed = 1;
  for (const fs::path& path : all_files()) {
    if (++seed % 9 != 0) continue;
    const std::string text = text_of(path);
    const auto tidy = format(text, path);
    if (!tidy) continue;
    const std::string untidy = Untidy(text, seed).blanks();
    std::string why;
    const auto out = format(untidy, path, &why);
    INFO(path.string() << "\n" << why << untidy);
    REQUIRE(out);
    CHECK(columns_aside(*out) == columns_aside(*tidy));
  }
}

TEST_CASE("Comments that somebody puts in stay, each once", "[format]") {
  std::uint64_t seed = 1;
  for (const fs::path& path : all_files()) {
    if (++seed % 9 != 1) continue;
    const std::string text = text_of(path);
    if (!format(text, path)) continue;
    std::vector<std::string> comments;
    const std::string untidy = Untidy(text, seed).comments(comments);
    std::string why;
    const auto out = format(untidy, path, &why);
    INFO(path.string() << "\n" << why << untidy);
    // A comment that seems to cut a text off makes it a file with errors.
    if (!out && why.find("cuts this expression off") != std::string::npos) continue;
    REQUIRE(out);
    for (const std::string& comment : comments) {
      const std::size_t at = out->find(comment + "\n");
      INFO(comment);
      REQUIRE(at != std::string::npos);
      CHECK(out->find(comment + "\n", at + 1) == std::string::npos);
    }
    CHECK(*format(*out, path) == *out);
  }
}
