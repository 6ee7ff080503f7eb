// The fast executor: the same games as the reference executor, move for move and outcome for outcome, without
// observers. Tests compare the two on random play of every variant and on random programs.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "interpreter/fuse.h"
#include "interpreter/reference.h"

namespace mancala {

// What random games came to.
struct Playouts {
  std::uint64_t games = 0;
  std::uint64_t moves = 0;  // passes among them
  std::uint64_t laps = 0;
  std::uint64_t seeds = 0;  // dropped, one at a time; not counted by the lanes
  std::array<std::uint64_t, kMaxPlayers> wins{};
  std::uint64_t drawn = 0;
  std::uint64_t cut = 0;  // given up as too long
};

class Fast {
 public:
  static constexpr int kLongestGame = 10'000;  // moves

  // `max_steps`: the budget of one move.
  explicit Fast(FusedProgram fused, std::int64_t max_steps = kMaxSteps);
  ~Fast();
  Fast(Fast&&) noexcept;
  Fast& operator=(Fast&&) noexcept;

  [[nodiscard]] const FusedProgram& fused() const;
  [[nodiscard]] const ir::Program& program() const;

  // As Reference::legal, before_turn and play, with the same arguments and results.
  [[nodiscard]] std::vector<Move> legal(const Position& position, const History* history = nullptr) const;
  Outcome before_turn(Position& position, const History* history = nullptr) const;
  Outcome play(Position& position, const Move& move, Chance& chance, const History* history = nullptr) const;

  // Can turns from this position be played in lanes? Then perft and playouts do so. It takes a program that
  // has Lanes and at most 255 seeds. Lanes for other closed holes and owners than those of the first round
  // are made when they are asked for.
  [[nodiscard]] bool in_lanes(const Position& position) const;
  // Do they at the latest when rules about the first turns say nothing any more?
  [[nodiscard]] bool after_opening_in_lanes(const Position& position) const;
  // `play` with the move itself in lanes, for tests. in_lanes must hold, `move` be legal and no pass. The
  // outcome does not tell whether the laps were endless.
  Outcome play_in_lanes(Position& position, const Move& move, Chance& chance) const;

  // So many sequences, but counting stops when there are more than `most`. In turns, since lanes do not look
  // up before they have counted all.
  [[nodiscard]] std::uint64_t perft_up_to(const Position& position, int depth, std::uint64_t most) const;
  // As the functions of perft.h.
  [[nodiscard]] std::uint64_t perft(const Position& position, int depth) const;
  [[nodiscard]] std::vector<std::pair<Move, std::uint64_t>> perft_divide(const Position& position,
                                                                         int depth) const;

  // Random games from `start`, in which a move can be made: every move, and every choice in it, is as likely
  // as the others. A game that is not over after `longest` moves is cut. Each game draws numbers of its own,
  // which follow from `seed` and its number alone: in lanes, several are played side by side.
  [[nodiscard]] Playouts playouts(const Position& start, std::uint64_t seed, std::uint64_t games,
                                  int longest = kLongestGame) const;

  // For which processor the lanes were compiled: "x86-64-v3" or "plain".
  [[nodiscard]] const char* lanes_compiled_for() const;
  // Takes the lanes compiled for any processor, to compare them with the others.
  void use_plain_lanes();

  // Do perft and playouts play turns in machine code that is made for the program?
  [[nodiscard]] bool turns_are_native() const;
  // For `legal`, `before_turn` and `play`, too; or never: to compare the two. Before anything is played.
  void use_native_turns();
  void use_plain_turns();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

inline std::uint64_t perft_fast(const Fast& fast, const Position& position, int depth) {
  return fast.perft(position, depth);
}

}  // namespace mancala
