// Persons who change seats: what moves with them, how positions say it, and who has won.
#include "dsl/describe.h"
#include "interpreter/fast.h"
#include "interpreter/match.h"
#include "interpreter/notation.h"
#include "interpreter/solve.h"
#include "tests/support/catch.hpp"
#include "tests/support/variants.h"

namespace mancala::test {
namespace {

const std::string kPieRule =
    "turn-start:\n"
    "  - {if: turns-played == 1, also: choose answer from swap or keep}\n"
    "  - {if: answer == swap, also: swap seats}\n";
const std::string kOnes =
    "board: {rows: 2, holes: 2}\nsetup: 1\nlap-end: []\n"
    "sow: {around: board-and-own-store, direction: counterclockwise}\n";

struct Played {
  explicit Played(const Loaded& loaded) : reference(loaded.variant->program), match(reference, 1) {}

  Outcome play(const std::string& text) {
    INFO(text);
    const auto move = parse_move(match.program(), text, match.legal());
    REQUIRE(std::holds_alternative<Move>(move));
    return match.play(std::get<Move>(move));
  }
  [[nodiscard]] std::string text() const { return position_text(match.program(), match.position()); }

  Reference reference;
  Match match;
};

TEST_CASE("the pie rule: the second player may take the seat of the first", "[seats]") {
  const Loaded loaded = load_keys(kOnes + kPieRule);
  INFO(loaded.codes());
  REQUIRE(loaded.variant);
  Played game(loaded);
  // The question is North's, though it is asked within South's move.
  const Outcome asked = game.play("A2");
  CHECK(asked.status == Status::needs_choice);
  CHECK(asked.options.size() == 2);
  CHECK(asked.person == 1);
  CHECK(game.play("A2/swap").status == Status::playing);
  CHECK(game.text() == "1,1/1,0 1:0 north turns=1,0 persons=north,south");
  // Who began plays on as North. South holds A1 and A2 when North has nothing left to sow: 3 to 1.
  game.play("a1");
  game.play("A1");
  CHECK(game.text() == "2,0/0,1 1:0 north turns=2,1 persons=north,south");
  const Outcome last = game.play("a2");
  CHECK(last.status == Status::round_over);
  CHECK(last.winner == 0);
  CHECK(game.match.round_ending().winner == 0);
  CHECK(game.match.round_ending().person == 1);

  Played kept(loaded);
  kept.play("A2/keep");
  CHECK(kept.text() == "1,1/1,0 1:0 north turns=1,0");
  for (const char* move : {"a1", "A1", "a2"}) kept.play(move);
  CHECK(kept.match.round_ending().winner == 0);
  CHECK(kept.match.round_ending().person == 0);
}

TEST_CASE("a position says who sits where", "[seats]") {
  const Loaded loaded = load_keys(kOnes + kPieRule);
  REQUIRE(loaded.variant);
  const ir::Program& program = loaded.variant->program;
  const auto read = [&](const std::string& text) { return parse_position(program, text); };
  const auto moved = read("1,1/1,0 1:0 north turns=1,0 persons=north,south");
  REQUIRE(std::holds_alternative<Position>(moved));
  CHECK(std::get<Position>(moved).moved_on == 1);
  CHECK(position_text(program, std::get<Position>(moved)) ==
        "1,1/1,0 1:0 north turns=1,0 persons=north,south");
  const auto home = read("1,1/1,0 1:0 north turns=1,0 persons=south,north");
  REQUIRE(std::holds_alternative<Position>(home));
  CHECK(position_text(program, std::get<Position>(home)) == "1,1/1,0 1:0 north turns=1,0");
  CHECK(std::holds_alternative<TextError>(read("1,1/1,0 1:0 north persons=north,north")));
  CHECK(std::holds_alternative<TextError>(read("1,1/1,0 1:0 north persons=north")));
  CHECK(std::holds_alternative<TextError>(read("1,1/1,0 1:0 north persons=-,south")));
  const Loaded without = load_keys(kOnes);
  REQUIRE(without.variant);
  CHECK(std::holds_alternative<TextError>(
      parse_position(without.variant->program, "1,1/1,0 1:0 north persons=north,south")));
}

TEST_CASE("rotating seats carries stores and piles along", "[seats]") {
  // Each lap's last hole is captured. First puts a seed of his purse into his store and plays A1: A2 and A3
  // have three, A3's are his. Then he sits second, with four seeds and an empty purse.
  const Loaded loaded = load_keys(
      "players: [first, second, third]\n"
      "board: {rows: 2, holes: 3, owners: {first: A1 a1, second: A2 a2, third: A3 a3}}\nsetup: 2\n"
      "piles: {purse: {each: player, seeds: 1}}\n"
      "sow: {around: board, direction: counterclockwise}\n"
      "play: [move 1 from purse(mover) to store(mover), relay(start)]\n"
      "lap-end: [capture here]\nmove-end: [rotate seats]\n"
      "end: {before-turn: [{if: no-move, then: capture board for owner(it)}]}\n");
  INFO(loaded.codes());
  REQUIRE(loaded.variant);
  Played game(loaded);
  game.play("A1");
  CHECK(game.text() == "2,2,2/0,3,0 0:4:0 second purse=1,0,1 persons=third,first,second");
  // First, who is second now, moves again: a2 gives a3 and A1 a seed, and A1's one goes to his store.
  game.play("a2");
  CHECK(game.text() == "3,0,2/0,3,0 0:0:5 third purse=1,1,0 persons=second,third,first");
  const Position& position = game.match.position();
  CHECK(person_at(position, 2, 3) == 0);
  CHECK(seat_of(position, 0, 3) == 2);
  CHECK(position_text(game.match.program(),
                      std::get<Position>(parse_position(game.match.program(), game.text()))) == game.text());
}

TEST_CASE("both executors change seats alike", "[seats]") {
  const Loaded loaded = load_keys(kOnes + kPieRule + "move-end:\n  - {if: laps > 0, also: rotate seats}\n");
  REQUIRE(loaded.variant);
  const ir::Program& program = loaded.variant->program;
  const Reference reference(program);
  auto fused = fuse(program);
  REQUIRE(fused);
  const Fast fast(std::move(*fused));
  Chance chance(1);
  const Position start = reference.initial(chance);
  for (const char* text : {"A1", "A1/swap", "A2/keep"}) {
    const Move move = std::get<Move>(parse_move(program, text, reference.legal(start)));
    Position a = start, b = start;
    const Outcome by_reference = reference.play(a, move, chance);
    const Outcome by_fast = fast.play(b, move, chance);
    CHECK(by_reference.status == by_fast.status);
    CHECK(by_reference.person == by_fast.person);
    CHECK(a == b);
  }
}

TEST_CASE("who is asked is whom the file names", "[seats]") {
  const Loaded loaded = load_keys(kOnes + "move-end: [choose gift from south or north by opponent]\n");
  const Loaded other = load_keys(kOnes + "move-end: [choose gift from all or half]\n");
  for (const auto* variant : {&loaded, &other}) {
    INFO(variant->codes());
    REQUIRE(variant->variant);
    Played game(*variant);
    CHECK(game.play("A1").person == (variant == &loaded ? 1 : 0));
  }
}

TEST_CASE("a game with the pie rule is solved for the persons", "[seats]") {
  // Every last hole is captured, and the second move ends the game. A1 (one seed) takes three, and North then
  // takes one at most; A2 takes three, and again one at most. So South is two ahead, unless North takes his
  // seat.
  const std::string game =
      "board: {rows: 2, holes: 2}\nsetup: if it == A1 then 1 else 2\nlap-end: [capture here]\n"
      "sow: {around: board, direction: counterclockwise}\n"
      "end: {after-move: [{if: turns-played == 1}], before-turn: [{if: no-move}]}\n";
  const auto margin = [&](const std::string& keys, std::string& best) {
    const Loaded loaded = load_keys(keys);
    INFO(loaded.codes());
    REQUIRE(loaded.variant);
    const Reference reference(loaded.variant->program);
    Chance chance(1);
    std::string why;
    const auto solution = solve(reference, reference.initial(chance), 1000, why);
    INFO(why);
    REQUIRE(solution);
    for (const Move& move : solution->best) best += move_text(loaded.variant->program, move) + " ";
    return solution->margin;
  };
  std::string best, with_pie;
  CHECK(margin(game, best) == 2);
  CHECK(best == "A1 A2 ");
  CHECK(margin(game + kPieRule, with_pie) == -2);
  CHECK(with_pie == "A1/swap A2/swap ");
}

TEST_CASE("seats are changed where there are some to change", "[seats]") {
  const std::string three =
      "players: [south, east, north]\n"
      "board: {rows: 2, holes: 3, owners: {south: A1 A2, east: A3 a1, north: a2 a3}}\n"
      "sow: {around: board, direction: counterclockwise}\nlap-end: []\n";
  CHECK(load_keys(three + "move-end: [swap seats]\n").codes() == "M0423");
  CHECK(load_keys(three + "move-end: [rotate seats]\n").codes().empty());
  CHECK(load_keys("move-end: [swap seat]\n").codes() != "");
  CHECK(load_keys("move-end:\n  - {if: swap seats, also: again}\n").codes() != "");
  const std::string alone =
      "players: [solo]\nboard: {rows: 1, holes: 3}\nsow: {around: board, direction: counterclockwise}\n"
      "lap-end: []\nend: {before-turn: [{if: no-move}]}\n";
  CHECK(load_keys(alone + "move-end: [rotate seats]\n").codes() == "M0423");
}

TEST_CASE("the rule sheet says what goes along", "[seats]") {
  const Loaded swap = load_keys("move-end: [swap seats]\n");
  REQUIRE(swap.variant);
  CHECK_THAT(describe(*swap.variant),
             Catch::Contains("The players change seats, and leave all seeds where they are."));
  const Loaded rotate = load_keys("move-end: [rotate seats]\n");
  REQUIRE(rotate.variant);
  CHECK_THAT(describe(*rotate.variant),
             Catch::Contains("Every player moves on to the next seat, the last to the first"));
}

}  // namespace
}  // namespace mancala::test
