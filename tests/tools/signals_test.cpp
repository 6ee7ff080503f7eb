// Signals that end the program end it at once, as they end any other; the terminal is as it was, and no file
// is half-written.
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <stdexcept>
#include <thread>

#include "dsl/codes.h"
#include "tests/support/catch.hpp"
#include "tests/tools/program.h"

using mancala::tests::Folder;
using mancala::tests::has;
using mancala::tests::text_of;

namespace fs = std::filesystem;
using namespace std::chrono_literals;

namespace {

// The program, started and left to itself; `prepare` sets up its streams.
class Started {
 public:
  Started(const std::vector<std::string>& arguments, const std::function<void()>& prepare) {
    // What comes before the program is there waits for it, and is not taken by the handlers of the tests.
    sigset_t ending;
    sigset_t before;
    sigemptyset(&ending);
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&ending, number);
    sigprocmask(SIG_BLOCK, &ending, &before);
    child_ = fork();
    if (child_ != 0) sigprocmask(SIG_SETMASK, &before, nullptr);
    if (child_ < 0) throw std::runtime_error("no process");
    if (child_ > 0) return;
    // A process group of its own, as a shell gives it; and nothing is ignored.
    setsid();
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) signal(number, SIG_DFL);
    sigprocmask(SIG_UNBLOCK, &ending, nullptr);
    prepare();
    if (chdir(MANCALA_SOURCE_DIR) != 0) _exit(127);
    std::vector<char*> argv = {const_cast<char*>("mancala")};
    for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    execv(MANCALA_PROGRAM, argv.data());
    _exit(127);
  }
  ~Started() {
    if (ended()) return;
    kill(child_, SIGKILL);
    waitpid(child_, nullptr, 0);
  }
  Started(const Started&) = delete;
  Started& operator=(const Started&) = delete;

  void send(int number) const { kill(child_, number); }
  bool ended() {
    int status = 0;
    if (!status_ && waitpid(child_, &status, WNOHANG) == child_) status_ = status;
    return status_.has_value();
  }
  // As a shell tells it: 128 and the signal, or the exit status; -1 if the program does not end.
  int status() {
    for (int i = 0; i < 1000 && !ended(); ++i) std::this_thread::sleep_for(10ms);
    if (!status_) return -1;
    return WIFSIGNALED(*status_) ? 128 + WTERMSIG(*status_) : WEXITSTATUS(*status_);
  }

 private:
  pid_t child_ = -1;
  std::optional<int> status_;
};

// Standard input that says nothing and does not end; what is printed is of no interest.
void quiet_streams() {
  int ends[2] = {};
  if (pipe(ends) != 0) _exit(127);
  const int nowhere = open("/dev/null", O_WRONLY);
  dup2(ends[0], STDIN_FILENO);
  dup2(nowhere, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
}

// A terminal, of which the test is the screen and the keyboard.
class Terminal {
 public:
  Terminal() : screen_(posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)) {
    if (screen_ < 0 || grantpt(screen_) != 0 || unlockpt(screen_) != 0)
      throw std::runtime_error("no terminal");
    line_ = open(ptsname(screen_), O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (line_ < 0) throw std::runtime_error("no terminal");
  }
  ~Terminal() {
    close(line_);
    close(screen_);
  }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  // In the program's process.
  void become_its_streams() const {
    ioctl(line_, TIOCSCTTY, 0);
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(line_, stream);
  }
  // Waits until this has been printed after what was waited for before; false if it is not.
  bool shows(const std::string& text) {
    const auto end = std::chrono::steady_clock::now() + 60s;
    while (std::chrono::steady_clock::now() < end) {
      const std::size_t found = shown_.find(text);
      if (found != std::string::npos) {
        shown_.erase(0, found + text.size());
        return true;
      }
      pollfd watched = {screen_, POLLIN, 0};
      if (poll(&watched, 1, 100) <= 0) continue;
      char buffer[4096];
      const ssize_t got = read(screen_, buffer, sizeof buffer);
      if (got <= 0) return false;
      shown_.append(buffer, static_cast<std::size_t>(got));
    }
    return false;
  }
  void type(const std::string& text) const {
    if (write(screen_, text.data(), text.size()) != static_cast<ssize_t>(text.size())) {
      throw std::runtime_error("the terminal takes no more");
    }
  }
  [[nodiscard]] termios modes() const {
    termios now = {};
    tcgetattr(line_, &now);
    return now;
  }
  // Does it gather lines and show what is typed, as terminals do when no program edits the line?
  [[nodiscard]] bool cooked() const {
    return (modes().c_lflag & ICANON) != 0 && (modes().c_lflag & ECHO) != 0;
  }
  [[nodiscard]] bool gets_raw() const {
    for (int i = 0; i < 1000 && cooked(); ++i) std::this_thread::sleep_for(10ms);
    return !cooked();
  }

 private:
  int screen_;
  int line_ = -1;
  std::string shown_;
};

}  // namespace

TEST_CASE("a signal ends what takes long, and what waits for input", "[cli][signals]") {
  const Folder folder;
  const std::string empty = folder.path().string();
  const std::vector<std::vector<std::string>> commands = {
      {"bench", "kalah", "--seconds", "1000"},
      {"bench", "kalah", "--seconds", "1000", "--threads", "2"},
      {"perft", "kalah", "100"},
      {"mutate", "kalah", "--limit", "100000000", "--examples", empty},
      {"readings", "kalah", "--limit", "100000000", "--examples", empty},
      {"check", "--deep", "--limit", "100000000", "variants"},
      {"run", "kalah", "--moves", "-"},
      {"play", "kalah"},
      {"new", "--ask", empty + "/game.yaml"},
  };
  for (const auto& command : commands) {
    for (const int number : {SIGINT, SIGTERM}) {
      INFO(command[0] << ", signal " << number);
      Started program(command, quiet_streams);
      std::this_thread::sleep_for(100ms);
      CHECK_FALSE(program.ended());
      const auto sent = std::chrono::steady_clock::now();
      program.send(number);
      CHECK(program.status() == 128 + number);
      CHECK(std::chrono::steady_clock::now() - sent < 30s);
      CHECK(fs::is_empty(folder.path()));
    }
  }
}

TEST_CASE("a signal while files are written leaves each as it was or as it shall be", "[cli][signals]") {
  constexpr int kFiles = 60;
  std::string untidy(mancala::base_variant());
  untidy += "\n\n\n# the end\n";
  std::string tidy;
  bool interrupted = false;
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    for (const auto delay : {10ms, 25ms, 50ms, 100ms}) {
      const Folder folder;
      for (int i = 0; i < kFiles; ++i) folder.file(std::to_string(i) + ".yaml", untidy);
      if (tidy.empty()) tidy = mancala::tests::run_mancala({"fmt", (folder.path() / "0.yaml").string()}).out;
      Started program({"fmt", "--write", folder.path().string()}, quiet_streams);
      std::this_thread::sleep_for(delay);
      program.send(number);
      const int status = program.status();
      CHECK((status == 0 || status == 128 + number));
      std::map<std::string, int> found;
      for (const fs::directory_entry& entry : fs::directory_iterator(folder.path())) {
        CHECK(entry.path().extension() == ".yaml");
        const std::string text = text_of(entry.path());
        ++found[text == untidy ? "as it was" : text == tidy ? "as it shall be" : "something else"];
      }
      CHECK(found["something else"] == 0);
      CHECK(found["as it was"] + found["as it shall be"] == kFiles);
      interrupted = interrupted || (found["as it was"] > 0 && found["as it shall be"] > 0);
    }
  }
  if (!interrupted) WARN("no signal has come between the first file and the last");
}

// Nobody can clean up after SIGKILL. Between the moment when a file is whole and the one when it has its
// place it may be left under another name, but then as a whole.
TEST_CASE("a program that is killed while it writes leaves nothing half-written", "[cli][signals]") {
  constexpr int kFiles = 60;
  std::string untidy(mancala::base_variant());
  untidy += "\n\n\n# the end\n";
  std::string tidy;
  for (const auto delay : {8ms, 15ms, 25ms, 40ms, 60ms, 100ms}) {
    const Folder folder;
    for (int i = 0; i < kFiles; ++i) folder.file(std::to_string(i) + ".yaml", untidy);
    if (tidy.empty()) tidy = mancala::tests::run_mancala({"fmt", (folder.path() / "0.yaml").string()}).out;
    Started program({"fmt", "--write", folder.path().string()}, quiet_streams);
    std::this_thread::sleep_for(delay);
    program.send(SIGKILL);
    const int status = program.status();
    CHECK((status == 0 || status == 128 + SIGKILL));
    int files = 0;
    int others = 0;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder.path())) {
      const std::string text = text_of(entry.path());
      const bool is_file = entry.path().extension() == ".yaml";
      CHECK((text == tidy || (is_file && text == untidy)));
      ++(is_file ? files : others);
    }
    CHECK(files == kFiles);
    CHECK(others <= 1);
  }
}

TEST_CASE("the terminal is as it was when play has ended, in whatever way", "[cli][signals]") {
  struct End {
    std::string name;
    std::string typed;
    int signal;
    int status;
  };
  const std::vector<End> ends = {{"quit", "quit\n", 0, 0},
                                 {"end of input", "\x04", 0, 0},
                                 {"interrupt key", "\x03", 0, 128 + SIGINT},
                                 {"interrupt key in a word", "mov\x03", 0, 128 + SIGINT},
                                 {"SIGINT", "", SIGINT, 128 + SIGINT},
                                 {"SIGTERM", "", SIGTERM, 128 + SIGTERM},
                                 {"SIGHUP", "", SIGHUP, 128 + SIGHUP}};
  for (const End& end : ends) {
    INFO(end.name);
    Terminal terminal;
    Started program({"play", "kalah", "--seed", "1"}, [&terminal] {
      setenv("TERM", "xterm", 1);
      terminal.become_its_streams();
    });
    REQUIRE(terminal.shows("outh> "));
    REQUIRE(terminal.gets_raw());
    if (!end.typed.empty()) terminal.type(end.typed);
    if (end.signal != 0) program.send(end.signal);
    CHECK(program.status() == end.status);
    CHECK(terminal.cooked());
  }
}

TEST_CASE("play goes on on terminals that nobody knows", "[cli][signals]") {
  const std::vector<std::function<void()>> surroundings = {[] { unsetenv("TERM"); },
                                                           [] { setenv("TERM", "dumb", 1); },
                                                           [] { setenv("TERM", "no-such-terminal", 1); },
                                                           [] {
                                                             unsetenv("TERM");
                                                             unsetenv("LANG");
                                                             setenv("LC_ALL", "C", 1);
                                                             setenv("HOME", "", 1);
                                                           }};
  for (std::size_t i = 0; i < surroundings.size(); ++i) {
    INFO(i);
    Terminal terminal;
    Started program({"play", "kalah", "--seed", "1"}, [&] {
      surroundings[i]();
      terminal.become_its_streams();
    });
    REQUIRE(terminal.shows("outh> "));
    terminal.type("moves\n");
    CHECK(terminal.shows("`A6`"));
    CHECK(terminal.shows("outh> "));
    terminal.type("quit\n");
    CHECK(program.status() == 0);
    CHECK(terminal.cooked());
  }
}
