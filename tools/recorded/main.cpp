// mancala-replay: replays games that other programs recorded and says where our play differs.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <filesystem>
#include <new>

#include "command.h"
#include "tools/mancala/failure.h"
#include "tools/mancala/output.h"
#include "tools/mancala/surroundings.h"

namespace mancala::recorded {

namespace {

using namespace mancala::cli;

constexpr const char* kFooter = R"(An entry of the map:
  - recorded-by: MancalaGames          # or Ludii
    game: NAME                         # as the recording, or its file, calls it
    variant: ID                        # in the library; or left-out: "why it is not replayed"
    set: {READING: VALUE}              # parameters and readings under which it was recorded
    because: "why the rest differs"
and where a set needs them:
    state: {STATE: MARK}               # what the recording tells beside seeds, as a declared state of the variant
    closed-as: STATE                   # holes out of play are flagged by this state, not closed
    sites: [SITE, …]                   # Ludii: the site of each of our holes, A1 first, counterclockwise; -1: none
    stores: {south: SITE, north: SITE} # Ludii: the stores; out: [SITE, …]: seeds there are out of play
    held: together                     # of stores and seeds out of play only the sum is compared
Marks are child, owner, unlocked, blocked, inhibit-capt, inhibit-child, empty_store, normal_sow (MancalaGames),
states, player_values (Ludii).

Exit status: 0 each set is reproduced wholly, or the map says why not; 1 one is not, or a map entry, a variant or a
recording is wrong; 2 the command line is wrong; 3 a file cannot be read or written; 4 an internal error.)";

void say_failure(std::string_view message, const std::vector<std::string>& help) {
  const bool colour = colour_on_error();
  std::string text =
      fmt::format("{}error:{} {}\n", colour ? "\x1b[1;31m" : "", colour ? "\x1b[0m" : "", message);
  for (const std::string& line : help) text += fmt::format("  help: {}\n", line);
  print_error(text);
}

int run(int argc, char** argv) {
  CLI::App app(
      "Replays games that other programs recorded (MancalaGames, Ludii), ply by ply, and says where our play "
      "differs.",
      "mancala-replay");
  Options options;
  app.set_help_flag("-h,--help", "print this help and leave");
  app.set_version_flag("--version", fmt::format("mancala-replay {}", MANCALA_VERSION));
  // Of an option that is given twice the later one counts.
  app.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  app.add_option("path", options.paths, "recordings: files *.jsonl, or folders of them")
      ->required()
      ->take_all();
  app.add_option("--games", options.map, "the map of recorded games: a file or a folder of *.yaml")
      ->capture_default_str();
  app.add_option("--game", options.game,
                 "only this game, as the recording, its file or our variant calls it");
  app.add_option("--by", options.by, "only games that this program recorded");
  app.add_option("--variant", options.variant,
                 "play with this file, in the library or not; games that are not mapped, too");
  app.add_option("--set", options.settings, "name=value: a parameter or reading, after those of the map")
      ->take_all();
  app.add_option("--differences", options.differences, "print the first N differing plies of each set (5)")
      ->expected(0, 1)
      ->default_str("5");
  app.add_flag("--json", options.json, "the result as JSON");
  app.add_option("--report", options.report, "write the report to this file");
  app.add_option("--export", options.export_to,
                 "write a reproduced game of each set as an example game into this folder");
  app.footer(kFooter);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForVersion& version) {
    print_line(version.what());
    flush_output();
    return kFine;
  } catch (const CLI::CallForHelp&) {
    print(app.help());
    flush_output();
    return kFine;
  } catch (const CLI::ParseError& error) {
    say_failure(error.what(), {"see `mancala-replay --help`"});
    return kUsage;
  }
  const int status = run_command(options);
  flush_output();
  return status;
}

}  // namespace

}  // namespace mancala::recorded

int main(int argc, char** argv) {
  using namespace mancala::cli;
  settle_surroundings();
  try {
    return mancala::recorded::run(argc, argv);
  } catch (const Said& said) {
    return said.status();
  } catch (const ClosedPipe&) {
    return kFine;
  } catch (const Failure& failure) {
    mancala::recorded::say_failure(failure.what(), failure.help());
    return failure.status();
  } catch (const std::filesystem::filesystem_error& error) {
    mancala::recorded::say_failure(error.what(), {});
    return kUnreadable;
  } catch (const std::bad_alloc&) {
    mancala::recorded::say_failure("there is not enough memory", {});
    return kUnreadable;
  } catch (const std::exception& error) {
    mancala::recorded::say_failure(fmt::format("internal error: {}", error.what()),
                                   {"this is a bug in mancala-replay"});
    return kBug;
  }
}
