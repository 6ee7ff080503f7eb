// Bytes -> document: what is read, what is refused, and where.
#include "dsl/read.h"

#include <chrono>
#include <filesystem>
#include <fstream>

#include "tests/support/catch.hpp"

using namespace mancala;

namespace {

struct Outcome {
  SourceMap sources;
  Diagnostics diagnostics;
  std::optional<Node> root;

  // "M0115@3:1 M0127@4:2": every diagnostic with its place.
  [[nodiscard]] std::string problems() const {
    std::string out;
    for (const Diagnostic& diagnostic : diagnostics.sorted()) {
      if (!out.empty()) out += ' ';
      out += diagnostic.code;
      if (diagnostic.primary.span.file == kNoFile) continue;
      const LineColumn place = sources.place(diagnostic.primary.span.file, diagnostic.primary.span.begin);
      out += "@" + std::to_string(place.line) + ":" + std::to_string(place.column);
    }
    return out;
  }

  [[nodiscard]] std::string_view text(const Span& span) const {
    return std::string_view(sources.text(span.file)).substr(span.begin, span.end - span.begin);
  }
};

Outcome read(std::string text) {
  Outcome outcome;
  const FileId file = outcome.sources.add("test.yaml", std::move(text));
  outcome.root = read_document(file, outcome.sources, outcome.diagnostics);
  return outcome;
}

std::string problems(std::string text) { return read(std::move(text)).problems(); }

using namespace std::string_literals;

}  // namespace

TEST_CASE("a document becomes a tree with the places of everything", "[read]") {
  const Outcome outcome =
      read("id: kalah\nboard: {rows: 2, holes: 6}\nlap-end:\n  - capture here\n  - if: a\n    then: b\n");
  REQUIRE(outcome.root);
  CHECK(outcome.problems().empty());
  const Node& root = *outcome.root;
  REQUIRE(root.kind == Node::Kind::map);
  REQUIRE(root.entries.size() == 3);
  CHECK(root.find("nothing") == nullptr);
  CHECK(outcome.text(root.find("id")->key_span) == "id");
  CHECK(outcome.text(root.find("id")->value.span) == "kalah");
  CHECK(outcome.text(root.find("board")->value.span) == "{rows: 2, holes: 6}");
  const Node& list = root.find("lap-end")->value;
  REQUIRE(list.kind == Node::Kind::list);
  CHECK(outcome.text(list.span) == "- capture here\n  - if: a\n    then: b");
  CHECK(list.items[0].scalar.value == "capture here");
  CHECK(outcome.text(list.items[1].span) == "if: a\n    then: b");
}

TEST_CASE("the place of a missing value is after its key or dash", "[read]") {
  const Outcome outcome = read("a:\nb : \n\n  # nothing\nc:\n  -\n  - x\n  -\nd: {e, f:, g: 1}\n");
  REQUIRE(outcome.root);
  const auto begin_of = [&](std::string_view key) { return outcome.root->find(key)->value.span.begin; };
  CHECK(begin_of("a") == 2);
  CHECK(begin_of("b") == 6);
  const Node& list = outcome.root->find("c")->value;
  REQUIRE(list.items.size() == 3);
  CHECK(list.items[0].kind == Node::Kind::null);
  CHECK(outcome.sources.place(0, list.items[0].span.begin).line == 6);
  CHECK(outcome.sources.place(0, list.items[2].span.begin).line == 8);
  CHECK(outcome.root->find("d")->value.find("f")->value.kind == Node::Kind::null);
}

TEST_CASE("YAML's words for nothing are ordinary text", "[read]") {
  const Outcome outcome = read("a: ~\nb: null\nc:\nnull: d\ne: [null, ~]\n");
  REQUIRE(outcome.root);
  CHECK(outcome.root->find("a")->value.scalar.value == "~");
  CHECK(outcome.root->find("b")->value.scalar.value == "null");
  CHECK(outcome.root->find("c")->value.kind == Node::Kind::null);
  CHECK(outcome.root->find("null")->value.scalar.value == "d");
  CHECK(outcome.root->find("e")->value.items[0].scalar.value == "null");
}

TEST_CASE("nothing but text is text: no numbers, no truth values", "[read]") {
  const Outcome outcome = read("a: 010\nb: yes\nc: 1e3\nd: 0x10\n");
  REQUIRE(outcome.root);
  CHECK(outcome.root->find("a")->value.scalar.value == "010");
  CHECK(outcome.root->find("b")->value.scalar.value == "yes");
}

TEST_CASE("a byte order mark is skipped and offsets stay right", "[read]") {
  const Outcome outcome = read(
      "\xEF\xBB\xBF"
      "id: kalah\n");
  REQUIRE(outcome.root);
  CHECK(outcome.text(outcome.root->find("id")->value.span) == "kalah");
  CHECK(problems("\xEF\xBB\xBF"
                 "id: !x y\n") == "M0110@1:5");
}

TEST_CASE("CR LF ends lines like LF", "[read]") {
  const Outcome outcome = read("a: x\r\nb: \"y\r\n  z\"\r\nc: |\r\n  one\r\n  two\r\n");
  REQUIRE(outcome.root);
  CHECK(outcome.root->find("a")->value.scalar.value == "x");
  CHECK(outcome.root->find("b")->value.scalar.value == "y z");
  CHECK(outcome.root->find("c")->value.scalar.value == "one\ntwo\n");
}

TEST_CASE("bytes that are no text are refused", "[read]") {
  CHECK(problems("a: \xC0\x80\n") == "M0101@1:4");          // overlong form of U+0000
  CHECK(problems("a: \xE0\x80\x80\n") == "M0101@1:4");      // overlong form
  CHECK(problems("a: \xED\xA0\x80\n") == "M0101@1:4");      // half of a surrogate pair
  CHECK(problems("a: \xF4\x90\x80\x80\n") == "M0101@1:4");  // beyond U+10FFFF
  CHECK(problems("a: \xFF\n") == "M0101@1:4");
  CHECK(problems("a: \xE2\x82") == "M0101@1:4");     // cut short
  CHECK(problems("a: \xF4\x8F\xBF\xBF\n").empty());  // U+10FFFF
  CHECK(problems("a: b\0c\n"s) == "M0102@1:5");
  CHECK(problems("a: b\x04\n") == "M0102@1:5");
  CHECK(problems("a: \x7F\n") == "M0102@1:4");
  CHECK(problems("a: \xC2\x85\n") == "M0102@1:4");  // U+0085, a line end to some programs
  CHECK(problems("a: 1\rb: 2\n") == "M0104@1:5");
  CHECK(problems("\xFF\xFE\x61\0"s) == "M0103@1:1");
  CHECK(problems("\xFE\xFF\0\x61"s) == "M0103@1:1");
  CHECK(problems("\xFF\xFE\0\0"s) == "M0103@1:1");
  CHECK(problems("a: \0\xFF\r\n \r"s) == "M0102@1:4 M0101@1:5 M0104@2:2");  // one of each kind
}

TEST_CASE("control characters do not come in by escapes", "[read]") {
  CHECK(problems("a: \"\\0\"\n") == "M0102@1:5");
  CHECK(problems("a: \"\\e\"\n") == "M0102@1:5");
  CHECK(problems("a: \"\\N\"\n") == "M0102@1:5");
  CHECK(problems("a: \"\\t\\n\"\n").empty());
  const Outcome outcome = read("a: \"x\\_y\"\n");  // a no-break space
  REQUIRE(outcome.root);
  CHECK(outcome.root->find("a")->value.scalar.value == "x\u00A0y");
}

TEST_CASE("tabs and odd spaces do not indent", "[read]") {
  CHECK(problems("a:\n\tb: 1\n\tc: 2\n") == "M0105@2:1");
  CHECK(problems("a:\n  \tb: 1\n") == "M0105@2:3");
  CHECK(problems("a: x\n\ty\n") == "M0105@2:1");
  CHECK(problems("a:\n\u00A0b: 1\n") == "M0106@2:1");
  CHECK(problems("a: 1\n\t\nb: 2\n") == "M0105@2:1");
  CHECK(problems("a: 1\n\t# a comment\n") == "M0105@2:1");
  CHECK(problems("a:\t1\t# a comment\n").empty());
  CHECK(problems("a: |\n  x\n  \ty\nb: 'x\n\t y'\n").empty());  // within a text
}

TEST_CASE("what YAML takes for its own is explained", "[read]") {
  CHECK(problems("a: !occupied(here)\n") == "M0110@1:4");
  CHECK(problems("a: !(seeds(here) > 0) and b\n") == "M0110@1:4");
  CHECK(problems("a: {if: !b, then: c}\n") == "M0110@1:9");
  CHECK(problems("a: !!str b\n") == "M0110@1:4");
  CHECK(problems("a: ! b\n") == "M0110@1:4");
  CHECK(problems("a: !<\n") == "M0110@1:4");
  CHECK(problems("a: &b c\n") == "M0111@1:4");
  CHECK(problems("a: & b\n") == "M0111@1:5");
  CHECK(problems("a: *b\n") == "M0112@1:4");
  CHECK(problems("a: &x 1\nb: *x\n") == "M0111@1:4 M0112@2:4");
  CHECK(problems("a: &a [*a]\n") == "M0111@1:4 M0112@1:8");
  CHECK(problems("<<: {a: 1}\n") == "M0113@1:1");
  CHECK(problems("a: @b\n") == "M0121@1:4");
  CHECK(problems("a: `b`\n") == "M0121@1:4");
  CHECK(problems("a: %b\n") == "M0121@1:4");
  CHECK(problems("a: > 3\n") == "M0122@1:4");
  CHECK(problems("a: >= 3\n") == "M0122@1:4");
  CHECK(problems("a: | b\n") == "M0122@1:4");
  CHECK(problems("a: b ? c : d\n") == "M0123@1:10");
  CHECK(problems("a: b: c\n") == "M0123@1:5");
  CHECK(problems("%YAML 3.0\n---\na: 1\n") == "M0130@1:1");
  CHECK(problems("a: [b]c\n") != "");
  CHECK(problems("!, a): 1\n").starts_with("M0110@1:1"));
}

TEST_CASE("a negation by `!` comes with its fix", "[read]") {
  const Outcome outcome = read("a: {if: !b, then: c}\n");
  const Diagnostic diagnostic = outcome.diagnostics.sorted().at(0);
  REQUIRE(diagnostic.fix);
  CHECK(outcome.text(diagnostic.fix->span) == "!");
  CHECK(diagnostic.fix->text == "not ");
}

TEST_CASE("keys are plain words", "[read]") {
  CHECK(problems("? a\n: 1\n") == "M0114@1:1");
  CHECK(problems("? [a]\n: 1\n") == "M0114@1:3");
  CHECK(problems("{a: b}: 1\n") == "M0114@1:1");
  CHECK(problems(": 1\n") == "M0114@1:1");
  CHECK(problems("\"a b\": 1\n'c': 2\n").empty());
  CHECK(problems(std::string(1100, 'k') + ": 1\n") == "M0131@1:1");
  CHECK(problems("a: {b:1}\n") == "M0133@1:5");
  CHECK(problems("a: 1\nb:2\nc: 3\n") == "M0133@2:1");
  CHECK(problems("a: 1\nword\nc: 3\n") == "M0124@2:1");
}

TEST_CASE("keys that stand twice are reported with both places; the first is kept", "[read]") {
  const Outcome outcome = read("a: 1\nb: {c: 1, c: 2}\na: 3\n");
  CHECK(outcome.problems() == "M0115@2:11 M0115@3:1");
  REQUIRE(outcome.root);
  CHECK(outcome.root->entries.size() == 2);
  CHECK(outcome.root->find("a")->value.scalar.value == "1");
  const Diagnostic diagnostic = outcome.diagnostics.sorted().at(1);
  REQUIRE(diagnostic.others.size() == 1);
  CHECK(diagnostic.others[0].span == Span{0, 0, 1});
}

TEST_CASE("a file holds one document and nothing after it", "[read]") {
  CHECK(problems("a: 1\n---\nb: 2\n") == "M0116@2:1");
  CHECK(problems("a: 1\n---\n") == "M0116@2:1");
  CHECK(problems("{a: 1}\nb: 2\n") == "M0116@2:1");
  CHECK(problems("[foo]_bar\n") == "M0116@1:6");
  CHECK(problems("a: 1\n...\nfoo\n") == "M0116@3:1");
  CHECK(problems("\"foo\" bar\n") == "M0118@1:7");
  CHECK(problems(",") == "M0116@1:1");
  CHECK(problems("---\na: 1\n...\n# the end\n").empty());
}

TEST_CASE("a file without content says so", "[read]") {
  CHECK(problems("") == "M0109@1:1");
  CHECK(problems("# a comment\n") == "M0109@1:1");
  CHECK(problems("---\n") == "M0109@1:1");
}

TEST_CASE("a missing quote is found where it was opened", "[read]") {
  CHECK(problems("a: 'b\n") == "M0117@1:4");
  CHECK(problems("a: 'b\nc: d\n") == "M0117@1:4");
  CHECK(problems("a: \"b\nc: d\n") == "M0117@1:4");
  CHECK(problems("a: 'b\nc: 'd'\n") == "M0117@1:4");
  CHECK(problems("a:\n  - 'b\n  - c\nd: 1\n") == "M0117@2:5");
  CHECK(problems("a: {b: 'c, d: e}\nf: 1\n") == "M0117@1:8");
  CHECK(problems("a: \"b\n  c\"\n").empty());
  CHECK(problems("a: 'b' c\n") == "M0118@1:8");
  CHECK(problems("a: [\"b\" c]\n") == "M0118@1:9");
}

TEST_CASE("a missing bracket is found where it was opened", "[read]") {
  CHECK(problems("a: {b: c\nd: 1\n") == "M0119@1:4");
  CHECK(problems("a: [b, c\n") == "M0119@1:4");
  CHECK(problems("a:\n  - {if: b, then: c\n  - {if: d, then: e}\n") == "M0119@2:5");
  CHECK(problems("a: [b]]\n") == "M0120@1:7");
  CHECK(problems("a: {b: c]}\n") == "M0120@1:9");
  CHECK(problems("a: {if: b then: c}\n") == "M0123@1:15");
}

TEST_CASE("a line that fits nothing says why", "[read]") {
  CHECK(problems("a: x\n  b: y\n") == "M0124@2:3");
  CHECK(problems("a:\n    b: 1\n  c: 2\n") == "M0124@3:3");
  CHECK(problems("a: - b\n") == "M0125@1:4");
  CHECK(problems("a:\n  b: 1\n  - c\n") == "M0125@3:3");
}

TEST_CASE("escapes", "[read]") {
  CHECK(problems("a: \"\\q\"\n") == "M0126@1:5");
  CHECK(problems("a: \"\\xZZ\"\n") == "M0126@1:5");
  CHECK(problems("a: \"b \\uD800\"\n") == "M0126@1:7");
  CHECK(problems("a: '\\q'\n").empty());
}

TEST_CASE("a call that YAML cut at a comma is put together again and explained", "[read]") {
  const Outcome outcome = read("a: {if: b, then: fill(p, 7, right)}\nc: [f(x, y), z]\n");
  CHECK(outcome.problems() == "M0127@1:18 M0127@2:5");
  REQUIRE(outcome.root);
  const Node& clause = outcome.root->find("a")->value;
  REQUIRE(clause.entries.size() == 2);
  CHECK(clause.find("then")->value.scalar.value == "fill(p, 7, right)");
  CHECK(outcome.text(clause.find("then")->value.scalar.span(5, 6)) == "p");
  const Node& list = outcome.root->find("c")->value;
  REQUIRE(list.items.size() == 2);
  CHECK(list.items[0].scalar.value == "f(x, y)");

  CHECK(problems("a: {f(p, q): 1}\n") == "M0127@1:5");
  CHECK(problems("a: {then: f(7, 7)}\n") == "M0127@1:11");
  CHECK(problems("a: {if: (b), then: f(c)}\n").empty());
  CHECK(problems("a:\n  if: b\n  then: fill(p, 7, right)\n").empty());
}

TEST_CASE("a comment that cuts an expression is noticed", "[read]") {
  CHECK(problems("a: seeds(here #3)\n") == "M0128@1:15");
  CHECK(problems("a: b and # c\n") == "M0128@1:10");
  CHECK(problems("a: Game #3\n") == "M0129@1:9");
  CHECK(problems("a: b # c\nd: e  #f\n# g\nh: i#j\n").empty());
}

TEST_CASE("what is wrong in one entry does not hide what is wrong in the next", "[read]") {
  CHECK(problems("a: 'b\nc: {d: e\nf: @g\nh:\n  - i: j: k\n  - [l\nm: 1\nm: 2\n") ==
        "M0117@1:4 M0119@2:4 M0121@3:4 M0123@5:9 M0119@6:5 M0115@8:1");
}

TEST_CASE("limits: just inside and just outside", "[read]") {
  const auto nested = [](int levels) {
    return std::string(static_cast<std::size_t>(levels), '[') +
           std::string(static_cast<std::size_t>(levels), ']');
  };
  CHECK(problems(nested(kMaxDepth)).empty());
  CHECK(problems(nested(kMaxDepth + 1)) == "M0107@1:33");
  const auto indented = [](int levels) {
    std::string text;
    for (int i = 0; i < levels; ++i) text += std::string(static_cast<std::size_t>(i), ' ') + "a:\n";
    return text;
  };
  CHECK(problems(indented(kMaxDepth)).empty());
  CHECK(problems(indented(kMaxDepth + 1)) == "M0107@33:33");
  const auto long_list = [](int items) {
    std::string text = "[";
    for (int i = 0; i < items; ++i) text += "a,";
    return text + "]";
  };
  CHECK(problems(long_list(kMaxNodes - 1)).empty());  // the list is one, too
  CHECK(problems(long_list(kMaxNodes)).starts_with("M0108"));
}

namespace {

std::string repeated(std::string_view text, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

}  // namespace

TEST_CASE("hostile texts are refused within a moment", "[read]") {
  const std::vector<std::string> texts = {
      std::string(100'000, '['),
      std::string(100'000, '{'),
      "a: " + std::string(100'000, '['),
      std::string(100'000, '!'),
      std::string(100'000, '*'),
      std::string(100'000, '?'),
      std::string(100'000, ','),
      std::string(100'000, ':'),
      std::string(100'000, '-'),
      std::string(100'000, '"'),
      std::string(100'000, '\''),
      std::string(100'000, '\n'),
      std::string(100'000, ' '),
      repeated("- 'x\n", 20'000),
      repeated("a: b: c\n", 20'000),
      repeated("a: \"\\\n", 20'000),
      "a:\n" + repeated("  b: @\n", 20'000),
      "{" + repeated("a(, ", 9'000) + "}",
      repeated("? ", 100'000),
      repeated("- ", 100'000),
      repeated("---\n", 50'000),
  };
  for (const std::string& text : texts) {
    // Milliseconds; the limit only tells them from minutes, also under sanitizers on a busy machine.
    const auto start = std::chrono::steady_clock::now();
    problems(text);
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(30));
  }
  // Each level would multiply what it repeats, were it followed.
  CHECK(problems("a: &a [x,x]\nb: &b [*a,*a]\nc: [*b,*b]\n").starts_with("M0111@1:4"));
}

TEST_CASE("no more than fifty problems of one file are reported", "[read]") {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "k" + std::to_string(i) + ": !x y\n";
  CHECK(read(text).diagnostics.count(Severity::error) == 50);
}

TEST_CASE("messages quote no more than a line of the text", "[read]") {
  const std::string word(100'000, 'x');
  for (const std::string& text : {"a: !" + word + "\n", "a: *" + word + "\n", "a: [f(" + word + ", b)]\n",
                                  "\"" + word + "\": 1\n\"" + word + "\": 2\n"}) {
    const Outcome outcome = read(text);
    CHECK(outcome.diagnostics.has_errors());
    for (const Diagnostic& diagnostic : outcome.diagnostics.sorted()) CHECK(diagnostic.message.size() < 200);
  }
}

TEST_CASE("files that cannot be read", "[read]") {
  namespace fs = std::filesystem;
  const fs::path folder = fs::temp_directory_path() / "mancala-read-test";
  fs::create_directories(folder);
  const auto reading = [](const fs::path& path) {
    Outcome outcome;
    const FileId file = read_file(path, outcome.sources, outcome.diagnostics);
    CHECK((file == kNoFile) == outcome.diagnostics.has_errors());
    return outcome.problems();
  };
  CHECK(reading(folder / "missing.yaml") == "M0701");
  CHECK(reading(folder / "missing" / "missing.yaml") == "M0701");
  CHECK(reading(folder) == "M0702");
  CHECK(reading("") == "M0701");

  std::ofstream(folder / "small.yaml") << std::string(kMaxFileBytes, 'a');
  CHECK(reading(folder / "small.yaml").empty());
  std::ofstream(folder / "large.yaml") << std::string(kMaxFileBytes + 1, 'a');
  CHECK(reading(folder / "large.yaml") == "M0704");
  fs::resize_file(folder / "large.yaml", 100'000'000);
  const auto start = std::chrono::steady_clock::now();
  CHECK(reading(folder / "large.yaml") == "M0704");
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(30));
  fs::remove_all(folder);
}
