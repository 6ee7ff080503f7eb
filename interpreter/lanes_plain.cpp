#include "interpreter/lanes_engine.h"

namespace mancala::lanes {

Engine* make_plain(const Rules& rules) { return make(rules); }

}  // namespace mancala::lanes
