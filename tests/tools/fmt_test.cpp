// mancala fmt: what is printed, what is written, and what happens to files that must not be touched.
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "dsl/codes.h"
#include "tests/support/catch.hpp"
#include "tests/tools/program.h"

using mancala::tests::Folder;
using mancala::tests::has;
using mancala::tests::Result;
using mancala::tests::run_mancala;
using mancala::tests::Surroundings;
using mancala::tests::text_of;
using Json = nlohmann::json;

namespace fs = std::filesystem;

namespace {

// In the usual layout, and not.
const std::string kTidy(mancala::base_variant());
std::string untidy() {
  return mancala::with_keys(mancala::base_variant(), "board: { rows: 2,holes: 6 }   # small\n");
}
const std::string kTidied =
    mancala::with_keys(mancala::base_variant(), "board: {rows: 2, holes: 6}    # small\n");

Result fmt(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "fmt");
  return run_mancala(arguments);
}

}  // namespace

TEST_CASE("fmt prints a file in the usual layout", "[fmt]") {
  const Folder folder;
  const std::string file = folder.file("base.yaml", untidy());
  const Result result = fmt({file});
  CHECK(result.status == 0);
  CHECK(result.out == kTidied);
  CHECK(result.err.empty());
  CHECK(text_of(file) == untidy());
}

TEST_CASE("fmt --check shows what would change", "[fmt]") {
  const Folder folder;
  const std::string file = folder.file("base.yaml", untidy());
  const std::string tidy = folder.file("tidy/base.yaml", kTidy);
  const Result result = fmt({"--check", file, tidy});
  CHECK(result.status == 1);
  CHECK(result.out == file +
                          "\n@@ 5\n"
                          "-board: { rows: 2,holes: 6 }   # small\n"
                          "+board: {rows: 2, holes: 6}    # small\n");
  CHECK(result.err == "1 of 2 files would change\n");
  CHECK(text_of(file) == untidy());
  CHECK(fmt({"--check", tidy}).status == 0);
  CHECK(fmt({"--check", tidy}).out.empty());
}

TEST_CASE("fmt --write changes what is not in the usual layout", "[fmt]") {
  const Folder folder;
  const std::string file = folder.file("a/base.yaml", untidy());
  const std::string tidy = folder.file("b/base.yaml", kTidy);
  REQUIRE(chmod(file.c_str(), 0640) == 0);
  const auto before = fs::last_write_time(tidy);
  const Result result = fmt({"--write", folder.path().string()});
  CHECK(result.status == 0);
  CHECK(result.out.empty());
  CHECK(result.err == "1 of 2 files changed\n");
  CHECK(text_of(file) == kTidied);
  CHECK(fs::last_write_time(tidy) == before);
  struct stat status = {};
  REQUIRE(stat(file.c_str(), &status) == 0);
  CHECK((status.st_mode & 07777) == 0640);
  CHECK(fmt({"--check", folder.path().string()}).status == 0);
  // Nothing is left beside it.
  CHECK(std::distance(fs::directory_iterator(folder.path() / "a"), fs::directory_iterator()) == 1);
}

TEST_CASE("fmt --write follows a symbolic link", "[fmt]") {
  const Folder folder;
  const std::string file = folder.file("a/base.yaml", untidy());
  const std::string link = (folder.path() / "base.yaml").string();
  fs::create_symlink(file, link);
  CHECK(fmt({"--write", link}).status == 0);
  CHECK(fs::is_symlink(link));
  CHECK(text_of(file) == kTidied);
}

TEST_CASE("fmt leaves a file with errors as it is", "[fmt]") {
  const Folder folder;
  const std::string wrong = mancala::with_keys(mancala::base_variant(), "setup:   sedes\n");
  const std::string file = folder.file("base.yaml", wrong);
  const Result result = fmt({"--write", file});
  CHECK(result.status == 1);
  CHECK(has(result.err, "sedes"));
  CHECK(has(result.err, "0 of 1 file changed, 1 left as it is\n"));
  CHECK(text_of(file) == wrong);
}

TEST_CASE("fmt loses nothing where it cannot write", "[fmt]") {
  const Folder folder;
  const std::string file = folder.file("a/base.yaml", untidy());
  CHECK(fmt({folder.path().string() + "/none.yaml"}).status == 3);
  // A limit on the size of files stands for a disk that is full: nothing can be written any more.
  const std::string command =
      "trap '' XFSZ; ulimit -f 0; '" MANCALA_PROGRAM "' fmt --write '" + file + "' 2>/dev/null";
  const int status = std::system(("cd '" MANCALA_SOURCE_DIR "' && bash -c \"" + command + "\"").c_str());
  CHECK(WEXITSTATUS(status) == 3);
  CHECK(text_of(file) == untidy());
  CHECK(std::distance(fs::directory_iterator(folder.path() / "a"), fs::directory_iterator()) == 1);
}

TEST_CASE("fmt reports as JSON", "[fmt]") {
  const Folder folder;
  const std::string file = folder.file("a/base.yaml", untidy());
  const std::string tidy = folder.file("b/base.yaml", kTidy);
  const std::string wrong = folder.file("c/base.yaml", "mancala: 1\n");
  const Result check = fmt({"--check", "--json", folder.path().string()});
  CHECK(check.status == 1);
  CHECK(Json::parse(check.out) == Json({{{"path", file}, {"result", "differs"}},
                                        {{"path", tidy}, {"result", "same"}},
                                        {{"path", wrong}, {"result", "refused"}}}));
  const Result write = fmt({"--write", "--json", file});
  CHECK(write.status == 0);
  CHECK(Json::parse(write.out) == Json({{{"path", file}, {"result", "written"}}}));
}

TEST_CASE("fmt wants files, and one thing at a time", "[fmt]") {
  const Folder folder;
  const std::string file = folder.file("base.yaml", kTidy);
  CHECK(fmt({}).status == 2);
  CHECK(fmt({"--check", "--write", file}).status == 2);
  CHECK(fmt({"--json", file}).status == 2);
}
