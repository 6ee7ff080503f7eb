// How much one move may cost.
#pragma once

#include <cstdint>
#include <vector>

#include "interpreter/ir.h"

namespace mancala {

// The budget of one move, with all that is looked ahead in it, and with the start of the next turn. A step is
// one operator of an expression asked once, or as much work. The attack it stops: a file that passes every
// check and says little, but means laps by the billion, loops in loops over a large board, or look-ahead in
// look-ahead, so that a process which plays strangers' games never comes back from one move. The longest
// moves of the library's games cost less than a tenth of this.
inline constexpr std::int64_t kMaxSteps = 50'000'000;

// What the parts of a turn cost at most, worked out from the program alone: so both executors, which do the
// same things in different ways, count the same. Costs are cut at kNeverPaid.
class StepCosts {
 public:
  static constexpr std::int64_t kNeverPaid = std::int64_t{1} << 40;

  explicit StepCosts(const ir::Program& program);

  struct Block {
    std::int64_t asked = 0;      // once
    std::int64_t candidate = 0;  // for each move that is judged
  };
  struct Phase {
    std::int64_t lap = 0;      // with what is asked at its end
    std::int64_t seed = 0;     // for each seed in the hand that is lifted
    std::int64_t station = 0;  // each time that one is asked whether it takes seeds
    std::vector<Block> blocks;
  };

  [[nodiscard]] std::int64_t clause(const ir::Clause& clause) { return work_out(clause); }
  [[nodiscard]] std::int64_t list(ir::ListId id) const { return id == ir::kNone ? 0 : lists_[id]; }
  [[nodiscard]] std::int64_t expression(ir::ExprId id) const { return id == ir::kNone ? 0 : exprs_[id]; }
  [[nodiscard]] const std::vector<Phase>& phases() const { return phases_; }
  [[nodiscard]] std::int64_t turn() const { return turn_; }          // once for a move
  [[nodiscard]] std::int64_t imagined() const { return imagined_; }  // once for a move that is tried
  [[nodiscard]] std::int64_t round() const { return round_; }        // set-up, and between rounds
  // What a whole move may cost at most where no hand holds more than `seeds`, look-ahead is one move deep
  // from half of the holes, and for each seed that falls a station is passed over at most: so it is where
  // turns are played in lanes.
  [[nodiscard]] std::int64_t whole_move(int seeds) const;

 private:
  std::int64_t work_out(ir::ExprId id);
  std::int64_t work_out(const ir::Expr& e);
  std::int64_t work_out_list(ir::ListId id);
  std::int64_t work_out(const ir::Clause& clause);
  std::int64_t work_out(const ir::Action& action);
  [[nodiscard]] std::int64_t members(ir::ExprId set) const;
  std::int64_t resets(ir::Lasts lasts);
  void add_phase(const ir::Phase& phase);

  const ir::Program& program_;
  std::int64_t holes_, places_, seats_;
  std::vector<std::int64_t> exprs_, lists_;
  std::vector<Phase> phases_;
  std::int64_t turn_ = 0, imagined_ = 0, round_ = 0;
};

// Thrown where the steps of a move are used up. It never leaves the interpreter.
struct OutOfSteps {};

// The steps that are left for one move.
class Steps {
 public:
  explicit Steps(std::int64_t budget = kMaxSteps) : left_(budget) {}
  void spend(std::int64_t steps) {
    left_ -= steps;
    if (__builtin_expect(left_ < 0, 0)) throw OutOfSteps();
  }
  [[nodiscard]] std::int64_t left() const { return left_; }
  [[nodiscard]] bool used_up() const { return left_ < 0; }  // and it has been thrown

 private:
  std::int64_t left_;
};

}  // namespace mancala
