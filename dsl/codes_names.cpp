// M04xx: names and types.
#include "dsl/codes_tables.h"

namespace mancala {

std::vector<Code> names_codes() { return {}; }

}  // namespace mancala
