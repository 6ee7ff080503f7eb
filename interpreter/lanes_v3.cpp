// Compiled with -march=x86-64-v3, see CMakeLists.txt.
#if defined(__x86_64__)
#include "interpreter/lanes_engine.h"

namespace mancala::lanes {

Engine* make_v3(const Rules& rules) { return make(rules); }

}  // namespace mancala::lanes
#endif
