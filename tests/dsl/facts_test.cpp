// Facts are derived from the program. For each of them a game that has it and one that has not; both are the
// base variant (Kalah without a capture) with some keys replaced, and which is which follows from the rules
// as written.
#include "dsl/facts.h"

#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>

#include "dsl/fact_query.h"
#include "tests/support/catch.hpp"
#include "tests/support/variants.h"

using namespace mancala;
using namespace mancala::test;

namespace {

std::map<std::string, std::optional<std::int64_t>> facts_in(const std::string& keys,
                                                            const Settings& settings = {}) {
  const Loaded loaded = load_keys(keys, settings);
  INFO(keys);
  INFO(loaded.codes());
  for (const Diagnostic& d : loaded.diagnostics.sorted()) UNSCOPED_INFO(d.message);
  REQUIRE(loaded.variant);
  const FactValues values = facts_of(*loaded.variant, loaded.sources);
  REQUIRE(values.size() == all_facts().size());
  std::map<std::string, std::optional<std::int64_t>> out;
  for (std::size_t i = 0; i < values.size(); ++i) out[std::string(all_facts()[i].name)] = values[i];
  return out;
}

const std::string kBoard = "sow: {around: board, direction: counterclockwise}\n";
const std::string kEnds = "end: {before-turn: [{if: no-move, then: capture board for owner(it)}]}\n";
const std::string kNoLaps = kBoard + "lap-end: []\n";
const std::string kEndless = "endless: {laps: 100, then: stop}\n";

std::string lap_end(const std::string& clause) { return kBoard + "lap-end:\n  - " + clause + "\n"; }
std::string relay(const std::string& clause) { return lap_end(clause) + kEndless; }
std::string end_clause(const std::string& clause) {
  return "end:\n  after-move:\n    - " + clause + "\n  before-turn:\n    - {if: no-move}\n";
}

struct Case {
  const char* fact;
  std::string has;
  std::string has_not;
};

std::vector<Case> cases() {
  const std::string plain = kNoLaps + kEnds;
  const std::string captures = lap_end("{if: fell-in-empty, then: capture opposite(here)}");
  const std::string rounds =
      "match: {over: some players where captured(it) < 4, winner: player with most captured(it)}\n";
  return {
      {"direction-choice", "sow: {around: board, direction: either}\n" + kEnds, plain},
      {"choices", "move: {from: own where occupied(it), choose: {n: 1 to seeds(start)}}\n", plain},
      {"filters", "move: {from: own, legal: [{only: seeds(start) > 1}]}\n" + kEnds, plain},
      {"feeding", "move: {from: own, legal: [{if: empty(theirs), only: after occupied(theirs)}]}\n" + kEnds,
       "move: {from: own, legal: [{only: after captured-now > 0}]}\n" + kEnds},
      {"forced-capture", "move: {from: own, legal: [{prefer: after captured-now > 0}]}\n" + kEnds,
       "move: {from: own, legal: [{if: empty(theirs), only: after occupied(theirs)}]}\n" + kEnds},
      {"passes", "move: {from: own where occupied(it), none: pass}\n", plain},
      {"may-pass", "move: {from: own where occupied(it), pass: turns(mover) > 0}\n",
       "move: {from: own where occupied(it), none: pass}\n"},
      {"bonus-move", "", plain},
      {"counterclockwise", plain, "sow: {around: board, direction: either}\n"},
      {"clockwise", "sow: {around: board, direction: clockwise}\n", plain},
      {"stores-sown", "", plain},
      {"skips", "sow: {around: board, direction: counterclockwise, skip: it == start}\n", plain},
      {"sows-several",
       "sow: {around: board, direction: counterclockwise, each: if empty(it) then 2 else 1}\n", plain},
      {"first-seed-back", "play: [first-back(start)]\n", plain},
      {"lifts-part", "play: [lift 2 of start; sow after start]\n", plain},
      {"relay", relay("{if: was > 0, then: lift here; sow after here}"), plain},
      {"relay-last-hole", relay("{if: was > 0, then: lift here; sow after here}"),
       relay("{if: occupied(next(here)), then: lift next(here); sow after next(here)}")},
      {"relay-next-hole", relay("{if: occupied(next(here)), then: lift next(here); sow after next(here)}"),
       relay("{if: was > 0, then: lift here; sow after here}")},
      // What is captured when the round is over is no capture of a turn.
      {"captures", captures, plain},
      // Seeds lifted in one's own holes are no capture.
      {"resows-captures", relay("{if: occupied(opposite(here)), then: lift opposite(here); sow after here}"),
       relay("{if: was > 0, then: lift here; sow after here}")},
      {"en-passant", plain + "each-seed: [{if: seeds(here) == 4, then: capture here}]\n", captures},
      {"captures-last-hole", lap_end("{if: seeds(here) is 2 or 3, then: capture here}"), captures},
      {"cross-capture", captures, lap_end("{if: seeds(here) is 2 or 3, then: capture here}")},
      {"beyond-capture", lap_end("{if: empty(next(here)), then: capture next(next(here))}"), captures},
      {"chain-capture", lap_end("capture run from here back while seeds(it) is 2 or 3"),
       lap_end("{if: seeds(here) is 2 or 3, then: capture here}")},
      {"capture-by-count", lap_end("{if: seeds(here) is 2 or 3, then: capture here}"), captures},
      {"capture-from-empty", captures, lap_end("{if: seeds(here) == 4, then: capture here}")},
      {"captures-for-others", lap_end("{if: seeds(here) == 4, then: capture here for owner(here)}"),
       captures},
      {"seeds-out", lap_end("{if: seeds(here) == 4, then: capture here for out}"), captures},
      {"territory", lap_end("{if: seeds(here) == 4, then: set owner(here) to mover}"), captures},
      {"closes-holes", lap_end("{if: seeds(here) == 4, then: capture here; close here}"), captures},
      {"marks",
       lap_end("{if: seeds(here) == 4, then: set full(here) to true}") +
           "state: {full: {each: hole, holds: flag, lasts: round}}\n",
       captures},
      {"piles", "piles: {reserve: {each: player, seeds: 3}}\n", plain},
      {"phases",
       "phases: {opening: {while: turns(mover) == 0, sow: {direction: clockwise}}, main: {sow: {direction: "
       "counterclockwise}}}\nsow: {around: board}\n" +
           kEnds,
       plain},
      {"chance", "starter: by-lot\n", plain},
      {"repetition", "end: {before-turn: [{if: no-move or repeated, then: capture board for owner(it)}]}\n",
       plain},
      {"quiet-limit",
       "end: {before-turn: [{if: no-move or quiet > 50, then: capture board for owner(it)}]}\n", plain},
      {"rounds", rounds, plain},
      {"seats-change", "move-end: [rotate seats]\n", plain},
      {"ends-without-move", plain, ""},
      {"early-end", end_clause("{if: some players where captured(it) > 24}"), ""},
      {"most-seeds", "", "win: nobody\n" + end_clause("{if: empty(own), then: win mover}")},
      {"last-mover", "win: last-mover\n", "win: nobody\n" + end_clause("{if: empty(own), then: win mover}")},
      {"clear-board", "win: nobody\n" + end_clause("{if: empty(own), then: win mover}"),
       "win: nobody\n" + end_clause("{if: empty(own), then: win opponent}")},
      {"wins-outright", end_clause("{if: captured(mover) == 20, then: win mover}"), ""},
      {"derived", "extends: kalah\n", plain},
      {"own-notation", "notation: {moves: start-and-last}\n", plain},
  };
}

}  // namespace

TEST_CASE("Every fact holds of one game and not of another", "[facts]") {
  std::set<std::string_view> tested;
  for (const Case& c : cases()) {
    CAPTURE(c.fact);
    CHECK(facts_in(c.has).at(c.fact) == 1);
    CHECK(facts_in(c.has_not).at(c.fact) == 0);
    tested.insert(c.fact);
  }
  for (const Fact& fact : all_facts()) {
    CAPTURE(fact.name);
    CHECK((fact.kind == Fact::Kind::number || tested.count(fact.name) == 1));
  }
}

TEST_CASE("Who cannot move loses: the other one made the last move", "[facts]") {
  CHECK(facts_in("win: nobody\nend: {before-turn: [{if: no-move, then: win opponent}]}\n").at("last-mover") ==
        1);
  CHECK(facts_in("win: nobody\nend: {before-turn: [{if: no-move, then: win mover}]}\n").at("last-mover") ==
        0);
}

TEST_CASE("A fact is about the rules with the settings in effect", "[facts]") {
  const std::string keys =
      "readings:\n  slam:\n    about: what\n    default: taken\n    values: {taken: a, left: b}\n" +
      lap_end("{if: slam == taken and seeds(here) == 2, then: capture here}");
  CHECK(facts_in(keys).at("captures") == 1);
  CHECK(facts_in(keys, {{"slam", "left"}}).at("captures") == 0);
}

TEST_CASE("Seeds that are taken and sown on, or put out of play, are captured, too", "[facts]") {
  const auto captures = [](const std::string& keys) { return facts_in(keys).at("captures") == 1; };
  const std::string across = "if: fell-in-occupied and occupied(opposite(here)), then: ";
  CHECK(captures(relay("{" + across + "lift opposite(here); sow after here}")));
  CHECK(captures(relay("{" + across + "move all from opposite(here) to here; lift here; sow after here}")));
  CHECK(captures(lap_end("{" + across + "capture opposite(here) for out}")));
  CHECK_FALSE(captures(relay("{if: was > 0, then: lift here; sow after here}")));
}

// Holes of four rows are captured in all of these, as their sources tell; `mancala describe` says how.
TEST_CASE("No game of four rows goes without captures", "[facts]") {
  for (const Library::Item& item : library().items()) {
    const Loaded loaded = load_path(item.path);
    REQUIRE(loaded.variant);
    if (loaded.variant->program.board.rows != 4) continue;
    const FactValues values = facts_of(*loaded.variant, loaded.sources);
    for (std::size_t i = 0; i < values.size(); ++i) {
      INFO(item.id);
      if (all_facts()[i].name == "captures") CHECK(values[i] == 1);
    }
  }
}

TEST_CASE("What a definition or a name stands for is looked into", "[facts]") {
  CHECK(facts_in("define: {chain: run from here back while seeds(it) is 2 or 3}\n" + lap_end("capture chain"))
            .at("chain-capture") == 1);
  CHECK(facts_in(kBoard +
                 "lap-end:\n  - {let: prize, be: opposite(here)}\n  - {if: was == 0, then: capture prize}\n")
            .at("cross-capture") == 1);
}

TEST_CASE("Numbers of a game", "[facts]") {
  // 2 rows of 5 holes with 3 seeds each are 30 seeds, with 2 in each player's reserve 34.
  auto f = facts_in("board: {rows: 2, holes: 5}\nsetup: 3\npiles: {reserve: {each: player, seeds: 2}}\n");
  CHECK(f.at("rows") == 2);
  CHECK(f.at("holes") == 5);
  CHECK(f.at("board-holes") == 10);
  CHECK(f.at("players") == 2);
  CHECK(f.at("seeds") == 34);
  CHECK(f.at("seeds-each") == 3);
  CHECK(f.at("parameters") == 0);
  CHECK(f.at("readings") == 0);
  CHECK(f.at("sources") == 1);
  // As the base variant is written: a default way to play, one clause at the end of a lap, one end, one way
  // to move.
  CHECK(f.at("rules") == 4);
  // 14 lines of the base variant and the one for the piles.
  CHECK(f.at("lines").value() == 15);
  // The holes next to the middle of a player's row hold more.
  f = facts_in("setup: if number(it) == 3 then 8 else 2\n");
  CHECK_FALSE(f.at("seeds-each").has_value());
  CHECK(f.at("seeds") == 2 * (5 * 2 + 8));
}

TEST_CASE("Facts have names of their own and a sentence", "[facts]") {
  std::set<std::string_view> names;
  bool numbers = false;
  for (const Fact& fact : all_facts()) {
    CAPTURE(fact.name);
    CHECK(names.insert(fact.name).second);
    CHECK(fact.about.size() > 5);
    CHECK(fact.about.back() == '.');
    numbers = numbers || fact.kind == Fact::Kind::number;
    CHECK(numbers == (fact.kind == Fact::Kind::number));  // numbers come last
  }
}

namespace {

// Values of a made-up game: relay and rounds hold and nothing else, 2 rows of 6 holes, other numbers are
// missing.
FactValues made_up() {
  FactValues values;
  for (const Fact& fact : all_facts()) {
    std::optional<std::int64_t> value;
    if (fact.kind == Fact::Kind::truth) value = fact.name == "relay" || fact.name == "rounds" ? 1 : 0;
    if (fact.name == "rows") value = 2;
    if (fact.name == "holes") value = 6;
    values.push_back(value);
  }
  return values;
}

bool holds(const std::string& question) {
  const auto parsed = FactQuery::parse(question);
  if (const auto* error = std::get_if<TextError>(&parsed)) FAIL(question << ": " << error->message);
  return std::get<FactQuery>(parsed).holds(made_up());
}

// The part of the question that is said to be wrong, and the message.
std::pair<std::string, std::string> fault(const std::string& question) {
  const auto parsed = FactQuery::parse(question);
  const auto* error = std::get_if<TextError>(&parsed);
  REQUIRE(error != nullptr);
  return {question.substr(error->begin, error->end - error->begin), error->message + "|" + error->help};
}

}  // namespace

TEST_CASE("Questions about facts", "[facts]") {
  CHECK(holds("relay"));
  CHECK_FALSE(holds("passes"));
  CHECK(holds(" relay and rounds "));
  CHECK_FALSE(holds("relay and passes"));
  CHECK(holds("passes or rounds"));
  CHECK(holds("not passes"));
  CHECK(holds("not not relay"));
  // `and` binds tighter than `or`, `not` tighter than both.
  CHECK(holds("relay or passes and passes"));
  CHECK_FALSE(holds("(relay or passes) and passes"));
  CHECK_FALSE(holds("not relay and not passes or passes"));
  CHECK(holds("not (relay and passes)"));
  CHECK(holds("rows == 2 and holes == 6"));
  CHECK(holds("holes > 5 and holes >= 6 and holes < 7 and holes <= 6 and holes != 5"));
  CHECK_FALSE(holds("holes > 6 or holes < 6 or holes != 6 or holes <= 5 or holes >= 7"));
  CHECK(holds("rows<holes"));
  CHECK(holds("3 < holes"));
  CHECK(holds("(((relay)))"));
}

TEST_CASE("A comparison with a number that a game does not have does not hold", "[facts]") {
  CHECK_FALSE(holds("seeds-each == 4"));
  CHECK_FALSE(holds("seeds-each != 4"));
  CHECK(holds("not seeds-each == 4"));
}

TEST_CASE("What is wrong with a question is shown at its place", "[facts]") {
  using Fault = std::pair<std::string, std::string>;
  CHECK(fault("relay and runds") == Fault("runds", "there is no fact `runds`|did you mean `rounds`?"));
  CHECK(fault("xyzzy").second == "there is no fact `xyzzy`|`mancala list --facts` lists the facts");
  CHECK(fault("relay rounds").first == "rounds");
  CHECK(fault("relay and").first.empty());
  CHECK(fault("(relay").second == "here should be `and`, `or` or `)`|");
  CHECK(fault("relay)").first == ")");
  CHECK(fault("").second == "here should be a fact, a number, `not` or `(`|");
  CHECK(fault("and").first == "and");
  CHECK(fault("holes") == Fault("holes", "`holes` is a number|compare it: `holes == 6`"));
  CHECK(fault("not holes").first == "holes");
  CHECK(fault("relay == 1").first == "relay");
  CHECK(fault("holes == relay").first == "relay");
  CHECK(fault("7").first == "7");
  CHECK(fault("holes ==").first.empty());
  CHECK(fault("holes = 6").first == "=");
  CHECK(fault("holes == 6 == 7").first == "==");
  CHECK(fault("holes == 12345678901").first == "12345678901");
  CHECK(fault("6holes == 2").first == "6holes");
  CHECK(fault(std::string(3000, '(')).second == "the question is longer than 2000 characters|");
  CHECK(fault(std::string(2000, '(')).first.empty());
}

TEST_CASE("The documents list all facts", "[facts]") {
  std::ifstream in(std::string(MANCALA_SOURCE_DIR) + "/docs/command-line.md");
  const std::string text((std::istreambuf_iterator<char>(in)), {});
  for (const Fact& fact : all_facts()) {
    const std::string row = "| `" + std::string(fact.name) + "` | " + std::string(fact.about) + " |\n";
    CAPTURE(row);
    CHECK(text.find(row) != std::string::npos);
  }
}
