// A command line, and what is typed at its prompts. The first line of the input is the command with the id of
// its variant, each further one an option and its value; what comes after an empty line is typed.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/fuzz/games.h"
#include "tests/fuzz/must.h"
#include "tests/fuzz/targets.h"
#include "tools/mancala/failure.h"
#include "tools/mancala/program.h"

namespace mancala::fuzz {

namespace {

// Those that read a variant and write nothing but answers.
constexpr std::array<std::string_view, 8> kCommands = {"check", "describe", "diff", "explain",
                                                       "ir",    "moves",    "play", "run"};
// Not `--plies`, `--rounds`, `--threads`: they make it long, not different.
constexpr std::array<std::string_view, 24> kOptions = {
    "--set",   "--set-a",  "--set-b",   "--moves", "--position", "--random", "--notation", "--json",
    "--trace", "--south",  "--north",   "--seat",  "--seed",     "--why",    "--complete", "--deny",
    "--fused", "--format", "--variant", "-",       "-v",         "--help",   "--version",  "--verbose"};

template <std::size_t n>
bool is_one_of(const std::array<std::string_view, n>& known, std::string_view word) {
  return std::find(known.begin(), known.end(), word) != known.end();
}

// What is printed is thrown away. The fuzzer writes to the descriptor, which stays as it is.
void be_silent() {
  must(std::freopen("/dev/null", "w", stdout) != nullptr, "there is a /dev/null");
  stderr = std::fopen("/dev/null", "w");
  setenv("MANCALA_PATH", (std::string(MANCALA_SOURCE_DIR) + "/variants").c_str(), 1);
}

// The words of a command line; empty if it is one that is not tried.
std::vector<std::string> words_of(std::string_view& input) {
  std::istringstream first{std::string(take_line(input))};
  std::vector<std::string> words = {"mancala"};
  for (std::string word; first >> word;) {
    const bool known = words.size() == 1 ? is_one_of(kCommands, word)
                                         : library().find(word).has_value() || words[1] == "explain";
    if (!known) return {};
    words.push_back(word);
  }
  while (!input.empty()) {
    const std::string_view line = take_line(input);
    if (line.empty()) break;
    const std::size_t blank = line.find(' ');
    const std::string_view option = line.substr(0, blank);
    if (!is_one_of(kOptions, option)) return {};
    words.emplace_back(option);
    if (blank == std::string_view::npos) continue;
    words.emplace_back(line.substr(blank + 1));
    if (option == "--variant" && !library().find(words.back())) return {};
  }
  const bool random = std::find(words.begin(), words.end(), "--random") != words.end();
  if (random) words.insert(words.end(), {"--plies", "20"});
  return words;
}

}  // namespace

void fuzz_command(std::string_view input) {
  [[maybe_unused]] static const bool silent = (be_silent(), true);
  std::vector<std::string> words = words_of(input);
  if (words.size() < 2) return;
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  std::stringbuf typed{std::string(input)};
  std::streambuf* before = std::cin.rdbuf(&typed);
  std::cin.clear();
  const int status = cli::run_program(static_cast<int>(words.size()), argv.data());
  std::cin.rdbuf(before);
  must(status >= cli::kFine && status < cli::kBug, "no command ends with an internal error");
}

}  // namespace mancala::fuzz
