// Another program, run to its end.
#pragma once

#include <string>
#include <vector>

namespace mancala::cli {

// What the program writes to standard output; its standard error is ours. `words` are its path and its
// arguments: no shell reads them. Throws Failure if it cannot be started or does not end well.
std::string captured_run(const std::vector<std::string>& words);

}  // namespace mancala::cli
