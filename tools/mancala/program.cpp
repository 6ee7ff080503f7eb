#include "program.h"

#include <fmt/format.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <memory>
#include <new>

#include "dsl/diagnostic.h"
#include "dsl/vocabulary.h"
#include "failure.h"
#include "options.h"
#include "output.h"

namespace mancala::cli {

namespace {

void say_failure(std::string_view message, const std::vector<std::string>& help) {
  std::fflush(
      stdout);  // what was found before stands before; if it cannot be written, this is said all the same
  const bool colour = colour_on_error();
  std::string text =
      fmt::format("{}error:{} {}\n", colour ? "\x1b[1;31m" : "", colour ? "\x1b[0m" : "", message);
  for (const std::string& line : help) text += fmt::format("  help: {}\n", line);
  print_error(text);
}

int say_bug(std::string_view what) {
  say_failure(fmt::format("internal error: {}", what),
              {"this is a bug in mancala, not in what you gave it",
               "please report it with the command line, the files that it used, and `mancala --version`"});
  return kBug;
}

// Logging is for those who ask for it: silent, then `-v`, then `-vv`; always on standard error.
void start_logging(int verbosity) {
  auto logger =
      std::make_shared<spdlog::logger>("mancala", std::make_shared<spdlog::sinks::stderr_sink_mt>());
  logger->set_pattern("mancala: %l: %v");
  logger->set_level(verbosity >= 2   ? spdlog::level::debug
                    : verbosity == 1 ? spdlog::level::info
                                     : spdlog::level::off);
  spdlog::set_default_logger(std::move(logger));
}

std::vector<std::string_view> option_names(const CLI::App& app, std::vector<std::string>& keep) {
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) keep.push_back("--" + name);
  }
  return {keep.begin(), keep.end()};
}

// What is wrong with the command line, and what was perhaps meant.
int say_usage(const CLI::App& app, const std::vector<Command>& commands, const CLI::ParseError& error) {
  const CLI::App* chosen = &app;
  for (const Command& command : commands) {
    if (command.app->parsed()) chosen = command.app;
  }
  std::vector<std::string> help;
  std::string message = error.what();
  const std::vector<std::string> extras = app.remaining(true);
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr && !extras.empty()) {
    const std::string& word = extras.front();
    std::vector<std::string> keep;
    std::vector<std::string_view> candidates;
    if (word.size() > 1 && word[0] == '-') {
      message = fmt::format("there is no option `{}`", word);
      candidates = option_names(*chosen, keep);
    } else if (chosen == &app) {
      message = fmt::format("there is no command `{}`", word);
      for (const Command& command : commands) candidates.emplace_back(command.app->get_name());
    } else {
      message = fmt::format("`{}` is one argument too many", word);
    }
    const std::string_view near = nearest(word.substr(0, word.find('=')), candidates);
    if (!near.empty()) help.push_back(fmt::format("did you mean `{}`?", near));
  }
  help.push_back(chosen == &app ? "`mancala --help` lists the commands"
                                : fmt::format("see `mancala {} --help`", chosen->get_name()));
  say_failure(message, help);
  return kUsage;
}

int run(int argc, char** argv) {
  CLI::App app("Sowing games as data: checks, explains and plays the games that variant files describe.",
               "mancala");
  app.set_version_flag("--version",
                       fmt::format("mancala {}\nlanguage edition {}", MANCALA_VERSION, kEdition));
  app.set_help_flag("-h,--help", "print this help and leave");
  int verbosity = 0;
  app.add_flag("-v,--verbose", verbosity, "log what is done, on standard error (-vv: more)");
  // Of an option that is given twice the later one counts.
  app.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  app.fallthrough();
  app.allow_extras();
  app.footer(
      "VARIANT is the path of a file, or the id of a file in the library: the folder `variants` here, the "
      "folders in\n"
      "MANCALA_PATH, the installed library.\n\n"
      "Exit status: 0 fine; 1 the answer is no (errors in a file, a failed example, an illegal move); 2 the "
      "command\n"
      "line is wrong; 3 a file cannot be read or written; 4 an internal error.");

  const std::vector<Command> commands = add_commands(app);
  try {
    app.parse(argc, argv);
    if (!app.remaining(true).empty()) throw CLI::ExtrasError(app.remaining(true));
  } catch (const CLI::CallForVersion& version) {
    print_line(version.what());
    flush_output();
    return kFine;
  } catch (const CLI::CallForHelp&) {
    const CLI::App* chosen = &app;
    for (const Command& command : commands) {
      if (command.app->parsed()) chosen = command.app;
    }
    print(chosen->help(chosen == &app ? "" : "mancala"));
    flush_output();
    return kFine;
  } catch (const CLI::ParseError& error) {
    return say_usage(app, commands, error);
  }
  start_logging(verbosity);
  for (const Command& command : commands) {
    if (!command.app->parsed()) continue;
    const int status = command.run();
    flush_output();
    return status;
  }
  say_failure("which command?", {"`mancala --help` lists the commands"});
  return kUsage;
}

}  // namespace

int run_program(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const Said& said) {
    return said.status();
  } catch (const ClosedPipe&) {
    return kFine;
  } catch (const Failure& failure) {
    say_failure(failure.what(), failure.help());
    return failure.status();
  } catch (const std::filesystem::filesystem_error& error) {
    say_failure(error.what(), {});
    return kUnreadable;
  } catch (const std::bad_alloc&) {
    say_failure("there is not enough memory",
                {"a smaller `--limit` or `--threads` needs less, where the command has it"});
    return kUnreadable;
  } catch (const std::exception& error) {
    return say_bug(error.what());
  }
}

}  // namespace mancala::cli
