// What names mean, which types fit, and where the message points.
#include "dsl/builder.h"
#include "interpreter/perft.h"
#include "interpreter/reference.h"
#include "tests/support/catch.hpp"
#include "tests/support/variants.h"

namespace mancala::test {
namespace {

struct Case {
  std::string keys;
  std::string code;
  std::string underlined;  // the text that the message points at
  std::string says;        // a part of the message
};

std::string end_with(const std::string& condition) {
  return "end:\n  after-move:\n    - if: " + condition + "\n      then: capture board for owner(it)\n";
}

TEST_CASE("an error in an expression points at the part that is wrong", "[check]") {
  const std::vector<Case> cases = {
      {end_with("empty(own) or emty(theirs)"), "M0401", "emty", "unknown function `emty`"},
      {end_with("captured(movr) > 3 or empty(theirs)"), "M0401", "movr", "unknown name `movr`"},
      {"setup: seeds(here)", "M0403", "here", "`here` does not exist in `setup`"},
      // States begin once the seeds lie: before that there is nothing to read.
      {"state: {more: {holds: 0 to 9, starts: 4, lasts: round}}\nsetup: more", "M0403", "more",
       "`more` has no value yet in `setup`"},
      {"state: {more: {each: hole, holds: 0 to 9, starts: 4, lasts: round}}\nsetup: 1 + more(it)", "M0403",
       "more", "`more` has no value yet in `setup`"},
      {end_with("own or empty(theirs)"), "M0404", "own", "expected a condition, found a region"},
      {end_with("captured(3) > 2 or empty(theirs)"), "M0404", "3", "expected a player, found a number"},
      {end_with("here == own or empty(theirs)"), "M0409", "here == own",
       "cannot compare a hole with a region"},
      {end_with("count(own, theirs) == 0"), "M0406", "count", "takes one argument, not 2"},
      {end_with("store(mover) > 24 or empty(theirs)"), "M0404", "store(mover)",
       "expected a number, found a hole"},
      {end_with("it == start or empty(theirs)"), "M0411", "it", "there is no `it` here"},
      {"move-end:\n  - {if: here == A7, also: again}", "M0412", "A7", "no hole `A7` on this board"},
      {"lap-end:\n  - {if: after seeds(own) > 3, then: again}", "M0413", "after seeds(own) > 3",
       "look-ahead cannot stand in `lap-end`"},
      {"move-end: [set owner to mover]", "M0406", "owner", "`owner` is set for a hole"},
      {"each-seed:\n  - {if: last, also: again}", "M0502", "again", "`again` cannot stand in `each-seed`"},
      {end_with("mover > opponent or empty(theirs)"), "M0409", "mover > opponent",
       "only numbers are less or greater, not a player"},
      {end_with("some move by mover gives no-move"), "M0403", "no-move", "does not exist"},
      {"lap-end:\n  - {if: here == store(mover), then: agian}", "M0401", "agian", "unknown action `agian`"},
  };
  for (const Case& c : cases) {
    INFO(c.keys);
    const Loaded loaded = load_keys(c.keys);
    const auto all = loaded.diagnostics.sorted();
    REQUIRE(all.size() == 1);
    CHECK(all[0].code == c.code);
    CHECK(loaded.text(all[0].primary.span) == c.underlined);
    CHECK_THAT(all[0].message, Catch::Contains(c.says));
    CHECK_FALSE(loaded.variant);
  }
}

TEST_CASE("every problem of a file is reported in one run, once", "[check]") {
  const Loaded loaded = load_keys(
      "setup: seeds(here)\n"
      "win: player with most captured(its)\n"
      "lap-end:\n"
      "  - {if: here == stor(mover), then: again}\n"
      "  - {if: here in owm, then: capture here}\n");
  CHECK(loaded.codes() == "M0403 M0401 M0401 M0401");
}

TEST_CASE("a mistake in a definition is shown there, with the line that uses it", "[check]") {
  const Loaded loaded =
      load_keys("define:\n  rich(p): captured(p) > own\n" + end_with("rich(mover) or empty(theirs)"));
  const auto all = loaded.diagnostics.sorted();
  REQUIRE(all.size() == 1);
  CHECK(all[0].code == "M0404");
  CHECK(loaded.text(all[0].primary.span) == "own");
  REQUIRE(all[0].others.size() == 1);
  CHECK(loaded.text(all[0].others[0].span) == "rich(mover)");
}

TEST_CASE("a bare name beside a word is first looked for among the words of the other side", "[check]") {
  // The reading's value `opponent` and the player `opponent` live together (language: word lookup).
  const std::string readings =
      "readings: {rest: {about: Who gets the rest, default: opponent, values: {opponent: some, mover: "
      "others}}}\n";
  for (const char* condition : {"rest == opponent", "opponent == rest", "rest != mover"}) {
    INFO(condition);
    const std::string keys =
        readings + "end:\n  after-move:\n    - {if: empty(theirs) and " + condition +
        ", then: capture board}\n    - {if: empty(theirs), then: capture board for opponent}\n";
    CHECK(load_keys(keys).codes().empty());
    const Loaded one = load_keys(keys);
    const Loaded other = load_keys(keys, {{"rest", "mover"}});
    REQUIRE(one.variant);
    REQUIRE(other.variant);
    CHECK_FALSE(same_rules(one.variant->program, other.variant->program));
  }
}

TEST_CASE("a reading that is not in effect leaves nothing behind", "[check]") {
  const std::string with =
      "readings: {bonus: {about: Is there a bonus move, default: given, values: {given: a, missing: b}}}\n"
      "lap-end:\n  - {if: here == store(mover) and bonus == given, then: again}\n"
      "  - {if: bonus == missing and laps > 3, then: capture here}\n";
  const Loaded a = load_keys(with);
  const Loaded b = load_keys("lap-end:\n  - {if: here == store(mover), then: again}\n");
  REQUIRE(a.variant);
  REQUIRE(b.variant);
  CHECK(same_rules(a.variant->program, b.variant->program));
}

TEST_CASE("a clause with the condition of an earlier `then` can never hold", "[check]") {
  const std::string twice =
      "lap-end:\n  - {if: here in own, then: stop}\n  - {if: was == 0, then: again}\n  - {if: here in own, "
      "then: again}\n";
  CHECK(load_keys(twice).codes() == "M0511");
  // Not so if something is done in between: the capture changes what is asked.
  CHECK(load_keys("lap-end:\n  - {if: seeds(here) == 1, also: capture opposite(here)}\n"
                  "  - {if: seeds(own) > 3, then: stop}\n  - {also: capture here}\n  - {if: seeds(own) > 3, "
                  "then: again}\n")
            .codes()
            .empty());
}

TEST_CASE("loops stand in each other three deep, also through definitions", "[check]") {
  const auto loops = [](const std::string& outer) {
    return load_keys(
               "define:\n  inner(h):\n    - {each: [i in own, j in theirs], also: capture j}\nmove-end:\n  - "
               "{each: [" +
               outer + "], also: inner(a)}\n")
        .codes();
  };
  CHECK(loops("a in board").empty());
  CHECK(loops("b in players, a in board") == "M0508");
}

TEST_CASE("constants are worked out as the executors would: div and mod round down", "[check]") {
  // (0 - 3) div 2 is -2 and (0 - 3) mod 2 is 1: 2 + 1 seeds, where rounding to zero would give 3 - 1
  const Loaded loaded = load_keys("setup: 4 + (0 - 3) div 2 + (0 - 3) mod 2\n");
  REQUIRE(loaded.variant);
  const Reference reference(loaded.variant->program);
  Chance chance(1);
  CHECK(reference.initial(chance).seeds[0] == 3);
}

TEST_CASE("settings: a parameter in its range, a word of a reading, nothing else", "[check]") {
  CHECK(load_id("kalah", {{"width", "3"}}).codes().empty());
  CHECK(load_id("kalah", {{"width", "0"}}).codes() == "M0711");
  CHECK(load_id("kalah", {{"width", "three"}}).codes() == "M0711");
  CHECK(load_id("kalah", {{"widht", "3"}}).codes() == "M0710");
  CHECK(load_id("kalah", {{"empty-capture", "bankd"}}).codes() == "M0711");
  const Loaded later = load_id("kalah", {{"width", "3"}, {"width", "5"}});
  REQUIRE(later.variant);
  CHECK(later.variant->program.board.hole_count() == 10);
}

TEST_CASE("definitions: the most derived one holds everywhere, also inside the prelude's", "[check]") {
  // `relay-occupied` of the prelude asks `fell-in-occupied`; redefined to ask for two seeds, a single stone
  // stops.
  const std::string relay = "lap-end: [relay-occupied]\nendless: {laps: 100, then: stop}\n";
  const Loaded usual = load_keys(relay);
  const Loaded changed = load_keys(relay + "define: {fell-in-occupied: was > 1}\n");
  const Loaded written = load_keys(
      "lap-end:\n  - {if: was > 1, then: lift here; sow after here}\nendless: {laps: 100, then: stop}\n");
  REQUIRE(usual.variant);
  REQUIRE(changed.variant);
  REQUIRE(written.variant);
  CHECK_FALSE(same_rules(usual.variant->program, changed.variant->program));
  CHECK(same_rules(changed.variant->program, written.variant->program));
}

TEST_CASE("a move that the file does not begin in its own way is the file's own relay", "[check]") {
  // All but one seed are lifted: A1 keeps one, A2 to A4 get one each.
  const Loaded loaded = load_keys(
      "define: {relay(h): lift seeds(h) - 1 of h; sow after h}\nlap-end: []\n"
      "sow: {around: board, direction: counterclockwise}\n");
  REQUIRE(loaded.variant);
  const Reference reference(loaded.variant->program);
  Chance chance(1);
  Position position = reference.initial(chance);
  reference.play(position, reference.legal(position).front(), chance);
  CHECK(position.seeds[0] == 1);
  CHECK(position.seeds[1] == 5);
  CHECK(position.seeds[3] == 5);
  CHECK(position.seeds[4] == 4);
}

TEST_CASE("a definition's parameter is a value of the moment of the call", "[check]") {
  // seeds(start) is 4 before the move and 0 after it: `after` must not read the argument again.
  const Loaded loaded = load_keys(
      "define: {later(n): after n == 4}\n"
      "move:\n  from: own where occupied(it)\n  legal: [{only: later(seeds(start))}]\n"
      "end:\n  before-turn:\n    - {if: no-move, then: capture board for owner(it)}\n");
  REQUIRE(loaded.variant);
  const Reference reference(loaded.variant->program);
  Chance chance(1);
  const Position start = reference.initial(chance);
  CHECK(reference.legal(start).size() == 6);
}

TEST_CASE("circuits: a store stands after the end of its owner's row in counterclockwise order", "[check]") {
  // 2 x 3 holes: places 0-2 South, 3-5 North, 6 and 7 the stores.
  const auto next = [](const std::string& around, Player p, int d, Place from) {
    const Loaded loaded =
        load_keys("board: {rows: 2, holes: 3}\nsow: {around: " + around + ", direction: counterclockwise}\n");
    const Board& board = loaded.variant.value().program.board;
    return board.circuits[0]
        .next[static_cast<std::size_t>(p)][static_cast<std::size_t>(d)][static_cast<std::size_t>(from)];
  };
  CHECK(next("board", 0, 0, 2) == 3);
  CHECK(next("board", 0, 0, 5) == 0);
  CHECK(next("board", 0, 1, 0) == 5);
  CHECK(next("board-and-own-store", 0, 0, 2) == 6);
  CHECK(next("board-and-own-store", 0, 0, 6) == 3);
  CHECK(next("board-and-own-store", 0, 0, 5) == 0);
  CHECK(next("board-and-own-store", 1, 0, 2) == 3);
  CHECK(next("board-and-own-store", 1, 0, 5) == 7);
  CHECK(next("board-and-stores", 0, 0, 5) == 7);
  CHECK(next("board-and-stores", 0, 1, 3) == 6);
}

TEST_CASE("a variant takes over what its base says, key by key", "[check]") {
  const TemporaryFile child(
      "mancala: 1\nid: child\nname: Child\nextends: sadeqa-iii\nsources: {mine: made up}\nsetup: 2\n");
  const Loaded loaded = load_path(child.path());
  REQUIRE(loaded.variant);
  CHECK(loaded.variant->id == "child");
  CHECK(loaded.variant->name == "Child");
  CHECK(loaded.variant->extends == "sadeqa-iii");
  // Two seeds in each of sixteen holes, and the relay of the base.
  const Reference reference(loaded.variant->program);
  Chance chance(1);
  CHECK(reference.initial(chance).seeds[15] == 2);
  CHECK(loaded.variant->program.endless.laps == 5000);
}

TEST_CASE("other names and places are a file's own, also where it says that there are none", "[check]") {
  // kalah is played in the United States; what extends it is not for that.
  const TemporaryFile child(
      "mancala: 1\nid: child\nname: Child\nextends: kalah\nsources: {mine: made up}\naka: none\nwhere: "
      "none\n");
  const Loaded loaded = load_path(child.path());
  REQUIRE(loaded.variant);
  CHECK(loaded.variant->aka.empty());
  CHECK(loaded.variant->where.empty());
}

TEST_CASE("a file may not extend itself, nor what is not there", "[check]") {
  const std::string head = "mancala: 1\nid: child\nname: Child\nsources: {mine: made up}\n";
  CHECK(load_text(head + "extends: child\n").codes() == "M0218");
  const Loaded missing = load_text(head + "extends: kala\n");
  CHECK(missing.codes() == "M0219");
  CHECK(missing.diagnostics.sorted().at(0).help.at(0) == "did you mean `kalah`?");
}

TEST_CASE("every variant of the library passes the check without a warning", "[check][library]") {
  REQUIRE(library().items().size() >= 11);
  for (const Library::Item& item : library().items()) {
    INFO(item.id);
    const Loaded loaded = load_path(item.path);
    CHECK(loaded.codes().empty());
    CHECK(loaded.variant);
  }
}

TEST_CASE("a state that nothing asks for: is it set?", "[check]") {
  const auto warning = [](const std::string& keys) {
    const Loaded loaded = load_keys("state: {met: {holds: flag, lasts: round}}\n" + keys);
    const auto all = loaded.diagnostics.sorted();
    REQUIRE(all.size() == 1);
    CHECK(all[0].code == "M0514");
    return all[0].message;
  };
  CHECK(warning("") == "the state `met` is never used");
  CHECK(warning("move-end: [set met to true]\n") == "the state `met` is set, but never asked for");
}

TEST_CASE("boards with more places than there is room for are said to be, not made", "[check]") {
  for (const char* board : {"{grid: 26 x 60}", "{rows: 4, holes: 60}", "{grid: 13 x 10}"})
    CHECK(load_keys("board: " + std::string(board) + "\n").codes().find("M0507") != std::string::npos);
}

TEST_CASE("each value of a reading is checked, so there is room for a hundred of them", "[check]") {
  const auto values = [](int count) {
    std::string keys = "readings: {size: {about: How large, default: v-a-a, values: {";
    for (int i = 0; i < count; ++i) {
      keys += std::string(i == 0 ? "" : ", ") + "v-" + static_cast<char>('a' + i / 26) + "-" +
              static_cast<char>('a' + i % 26) + ": some";
    }
    return load_keys(keys + "}}}\n").codes();
  };
  CHECK(values(100).find("M0508") == std::string::npos);
  CHECK(values(101).find("M0508") != std::string::npos);
}

}  // namespace
}  // namespace mancala::test
