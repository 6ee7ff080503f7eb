// What goes wrong is said clearly, on standard error, at once, and with the right exit status: 1 the answer
// is no, 2 the command line is wrong, 3 a file cannot be read or written.
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>

#include "tests/support/catch.hpp"
#include "tests/tools/program.h"

using mancala::tests::Folder;
using mancala::tests::has;
using mancala::tests::Result;
using mancala::tests::run_mancala;
using mancala::tests::Surroundings;

namespace {

// Milliseconds on an idle machine; the tests may run on a busy one.
constexpr std::chrono::milliseconds kSoon{30'000};

void check(const Result& result, int status, const std::string& said) {
  CAPTURE(result.out, result.err);
  CHECK(result.status == status);
  CHECK(has(result.err, said));
  CHECK_FALSE(has(result.err, "internal error"));
  CHECK(result.time < kSoon);
}

std::string example(const std::string& body) {
  return "mancala-example: 1\nvariant: kalah\nkind: demonstration\nsource: {cite: \"worked out by hand\"}\n" +
         body;
}

}  // namespace

TEST_CASE("an unknown command, option or id is answered with the nearest one", "[cli][failures]") {
  check(run_mancala({"lst"}), 2, "did you mean `list`?");
  check(run_mancala({"perft", "kalah", "2", "--divde"}), 2, "did you mean `--divide`?");
  check(run_mancala({"moves", "kalha"}), 2, "did you mean `kalah`?");
  check(run_mancala({}), 2, "mancala --help");
  check(run_mancala({"perft", "kalah"}), 2, "DEPTH");
  check(run_mancala({"perft", "kalah", "many"}), 2, "DEPTH");
  check(run_mancala({"perft", "kalah", "-1"}), 2, "");
  check(run_mancala({"check", "variants", "--format", "xml"}), 2, "--format");
  check(run_mancala({"play", "kalah", "--south", "nobody"}), 2, "--south");
  check(run_mancala({"moves", "kalah", "too", "many"}), 2, "`too`");
}

TEST_CASE("settings that cannot be", "[cli][failures]") {
  check(run_mancala({"moves", "kalah", "--set", "width=99"}), 2, "`width`");
  check(run_mancala({"moves", "kalah", "--set", "width=wide"}), 2, "`width`");
  check(run_mancala({"moves", "kalah", "--set", "width"}), 2, "--set name=value");
  check(run_mancala({"moves", "kalah", "--set", "widht=5"}), 2, "`width`");
  check(run_mancala({"moves", "kalah", "--set", "empty-capture=flies"}), 2, "`flies`");
}

TEST_CASE("files that cannot be read", "[cli][failures]") {
  const Folder folder;
  check(run_mancala({"check", "no-such-file.yaml"}), 3, "no-such-file.yaml");
  check(run_mancala({"moves", "no-such-file.yaml"}), 3, "no-such-file.yaml");
  check(run_mancala({"test", "no-such-file.yaml"}), 3, "no-such-file.yaml");
  check(run_mancala({"moves", folder.path().string() + "/"}), 3, folder.path().string());
  const std::string secret = folder.file("secret.yaml", "mancala: 1\n");
  chmod(secret.c_str(), 0);
  if (geteuid() != 0) check(run_mancala({"check", secret}), 3, "secret.yaml");
  const std::string large = folder.file("large.yaml", std::string(100'000'000, 'x'));
  check(run_mancala({"check", large}), 3, "large.yaml");
  check(run_mancala({"test", large}), 3, "large.yaml");
}

TEST_CASE("files that are no variants", "[cli][failures]") {
  const Folder folder;
  std::string rubbish;
  for (int i = 0; i < 4096; ++i) rubbish += static_cast<char>((i * 7919) >> 3);
  check(run_mancala({"check", folder.file("rubbish.yaml", rubbish)}), 1, "rubbish.yaml");
  check(run_mancala({"check", folder.file("brackets.yaml", std::string(100'000, '['))}), 1, "brackets.yaml");
  check(run_mancala({"check", folder.file("maps.yaml", std::string(100'000, '{'))}), 1, "maps.yaml");
  check(run_mancala({"check", folder.file("alias.yaml", "a: &a [*a, *a]\n")}), 1, "alias.yaml");
  check(run_mancala({"check", folder.file("laughs.yaml", "a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n")}), 1,
        "laughs.yaml");
  check(run_mancala({"check", folder.file("comma.yaml", ",")}), 1, "comma.yaml");
  check(run_mancala({"check", folder.file("empty.yaml", "")}), 1, "empty.yaml");
  check(run_mancala({"check", folder.file("cut.yaml", "mancala: 1\nid: cut\nmove: {from: own wh")}), 1,
        "cut.yaml");
  check(run_mancala({"run", folder.file("list.yaml", "- 1\n- 2\n")}), 1, "list.yaml");
  const std::string deep = "mancala: 1\nid: deep\nsetup: \"" + std::string(100'000, '(') + "\"\n";
  check(run_mancala({"check", folder.file("deep.yaml", deep)}), 1, "deep.yaml");
}

TEST_CASE("positions that do not fit", "[cli][failures]") {
  check(run_mancala({"moves", "kalah", "--position="}), 2, "--position");
  for (const char* position :
       {",", "4,4/4,4 0:0 south", "4,4,4,4,4,4/4,4,4,4,4 0:0 south", "4,4,4,4,4,4/4,4,4,4,4,4 0 south",
        "4,4,4,4,4,4/4,4,4,4,4,4 0:0 west", "4,4,4,4,4,4/4,4,4,4,4,4 0:0",
        "4,4,4,4,4,4/4,4,4,4,4,-4 0:0 south", "4,4,4,4,4,4/4,4,4,4,4,99999999999999999999 0:0 south",
        "4,4,4,4,4,4/4,4,4,4,4,4 0:0 south colour=red", "4,4,4,4,4,4/4,4,4,4,4,5 0:0 south"}) {
    CAPTURE(position);
    check(run_mancala({"moves", "kalah", std::string("--position=") + position}), 1, "M0601");
  }
}

TEST_CASE("moves that cannot be made", "[cli][failures]") {
  check(run_mancala({"run", "kalah", "--moves", "Z9"}), 1, "`Z9`");
  check(run_mancala({"run", "kalah", "--moves", "a1"}), 1, "ply 1");
  check(run_mancala({"run", "kalah", "--moves", "pass"}), 1, "`pass`");
  check(run_mancala({"run", "kalah", "--moves", "A1A2"}), 1, "A1A2");
  check(
      run_mancala({"run", "kalah", "--position", "1,0,0,2,0,0/0,0,0,0,0,1 23:21 south", "--moves", "A6 A1"}),
      1, "the game is over");
}

TEST_CASE("example games that are not well-formed", "[cli][failures]") {
  const Folder folder;
  const auto test = [&folder](const std::string& text) {
    return run_mancala({"test", folder.file("game.yaml", text)});
  };
  check(test("mancala-example: 1\nvariant: kalah\nkind: demonstration\nmoves: [A3]\n"), 1, "M0608");
  check(test("mancala-example: 1\nvariant: kalah\nmoves:\n  - {move: A3, th"), 1, "game.yaml");
  check(test(example("")), 1, "M0609");
  check(test(example("moves: [A9]\n")), 1, "M0602");
  check(test(example("moves:\n  - {move: A3, then: \"4,4 0:0 south\"}\n")), 1, "M0601");
  check(test(example("moves:\n  - {move: A3, nxt: north}\n")), 1, "did you mean `next`?");
  check(test(example("moves:\n  - {move: A3, next: east}\n")), 1, "M0610");
  check(test(example("parameters: {widht: 3}\nmoves: [A3]\n")), 1, "did you mean `width`?");
  check(test(example("parameters: {width: 99}\nmoves: [A3]\n")), 1, "`width`");
  check(test("mancala: 1\nid: kalah\n"), 1, "mancala-example");
}

TEST_CASE("a reader that has gone away is no error", "[cli][failures]") {
  Surroundings closed;
  closed.close_output = true;
  const Result result = run_mancala({"run", "kalah", "--random", "1"}, closed);
  CHECK(result.status == 0);
  CHECK(result.err.empty());
}

TEST_CASE("a full disk is an error", "[cli][failures]") {
  if (access("/dev/full", W_OK) != 0) return;
  Surroundings full;
  full.output_to = "/dev/full";
  check(run_mancala({"list", "--ids"}, full), 3, "standard output cannot be written");
  check(run_mancala({"schema"}, full), 3, "standard output cannot be written");
}

TEST_CASE("colour is for terminals only", "[cli][failures]") {
  const Folder folder;
  const Result result = run_mancala({"check", folder.file("comma.yaml", ",")});
  CHECK(result.err.find('\x1b') == std::string::npos);
  CHECK(run_mancala({"run", "kalah"}).out.find('\x1b') == std::string::npos);
}
