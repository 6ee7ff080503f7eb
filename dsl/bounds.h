// What an expression can be worth on a variant's board, whatever happens in play: for conditions that are
// always the same and regions that are always empty.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "interpreter/ir.h"

namespace mancala {

// All values that an expression may have; there may be fewer. Which fields count is told by its type.
struct Bounds {
  std::int64_t low = 0, high = 0;  // number; truth: 0 or 1
  Region sure, maybe;              // region: members; hole: `maybe` are the holes that it can be
  std::uint32_t seats = 0;         // player, players: those that may be (among them)
  std::uint32_t sure_seats = 0;    // players: those that are certainly among them
  bool none = false;               // hole, player: may be none
  bool elsewhere = false;          // hole: may be a store, a pile, the hand, or out of play
};

class BoundsOf {
 public:
  // `seeds`: how many the game has, more than which can lie nowhere. The program must have been verified.
  BoundsOf(const ir::Program& program, std::int64_t seeds);

  // The condition of a `where`, over all members and moments that were looked at.
  struct Where {
    bool may_hold = false;
    bool may_fail = false;
    bool asked = false;  // of any hole at all
  };

  // With each seat as the mover. What is asked in `where` on the way is noted.
  bool may_hold(ir::ExprId condition);
  bool may_fail(ir::ExprId condition);
  void look_at(ir::ExprId id);

  // The `where` that were looked at since they were forgotten.
  [[nodiscard]] const std::map<ir::ExprId, Where>& wheres() const { return wheres_; }
  void forget_wheres() { wheres_.clear(); }

 private:
  Bounds of(ir::ExprId id);
  Bounds any(ir::Type type) const;
  Bounds truth(bool may_fail, bool may_hold) const;
  Bounds number(std::int64_t low, std::int64_t high) const;
  Bounds exactly(const Region& region) const;
  Bounds owned(std::uint32_t seats, bool all_of_them) const;
  Bounds compared(const ir::Expr& e);
  Bounds equal(const ir::Expr& e);
  Bounds is(const ir::Expr& e);
  Bounds member(const ir::Expr& e);
  Bounds where(ir::ExprId id, const ir::Expr& e);
  Bounds joined(const Bounds& a, const Bounds& b) const;
  Bounds through(const ir::Expr& e, const std::vector<Place>& table);
  Bounds counted_on(const Bounds& hole, bool row) const;

  const ir::Program& program_;
  const Board& board_;
  std::int64_t seeds_;
  bool closes_ = false;  // are holes ever closed
  Player mover_ = 0;
  std::map<std::int32_t, Bounds> locals_;  // by slot
  std::map<ir::ExprId, Where> wheres_;
  int work_ = 0;  // expressions asked: beyond a limit anything may be
};

}  // namespace mancala
