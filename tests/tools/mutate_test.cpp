// mancala mutate: a made-up game on 2x2 holes with a seed in each, where a last seed in the store gives
// another move.
#include <nlohmann/json.hpp>

#include "tests/support/catch.hpp"
#include "tests/tools/program.h"

using mancala::tests::Folder;
using mancala::tests::has;
using mancala::tests::Result;
using mancala::tests::SmallLibrary;
using Json = nlohmann::json;

namespace {

// A2 is one before the store: South moves again.
const std::string kAgain = "\n  - {title: Another move, kind: documented, moves: [{move: A2, next: south}]}";
// A1 ends in A2: he does not.
const std::string kNot = "\n  - {title: No other move, kind: documented, moves: [{move: A1, next: north}]}";

class Changed : public SmallLibrary {
 public:
  Changed() {
    add("changed", R"(board: {rows: 2, holes: 2}
setup: 1
lap-end:
  - {if: here == store(mover), then: again}
  - {if: here == store(opponent), then: again}
)");
  }
  [[nodiscard]] Result mutate(const std::string& games, const std::string& accepted = {},
                              std::vector<std::string> options = {}) const {
    const std::string head = "variant: changed\n";
    std::vector<std::string> arguments = {
        "mutate", "changed", "--examples",
        folder_.file("games.yaml",
                     "mancala-example: 1\n" + head + "source: {cite: made up}\ngames:" + games + "\n")};
    if (!accepted.empty()) {
      arguments.insert(arguments.end(),
                       {"--examples", folder_.file("mutants.yaml", "mancala-mutants: 1\n" + head +
                                                                       "accepted:\n" + accepted)});
    }
    arguments.insert(arguments.end(), options.begin(), options.end());
    return run(arguments);
  }
  [[nodiscard]] Json json(const std::string& games, const std::string& accepted = {},
                          std::vector<std::string> options = {}) const {
    options.emplace_back("--json");
    return Json::parse(mutate(games, accepted, options).out);
  }

 private:
  Folder folder_;
};

// The entry of a living mutant; null if it does not live.
Json living(const Json& json, const std::string& name) {
  for (const Json& one : json["living"]) {
    if (one["mutant"] == name) return one;
  }
  return nullptr;
}

const std::string kWithout = "lap-end: without `{if: here == store(mover), then: again}`";
const std::string kAlways = "lap-end: without `if: here == store(mover)`";
// Nobody sows into the opponent's store, so that the second clause never acts.
const std::string kNever = "lap-end: without `{if: here == store(opponent), then: again}`";

}  // namespace

TEST_CASE("mutate tells what no example notices", "[mutate]") {
  const Changed library;
  // Without the clause North would be next after A2; without its condition South would be after A1.
  const Json neither = library.json("\n  - {title: Nothing, kind: documented, moves: [A1]}");
  CHECK(living(neither, kWithout) != nullptr);
  CHECK(living(neither, kAlways) != nullptr);
  const Json first = library.json(kAgain);
  CHECK(living(first, kWithout) == nullptr);
  CHECK(living(first, kAlways) != nullptr);
  const Json both = library.json(kAgain + kNot);
  CHECK(living(both, kWithout) == nullptr);
  CHECK(living(both, kAlways) == nullptr);
  CHECK(neither["killed"] < first["killed"]);
  CHECK(first["killed"] < both["killed"]);
  CHECK(both["examples"] == 2);
}

TEST_CASE("mutate shows where the variant and the mutant part ways", "[mutate]") {
  const Json one = living(Changed().json("\n  - {title: Nothing, kind: documented, moves: [A1]}"), kWithout);
  CHECK(one["position"] == "1,1/1,1 0:0 south");
  CHECK(one["move"] == "A2");
  CHECK(one["line"] == Json::array());
  CHECK(has(one["file"].get<std::string>(), "changed.yaml"));
  CHECK(has(one["variant-does"].get<std::string>(), "south is to move"));
  CHECK(has(one["mutant-does"].get<std::string>(), "north is to move"));
}

TEST_CASE("a change that makes no difference in any position is equivalent", "[mutate]") {
  const Json both = Changed().json(kAgain + kNot);
  CHECK(living(both, kNever) == nullptr);
  CHECK(both["equivalent"] > 0);
  // One that was not looked at closely enough is not.
  CHECK(living(Changed().json(kAgain + kNot, "", {"--limit", "1"}), kNever)["positions"] > 0);
}

TEST_CASE("a living mutant can be accepted with a reason", "[mutate]") {
  const Changed library;
  const std::string accepted = "  - {mutant: '" + kAlways + "', reason: nobody says so}\n";
  const Json json = library.json(kAgain, accepted);
  CHECK(json["accepted"] == 1);
  CHECK(json["stale"] == Json::array());
  CHECK(living(json, kAlways)["reason"] == "nobody says so");
  CHECK(has(library.mutate(kAgain, accepted).out, "  accepted: nobody says so\n"));
  // It no longer lives.
  CHECK(library.json(kAgain + kNot, accepted)["stale"] == Json::array({kAlways}));
  const Result stale = library.mutate(kAgain + kNot, accepted);
  CHECK(stale.status == 1);
  CHECK(has(stale.out, "accepted, but it does not live: "));
  const Result wrong = library.mutate(kAgain, "  - {mutant: x}\n");
  CHECK(wrong.status == 1);
  CHECK(has(wrong.err, "an accepted mutant needs a text `reason`"));
}

TEST_CASE("what mutate says does not depend on the number of threads", "[mutate]") {
  const Changed library;
  CHECK(library.mutate(kAgain, "", {"--threads", "1"}).out ==
        library.mutate(kAgain, "", {"--threads", "3"}).out);
}

TEST_CASE("mutate leaves out what the variant does not play", "[mutate]") {
  const Result result =
      Changed().mutate(kAgain + "\n  - {title: Wrong, kind: documented, moves: [{move: A1, next: south}]}");
  CHECK(result.status == 1);
  CHECK(has(result.out, "left out, because the variant does not play it: games.yaml: Wrong\n"));
  CHECK(has(result.out, " killed by 1 example game, "));
}
