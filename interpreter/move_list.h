// The moves that may be picked, written short. Private to the interpreter.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "interpreter/fused.h"
#include "interpreter/position.h"

namespace mancala {

// In the order of the alternatives of `move`; of one alternative by start hole, then onward before backward,
// then as the further picks come; a pass is last.
class MoveList {
 public:
  // The moves of one alternative.
  struct Group {
    std::uint8_t block = 0;
    // Without further picks, the holes to begin with: where the way is given, onward, backward.
    std::array<fused::Set, 3> ways{};
    // With further picks, in place of the holes: which of `picked`.
    std::size_t first = 0, end = 0;

    [[nodiscard]] fused::Set starts() const { return ways[0] | ways[1] | ways[2]; }
    [[nodiscard]] bool empty() const { return starts() == 0 && end == first; }
    [[nodiscard]] std::size_t size() const {
      std::size_t sum = end - first;
      for (const fused::Set way : ways) {
        if (way != 0) sum += static_cast<std::size_t>(std::popcount(way));
      }
      return sum;
    }
  };

  static constexpr std::array<Direction, 3> kWays = {Direction::none, Direction::onward, Direction::backward};

  void clear();
  [[nodiscard]] std::size_t size() const;
  [[nodiscard]] bool empty() const { return !has_pass && no_group(); }
  // Makes `move` the one at this index, which must be less than size().
  void pick(std::size_t index, Move& move) const;
  [[nodiscard]] bool only_pass() const { return has_pass && no_group(); }
  [[nodiscard]] std::vector<Move> all() const;

  // Makes `move` each of the moves of a group without further picks and calls `visit(hole, way)`, `way` being
  // an index of kWays.
  template <class Visit>
  static void each_start(const Group& group, Move& move, const Visit& visit) {
    move.block = group.block;
    for (fused::Set rest = group.starts(); rest != 0; rest &= rest - 1) {
      const int hole = std::countr_zero(rest);
      move.start = static_cast<Place>(hole);
      for (std::size_t way = 0; way < kWays.size(); way++) {
        if ((group.ways[way] >> hole & 1) == 0) continue;
        move.direction = kWays[way];
        visit(hole, way);
      }
    }
  }

  // Makes `move` each of the moves and calls `visit()`.
  template <class Visit>
  void each(Move& move, const Visit& visit) const {
    for (const Group& group : groups) {
      if (group.end == group.first) {
        move = {};
        each_start(group, move, [&](int, std::size_t) { visit(); });
      }
      for (std::size_t i = group.first; i < group.end; i++) {
        move = picked[i];
        visit();
      }
    }
    if (!has_pass) return;
    move = {};
    move.pass = true;
    move.block = pass_block;
    visit();
  }

  std::vector<Group> groups;
  std::vector<Move> picked;
  bool has_pass = false;
  std::uint8_t pass_block = 0;

 private:
  // Is there no move but perhaps a pass?
  [[nodiscard]] bool no_group() const;
  static void pick(const Group& group, std::size_t index, Move& move);
};

}  // namespace mancala
