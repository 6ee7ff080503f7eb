// Stages of a game, ways to move, further picks, and set-ups: what the file says and what is then played.
// Every position is worked out by hand from the rules in the text beside it.
#include "dsl/describe.h"
#include "tests/support/playing.h"

namespace mancala::test {
namespace {

// Every player's first turn: he lifts three seeds from each of his holes and sows them after his last hole.
const std::string kOpening =
    "phases:\n"
    "  opening:\n"
    "    while: turns(mover) == 0\n"
    "    move: {from: leftmost(own)}\n"
    "    play:\n"
    "      - {each: h in own from left, also: move 3 from h to hand}\n"
    "      - sow after rightmost(own)\n"
    "  main:\n"
    "    move: {from: own where occupied(it)}\n"
    "sow: {around: board, direction: counterclockwise}\n";

TEST_CASE("the first phase whose condition holds says how the move is made", "[phases]") {
  const Loaded loaded = load_text(kHead + "board: {rows: 2, holes: 6}\nsetup: 4\n" + kOpening + kEnd);
  // South lifts 18 and leaves 1 in each of his holes: one round of 12, and 6 more for North.
  CHECK(after(loaded, {"A1"}) == "6,6,6,6,6,6/2,2,2,2,2,2 0:0 north turns=1,0");
  // North lifts 18, leaving 3 each: A1 to A6, a1 to a6, A1 to A6.
  CHECK(after(loaded, {"A1", "a1"}) == "4,4,4,4,4,4/4,4,4,4,4,4 0:0 south turns=1,1");
  // Now the main phase: one hole is sown.
  CHECK(after(loaded, {"A1", "a1", "A2"}) == "4,4,4,4,4,4/4,0,5,5,5,5 0:0 north turns=2,1");

  const Reference reference(loaded.variant->program);
  Match match(reference, 1);
  CHECK(all_moves(match) == "A1");
}

TEST_CASE("a phase says what is different, and has the rest from outside", "[phases]") {
  const Loaded loaded =
      load_text(kHead +
                "board: {rows: 2, holes: 3}\nsetup: 2\n"
                "move: {from: own where occupied(it)}\n"
                "sow: {around: board, direction: counterclockwise, skip: it == start}\n"
                "phases:\n  first: {while: turns-played == 0}\n  later: {sow: {direction: clockwise}}\n" +
                kEnd);
  // A1 to the right: A2, A3. Then a1 clockwise: from North's right-hand neighbour of it, South's A3, A2.
  CHECK(after(loaded, {"A1", "a1"}) == "2,2,0/0,4,4 0:0 south turns=1,1");
  CHECK(loaded.variant->program.phases.at(1).skip != ir::kNone);
}

TEST_CASE("a rule can ask which phase runs", "[phases]") {
  const std::string rules = "each-seed:\n  - {if: seeds(here) == 3 and phase == main, then: capture here}\n";
  const Loaded loaded = load_text(kHead + "board: {rows: 2, holes: 3}\nsetup: 2\n" +
                                  "move: {from: own where occupied(it)}\n"
                                  "sow: {around: board, direction: counterclockwise}\n"
                                  "phases:\n  opening: {while: turns-played == 0}\n  main: {}\n" +
                                  rules + kEnd);
  CHECK(after(loaded, {"A1"}) == "2,2,2/0,3,3 0:0 north turns=1,0");        // nothing is captured yet
  CHECK(after(loaded, {"A1", "a1"}) == "0,0,0/0,3,3 0:6 south turns=1,1");  // a2 and a3 come to three
  CHECK(load_keys("lap-end:\n  - {if: phase == main, then: again}\n").codes() == "M0401");
}

TEST_CASE("what is wrong with a phase is said where it stands, and once", "[phases]") {
  const std::string rest = "board: {rows: 2, holes: 3}\nsetup: 2\n" + kEnd;
  const Loaded no_move =
      load_text(kHead + rest +
                "phases:\n  opening: {while: turns-played == 0}\n  main: {move: {from: own}}\n"
                "sow: {around: board, direction: counterclockwise}\n");
  CHECK(no_move.codes() == "M0202");
  CHECK(no_move.text(no_move.diagnostics.sorted().at(0).primary.span) == "opening");
  // A fault in what all phases share, and an unknown key of one of them.
  const Loaded shared =
      load_text(kHead + rest +
                "phases:\n  opening: {while: turns-played == 0, mvoe: {from: own}}\n  main: {}\n"
                "move: {from: ownn}\n"
                "sow: {around: board, direction: counterclockwise}\n");
  CHECK(shared.codes() == "M0201 M0401");
  const Loaded unknown = load_text(kHead + rest +
                                   "phases:\n  opening: {while: turns-played == 0}\n  main: {}\n"
                                   "move: {from: ownn}\n"
                                   "sow: {around: board, direction: counterclockwise}\n");
  CHECK(unknown.codes() == "M0401");
  CHECK(
      load_text(kHead + rest + "phases: {}\nmove: {from: own}\nsow: {around: board, direction: clockwise}\n")
          .codes() == "M0217");
}

TEST_CASE("a move may ask for a number beside its hole", "[picks]") {
  const Loaded loaded = load_keys(
      "setup: 3\nboard: {rows: 2, holes: 2}\n"
      "move:\n  from: own where occupied(it)\n  choose: {n: 1 to seeds(start)}\n  legal: [{only: n is odd}]\n"
      "play:\n  - lift n of start; sow after start\n"
      "sow: {around: board, direction: counterclockwise}\nlap-end: []\n");
  REQUIRE(loaded.variant);
  const Reference reference(loaded.variant->program);
  const Match match(reference, 1);
  CHECK(all_moves(match) == "A1/1 A1/3 A2/1 A2/3");
  CHECK(after(loaded, {"A1/1"}) == "3,3/2,4 0:0 north");
  CHECK(after(loaded, {"A2/3"}) == "4,4/4,0 0:0 north");
}

TEST_CASE("a move may start from a store or a pile, as another way to move", "[picks]") {
  const Loaded loaded =
      load_text(kHead +
                "board: {rows: 2, holes: 3}\nsetup: {seeds: 1, stores: 2}\n"
                "piles: {reserve: {each: player, seeds: 1}}\n"
                "move:\n"
                "  - from: own where occupied(it)\n"
                "  - {from: store(mover), when: occupied(store(mover)), choose: {n: 1 to seeds(start)}}\n"
                "  - {from: reserve(mover), when: occupied(reserve(mover))}\n"
                "play:\n"
                "  - {if: start == store(mover), then: move n from start to hand; sow at leftmost(own)}\n"
                "  - relay(start)\n"
                "sow: {around: board, direction: counterclockwise}\n" +
                kEnd);
  REQUIRE(loaded.variant);
  const Reference reference(loaded.variant->program);
  const Match match(reference, 1);
  CHECK(all_moves(match) == "A1 A2 A3 store(south)/1 store(south)/2 reserve(south)");
  CHECK(after(loaded, {"store(south)/2"}) == "1,1,1/2,2,1 0:2 north");
}

TEST_CASE("a store is no region, and a choice that is not offered is none", "[picks]") {
  CHECK(load_keys("move: {from: store(mover) where occupied(it)}\n").codes() == "M0404");
  const std::string keys =
      "readings: {plan: {about: Giving up, default: may-not, values: {may: some, may-not: others}}}\n"
      "lap-end:\n  - {if: plan == may and laps > 0, also: choose mind from go-on or give-up}\n"
      "  - {if: mind == give-up, then: win opponent}\n"
      "sow: {around: board, direction: counterclockwise}\n";
  for (const std::string plan : {"may", "may-not"}) {
    const Loaded loaded = load_keys(keys, {{"plan", plan}});
    REQUIRE(loaded.variant);
    const Reference reference(loaded.variant->program);
    Chance chance(1);
    Position position = reference.initial(chance);
    const Outcome outcome = reference.play(position, reference.legal(position).front(), chance);
    CHECK((outcome.status == Status::needs_choice) == (plan == "may"));
  }
}

TEST_CASE("a pick asks about the earlier ones only, and offers something", "[picks]") {
  const auto with = [](const std::string& choose) {
    return load_keys("move: {from: own where occupied(it), choose: " + choose + "}\n").codes();
  };
  CHECK(with("{a: 1 to 2, b: 1 to a}").empty());
  CHECK(with("{a: 1 to b, b: 1 to 2}") == "M0403");
  CHECK(with("{n: 1 to n}") == "M0403");
  CHECK(with("{n: 5 to 1}") == "M0412");
  CHECK(with("{n: 1 to 100000}") == "M0412");
  CHECK(load_keys("move: {from: own where n > 0, choose: {n: 1 to 2}}\n").codes() == "M0403");
  CHECK(load_keys("lap-end: [choose w from a or b or a]\n").codes() == "M0402");
  CHECK(load_keys("move: []\n").codes().find("M0217") != std::string::npos);
  const std::string phases =
      "move: {from: own}\nphases:\n  first: {while: true}\n  second: {while: turns-played > 3}\n";
  CHECK(load_keys(phases).codes() == "M0511");
}

TEST_CASE("several decisions of different kinds in one turn", "[picks]") {
  // A number with the hole; then whether the lap ends there; then a hole that is emptied. The same word is
  // offered in two places, once as the first and once as the second of two.
  const Loaded loaded = load_keys(
      "board: {rows: 2, holes: 2}\nsetup: 3\n"
      "move: {from: own where occupied(it), choose: {n: 1 to seeds(start)}}\n"
      "play:\n  - lift n of start; sow after start\n"
      "sow: {around: board, direction: counterclockwise}\n"
      "lap-end:\n"
      "  - {if: laps == 1, also: choose mind from stop-here or take}\n"
      "  - {if: mind == take, also: choose taken from theirs where occupied(it); capture taken}\n"
      "  - {if: mind == take, also: choose keep from take or leave}\n"
      "  - {if: keep == leave, then: move 1 from store(mover) to start}\n");
  CHECK(after(loaded, {"A1/1/stop-here"}) == "3,3/2,4 0:0 north");
  CHECK(after(loaded, {"A1/1/take/a1/take"}) == "3,0/2,4 3:0 north");
  CHECK(after(loaded, {"A1/1/take/a2/leave"}) == "0,3/3,4 2:0 north");
}

TEST_CASE("all ways to move go the same way, unless the direction asks about the start", "[picks]") {
  const std::string both =
      "move:\n  - {from: own where number(it) == 1, direction: clockwise}\n"
      "  - {from: own, direction: counterclockwise}\nsow: {around: board}\n";
  CHECK(load_keys(both).codes() == "M0216");
  CHECK(load_keys("move: {from: own, choose: {n: left or right}}\n").codes().find("M0404") == 0);
}

TEST_CASE("owners that the rows do not show", "[boards]") {
  // South has the western half. Each sows round his own holes: A2 leads to a2 (above it), a3 to A1.
  const std::string board =
      "board: {rows: 2, holes: 3, owners: {south: A1 A2 a2 a3, north: A3 a1}}\nsetup: 2\n"
      "move: {from: own where occupied(it)}\nlap-end: []\n";
  const Loaded loaded = load_keys(board + "sow: {around: own-rows, direction: counterclockwise}\n");
  REQUIRE(loaded.variant);
  const Reference reference(loaded.variant->program);
  const Match match(reference, 1);
  CHECK(all_moves(match) == "A1 A2 a2 a3");
  CHECK(after(loaded, {"a2"}) == "3,0,2/3,2,2 0:0 north");
  CHECK(after(loaded, {"a2", "A3"}) == "3,0,3/3,2,1 0:0 south");  // two holes: a1, A3 itself
  const std::string text = describe(*loaded.variant);
  CHECK(text.find("South owns holes A1, A2, a2 and a3.") != std::string::npos);

  CHECK(load_keys("board: {rows: 2, holes: 3, owners: {south: A1 b1}}\n").codes() == "M0412");
  CHECK(load_keys("board: {rows: 2, holes: 3, owners: {west: A1}}\n").codes() == "M0401");
  CHECK(load_keys("board: {rows: 2, holes: 3, owners: {south: A1, north: A1}}\n").codes() == "M0418");
}

TEST_CASE("a store at the left end of its owner's row", "[boards]") {
  // Clockwise along South's row is to the left: from A1 into his store there, then North's a3.
  const std::string keys = "board: {rows: 2, holes: 3, stores: left}\nlap-end: []\nsetup: ";
  const Loaded own = load_keys(keys + "3\nsow: {around: board-and-own-store, direction: clockwise}\n");
  CHECK(after(own, {"A2"}) == "4,3,3/4,0,3 1:0 north");
  const Loaded both = load_keys(keys + "5\nsow: {around: board-and-stores, direction: clockwise}\n");
  CHECK(after(both, {"A1"}) == "6,6,6/0,5,5 1:1 north");
  const Loaded rows = load_keys(keys + "3\nsow: {around: own-rows-and-own-store, direction: clockwise}\n");
  CHECK(after(rows, {"A1"}) == "3,3,3/0,4,4 1:0 north");
}

TEST_CASE("a set-up can go on after the seeds are laid out", "[setup]") {
  const Loaded loaded = load_keys(
      "board: {rows: 2, holes: 3}\nlap-end: []\n"
      "setup:\n  seeds: 3\n  stores: 2\n  then:\n"
      "    - {each: h in side(south), also: move 1 from h to opposite(h)}\n");
  CHECK(after(loaded, {}) == "4,4,4/2,2,2 2:2 south");
  CHECK(load_keys("setup: {then: [end]}\n").codes() == "M0202");
  CHECK(load_keys("setup: {seeds: 3, stores: turns-played}\n").codes() == "M0417");
  CHECK(load_keys("setup: {seeds: 3, then: [relay(A1)]}\n").codes().find("M0502") != std::string::npos);
}

}  // namespace
}  // namespace mancala::test
