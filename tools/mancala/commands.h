// The commands of the program, one function each: it declares the command's options and gives what runs it.
#pragma once

#include "context.h"

namespace mancala::cli {

Command add_list(CLI::App& app);
Command add_check(CLI::App& app);
Command add_describe(CLI::App& app);
Command add_run(CLI::App& app);
Command add_play(CLI::App& app);
Command add_test(CLI::App& app);
Command add_moves(CLI::App& app);
Command add_perft(CLI::App& app);
Command add_bench(CLI::App& app);
Command add_ir(CLI::App& app);
Command add_schema(CLI::App& app);
Command add_manual(CLI::App& app);
Command add_explain(CLI::App& app);

}  // namespace mancala::cli
