// The commands of the program: what each is asked for, and the function that runs it and gives the exit
// status. How the options are written on the command line is said in options.cpp.
#pragma once

#include "context.h"
#include "dsl/render.h"

namespace mancala::cli {

struct ListOptions {
  bool json = false;
  bool ids = false;
  bool evidence = false;             // replay the example games: what they say of the readings
  bool mutation = false;             // try the example games on changed rules: how many they notice
  std::size_t limit = 200;           // --mutation: positions, and random moves, for each living mutant
  bool markdown = false;             // a table in Markdown
  std::optional<int> threads;        // for evidence; none: one for each processor
  bool facts = false;                // list the facts instead
  std::optional<std::string> where;  // a question about facts
  std::optional<std::string> region;
  std::optional<int> rows, holes, seeds;
};
int run_list(const ListOptions& options);

struct CheckOptions {
  std::vector<std::string> paths;
  std::vector<std::string> settings;
  std::vector<std::string> positions;
  std::optional<std::string> variant;
  std::optional<Format> format;  // none: text
  bool json = false;             // the same as Format::json
  std::optional<std::string> dump_after;
  std::vector<std::string> deny;  // `warnings`, `notes` or a code
  bool deep = false;              // plays the variants, too
  std::size_t limit = 20'000;     // moves played in each variant
};
int run_check(const CheckOptions& options);

struct DescribeOptions {
  VariantOptions variant;
  bool json = false;
};
int run_describe(const DescribeOptions& options);

struct DiffOptions {
  std::optional<std::string> a, b;
  std::vector<std::string> settings;  // of both
  std::vector<std::string> settings_a, settings_b;
  bool all = false;  // the whole library instead
  bool json = false;
};
int run_diff(const DiffOptions& options);

struct ReadingsOptions {
  std::string variant;
  std::vector<std::string> examples;  // none: those of the library
  std::size_t limit = 20'000;         // positions, and random moves, for each question
  std::size_t combinations = 128;     // of readings that are all tried
  std::optional<int> threads;         // none: one for each processor
  bool json = false;
};
int run_readings(const ReadingsOptions& options);

struct MutateCommandOptions {
  std::string variant;
  std::vector<std::string> examples;  // none: those of the library
  std::size_t limit = 5'000;          // positions, and random moves, for each living mutant
  std::optional<int> threads;         // none: one for each processor
  bool json = false;
};
int run_mutate(const MutateCommandOptions& options);

struct RunOptions {
  VariantOptions variant;
  NotationOption notation;
  std::optional<std::string> moves;
  std::optional<std::string> position;
  std::optional<std::uint64_t> random;
  std::optional<int> rounds;
  std::int64_t plies = 100'000;
  bool json = false;
  bool trace = false;
};
int run_run(const RunOptions& options);

struct PlayOptions {
  VariantOptions variant;
  NotationOption notation;
  std::string south = "human";
  std::string north = "human";
  std::vector<std::string> seats;  // NAME=WHO
  std::optional<std::uint64_t> seed;
  std::optional<std::string> position;
};
int run_play(const PlayOptions& options);

struct TestOptions {
  std::vector<std::string> paths;
  bool json = false;
};
int run_test(const TestOptions& options);

struct MovesOptions {
  VariantOptions variant;
  NotationOption notation;
  std::optional<std::string> position;
  std::optional<std::string> hole;
  bool complete = false;
  std::int64_t limit = 100'000;  // of complete moves: decisions multiply, and nobody reads more
  bool json = false;
};
int run_moves(const MovesOptions& options);

struct PerftOptions {
  VariantOptions variant;
  NotationOption notation;
  int depth = 1;
  std::optional<std::string> position;
  int threads = 1;
  bool divide = false;
  bool reference = false;
  std::optional<std::int64_t> limit;  // more sequences are not counted
  bool json = false;
};
int run_perft(const PerftOptions& options);

struct BenchOptions {
  VariantOptions variant;            // none: all of the library
  std::vector<std::string> against;  // other programs: see bench_against.cpp
  bool all = false;
  double seconds = 1;
  int runs = 5;  // of each side, with `against`
  std::optional<int> depth;
  int threads = 1;
  std::uint64_t seed = 1;
  bool json = false;
};
int run_bench(const BenchOptions& options);

struct FmtOptions {
  std::vector<std::string> paths;
  bool check = false;
  bool write = false;
  bool json = false;
};
int run_fmt(const FmtOptions& options);

struct NewOptions {
  std::optional<std::string> file;   // a path or an id; absent: after the name of the game
  std::vector<std::string> answers;  // KEY=ANSWER
  bool ask = false;                  // also where there is no terminal
  bool questions = false;            // list them instead
  bool force = false;
  bool json = false;
};
int run_new(const NewOptions& options);

struct IrOptions {
  VariantOptions variant;
  bool fused = false;
};
int run_ir(const IrOptions& options);

int run_schema();

int run_manual();

struct ExplainOptions {
  std::optional<std::string> code;
  bool json = false;
};
int run_explain(const ExplainOptions& options);

}  // namespace mancala::cli
