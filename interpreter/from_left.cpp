#include "interpreter/from_left.h"

#include <algorithm>
#include <tuple>

namespace mancala {

std::vector<Place> order_from_left(const Board& board, Player seat) {
  const Hole* first = nullptr;
  const Hole* last = nullptr;
  for (const Hole& hole : board.holes) {
    if (hole.side != seat || hole.row != 1) continue;
    if (first == nullptr || hole.number < first->number) first = &hole;
    if (last == nullptr || hole.number > last->number) last = &hole;
  }
  const bool known = first != nullptr && first != last;
  const int columns = known ? last->column - first->column : 1;
  const int lines = known ? last->line - first->line : 0;
  const auto rank = [&](Place p) {
    const Hole& hole = board.holes[p];
    return std::tuple(hole.column * columns + hole.line * lines, hole.row, p);
  };
  std::vector<Place> order;
  for (Place h = 0; h < board.hole_count(); h++) order.push_back(h);
  std::sort(order.begin(), order.end(), [&](Place a, Place b) { return rank(a) < rank(b); });
  return order;
}

}  // namespace mancala
