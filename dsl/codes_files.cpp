// M07xx: files, library, command line values.
#include "dsl/codes_tables.h"

namespace mancala {

std::vector<Code> files_codes() { return {}; }

}  // namespace mancala
