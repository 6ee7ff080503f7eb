// Many moves by Turns: counts of move sequences and random games. Private to the interpreter; fast.h is the
// way in.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "interpreter/fast.h"
#include "interpreter/fused_frame.h"
#include "interpreter/move_list.h"

namespace mancala {

// Who goes on from a position, when he can: lanes, once an opening is over. `moves` are the legal ones.
class Successor {
 public:
  // The sequences of `depth` moves, depth > 0, that begin with one of them; nothing: he does not take over.
  [[nodiscard]] virtual std::optional<std::uint64_t> count(const Frame& frame, const MoveList& moves,
                                                           int depth) const = 0;
  // The rest of a random game, whose seeds he does not count; false: he does not take over.
  virtual bool play_out(const Frame& frame, const MoveList& moves, const Chance& picks, int longest,
                        Playouts& result) const = 0;

 protected:
  ~Successor() = default;
};

class TurnGames {
 public:
  // `rules` and `successor` must outlive this object.
  explicit TurnGames(const TurnRules& rules, const Successor* successor = nullptr)
      : rules_(rules), successor_(successor) {}

  // The sequences of `depth` moves, depth > 0, that begin with `move` in `frame`. Counting stops when there
  // are more than `most`, but for what the successor counts.
  [[nodiscard]] std::uint64_t count(const Frame& frame, const Move& move, int depth,
                                    std::uint64_t most = std::numeric_limits<std::uint64_t>::max()) const;

  // A random game from `start`, in which `first` are the legal moves, added to `result`. What the players
  // pick is drawn from `picks`, chance events from `lots`.
  void play_out(const Position& start, const std::vector<Move>& first, Chance& picks, Chance& lots,
                int longest, Playouts& result) const;

 private:
  std::uint64_t count(Turn& turn, const Frame& frame, const Move& move, int depth, std::uint64_t most) const;

  const TurnRules& rules_;
  const Successor* successor_;
};

}  // namespace mancala
