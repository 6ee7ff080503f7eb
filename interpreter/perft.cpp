#include "interpreter/perft.h"

namespace mancala {
namespace {

std::uint64_t count_move(const Reference& reference, const Position& position, const Move& move, int depth) {
  Position next = position;
  Chance chance(0);
  Chance untouched = chance;
  const Outcome outcome = reference.play(next, move, chance);
  switch (outcome.status) {
    case Status::illegal: return 0;
    case Status::needs_choice: {
      std::uint64_t sum = 0;
      Move longer = move;
      ++longer.choice_count;
      for (const std::int16_t option : outcome.options) {
        longer.choices[move.choice_count] = option;
        sum += count_move(reference, position, longer, depth);
      }
      return sum;
    }
    case Status::round_over: return depth == 1 ? 1 : 0;
    case Status::playing: break;
  }
  // A sequence does not go on beyond a chance event.
  const bool drawn = chance.next() != untouched.next();
  return drawn && depth > 1 ? 0 : perft(reference, next, depth - 1);
}

}  // namespace

std::uint64_t perft(const Reference& reference, const Position& position, int depth) {
  if (depth <= 0) return 1;
  std::uint64_t sum = 0;
  for (const Move& move : reference.legal(position)) sum += count_move(reference, position, move, depth);
  return sum;
}

std::vector<std::pair<Move, std::uint64_t>> perft_divide(const Reference& reference, const Position& position,
                                                         int depth) {
  std::vector<std::pair<Move, std::uint64_t>> counts;
  for (const Move& move : reference.legal(position)) {
    counts.emplace_back(move, count_move(reference, position, move, depth));
  }
  return counts;
}

}  // namespace mancala
