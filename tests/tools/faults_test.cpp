// Faults of the surroundings: a reader that goes away, a full disk, files of unusual kinds, streams that are
// closed, numbers that nobody means. Each is said, or passed over in silence where nothing is wrong, with the
// right exit status. What is written is written whole or not at all. Signals are in signals_test.cpp.
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>
#include <fstream>
#include <iterator>

#include "dsl/codes.h"
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

const std::vector<std::vector<std::string>> kPrinting = {
    {"list", "--ids"},
    {"describe", "kalah"},
    {"run", "kalah", "--random", "1"},
    {"moves", "kalah"},
    {"perft", "kalah", "2"},
    {"ir", "kalah"},
    {"schema"},
    {"manual"},
    {"explain"},
    {"new", "--questions"},
    {"fmt", "variants/two-row/kalah.yaml"},
    {"bench", "kalah", "--seconds", "0.02"},
};

// Not in the usual layout, which has one blank line at most between others, and longer than one write of 1
// KiB.
std::string long_untidy() {
  std::string text(mancala::base_variant());
  text += "\n\n\n";
  for (int line = 0; line < 100; ++line) text += "# the same comment, over and over again\n";
  return text;
}

// In a shell, with the program as `$M`, the folder as `$F`, and the library of the sources.
Result shell(const Folder& folder, const std::string& script) {
  Surroundings surroundings;
  surroundings.program = "/bin/sh";
  surroundings.environment["M"] = MANCALA_PROGRAM;
  surroundings.environment["F"] = folder.path().string();
  return run_mancala({"-c", script}, surroundings);
}

void check_said(const Result& result, int status, const std::string& part) {
  CAPTURE(result.out, result.err);
  CHECK(result.status == status);
  CHECK(has(result.err, part));
}

// What may be used to give up the rights of a superuser, who may read and write everything; `skip` if there
// is nothing, or if the program lies where others may not come.
struct WithoutRights {
  explicit WithoutRights(const Folder& folder) {
    if (geteuid() == 0) prefix = "setpriv --reuid 65534 --regid 65534 --clear-groups ";
    chmod(folder.path().c_str(), 0755);
    skip = shell(folder, prefix + "\"$M\" check \"$PWD/variants/two-row/kalah.yaml\"").status != 0;
    if (skip) WARN("nobody without the rights of a superuser can run the program here: left out");
  }
  std::string prefix;
  bool skip = false;
};

}  // namespace

TEST_CASE("a reader that has gone away is no error of any command", "[cli][faults]") {
  Surroundings closed;
  closed.close_output = true;
  for (const auto& arguments : kPrinting) {
    const Result result = run_mancala(arguments, closed);
    INFO(arguments[0]);
    CHECK(result.status == 0);
    CHECK(result.err.empty());
  }
}

TEST_CASE("a full disk is an error of every command", "[cli][faults]") {
  if (access("/dev/full", W_OK) != 0) return;
  Surroundings full;
  full.output_to = "/dev/full";
  for (const auto& arguments : kPrinting) {
    const Result result = run_mancala(arguments, full);
    INFO(arguments[0]);
    CHECK(result.status == 3);
    CHECK(has(result.err, "standard output cannot be written"));
  }
}

TEST_CASE("a write that fails half-way leaves what was there, and nothing else", "[cli][faults]") {
  // A limit on the size of files stands for a disk that becomes full: the first block can be written. The
  // signal that comes with it must not end the program.
  const Folder folder;
  const std::string file = folder.file("base.yaml", long_untidy());
  check_said(shell(folder, "ulimit -f 1; \"$M\" fmt --write \"$F/base.yaml\""), 3, "it is as it was");
  CHECK(text_of(file) == long_untidy());
  check_said(shell(folder, "ulimit -f 1; \"$M\" new --force \"$F/base.yaml\""), 3, "it is as it was");
  CHECK(text_of(file) == long_untidy());
  check_said(shell(folder, "ulimit -f 1; \"$M\" new \"$F/other.yaml\""), 3, "nothing has been written");
  CHECK(files_in(folder.path()) == 1);
}

TEST_CASE("only regular files are written over", "[cli][faults]") {
  const Folder folder;
  const fs::path pipe = folder.path() / "base.yaml";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  check_said(shell(folder, "\"$M\" new --force \"$F/base.yaml\""), 3, "it is no regular file");
  check_said(shell(folder, "\"$M\" fmt --write \"$F/base.yaml\""), 3, "cannot be read");
  CHECK(fs::is_fifo(pipe));
  CHECK(files_in(folder.path()) == 1);
}

TEST_CASE("a folder that may not be written", "[cli][faults]") {
  const Folder folder;
  const WithoutRights without(folder);
  if (without.skip) return;
  const std::string file = folder.file("base.yaml", long_untidy());
  chmod(file.c_str(), 0666);
  chmod(folder.path().c_str(), 0555);
  const Result written = shell(folder, without.prefix + "\"$M\" fmt --write \"$F/base.yaml\"");
  const Result made = shell(folder, without.prefix + "\"$M\" new \"$F/other.yaml\"");
  chmod(folder.path().c_str(), 0755);
  check_said(written, 3, "cannot be written: Permission denied");
  check_said(made, 3, "cannot be written: Permission denied");
  CHECK(text_of(file) == long_untidy());
  CHECK(files_in(folder.path()) == 1);
}

TEST_CASE("files and folders that may not be read are said, and the others read", "[cli][faults]") {
  const Folder folder;
  const WithoutRights without(folder);
  if (without.skip) return;
  folder.file("good.yaml", std::string(mancala::base_variant()));
  const std::string file = folder.file("closed.yaml", std::string(mancala::base_variant()));
  folder.file("shut/base.yaml", std::string(mancala::base_variant()));
  const fs::path shut = folder.path() / "shut";
  chmod(file.c_str(), 0);
  chmod(shut.c_str(), 0);
  const Result checked = shell(folder, without.prefix + "\"$M\" check \"$F\"");
  const Result formatted = shell(folder, without.prefix + "\"$M\" fmt --check \"$F\"");
  const Result named = shell(folder, without.prefix + "\"$M\" check \"$F/shut\"");
  chmod(shut.c_str(), 0755);
  for (const Result& result : {checked, formatted}) {
    check_said(result, 3, "the file `" + file + "` cannot be read");
    check_said(result, 3, "the folder `" + shut.string() + "` cannot be read");
  }
  check_said(formatted, 3, "0 of 1 file ");
  check_said(named, 3, "the folder `" + shut.string() + "` cannot be read");
}

TEST_CASE("walks pass over pipes, sockets, devices and links to nowhere", "[cli][faults]") {
  const Folder folder;
  folder.file("good.yaml", std::string(mancala::base_variant()));
  REQUIRE(mkfifo((folder.path() / "pipe.yaml").c_str(), 0600) == 0);
  fs::create_symlink("pipe.yaml", folder.path() / "to-pipe.yaml");
  fs::create_symlink("nothing.yaml", folder.path() / "to-nothing.yaml");
  fs::create_symlink("/dev/zero", folder.path() / "device.yaml");
  fs::create_directory_symlink(".", folder.path() / "round");
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  const std::string name = (folder.path() / "socket.yaml").string();
  REQUIRE(name.size() < sizeof address.sun_path);
  std::memcpy(address.sun_path, name.c_str(), name.size());
  const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
  REQUIRE(socket >= 0);
  const int bound = bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address);
  close(socket);
  REQUIRE(bound == 0);

  const std::string path = folder.path().string();
  check_said(run_mancala({"check", path}), 0, "checked 1 text");
  check_said(run_mancala({"fmt", "--check", path}), 0, "0 of 1 file ");
  CHECK(run_mancala({"test", path}).status >= 0);
  CHECK(run_mancala({"mutate", "sadeqa-iii", "--limit", "1", "--examples", path}).status >= 0);
  CHECK(run_mancala({"readings", "sadeqa-iii", "--limit", "1", "--examples", path}).status >= 0);
  Surroundings beside;
  beside.environment["MANCALA_PATH"] = path;
  CHECK(run_mancala({"list", "--ids"}, beside).status == 0);

  // Named, they are refused, for nobody may ever write into them.
  for (const char* one : {"pipe.yaml", "to-pipe.yaml", "socket.yaml", "device.yaml"}) {
    check_said(run_mancala({"check", path + "/" + one}), 3, "it is a pipe or a device");
  }
  // What the shell has opened is read, but a pipe can be read once only; `check` reads a file again.
  const Result once = shell(folder, "cat \"$F/good.yaml\" | \"$M\" fmt /dev/stdin");
  CHECK(once.status == 0);
  CHECK(once.out == mancala::base_variant());
  const Result again = shell(folder, "cat \"$F/good.yaml\" | \"$M\" check /dev/stdin");
  CHECK(again.status > 0);
  CHECK(has(again.err, "says what it has to say once only"));
  check_said(shell(folder, "\"$M\" check /dev/stdin <\"$F/good.yaml\""), 0, "checked 1 text");
}

TEST_CASE("standard input that cannot be read is an error, an empty one is not", "[cli][faults]") {
  const Folder folder;
  const std::vector<std::string> reading = {"check --variant kalah -", "run kalah --moves -", "play kalah",
                                            "new --ask \"$F/game.yaml\""};
  for (const std::string& command : reading) {
    INFO(command);
    check_said(shell(folder, "\"$M\" " + command + " <&-"), 3, "standard input cannot be read");
    check_said(shell(folder, "\"$M\" " + command + " </"), 3, "standard input cannot be read");
    CHECK(files_in(folder.path()) == 0);
  }
  for (const char* command : {"check --variant kalah -", "run kalah --moves -", "play kalah"}) {
    INFO(command);
    CHECK(shell(folder, std::string("\"$M\" ") + command + " </dev/null").status == 0);
  }
}

TEST_CASE("no file takes the place of a standard stream that is closed", "[cli][faults]") {
  const Folder folder;
  const std::string file = folder.file("base.yaml", long_untidy());
  const std::string tidy = run_mancala({"fmt", file}).out;
  REQUIRE(tidy != long_untidy());
  CHECK(shell(folder, "\"$M\" fmt --write \"$F/base.yaml\" <&- >&- 2>&-").status == 0);
  CHECK(text_of(file) == tidy);
  check_said(shell(folder, "\"$M\" new \"$F/game.yaml\" <&- >&-"), 3, "standard output cannot be written");
  CHECK(run_mancala({"fmt", "--check", folder.path().string()}).status == 0);
  CHECK(files_in(folder.path()) == 2);
}

TEST_CASE("the output is the same whatever the terminal, the home and the locale are", "[cli][faults]") {
  const Folder folder;
  const std::vector<std::string> commands = {"list --ids", "describe oware", "run kalah --random 1",
                                             "check variants/two-row/kalah.yaml",
                                             "play kalah --seed 1 </dev/null"};
  const std::vector<std::string> surroundings = {
      "env -i", "env -u TERM -u LANG HOME= LC_ALL=C", "env TERM=dumb LC_ALL=C.UTF-8",
      "env TERM=no-such-terminal LC_ALL=no_SUCH.locale HOME=/no/such/folder"};
  for (const std::string& command : commands) {
    const Result usual = shell(folder, "\"$M\" " + command);
    CHECK(usual.status == 0);
    for (const std::string& around : surroundings) {
      INFO(around << " mancala " << command);
      const Result result = shell(folder, around + " \"$M\" " + command);
      CHECK(result.status == 0);
      CHECK(result.out == usual.out);
      CHECK(result.err == usual.err);
    }
  }
}

TEST_CASE("numbers that are none, or too small or too large, are refused", "[cli][faults]") {
  struct Option {
    std::vector<std::string> command;
    std::string range;
    std::vector<std::string> bad;
  };
  const std::string kHuge = "99999999999999999999";
  const std::string threads = "whole number from 1 to 1024";
  const std::string moves = "whole number from 1 to 100000000";
  const std::string seed = "whole number from 0 to 18446744073709551615";
  const std::vector<Option> options = {
      {{"perft", "kalah", "2", "--threads"}, threads, {"0", "-1", "100000", kHuge, "2.5", "0x2", "", "two"}},
      {{"perft", "kalah"}, "whole number from 0 to 1000", {"-1", "1001", kHuge}},
      {{"bench", "kalah", "--threads"}, threads, {"0", "100000"}},
      {{"bench", "kalah", "--seconds"},
       "number from 0.01 to 1000",
       {"0", "-1", "nan", "inf", "1e300", kHuge}},
      {{"readings", "kalah", "--threads"}, threads, {"0", "100000"}},
      {{"readings", "kalah", "--limit"}, moves, {"0", "-1", kHuge}},
      {{"readings", "kalah", "--combinations"}, "whole number from 1 to 1000000", {"0", "-1", kHuge}},
      {{"mutate", "kalah", "--threads"}, threads, {"0", "100000"}},
      {{"mutate", "kalah", "--limit"}, moves, {"0", "-1", kHuge}},
      {{"check", "kalah", "--deep", "--limit"}, moves, {"0", "-1", kHuge}},
      {{"list", "--threads"}, threads, {"0", "100000"}},
      {{"list", "--rows"}, "whole number from 0 to 1000000", {"-1", kHuge}},
      {{"run", "kalah", "--random"}, seed, {"-1", "18446744073709551616", kHuge, "1.0"}},
      {{"run", "kalah", "--rounds"}, "whole number from 1 to 1000000", {"0", "-1", kHuge}},
      {{"run", "kalah", "--random", "1", "--plies"}, "whole number from 0 to 1099511627776", {"-1", kHuge}},
      {{"play", "kalah", "--seed"}, seed, {"-1", kHuge}},
  };
  for (const Option& option : options) {
    for (const std::string& bad : option.bad) {
      std::vector<std::string> arguments = option.command;
      arguments.push_back(bad);
      const Result result = run_mancala(arguments);
      INFO(option.command[0] << " " << option.command.back() << " " << bad);
      CHECK(result.out.empty());
      check_said(result, 2, "`" + bad + "` is no " + option.range + "\n");
    }
  }
  // The largest are no trouble; a number with a nought before it is the number.
  CHECK(run_mancala({"perft", "kalah", "2", "--threads", "1024"}).out ==
        run_mancala({"perft", "kalah", "2"}).out);
  CHECK(run_mancala({"run", "kalah", "--random", "010"}).out ==
        run_mancala({"run", "kalah", "--random", "10"}).out);
  CHECK(run_mancala({"run", "kalah", "--random", "1", "--plies", "1099511627776"}).status == 0);
}
