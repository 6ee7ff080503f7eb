// Players who change seats, as the commands tell it. The game is worked out by hand in
// tests/dsl/seats_test.cpp: South captures the only seed at once, North takes his seat, and the seat of South
// wins 3 to 1.
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/support/catch.hpp"
#include "tests/tools/program.h"

using mancala::tests::Folder;
using mancala::tests::has;
using mancala::tests::Result;
using mancala::tests::run_mancala;
using mancala::tests::Surroundings;
using Json = nlohmann::json;

namespace {

const std::string kVariant =
    "mancala: 1\nid: pie\nname: Pie\nsources: {mine: made up}\n"
    "board: {rows: 2, holes: 2}\nsetup: 1\nmove: {from: own where occupied(it)}\n"
    "sow: {around: board-and-own-store, direction: counterclockwise}\n"
    "turn-start:\n"
    "  - {if: turns-played == 1, also: choose answer from swap or keep}\n"
    "  - {if: answer == swap, also: swap seats}\n"
    "end: {after-move: [{if: empty(own) or empty(theirs), then: capture board for owner(it)}]}\n"
    "win: player with most captured(it)\n";

}  // namespace

TEST_CASE("run tells the seat, and the person where he sits elsewhere", "[seats]") {
  const Folder folder;
  const std::string file = folder.file("pie.yaml", kVariant);
  const Result json = run_mancala({"run", file, "--json", "--moves", "A2/swap a1 A1 a2"});
  CHECK(json.status == 0);
  std::vector<Json> events;
  std::istringstream in(json.out);
  for (std::string line; std::getline(in, line);) events.push_back(Json::parse(line));
  REQUIRE(events.size() == 6);
  CHECK(events[1]["by"] == "south");
  CHECK_FALSE(events[1].contains("person"));
  CHECK(events[1]["position"]["persons"] == "north,south");
  CHECK(events[2]["by"] == "north");
  CHECK(events[2]["person"] == "south");
  CHECK(events[5]["event"] == "end");
  CHECK(events[5]["winner"] == "south");
  CHECK(events[5]["person"] == "north");
  CHECK(events[5]["captured"]["south"] == 3);

  const Result kept = run_mancala({"run", file, "--json", "--moves", "A2/keep a1 A1 a2"});
  CHECK_FALSE(has(kept.out, "person"));

  const Result text = run_mancala({"run", file, "--trace", "--moves", "A2/swap a1 A1 a2"});
  CHECK(has(text.out, "seats: the players change them"));
  CHECK(has(text.out, "2. north (south) a1"));
  CHECK(has(text.out, "south (north) wins; south 3, north 1"));
}

TEST_CASE("play asks whom a choice is left to", "[seats]") {
  const Folder folder;
  const std::string file = folder.file("pie.yaml", kVariant);
  Surroundings surroundings;
  surroundings.input = "A2\nswap\na1\nA1\na2\n";
  const Result both = run_mancala({"play", file}, surroundings);
  CHECK(both.status == 0);
  CHECK(has(both.out, "north, which? "));
  CHECK(has(both.out, "south (north) wins"));
  // The computer plays for North: it answers for itself, and moves for the seat that it comes to have.
  surroundings.input = "A2\n";
  const Result one = run_mancala({"play", file, "--north", "random", "--seed", "1"}, surroundings);
  CHECK(one.status == 0);
  CHECK_FALSE(has(one.out, "which?"));
}
