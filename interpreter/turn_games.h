// Many moves by Turns: counts of move sequences and random games. Private to the interpreter; fast.h is the
// way in.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "interpreter/fast.h"
#include "interpreter/fused_frame.h"

namespace mancala {

class TurnGames {
 public:
  // `rules` must outlive this object.
  explicit TurnGames(const TurnRules& rules) : rules_(rules) {}

  // The sequences of `depth` moves, depth > 0, that begin with `move` in `frame`. Counting stops when there
  // are more than `most`.
  [[nodiscard]] std::uint64_t count(const Frame& frame, const Move& move, int depth,
                                    std::uint64_t most = std::numeric_limits<std::uint64_t>::max()) const;

  // A random game from `start`, in which `first` are the legal moves, added to `result`. What the players
  // pick is drawn from `picks`, chance events from `lots`.
  void play_out(const Position& start, const std::vector<Move>& first, Chance& picks, Chance& lots,
                int longest, Playouts& result) const;

 private:
  std::uint64_t count(Turn& turn, const Frame& frame, const Move& move, int depth, std::uint64_t most) const;

  const TurnRules& rules_;
};

}  // namespace mancala
