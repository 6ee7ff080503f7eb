// mancala new: the command around the questions (what files it makes is tested with the language).
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <iterator>

#include "tests/support/catch.hpp"
#include "tests/tools/program.h"

using mancala::tests::files_in;
using mancala::tests::Folder;
using mancala::tests::has;
using mancala::tests::Result;
using mancala::tests::run_mancala;
using mancala::tests::Surroundings;
using mancala::tests::text_of;

namespace fs = std::filesystem;

namespace {

// Started in the folder, with the library of the sources.
Result run_in(const Folder& folder, const std::vector<std::string>& arguments,
              const std::string& input = "") {
  Surroundings surroundings;
  surroundings.folder = folder.path();
  surroundings.environment["MANCALA_PATH"] = std::string(MANCALA_SOURCE_DIR) + "/variants";
  surroundings.input = input;
  return run_mancala(arguments, surroundings);
}

}  // namespace

TEST_CASE("new writes a file that passes check and that fmt leaves as it is", "[cli][new]") {
  const Folder folder;
  const Result made = run_in(folder, {"new", "my-game", "--answer", "way=clockwise"});
  CHECK(made.status == 0);
  CHECK(has(made.out, "wrote my-game.yaml"));
  CHECK(files_in(folder.path()) == 1);
  const Result checked = run_in(folder, {"check", "my-game.yaml", "--deny", "warnings"});
  INFO(checked.err);
  CHECK(checked.status == 0);
  CHECK(run_in(folder, {"fmt", "--check", "my-game.yaml"}).status == 0);
  CHECK(has(text_of(folder.path() / "my-game.yaml"), "direction: clockwise"));
  struct stat info = {};
  REQUIRE(stat((folder.path() / "my-game.yaml").c_str(), &info) == 0);
  const mode_t mask = umask(0);
  umask(mask);
  CHECK((info.st_mode & 0777) == (0666 & ~mask));
}

TEST_CASE("new does not write over a file unless it is told to", "[cli][new]") {
  const Folder folder;
  folder.file("my-game.yaml", "mine\n");
  const Result refused = run_in(folder, {"new", "my-game"});
  CHECK(refused.status == 3);
  CHECK(has(refused.err, "is there already"));
  CHECK(text_of(folder.path() / "my-game.yaml") == "mine\n");
  CHECK(run_in(folder, {"new", "my-game", "--force"}).status == 0);
  CHECK(has(text_of(folder.path() / "my-game.yaml"), "id: my-game"));
  // Not through a link that leads nowhere either.
  fs::create_symlink("elsewhere.yaml", folder.path() / "other.yaml");
  CHECK(run_in(folder, {"new", "other"}).status == 3);
  CHECK_FALSE(fs::exists(folder.path() / "elsewhere.yaml"));
}

TEST_CASE("new asks for what has not been answered", "[cli][new]") {
  const Folder folder;
  // The name, then nothing more: every further line is empty.
  const Result made = run_in(folder, {"new", "--ask"}, "Some Game\n" + std::string(60, '\n'));
  INFO(made.out << made.err);
  CHECK(made.status == 0);
  CHECK(has(made.out, "What is the game called?"));
  CHECK(has(text_of(folder.path() / "some-game.yaml"), "name: Some Game"));
  // A wrong answer is asked for again, a number is an answer; who leaves writes nothing.
  const Result left = run_in(
      folder, {"new", "other", "--ask", "--answer", "name=x", "--answer", "where=x", "--answer", "source=x"},
      "5x5\n2x5\n");
  CHECK(left.status == 1);
  CHECK(has(left.out, "`5x5` is no board"));
  CHECK(has(left.err, "nothing has been written"));
  CHECK_FALSE(fs::exists(folder.path() / "other.yaml"));
}

TEST_CASE("new refuses answers and names that cannot be", "[cli][new]") {
  const Folder folder;
  const auto refused = [&folder](const std::vector<std::string>& arguments, const std::string& said) {
    const Result result = run_in(folder, arguments);
    INFO(result.err);
    CHECK(result.status == 2);
    CHECK(has(result.err, said));
  };
  refused({"new"}, "how is the file to be called?");
  refused({"new", "x-y", "--answer", "wya=clockwise"}, "did you mean `way`?");
  refused({"new", "x-y", "--answer", "way=up"}, "`up` is none of its answers");
  refused({"new", "x-y", "--answer", "way"}, "is no answer");
  refused({"new", "x-y", "--answer", "goes-on=never", "--answer", "beyond=one-hole"}, "does not come up");
  refused({"new", "X Y"}, "is no id");
  refused({"new", "x-y", "--answer", "name=\xff"}, "UTF-8");
  refused({"new", "x-y", "--json"}, "--questions");
  CHECK(files_in(folder.path()) == 0);
}

TEST_CASE("new leaves nothing behind where it cannot write", "[cli][new]") {
  const Folder folder;
  const Result nowhere = run_in(folder, {"new", "no-such-folder/my-game.yaml"});
  CHECK(nowhere.status == 3);
  CHECK(has(nowhere.err, "nothing has been written"));
  CHECK(files_in(folder.path()) == 0);
  if (geteuid() == 0) return;
  chmod(folder.path().c_str(), 0555);
  CHECK(run_in(folder, {"new", "my-game"}).status == 3);
  chmod(folder.path().c_str(), 0755);
  CHECK(files_in(folder.path()) == 0);
}

TEST_CASE("new lists its questions", "[cli][new]") {
  const Result listed = run_mancala({"new", "--questions"});
  CHECK(listed.status == 0);
  CHECK(has(listed.out, "counterclockwise"));
  CHECK(has(run_mancala({"new", "--questions", "--json"}).out, "\"key\": \"way\""));
}
