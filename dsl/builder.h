// Makes the expressions of a program: folds what is constant, and shares what is equal, so that a rule that
// is not in effect leaves nothing behind.
#pragma once

#include <optional>
#include <unordered_map>

#include "interpreter/ir.h"

namespace mancala {

class ExprBuilder {
 public:
  // The program's board must be complete: functions of constant holes are looked up in it.
  explicit ExprBuilder(ir::Program& program) : program_(program) {}

  ir::ExprId make(const ir::Expr& expr);

  ir::ExprId number(std::int64_t n);
  ir::ExprId truth(bool b);
  ir::ExprId place(Place p);
  ir::ExprId player(Player p);
  ir::ExprId direction(Direction d);
  ir::ExprId region(const Region& holes);
  ir::ExprId word(int index);
  ir::ExprId local(std::int32_t slot, ir::Type type);
  ir::ExprId unary(ir::Op op, ir::Type type, ir::ExprId a, std::int32_t imm = 0);
  ir::ExprId binary(ir::Op op, ir::Type type, ir::ExprId a, ir::ExprId b);
  ir::ExprId choose_if(ir::ExprId condition, ir::ExprId yes, ir::ExprId no);
  ir::ExprId number_set(ir::NumberSet set, ir::ExprId value);

  [[nodiscard]] const ir::Expr& at(ir::ExprId id) const {
    return program_.exprs[static_cast<std::size_t>(id)];
  }
  // The value of a constant number, truth or word.
  [[nodiscard]] std::optional<std::int64_t> constant(ir::ExprId id) const;

 private:
  [[nodiscard]] bool is_constant(const ir::Expr& e) const;
  std::optional<ir::Expr> fold(const ir::Expr& e);

  struct Hash {
    std::size_t operator()(const ir::Expr& e) const;
  };
  ir::Program& program_;
  std::unordered_map<ir::Expr, ir::ExprId, Hash> known_;
};

// Throws away every expression, clause list, region and number set that nothing in the program refers to, and
// numbers the rest in order of use: two programs with the same rules become equal.
void compact(ir::Program& program);

// Are two compacted programs the same but for where they stand in a file and what they are called?
bool same_rules(const ir::Program& one, const ir::Program& other);

}  // namespace mancala
