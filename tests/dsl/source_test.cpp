// Places are counted in characters, lines are what editors show.
#include "dsl/source.h"

#include "tests/support/catch.hpp"

using namespace mancala;

namespace {

// line * 1000 + column: one number to compare.
int at(const std::string& text, std::uint32_t offset) {
  SourceMap sources;
  const LineColumn place = sources.place(sources.add("f", text), offset);
  return place.line * 1000 + place.column;
}

}  // namespace

TEST_CASE("lines and columns begin with 1", "[source]") {
  CHECK(at("ab\ncd\n", 0) == 1001);
  CHECK(at("ab\ncd\n", 1) == 1002);
  CHECK(at("ab\ncd\n", 2) == 1003);  // the line end itself
  CHECK(at("ab\ncd\n", 3) == 2001);
  CHECK(at("ab\ncd\n", 6) == 3001);  // after the last line end
  CHECK(at("ab", 99) == 1003);       // beyond the end: the end
  CHECK(at("", 0) == 1001);
}

TEST_CASE("a column is a character, not a byte", "[source]") {
  // é has two bytes in UTF-8, € three, 🌱 four.
  const std::string text = "é€🌱x";
  CHECK(at(text, 0) == 1001);
  CHECK(at(text, 2) == 1002);
  CHECK(at(text, 5) == 1003);
  CHECK(at(text, 9) == 1004);
  CHECK(at(text, 10) == 1005);
}

TEST_CASE("a byte order mark takes no column and is not shown", "[source]") {
  SourceMap sources;
  const FileId file = sources.add("f",
                                  "\xEF\xBB\xBF"
                                  "ab\ncd");
  CHECK(sources.place(file, 3).column == 1);
  CHECK(sources.place(file, 4).column == 2);
  CHECK(sources.line(file, 1) == "ab");
  CHECK(sources.place(file, 6).line == 2);
}

TEST_CASE("a line comes without its line end", "[source]") {
  SourceMap sources;
  const FileId file = sources.add("name", "one\r\ntwo\n\nfour");
  CHECK(sources.name(file) == "name");
  CHECK(sources.line_count(file) == 4);
  CHECK(sources.line(file, 1) == "one");
  CHECK(sources.line(file, 2) == "two");
  CHECK(sources.line(file, 3).empty());
  CHECK(sources.line(file, 4) == "four");
}

TEST_CASE("texts stay where they are while more are added", "[source]") {
  SourceMap sources;
  const FileId first = sources.add("a", "text");
  const std::string* const before = &sources.text(first);
  for (int i = 0; i < 1000; ++i) sources.add("b", "more");
  CHECK(before == &sources.text(first));
}
