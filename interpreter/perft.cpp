#include "interpreter/perft.h"

namespace mancala {
namespace {

constexpr std::uint64_t kAll = std::numeric_limits<std::uint64_t>::max();

std::uint64_t count_move(const Reference& reference, const Position& position, const Move& move, int depth,
                         std::uint64_t most) {
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
        if (sum > most) break;
        longer.choices[move.choice_count] = option;
        sum += count_move(reference, position, longer, depth, most - sum);
      }
      return sum;
    }
    case Status::round_over: return depth == 1 ? 1 : 0;
    case Status::playing: break;
  }
  // A sequence does not go on beyond a chance event.
  const bool drawn = chance.next() != untouched.next();
  return drawn && depth > 1 ? 0 : perft(reference, next, depth - 1, most);
}

}  // namespace

std::uint64_t perft(const Reference& reference, const Position& position, int depth, std::uint64_t most) {
  if (depth <= 0) return 1;
  std::uint64_t sum = 0;
  for (const Move& move : reference.legal(position)) {
    if (sum > most) break;
    sum += count_move(reference, position, move, depth, most - sum);
  }
  return sum;
}

std::vector<std::pair<Move, std::uint64_t>> perft_divide(const Reference& reference, const Position& position,
                                                         int depth) {
  std::vector<std::pair<Move, std::uint64_t>> counts;
  for (const Move& move : reference.legal(position)) {
    counts.emplace_back(move, count_move(reference, position, move, depth, kAll));
  }
  return counts;
}

}  // namespace mancala
