// mancala list: which variants of a library are listed. The library has three made-up games: `store-game`
// (2x6, 48 seeds, sown into the own store), `relay-game` (2x5, 30 seeds, relay laps, nothing is captured in a
// turn) and a file with errors.
#include <nlohmann/json.hpp>

#include "dsl/codes.h"
#include "tests/support/catch.hpp"
#include "tests/tools/program.h"

using mancala::tests::has;
using mancala::tests::Result;
using mancala::tests::SmallLibrary;
using Json = nlohmann::json;

namespace {

class ListedGames : public SmallLibrary {
 public:
  ListedGames() {
    add("store-game", "name: Store\nwhere: [North Sumatra, Java]\n");
    add("relay-game",
        "name: A game with a name that is longer than any column of a table should be\n"
        "where: Sumatra\nboard: {rows: 2, holes: 5}\nsetup: 3\n"
        "sow: {around: board, direction: clockwise}\nlap-end: [relay-occupied]\n"
        "endless: {laps: 100, then: stop}\n");
    file("wrong", "mancala: 1\nid: wrong\n");
  }
  [[nodiscard]] Result list(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "list");
    return run(arguments);
  }
  [[nodiscard]] std::string ids(std::vector<std::string> arguments) const {
    arguments.emplace_back("--ids");
    const Result result = list(arguments);
    CHECK(result.status == 0);
    return result.out;
  }
};

const std::string kStore = "store-game\n", kRelay = "relay-game\n";

}  // namespace

TEST_CASE("list takes those of which all that is asked for holds", "[list]") {
  const ListedGames library;
  CHECK(library.ids({}) == kRelay + kStore + "wrong\n");
  CHECK(library.ids({"--where", "relay"}) == kRelay);
  CHECK(library.ids({"--where", "stores-sown and bonus-move"}) == kStore);
  CHECK(library.ids({"--where", "not captures"}) == kRelay + kStore);
  CHECK(library.ids({"--where", "relay and stores-sown"}).empty());
  CHECK(library.ids({"--where", "seeds-each == 3 or seeds-each == 4"}) == kRelay + kStore);
  CHECK(library.ids({"--rows", "2"}) == kRelay + kStore);
  CHECK(library.ids({"--rows", "4"}).empty());
  CHECK(library.ids({"--holes", "5"}) == kRelay);
  CHECK(library.ids({"--seeds", "48"}) == kStore);
  CHECK(library.ids({"--region", "sumatra"}) == kRelay + kStore);
  CHECK(library.ids({"--region", "JAVA"}) == kStore);
  CHECK(library.ids({"--region", "Africa"}).empty());
  CHECK(library.ids({"--region", "sumatra", "--holes", "5", "--where", "clockwise"}) == kRelay);
  CHECK(library.ids({"--region", "java", "--holes", "5"}).empty());
}

TEST_CASE("list says what it passed over and that nothing was found", "[list]") {
  const ListedGames library;
  const Result none = library.list({"--where", "territory"});
  CHECK(none.status == 0);
  CHECK(none.out.empty());
  CHECK(none.err == "passed over: 1 variant with errors\nno variant is like that\n");
  CHECK(library.list({}).err.empty());
}

TEST_CASE("list aligns its columns and cuts what is too long", "[list]") {
  const ListedGames library;
  CHECK(library.list({}).out ==
        "relay-game  A game with a name that is lo…  2x5  Sumatra              1 source\n"
        "store-game  Store                           2x6  North Sumatra, Java  1 source\n"
        "wrong       (the file has errors)                                     variants/wrong.yaml\n");
}

TEST_CASE("list as JSON shows the facts of each variant", "[list]") {
  const ListedGames library;
  const Json all = Json::parse(library.list({"--json"}).out);
  REQUIRE(all.size() == 3);
  CHECK(all[0]["name"] == "A game with a name that is longer than any column of a table should be");
  CHECK(all[0]["facts"]["relay"] == true);
  CHECK(all[0]["facts"]["clockwise"] == true);
  CHECK(all[0]["facts"]["captures"] == false);
  CHECK(all[0]["facts"]["seeds"] == 30);
  CHECK(all[1]["facts"]["relay"] == false);
  CHECK(all[1]["facts"]["holes"] == 6);
  CHECK_FALSE(all[2].contains("facts"));
}

TEST_CASE("list --facts says what can be asked for", "[list]") {
  const ListedGames library;
  const Result text = library.list({"--facts"});
  CHECK(text.status == 0);
  CHECK(has(text.out, "\nrelay "));
  CHECK(has(text.out, "number: The rows of the board;"));
  for (const Json& fact : Json::parse(library.list({"--facts", "--json"}).out)) {
    CHECK(has(text.out, fact["name"].get<std::string>()));
    CHECK(has(text.out, fact["about"].get<std::string>()));
    CHECK((fact["kind"] == "truth" || fact["kind"] == "number"));
  }
}

TEST_CASE("list --facts is about no variants: it takes no choice of them", "[list]") {
  const ListedGames library;
  CHECK(library.list({"--facts", "--where", "relay"}).status == 2);
  CHECK(library.list({"--facts", "--rows", "2"}).status == 2);
  CHECK(library.list({"--facts", "--ids"}).status == 2);
}

TEST_CASE("list --ids --json is a list of ids", "[list]") {
  const ListedGames library;
  for (const std::vector<std::string>& which : {std::vector<std::string>{}, {"--rows", "2"}}) {
    std::vector<std::string> arguments = {"--ids"};
    arguments.insert(arguments.end(), which.begin(), which.end());
    const std::string text = library.list(arguments).out;
    arguments.emplace_back("--json");
    std::string joined;
    for (const Json& id : Json::parse(library.list(arguments).out)) joined += id.get<std::string>() + "\n";
    CHECK(joined == text);
    CHECK_FALSE(text.empty());
  }
}

TEST_CASE("A question that cannot be read is a wrong command line", "[list]") {
  const ListedGames library;
  const Result unknown = library.list({"--where", "rounds and runds"});
  CHECK(unknown.status == 2);
  CHECK(unknown.out.empty());
  CHECK(has(unknown.err, "there is no fact `runds`"));
  CHECK(has(unknown.err, "1 | rounds and runds\n  |            ^^^^^\n"));
  CHECK(has(unknown.err, "did you mean `rounds`?"));
  CHECK(library.list({"--rows", "two"}).status == 2);
}

// The board of a variant as the table shows it: rows by holes in a row; ends are no row, and holes that lie
// by themselves are in none.
TEST_CASE("mancala list tells the rows of every shape of board", "[list]") {
  const auto board_of = [](const std::string& keys) {
    const SmallLibrary library;
    library.add("shape", keys);
    const Result result = library.run({"list", "--json"});
    REQUIRE(result.status == 0);
    return Json::parse(result.out).at(0).value("board", "");
  };
  const std::string around = "\nsow: {around: board, direction: counterclockwise}\n";
  CHECK(board_of("board: {rows: 2, holes: 3}" + around) == "2x3");
  CHECK(board_of("board: {rows: 2, holes: 3, ends: {west: a3 A1, east: A3 a1}}" + around) == "2x3 (8 holes)");
  CHECK(board_of("board: {holes: {A1: [0, 0], A2: [1, 0], C1: [0, 2]}, owners: {south: A1 A2, north: C1}, "
                 "circuits: {rim: A1 A2 C1}}\nsow: {around: rim, direction: counterclockwise}\n") ==
        "3 holes");
}

// Two seeds in A1: one into the store, one into a1; South's row is empty, and North takes his three. The game
// that says so is against the reading in which South takes them.
TEST_CASE("list and describe show what the rules are attested by", "[list]") {
  const SmallLibrary library;
  library.add("asked", R"(name: Asked | told
board: {rows: 2, holes: 1}
setup: 2
sources: {here: "made up", there: "made up, too"}
readings:
  rest: {about: "Who gets the rest?", default: owners, values: {owners: "here", mover: "there"}}
  words: {about: "In which words?", default: first, values: {first: "here", second: "there"}}
define:
  done: if words == first then empty(own) or empty(theirs) else empty(theirs) or empty(own)
end:
  after-move:
    - {if: done, then: capture board for (if rest == owners then owner(it) else mover)}
)");
  library.examples("asked", R"(mancala-example: 1
variant: asked
source: {cite: made up}
games:
  - {title: one, kind: documented, moves: [{move: A1, round-end: {captured: {south: 1, north: 3}}}]}
  - {title: two, kind: recorded, moves: [A1]}
  - {title: three, kind: recorded, moves: [A1]}
  - {title: four, kind: demonstration, legal: [A1]}
)");
  CHECK(library.run({"list"}).out ==
        "asked  Asked | told  2x1    2 sources  1 documented, 2 recorded, 1 demonstration  2 readings\n");
  CHECK(library.run({"list", "--evidence"}).out ==
        "asked  Asked | told  2x1    2 sources  1 documented, 2 recorded, 1 demonstration  2 readings: 1 "
        "decided, 1 "
        "open\n");
  const Json plain = Json::parse(library.run({"list", "--json"}).out)[0];
  CHECK(plain["sources"] == 2);
  CHECK(plain["examples"] == Json::parse(R"({"demonstration":1,"documented":1,"recorded":2})"));
  CHECK_FALSE(plain.contains("evidence"));
  const Json replayed = Json::parse(library.run({"list", "--evidence", "--threads", "2", "--json"}).out)[0];
  CHECK(replayed["evidence"]["readings"] ==
        Json::parse(R"({"decided":1,"divided":0,"open":1,"contradiction":0})"));
  const std::string table = library.run({"list", "--evidence", "--markdown"}).out;
  CHECK(
      has(table,
          "\nIn all 1 variant: 1 documented, 2 recorded, 1 demonstration; 2 readings: 1 decided, 1 open.\n"));
  CHECK(has(table, "\n| asked | Asked \\| told | 2x1 | 2 | 1 | 2 | 1 | 2 | 1 |  | 1 |\n"));
  CHECK(has(library.run({"list", "--markdown"}).out,
            "\n| asked | Asked \\| told | 2x1 | 2 | 1 | 2 | 1 | 2 |\n"));
  // As `mutate` has it.
  const Json mutants =
      Json::parse(library.run({"list", "--mutation", "--json"}).out)[0]["evidence"]["mutants"];
  const Json mutate = Json::parse(library.run({"mutate", "asked", "--json"}).out);
  CHECK(mutants["killed"].get<int>() > 0);
  for (const char* key : {"killed", "equivalent", "alive", "score", "demonstrated"})
    CHECK(mutants[key] == mutate[key]);
  const std::string percent = std::to_string(static_cast<int>(100 * mutate["score"].get<double>())) + " %";
  const int all = mutate["killed"].get<int>() + mutate["alive"].get<int>();
  CHECK(has(library.run({"list", "--mutation"}).out, percent + " of " + std::to_string(all) + " mutants\n"));
  CHECK(has(library.run({"list", "--mutation", "--markdown"}).out,
            "| 2 | " + std::to_string(all) + " | " + percent + " |  |\n"));

  CHECK(has(library.run({"describe", "asked"}).out,
            "\nEvidence\n  2 sources; 1 documented, 2 recorded, 1 demonstration; 2 readings\n"));
  const Json described = Json::parse(library.run({"describe", "asked", "--json"}).out);
  CHECK(described["sources"] == 2);
  CHECK(described["examples"]["recorded"] == 2);
  CHECK(described["readings"] == 2);
}
