// M05xx: meaning of the rules.
#include "dsl/codes_tables.h"

namespace mancala {

std::vector<Code> meaning_codes() { return {}; }

}  // namespace mancala
