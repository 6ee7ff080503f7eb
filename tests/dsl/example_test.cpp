// Example games: what a file means, and how differences from the play are found. The games are made up; what
// they expect is worked out by hand from the rules of the base variant (each seed one hole on, the own store
// sown into, the last seed there: move again).
#include "dsl/example.h"

#include <algorithm>

#include "dsl/codes.h"
#include "dsl/read.h"
#include "dsl/replay_example.h"
#include "tests/support/catch.hpp"
#include "tests/support/variants.h"

using namespace mancala;

namespace {

const std::string kHead =
    "mancala-example: 1\nvariant: base\nkind: demonstration\nsource: {cite: \"worked out by hand\"}\n";

struct Games {
  SourceMap sources;
  Diagnostics diagnostics;
  std::vector<Example> examples;

  explicit Games(const std::string& text) {
    const FileId file = sources.add("game.yaml", text);
    const auto document = read_document(file, sources, diagnostics);
    REQUIRE(document);
    examples = load_examples(*document, diagnostics);
  }
};

}  // namespace

TEST_CASE("moves as one text are the same as a list of them", "[example]") {
  const Games text(kHead + "moves: \"A3  A6 a2\"\n");
  const Games list(kHead + "moves: [A3, A6, a2]\n");
  REQUIRE(text.examples.size() == 1);
  REQUIRE(list.examples.size() == 1);
  REQUIRE(text.examples[0].moves.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(text.examples[0].moves[i].text.value() == list.examples[0].moves[i].text.value());
  }
  // The place of the second move is its own.
  const Span span = text.examples[0].moves[1].span;
  CHECK(text.sources.text(span.file).substr(span.begin, span.end - span.begin) == "A6");
}

TEST_CASE("the games of a file share what stands above them", "[example]") {
  const Games games(
      kHead +
      "title: Above\nmoves: [A1]\ngames:\n  - {title: First}\n  - {moves: [A2, a2], kind: recorded}\n");
  CHECK(games.diagnostics.empty());
  REQUIRE(games.examples.size() == 2);
  CHECK(games.examples[0].title == "First");
  CHECK(games.examples[0].moves.size() == 1);
  CHECK(games.examples[0].kind == "demonstration");
  CHECK(games.examples[1].title == "Above");
  CHECK(games.examples[1].moves.size() == 2);
  CHECK(games.examples[1].kind == "recorded");
}

TEST_CASE("all mistakes of a file are reported in one run", "[example]") {
  const Games games(
      "mancala-example: 1\nvariant: base\nkind: invented\nmoves:\n  - {move: A3, nxt: north}\n  - {moev: "
      "A4}\n"
      "perft: [6, x]\n");
  std::vector<std::string_view> found;
  for (const Diagnostic& diagnostic : games.diagnostics.sorted()) found.push_back(diagnostic.code);
  std::sort(found.begin(), found.end());
  CHECK(found == std::vector<std::string_view>{"M0604", "M0604", "M0605", "M0606", "M0607", "M0608"});
  CHECK(games.examples.empty());
}

namespace {

// Replays the only game of a file on the base variant.
Replay replay(const std::string& body) {
  static const test::Loaded base = test::load_text(std::string(base_variant()));
  REQUIRE(base.variant);
  Games games(kHead + body);
  REQUIRE(games.examples.size() == 1);
  REQUIRE(check_example(games.examples[0], *base.variant, games.diagnostics));
  return replay_example(games.examples[0], *base.variant);
}

std::string difference(const std::string& body) {
  const Replay result = replay(body);
  return result.difference ? result.difference->message : "";
}

}  // namespace

TEST_CASE("an example that is right passes", "[example]") {
  // A3 ends in the store; A6 then sows the store and a1 to a4.
  CHECK(
      difference("moves:\n  - {move: A3, next: south, laps: 1, legal: [A1, A2, A4, A5, A6]}\n"
                 "  - {try: A3, illegal: true}\n  - {try: A4, illegal: false}\n"
                 "  - {move: A6, gains: {south: 1, north: 0}, then: \"4,4,5,5,5,5/4,4,0,5,5,0 2:0 north\"}\n"
                 "legal: \"a1 a2 a3 a4 a5 a6\"\nperft: [6, 35]\n") == "");
}

TEST_CASE("each kind of difference is told", "[example]") {
  CHECK(difference("moves: [{move: A3, next: north}]\n") == "ply 1, `A3`: next is `south`, not `north`");
  CHECK(difference("moves: [{move: A3, gains: {south: 2}}]\n") == "ply 1, `A3`: `south` gains 1, not 2");
  CHECK(difference("moves: [{move: A3, laps: 2}]\n") == "ply 1, `A3`: 1 lap, not 2");
  CHECK(difference("moves: [A3, A3]\n") ==
        "ply 2, `A3`: not legal here; legal are `A1`, `A2`, `A4`, `A5`, `A6`");
  CHECK(difference("moves: [{try: A3, illegal: true}]\n") ==
        "after ply 0: `A3` is legal; legal are `A1`, `A2`, `A3`, `A4`, `A5`, `A6`");
  CHECK(difference("moves: [A1]\nlegal: [a1, a2, a3, a4, a5]\n") ==
        "after ply 1: the legal moves differ; legal, too: `a6`");
  CHECK(difference("moves: [A1]\nresult: {winner: south}\n") == "after ply 1: the game is not over");
  CHECK(difference("perft: [6, 36]\n") == "35 sequences of 2 plies, not 36");
  CHECK(difference("moves: [{move: A1, then: \"4,4,4,4,4,4/0,5,5,5,5,4 0:0 south\"}]\n") ==
        "ply 1, `A1`: to move is `north`, not `south`");
}

TEST_CASE("a difference of boards marks the holes", "[example]") {
  const Replay result = replay("moves: [{move: A1, then: \"4,4,4,4,4,4/1,5,5,5,4,4 0:0 north\"}]\n");
  REQUIRE(result.difference);
  CHECK(result.difference->message == "ply 1, `A1`: the board differs");
  // Expected 1 in A1, found 0; expected 4 in A5, found 5. A1 is the first place, A5 the fifth.
  CHECK(result.difference->marked == (Region::of(0) | Region::of(4)));
}

TEST_CASE("the end of a round is compared", "[example]") {
  // A6 holds the last seed of South's row; North keeps the three in his: 24 to 24.
  const std::string start = "start: \"0,0,3,0,0,0/0,0,0,0,0,1 23:21 south\"\n";
  CHECK(difference(start +
                   "moves: [{move: A6, round-end: {winner: draw, captured: {south: 24, north: 24}}}]\n"
                   "result: {winner: draw, captured: {south: 24}, reason: rule}\n") == "");
  CHECK(difference(start + "moves: [A6, a4]\n") == "ply 2, `a4`: the game is over");
  CHECK(difference(start + "moves: [A6]\nresult: {winner: south}\n") ==
        "after ply 1: the winner is `draw`, not `south`");
}

TEST_CASE("a small game is solved", "[example]") {
  // South's only move takes his last seed home; North keeps one: 25 to 23.
  const std::string start = "start: \"0,0,0,0,0,1/0,0,0,0,0,1 24:22 south\"\n";
  CHECK(difference(start + "value: {margin: 2, best: [A6]}\n") == "");
  CHECK(difference(start + "value: {margin: 4}\n") == "with best play the margin is 2, not 4");
  // The start of the whole game is too large.
  CHECK(replay("value: {margin: 8}\n").unchecked.size() == 1);
}
