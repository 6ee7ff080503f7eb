// M01xx: reading (bytes, YAML).
#include "dsl/codes_tables.h"

namespace mancala {

std::vector<Code> reading_codes() { return {}; }

}  // namespace mancala
