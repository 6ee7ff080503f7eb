#include "interpreter/move_list.h"

#include <algorithm>

namespace mancala {

void MoveList::clear() {
  groups.clear();
  picked.clear();
  has_pass = false;
}

std::size_t MoveList::size() const {
  std::size_t sum = has_pass ? 1 : 0;
  for (const Group& group : groups) sum += group.size();
  return sum;
}

bool MoveList::no_group() const {
  return std::all_of(groups.begin(), groups.end(), [](const Group& group) { return group.empty(); });
}

std::vector<Move> MoveList::all() const {
  std::vector<Move> found;
  Move move;
  each(move, [&] { found.push_back(move); });
  return found;
}

void MoveList::pick(std::size_t index, Move& move) const {
  std::fill_n(move.choices.begin(), move.choice_count, std::int16_t{0});
  move.choice_count = 0;
  move.start = kNoPlace;
  move.direction = Direction::none;
  move.pass = false;
  for (const Group& group : groups) {
    const std::size_t size = group.size();
    if (index >= size) {
      index -= size;
      continue;
    }
    if (group.end > group.first) {
      move = picked[group.first + index];
    } else {
      pick(group, index, move);
    }
    return;
  }
  move.pass = true;
  move.block = pass_block;
}

void MoveList::pick(const Group& group, std::size_t index, Move& move) {
  move.block = group.block;
  if ((group.ways[1] | group.ways[2]) == 0) {
    fused::Set rest = group.ways[0];
    for (; index > 0; index--) rest &= rest - 1;
    move.start = static_cast<Place>(std::countr_zero(rest));
    return;
  }
  for (fused::Set rest = group.starts();; rest &= rest - 1) {
    const fused::Set hole = rest & (~rest + 1);
    for (std::size_t way = 0; way < kWays.size(); way++) {
      if ((group.ways[way] & hole) == 0 || index-- > 0) continue;
      move.start = static_cast<Place>(std::countr_zero(hole));
      move.direction = kWays[way];
      return;
    }
  }
}

}  // namespace mancala
