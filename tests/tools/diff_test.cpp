// mancala diff: two variants compared, and the library searched for the same rules under several ids.
#include <nlohmann/json.hpp>

#include "dsl/codes.h"
#include "tests/support/catch.hpp"
#include "tests/tools/program.h"

using mancala::tests::has;
using mancala::tests::Result;
using mancala::tests::SmallLibrary;
using Json = nlohmann::json;

namespace {

class DiffedGames : public SmallLibrary {
 public:
  DiffedGames() { add("one", "setup: seeds-each\nparameters: {seeds-each: {default: 4, from: 1, to: 9}}\n"); }
  void add(const std::string& id, const std::string& keys) const {
    SmallLibrary::add(id, "name: The game " + id + "\n" + keys);
  }
  [[nodiscard]] Result diff(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "diff");
    return run(arguments);
  }
};

}  // namespace

TEST_CASE("diff says that the rules are the same", "[diff]") {
  const DiffedGames library;
  library.add("two", "where: Nowhere\n");
  const Result result = library.diff({"one", "two"});
  CHECK(result.status == 0);
  CHECK(result.out == "the rules are the same\n");
  CHECK(result.err.empty());
  const Json json = Json::parse(library.diff({"one", "two", "--json"}).out);
  CHECK(json["same"] == true);
  CHECK(json["parts"].empty());
  CHECK(json["b"]["name"] == "The game two");
}

TEST_CASE("diff tells what is different, part by part", "[diff]") {
  const DiffedGames library;
  library.add("two", "setup: 5\nsow: {around: board, direction: clockwise}\nlap-end: []\n");
  const Result result = library.diff({"one", "two"});
  CHECK(result.status == 1);
  CHECK(has(result.out,
            "Board and start\n"
            "  one: At the start each hole holds 4 seeds.\n"
            "  two: At the start each hole holds 5 seeds.\n"));
  CHECK(has(result.out,
            "When a lap ends\n"
            "  only one: 1. If the last seed fell into the mover's own store, he moves again.\n"));
  CHECK(has(result.out, "The same: Aim,"));
  const Json json = Json::parse(library.diff({"one", "two", "--json"}).out);
  CHECK(json["same"] == false);
  CHECK(json["parts"][0]["part"] == "board");
  CHECK(json["parts"][0]["changes"][0] == Json::parse(R"({"kind":"differs",
        "a":"At the start each hole holds 4 seeds.","b":"At the start each hole holds 5 seeds."})"));
}

TEST_CASE("diff compares a variant with itself under other settings", "[diff]") {
  const DiffedGames library;
  library.add("two", "");
  CHECK(library.diff({"one", "one"}).status == 0);
  CHECK(library.diff({"one", "two", "--set-a", "seeds-each=5"}).status == 1);
  CHECK(library.diff({"one", "one", "--set", "seeds-each=5"}).status == 0);
  const Result result = library.diff({"one", "one", "--set-b", "seeds-each=6"});
  CHECK(result.status == 1);
  CHECK(has(result.out,
            "  first: At the start each hole holds 4 seeds.\n"
            "  second: At the start each hole holds 6 seeds.\n"));
  // The later setting counts.
  CHECK(library.diff({"one", "one", "--set", "seeds-each=5", "--set-b", "seeds-each=4"}).status == 1);
}

TEST_CASE("diff --all finds the same rules under several ids", "[diff]") {
  const DiffedGames library;
  CHECK(library.diff({"--all"}).err == "no two variants have the same rules\n");
  library.add("two", "where: Nowhere\n");
  library.add("third", "setup: 5\n");
  library.add("fourth", "setup: 5\nstarter: south\n");
  library.add("fifth", "setup: 6\n");
  const Result result = library.diff({"--all"});
  CHECK(result.status == 0);
  CHECK(result.out == "fourth = third\none = two\n");
  CHECK(Json::parse(library.diff({"--all", "--json"}).out) ==
        Json::parse(R"([["fourth","third"],["one","two"]])"));
}

TEST_CASE("diff wants two variants", "[diff]") {
  const DiffedGames library;
  CHECK(library.diff({}).status == 2);
  CHECK(library.diff({"one"}).status == 2);
  CHECK(library.diff({"one", "--all"}).status == 2);
  // The whole library is compared with its usual settings.
  CHECK(library.diff({"--all", "--set", "seeds-each=5"}).status == 2);
  CHECK(library.diff({"--all", "--set-a", "seeds-each=5"}).status == 2);
  CHECK(library.diff({"--all", "--set-b", "seeds-each=5"}).status == 2);
  CHECK(library.diff({"one", "nothing-like-it"}).status == 2);
  CHECK(library.diff({"one", "one", "--set-a", "sides=3"}).status == 2);
}
