// The fast executor against known counts and, move for move, against the reference executor.
#include "interpreter/fast.h"

#include <string>

#include "interpreter/perft.h"
#include "tests/support/catch.hpp"
#include "tests/support/fast_compare.h"
#include "tests/support/program_builder.h"

using namespace mancala;

namespace {

std::uint64_t fast_count(const ir::Program& program, int depth, bool lanes) {
  auto fused = fuse(program);
  REQUIRE(fused);
  REQUIRE(fused->lanes);
  if (!lanes) fused->lanes.reset();
  const Fast fast(std::move(*fused));
  Chance chance(1);
  const Position start = Reference(program).initial(chance);
  CHECK(fast.in_lanes(start) == lanes);
  return perft_fast(fast, start, depth);
}

}  // namespace

// Counts of hand-written engines, confirmed by OpenSpiel (Kalah, Oware) and MancalaGames (to smaller depths).
TEST_CASE("known counts of move sequences in lanes", "[fast]") {
  CHECK(fast_count(test::kalah(), 9, true) == 2763490);
  CHECK(fast_count(test::kalah(6, 4, true), 8, true) == 559885);
  CHECK(fast_count(test::oware(), 9, true) == 3592872);
  CHECK(fast_count(test::sadeqa(), 7, true) == 760278);
  CHECK(fast_count(test::raja_pasu(true), 9, true) == 219822);
  CHECK(fast_count(test::raja_pasu(false), 8, true) == 145413);
}

TEST_CASE("known counts of move sequences in turns", "[fast]") {
  CHECK(fast_count(test::kalah(), 6, false) == 23233);
  CHECK(fast_count(test::oware(), 5, false) == 5219);
  CHECK(fast_count(test::sadeqa(), 5, false) == 17208);
  CHECK(fast_count(test::raja_pasu(true), 6, false) == 7150);
  CHECK(fast_count(test::raja_pasu(false), 6, false) == 10281);
}

// Endless moves as illegal ones: known value for the depth at which they first matter.
TEST_CASE("endless moves that are illegal are played in turns", "[fast]") {
  const auto fused = fuse(test::sadeqa(6, 5000, ir::EndlessThen::illegal));
  REQUIRE(fused);
  CHECK_FALSE(fused->lanes);
  CHECK(fused->why_no_lanes == "endless laps do more than stop");
}

TEST_CASE("random games are the same by both executors", "[fast]") {
  test::compare_play(test::kalah(), 1, {.games = 200});
  test::compare_play(test::kalah(6, 4, true), 2, {.games = 100});
  test::compare_play(test::kalah(10, 10), 3, {.games = 40});  // more stations than a vector of 16 has
  test::compare_play(test::kalah(1, 1), 4, {.games = 10});
  test::compare_play(test::oware(), 5, {.games = 100});
  test::compare_play(test::sadeqa(), 6, {.games = 60});
  test::compare_play(test::sadeqa(4, 7), 7, {.games = 60});  // laps are cut at 7
  test::compare_play(test::sadeqa(4, 30, ir::EndlessThen::illegal), 8, {.games = 20});
  test::compare_play(test::sadeqa(4, 30, ir::EndlessThen::drawn), 9, {.games = 40});
  test::compare_play(test::sadeqa(15, 100), 10,
                     {.games = 30});  // hands of more seeds than the board has holes
  test::compare_play(test::raja_pasu(true), 11, {.games = 60});
  test::compare_play(test::raja_pasu(false), 12, {.games = 60});
}

TEST_CASE("a set whose members all belong to it is that set", "[fast]") {
  // The round ends when a lap has sown just the other row. A1 sows A2 to A5: it goes on. With four holes a
  // row, A4 sows a1 to a4: it is over.
  const auto game = [](int width) {
    test::Builder b = test::sowing_game(test::two_rows(width), 4);
    const ir::ExprId all = b.where(b.theirs(), [&](ir::ExprId) { return b.yes(); });
    const ir::ExprId same = b.equal(b.e(ir::Op::lap_sown, ir::Type::region), all);
    b.program.after_move = b.list({test::Builder::then(same, {b.capture(b.board())})});
    return b.program;
  };
  const auto ends = [](const ir::Program& program, Place start) {
    Fast fast(*fuse(program));
    fast.use_native_turns();
    Chance chance(1);
    Position position = Reference(program).initial(chance);
    Move move;
    move.start = start;
    return fast.play(position, move, chance, nullptr).status == Status::round_over;
  };
  CHECK_FALSE(ends(game(6), 0));
  CHECK(ends(game(4), 3));
}

TEST_CASE("lanes end a round when a position stands again, also one that was reached by passing", "[fast]") {
  // Two seeds that meet in the other row are captured; who has no seeds in his row passes; when seeds go
  // round, each keeps what lies in his row. With few seeds on twelve holes most games end so.
  for (const int seeds_each : {1, 2}) {
    using test::Builder;
    Builder b = test::sowing_game(test::two_rows(6), seeds_each);
    b.phase().moves[0].pass_if_none = true;
    b.phase().lap_end = b.list({Builder::then(
        b.both(b.in(b.here(), b.theirs()), b.equal(b.seeds(b.here()), b.num(2))), {b.capture(b.here())})});
    b.program.before_turn =
        b.list({Builder::then(b.e(ir::Op::repeated, ir::Type::truth), {b.capture_for_owners(b.board())})});
    const auto fused = fuse(b.program);
    REQUIRE(fused);
    Chance chance(1);
    const Position start = Reference(b.program).initial(chance);
    const Fast fast(*fused);
    REQUIRE(fast.after_opening_in_lanes(start));
    const Playouts games = fast.playouts(start, 5, 400, 1000);
    CHECK(games.cut == 0);  // nothing else ends them
    CHECK(games.wins[0] + games.wins[1] + games.drawn == 400);
    test::compare_playouts(b.program, 400, 5, 1000);
    test::compare_playouts(b.program, 400, 6, 1000);
    test::compare_playouts(b.program, 400, 7, 9);
  }
}

TEST_CASE("lanes compiled for any processor give the same", "[fast]") {
  for (const ir::Program& program : {test::kalah(), test::oware(), test::sadeqa(), test::raja_pasu(true)}) {
    Chance chance(1);
    const Position start = Reference(program).initial(chance);
    Fast fast(*fuse(program));
    const std::uint64_t count = fast.perft(start, 6);
    const Playouts games = fast.playouts(start, 7, 500);
    fast.use_plain_lanes();
    CHECK(std::string(fast.lanes_compiled_for()) == "plain");
    CHECK(fast.perft(start, 6) == count);
    const Playouts again = fast.playouts(start, 7, 500);
    CHECK(again.moves == games.moves);
    CHECK(again.laps == games.laps);
    CHECK(again.wins == games.wins);
  }
}

TEST_CASE("random games end with a result", "[fast]") {
  const ir::Program program = test::kalah();
  Chance chance(1);
  const Position start = Reference(program).initial(chance);
  const Fast fast(*fuse(program));
  const Playouts games = fast.playouts(start, 3, 1000);
  CHECK(games.games == 1000);
  CHECK(games.wins[0] + games.wins[1] + games.drawn + games.cut == 1000);
  const Playouts cut = fast.playouts(start, 3, 10, 5);
  CHECK(cut.cut == 10);
  CHECK(cut.moves == 50);
}

TEST_CASE("closed holes and other owners are another view of the lanes", "[fast]") {
  const ir::Program program = test::raja_pasu(true);
  Chance chance(1), pick(2);
  const Position start = Reference(program).initial(chance);
  const Fast fast(*fuse(program));
  for (int round = 0; round < 60; round++) {
    Position position = start;
    for (int closings = pick.below(6); closings > 0; closings--) {
      const auto hole = static_cast<Place>(pick.below(program.board.hole_count()));
      position.seeds[hole] = 0;
      position.closed.add(hole);
    }
    if (pick.below(2) == 0) {
      const auto hole = static_cast<Place>(pick.below(program.board.hole_count()));
      position.owner[hole] = static_cast<Player>(1 - position.owner[hole]);
    }
    CHECK(fast.in_lanes(position));
    CHECK(fast.perft(position, 3) == perft(Reference(program), position, 3));
  }
}

TEST_CASE("positions of more than 255 seeds are played in turns", "[fast]") {
  const ir::Program program = test::kalah(6, 22);
  Chance chance(1);
  const Position start = Reference(program).initial(chance);
  const Fast fast(*fuse(program));
  CHECK_FALSE(fast.in_lanes(start));
  CHECK(fast.perft(start, 3) == perft(Reference(program), start, 3));
}

TEST_CASE("a fused program can be read", "[fast]") {
  const std::string text = dump(*fuse(test::kalah()));
  // Six lanes of South, his store, North's; a lap, the two conditions of the capture, the capture, the end of
  // the turn with another move where the last seed fell into the own store.
  CHECK_THAT(
      text, Catch::Contains("lanes 14 of 16: A1 A2 A3 A4 A5 A6 store(south) a1 a2 a3 a4 a5 a6 store(north)"));
  CHECK_THAT(text, Catch::Contains("0 sow rows 0\n    1 if-in-counts [A1 A2 A3 A4 A5 A6] (A1:a6 A2:a5 A3:a4 "
                                   "A4:a3 A5:a2 A6:a1) {1} {1…} else 3\n"));
  CHECK_THAT(text, Catch::Contains("3 end-again [store(south)]"));
  CHECK_THAT(dump(*fuse(test::sadeqa(6, 50, ir::EndlessThen::drawn))),
             Catch::Contains("no lanes: endless laps do more than stop"));
}
