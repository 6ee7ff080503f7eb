// Lists of operations: any, and such as are known when this is compiled. Included as lanes_vector.h is.
#pragma once

#include "interpreter/lanes_operations.h"

namespace mancala::lanes {
namespace {

// Runs any list of operations.
template <int W>
struct AnyShape {
  static MANCALA_INLINE U32 run(const Rules& rules, const Shapes<W>& shapes, const Pos<W>& from, Pos<W>& to,
                                U32 move) {
    const Seat& seat = rules.seat[from.mover];
    const Ins* const first = seat.play;
    const Ins* ins = first;
    State<W> s;
    alignas(64) U8 t[W];
    begin<W>(s, from, lane_of<W>(move));
    begin_any<W>(s, rules, from, move);
    for (;;) {
      bool through = true;
      switch (static_cast<L>(ins->op)) {
#define MANCALA_CASE(NAME) \
  case L::NAME: through = operation<W, L::NAME>(s, t, *ins, seat, rules, shapes); break;
        MANCALA_CASE(sow)
        MANCALA_CASE(laps)
        MANCALA_CASE(laps_ring)
        MANCALA_CASE(sow_drop)
        MANCALA_CASE(laps_drop)
        MANCALA_CASE(laps_drop_ring)
        MANCALA_CASE(if_in)
        MANCALA_CASE(if_count)
        MANCALA_CASE(if_count_set)
        MANCALA_CASE(if_equal)
        MANCALA_CASE(if_in_count)
        MANCALA_CASE(if_in_counts)
        MANCALA_CASE(jump)
        MANCALA_CASE(reread)
        MANCALA_CASE(capture)
        MANCALA_CASE(capture_in)
        MANCALA_CASE(capture_pair)
        MANCALA_CASE(find_run)
        MANCALA_CASE(find_run_set)
        MANCALA_CASE(find_run_ring)
        MANCALA_CASE(unless_all)
        MANCALA_CASE(capture_run)
        MANCALA_CASE(capture_run_ring)
        MANCALA_CASE(find_walk)
        MANCALA_CASE(unless_walk_all)
        MANCALA_CASE(capture_walk)
        MANCALA_CASE(move)
        MANCALA_CASE(if_answer)
        MANCALA_CASE(capture_answer)
        MANCALA_CASE(capture_part)
        MANCALA_CASE(discard)
        MANCALA_CASE(set_mark)
        MANCALA_CASE(if_flag)
        MANCALA_CASE(set_flag)
        MANCALA_CASE(again)
        MANCALA_CASE(mark)
        MANCALA_CASE(lift)
        MANCALA_CASE(if_way)
#undef MANCALA_CASE
        case L::relay:
          ins = operation<W, L::relay>(s, t, *ins, seat, rules, shapes) ? first + ins->to
                                                                        : first + ins->otherwise;
          continue;
        case L::end:
          finish<W>(s, to);
          finish_marks<W>(s, to);
          return s.laps;
        case L::end_again:
          operation<W, L::end_again>(s, t, *ins, seat, rules, shapes);
          finish<W>(s, to);
          finish_marks<W>(s, to);
          return s.laps;
      }
      ins = through ? ins + 1 : first + ins->otherwise;
    }
  }
  static bool fits(const Rules&) { return true; }
};

// A list of operations known when this was compiled, as op | otherwise << 8: the operands are data all the
// same.
template <int W, unsigned... Codes>
struct Shape {
  static constexpr unsigned kCodes[] = {Codes...};

  template <unsigned I>
  static MANCALA_INLINE void step(State<W>& s, U8* t, const Ins* first, const Seat& seat, const Rules& rules,
                                  const Shapes<W>& shapes) {
    constexpr L op = static_cast<L>(kCodes[I] & 255);
    constexpr unsigned otherwise = kCodes[I] >> 8;
    if constexpr (op == L::end || op == L::end_again) {
      operation<W, op>(s, t, first[I], seat, rules, shapes);
    } else if constexpr (op == L::jump) {
      step<otherwise>(s, t, first, seat, rules, shapes);
    } else if constexpr (otherwise == 0) {
      operation<W, op>(s, t, first[I], seat, rules, shapes);
      step<I + 1>(s, t, first, seat, rules, shapes);
    } else {
      if (operation<W, op>(s, t, first[I], seat, rules, shapes)) {
        step<I + 1>(s, t, first, seat, rules, shapes);
      } else {
        step<otherwise>(s, t, first, seat, rules, shapes);
      }
    }
  }

  static MANCALA_INLINE U32 run(const Rules& rules, const Shapes<W>& shapes, const Pos<W>& from, Pos<W>& to,
                                U32 lane) {
    const Seat& seat = rules.seat[from.mover];
    State<W> s;
    alignas(64) U8 t[W];
    begin<W>(s, from, lane);
    step<0>(s, t, seat.play, seat, rules, shapes);
    finish<W>(s, to);
    return s.laps;
  }

  static bool fits(const Rules& rules) {
    constexpr int count = sizeof...(Codes);
    if (rules.ops != count) return false;
    for (const Seat& seat : rules.seat) {
      for (int i = 0; i < count; i++) {
        if ((seat.play[i].op | static_cast<unsigned>(seat.play[i].otherwise) << 8) != kCodes[i]) return false;
      }
    }
    return true;
  }
};

}  // namespace
}  // namespace mancala::lanes
