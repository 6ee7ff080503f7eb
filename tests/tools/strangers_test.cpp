// Files from strangers: they name no other files than variants of the library, what they say is bounded, and
// no move of theirs keeps the program busy for ever.
#include <sys/stat.h>

#include <filesystem>
#include <vector>

#include "tests/support/catch.hpp"
#include "tests/support/sanitized.h"
#include "tests/tools/program.h"

namespace fs = std::filesystem;
using mancala::test::kSanitized;
using mancala::tests::Folder;
using mancala::tests::has;
using mancala::tests::Result;
using mancala::tests::run_mancala;
using mancala::tests::SmallLibrary;
using mancala::tests::Surroundings;

namespace {

const std::string kSecret = "the-word-is-swordfish";

// Two folders: a library in `variants`, and beside it a file that is nobody else's business.
class Outside {
 public:
  Outside() {
    fs::create_directories(folder.path() / "variants" / "lib");
    fs::copy_file(fs::path(MANCALA_SOURCE_DIR) / "variants" / "lib" / "prelude.yaml",
                  folder.path() / "variants" / "lib" / "prelude.yaml");
    fs::create_directories(folder.path() / "games");
    folder.file("secret.yaml", "password: " + kSecret + "\n");
  }

  // The library as this test has made it.
  [[nodiscard]] Result run(const std::vector<std::string>& arguments) const {
    Surroundings surroundings;
    surroundings.folder = folder.path();
    return run_mancala(arguments, surroundings);
  }

  Folder folder;
};

std::string extending(const std::string& id) {
  return "mancala: 1\nid: game\nname: Game\nextends: " + id + "\n";
}

void check_refused(const Result& result, const std::string& said) {
  CAPTURE(result.out, result.err);
  CHECK(result.status > 0);
  CHECK(result.status < 4);
  CHECK(has(result.err + result.out, said));
  CHECK_FALSE(has(result.err + result.out, kSecret));
}

}  // namespace

TEST_CASE("a variant extends variants of the library, and reads no other files", "[cli][strangers]") {
  const Outside outside;
  const std::string secret = (outside.folder.path() / "secret").string();
  for (const std::string& id :
       {std::string("secret"), std::string("../secret"), std::string("../secret.yaml"), secret,
        secret + ".yaml", std::string("./secret"), std::string("lib/prelude"),
        std::string("/proc/self/environ"), std::string("\"\""), std::string("..")}) {
    const std::string file = outside.folder.file("game.yaml", extending(id));
    check_refused(outside.run({"check", file}), "to extend");
  }
}

TEST_CASE("a link that leads out of the library is no variant of it", "[cli][strangers]") {
  const Outside outside;
  const fs::path variants = outside.folder.path() / "variants";
  fs::create_symlink("../secret.yaml", variants / "leak.yaml");
  fs::create_directory_symlink("..", variants / "up");
  fs::create_symlink("/proc/self/environ", variants / "self.yaml");
  fs::create_symlink("loop.yaml", variants / "loop.yaml");
  REQUIRE(mkfifo((variants / "pipe.yaml").c_str(), 0600) == 0);
  fs::create_directory(variants / "folder.yaml");
  for (const char* id : {"leak", "secret", "self", "loop", "pipe", "folder"}) {
    const std::string file = outside.folder.file("game.yaml", extending(id));
    check_refused(outside.run({"check", file}), "to extend");
    check_refused(outside.run({"describe", id}), "there is no variant");
  }
  const Result listed = outside.run({"list"});
  CHECK_FALSE(has(listed.out + listed.err, kSecret));
  const Result checked = outside.run({"check", "variants"});
  CHECK_FALSE(has(checked.out + checked.err, kSecret));
  // A link within the library is as good as a file.
  outside.folder.file("variants/real.yaml", "mancala: 1\n");
  fs::create_symlink("real.yaml", variants / "alias.yaml");
  CHECK_FALSE(has(outside.run({"describe", "alias"}).err, "there is no variant"));
}

TEST_CASE("example games name variants of the library, or of their own folder", "[cli][strangers]") {
  const Outside outside;
  const auto example = [](const std::string& id) {
    return "mancala-example: 1\nvariant: " + id +
           "\nkind: demonstration\nsource: {cite: \"made up\"}\nmoves: A1\n";
  };
  fs::create_symlink("../secret.yaml", outside.folder.path() / "games" / "leak.yaml");
  const std::string secret = (outside.folder.path() / "secret").string();
  for (const std::string& id :
       {std::string("../secret"), secret, std::string("leak"), std::string("../games/../secret")}) {
    const std::string file = outside.folder.file("games/example.yml", example(id));
    check_refused(outside.run({"test", file}), "there is no variant");
  }
}

TEST_CASE("pipes and devices are not waited for", "[cli][strangers]") {
  const Outside outside;
  const std::string pipe = (outside.folder.path() / "pipe.yaml").string();
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  for (const std::string& path : {pipe, std::string("/dev/zero"), std::string("/dev/null")}) {
    check_refused(outside.run({"check", path}), "cannot be read");
    check_refused(outside.run({"moves", path}), "cannot be read");
  }
  // In a folder they are passed over.
  const Result folder = outside.run({"test", outside.folder.path().string()});
  CHECK(folder.status >= 0);
  CHECK(folder.status < 4);
}

TEST_CASE("a move that takes too many steps is said to", "[cli][strangers]") {
  const SmallLibrary library;
  const std::string relay =
      "sow: {around: board, direction: counterclockwise}\nlap-end:\n"
      "  - {if: laps > 0, then: lift here; sow after here}\n";
  library.add("laps",
              "board: {rows: 2, holes: 30}\nsetup: 500\n" + relay + "endless: {laps: 1000000, then: stop}\n");
  library.add("never", relay + "endless: {laps: 1000000, then: illegal}\n");
  library.add("loops",
              "board: {rows: 2, holes: 60}\neach-seed:\n"
              "  - {each: [a in board, b in board, c in board], if: a == b and b == c, also: capture a}\n");
  library.add(
      "look",
      "board: {rows: 2, holes: 60}\nmove: {from: own where occupied(it), legal: [{only: not (some move by "
      "opponent gives captured-now > 1000000)}]}\n");
  library.add(
      "picks",
      "board: {rows: 2, holes: 60}\nmove: {from: own where occupied(it), choose: {a: board, b: board, c: "
      "board, d: board}}\n");
  const std::vector<const char*> all = {"laps", "never", "loops", "picks"};
  for (const char* id : kSanitized ? std::vector<const char*>{"loops"} : all) {
    const Result run = library.run({"run", id, "--random", "1", "--plies", "3"});
    INFO(id << ": " << run.out << run.err);
    CHECK(run.status == 1);
    CHECK(has(run.err, "takes more than 50000000 steps"));
    CHECK_FALSE(has(run.err, "internal error"));
  }
  if (kSanitized) return;
  const Result json = library.run({"run", "loops", "--random", "1", "--plies", "3", "--json"});
  CHECK(json.status == 1);
  CHECK(has(json.out, "\"reason\":\"too-long\""));
  // Looked ahead from every move to every answer: 3,600 moves tried, which is not too many.
  CHECK(library.run({"run", "look", "--random", "1", "--plies", "1"}).status == 0);
  CHECK(has(library.run({"moves", "never"}).err, "takes more than"));
  CHECK(has(library.run({"perft", "never", "1"}).err, "takes more than"));
}

TEST_CASE("counting can be limited", "[cli][strangers]") {
  const Result perft = run_mancala({"perft", "kalah", "12", "--limit", "1000"});
  CHECK(perft.status == 1);
  CHECK(has(perft.err, "there are more than 1000 sequences"));
  CHECK(run_mancala({"perft", "kalah", "3", "--limit", "1000"}).out ==
        run_mancala({"perft", "kalah", "3"}).out);
  CHECK(run_mancala({"perft", "kalah", "3", "--limit", "1000", "--reference"}).status == 0);
  const Result moves = run_mancala({"moves", "kalah", "--complete", "--limit", "3"});
  CHECK(moves.status == 1);
  CHECK(has(moves.err, "there are more than 3 complete moves"));
}
