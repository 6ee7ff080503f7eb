// Exact places inside scalars. Random scalars of all five styles are put together from pieces whose value and
// place are known, read as a document, and compared byte by byte. The rules: YAML 1.2.2, sections 6.5 (line
// folding), 7.3 (flow scalars) and 8.1 (block scalars).
#include <rapidcheck.h>

#include <string>
#include <vector>

#include "dsl/read.h"
#include "tests/support/catch.hpp"

using namespace mancala;

namespace {

// A scalar in the making: its source, its value, and for each byte of the value where in the source it may
// come from.
struct Built {
  std::string source;
  std::string value;
  struct Origin {
    std::size_t first;
    std::size_t last;  // both included
  };
  std::vector<Origin> origins;
  std::size_t text_end = 0;  // in the source, after the last byte of the value

  // Text that stands for itself.
  void literal(const std::string& text) {
    for (const char byte : text) {
      origins.push_back({source.size(), source.size()});
      source += byte;
      value += byte;
    }
    text_end = source.size();
  }
  // Source that stands for another text: all of it comes from the beginning of the source.
  void coded(const std::string& text, const std::string& meaning) {
    for (std::size_t i = 0; i < meaning.size(); ++i) origins.push_back({source.size(), source.size()});
    source += text;
    value += meaning;
    text_end = source.size();
  }
  // Blanks and line ends that stand for a space or line ends.
  void folded(const std::string& text, const std::string& meaning) {
    for (std::size_t i = 0; i < meaning.size(); ++i) {
      origins.push_back({source.size(), source.size() + text.size() - 1});
    }
    source += text;
    value += meaning;
    text_end = source.size();
  }
};

int random(int from, int to) { return *rc::gen::inRange(from, to + 1); }
bool maybe() { return random(0, 1) == 1; }
std::string spaces(int count) { return std::string(static_cast<std::size_t>(count), ' '); }

std::string word() {
  return *rc::gen::element<std::string>("a", "sow", "here", "seeds(it)", "é", "二", "🌱", "x-y", "0", "(b",
                                        "c)", "==", "a#b", "'", "\"", "\\", "3;", "http://x");
}

// Line ends: one kind in a document.
std::string breaks(int count, const std::string& line_end, int indentation) {
  std::string out = spaces(random(0, 2));
  for (int i = 0; i < count; ++i) out += line_end + spaces(i + 1 < count ? random(0, 3) : 0);
  return out + spaces(indentation + random(0, 3));
}

void add_gap(Built& built, const std::string& line_end, int indentation) {
  switch (random(0, 5)) {
    case 0: built.folded(breaks(1, line_end, indentation), " "); break;
    case 1: {
      const int count = random(2, 4);
      built.folded(breaks(count, line_end, indentation),
                   std::string(static_cast<std::size_t>(count - 1), '\n'));
      break;
    }
    default: built.literal(spaces(random(1, 2))); break;
  }
}

Built plain(const std::string& line_end, int indentation) {
  Built built;
  built.literal("w");  // a beginning that is none of YAML's signs
  for (int i = random(0, 6); i > 0; --i) {
    if (maybe()) add_gap(built, line_end, indentation);
    built.literal(word());
  }
  return built;
}

Built single_quoted(const std::string& line_end, int indentation) {
  Built built;
  built.source = "'";
  for (int i = random(0, 7); i > 0; --i) {
    switch (random(0, 4)) {
      case 0: built.coded("''", "'"); break;
      case 1: built.literal(*rc::gen::element<std::string>("!", "#", "x: y", " # ", "[", "}")); break;
      case 2:
        built.literal("x");
        add_gap(built, line_end, indentation);
        built.literal("y");
        break;
      default: {
        const std::string text = word();
        if (text == "'") break;
        built.literal(text);
      }
    }
  }
  built.text_end = built.source.size();
  built.source += "'";
  return built;
}

Built double_quoted(const std::string& line_end, int indentation) {
  using Escape = std::pair<std::string, std::string>;
  Built built;
  built.source = "\"";
  for (int i = random(0, 7); i > 0; --i) {
    switch (random(0, 5)) {
      case 0:
      case 1: {
        const Escape escape = *rc::gen::element<Escape>(
            Escape{"\\\"", "\""}, Escape{"\\\\", "\\"}, Escape{"\\n", "\n"}, Escape{"\\t", "\t"},
            Escape{"\\/", "/"}, Escape{"\\x41", "A"}, Escape{"\\u00e9", "é"}, Escape{"\\U0001F331", "🌱"},
            Escape{"\\_", "\u00A0"}, Escape{"\\L", "\u2028"}, Escape{"\\ ", " "});
        built.coded(escape.first, escape.second);
        break;
      }
      case 2:
        built.literal("x");
        add_gap(built, line_end, indentation);
        built.literal("y");
        break;
      case 3:  // an escaped line end keeps the blanks before it and drops those after it
        built.literal(maybe() ? "x" : "x ");
        built.source += "\\" + line_end + spaces(indentation + random(0, 3));
        built.literal("y");
        break;
      default: {
        const std::string text = word();
        if (text == "\"" || text == "\\") break;
        built.literal(text);
      }
    }
  }
  built.text_end = built.source.size();
  built.source += "\"";
  return built;
}

struct BlockLine {
  std::string text;  // without its line end; empty: an empty line
  bool blank_first = false;
};

// Lines of a block, the first and the last not empty, so that the indentation is plain and chomping is told
// apart.
std::vector<BlockLine> block_lines(bool may_start_indented) {
  std::vector<BlockLine> lines;
  const int count = random(1, 6);
  for (int i = 0; i < count; ++i) {
    const bool ends = i == 0 || i + 1 == count;
    if (!ends && random(0, 3) == 0) {
      lines.push_back({});
      continue;
    }
    const bool indented = (i > 0 || may_start_indented) && random(0, 3) == 0;
    std::string text = indented ? spaces(random(1, 2)) : "";
    text += word();
    for (int more = random(0, 2); more > 0; --more) text += " " + word();
    lines.push_back({text, indented});
  }
  return lines;
}

Built block(bool folded, const std::string& line_end, int parent) {
  Built built;
  const bool indicated = random(0, 3) == 0;
  const int deeper = random(1, 4);
  const int indentation = parent + deeper;
  const int chomping = random(0, 2);  // clip, strip, keep
  built.source = folded ? ">" : "|";
  const std::string digit = indicated ? std::to_string(deeper) : "";
  const std::string sign = chomping == 1 ? "-" : chomping == 2 ? "+" : "";
  built.source += maybe() ? digit + sign : sign + digit;
  if (random(0, 3) == 0) built.source += "  # a comment";
  built.source += line_end;

  const std::vector<BlockLine> lines = block_lines(indicated);
  const auto put_break = [&](const std::string& meaning) { built.folded(line_end, meaning); };
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].text.empty()) continue;
    built.source += spaces(indentation);
    built.literal(lines[i].text);
    std::size_t next = i + 1;
    while (next < lines.size() && lines[next].text.empty()) ++next;
    if (next == lines.size()) break;
    // The line ends between two lines with text: n empty lines between them make n + 1 line ends.
    const std::size_t empty = next - i - 1;
    const bool folds = folded && !lines[i].blank_first && !lines[next].blank_first;
    if (folds && empty == 0) {
      put_break(" ");
    } else {
      put_break(folds ? "" : "\n");
      for (std::size_t k = 0; k < empty; ++k) put_break("\n");
    }
  }
  built.text_end = built.source.size();
  const int trailing = random(0, 2);
  for (int i = 0; i <= trailing; ++i) {
    if (chomping == 2 || (chomping == 0 && i == 0)) {
      built.folded(line_end, "\n");
    } else {
      built.source += line_end;
    }
  }
  return built;
}

std::string without_last_breaks(std::string text) {
  text.erase(text.find_last_not_of('\n') + 1);
  return text;
}

struct Placed {
  std::size_t at;
  Built built;
  bool is_block;
};

void compare(const ScalarText& text, const Placed& expected) {
  const Built& built = expected.built;
  if (expected.is_block) {
    // The YAML parser drops some line ends at the end of a folded block that keeps them.
    RC_ASSERT(without_last_breaks(text.value) == without_last_breaks(built.value));
  } else {
    RC_ASSERT(text.value == built.value);
    RC_ASSERT(text.byte_map.back() == expected.at + built.text_end);
  }
  RC_ASSERT(text.byte_map.size() == text.value.size() + 1);
  for (std::size_t i = 0; i < std::min(text.value.size(), built.origins.size()); ++i) {
    RC_ASSERT(text.byte_map[i] >= expected.at + built.origins[i].first);
    RC_ASSERT(text.byte_map[i] <= expected.at + built.origins[i].last);
    RC_ASSERT(text.byte_map[i] <= text.byte_map[i + 1]);
  }
}

}  // namespace

TEST_CASE("every byte of every scalar is mapped to its place", "[scalar]") {
  REQUIRE(rc::check("block maps and lists", [] {
    const std::string line_end = maybe() ? "\n" : "\r\n";
    const bool list = maybe();
    std::string document = maybe() ? "" : "\xEF\xBB\xBF";
    std::vector<Placed> scalars;
    document += "top:" + line_end;
    const int count = random(1, 5);
    for (int i = 0; i < count; ++i) {
      document += list ? "  - " : "  k" + std::to_string(i) + ": ";
      if (random(0, 4) == 0) document += " ";
      const int style = random(0, 4);
      const std::size_t at = document.size();
      Built built = style == 0   ? plain(line_end, 3)
                    : style == 1 ? single_quoted(line_end, 3)
                    : style == 2 ? double_quoted(line_end, 3)
                                 : block(style == 4, line_end, 2);
      document += built.source;
      if (style <= 2) document += line_end;
      scalars.push_back({at, std::move(built), style >= 3});
    }
    SourceMap sources;
    Diagnostics diagnostics;
    const FileId file = sources.add("random", document);
    const std::optional<Node> root = read_document(file, sources, diagnostics);
    RC_LOG(document);
    RC_ASSERT(!diagnostics.has_errors());
    RC_ASSERT(root.has_value());
    const Node& top = root->find("top")->value;
    for (std::size_t i = 0; i < scalars.size(); ++i) {
      const Node& node = list ? top.items.at(i) : top.entries.at(i).value;
      RC_ASSERT(node.kind == Node::Kind::scalar);
      RC_ASSERT(node.span.begin == scalars[i].at);
      compare(node.scalar, scalars[i]);
    }
  }));
}

TEST_CASE("places inside brackets", "[scalar]") {
  REQUIRE(rc::check("flow lists", [] {
    const std::string line_end = maybe() ? "\n" : "\r\n";
    std::string document = "top: [";
    std::vector<Placed> scalars;
    for (int i = random(1, 5); i > 0; --i) {
      const int style = random(0, 2);
      Built built = style == 0   ? plain(line_end, 2)
                    : style == 1 ? single_quoted(line_end, 2)
                                 : double_quoted(line_end, 2);
      scalars.push_back({document.size(), built, false});
      document += built.source + (maybe() ? ", " : "," + line_end + "  ");
    }
    document += "]" + line_end;
    SourceMap sources;
    Diagnostics diagnostics;
    const FileId file = sources.add("random", document);
    const std::optional<Node> root = read_document(file, sources, diagnostics);
    RC_LOG(document);
    // An open bracket in one word and a closing one in a later word look like a call that was cut.
    RC_PRE(!diagnostics.has_errors());
    const Node& top = root->find("top")->value;
    RC_ASSERT(top.items.size() == scalars.size());
    for (std::size_t i = 0; i < scalars.size(); ++i) compare(top.items[i].scalar, scalars[i]);
    RC_ASSERT(top.span.end == document.size() - line_end.size());
  }));
}

namespace {

// The value of `a`, and the text that decoded bytes [begin, end) are underlined with.
std::string underlined(const std::string& document, std::size_t begin, std::size_t end) {
  SourceMap sources;
  Diagnostics diagnostics;
  const FileId file = sources.add("test", document);
  const std::optional<Node> root = read_document(file, sources, diagnostics);
  REQUIRE(root);
  const Span span = root->find("a")->value.scalar.span(begin, end);
  return document.substr(span.begin, span.end - span.begin);
}

}  // namespace

TEST_CASE("a span of the value is a span of the source", "[scalar]") {
  CHECK(underlined("a: sow here", 4, 8) == "here");
  CHECK(underlined("a: sow here", 8, 8).empty());
  CHECK(underlined("a: sow\n  here", 4, 8) == "here");
  CHECK(underlined("a: sow\n  here", 0, 3) == "sow");
  CHECK(underlined("a: 'it''s'", 2, 3) == "''");
  CHECK(underlined("a: \"x\\u00e9y\"", 1, 3) == "\\u00e9");  // é has two bytes
  CHECK(underlined("a: \"x\\u00e9y\"", 1, 2) == "\\u00e9");  // either of them
  CHECK(underlined("a: \"x\\u00e9y\"", 3, 4) == "y");
  CHECK(underlined("a: |\n  sow\n  here\n", 4, 8) == "here");
  CHECK(underlined("a: >\n  sow\n  here\n", 4, 8) == "here");
}
