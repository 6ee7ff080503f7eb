// M06xx: positions, moves, example games.
#include "dsl/codes_tables.h"

namespace mancala {

std::vector<Code> text_codes() { return {}; }

}  // namespace mancala
