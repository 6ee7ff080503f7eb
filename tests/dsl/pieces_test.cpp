// Pieces that are not like the seeds: where they lie, how they drop, what they are worth. Positions by hand.
#include "interpreter/draw.h"
#include "tests/support/playing.h"

namespace mancala::test {
namespace {

// Two rows of two holes; in A1 a stone lies with a seed.
Loaded with_stone(const std::string& rules,
                  const std::string& sow = "around: board, direction: counterclockwise") {
  return load_text(
      kHead +
      "pieces: {stone: {worth: 5}}\nboard: {rows: 2, holes: 2}\n"
      "setup: if it == A1 then 1 stone + 1 else 2\nmove: {from: own where occupied(it)}\nsow: {" +
      sow + "}\n" + rules +
      "end:\n  before-turn:\n    - {if: no-move}\nwin: player with most worth-of(store(it))\n");
}

TEST_CASE("pieces: they count as seeds, and seeds drop first", "[pieces]") {
  const Loaded loaded = with_stone("");
  CHECK(after(loaded, {}) == "2,2/2,2 0:0 south");
  // A1 to A2 (the seed) and a1 (the stone). The places: A1 A2 a1 a2, the stores, out of play.
  CHECK(after(loaded, {"A1"}) == "2,3/0,3 0:0 north stone=0,0,1,0,0,0,0");
}

TEST_CASE("pieces: where it is said, the sower picks what drops", "[pieces]") {
  const Loaded loaded = with_stone("", "around: board, direction: counterclockwise, order: choice");
  CHECK(choices_after(loaded, "A1") == "A1/seed A1/stone");
  CHECK(choices_after(loaded, "A1/stone").empty());  // what is left is all alike
  CHECK(after(loaded, {"A1/stone"}) == "2,3/0,3 0:0 north stone=0,1,0,0,0,0,0");
  CHECK(choices_after(loaded, "A2").empty());  // seeds only
}

TEST_CASE("pieces: counted, moved and captured by kind", "[pieces]") {
  // The stone that comes to a1 goes to South's store alone; the seeds stay.
  CHECK(after(with_stone("lap-end:\n  - {if: stone(here) == 1, then: capture 1 stone of here}\n"), {"A1"}) ==
        "2,2/0,3 1:0 north stone=0,0,0,0,1,0,0");
  CHECK(after(with_stone("lap-end:\n  - move 1 stone from here to A1\n"), {"A1"}) == "2,2/1,3 0:0 north");
  // Of two kinds of which one is asked for, no more go than there are.
  CHECK(after(with_stone("lap-end:\n  - move 7 stone from here to out\n"), {"A1"}) ==
        "2,2/0,3 0:0 north stone=0,0,0,0,0,0,1");
  // A number alone: seeds first.
  CHECK(after(with_stone("lap-end:\n  - move 2 from here to A1\n"), {"A1"}) ==
        "2,1/2,3 0:0 north stone=0,0,1,0,0,0,0");
  CHECK(after(with_stone("lap-end:\n  - {if: stone(board) == 1 and stone(own) == 0, then: capture own}\n"),
              {"A1"}) == "2,3/0,0 3:0 north stone=0,0,1,0,0,0,0");
}

TEST_CASE("pieces: who changes his seat takes them along", "[pieces]") {
  // South's store holds the stone; the seats rotate, and it is in the other one.
  CHECK(
      after(with_stone("lap-end:\n  - {if: stone(here) == 1, then: capture 1 stone of here; rotate seats}\n"),
            {"A1"}) == "2,2/0,3 0:1 north stone=0,0,0,0,0,1,0 persons=north,south");
}

TEST_CASE("pieces: worth decides where the rules ask for it", "[pieces]") {
  // South has the stone (5), North four seeds.
  const Loaded loaded = with_stone(
      "lap-end:\n  - capture stone(board) of A1\n  - {if: stone(here) == 1, then: capture 1 stone of here; "
      "move 2 from a2 to store(north); move 2 from A2 to store(north); win player with most "
      "worth-of(store(it))}\n");
  REQUIRE(loaded.codes().empty());
  const ir::Program& program = loaded.variant->program;
  const Reference reference(program);
  Chance chance(1);
  Position position = reference.initial(chance);
  Move move;
  move.start = program.board.find("A1");
  const Outcome outcome = reference.play(position, move, chance);
  CHECK(outcome.status == Status::round_over);
  CHECK(outcome.winner == 0);
  CHECK(position.seeds[static_cast<std::size_t>(program.board.store(0))] == 1);
  CHECK(position.seeds[static_cast<std::size_t>(program.board.store(1))] == 4);
  // A game of seeds alone knows the word, too: each is worth one.
  CHECK(load_keys("win: player with most worth-of(store(it))\n").codes().empty());
}

TEST_CASE("pieces: a position says where they lie, and is refused where they cannot", "[pieces]") {
  const Loaded loaded = with_stone("");
  const ir::Program& program = loaded.variant.value().program;
  const auto read = [&](const std::string& text) {
    const auto parsed = parse_position(program, text);
    return std::holds_alternative<Position>(parsed) ? position_text(program, std::get<Position>(parsed))
                                                    : std::get<TextError>(parsed).message;
  };
  CHECK(read("2,3/0,3 0:0 north stone=0,0,1,0,0,0,0") == "2,3/0,3 0:0 north stone=0,0,1,0,0,0,0");
  CHECK(read("2,3/0,3 0:0 north stone=0,0,2,0,0,0,0") == "there are 2 `stone`, but the game has 1");
  CHECK(read("2,6/0,0 0:0 north stone=1,0,0,0,0,0,0") == "A1 holds 0 pieces, not 1 that are not seeds");
  Drawing drawing;
  const auto parsed = parse_position(program, "2,3/0,3 0:0 north stone=0,0,1,0,0,0,0");
  const std::string drawn = draw_board(program, std::get<Position>(parsed), drawing);
  CHECK(drawn.find("2+1s") != std::string::npos);  // a1: two seeds and the stone
  CHECK(drawn.find("stone=") == std::string::npos);
}

TEST_CASE("pieces: what is wrong is said", "[pieces]") {
  CHECK(with_stone("lap-end:\n  - move 1 stnoe from here to A1\n").codes() == "M0401");
  CHECK(with_stone("lap-end:\n  - {if: 1 stone == 1, then: stop}\n").codes() == "M0404");
  CHECK(with_stone("lap-end:\n  - {if: stone == 1, then: stop}\n").codes() == "M0406");
  CHECK(with_stone("lap-end:\n  - {if: stone(mover) == 1, then: stop}\n").codes() == "M0404");
  CHECK(with_stone("lap-end:\n  - {if: at-lap-start stone(here) == 1, then: stop}\n").codes() == "M0413");
  CHECK(load_keys("pieces: {seed: {worth: 1}}\n").codes() == "M0402");
  CHECK(load_keys("pieces: {board: {worth: 1}}\n").codes() == "M0402");
  CHECK(load_keys("pieces: {stone: {}}\n").codes() == "M0202");
  CHECK(load_keys("sow: {around: board, direction: counterclockwise, order: choice}\n").codes() == "M0412");
  CHECK(load_keys("pieces: {a: {worth: 1}, b: {worth: 1}, c: {worth: 1}, d: {worth: 1}, e: {worth: 1}}\n")
            .codes() == "M0509");
}

}  // namespace
}  // namespace mancala::test
