// Plays random games by the reference executor and the fast one together. For tests only.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "interpreter/fast.h"
#include "interpreter/notation.h"
#include "interpreter/perft.h"
#include "interpreter/reference.h"
#include "interpreter/walk.h"
#include "tests/support/catch.hpp"

namespace mancala::test {

inline int seeds_of(const ir::Program& program, const Position& position) {
  int seeds = position.out;
  for (int place = 0; place < program.board.place_count(); ++place) seeds += position.seeds[place];
  return seeds;
}

inline bool same(const Outcome& a, const Outcome& b) {
  return a.status == b.status && a.winner == b.winner && a.drawn == b.drawn && a.reason == b.reason &&
         a.reason_name == b.reason_name && a.laps == b.laps && a.endless == b.endless &&
         a.gained == b.gained && a.options == b.options && a.person == b.person;
}

// What lanes can say of a move: everything but whether its laps were endless.
inline bool same_in_lanes(const Outcome& reference, const Outcome& lanes) {
  const bool reasons = reference.reason == lanes.reason || reference.endless;
  return reference.status == lanes.status && reference.winner == lanes.winner &&
         reference.drawn == lanes.drawn && reasons && reference.laps == lanes.laps;
}

// Plays `move`, and further choices of it at random, by all executors. Gives the outcome.
inline Outcome play_together(const Reference& reference, const Fast& fast, Position& position, Move move,
                             Chance& chance, const History& history, Chance& pick) {
  for (;;) {
    INFO("position " << position_text(reference.program(), position) << ", move "
                     << move_text(reference.program(), move));
    Position by_reference = position, by_fast = position;
    Chance lots = chance, same_lots = chance;
    const Outcome outcome = reference.play(by_reference, move, lots, &history);
    const Outcome again = fast.play(by_fast, move, same_lots, &history);
    REQUIRE(same(outcome, again));
    REQUIRE(by_reference == by_fast);
    REQUIRE(lots.next() == same_lots.next());
    REQUIRE(seeds_of(reference.program(), by_fast) == seeds_of(reference.program(), position));
    if (outcome.status == Status::needs_choice) {
      if (outcome.options.empty() || move.choice_count == kMaxChoices) return outcome;
      const int n = static_cast<int>(outcome.options.size());
      move.choices[move.choice_count++] = outcome.options[pick.below(n)];
      continue;
    }
    // Lanes that play one move do not know what stood before.
    const bool by_history =
        outcome.status == Status::round_over && ir::reads(reference.program(), ir::Op::repeated);
    if (outcome.status != Status::illegal && !move.pass && !by_history && fast.in_lanes(position)) {
      Position by_lanes = position;
      Chance other_lots = chance;
      REQUIRE(same_in_lanes(outcome, fast.play_in_lanes(by_lanes, move, other_lots)));
      INFO("reference " << position_text(reference.program(), by_reference) << ", lanes "
                        << position_text(reference.program(), by_lanes));
      REQUIRE(by_lanes == by_reference);
    }
    chance.next();
    position = by_reference;
    return outcome;
  }
}

// Do the holes of the board stand in the order of its circuit? Then a random number picks the same move by
// both, unless holes can be lifted either way: lanes have all moves of one way before those of the other.
inline bool in_board_order(const Board& board, const fused::Lanes& lanes) {
  if (lanes.seats[0].chosen != 0 || lanes.seats[1].chosen != 0) return false;
  std::vector<Place> holes;
  for (const Place place : lanes.place) {
    if (board.is_hole(place)) holes.push_back(place);
  }
  return std::is_sorted(holes.begin(), holes.end());
}

// The same random games in lanes and in turns, or the same counts.
inline void compare_playouts(const ir::Program& program, std::uint64_t games, std::uint64_t seed,
                             int longest = 2000) {
  auto fused = fuse(program);
  REQUIRE(fused);
  if (!fused->lanes) return;
  const bool ordered = in_board_order(program.board, *fused->lanes);
  const Fast in_lanes(*fused);
  fused->lanes.reset();
  Fast in_turns(std::move(*fused));
  if (seed % 2 == 0) in_turns.use_plain_turns();
  Chance chance(seed);
  const Position start = Reference(program).initial(chance);
  if (!ordered) {
    constexpr int kDepth = 3;
    REQUIRE(in_lanes.perft(start, kDepth) == in_turns.perft(start, kDepth));
    return;
  }
  const Playouts a = in_lanes.playouts(start, seed, games, longest),
                 b = in_turns.playouts(start, seed, games, longest);
  REQUIRE(a.games == b.games);
  REQUIRE(a.moves == b.moves);
  REQUIRE(a.laps == b.laps);
  REQUIRE(a.wins == b.wins);
  REQUIRE(a.drawn == b.drawn);
  REQUIRE(a.cut == b.cut);
}

// Is the round over before its first move? By both executors.
inline bool over_at_once(const Reference& reference, const Fast& fast, const Position& position) {
  const History history;
  Position before = position, before_fast = position;
  const Outcome start = reference.before_turn(before, &history);
  REQUIRE(same(start, fast.before_turn(before_fast, &history)));
  REQUIRE(before == before_fast);
  return start.status == Status::round_over;
}

// Where the player picks the way, or what drops, seed by seed, there are too many moves to count.
inline bool countable(const ir::Program& program) {
  return std::all_of(program.phases.begin(), program.phases.end(), [](const ir::Phase& phase) {
    return phase.route == ir::kNone && phase.order_slot == ir::kNone;
  });
}

// Where a move has choice upon choice, its sequences are counted up to here.
constexpr std::uint64_t kMostCounted = 30'000;

struct Comparison {
  int games = 1;
  int rounds = 1;       // of a match
  int longest = 300;    // moves in a round
  int count_depth = 2;  // of perft, now and then; 0: never
};

// Random games, every other one in machine code: the same legal moves, positions and outcomes after every
// move; the same counts now and then.
inline void compare_play(const ir::Program& program, std::uint64_t seed, const Comparison& what) {
  const Reference reference(program);
  auto fused = fuse(program);
  REQUIRE(fused);
  REQUIRE(verify(*fused).empty());
  const Fast in_functions(*fused);
  Fast in_native_code(std::move(*fused));
  in_native_code.use_native_turns();
  const bool counted = what.count_depth > 0 && countable(program);
  Chance pick(seed), chance(seed + 1000);
  for (int game = 0; game < what.games; ++game) {
    const Fast& fast = game % 2 == 0 ? in_native_code : in_functions;
    Position position = reference.initial(chance);
    const int seeds = seeds_of(program, position);
    for (int round = 0; round < what.rounds; ++round) {
      if (over_at_once(reference, fast, position)) break;
      History history;
      Outcome outcome;
      for (int ply = 0; ply < what.longest && outcome.status == Status::playing; ++ply) {
        history.add(position);
        const std::vector<Move> moves = reference.legal(position, &history);
        REQUIRE(moves == fast.legal(position, &history));
        if (moves.empty()) break;
        if (counted && pick.below(40) == 0) {
          const std::uint64_t counted_slowly = perft(reference, position, what.count_depth, kMostCounted);
          const std::uint64_t counted_fast = fast.perft_up_to(position, what.count_depth, kMostCounted);
          REQUIRE((counted_slowly == counted_fast || std::min(counted_slowly, counted_fast) > kMostCounted));
        }
        const Move move = moves[pick.below(static_cast<int>(moves.size()))];
        outcome = play_together(reference, fast, position, move, chance, history, pick);
        REQUIRE(seeds_of(program, position) == seeds);
      }
      if (outcome.status != Status::round_over || !program.match.present) break;
      if (reference.next_round(position, outcome, chance).over) break;
    }
  }
}

}  // namespace mancala::test
