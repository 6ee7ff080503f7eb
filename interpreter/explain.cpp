#include "interpreter/explain.h"

#include <fmt/format.h>

#include <algorithm>

#include "interpreter/dump.h"
#include "interpreter/reference.h"

namespace mancala {

namespace {

using ir::Expr;
using ir::ExprId;
using ir::kNone;
using ir::Op;

// Numbers are found by asking whether they exceed a bound, so they are sought below this one.
constexpr std::int32_t kHighest = 1 << 20;

// Asks the reference executor for the value of an expression where a filter stands: in a copy of the program
// in which that filter tests just this.
class Probe {
 public:
  Probe(const ir::Program& program, const Position& position, const Move& move, std::int32_t origin)
      : program_(program), position_(position), move_(move), origin_(origin) {
    for (ir::Phase& phase : program_.phases) {
      for (ir::MoveBlock& block : phase.moves) {
        const auto found =
            std::find_if(block.filters.begin(), block.filters.end(),
                         [origin](const ir::Filter& filter) { return filter.origin == origin; });
        if (found == block.filters.end()) continue;
        filter_ = *found;
        block.filters = {ir::Filter{kNone, kNone, false, origin}};
        probes_.push_back(&block.filters.front());
      }
    }
  }

  [[nodiscard]] bool found() const { return !probes_.empty(); }
  [[nodiscard]] const ir::Filter& filter() const { return filter_; }
  [[nodiscard]] const Expr& at(ExprId id) const { return program_.exprs[static_cast<std::size_t>(id)]; }
  [[nodiscard]] std::string text(ExprId id) const { return ir::to_text(program_, id); }

  // `after`: in the position after the move.
  bool holds(ExprId id, bool after) {
    const std::size_t size = program_.exprs.size();
    const ExprId test = after ? add(Expr{Op::after, ir::Type::truth, id}) : id;
    const bool answer = ask(test);
    program_.exprs.resize(size, Expr{Op::number, ir::Type::number});
    return answer;
  }

  std::int32_t number(ExprId id, bool after) {
    std::int32_t low = -kHighest;
    std::int32_t high = kHighest;
    while (low < high) {
      const std::int32_t middle = low + (high - low) / 2;
      const std::size_t size = program_.exprs.size();
      Expr bound{Op::number, ir::Type::number};
      bound.imm = middle;
      const ExprId bound_id = add(bound);
      const ExprId below = add(Expr{Op::less_equal, ir::Type::truth, id, bound_id});
      if (holds(below, after)) {
        high = middle;
      } else {
        low = middle + 1;
      }
      program_.exprs.resize(size, Expr{Op::number, ir::Type::number});
    }
    return low;
  }

 private:
  ExprId add(const Expr& expr) {
    program_.exprs.push_back(expr);
    return static_cast<ExprId>(program_.exprs.size()) - 1;
  }

  bool ask(ExprId test) {
    for (ir::Filter* probe : probes_) probe->test = test;
    return Reference(program_).dropped_by(position_, move_) != origin_;
  }

  ir::Program program_;
  Position position_;
  Move move_;
  std::int32_t origin_;
  ir::Filter filter_;
  std::vector<ir::Filter*> probes_;
};

bool compares(Op op) {
  return op == Op::equal || op == Op::not_equal || op == Op::less || op == Op::less_equal ||
         op == Op::greater || op == Op::greater_equal;
}

// Walks down the logic of a condition to the comparisons, and says what each is.
void walk(Probe& probe, ExprId id, bool after, std::vector<std::string>& out) {
  const Expr expr = probe.at(id);
  const std::string_view when = after ? " (after the move)" : "";
  const auto say_number = [&](ExprId number) {
    if (probe.at(number).op == Op::number) return;
    out.push_back(fmt::format("`{}` is {}{}", probe.text(number), probe.number(number, after), when));
  };
  if (expr.op == Op::truth) return;
  if (expr.op == Op::logical_and || expr.op == Op::logical_or) {
    walk(probe, expr.a, after, out);
    walk(probe, expr.b, after, out);
  } else if (expr.op == Op::logical_not) {
    walk(probe, expr.a, after, out);
  } else if (expr.op == Op::after) {
    walk(probe, expr.a, true, out);
  } else if (expr.op == Op::is) {
    say_number(expr.a);
  } else if (compares(expr.op) && probe.at(expr.a).type == ir::Type::number) {
    say_number(expr.a);
    say_number(expr.b);
  } else {
    const bool holds = probe.holds(id, after);
    out.push_back(fmt::format("`{}` {}{}", probe.text(id), holds ? "holds" : "does not hold", when));
  }
}

}  // namespace

std::vector<std::string> explain_filter(const ir::Program& program, const Position& position,
                                        const Move& move, std::int32_t origin) {
  std::vector<std::string> out;
  Probe probe(program, position, move, origin);
  if (!probe.found()) return out;
  if (probe.filter().cond != kNone) walk(probe, probe.filter().cond, false, out);
  walk(probe, probe.filter().test, false, out);
  if (probe.filter().prefer) out.emplace_back("another move fulfils this, and such a move goes before");
  return out;
}

}  // namespace mancala
