// M02xx: shape (keys, kinds of value).
#include "dsl/codes_tables.h"

namespace mancala {

std::vector<Code> shape_codes() { return {}; }

}  // namespace mancala
