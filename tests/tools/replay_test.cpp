// mancala-replay, run as a user would: made-up recordings in both forms, their games worked out by hand.
//
// Tiny is played on two rows of two holes, two seeds each, counterclockwise; a last seed that makes three in
// the other row captures them; who cannot move leaves what is left to the other player. Its game, holes A1 A2
// a1 a2:
//   start    2 2 2 2   0:0
//   A2       2 0 3 0   3:0   the last seed makes three in a2
//   a1       3 1 0 1   3:0
//   A1       0 2 1 2   3:0
//   a1       0 2 0 3   3:0   three, but in North's own row
//   A2       0 0 1 4   3:0
//   a1       0 0 0 5   3:0   South cannot move: 3:5
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/support/catch.hpp"
#include "tests/tools/program.h"

namespace mancala::tests {

namespace {

using Json = nlohmann::json;

constexpr const char* kTiny = R"(mancala: 1
id: tiny
name: Tiny
sources: {hand: "made up for this test"}
board: {rows: 2, holes: 2}
setup: 2
move: {from: own where occupied(it)}
sow: {around: board, direction: counterclockwise}
lap-end:
  - {if: here in theirs and seeds(here) == 3, then: capture here}
end:
  before-turn:
    - {if: no-move, then: capture board for opponent}
win: player with most captured(it)
)";

// The same board; a last seed in a hole with seeds sows on. From the start A1 makes 0 3 3 2, then a1 makes 1
// 4 0 3, then A2 makes 2 1 1 4, where the last seed falls into the hole just emptied.
constexpr const char* kLaps = R"(mancala: 1
id: tiny-laps
name: Tiny laps
sources: {hand: "made up for this test"}
board: {rows: 2, holes: 2}
setup: 2
move: {from: own where occupied(it)}
sow: {around: board, direction: counterclockwise}
lap-end: [relay-occupied]
end:
  before-turn:
    - {if: no-move, then: capture board for opponent}
win: player with most captured(it)
endless: {laps: 100, then: stop}
)";

// A seed from the stock goes into a hole, which is sown; then holes are sown as they lie. Holes A1 A2 a1 a2:
//   start  1 1 1 1   South puts a seed into A2 and sows two:    1 0 2 2
//                    North puts a seed into a2 and sows three:  2 1 3 0
//                    South sows A1:                             0 2 4 0
constexpr const char* kHand = R"(mancala: 1
id: tiny-hand
name: Tiny with a hand
sources: {hand: "made up for this test"}
board: {rows: 2, holes: 2}
piles:
  stock: {each: player, seeds: 1}
setup: 1
sow: {around: board, direction: counterclockwise}
phases:
  placing:
    while: seeds(stock(mover)) > 0
    move: {from: own}
    play: [move 1 from stock(mover) to start; relay(start)]
  sowing:
    while: true
    move: {from: own where occupied(it)}
end:
  before-turn:
    - {if: no-move, then: win opponent}
win: nobody
)";

// In his first turn a player sows his left hole.
constexpr const char* kFirst = R"(mancala: 1
id: tiny-first
name: Tiny first
sources: {hand: "made up for this test"}
board: {rows: 2, holes: 2}
setup: 2
sow: {around: board, direction: counterclockwise}
phases:
  first:
    while: turns(mover) == 0
    move: {from: A1 of mover}
  main:
    while: true
    move: {from: own where occupied(it)}
end:
  before-turn:
    - {if: no-move, then: win opponent}
win: nobody
)";

// Tiny in rounds: each fills his holes with two seeds from his right; what cannot be filled is closed. After
// 3:5 South fills A2 and keeps one, North fills both and keeps one.
const std::string kRounds = std::string(kTiny).replace(std::string(kTiny).find("tiny"), 4, "tiny-rounds") +
                            R"(match:
  new-round:
    - {each: p in players, also: 'fill-and-close(p, 2, right)'}
  starter: player with fewest captured(it)
  over: some players where captured(it) < 2
  winner: player with most captured(it)
)";

Json ply(const char* by, const char* move, std::vector<std::string> legal, std::vector<int> board,
         std::vector<int> stores, const char* next) {
  Json json = {{"by", by},
               {"move", move},
               {"legal", std::move(legal)},
               {"board", std::move(board)},
               {"stores", std::move(stores)},
               {"relays", 0}};
  if (next != nullptr) json["next"] = next;
  return json;
}

// The game above as MancalaGames would write it; North has taken what was left.
Json tiny_game() {
  Json last = ply("north", "a1", {"a1", "a2"}, {0, 0, 0, 0}, {3, 5}, nullptr);
  last["status"] = "WIN";
  return {{"game", "Tiny"},
          {"recorded_by", "MancalaGames 1"},
          {"start", {{"board", {2, 2, 2, 2}}, {"stores", {0, 0}}, {"to_move", "south"}}},
          {"plies",
           {ply("south", "A2", {"A1", "A2"}, {2, 0, 3, 0}, {3, 0}, "north"),
            ply("north", "a1", {"a1"}, {3, 1, 0, 1}, {3, 0}, "south"),
            ply("south", "A1", {"A1", "A2"}, {0, 2, 1, 2}, {3, 0}, "north"),
            ply("north", "a1", {"a1", "a2"}, {0, 2, 0, 3}, {3, 0}, "south"),
            ply("south", "A2", {"A2"}, {0, 0, 1, 4}, {3, 0}, "north"), last}},
          {"complete", true}};
}

Json step(int mover, int from, std::vector<int> legal, std::vector<int> counts, std::vector<int> hands,
          int next) {
  Json json = {{"mover", mover},
               {"from", from},
               {"legal", std::move(legal)},
               {"counts", std::move(counts)},
               {"hands", std::move(hands)},
               {"moves_again", next == mover}};
  if (from < 0) json["kind"] = "pass";
  if (next > 0) json["next"] = next;
  return json;
}

// A seed from the mover's hand into a site.
Json placing(int mover, int hand, int to, std::vector<std::vector<int>> legal, std::vector<int> counts,
             std::vector<int> hands, int next) {
  Json json = step(mover, hand, {}, std::move(counts), std::move(hands), next);
  json["to"] = to;
  json["kind"] = "move";
  json["legal"] = std::move(legal);
  return json;
}

// Sites 0 1 are A1 A2; 2 3 are the upper row as South sees it, a2 a1.
constexpr const char* kBoard =
    R"({"board":{"game":"Tiny","players":2,"sites":4,"rows_bottom_up":[[0,1],[2,3]],"tracks":[],"maps":[],)"
    R"("hands":[{"owner":1,"first_site":4,"size":1},{"owner":2,"first_site":5,"size":1}],"regions":[]}})";

Json sites_game(Json steps, bool over) {
  return {{"game", "Tiny"},   {"recorded_by", "Ludii 1"}, {"initial", {2, 2, 2, 2}},
          {"hands", {0, 0}},  {"first_mover", 1},         {"over", over},
          {"complete", over}, {"steps", std::move(steps)}};
}

struct Run {
  Folder folder;
  Run() {
    folder.file("variants/tiny.yaml", kTiny);
    folder.file("variants/tiny-laps.yaml", kLaps);
    folder.file("variants/tiny-rounds.yaml", kRounds);
    folder.file("variants/tiny-hand.yaml", kHand);
    folder.file("variants/tiny-first.yaml", kFirst);
    map("- {recorded-by: MancalaGames, game: Tiny, variant: tiny}\n"
        "- {recorded-by: Ludii, game: Tiny, variant: tiny}\n");
  }
  void map(const std::string& text) const { folder.file("map.yaml", text); }
  void recording(const std::string& text) const { folder.file("games.jsonl", text); }
  Result operator()(std::vector<std::string> more = {}) const {
    std::vector<std::string> arguments = {(folder.path() / "games.jsonl").string(), "--games",
                                          (folder.path() / "map.yaml").string()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    Surroundings surroundings;
    surroundings.program = MANCALA_REPLAY;
    surroundings.environment["MANCALA_PATH"] = (folder.path() / "variants").string();
    return run_mancala(arguments, surroundings);
  }
  // The only set of a run with --json.
  [[nodiscard]] Json set() const {
    const Result result = (*this)({"--json"});
    INFO(result.err);
    const Json json = Json::parse(result.out);
    REQUIRE(json["sets"].size() == 1);
    return json["sets"][0];
  }
};

}  // namespace

TEST_CASE("A game of MancalaGames that is played as recorded", "[replay]") {
  Run run;
  run.recording(tiny_game().dump() + "\n");
  const Result result = run();
  CHECK(result.status == 0);
  CHECK(result.err.empty());
  CHECK(has(result.out, "6/6"));
  CHECK(has(result.out, "1/1 sets whole"));
  const Json set = run.set();
  CHECK(set["plies-reproduced"] == 6);
  CHECK(set["games-whole"] == 1);
  CHECK(set["joined"].empty());
}

TEST_CASE("The board need not be swept at the end", "[replay]") {
  Run run;
  Json game = tiny_game();
  game["plies"][5]["board"] = {0, 0, 0, 5};
  game["plies"][5]["stores"] = {3, 0};
  run.recording(game.dump());
  CHECK(run().status == 0);
  CHECK(run.set()["joined"] == Json{{"unswept", 1}});
}

TEST_CASE("Each thing that differs is told, and the next ply is tested from the recorded position",
          "[replay]") {
  Run run;
  Json game = tiny_game();
  SECTION("a legal move") {
    game["plies"][2]["legal"] = {"A1"};
    run.recording(game.dump());
    const Json set = run.set();
    CHECK(set["plies-reproduced"] == 5);
    CHECK(set["differences"] == Json{{"legal", 1}});
    CHECK(set["differing"][0]["legal-beside"] == Json{"A2"});
    CHECK(set["differing"][0]["ply"] == 3);
  }
  SECTION("who takes what is left") {
    game["plies"][5]["stores"] = {8, 0};
    run.recording(game.dump());
    CHECK(run.set()["differences"] == Json{{"captured", 1}});
  }
  SECTION("who is next") {
    game["plies"][4]["next"] = "south";
    run.recording(game.dump());
    CHECK(run.set()["differences"] == Json{{"next", 1}});
  }
  SECTION("an end that comes too soon") {
    game["plies"] = Json::array({game["plies"][0]});
    game["plies"][0]["status"] = "WIN";
    run.recording(game.dump());
    CHECK(run.set()["differences"] == Json{{"end", 1}});
  }
  SECTION("a board: three seeds that were not captured") {
    // From 2 0 3 3 with nothing captured North may also play a2, and a1 makes 3 1 0 4.
    game["plies"] = Json::array({ply("south", "A2", {"A1", "A2"}, {2, 0, 3, 3}, {0, 0}, "north"),
                                 ply("north", "a1", {"a1", "a2"}, {3, 1, 0, 4}, {0, 0}, "south")});
    game["complete"] = false;
    run.recording(game.dump());
    const Json set = run.set();
    CHECK(set["plies-reproduced"] == 1);
    CHECK(set["differences"] == Json{{"board", 1}, {"captured", 1}});
    const Result told = run({"--differences", "3"});
    CHECK(told.status == 1);
    CHECK(has(told.out, "before    2,2/2,2 0:0 south"));
    CHECK(has(told.out, "recorded  3,3/2,0 0:0"));
    CHECK(has(told.out, "ours      0,3/2,0 3:0"));
    CHECK(has(told.out, "mancala run tiny --position \"2,2/2,2 0:0 south\" --moves \"A2\" --trace"));
  }
}

TEST_CASE("A difference with a reason is no failure", "[replay]") {
  Run run;
  Json game = tiny_game();
  game["plies"][2]["legal"] = {"A1"};
  run.recording(game.dump());
  CHECK(run().status == 1);
  run.map("- {recorded-by: MancalaGames, game: Tiny, variant: tiny, because: that program lost a hole}\n");
  CHECK(run().status == 0);
}

TEST_CASE("A recording may end as soon as more than half is held", "[replay]") {
  Run run;
  Json game = tiny_game();
  game["start"] = {{"board", {0, 1, 1, 0}}, {"stores", {5, 1}}, {"to_move", "south"}};
  game["plies"] = Json::array({ply("south", "A2", {"A2"}, {0, 0, 2, 0}, {5, 1}, nullptr)});
  game["plies"][0]["status"] = "WIN";
  run.recording(game.dump());
  CHECK(run.set()["joined"] == Json{{"early ends", 1}});
  CHECK(run.set()["whole"] == true);
}

TEST_CASE("A game by sites: passes after our end are joined", "[replay]") {
  Run run;
  const Json steps = {
      step(1, 1, {0, 1}, {2, 0, 0, 3}, {3, 0}, 2), step(2, 3, {3}, {3, 1, 1, 0}, {3, 0}, 1),
      step(1, 0, {0, 1}, {0, 2, 2, 1}, {3, 0}, 2), step(2, 3, {2, 3}, {0, 2, 3, 0}, {3, 0}, 1),
      step(1, 1, {1}, {0, 0, 4, 1}, {3, 0}, 2),    step(2, 3, {2, 3}, {0, 0, 5, 0}, {3, 0}, 1),
      step(1, -1, {-1}, {0, 0, 5, 0}, {3, 0}, 0)};
  run.recording(std::string(kBoard) + "\n" + sites_game(steps, true).dump() + "\n");
  const Json set = run.set();
  CHECK(set["plies"] == 6);
  CHECK(set["plies-reproduced"] == 6);
  CHECK(set["games-whole"] == 1);
  CHECK(set["joined"] == Json{{"passes", 1}, {"unswept", 1}});
}

TEST_CASE("A game by sites: stores in a row of their own, or where the map says", "[replay]") {
  Run run;
  // Sites 1 2 are A1 A2, 3 4 are a2 a1; 0 and 5 are the stores.
  std::string board =
      R"({"board":{"game":"Tiny","players":2,"sites":6,"rows_bottom_up":[[1,2],[0,5],[3,4]],"tracks":[],)"
      R"("maps":[{"name":"Map","pairs":{"1":0,"2":5}}],"hands":[],"regions":[]}})";
  const auto counted = [](int mover, int from, std::vector<int> legal, std::vector<int> counts, int next) {
    Json json = step(mover, from, std::move(legal), std::move(counts), {}, next);
    json.erase("hands");
    return json;
  };
  Json game = sites_game(
      {counted(1, 2, {1, 2}, {3, 2, 0, 0, 3, 0}, 2), counted(2, 4, {4}, {3, 3, 1, 1, 0, 0}, 1)}, false);
  game["initial"] = {0, 2, 2, 2, 2, 0};
  game["hands"] = Json::array();
  run.recording(board + "\n" + game.dump());
  CHECK(run.set()["plies-reproduced"] == 2);

  board.replace(board.find("Map"), 3, "Hut");  // a name that says nothing of stores
  run.recording(board + "\n" + game.dump());
  CHECK(run().status == 1);
  run.map("- {recorded-by: Ludii, game: Tiny, variant: tiny, stores: {south: 0, north: 5}}\n");
  CHECK(run.set()["plies-reproduced"] == 2);
  run.map(
      "- {recorded-by: Ludii, game: Tiny, variant: tiny, stores: {south: 0, north: 5}, sites: [1, 2, 4, "
      "3]}\n");
  CHECK(run.set()["plies-reproduced"] == 2);
  // With a1 and a2 exchanged the first capture is from the wrong hole; the move from the other one is as
  // good.
  run.map(
      "- {recorded-by: Ludii, game: Tiny, variant: tiny, stores: {south: 0, north: 5}, sites: [1, 2, 3, "
      "4]}\n");
  CHECK(run.set()["plies-reproduced"] == 1);
}

TEST_CASE("A game by sites: steps that are laps are one move", "[replay]") {
  Run run;
  run.map("- {recorded-by: Ludii, game: Tiny, variant: tiny-laps}\n");
  Json steps = {step(1, 0, {0, 1}, {0, 3, 2, 3}, {0, 0}, 1), step(1, 3, {3}, {1, 4, 3, 0}, {0, 0}, 1),
                step(1, 1, {1}, {2, 1, 4, 1}, {0, 0}, 2)};
  run.recording(std::string(kBoard) + "\n" + sites_game(steps, false).dump());
  Json set = run.set();
  CHECK(set["plies"] == 1);
  CHECK(set["whole"] == true);
  CHECK(set["joined"] == Json{{"laps", 2}});

  steps.erase(2);  // the recording breaks off within the turn
  run.recording(std::string(kBoard) + "\n" + sites_game(steps, false).dump());
  set = run.set();
  CHECK(set["plies"] == 0);
  CHECK(set["joined"] == Json{{"cut", 1}});
}

TEST_CASE("A game by sites: a hand is a pile of ours where the map says so", "[replay]") {
  Run run;
  run.map("- {recorded-by: Ludii, game: Tiny, variant: tiny-hand, hands: stock}\n");
  const auto record = [&](std::vector<int> south_has_placed) {
    const Json steps = {placing(1, 4, 1, {{4, 0}, {4, 1}}, {1, 2, 1, 1}, south_has_placed, 1),
                        step(1, 1, {1}, {1, 0, 2, 2}, south_has_placed, 2),
                        placing(2, 5, 2, {{5, 2}, {5, 3}}, {1, 0, 3, 2}, {0, 0}, 2),
                        step(2, 2, {2}, {2, 1, 0, 3}, {0, 0}, 1),
                        step(1, 0, {0, 1}, {0, 2, 0, 4}, {0, 0}, 2)};
    Json game = sites_game(steps, false);
    game["initial"] = {1, 1, 1, 1};
    game["hands"] = {1, 1};
    run.recording(std::string(kBoard) + "\n" + game.dump());
  };
  record({0, 1});
  Json set = run.set();
  CHECK(set["plies"] == 3);
  CHECK(set["plies-reproduced"] == 3);
  CHECK(set["joined"] == Json{{"laps", 2}});

  record({1, 1});  // the seed comes from nowhere, and vanishes from the hand a ply later
  set = run.set();
  CHECK(set["plies-reproduced"] == 1);
  CHECK(set["differences"] == Json{{"captured", 2}});

  run.map("- {recorded-by: Ludii, game: Tiny, variant: tiny-hand, hands: stack}\n");
  const Result wrong = run();
  CHECK(wrong.status == 1);
  CHECK(has(wrong.out + wrong.err, "names no pile of the variant: `stack`"));
  run.recording(tiny_game().dump());
  run.map("- {recorded-by: MancalaGames, game: Tiny, variant: tiny-hand, hands: stock}\n");
  const Result none = run();
  CHECK(has(none.out + none.err, "the recording has no hands"));
}

TEST_CASE("A ply that we cannot play counts as a turn", "[replay]") {
  Run run;
  run.map("- {recorded-by: Ludii, game: Tiny, variant: tiny-first}\n");
  // South begins with the wrong hole. In his next turn he may sow either.
  const Json steps = {step(1, 1, {1}, {2, 0, 3, 3}, {0, 0}, 2), step(2, 3, {3}, {3, 1, 4, 0}, {0, 0}, 1),
                      step(1, 1, {0, 1}, {3, 0, 4, 1}, {0, 0}, 2)};
  run.recording(std::string(kBoard) + "\n" + sites_game(steps, false).dump());
  const Json set = run.set();
  CHECK(set["plies"] == 3);
  CHECK(set["plies-reproduced"] == 2);
  CHECK(set["differences"] == Json{{"legal", 1}});
}

TEST_CASE("A game by sites: a pass instead of a move is one of ours, or it is skipped", "[replay]") {
  Run run;
  std::string passing = kTiny;
  passing.replace(passing.find("tiny"), 4, "tiny-pass");
  const std::string from = "from: own where occupied(it)";
  passing.replace(passing.find(from), from.size(), from + ", pass: true");
  run.folder.file("variants/tiny-pass.yaml", passing);
  run.recording(std::string(kBoard) + "\n" +
                sites_game(Json::array({step(1, -1, {0, 1, -1}, {2, 2, 2, 2}, {0, 0}, 2)}), false).dump());
  run.map("- {recorded-by: Ludii, game: Tiny, variant: tiny-pass}\n");
  CHECK(run.set()["plies"] == 1);
  CHECK(run.set()["plies-reproduced"] == 1);
  run.map("- {recorded-by: Ludii, game: Tiny, variant: tiny}\n");
  CHECK(run.set()["plies"] == 0);
  CHECK(run.set()["joined"] == Json{{"no moves", 1}});
}

TEST_CASE("A game by sites: seeds from a store into a hole are a move where no round begins", "[replay]") {
  Run run;
  // South sows A1: 0 3 3 2. North holds one seed, which goes into a2: 0 3 4 2.
  std::string giving = kHand;
  giving.replace(giving.find("tiny-hand"), 9, "tiny-give");
  giving.replace(giving.find("piles:\n  stock: {each: player, seeds: 1}\nsetup: 1"), 49,
                 "setup: {seeds: 2, stores: 1}");
  giving.replace(giving.find("seeds(stock(mover)) > 0"), 23, "mover == north");
  giving.replace(giving.find("move 1 from stock(mover) to start; relay(start)"), 47,
                 "move 1 from store(mover) to start");
  run.folder.file("variants/tiny-give.yaml", giving);
  run.map("- {recorded-by: Ludii, game: Tiny, variant: tiny-give}\n");
  Json game = sites_game({step(1, 0, {0, 1}, {0, 3, 2, 3}, {1, 1}, 2),
                          placing(2, 5, 2, {{5, 2}, {5, 3}}, {0, 3, 3, 3}, {1, 0}, 1)},
                         false);
  game["hands"] = {1, 1};
  run.recording(std::string(kBoard) + "\n" + game.dump());
  const Json set = run.set();
  CHECK(set["plies"] == 2);
  CHECK(set["plies-reproduced"] == 2);
}

TEST_CASE("A game by sites: a round is laid out by steps, several seeds at a time, and who has none passes",
          "[replay]") {
  Run run;
  run.map("- {recorded-by: Ludii, game: Tiny, variant: tiny-rounds}\n");
  const auto fill = [](int mover, int hand, int to, std::vector<int> counts, std::vector<int> hands,
                       int next) {
    Json json = placing(mover, hand, to, {{hand, to}}, std::move(counts), std::move(hands), next);
    json["sown"] = {to, to};
    json.erase("kind");
    return json;
  };
  // After 3:5 South fills A2 and keeps one, North fills both holes. South, who has fewer, begins.
  Json steps = {step(1, 1, {0, 1}, {2, 0, 0, 3}, {3, 0}, 2), step(2, 3, {3}, {3, 1, 1, 0}, {3, 0}, 1),
                step(1, 0, {0, 1}, {0, 2, 2, 1}, {3, 0}, 2), step(2, 3, {2, 3}, {0, 2, 3, 0}, {3, 0}, 1),
                step(1, 1, {1}, {0, 0, 4, 1}, {3, 0}, 2),    step(2, 3, {2, 3}, {0, 0, 0, 0}, {3, 5}, 1),
                fill(1, 4, 1, {0, 2, 0, 0}, {1, 5}, 2),      fill(2, 5, 2, {0, 2, 2, 0}, {1, 3}, 1),
                step(1, -1, {-1}, {0, 2, 2, 0}, {1, 3}, 2),  fill(2, 5, 3, {0, 2, 2, 2}, {1, 1}, 1),
                step(1, 1, {1}, {0, 0, 0, 3}, {4, 1}, 2)};
  run.recording(std::string(kBoard) + "\n" + sites_game(steps, false).dump());
  const Json set = run.set();
  CHECK(set["plies"] == 7);
  CHECK(set["plies-reproduced"] == 7);
  CHECK(set["rounds"] == 1);
  CHECK(set["rounds-reproduced"] == 1);
}

TEST_CASE("New rounds: which holes are filled may be chosen, how many may not", "[replay]") {
  Run run;
  run.map("- {recorded-by: MancalaGames, game: Tiny, variant: tiny-rounds}\n");
  Json game = tiny_game();
  game["plies"][5]["status"] = "ROUND_WIN";
  // South has fewer and begins. He has three seeds: one hole, and one seed is left over.
  Json round = {{"new_round", 2},
                {"board", {0, 2, 2, 2}},
                {"stores", {1, 1}},
                {"to_move", "south"},
                {"extra", {{"blocked", {1, 0, 0, 0}}}},
                {"default_fill", false}};
  SECTION("as our rules fill") {
    game["plies"].push_back(round);
    run.recording(game.dump());
    CHECK(run.set()["rounds-reproduced"] == 1);
    CHECK(run.set()["joined"].empty());
  }
  SECTION("another hole is closed") {
    round["board"] = {2, 0, 2, 2};
    round["extra"]["blocked"] = {0, 1, 0, 0};
    game["plies"].push_back(round);
    // The round goes on from there: A1 sows into the two holes of North, over the closed one: 0 - 3 3.
    game["plies"].push_back(ply("south", "A1", {"A1"}, {0, 0, 3, 0}, {4, 1}, "north"));
    run.recording(game.dump());
    const Json set = run.set();
    CHECK(set["rounds-reproduced"] == 1);
    CHECK(set["joined"] == Json{{"fills", 1}});
    CHECK(set["plies-reproduced"] == 7);
  }
  SECTION("nobody has that many seeds") {
    round["board"] = {2, 2, 2, 0};
    round["extra"]["blocked"] = {0, 0, 0, 1};
    game["plies"].push_back(round);
    run.recording(game.dump());
    CHECK(run.set()["differences"] == Json{{"round", 1}});
  }
}

TEST_CASE("Lines that are no games are told with their place", "[replay]") {
  Run run;
  run.recording("{\"game\":\n" + tiny_game().dump() + "\n{\"game\":\"Tiny\",\"plies\":[]}\n[1]\n");
  const Result result = run();
  CHECK(result.status == 1);
  CHECK(has(result.err, "games.jsonl:1: this is no JSON"));
  CHECK(has(result.err, "games.jsonl:3: there is no `recorded_by`"));
  CHECK(has(result.err, "games.jsonl:4: there are neither `plies` nor `steps`"));
  CHECK(has(result.out, "6/6"));  // the game between them is replayed
}

TEST_CASE("Games that are not mapped, left out, or not there", "[replay]") {
  Run run;
  run.recording(tiny_game().dump());
  run.map("[]\n");
  CHECK(has(run().out, "not mapped (1):\n  MancalaGames Tiny"));
  run.map("- {recorded-by: MancalaGames, game: Tiny, left-out: too small}\n");
  CHECK(has(run().out, "left out:\n  MancalaGames Tiny: too small"));
  const Result none = run({"--game", "Huge"});
  CHECK(none.status == 1);
  CHECK(has(none.err, "no game `Huge`"));
  const Result missing = run({"--games", "no-such-map"});
  CHECK(missing.status == 3);
  CHECK(run({"--nonsense"}).status == 2);
}

TEST_CASE("A file that is not in the library can be tried", "[replay]") {
  Run run;
  run.recording(tiny_game().dump());
  run.map("[]\n");
  const std::string mine = run.folder.file("mine/tiny.yaml", kTiny);
  const Result result = run({"--variant", mine});
  CHECK(result.status == 0);
  CHECK(has(result.out, "6/6"));
}

TEST_CASE("What is wrong with the map is told with its place", "[replay]") {
  Run run;
  run.recording(tiny_game().dump());
  const auto error = [&](const std::string& entry, const std::string& message) {
    INFO(entry);
    run.map("# first line\n" + entry + "\n");
    const Result result = run();
    CHECK(result.status == 1);
    INFO(result.err);
    CHECK(has(result.err, message));
    CHECK(has(result.err, "map.yaml:2:"));
  };
  error("- {recorded-by: MancalaGames, game: Tiny, varient: tiny}", "unknown key `varient`");
  error("- {recorded-by: MancalaGames, game: Tiny}", "either a `variant` or a reason");
  error("- {recorded-by: MancalaGames, game: Tiny, variant: tiny, left-out: too small}",
        "either a `variant` or a reason");
  error("- {recorded-by: Somebody, game: Tiny, variant: tiny}", "`Somebody` records no games");
  error("- {game: Tiny, variant: tiny}", "an entry needs `recorded-by`");
  error("- {recorded-by: MancalaGames, game: Tiny, variant: tny}", "did you mean `tiny`?");
  error("- {recorded-by: MancalaGames, game: Tiny, variant: tiny, state: {tuz: tuzzes}}", "no mark `tuzzes`");
  error("- {recorded-by: MancalaGames, game: Tiny, variant: tiny, state: {tuz: child}}",
        "has no state `tuz`");
  error("- {recorded-by: MancalaGames, game: Tiny, variant: oware}",
        "the recording has 4 holes, the variant has 12");
  error("just a text", "a list of entries");

  run.map(
      "- {recorded-by: MancalaGames, game: Tiny, variant: tiny}\n"
      "- {recorded-by: MancalaGames, game: Tiny, variant: tiny-laps}\n");
  const Result twice = run();
  CHECK(twice.status == 1);
  CHECK(has(twice.err, "mapped twice"));
}

TEST_CASE("The report is the same each time and names no path", "[replay]") {
  Run run;
  Json game = tiny_game();
  game["plies"][2]["legal"] = {"A1"};
  run.recording(game.dump());
  run.map("- {recorded-by: MancalaGames, game: Tiny, variant: tiny, because: that program lost a hole}\n");
  const std::filesystem::path path = run.folder.path() / "report.md";
  run({"--report", path.string()});
  const std::string first = text_of(path);
  run({"--report", path.string()});
  CHECK(first == text_of(path));
  CHECK(has(first, "| MancalaGames | 0/1 | 5/6 |"));
  CHECK(has(first, "differing: 1 legal. that program lost a hole"));
  CHECK_FALSE(has(first, run.folder.path().string()));
  CHECK(run({"--report", (run.folder.path() / "games.jsonl" / "no").string()}).status == 3);
}

TEST_CASE("A reproduced game becomes an example that `mancala test` replays", "[replay]") {
  Run run;
  run.map("- {recorded-by: MancalaGames, game: Tiny, variant: tiny-rounds}\n");
  Json game = tiny_game();
  game["plies"][5]["status"] = "ROUND_WIN";
  game["plies"].push_back({{"new_round", 2},
                           {"board", {2, 0, 2, 2}},
                           {"stores", {1, 1}},
                           {"to_move", "south"},
                           {"extra", {{"blocked", {0, 1, 0, 0}}}},
                           {"default_fill", true}});
  game["plies"].push_back(ply("south", "A1", {"A1"}, {0, 0, 3, 0}, {4, 1}, "north"));
  run.recording(game.dump());
  run({"--export", (run.folder.path() / "examples").string()});
  const std::filesystem::path example =
      run.folder.path() / "examples" / "tiny-rounds" / "recorded-mancalagames.yaml";
  const std::string text = text_of(example);
  CHECK(has(text, "kind: recorded"));
  CHECK(has(text, "MancalaGames 1"));
  CHECK(has(text, "{move: A2, then: \"0,3/2,0 3:0 north\"}"));
  Surroundings surroundings;
  surroundings.environment["MANCALA_PATH"] = (run.folder.path() / "variants").string();
  const Result test = run_mancala({"test", example.string()}, surroundings);
  INFO(test.out << test.err);
  CHECK(test.status == 0);
}

}  // namespace mancala::tests
