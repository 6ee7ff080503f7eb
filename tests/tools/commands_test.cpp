// Every command as a user runs it: what it prints, where, and its exit status. Expected boards and counts are
// worked out by hand from the rules of Kalah (last seed in the own store: move again; both rows are cleared
// to their owners' stores at the end), or are the published counts that the cases name.
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/support/catch.hpp"
#include "tests/tools/program.h"

using mancala::tests::Folder;
using mancala::tests::has;
using mancala::tests::Result;
using mancala::tests::run_mancala;
using mancala::tests::SmallLibrary;
using mancala::tests::Surroundings;
using Json = nlohmann::json;

namespace {

std::vector<Json> lines(const std::string& text) {
  std::vector<Json> out;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) out.push_back(Json::parse(line));
  return out;
}

const std::string kExample = R"(mancala-example: 1
variant: kalah
title: A bonus move, then one seed banked
kind: demonstration
source: {cite: "worked out by hand from the sowing and bonus rules"}
moves:
  - A3
  - {move: A6, gains: {south: 1}, then: "4,4,5,5,5,5/4,4,0,5,5,0 2:0 north", next: north}
  - {try: A2, illegal: true}
legal: [a1, a2, a3, a4, a5, a6]
)";

}  // namespace

TEST_CASE("help and version go to standard output", "[cli]") {
  const Result help = run_mancala({"--help"});
  CHECK(help.status == 0);
  CHECK(help.err.empty());
  for (const char* command :
       {"list", "check", "describe", "diff", "readings", "mutate", "run", "play", "test", "moves", "perft",
        "bench", "ir", "fmt", "new", "schema", "manual", "explain"}) {
    CAPTURE(command);
    CHECK(has(help.out, command));
    const Result one = run_mancala({command, "--help"});
    CHECK(one.status == 0);
    CHECK(one.err.empty());
    CHECK(has(one.out, command));
  }
  const Result version = run_mancala({"--version"});
  CHECK(version.status == 0);
  CHECK(has(version.out, "mancala "));
  CHECK(has(version.out, "language edition 1"));
}

TEST_CASE("logs are for those who ask, on standard error", "[cli]") {
  const Result silent = run_mancala({"moves", "kalah"});
  CHECK(silent.err.empty());
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"-v", "moves", "kalah"}, {"moves", "kalah", "-vv"}}) {
    const Result logged = run_mancala(arguments);
    CHECK(logged.status == 0);
    CHECK(logged.out == silent.out);
    CHECK(has(logged.err, "loaded `kalah`"));
  }
}

TEST_CASE("of an option that is given twice the later one counts", "[cli]") {
  CHECK(
      run_mancala({"perft", "kalah", "1", "--set", "width=3", "--set", "width=5", "--json", "--json"}).out ==
      run_mancala({"perft", "kalah", "1", "--set", "width=5", "--json"}).out);
  CHECK(run_mancala({"run", "kalah", "--random", "1", "--random", "2"}).out ==
        run_mancala({"run", "kalah", "--random", "2"}).out);
}

TEST_CASE("list names the variants", "[cli]") {
  const Result text = run_mancala({"list"});
  CHECK(text.status == 0);
  CHECK(has(text.out, "kalah"));
  const Result json = run_mancala({"list", "--json"});
  CHECK(json.status == 0);
  bool found = false;
  for (const Json& entry : Json::parse(json.out)) {
    if (entry["id"] != "kalah") continue;
    found = true;
    CHECK(entry["name"] == "Kalah");
    CHECK(entry["board"] == "2x6");
    CHECK(entry["sources"].get<int>() > 0);
  }
  CHECK(found);
  CHECK(has(run_mancala({"list", "--ids"}).out, "kalah\n"));
}

TEST_CASE("the library is found in the folder of the user and in MANCALA_PATH", "[cli]") {
  const Folder folder;
  Surroundings elsewhere;
  elsewhere.folder = folder.path();
  const Result none = run_mancala({"moves", "kalah"}, elsewhere);
  CHECK(none.status == 2);
  elsewhere.environment["MANCALA_PATH"] = std::string("/nowhere:") + MANCALA_SOURCE_DIR + "/variants";
  const Result found = run_mancala({"moves", "kalah"}, elsewhere);
  CHECK(found.status == 0);
  CHECK(found.out == "A1\nA2\nA3\nA4\nA5\nA6\n");
}

TEST_CASE("a choice that cannot be made is told from a move that cannot", "[cli][run]") {
  const Folder folder;
  const std::string file = folder.path() / "two.yaml";
  std::ofstream(file) << "mancala: 1\nid: two\nname: Two\nsources: {mine: made up}\n"
                         "board: {rows: 2, holes: 3}\nsetup: 2\nmove: {from: own where occupied(it)}\n"
                         "sow: {around: board, direction: counterclockwise}\n"
                         "lap-end:\n  - {if: here in own, also: choose mind from left or right}\n"
                         "end: {before-turn: [{if: no-move}]}\nwin: nobody\n";
  const auto play = [&](const std::string& moves) {
    return run_mancala({"run", file, "--moves", moves}).err;
  };
  CHECK(has(play("A1"), "`A1` needs a further choice"));
  CHECK(has(play("A1/left/left"), "`A1/left/left` is not legal: `A1/left` asks for no further choice"));
  CHECK(has(play("A3/left"), "`A3/left` is not legal: `A3` asks for no further choice"));
  CHECK(has(play("A1/2"), "`A1/2` is not legal: after `A1` the choices are `A1/left`, `A1/right`"));
}

TEST_CASE("the answers at the start of the next turn may follow a pass", "[cli][run]") {
  const Folder folder;
  const std::string file = folder.path() / "mind.yaml";
  std::ofstream(file) << "mancala: 1\nid: mind\nname: Mind\nsources: {mine: made up}\n"
                         "board: {rows: 2, holes: 3}\nsetup: 2\n"
                         "state: {angry: {holds: flag, lasts: round}}\n"
                         "move: {from: own where occupied(it), pass: true}\n"
                         "sow: {around: board, direction: counterclockwise}\n"
                         "turn-start:\n  - {if: turns-played > 0, then: choose it-is from calm or wild; "
                         "set angry to it-is == wild}\n"
                         "end: {before-turn: [{if: no-move}]}\nwin: nobody\n";
  const Result played = run_mancala({"run", file, "--moves", "pass/wild a1/calm pass/wild"});
  CHECK(played.status == 0);
  CHECK(has(played.out, "angry=1"));
  const Result open = run_mancala({"run", file, "--moves", "pass"});
  CHECK(open.status == 1);
  CHECK(has(open.err, "`pass` needs a further choice"));
  CHECK(has(open.err, "`pass/calm`, `pass/wild`"));
}

TEST_CASE("run as JSON follows the contract", "[cli][run]") {
  // A3 sows A4 A5 A6 and the store: South moves again. A6 (5 seeds by then) sows the store, a1 a2 a3 a4.
  const Result result = run_mancala({"run", "kalah", "--json", "--moves", "A3 A6"});
  REQUIRE(result.status == 0);
  CHECK(result.err.empty());
  const std::vector<Json> events = lines(result.out);
  REQUIRE(events.size() == 4);
  CHECK(events[0]["event"] == "start");
  CHECK(events[0]["variant"] == "kalah");
  CHECK(events[0]["parameters"]["width"] == 6);
  CHECK(events[0]["readings"]["empty-capture"] == "stays");
  CHECK(events[0]["round"] == 1);
  const Json& start = events[0]["position"];
  CHECK(start["text"] == "4,4,4,4,4,4/4,4,4,4,4,4 0:0 south");
  CHECK(start["rows"] == Json::parse("[[4,4,4,4,4,4],[4,4,4,4,4,4]]"));
  CHECK(start["closed"] == Json::array());
  CHECK(start["captured"] == Json::parse(R"({"south":0,"north":0})"));
  CHECK(start["to_move"] == "south");
  CHECK(start["legal"] == Json::parse(R"(["A1","A2","A3","A4","A5","A6"])"));
  CHECK(events[1]["event"] == "move");
  CHECK(events[1]["ply"] == 1);
  CHECK(events[1]["by"] == "south");
  CHECK(events[1]["move"] == "A3");
  CHECK(events[1]["laps"] == 1);
  CHECK(events[1]["gained"] == Json::parse(R"({"south":1,"north":0})"));
  CHECK(events[1]["position"]["to_move"] == "south");
  CHECK(events[2]["position"]["rows"] == Json::parse("[[4,4,5,5,5,5],[4,4,0,5,5,0]]"));
  CHECK(events[2]["position"]["to_move"] == "north");
  CHECK(events[3]["event"] == "stopped");
  CHECK(events[3]["position"] == events[2]["position"]);
}

TEST_CASE("run to the end of a game", "[cli][run]") {
  // South's last seed goes into his store and his row is empty: North keeps his three, 24 to 24.
  const Result result = run_mancala(
      {"run", "kalah", "--json", "--position", "1,0,0,2,0,0/0,0,0,0,0,1 23:21 south", "--moves", "A6"});
  REQUIRE(result.status == 0);
  const std::vector<Json> events = lines(result.out);
  REQUIRE(events.size() == 3);
  CHECK(events[1]["gained"] == Json::parse(R"({"south":1,"north":3})"));
  CHECK(events[2]["event"] == "end");
  CHECK(events[2]["captured"] == Json::parse(R"({"south":24,"north":24})"));
  CHECK(events[2]["winner"] == "draw");
}

TEST_CASE("moves are read from standard input", "[cli][run]") {
  Surroundings with_input;
  with_input.input = "A3\nA6\n";
  const Result piped = run_mancala({"run", "kalah", "--json", "--moves", "-"}, with_input);
  const Result given = run_mancala({"run", "kalah", "--json", "--moves", "A3 A6"});
  CHECK(piped.status == 0);
  CHECK(piped.out == given.out);
}

TEST_CASE("an illegal move stops the run after the events before it", "[cli][run]") {
  const Result result = run_mancala({"run", "kalah", "--json", "--moves", "A3 A3"});
  CHECK(result.status == 1);
  const std::vector<Json> events = lines(result.out);
  REQUIRE(events.size() == 2);
  CHECK(events[1]["move"] == "A3");
  CHECK(has(result.err, "ply 2"));
  CHECK(has(result.err, "`A3`"));
  CHECK(has(result.err, "`A1`, `A2`, `A4`, `A5`, `A6`"));
}

TEST_CASE("the same seed plays the same game", "[cli][run]") {
  const Result one = run_mancala({"run", "kalah", "--json", "--random", "7"});
  const Result two = run_mancala({"run", "kalah", "--json", "--random", "7"});
  const Result other = run_mancala({"run", "kalah", "--json", "--random", "8"});
  CHECK(one.status == 0);
  CHECK(one.out == two.out);
  CHECK(one.out != other.out);
  const std::vector<Json> events = lines(one.out);
  CHECK(events.front()["seed"] == 7);
  CHECK(events.back()["event"] == "end");
  const Json& captured = events.back()["captured"];
  CHECK(captured["south"].get<int>() + captured["north"].get<int>() == 48);
}

TEST_CASE("rounds are played one after another and counted", "[cli][run]") {
  const Result one = run_mancala({"run", "raja-pasu", "--json", "--random", "3", "--rounds", "1"});
  REQUIRE(one.status == 0);
  std::vector<Json> events = lines(one.out);
  REQUIRE(events.size() > 3);
  CHECK(events.back()["event"] == "stopped");
  CHECK(events[events.size() - 2]["event"] == "round-end");
  CHECK(events[events.size() - 2]["round"] == 1);

  const Result match = run_mancala({"run", "raja-pasu", "--json", "--random", "3"});
  REQUIRE(match.status == 0);
  events = lines(match.out);
  CHECK(events.back()["event"] == "end");
  CHECK(events.back()["reason"] == "match-over");
  int round = 1;
  int ply = 0;
  for (const Json& event : events) {
    if (event["event"] == "round-end") CHECK(event["round"] == round);
    if (event["event"] == "round-start") CHECK(event["round"] == ++round);
    if (event["event"] == "move") CHECK(event["ply"] == ++ply);
  }
  CHECK(round > 1);
}

TEST_CASE("settings are shown and take effect", "[cli][run]") {
  const Result result =
      run_mancala({"run", "kalah", "--json", "--set", "width=3", "--set", "empty-capture=banked"});
  REQUIRE(result.status == 0);
  const Json start = lines(result.out).front();
  CHECK(start["parameters"]["width"] == 3);
  CHECK(start["readings"]["empty-capture"] == "banked");
  CHECK(start["position"]["rows"] == Json::parse("[[4,4,4],[4,4,4]]"));
}

TEST_CASE("the trace tells laps, captures and the rule that fired", "[cli][run]") {
  // A1 ends in the empty A5: it is captured together with the six seeds of a2, opposite.
  const std::vector<std::string> arguments = {
      "run", "kalah", "--position", "0,1,0,0,6,0/4,0,0,0,0,1 18:18 south", "--moves", "A1", "--trace"};
  const Result text = run_mancala(arguments);
  CHECK(text.status == 0);
  CHECK(has(text.out, "lap 1: 4 from A1 counterclockwise: A2 A3 A4 A5"));
  CHECK(has(text.out, "capture: 6 from a2, for south"));
  CHECK(has(text.out, "kalah.yaml:"));
  std::vector<std::string> json_arguments = arguments;
  json_arguments.emplace_back("--json");
  const std::vector<Json> events = lines(run_mancala(json_arguments).out);
  REQUIRE(events.size() == 3);
  bool captured = false;
  for (const Json& item : events[1]["trace"]) {
    if (item.contains("capture") && item["capture"] == "a2") {
      captured = true;
      CHECK(item["seeds"] == 6);
      CHECK(item["for"] == "south");
      CHECK(has(item["rule"], "kalah.yaml:"));
    }
  }
  CHECK(captured);
}

TEST_CASE("moves says what is legal and why something is not", "[cli][moves]") {
  CHECK(run_mancala({"moves", "kalah"}).out == "A1\nA2\nA3\nA4\nA5\nA6\n");
  CHECK(run_mancala({"moves", "kalah", "--complete"}).out == "A1\nA2\nA3\nA4\nA5\nA6\n");
  const Result empty =
      run_mancala({"moves", "kalah", "--position", "4,4,4,4,4,4/4,4,0,5,5,5 1:0 south", "--why", "A3"});
  CHECK(empty.status == 0);
  CHECK(has(empty.out, "`A3`"));
  CHECK(has(empty.out, "holds 0 seeds"));
  CHECK(has(empty.out, "kalah.yaml:"));

  // Kalah knows no pass; in Quendo passes who cannot move; in Lisolo passing ends the arranging of the seeds,
  // and in the moves that follow nobody passes.
  const Result never = run_mancala({"moves", "kalah", "--why", "pass"});
  CHECK(never.status == 0);
  CHECK(has(never.out, "`pass` is not legal: nobody passes in this game\n"));
  CHECK(has(never.out, "legal are `A1`, `A2`, `A3`, `A4`, `A5`, `A6`\n"));

  CHECK(has(run_mancala({"moves", "quendo", "--why", "pass"}).out,
            "`pass` is not legal: only who cannot move passes\n"));
  CHECK(has(run_mancala({"moves", "lisolo", "--why", "pass"}).out, "`pass` is legal\n"));
  const Result arranged =
      run_mancala({"moves", "lisolo", "--position",
                   "2,2,2,2,2,2,2,2/2,2,2,2,2,2,2,2/2,2,2,2,2,2,2,2/2,2,2,2,2,2,2,2 0:0 south turns=1,1",
                   "--why", "pass"});
  CHECK(has(arranged.out, "`pass` is not legal: nobody passes in the phase `main`\n"));
  const SmallLibrary library;
  library.add("late", "move: {from: own where occupied(it), pass: turns-played > 3}\n");
  CHECK(has(library.run({"moves", "late", "--why", "pass"}).out,
            "`pass` is not legal: there are moves, and what `pass` asks for beside them does not hold\n"));

  // North has no seeds: only A5, whose last seed reaches a1, feeds him; A1 does not.
  const Result starving =
      run_mancala({"moves", "oware", "--position", "0,0,0,0,0,0/1,0,0,0,3,0 20:24 south", "--why", "A1"});
  CHECK(starving.status == 0);
  CHECK(has(starving.out, "oware.yaml:"));
  CHECK(has(starving.out, "is 0 (after the move)"));
}

TEST_CASE("perft gives the published counts", "[cli][perft]") {
  // Kalah(6,4): 6, 35, 185, 942, 4690 (OpenSpiel and MancalaGames give the same).
  CHECK(run_mancala({"perft", "kalah", "5"}).out == "4690\n");
  CHECK(run_mancala({"perft", "kalah", "3", "--reference"}).out == "185\n");
  const Json json = Json::parse(run_mancala({"perft", "kalah", "2", "--divide", "--json"}).out);
  CHECK(json["count"] == 35);
  CHECK(json["divide"].size() == 6);
  CHECK(json["divide"]["A3"] == 5);  // A3 moves again, and is empty
  CHECK(json["divide"]["A1"] == 6);
  CHECK(run_mancala({"perft", "kalah", "0"}).out == "1\n");
}

TEST_CASE("check reports everything, on the right stream", "[cli][check]") {
  const Folder folder;
  const std::string bad =
      folder.file("bad.yaml", "mancala: 1\nid: bad\nname: Bad\nborad: {rows: 2, holes: 6}\n");
  const Result text = run_mancala({"check", bad});
  CHECK(text.status == 1);
  CHECK(text.out.empty());
  CHECK(has(text.err, "borad"));
  const Result json = run_mancala({"check", bad, "--json"});
  CHECK(json.status == 1);
  CHECK(json.err.empty());
  CHECK(json.out == run_mancala({"check", bad, "--format", "json"}).out);
  CHECK(json.out == run_mancala({"check", bad, "--format", "json", "--json"}).out);
  const Result both = run_mancala({"check", bad, "--format", "short", "--json"});
  CHECK(both.status == 2);
  CHECK(has(both.err, "`--json` is `--format json`, and another `--format` is given"));
  CHECK_FALSE(Json::parse(json.out).empty());
  CHECK(Json::parse(run_mancala({"check", bad, "--format", "sarif"}).out)["version"] == "2.1.0");
  CHECK(has(run_mancala({"check", bad, "--format", "short"}).err, "bad.yaml:4:1: error: "));
  CHECK(run_mancala({"check", "variants/lib/prelude.yaml"}).status == 0);
  CHECK(run_mancala({"check", "variants"}).status == 0);
}

TEST_CASE("check reads example games and position lines", "[cli][check]") {
  const Folder folder;
  CHECK(run_mancala({"check", folder.file("good.yaml", kExample)}).status == 0);
  const Result short_row =
      run_mancala({"check", "--variant", "kalah", "--position", "4,4,4/4,4,4,4,4,4 0:0 south"});
  CHECK(short_row.status == 1);
  CHECK(has(short_row.err, "M0601"));
  CHECK(has(short_row.err, "^"));
  CHECK(run_mancala({"check", "--variant", "kalah", "--position", "4,4,4,4,4,4/4,4,4,4,4,4 0:0 south"})
            .status == 0);
  Surroundings with_input;
  with_input.input = "4,4,4,4,4,4/4,4,4,4,4,4 0:0 south\n4,4 0:0 south\n";
  CHECK(run_mancala({"check", "--variant", "kalah", "-"}, with_input).status == 1);
}

TEST_CASE("check shows what a pass made of a file", "[cli][check]") {
  for (const char* pass : {"read", "shape", "parse", "resolve", "check", "lower"}) {
    CAPTURE(pass);
    const Result result = run_mancala({"check", "variants/two-row/kalah.yaml", "--dump-after", pass});
    CHECK(result.status == 0);
    CHECK_FALSE(result.out.empty());
  }
  CHECK(run_mancala({"check", "variants/two-row/kalah.yaml", "--dump-after", "shake"}).status == 2);
}

TEST_CASE("test replays example games", "[cli][test]") {
  const Folder folder;
  const std::string good = folder.file("good.yaml", kExample);
  const Result passed = run_mancala({"test", good});
  CHECK(passed.status == 0);
  CHECK(passed.out == "1 passed, 0 failed\n");

  // A seed in A2 that should be in A4: the first difference is shown as two boards, the holes marked in both.
  std::string wrong = kExample;
  wrong.replace(wrong.find("4,4,0,5,5,0 2:0"), 15, "4,5,0,4,5,0 2:0");
  const std::string bad = folder.file("bad.yaml", wrong);
  const Result failed = run_mancala({"test", good, bad});
  CHECK(failed.status == 1);
  CHECK(has(failed.out, "FAILED: A bonus move, then one seed banked (kalah)"));
  CHECK(has(failed.out, "ply 2, `A6`: the board differs"));
  CHECK(has(failed.out, "*5"));
  CHECK(has(failed.out, "*4"));
  CHECK(has(failed.out, "1 passed, 1 failed"));

  const Json json = Json::parse(run_mancala({"test", folder.path().string(), "--json"}).out);
  CHECK(json["passed"] == 1);
  CHECK(json["failed"] == 1);
  CHECK(json["examples"].size() == 2);
}

// Only games for two are solved: nothing is known of the value of a solitaire.
TEST_CASE("test: an example of which nothing could be checked has not passed", "[cli][test]") {
  const Folder folder;
  const std::string head =
      "mancala-example: 1\nvariant: tchuka-ruma\nkind: documented\nsource: {cite: somewhere}\n";
  const std::string open = folder.file("open.yaml", head + "value: {margin: 8}\n");
  const Result only = run_mancala({"test", open});
  CHECK(only.status == 0);
  CHECK(has(only.out, "0 passed, 0 failed, 1 not checked\n"));
  CHECK(has(only.out, "not checked: " + open + ": the solved value"));  // it has no title
  CHECK_FALSE(has(only.out, ": :"));
  const Json json = Json::parse(run_mancala({"test", open, "--json"}).out);
  CHECK(json["passed"] == 0);
  CHECK(json["not-checked"] == 1);
  CHECK(json["examples"][0]["status"] == "not-checked");
  // Its moves have been checked.
  const std::string moves = folder.file("moves.yaml", head + "moves: [A1]\nvalue: {margin: 8}\n");
  CHECK(has(run_mancala({"test", moves}).out, "1 passed, 0 failed\n"));
}

TEST_CASE("test counts every faulty game of a file", "[cli][test]") {
  const Folder folder;
  const std::string file = folder.file("games.yaml", R"(mancala-example: 1
variant: kalah
kind: demonstration
source: {cite: somewhere}
games:
  - {title: fine, moves: [A1]}
  - {title: no such key, movs: [A1]}
  - {title: no such key either, legall: [A1]}
)");
  const Result result = run_mancala({"test", file});
  CHECK(result.status == 1);
  CHECK(has(result.out, "1 passed, 2 failed\n"));
}

TEST_CASE("the help says what stands behind an option, and not how it is tested", "[cli]") {
  for (const char* command :
       {"list", "check", "describe", "diff", "readings", "mutate", "run", "play", "test", "moves", "perft",
        "bench", "ir", "fmt", "new", "schema", "manual", "explain"}) {
    const Result help = run_mancala({command, "--help"});
    INFO(help.out);
    for (const char* internal : {"->", "{", "INT in", " OR ", "UINT", "Range"})
      CHECK_FALSE(has(help.out, internal));
  }
  CHECK(has(run_mancala({"check", "--help"}).out, "--format text|plain|short|json|sarif\n"));
  const Result bad = run_mancala({"check", "--format", "xml", "variants"});
  CHECK(bad.status == 2);
  CHECK(has(bad.err, "there is no format `xml`: text, plain, short, json or sarif"));
  CHECK_FALSE(has(bad.err, "->"));
}

TEST_CASE("a seed that does not fit is refused", "[cli]") {
  const std::string most = "18446744073709551615";  // 2^64 - 1
  CHECK(run_mancala({"run", "kalah", "--random", most, "--plies", "1"}).status == 0);
  for (const char* seed : {"-1", "18446744073709551616", "1.5", "0x10", "many"}) {
    CAPTURE(seed);
    const Result run = run_mancala({"run", "kalah", "--random", seed});
    CHECK(run.status == 2);
    CHECK(run.out.empty());
    CHECK(run_mancala({"play", "kalah", "--seed", seed}).status == 2);
    CHECK(run_mancala({"bench", "kalah", "--seed", seed}).status == 2);
  }
  CHECK(has(run_mancala({"run", "kalah", "--random", "18446744073709551616"}).err, "from 0 to " + most));
}

TEST_CASE("run --plies is about random moves", "[cli][run]") {
  CHECK(run_mancala({"run", "kalah", "--moves", "A1", "--plies", "3"}).status == 2);
  CHECK(run_mancala({"run", "kalah", "--moves", "A1"}).status == 0);
}

TEST_CASE("an example of an unknown variant names the nearest one", "[cli][test]") {
  const Folder folder;
  std::string text = kExample;
  text.replace(text.find("kalah"), 5, "kalha");
  const Result result = run_mancala({"test", folder.file("odd.yaml", text)});
  CHECK(result.status == 1);
  CHECK(has(result.err, "M0705"));
  CHECK(has(result.err, "did you mean `kalah`?"));
}

TEST_CASE("describe, ir, schema, manual", "[cli]") {
  CHECK(has(run_mancala({"describe", "kalah"}).out, "Kalah"));
  CHECK(run_mancala({"describe", "kalah"}).out == run_mancala({"describe", "kalah"}).out);
  CHECK_FALSE(run_mancala({"ir", "kalah"}).out.empty());
  CHECK_FALSE(run_mancala({"ir", "kalah", "--fused"}).out.empty());
  // Of a game in which the way is picked seed by seed, too: there is a step that sows along it.
  const Result picked = run_mancala({"ir", "dongjintian-four", "--fused"});
  CHECK(picked.status == 0);
  CHECK(has(picked.out, "turns of south\n"));
  CHECK(has(picked.out, "    straight on\n"));
  CHECK(has(picked.out, "    route #"));
  CHECK(has(picked.out, " sow-after "));
  CHECK(has(picked.out, "no lanes: "));
  CHECK(Json::parse(run_mancala({"schema"}).out).is_object());
  CHECK(has(run_mancala({"manual"}).out, "sow"));
}

TEST_CASE("explain shows a diagnostic with its examples", "[cli]") {
  const Result one = run_mancala({"explain", "M0601"});
  CHECK(one.status == 0);
  CHECK(has(one.out, "M0601"));
  CHECK(has(one.out, "right:"));
  CHECK(run_mancala({"explain", "m0601"}).out == one.out);
  CHECK(has(run_mancala({"explain", "M0216"}).out, "several ways to move"));
  CHECK(has(run_mancala({"explain"}).out, "M0601"));
  const Result unknown = run_mancala({"explain", "M0061"});
  CHECK(unknown.status == 2);
  CHECK(has(unknown.err, "did you mean"));
}

TEST_CASE("bench measures both executors", "[cli]") {
  const Result result = run_mancala({"bench", "kalah", "--seconds", "0.02", "--json"});
  REQUIRE(result.status == 0);
  const Json json = Json::parse(result.out);
  CHECK(json["reference"]["moves_per_second"].get<double>() > 0);
  CHECK(json["fast"]["playouts_per_second"].get<double>() > 0);
}

// An engine that another program could be: it answers as docs/command-line.md says.
TEST_CASE("bench --against holds other programs beside a variant", "[cli][bench]") {
  const Folder folder;
  const std::string engine = folder.file("engine", R"(#!/bin/sh
case $1 in
  playout) echo "other-game playouts 1/s moves 99.00M/s"
           echo "kalah-plain            playouts 123456/s moves 2.50M/s plies/game 40.1" ;;
  perft) echo "kalah-plain            perft($4)=185 0.001s 7.25 Mnodes/s" ;;
  flags) echo "-O2" ;;
esac
)");
  std::filesystem::permissions(engine, std::filesystem::perms::owner_all);
  const std::string asked = engine + " kalah-plain";
  const Result json = run_mancala(
      {"bench", "kalah", "--against", asked, "--seconds", "0.02", "--runs", "3", "--depth", "3", "--json"});
  REQUIRE(json.status == 0);
  const Json out = Json::parse(json.out);
  CHECK(out["perft"] == 185);  // known: see perft_test.cpp
  CHECK(out["against"][0]["flags"] == "-O2");
  CHECK(out["against"][0]["moves_per_second"].get<double>() == 2.5e6);
  CHECK(out["against"][0]["perft_nodes_per_second"].get<double>() == 7.25e6);
  CHECK(out["against"][0]["playouts_ratio"].get<double>() ==
        Approx(out["moves_per_second"].get<double>() / 2.5e6));

  // A count that differs is said, and the answer is no.
  const Result differs = run_mancala({"bench", "kalah", "--against", asked + " -O3 by hand", "--seconds",
                                      "0.02", "--runs", "1", "--depth", "2"});
  CHECK(differs.status == 1);
  CHECK(has(differs.out, "kalah-plain     -O3 by hand\n"));
  CHECK(has(differs.out, "perft 2: kalah counts 35, kalah-plain counts 185\n"));

  const Result none = run_mancala({"bench", "kalah", "--against", folder.path().string() + "/none x -O2",
                                   "--seconds", "0.02", "--runs", "1"});
  CHECK(none.status == 3);
  CHECK(has(none.err, "cannot be run: No such file or directory"));
  const Result mute =
      run_mancala({"bench", "kalah", "--against", "true x -O2", "--seconds", "0.02", "--runs", "1"});
  CHECK(mute.status == 1);
  CHECK(has(mute.err, "`true` does not print a line that begins with `x`"));
}

TEST_CASE("bench --all measures every variant of the library", "[cli][bench]") {
  Surroundings small;
  const Folder folder;
  std::filesystem::create_directories(folder.path() / "variants");
  std::filesystem::copy(MANCALA_SOURCE_DIR "/variants/lib", folder.path() / "variants" / "lib");
  for (const char* id : {"kalah", "sadeqa-iii"}) {
    std::filesystem::copy(std::string(MANCALA_SOURCE_DIR) + "/variants/two-row/" + id + ".yaml",
                          folder.path() / "variants");
  }
  small.folder = folder.path();
  const Result result = run_mancala({"bench", "--all", "--seconds", "0.02", "--json"}, small);
  REQUIRE(result.status == 0);
  const Json out = Json::parse(result.out);
  REQUIRE(out.size() == 2);
  for (const Json& row : out) {
    CHECK(row["machine"] == "lanes");
    CHECK(row["width"] == 16);  // 14 stations with the stores, and 16 holes
    CHECK(row["seeds_per_second"].get<double>() > 0);
  }
  CHECK(out[0]["slower"].get<double>() == 1);  // the fastest comes first
  CHECK(run_mancala({"bench"}).status == 2);
  CHECK(run_mancala({"bench", "kalah", "--all"}).status == 2);
}

TEST_CASE("perft and bench run on several threads", "[cli]") {
  CHECK(run_mancala({"perft", "kalah", "6", "--threads", "2"}).out == "23233\n");  // see perft_test.cpp
  CHECK(run_mancala({"perft", "kalah", "6", "--threads", "0"}).status == 2);
  CHECK(run_mancala({"perft", "kalah", "3", "--threads", "2", "--divide"}).status == 2);
  const Result bench = run_mancala({"bench", "kalah", "--threads", "2", "--seconds", "0.02", "--json"});
  CHECK(Json::parse(bench.out)["threads"] == 2);
}

TEST_CASE("a game is played over standard input", "[cli][play]") {
  Surroundings with_input;
  with_input.input = "help\nmoves\nA3\nwhy A3\nA3\nundo\nZ9\nA3\nquit\n";
  const Result result = run_mancala({"play", "kalah", "--seed", "1"}, with_input);
  CHECK(result.status == 0);
  CHECK(has(result.out, "south> "));
  CHECK(has(result.out, "`A1`, `A2`, `A3`, `A4`, `A5`, `A6`"));
  CHECK(has(result.out, "1. south A3"));
  CHECK(has(result.out, "holds 0 seeds"));
  CHECK(has(result.out, "undo"));

  Surroundings ends;  // the input ends: so does the game, without a complaint
  ends.input = "A3";
  CHECK(run_mancala({"play", "kalah"}, ends).status == 0);

  const Result random =
      run_mancala({"play", "kalah", "--south", "random", "--north", "random", "--seed", "5"});
  CHECK(random.status == 0);
  CHECK(has(random.out, "the game is over"));
}
