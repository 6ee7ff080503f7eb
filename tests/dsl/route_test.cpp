// Ways that the sower picks seed by seed. Positions are worked out by hand on a drawing of the board.
#include "dsl/describe.h"
#include "interpreter/perft.h"
#include "tests/support/playing.h"

namespace mancala::test {
namespace {

// B1 B2 B3 / A1 A2 A3, which anybody may lift.
Loaded on_grid(const std::string& rules, const std::string& grid = "2 x 3", const std::string& seeds = "2") {
  return load_text(kHead + "board: {grid: " + grid + ", owners: {nobody: board}}\nsetup: " + seeds +
                   "\nmove: {from: board where occupied(it)}\n" + rules +
                   "end:\n  before-turn:\n    - {if: no-move}\nwin: player with most captured(it)\n");
}

TEST_CASE("route: the sower picks the next hole; a single one is not asked for", "[route]") {
  const Loaded loaded = on_grid("sow: {route: neighbours(here) minus previous}\n");
  CHECK(choices_after(loaded, "A2") == "A2/A1 A2/A3 A2/B2");
  CHECK(choices_after(loaded, "A2/B2") == "A2/B2/B1 A2/B2/B3");  // not back to A2
  CHECK(choices_after(loaded, "A2/A1").empty());                 // only B1 is left
  CHECK(after(loaded, {"A2/B2/B3"}) == "2,3,3/2,0,2 0:0 north");
  CHECK(after(loaded, {"A2/A1"}) == "3,2,2/3,0,2 0:0 north");
  // From a corner there are 3 ways of two steps, from a middle hole 4: 4 x 3 + 2 x 4.
  const Reference reference(loaded.variant->program);
  Chance chance(1);
  CHECK(perft(reference, reference.initial(chance), 1) == 20);
}

TEST_CASE("route: on a grid the next hole lies straight on from the last step", "[route]") {
  const Loaded loaded = on_grid(
      "sow: {route: neighbours(here) minus previous}\nlap-end:\n  - capture next(here)\n", "1 x 4", "1");
  CHECK(after(loaded, {"A1"}) == "0,2,0,1 1:0 north");     // A1, A2; A3 is captured
  CHECK(after(loaded, {"A3/A4"}) == "1,1,0,2 0:0 north");  // beyond A4 there is nothing
  CHECK(after(loaded, {"A3/A2"}) == "0,2,0,1 1:0 north");  // A3, A2; A1 is captured
}

TEST_CASE("route: seeds that can go nowhere go back, and the laps are over", "[route]") {
  // The way never comes to a hole twice: from A1 it is A2, A3, and then there is none.
  const Loaded loaded =
      on_grid("sow: {route: neighbours(here) minus (lap-sown union origin)}\nlap-end:\n  - win mover\n",
              "1 x 3", "4");
  CHECK(after(loaded, {"A1"}) == "2,5,5 0:0 north");
}

TEST_CASE("route: with a circuit it picks among the stations ahead", "[route]") {
  // Each seed goes into the next hole or the one after it.
  const Loaded loaded =
      load_text(kHead +
                "board: {rows: 2, holes: 3}\nsetup: 2\nmove: {from: own where occupied(it)}\n"
                "sow: {around: board, direction: counterclockwise, "
                "route: next(here) union next(next(here))}\n" +
                kEnd);
  CHECK(choices_after(loaded, "A1") == "A1/A2 A1/A3");
  CHECK(choices_after(loaded, "A1/A3") == "A1/A3/a1 A1/A3/a2");
  CHECK(after(loaded, {"A1/A3/a2"}) == "2,3,2/0,2,3 0:0 north");
}

TEST_CASE("route: what is wrong is said", "[route]") {
  CHECK(
      load_text(kHead +
                "board: {rows: 2, holes: 3}\nsetup: 2\nmove: {from: own}\nsow: {route: neighbours(here)}\n" +
                kEnd)
          .codes() == "M0202");
  CHECK(on_grid("sow: {direction: counterclockwise}\n").codes() == "M0202");
  CHECK(on_grid("sow: {route: mover}\n").codes() == "M0404");
  CHECK(on_grid(
            "sow: {route: neighbours(here)}\nlap-end: [relay-occupied]\nendless: {laps: 9, then: illegal}\n")
            .codes() == "M0412");
  CHECK(on_grid("sow: {route: neighbours(it)}\n").codes() == "M0411");
}

TEST_CASE("route: a move asks at most 64 questions, then the first option is taken", "[route]") {
  // 130 seeds go to and fro between three holes: from A2 there are two ways, from the ends one.
  const Loaded loaded = on_grid("sow: {route: neighbours(here)}\n", "1 x 3", "if it == A2 then 130 else 0");
  const ir::Program& program = loaded.variant.value().program;
  const Reference reference(program);
  Chance chance(1);
  Position position = reference.initial(chance);
  Move move;
  move.start = program.board.find("A2");
  while (true) {
    Position trial = position;
    const Outcome outcome = reference.play(trial, move, chance);
    if (outcome.status != Status::needs_choice) {
      CHECK(outcome.status == Status::playing);
      // 65 seeds come to A2; of the other 65, 64 as picked, to the right, and the last one to the first
      // option.
      CHECK(position_text(program, trial) == "1,65,64 0:0 north");
      break;
    }
    move.choices[move.choice_count++] = outcome.options.back();
  }
  CHECK(move.choice_count == kMaxChoices);
}

TEST_CASE("complete moves are those that perft counts, in every game of the library", "[route][moves]") {
  constexpr std::size_t kMost = 300;
  int games_with_later_choices = 0;
  for (const Library::Item& item : library().items()) {
    INFO(item.id);
    const Loaded loaded = load_path(item.path);
    REQUIRE(loaded.variant);
    const Reference reference(loaded.variant->program);
    const Match match(reference, 1);
    if (match.state() != Match::State::playing) continue;
    bool more = false;
    const std::vector<Move> moves = complete_moves(match, kMost, more);
    if (more) {
      CHECK(moves.size() == kMost);
      continue;
    }
    CHECK(moves.size() == perft(reference, match.position(), 1));
    if (moves.size() > match.legal().size()) ++games_with_later_choices;
  }
  CHECK(games_with_later_choices > 0);
}

}  // namespace
}  // namespace mancala::test
