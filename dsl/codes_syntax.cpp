// M03xx: expression syntax.
#include "dsl/codes_tables.h"

namespace mancala {

std::vector<Code> syntax_codes() { return {}; }

}  // namespace mancala
