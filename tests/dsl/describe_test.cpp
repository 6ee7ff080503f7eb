#include "dsl/describe.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dsl/english.h"
#include "dsl/load.h"
#include "tests/support/catch.hpp"
#include "tests/support/describe_programs.h"
#include "tests/support/random_expressions.h"

using namespace mancala;
using namespace mancala::test;

namespace {

Variant named(ir::Program program) {
  Variant v;
  v.program = std::move(program);
  v.id = "a-game";
  v.name = "A game";
  return v;
}

// The sheet as one line, so that sentences can be looked for whatever the line breaks.
std::string one_line(const std::string& text) {
  std::string out;
  for (const char c : text) {
    const char d = c == '\n' ? ' ' : c;
    if (d == ' ' && !out.empty() && out.back() == ' ') continue;
    out += d;
  }
  return out;
}

std::string sheet(const ir::Program& program) { return one_line(describe(named(program))); }

bool says(const std::string& text, const std::string& sentence) {
  return text.find(sentence) != std::string::npos;
}

}  // namespace

TEST_CASE("A game with own stores reads as its rule sheet says", "[describe]") {
  const std::string text = sheet(kalah());
  CHECK(says(text, "At the start each hole holds 4 seeds."));
  CHECK(says(text, "1. The mover chooses a start hole: one of his own holes that hold seeds."));
  CHECK(says(
      text, "1. He lifts the seeds of the start hole and sows them, the first seed into the hole after it."));
  CHECK(says(text, "around the board and into the mover's own store."));
  CHECK(says(text, "for South: A1 to A6, South's store, a1 to a6, and round again."));
  CHECK(says(text, "for North: a1 to a6, North's store, A1 to A6, and round again."));
  CHECK(says(text, "1. If the last seed fell into the mover's own store, he moves again."));
  CHECK(
      says(text,
           "2. Otherwise, if the last seed fell into an empty hole of the mover's own and there are seeds in "
           "the hole opposite, he captures the seeds of the last hole and of the hole opposite."));
  CHECK(says(
      text,
      "1. If the mover's own holes are all empty or the opponent's holes are all empty, all seeds on the "
      "board are captured by the owners of the holes they lie in; the game is over."));
  CHECK(says(text, "The player who has most seeds in his store wins the game; a tie is a draw."));
}

TEST_CASE("Feeding, the chain of twos and threes and the grand slam", "[describe]") {
  const std::string text = sheet(oware());
  CHECK(says(text, "1.1. If the opponent has no seeds, only moves that give him some are allowed."));
  CHECK(says(text, "A hole is passed over if it is the start hole."));
  CHECK(
      says(text,
           "1. If the unbroken run of the opponent's holes that hold 2 or 3 seeds, from the last hole "
           "backwards, does not hold all seeds of the opponent's holes, he captures the seeds of that run."));
  CHECK(says(
      text,
      "1. If the mover has no legal move, all seeds on the board are captured by the owners of the holes "
      "they lie in; the game is over."));
}

TEST_CASE("Relay sowing from the last hole", "[describe]") {
  const std::string text = sheet(sadeqa());
  CHECK(says(text,
             "1. If the last seed fell into an occupied hole, he lifts the seeds of that hole and sows on "
             "(another lap)."));
  CHECK(
      says(text,
           "2. Otherwise, if the last seed fell into one of the mover's own holes, he captures the seeds of "
           "the hole opposite."));
  CHECK(says(
      text,
      "1. If the mover has no legal move, the opponent captures all seeds on the board; the game is over."));
  CHECK(says(
      text,
      "If a move has run for 5000 laps and would go on, its laps are over, and the turn goes on with the "
      "board as it lies."));
}

TEST_CASE("Fours on the way, relay from the next hole, capture beyond a gap", "[describe]") {
  const std::string text = sheet(raja_pasu(false));
  CHECK(says(
      text,
      "1. If the hole just sown holds 4 seeds and this was not the lap's last seed, the owner of that hole "
      "captures its seeds."));
  CHECK(says(text,
             "1. If there are seeds in the next hole, he lifts them and sows on from there (another lap)."));
  CHECK(says(text, "2. Otherwise he captures the seeds of the hole beyond the next."));
}

TEST_CASE("Rounds: filling the holes and closing the rest", "[describe]") {
  const std::string text = sheet(raja_pasu_match());
  CHECK(says(text, "The match is over if, after a round, some player has captured fewer than 7 seeds."));
  CHECK(says(text, "The next round is started by the player who moved last."));
  CHECK(says(text, "1. For each player p: 1.1 to 1.3 are done."));
  CHECK(says(text, "1.1. The holes of player p are opened."));
  CHECK(says(text,
             "1.2. For each hole h of player p, from the right: if player p has at least 7 "
             "seeds in his store, 7 seeds go from player p's store to hole h."));
  CHECK(says(text, "1.3. The holes of player p that are empty are closed."));
}

TEST_CASE("A hole that catches seeds; even numbers", "[describe]") {
  const std::string text = sheet(togyz());
  CHECK(says(text, "tuz: each player may have a tuz, which is a hole; until the game is over."));
  CHECK(says(text,
             "2. Otherwise he lifts the seeds of the start hole and sows them, the first seed back into that "
             "same hole."));
  CHECK(says(text, "1. If the seed fell into the mover's tuz, he captures the seeds of that hole."));
  CHECK(
      says(text,
           "1. If the last seed fell into one of the opponent's holes and that hole holds an even number of "
           "seeds, he captures the seeds of that hole."));
  CHECK(says(text, "the mover has no tuz"));
  CHECK(says(text, "the last hole is not number 9 from the owner's left"));
  CHECK(says(text, "does not have the same number as the opponent's tuz"));
  CHECK(says(text, "An even number is 2, 4, 6 and so on: zero counts as neither even nor odd."));
}

TEST_CASE("Stages, a hand, choices and preferences", "[describe]") {
  const std::string text = sheet(two_stages());
  CHECK(says(text, "1. laying: while there are seeds in the mover's stock."));
  CHECK(says(text, "2. main: always."));
  CHECK(says(text, "Beside the board each player has his stock, with 22 seeds at the start."));
  CHECK(says(text, "mode: taking or walking, or undecided; until the move is over."));
  CHECK(says(
      text,
      "In the stage laying: 1. The mover chooses a start hole: one of his own holes that lie in the inner "
      "row and hold seeds, then a number from 1 to the number of seeds in the mover's stock (n)."));
  CHECK(says(text, "1. N seeds go from the mover's stock to the start hole."));
  CHECK(says(text, "1.1. If there are moves after which mode is taking, only these are allowed."));
  CHECK(says(text,
             "1.2. Of the moves after which mode is walking, only those from a hole that lies in "
             "the inner row are allowed if there are any (all other moves stay)."));
  CHECK(says(text, "Direction: the mover chooses it with the move."));
  CHECK(says(text, "1. If mode is undecided, mode becomes walking; then go on."));
  CHECK(says(
      text,
      "2. If the last seed fell into an occupied hole and there are seeds in the hole opposite, he lifts the "
      "seeds of the hole opposite and sows them, the first seed into his hole A1/a1, going clockwise "
      "(another lap)."));
  CHECK(says(text,
             "3. Otherwise, if the last hole is marked house, he chooses one of: stop or go-on (safari); "
             "then go on."));
  CHECK(says(text, "4. If safari is stop, the laps are over."));
  CHECK(says(
      text,
      "5. Otherwise, if the last seed fell into an occupied hole, he lifts the seeds of that hole and sows "
      "on, the first seed back into that same hole, in the opposite direction (another lap)."));
  CHECK(
      says(text,
           "A player wins the game only where a sentence below says so; if it ends otherwise, it is drawn."));
  CHECK(says(text, "1. If the mover has no legal move, the opponent wins the game."));
}

TEST_CASE("Every variant of the library has a sheet, always the same", "[describe]") {
  const Library library({std::filesystem::path(MANCALA_SOURCE_DIR) / "variants"});
  REQUIRE(!library.items().empty());
  for (const Library::Item& item : library.items()) {
    INFO(item.id);
    const auto load = [&] {
      SourceMap sources;
      Diagnostics diagnostics;
      const std::optional<Variant> v = load_variant(item.path, library, {}, sources, diagnostics);
      return v ? describe(*v) : "";
    };
    const std::string text = load();
    CHECK(!text.empty());
    CHECK(load() == text);
    // Nothing that only a program knows by number, no word that was left open.
    for (const char* bad : {"value ", "choice ", "\x01", "  ,", " ,", "..", "(the )"}) {
      const std::string rules = text.substr(0, text.find("\nReadings"));
      CHECK(rules.find(bad) == std::string::npos);
    }
  }
}

TEST_CASE("What a sheet always says: the conventions", "[describe]") {
  const std::string text = sheet(sadeqa());
  CHECK(says(text, "zero counts as neither even nor odd"));
  CHECK(says(text, "own holes are those that he owns, whoever sits before them"));
  CHECK(says(
      text,
      "Left and right, and the numbers of holes (their place numbers, from 1 at the left), are those of"));
  CHECK(says(text, "clockwise are as seen from above, for every player"));
}

TEST_CASE("Readings show the question, the value in effect and who reads otherwise", "[describe]") {
  Variant v = named(kalah());
  v.readings.push_back({"empty-capture",
                        "Is the last seed banked when the hole opposite is empty?",
                        "stays",
                        {{"banked", "Irving"}, {"stays", "OpenSpiel"}},
                        "banked"});
  v.parameters.push_back({"width", 6, 1, 10, 8});
  v.sources.push_back({"irving", "G. Irving, Solving Kalah"});
  const std::string text = one_line(describe(v));
  CHECK(says(text, "empty-capture: Is the last seed banked when the hole opposite is empty?"));
  CHECK(says(text, "- banked (in effect): Irving"));
  CHECK(says(text, "- stays (the file's choice): OpenSpiel"));
  CHECK(says(text, "width: 8 (usually 6), from 1 to 10"));
  CHECK(says(text, "[irving] G. Irving, Solving Kalah"));
}

TEST_CASE("Every small change of the rules changes the sheet", "[describe]") {
  const std::vector<std::pair<std::string, ir::Program>> games = {{"kalah", kalah()},
                                                                  {"oware", oware()},
                                                                  {"sadeqa", sadeqa()},
                                                                  {"raja-pasu", raja_pasu(false)},
                                                                  {"match", raja_pasu_match()},
                                                                  {"stages", two_stages()},
                                                                  {"togyz", togyz()}};
  for (const auto& [name, program] : games) {
    const std::string text = sheet(program);
    for (const Mutant& m : mutants(program)) {
      INFO(name << ", " << m.change);
      CHECK(sheet(m.program) != text);
    }
  }
}

TEST_CASE("Expressions that mean different things read differently", "[describe]") {
  const auto alphabet = GENERATE(RandomExpressions::Alphabet::wide, RandomExpressions::Alphabet::narrow);
  RandomExpressions random(alphabet, 20240917);
  std::map<std::string, std::string> known;  // text -> meaning
  for (int i = 0; i < 20000; ++i) {
    const ir::ExprId id = random.truth(2 + i % 3);
    English english(random.program());
    english.set_moment(Moment::lap_end);
    const std::string text = english.condition(id);
    const std::string meaning = random.meaning(id);
    const auto [at, fresh] = known.emplace(text, meaning);
    INFO(text);
    CHECK(at->second == meaning);
  }
}

TEST_CASE("No line is longer than the sheet is wide", "[describe]") {
  const std::string text = describe(named(raja_pasu_match()));
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = text.find('\n', begin);
    CHECK(end - begin <= 88);
    begin = end + 1;
  }
}
