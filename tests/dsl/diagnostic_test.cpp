// What is reported is kept once, in order of place.
#include "dsl/diagnostic.h"

#include "tests/support/catch.hpp"

using namespace mancala;

TEST_CASE("the same code at the same place is reported once", "[diagnostic]") {
  Diagnostics diagnostics;
  diagnostics.error("M0115", {0, 3, 4}, "first").help.emplace_back("kept");
  diagnostics.error("M0115", {0, 3, 4}, "second").help.emplace_back("thrown away");
  diagnostics.error("M0116", {0, 3, 4}, "another code");
  diagnostics.error("M0115", {0, 3, 5}, "another place");
  CHECK(diagnostics.count(Severity::error) == 3);
  REQUIRE(diagnostics.sorted()[0].help.size() == 1);
  CHECK(diagnostics.sorted()[0].message == "first");
  CHECK(diagnostics.sorted()[0].help[0] == "kept");
}

TEST_CASE("problems without a place are told apart by their message", "[diagnostic]") {
  Diagnostics diagnostics;
  diagnostics.error("M0701", {}, "there is no file `a`");
  diagnostics.error("M0701", {}, "there is no file `b`");
  diagnostics.error("M0701", {}, "there is no file `a`");
  CHECK(diagnostics.count(Severity::error) == 2);
}

TEST_CASE("diagnostics are sorted by file, place and code", "[diagnostic]") {
  Diagnostics diagnostics;
  diagnostics.warning("M0002", {1, 0, 1}, "e");
  diagnostics.error("M0002", {0, 9, 10}, "d");
  diagnostics.error("M0003", {0, 2, 10}, "c");
  diagnostics.error("M0001", {0, 2, 10}, "b");
  diagnostics.error("M0001", {}, "a");
  std::string order;
  for (const Diagnostic& diagnostic : diagnostics.sorted()) order += diagnostic.message;
  CHECK(order == "abcde");
}

TEST_CASE("warnings are no errors", "[diagnostic]") {
  Diagnostics diagnostics;
  CHECK(diagnostics.empty());
  diagnostics.warning("M0129", {0, 0, 1}, "only a warning");
  CHECK_FALSE(diagnostics.empty());
  CHECK_FALSE(diagnostics.has_errors());
  diagnostics.error("M0128", {0, 0, 1}, "an error");
  CHECK(diagnostics.has_errors());
}

TEST_CASE("the nearest word is a slip away", "[diagnostic]") {
  const std::vector<std::string_view> words = {"capture", "captured", "opposite", "own", "seeds", "sow"};
  CHECK(nearest("captrue", words) == "capture");   // two letters swapped
  CHECK(nearest("oposite", words) == "opposite");  // one missing
  CHECK(nearest("seedss", words) == "seeds");      // one too many
  CHECK(nearest("saeds", words) == "seeds");       // one wrong
  CHECK(nearest("seeds", words) == "seeds");       // none
  CHECK(nearest("relay", words).empty());          // nothing like it
  CHECK(nearest("", words).empty());
  CHECK(nearest("own", {}).empty());
}

TEST_CASE("a slip is at most a third of the longer word, and at least one letter", "[diagnostic]") {
  CHECK(nearest("ab", {"ac"}) == "ac");
  CHECK(nearest("a", {"b"}).empty());                // nothing of it is left
  CHECK(nearest("abcdef", {"abcdxy"}) == "abcdxy");  // 2 of 6
  CHECK(nearest("abcdef", {"abcxyz"}).empty());      // 3 of 6
}

TEST_CASE("of equally near words the first is taken", "[diagnostic]") {
  CHECK(nearest("cat", {"car", "cap"}) == "car");
  CHECK(nearest("caps", {"cars", "cap"}) == "cars");
}

TEST_CASE("the word that was meant is suggested, or all that there are", "[diagnostic]") {
  Diagnostic near, far;
  suggest(near, "nroth", {"south", "north"}, "the players");
  suggest(far, "everybody", {"south", "north"}, "the players");
  CHECK(near.help == std::vector<std::string>{"did you mean `north`?"});
  CHECK(far.help == std::vector<std::string>{"the players: `south`, `north`"});
}
