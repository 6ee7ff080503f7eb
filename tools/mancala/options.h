// The command line: every command's options, as a user writes them.
#pragma once

#include <functional>
#include <vector>

namespace CLI {
class App;
}

namespace mancala::cli {

// A command of the program. `run` is called when the command line has been read, and gives the exit status.
struct Command {
  CLI::App* app = nullptr;
  std::function<int()> run;
};

// Declares all commands, in the order in which help lists them.
std::vector<Command> add_commands(CLI::App& app);

}  // namespace mancala::cli
