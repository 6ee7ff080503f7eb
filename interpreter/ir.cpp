#include "interpreter/ir.h"

#include <algorithm>

namespace mancala::ir {

bool NumberSet::has(std::int64_t n) const {
  if (even && n > 0 && n % 2 == 0) return true;
  if (odd && n > 0 && n % 2 == 1) return true;
  return std::any_of(ranges.begin(), ranges.end(),
                     [n](const auto& range) { return range.first <= n && n <= range.second; });
}

}  // namespace mancala::ir
