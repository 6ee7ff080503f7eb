// Compiled with -march=x86-64-v3, see CMakeLists.txt.
#if defined(__x86_64__) && !defined(MANCALA_LANES_ONCE)
#include "interpreter/lanes_engine.h"

namespace mancala::lanes {

Engine* make_v3(const Rules& rules) { return make(rules); }

}  // namespace mancala::lanes
#endif
