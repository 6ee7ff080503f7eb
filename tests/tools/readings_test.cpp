// mancala readings: a made-up game on 2x2 holes with a seed in each, and three questions. `bonus`: is there
// another move after a last seed in the store? `rest`: who gets the seeds that are left at the end? `words`
// puts one condition in two ways, which is no difference.
#include <nlohmann/json.hpp>

#include "tests/support/catch.hpp"
#include "tests/tools/program.h"

using mancala::tests::Folder;
using mancala::tests::has;
using mancala::tests::Result;
using mancala::tests::SmallLibrary;
using Json = nlohmann::json;

namespace {

// A2 into the store empties South's row: North's last seed is his own, or South's.
const std::string kRest = R"(
  - {title: The rest is for the owner, kind: documented, start: "0,1/0,1 1:1 south",
     moves: [{move: A2, round-end: {captured: {south: 2, north: 2}}}]})";
const std::string kOtherRest = R"(
  - {title: The rest is for the mover, kind: documented, start: "0,1/0,1 1:1 south",
     moves: [{move: A2, round-end: {captured: {south: 3, north: 1}}}]})";
const std::string kNone = R"(
  - {title: No other move, kind: recorded, readings: {bonus: stops}, moves: [{move: A2, next: north}]})";
const std::string kMoves = R"(
  - {title: Another move, kind: recorded, readings: {bonus: moves}, moves: [{move: A2, next: south}]})";
const std::string kShown = R"(
  - {title: Shown, kind: demonstration, readings: {bonus: moves}, moves: [{move: A2, next: south}]})";
const std::string kSilent = R"(
  - {title: Silent, kind: demonstration, moves: [{move: A2, next: south}]})";

class Asked : public SmallLibrary {
 public:
  Asked() {
    add("asked", R"(board: {rows: 2, holes: 2}
setup: 1
readings:
  bonus:
    about: Does he move again?
    default: moves
    values: {moves: "one says so", stops: "another does"}
  rest:
    about: Who gets the rest?
    default: owners
    values: {owners: "one says so", mover: "another does"}
  words:
    about: In which words?
    default: first
    values: {first: "one says so", second: "another does"}
define:
  done: if words == first then empty(own) or empty(theirs) else empty(theirs) or empty(own)
lap-end:
  - {if: here == store(mover) and bonus == moves, then: again}
end:
  after-move:
    - {if: done, then: capture board for (if rest == owners then owner(it) else mover)}
)");
  }
  [[nodiscard]] Result readings(const std::string& games, std::vector<std::string> options = {}) const {
    const std::string file = folder_.file("games.yaml",
                                          "mancala-example: 1\nvariant: asked\n"
                                          "source: {cite: made up}\ngames:" +
                                              games + "\n");
    std::vector<std::string> arguments = {"readings", "asked", "--examples", file};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return run(arguments);
  }

 private:
  Folder folder_;
};

}  // namespace

TEST_CASE("readings says what games decide, and what is to be asked", "[readings]") {
  const Asked library;
  const Result result = library.readings(kRest + kNone + kShown + kSilent, {"--json"});
  CHECK(result.err.empty());
  CHECK(result.status == 0);
  const Json json = Json::parse(result.out);
  CHECK(json["combinations"] == 8);
  CHECK(json["all"] == true);
  // Those in which the rest is for the owners. What names `bonus` binds only its own value.
  CHECK(json["standing"] == 4);
  CHECK(json["decided"] == 1);
  CHECK(json["open"] == 2);
  CHECK(json["examples"][1] == Json::parse(R"({"file":"games.yaml","title":"No other move","kind":"recorded",
        "readings":{"bonus":"stops"},"reproduced":true,"ever":true})"));
  const Json& bonus = json["readings"][0];
  CHECK(bonus["verdict"] == "open");
  CHECK(bonus["left"] == Json::parse(R"(["moves","stops"])"));
  CHECK(bonus["values"][0]["shown"] == Json::parse("[2]"));
  CHECK(bonus["values"][1]["played-so"] == Json::parse("[1]"));
  CHECK(bonus["silent"] == Json::parse("[3]"));
  const Json& rest = json["readings"][1];
  CHECK(rest["verdict"] == "decided");
  CHECK(rest["left"] == Json::parse(R"(["owners"])"));
  CHECK(rest["values"][0]["with"] == Json::parse("[0]"));
  CHECK(rest["values"][1]["against"] == Json::parse("[0]"));
  CHECK(json["readings"][2]["verdict"] == "open");
  // A1 ends in A2; A2 ends in the store.
  REQUIRE(json["questions"].size() == 1);
  CHECK(json["questions"][0] == Json::parse(R"({"reading":"bonus","given":{},"position":"1,1/1,1 0:0 south",
        "move":"A2","line":[],"happens":{
        "moves":"south gains 1, south is to move: `1,1/1,0 1:0 south again=1`",
        "stops":"south gains 1, north is to move: `1,1/1,0 1:0 north`"}})"));
  REQUIRE(json["alike"].size() == 1);
  CHECK(json["alike"][0]["reading"] == "words");
  CHECK(json["alike"][0]["same-rules"] == true);
}

TEST_CASE("readings as text", "[readings]") {
  const Asked library;
  const Result result = library.readings(kRest + kNone + kShown + kSilent);
  CHECK(result.status == 0);
  CHECK(has(
      result.out,
      "Base: 3 readings, 8 combinations, 4 example games (1 documented, 1 recorded, 2 demonstrations)\n"));
  CHECK(has(result.out, "  open: no game decides between `moves` and `stops`\n"));
  CHECK(has(result.out, "  depending on it without naming it:\n    games.yaml: Silent\n"));
  CHECK(has(result.out, "  To ask: south plays `A2`; what happens?\n"));
  CHECK(has(result.out, "    stops: south gains 1, north is to move: `1,1/1,0 1:0 north`\n"));
  CHECK(has(result.out,
            "  decided: `owners`\n  against `mover`:\n    games.yaml: The rest is for the owner\n"));
  CHECK(has(result.out, "  `first` and `second` are the same rules\n"));
}

// With one reading at a time changed the same comes out here.
TEST_CASE("readings does without all combinations", "[readings]") {
  const Asked library;
  const Result result = library.readings(kRest + kNone, {"--combinations", "7", "--json", "--threads", "2"});
  CHECK(result.status == 0);
  const Json json = Json::parse(result.out);
  CHECK(json["all"] == false);
  CHECK_FALSE(json.contains("standing"));
  CHECK(json["readings"][0]["values"][1]["played-so"] == Json::parse("[1]"));
  CHECK(json["readings"][1]["verdict"] == "decided");
  CHECK(has(library.readings(kRest, {"--combinations", "7"}).out,
            "too many combinations: one reading at a time was changed\n"));
}

TEST_CASE("readings tells games that differ from games that contradict each other", "[readings]") {
  const Asked library;
  // Each says under which reading it was played.
  const Json divided = Json::parse(library.readings(kNone + kMoves, {"--json"}).out);
  CHECK(divided["readings"][0]["verdict"] == "divided");
  CHECK(divided["questions"].size() == 2);
  const Result result = library.readings(kRest + kOtherRest, {"--json"});
  CHECK(result.status == 1);
  CHECK(Json::parse(result.out)["readings"][1]["verdict"] == "contradiction");
  CHECK(Json::parse(result.out)["standing"] == 0);
  // What no reading reproduces counts for none.
  const Result never =
      library.readings("\n  - {title: Wrong, kind: recorded, moves: [{move: A2, gains: {south: 2}}]}");
  CHECK(never.status == 1);
  CHECK(has(never.out, "reproduced under no reading: games.yaml: Wrong\n"));
}

TEST_CASE("readings of a variant without any", "[readings]") {
  const SmallLibrary library;
  library.add("plain", "");
  const Result result = library.run({"readings", "plain"});
  CHECK(result.status == 0);
  CHECK(result.out == "Base: 0 readings, 1 combination, 0 example games\n");
  CHECK(library.run({"readings", "plain", "--examples", "nowhere.yaml"}).status == 3);
  CHECK(library.run({"readings", "plane"}).status == 2);
}

// A2 is laid with one seed or with two. From there it is another game, and the board is all there is to ask.
TEST_CASE("readings asks how the game begins", "[readings]") {
  const SmallLibrary library;
  library.add("laid", R"(board: {rows: 2, holes: 1}
setup: if seeds-laid == one then 1 else 2
readings:
  seeds-laid: {about: "How many?", default: one, values: {one: "here", two: "there"}}
)");
  const Json json = Json::parse(library.run({"readings", "laid", "--json"}).out);
  REQUIRE(json["questions"].size() == 1);
  CHECK(json["questions"][0]["position"].is_null());
  CHECK(json["questions"][0]["move"].is_null());
  CHECK(json["questions"][0]["happens"] ==
        Json::parse(R"({"one":"`1/1 0:0 south`","two":"`2/2 0:0 south`"})"));
  CHECK(has(library.run({"readings", "laid"}).out,
            "  To ask: with which board does the game begin?\n    one: `1/1 0:0 south`\n"));
}

// A1 goes to a1; North sows two, and the first position has come again.
TEST_CASE("readings asks about what stood before", "[readings]") {
  const SmallLibrary library;
  library.add("again", R"(board: {rows: 2, holes: 1}
setup: 1
sow: {around: board, direction: counterclockwise}
lap-end: []
readings:
  cycle: {about: "What if it comes again?", default: ends, values: {ends: "here", goes-on: "there"}}
end:
  before-turn:
    - {if: repeated and cycle == ends, then: capture board for owner(it)}
    - {if: no-move, then: capture board for opponent}
)");
  const Json json = Json::parse(library.run({"readings", "again", "--json"}).out);
  REQUIRE(json["questions"].size() == 1);
  CHECK(json["questions"][0] == Json::parse(R"({"reading":"cycle","given":{},"position":"2/0 0:0 north",
        "move":"a1","line":["A1"],"line-counts":true,"happens":{
        "ends":"south gains 1, north gains 1, the round is over, nobody has won: `0/0 1:1 south`",
        "goes-on":"south is to move: `1/1 0:0 south`"}})"));
}
