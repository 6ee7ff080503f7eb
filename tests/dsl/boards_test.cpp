// Boards of every shape: where holes lie, what faces what, and the ways on which seeds run. The expected
// routes are walked by hand on a drawing of the board.
#include "dsl/describe.h"
#include "interpreter/match.h"
#include "interpreter/notation.h"
#include "tests/support/catch.hpp"
#include "tests/support/variants.h"

namespace mancala::test {
namespace {

// A game on this board with this circuit; its rules do not matter.
Loaded on_board(const std::string& board, const std::string& around, const std::string& more = "") {
  return load_text("mancala: 1\nid: made-up\nname: Made up\nsources: {mine: made up}\nboard: " + board +
                   "\n" + more +
                   "setup: 2\nmove: {from: own where occupied(it), none: pass}\nsow: {around: " + around +
                   ", direction: counterclockwise}\n"
                   "end:\n  after-move:\n    - {if: seeds(board) < 4}\nwin: player with most captured(it)\n");
}

std::string label(const Board& board, Place place) {
  if (place == kNoPlace) return "-";
  return board.is_hole(place) ? board.holes[static_cast<std::size_t>(place)].label
                              : "store" + std::to_string(place - board.hole_count());
}

// The labels on the way of a player, from a hole on until it comes round.
std::string way(const Loaded& loaded, Player player, const std::string& from, int direction = 0) {
  const Board& board = loaded.variant.value().program.board;
  const auto& next =
      board.circuits[0].next[static_cast<std::size_t>(player)][static_cast<std::size_t>(direction)];
  std::string all = from;
  Place at = next[static_cast<std::size_t>(board.find(from))];
  for (int i = 0; i < 60 && at != kNoPlace && label(board, at) != from; ++i) {
    all += " " + label(board, at);
    at = next[static_cast<std::size_t>(at)];
  }
  return all;
}

std::string pairs(const Loaded& loaded, const std::vector<Place>& map) {
  const Board& board = loaded.variant.value().program.board;
  std::string all;
  for (const Place h : board.all()) {
    all += (all.empty() ? "" : " ") + label(board, h) + "-" + label(board, map[static_cast<std::size_t>(h)]);
  }
  return all;
}

TEST_CASE("four rows: two for each player, numbered from the middle", "[boards]") {
  // b3 b2 b1 / a3 a2 a1 / A1 A2 A3 / B1 B2 B3: counterclockwise is to the left along one's inner row.
  const Loaded loaded = on_board("{rows: 4, holes: 3}", "own-rows");
  REQUIRE(loaded.variant);
  const Board& board = loaded.variant->program.board;
  CHECK(way(loaded, 0, "B1") == "B1 B2 B3 A3 A2 A1");
  CHECK(way(loaded, 1, "b1") == "b1 b2 b3 a3 a2 a1");
  CHECK(way(loaded, 0, "A1", 1) == "A1 A2 A3 B3 B2 B1");
  CHECK(pairs(loaded, board.opposite) ==
        "B1-b3 B2-b2 B3-b1 A3-a1 A2-a2 A1-a3 b1-B3 b2-B2 b3-B1 a3-A1 a2-A2 a1-A3");
  CHECK(pairs(loaded, board.behind) == "B1-- B2-- B3-- A3-B3 A2-B2 A1-B1 b1-- b2-- b3-- a3-b3 a2-b2 a1-b1");
  CHECK(pairs(loaded, board.same) ==
        "B1-b1 B2-b2 B3-b3 A3-a3 A2-a2 A1-a1 b1-B1 b2-B2 b3-B3 a3-A3 a2-A2 a1-A1");
  CHECK(board.holes[static_cast<std::size_t>(board.find("A2"))].row == 1);
  CHECK(board.holes[static_cast<std::size_t>(board.find("b2"))].row == 2);
  CHECK(on_board("{rows: 4, holes: 3}", "board").codes() == "M0422");
}

TEST_CASE("three rows: the right half of the middle one is a player's inner row", "[boards]") {
  // b4 b3 b2 b1 / a4 a3 A3 A4 / B1 B2 B3 B4.
  const Loaded loaded = on_board("{rows: 3, holes: 4}", "board");
  REQUIRE(loaded.variant);
  CHECK(way(loaded, 0, "B1") == "B1 B2 B3 B4 A4 A3 b1 b2 b3 b4 a4 a3");
  CHECK(pairs(loaded, loaded.variant->program.board.opposite) ==
        "B1-a4 B2-a3 B3-- B4-- A4-b1 A3-b2 b1-A4 b2-A3 b3-- b4-- a4-B1 a3-B2");
  const Loaded own = on_board("{rows: 3, holes: 4}", "own-rows");
  CHECK(way(own, 0, "B1") == "B1 B2 B3 B4 A4 A3");
  CHECK(on_board("{rows: 3, holes: 5}", "board").codes() == "M0507");
}

TEST_CASE("six rows: to and fro, from the outermost row inwards", "[boards]") {
  const Loaded loaded = on_board("{rows: 6, holes: 2}", "own-rows");
  CHECK(way(loaded, 0, "C1") == "C1 C2 B2 B1 A1 A2");
  CHECK(way(loaded, 1, "c1") == "c1 c2 b2 b1 a1 a2");
}

TEST_CASE("one row for one player, with his store at its end", "[boards]") {
  const Loaded loaded = on_board("{rows: 1, holes: 3}", "own-rows-and-own-store", "players: [solo]\n");
  CHECK(way(loaded, 0, "A1") == "A1 A2 A3 store0");
  CHECK(on_board("{rows: 5, holes: 3}", "own-rows").codes().find("M0205") == 0);
  CHECK(on_board("{rows: 2, holes: 3}", "board", "players: [south, north, east]\n").codes() == "M0221");
}

TEST_CASE("ends lie between the rows and belong to nobody", "[boards]") {
  const Loaded loaded = on_board("{rows: 2, holes: 2, ends: {west: a2 A1, east: A2 a1}}", "board");
  REQUIRE(loaded.variant);
  CHECK(way(loaded, 0, "A1") == "A1 A2 east a1 a2 west");
  const Reference reference(loaded.variant->program);
  Chance chance(1);
  CHECK(position_text(loaded.variant->program, reference.initial(chance)) ==
        "-,2,2,-/2,-,-,2/-,2,2,- 0:0 south");
  const Loaded tiny = on_board("{rows: 2, holes: 1, ends: {west: a1 A1, east: A1 a1}}", "board");
  CHECK(tiny.codes().empty());
  CHECK(way(tiny, 0, "A1") == "A1 east a1 west");
  CHECK(on_board("{rows: 2, holes: 2, ends: {west: a2 A2}}", "board").codes() == "M0420");
  CHECK(on_board("{rows: 4, holes: 2, ends: {west: a2 A1}}", "own-rows").codes() == "M0420");
  // An expression knows an end by its name, and all of them.
  CHECK(load_keys("board: {rows: 2, holes: 2, ends: {west: a2 A1, east: A2 a1}}\n"
                  "sow: {around: board, direction: counterclockwise}\n"
                  "setup: if it == west then 3 else if it in ends then 2 else 1\n")
            .codes()
            .empty());
}

TEST_CASE("a grid: rows and columns, which nobody owns", "[boards]") {
  // B1 B2 B3 / A1 A2 A3.
  const Loaded loaded = on_board("{grid: 2 x 3, circuits: {rim: A1 A2 A3 B3 B2 B1}}", "rim");
  REQUIRE(loaded.variant);
  const Board& board = loaded.variant->program.board;
  CHECK(way(loaded, 0, "A1") == "A1 A2 A3 B3 B2 B1");
  const Hole& b3 = board.holes[static_cast<std::size_t>(board.find("B3"))];
  CHECK((b3.row == 2 && b3.number == 3 && b3.line == 0 && b3.column == 2 && b3.owner == kNobody));
  CHECK(board.beside(board.find("A2")) ==
        (Region::of(board.find("A1")) | Region::of(board.find("A3")) | Region::of(board.find("B2"))));
  CHECK(board.straight_on(board.find("A1"), board.find("A2"), board.find("A2")) == board.find("A3"));
  CHECK(board.straight_on(board.find("A2"), board.find("B2"), board.find("B2")) == kNoPlace);
  // Owners are said; the numbers stay those of the grid. Sizes may be parameters.
  const Loaded owned =
      on_board("{grid: 2 x width, owners: {north: B1 B2, south: board}, circuits: {rim: A1 A2 B2 B1}}", "rim",
               "parameters: {width: 2}\n");
  REQUIRE(owned.variant);
  const Board& small = owned.variant->program.board;
  CHECK(small.owned_by(0) == (Region::of(small.find("A1")) | Region::of(small.find("A2"))));
  CHECK(small.holes[static_cast<std::size_t>(small.find("B1"))].row == 2);
  CHECK(on_board("{grid: 2 x 3, rows: 2}", "board").codes() == "M0209");
  CHECK(on_board("{grid: 2 x 3, holes: 2}", "board").codes() == "M0209 M0422");
  CHECK(on_board("{grid: 2 by 3}", "board").codes().find("M0203") == 0);
  CHECK(on_board("{grid: 27 x 2}", "board").codes().find("M0507") == 0);
  CHECK(on_board("{holes: 3}", "board").codes().find("M0202") == 0);
  CHECK(on_board("{owners: {nobody: board}}", "board").codes().find("M0202") == 0);
}

TEST_CASE("a ring: counterclockwise from the lower left, drawn as one", "[boards]") {
  //      A7 A6 A5
  //   A8          A4
  //      A1 A2 A3
  const Loaded loaded = on_board("{ring: 8, owners: {south: A1 A2 A3 A4, north: A5 A6 A7 A8}}", "board");
  REQUIRE(loaded.variant);
  CHECK(way(loaded, 0, "A1") == "A1 A2 A3 A4 A5 A6 A7 A8");
  CHECK(way(loaded, 0, "A1", 1) == "A1 A8 A7 A6 A5 A4 A3 A2");
  CHECK(pairs(loaded, loaded.variant->program.board.opposite) ==
        "A1-A5 A2-A6 A3-A7 A4-A8 A5-A1 A6-A2 A7-A3 A8-A4");
  const Reference reference(loaded.variant->program);
  Chance chance(1);
  CHECK(position_text(loaded.variant->program, reference.initial(chance)) ==
        "-,2,2,2,-/2,-,-,-,2/-,2,2,2,- 0:0 south");
  // Every size has a place for each hole: the printed board says so itself.
  for (int holes = 4; holes <= 40; ++holes) {
    const Loaded ring =
        on_board("{ring: " + std::to_string(holes) + ", owners: {south: A1, north: board}}", "board");
    INFO(holes);
    CHECK(ring.codes().empty());
  }
  CHECK(on_board("{ring: 3}", "board").codes() == "M0507");
  CHECK(on_board("{ring: 6, holes: 3}", "board").codes() == "M0209");
}

TEST_CASE("holes that lie by themselves, owned and joined as the file says", "[boards]") {
  const std::string holes =
      "holes: {A1: [0, 0], A2: [1, 0], B1: [2, 1], C1: [1, 2], C2: [0, 2], well: [3, 1]}";
  const std::string owners = "owners: {south: A1 A2, east: B1, north: C1 C2}";
  const std::string players = "players: [south, east, north]\n";
  const Loaded loaded =
      on_board("{" + holes + ", " + owners + ", circuits: {rim: A1 A2 B1 C1 C2}, opposite: {A1: C2, A2: C1}}",
               "rim", players);
  REQUIRE(loaded.variant);
  CHECK(way(loaded, 2, "C1") == "C1 C2 A1 A2 B1");
  CHECK(pairs(loaded, loaded.variant->program.board.opposite) == "A1-C2 A2-C1 B1-- C1-A2 C2-A1 well--");
  const Reference reference(loaded.variant->program);
  Chance chance(1);
  CHECK(position_text(loaded.variant->program, reference.initial(chance)) ==
        "2,2,-,-/-,-,2,2/2,2,-,- 0:0:0 south");
  // A way for each player, and stores as stations.
  const Loaded own =
      on_board("{rows: 2, holes: 2, circuits: {mine: {south: A1 A2 store(south), north: a2 a1}}}", "mine");
  CHECK(way(own, 0, "A1") == "A1 A2 store0");
  CHECK(way(own, 1, "a1") == "a1 a2");

  // Clockwise is not the same way back: both begin in the outer row.
  const Loaded both = on_board(
      "{rows: 4, holes: 2, circuits: {winding: {south: {counterclockwise: B1 B2 A2 A1, clockwise: B2 B1 A1 "
      "A2}, "
      "north: b1 b2 a2 a1}}}",
      "winding");
  CHECK(way(both, 0, "B1", 0) == "B1 B2 A2 A1");
  CHECK(way(both, 0, "B2", 1) == "B2 B1 A1 A2");
  CHECK(way(both, 1, "b2", 1) == "b2 b1 a1 a2");
  CHECK(on_board("{rows: 2, holes: 2, circuits: {mine: {south: {widdershins: A1 A2}, north: a2 a1}}}", "mine")
            .codes()
            .find("M0201") != std::string::npos);

  CHECK(on_board("{" + holes + ", " + owners + ", circuits: {rim: A1 A2}}", "rom", players).codes() ==
        "M0205");
  CHECK(on_board("{" + holes + ", " + owners + "}", "board", players).codes() == "M0422");
  CHECK(on_board("{rows: 2, holes: 2, circuits: {rim: A1 A1}}", "board").codes() == "M0421");
  CHECK(on_board("{rows: 2, holes: 2, circuits: {rim: A1}}", "rim").codes() == "M0421");
  CHECK(on_board("{rows: 2, holes: 2, circuits: {board: A1 A2}}", "board").codes() == "M0402");
  CHECK(on_board("{rows: 2, holes: 2, opposite: {A1: a1, a1: A2}}", "board").codes() == "M0424");
  CHECK(on_board("{rows: 2, holes: 2, opposite: {A1: A1}}", "board").codes() == "M0424");
  CHECK(on_board("{rows: 2, holes: 2, ends: {west: a2 A1, east: a2 A1}}", "board").codes() == "M0420");
  CHECK(on_board("{rows: 2, holes: 2, circuits: {rim: {south: A1 A2}}}", "board").codes() == "M0421");
  CHECK(
      on_board("{holes: {A1: [0, 0], a1: [0, 0]}, owners: {south: A1, north: a1}, circuits: {r: A1 a1}}", "r")
          .codes()
          .find("M0419") != std::string::npos);
}

TEST_CASE("a word for two players is wrong where there are more, or one", "[boards]") {
  const std::string three = "{rows: 2, holes: 3, owners: {south: A1 A2, east: A3 a1, north: a2 a3}}";
  const auto with = [&](const std::string& clause) {
    return on_board(three, "board", "players: [south, east, north]\nlap-end:\n  - " + clause + "\n").codes();
  };
  CHECK(with("{if: here in theirs, then: capture here}").empty());
  CHECK(with("{if: captured(opponent) > 2, then: capture here}") == "M0423");
  CHECK(with("{if: owner(here) == other(mover), then: capture here}") == "M0423");
  CHECK(with("{if: next-player(mover) == east, then: capture here}").empty());
}

}  // namespace
}  // namespace mancala::test
