#include "interpreter/turn_games.h"

#include "interpreter/fused_turn.h"

namespace mancala {

namespace {

// A number below n, drawn as the lanes do: a seed gives the same games by both.
std::size_t drawn_below(Chance& chance, std::size_t n) {
  return static_cast<std::size_t>(((chance.next() >> 32) * static_cast<std::uint64_t>(n)) >> 32);
}

}  // namespace

std::uint64_t TurnGames::count(const Frame& frame, const Move& move, int depth, std::uint64_t most) const {
  Chance chance(0);
  Turn turn(rules_, frame, nullptr, &chance);
  return count(turn, frame, move, depth, most);
}

// `turn` is there to be used again for one move after the other.
std::uint64_t TurnGames::count(Turn& turn, const Frame& frame, const Move& move, int depth,
                               std::uint64_t most) const {
  Chance chance(0);
  Chance untouched = chance;
  turn.restart(frame);
  turn.draw_from(&chance);
  if (depth == 1 && !rules_.asks_choices) return turn.try_move(move) ? 1 : 0;  // how it ends is not asked
  switch (turn.advance(move)) {
    case Status::illegal: return 0;
    case Status::needs_choice: {
      std::uint64_t sum = 0;
      Move longer = move;
      longer.choice_count++;
      const std::vector<std::int16_t> options = turn.options();
      for (const std::int16_t option : options) {
        if (sum > most) break;
        longer.choices[move.choice_count] = option;
        sum += count(turn, frame, longer, depth, most - sum);
      }
      return sum;
    }
    case Status::round_over: return depth == 1 ? 1 : 0;
    case Status::playing: break;
  }
  if (depth == 1) return 1;
  if (chance.next() != untouched.next()) return 0;  // not beyond a chance event
  if (successor_ != nullptr) {
    if (const auto counted = successor_->count(turn.frame(), turn.next_moves(), depth - 1)) return *counted;
  }
  std::uint64_t sum = 0;
  Turn next(rules_, turn.frame(), nullptr, &chance);
  Move then;
  turn.next_moves().each(then, [&] {
    if (sum <= most) sum += count(next, turn.frame(), then, depth - 1, most - sum);
  });
  return sum;
}

void TurnGames::play_out(const Position& start, const std::vector<Move>& first, Chance& picks, Chance& lots,
                         int longest, Playouts& result) const {
  FrameHistory history(rules_);
  const Frame begin = rules_.enter(start);
  Turn turn(rules_, begin, nullptr, &lots);
  if (rules_.asks_repeated) {
    history.add(begin);
    turn.remember(&history);
  }
  Frame before;
  before.turns = begin.turns;
  Move move = first.front().pass ? first.front() : first[drawn_below(picks, first.size())];
  int ply = 0;
  while (ply < longest) {
    const Chance lots_before = lots;
    if (rules_.asks_choices) rules_.copy(turn.frame(), before);
    Status status = turn.advance(move);
    while (status == Status::needs_choice) {
      const auto& options = turn.options();
      move.choices[move.choice_count++] = options[drawn_below(picks, options.size())];
      lots = lots_before;  // the same lots when the move comes again
      turn.restart(before);
      status = turn.advance(move);
    }
    ply++;
    result.laps += static_cast<std::uint64_t>(turn.laps());
    if (status != Status::playing) {
      result.moves += static_cast<std::uint64_t>(ply);
      result.seeds += turn.seeds_sown();
      if (turn.was_too_long()) {
        result.cut++;
      } else if (turn.winner() == kNobody) {
        result.drawn++;
      } else {
        result.wins[turn.winner()]++;
      }
      return;
    }
    const MoveList& moves = turn.next_moves();
    if (successor_ != nullptr && ply < longest &&
        successor_->play_out(turn.frame(), moves, picks, longest - ply, result)) {
      result.moves += static_cast<std::uint64_t>(ply);
      return;
    }
    moves.pick(moves.only_pass() ? 0 : drawn_below(picks, moves.size()), move);
    if (rules_.asks_repeated) history.add(turn.frame());
  }
  result.moves += static_cast<std::uint64_t>(ply);
  result.seeds += turn.seeds_sown();
  result.cut++;
}

}  // namespace mancala
