#include "options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>
#include <charconv>
#include <limits>
#include <memory>
#include <type_traits>

#include "commands.h"
#include "interpreter/parallel.h"

namespace mancala::cli {

namespace {

constexpr std::array<std::pair<std::string_view, Format>, 5> kFormats = {{{"text", Format::text},
                                                                          {"plain", Format::plain},
                                                                          {"short", Format::short_line},
                                                                          {"json", Format::json},
                                                                          {"sarif", Format::sarif}}};

// The help tells what may stand behind an option by its type name: `own|default`, N, SEED. What these tests
// are made of is not for people.
CLI::Validator tested(CLI::Validator test) { return test.description(""); }
CLI::Validator member(const std::vector<std::string>& values) { return tested(CLI::IsMember(values)); }
// A number, rewritten in the plain way, so that `010` is ten.
template <class Number>
CLI::Validator between(Number least, Number greatest) {
  const auto convert = [least, greatest](std::string& text) -> std::string {
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole = error == std::errc() && end == text.data() + text.size();
    if (!whole || !(value >= least && value <= greatest)) {
      return fmt::format("`{}` is no {}number from {} to {}", text,
                         std::is_integral_v<Number> ? "whole " : "", least, greatest);
    }
    text = fmt::format("{}", value);
    return {};
  };
  return {convert, ""};
}

// To a format's number, as the parser of the command line wants it.
CLI::Validator format_name() {
  const auto convert = [](std::string& name) -> std::string {
    for (const auto& [known, format] : kFormats) {
      if (known != name) continue;
      name = std::to_string(static_cast<int>(format));
      return {};
    }
    return "there is no format `" + name + "`: text, plain, short, json or sarif";
  };
  return {convert, ""};
}

// Seeds are 64 bits; what is less or more is refused, not changed.
CLI::Validator seed() {
  return between(std::numeric_limits<std::uint64_t>::min(), std::numeric_limits<std::uint64_t>::max());
}

void add_settings(CLI::App& app, VariantOptions& options) {
  app.add_option("--set", options.settings, "set a parameter or a reading: name=value (repeatable)")
      ->type_name("NAME=VALUE")
      ->expected(1)
      ->take_all();
}

void add_variant(CLI::App& app, VariantOptions& options) {
  app.add_option("VARIANT", options.variant, "a variant file, or the id of one in the library")->required();
  add_settings(app, options);
}

CLI::Option* add_threads(CLI::App& app, int& threads) {
  return app.add_option("--threads", threads, "so many threads at once")
      ->transform(between(1, kMostThreads))
      ->type_name("N")
      ->capture_default_str();
}

CLI::Option* add_own_threads(CLI::App& app, std::optional<int>& threads) {
  return app.add_option("--threads", threads, "so many threads at once; absent: one for each processor")
      ->transform(between(1, kMostThreads))
      ->type_name("N");
}

void add_notation(CLI::App& app, NotationOption& option) {
  app.add_option("--notation", option.choice,
                 "the notation to print: `own` of the game's players, or `default`")
      ->check(member({"own", "default"}))
      ->type_name("own|default");
}

Command add_list(CLI::App& app) {
  CLI::App* command = app.add_subcommand("list", "the variants of the library, one a line");
  auto options = std::make_shared<ListOptions>();
  command->add_flag("--json", options->json, "print JSON");
  std::vector<CLI::Option*> filters = {command->add_flag("--ids", options->ids, "print the ids only")};
  const auto add = [&](const char* name, auto& where, const char* about, const char* type) {
    filters.push_back(command->add_option(name, where, about)->type_name(type));
    return filters.back();
  };
  add("--where", options->where, "those of which this holds, such as `relay and not rounds` or `holes == 6`",
      "QUESTION");
  add("--region", options->region, "those recorded where this text is part of the name", "TEXT");
  const auto number = between(0, 1'000'000);
  add("--rows", options->rows, "those with so many rows", "N")->transform(number);
  add("--holes", options->holes, "those with so many holes in a row", "N")->transform(number);
  add("--seeds", options->seeds, "those with so many seeds in all", "N")->transform(number);
  auto* evidence = command->add_flag("--evidence", options->evidence,
                                     "replay the example games: what they say of readings");
  filters.push_back(evidence);
  filters.push_back(command->add_flag("--markdown", options->markdown, "print a table in Markdown"));
  filters.push_back(
      command->add_flag("--mutation", options->mutation,
                        "try the example games on changed rules: how many changes they notice"));
  filters.push_back(
      command
          ->add_option(
              "--limit", options->limit,
              "--mutation: look at so many positions, then at so many random moves, for what a change does")
          ->transform(between(std::int64_t{1}, std::int64_t{100'000'000}))
          ->type_name("N")
          ->capture_default_str());
  filters.push_back(add_own_threads(*command, options->threads));
  auto* facts = command->add_flag("--facts", options->facts, "list the facts that `--where` can ask for");
  for (CLI::Option* filter : filters) facts->excludes(filter);
  return {command, [options] { return run_list(*options); }};
}

Command add_check(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("check", "what is wrong with variant files, example games, position lines");
  auto options = std::make_shared<CheckOptions>();
  command->add_option("PATH", options->paths, "files or folders; - reads position lines from the input")
      ->take_all();
  command->add_option("--set", options->settings, "set a parameter or a reading: name=value (repeatable)")
      ->type_name("NAME=VALUE")
      ->expected(1)
      ->take_all();
  command->add_option("--variant", options->variant, "the variant of the position lines")
      ->type_name("VARIANT");
  command->add_option("--position", options->positions, "a position line to check (repeatable)")
      ->type_name("POSITION")
      ->expected(1)
      ->take_all();
  command->add_option("--format", options->format, "how to print the diagnostics")
      ->transform(format_name())
      ->type_name("text|plain|short|json|sarif");
  command->add_flag("--json", options->json, "the same as --format json");
  command
      ->add_option(
          "--deny", options->deny,
          "what gives exit status 1, too: `warnings`, `notes` (and warnings), or a code (repeatable)")
      ->type_name("warnings|notes|CODE")
      ->expected(1)
      ->take_all();
  command->add_flag("--deep", options->deep, "play the variants, too, and tell what never happens");
  command->add_option("--limit", options->limit, "--deep: moves played in each variant")
      ->transform(between(std::int64_t{1}, std::int64_t{100'000'000}))
      ->type_name("N")
      ->capture_default_str();
  command->add_option("--dump-after", options->dump_after, "print what a pass made of the file")
      ->check(member({"read", "shape", "parse", "resolve", "check", "lower"}))
      ->type_name("read|shape|parse|resolve|check|lower");
  return {command, [options] { return run_check(*options); }};
}

Command add_describe(CLI::App& app) {
  CLI::App* command = app.add_subcommand("describe", "the rules of a variant as an English rule sheet");
  auto options = std::make_shared<DescribeOptions>();
  add_variant(*command, options->variant);
  command->add_flag("--json", options->json, "print JSON");
  return {command, [options] { return run_describe(*options); }};
}

Command add_diff(CLI::App& app) {
  CLI::App* command = app.add_subcommand("diff", "what tells the rules of two variants apart");
  auto options = std::make_shared<DiffOptions>();
  command->add_option("A", options->a, "a variant file, or the id of one in the library");
  command->add_option("B", options->b, "another one, or the same with other settings");
  const auto settings = [command](const char* name, std::vector<std::string>& where, const char* about) {
    return command->add_option(name, where, about)->type_name("NAME=VALUE")->expected(1)->take_all();
  };
  auto* both = settings("--set", options->settings, "set a parameter or a reading of both (repeatable)");
  auto* first = settings("--set-a", options->settings_a, "set one of A only");
  auto* second = settings("--set-b", options->settings_b, "set one of B only");
  auto* all =
      command->add_flag("--all", options->all, "list the variants of the library that have the same rules");
  for (CLI::Option* one : {both, first, second}) all->excludes(one);
  command->add_flag("--json", options->json, "print JSON");
  return {command, [options] { return run_diff(*options); }};
}

Command add_readings(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "readings", "what the example games say about a variant's readings, and what is to be asked");
  auto options = std::make_shared<ReadingsOptions>();
  command->add_option("VARIANT", options->variant, "a variant file, or the id of one in the library")
      ->required();
  command
      ->add_option("--examples", options->examples,
                   "example games, or a folder of them, instead of the library's (repeatable)")
      ->type_name("PATH")
      ->expected(1)
      ->take_all();
  command
      ->add_option("--limit", options->limit,
                   "look at so many positions, then at so many random moves, for what tells two values apart")
      ->transform(between(std::int64_t{1}, std::int64_t{100'000'000}))
      ->type_name("N")
      ->capture_default_str();
  command
      ->add_option("--combinations", options->combinations,
                   "try all combinations of values if there are no more than these")
      ->transform(between(1, 1'000'000))
      ->type_name("N")
      ->capture_default_str();
  command
      ->add_option("--threads", options->threads, "so many threads at once; absent: one for each processor")
      ->transform(between(1, kMostThreads))
      ->type_name("N");
  command->add_flag("--json", options->json, "print JSON");
  return {command, [options] { return run_readings(*options); }};
}

Command add_mutate(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("mutate", "small changes of a variant's rules that no example game notices");
  auto options = std::make_shared<MutateCommandOptions>();
  command->add_option("VARIANT", options->variant, "a variant file, or the id of one in the library")
      ->required();
  command
      ->add_option("--examples", options->examples,
                   "example games, or a folder of them, instead of the library's (repeatable)")
      ->type_name("PATH")
      ->expected(1)
      ->take_all();
  command
      ->add_option("--limit", options->limit,
                   "look at so many positions, then at so many random moves, for what a change does")
      ->transform(between(std::int64_t{1}, std::int64_t{100'000'000}))
      ->type_name("N")
      ->capture_default_str();
  command
      ->add_option("--threads", options->threads, "so many threads at once; absent: one for each processor")
      ->transform(between(1, kMostThreads))
      ->type_name("N");
  command->add_flag("--json", options->json, "print JSON");
  return {command, [options] { return run_mutate(*options); }};
}

Command add_run(CLI::App& app) {
  CLI::App* command = app.add_subcommand("run", "plays given or random moves and tells what happens");
  auto options = std::make_shared<RunOptions>();
  add_variant(*command, options->variant);
  command
      ->add_option("--moves", options->moves,
                   "moves with spaces between them, or - to read them from the input")
      ->type_name("MOVES");
  command->add_option("--position", options->position, "a position line to begin with")
      ->type_name("POSITION");
  auto* random = command->add_option("--random", options->random, "then play random moves from this seed")
                     ->transform(seed())
                     ->type_name("SEED");
  command->add_option("--rounds", options->rounds, "stop when so many rounds have been played")
      ->transform(between(1, 1'000'000))
      ->type_name("N");
  command->add_option("--plies", options->plies, "stop after so many random moves")
      ->transform(between(std::int64_t{0}, std::int64_t{1} << 40))
      ->type_name("N")
      ->needs(random)
      ->capture_default_str();
  add_notation(*command, options->notation);
  command->add_flag("--json", options->json, "one JSON object a line");
  command->add_flag("--trace", options->trace, "tell every lap, capture, recipient and rule that fired");
  return {command, [options] { return run_run(*options); }};
}

Command add_play(CLI::App& app) {
  CLI::App* command = app.add_subcommand("play", "a game in the terminal");
  auto options = std::make_shared<PlayOptions>();
  add_variant(*command, options->variant);
  const auto who = member({"human", "random"});
  command->add_option("--south", options->south, "who plays the first seat")
      ->check(who)
      ->type_name("human|random");
  command->add_option("--north", options->north, "who plays the second seat")
      ->check(who)
      ->type_name("human|random");
  command->add_option("--seat", options->seats, "who plays a seat: name=human or name=random (repeatable)")
      ->type_name("NAME=WHO")
      ->expected(1)
      ->take_all();
  command->add_option("--seed", options->seed, "of random moves and chance events; absent: a new one")
      ->transform(seed())
      ->type_name("SEED");
  command->add_option("--position", options->position, "a position line to begin with")
      ->type_name("POSITION");
  add_notation(*command, options->notation);
  return {command, [options] { return run_play(*options); }};
}

Command add_test(CLI::App& app) {
  CLI::App* command = app.add_subcommand("test", "replays example games and says what differs");
  auto options = std::make_shared<TestOptions>();
  command->add_option("PATH", options->paths, "example games, or folders of them")->required()->take_all();
  command->add_flag("--json", options->json, "print JSON");
  return {command, [options] { return run_test(*options); }};
}

Command add_moves(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("moves", "the legal moves of a position, or why a hole may not be played");
  auto options = std::make_shared<MovesOptions>();
  add_variant(*command, options->variant);
  command->add_option("--position", options->position, "a position line; absent: the start")
      ->type_name("POSITION");
  auto* why = command->add_option("--why", options->hole, "say why this hole may or may not be played")
                  ->type_name("HOLE");
  auto* complete =
      command->add_flag("--complete", options->complete, "with everything that the turn asks for later")
          ->excludes(why);
  command->add_option("--limit", options->limit, "so many complete moves at most")
      ->type_name("N")
      ->needs(complete)
      ->check(between(std::int64_t{1}, std::int64_t{10'000'000}));
  add_notation(*command, options->notation);
  command->add_flag("--json", options->json, "print JSON");
  return {command, [options] { return run_moves(*options); }};
}

Command add_perft(CLI::App& app) {
  CLI::App* command = app.add_subcommand("perft", "counts the move sequences of exactly DEPTH plies");
  auto options = std::make_shared<PerftOptions>();
  add_variant(*command, options->variant);
  command->add_option("DEPTH", options->depth, "plies, from 0")->required()->transform(between(0, 1000));
  command->add_option("--position", options->position, "a position line; absent: the start")
      ->type_name("POSITION");
  add_threads(*command, options->threads);
  command->add_flag("--divide", options->divide, "split the count by the first move");
  command->add_flag("--reference", options->reference, "count with the reference executor, which is slow");
  command->add_option("--limit", options->limit, "give up when there are more sequences")
      ->type_name("N")
      ->check(between(std::int64_t{1}, std::int64_t{1'000'000'000'000}));
  add_notation(*command, options->notation);
  command->add_flag("--json", options->json, "print JSON");
  return {command, [options] { return run_perft(*options); }};
}

Command add_bench(CLI::App& app) {
  CLI::App* command = app.add_subcommand("bench", "how fast a variant is played: random games and counts");
  auto options = std::make_shared<BenchOptions>();
  command->add_option("VARIANT", options->variant.variant, "a variant file, or the id of one in the library");
  add_settings(*command, options->variant);
  command->add_flag("--all", options->all, "every variant of the library, per seed dropped");
  auto* against =
      command
          ->add_option(
              "--against", options->against,
              "a program that plays the same game: its path, the name it has there, its flags (repeatable)")
          ->type_name("'PROGRAM [NAME [FLAGS]]'")
          ->expected(1)
          ->take_all();
  command->add_option("--seconds", options->seconds, "how long each measurement takes")
      ->transform(between(0.01, 1000.0))
      ->type_name("S")
      ->capture_default_str();
  command
      ->add_option("--runs", options->runs, "with --against: runs of each side, of which the median counts")
      ->needs(against)
      ->transform(between(1, 1000))
      ->type_name("N")
      ->capture_default_str();
  command->add_option("--depth", options->depth, "with --against: moves of the sequences that are counted")
      ->needs(against)
      ->transform(between(1, 100))
      ->type_name("N");
  add_threads(*command, options->threads)->excludes(against);
  command->add_option("--seed", options->seed, "of the random moves")
      ->transform(seed())
      ->type_name("SEED")
      ->capture_default_str();
  command->add_flag("--json", options->json, "print JSON");
  return {command, [options] { return run_bench(*options); }};
}

Command add_ir(CLI::App& app) {
  CLI::App* command = app.add_subcommand("ir", "the lowered program of a variant, readable");
  auto options = std::make_shared<IrOptions>();
  add_variant(*command, options->variant);
  command->add_flag("--fused", options->fused, "the fused program that the fast executor runs");
  return {command, [options] { return run_ir(*options); }};
}

Command add_fmt(CLI::App& app) {
  CLI::App* command = app.add_subcommand("fmt", "variant files and example games in the usual layout");
  auto options = std::make_shared<FmtOptions>();
  command->add_option("FILE", options->paths, "files, or folders of them")->required()->take_all();
  auto* check =
      command->add_flag("--check", options->check, "show what would change; exit status 1 if anything does");
  command->add_flag("--write", options->write, "change the files instead of printing them")->excludes(check);
  command->add_flag("--json", options->json, "with --check or --write: print JSON");
  return {command, [options] { return run_fmt(*options); }};
}

Command add_new(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("new", "a new variant file from the answers to the questions of a rule sheet");
  auto options = std::make_shared<NewOptions>();
  command->add_option("FILE", options->file, "the file to write, or its id; absent: after the game's name");
  command
      ->add_option("--answer", options->answers,
                   "the answer to a question, or `unknown` (repeatable); a terminal is asked for the others")
      ->type_name("QUESTION=ANSWER")
      ->expected(1)
      ->take_all();
  command->add_flag("--ask", options->ask, "ask for the other answers, even if there is no terminal");
  command->add_flag("--force", options->force, "write over a file that is there");
  command->add_flag("--questions", options->questions, "list the questions and their answers instead");
  command->add_flag("--json", options->json, "with --questions: print JSON");
  return {command, [options] { return run_new(*options); }};
}

Command add_schema(CLI::App& app) {
  CLI::App* command = app.add_subcommand("schema", "the JSON Schema of variant files, for editors");
  return {command, run_schema};
}

Command add_manual(CLI::App& app) {
  CLI::App* command = app.add_subcommand("manual", "the manual of the language, as Markdown");
  return {command, run_manual};
}

Command add_explain(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("explain", "a diagnostic by its code, with examples; without one: all codes");
  auto options = std::make_shared<ExplainOptions>();
  command->add_option("CODE", options->code, "such as M0201");
  command->add_flag("--json", options->json, "print JSON");
  return {command, [options] { return run_explain(*options); }};
}

}  // namespace

std::vector<Command> add_commands(CLI::App& app) {
  return {add_list(app),   add_check(app),  add_describe(app), add_diff(app), add_readings(app),
          add_mutate(app), add_run(app),    add_play(app),     add_test(app), add_moves(app),
          add_perft(app),  add_bench(app),  add_ir(app),       add_fmt(app),  add_new(app),
          add_schema(app), add_manual(app), add_explain(app)};
}

}  // namespace mancala::cli
