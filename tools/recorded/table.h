// What a replay found, as text.
#pragma once

#include <string>
#include <vector>

#include "command.h"

namespace mancala::recorded {

// "id name=value …"
std::string variant_text(const Entry& entry);
// "12 board, 3 next", or empty.
std::string kinds_text(const Result& result);
std::string joins_text(const Result& result);
std::string table(const std::vector<Replayed>& sets);
std::string differences_text(const Replayed& set, int most);

}  // namespace mancala::recorded
