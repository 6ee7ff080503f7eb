// Looks through the expressions and clauses of a program. Private to the interpreter.
#pragma once

#include <algorithm>

#include "interpreter/ir.h"

namespace mancala::ir {

// Does `matches` hold for an expression in the tree below `id` (kNone: an empty tree)?
template <class Matches>
bool any_expr(const Program& program, ExprId id, const Matches& matches) {
  if (id == kNone) return false;
  const Expr& e = program.exprs[id];
  if (matches(e)) return true;
  // `d` of a run is no expression but the way it goes.
  return any_expr(program, e.a, matches) || any_expr(program, e.b, matches) ||
         any_expr(program, e.c, matches);
}

inline bool reads(const Program& program, ExprId id, Op op) {
  return any_expr(program, id, [op](const Expr& e) { return e.op == op; });
}

// Does any expression of the program ask for this?
inline bool reads(const Program& program, Op op) {
  return std::any_of(program.exprs.begin(), program.exprs.end(), [op](const Expr& e) { return e.op == op; });
}

inline bool looks_ahead(const Program& program, ExprId id) {
  return any_expr(program, id, [](const Expr& e) { return e.op == Op::after || e.op == Op::some_move; });
}

// Does the tree read values at another moment than that of the whole?
inline bool leaves_the_moment(const Program& program, ExprId id) {
  return any_expr(program, id, [](const Expr& e) {
    return e.op == Op::after || e.op == Op::some_move || e.op == Op::at_start || e.op == Op::at_lap_start;
  });
}

// Calls `act` for every action of the list and of the lists that it runs, and `ask` for the expressions.
template <class Acts, class Asks>
void each_in_list(const Program& program, ListId list, const Acts& act, const Asks& ask) {
  if (list == kNone) return;
  for (const Clause& clause : program.lists[list].clauses) {
    ask(clause.cond);
    ask(clause.value);
    for (const Binding& binding : clause.bindings) {
      ask(binding.set);
      ask(binding.order);
    }
    for (const Action& action : clause.actions) {
      act(action);
      for (ExprId id : {action.what, action.amount, action.extra, action.by}) ask(id);
      if (action.act == Act::block) each_in_list(program, action.imm, act, ask);
    }
  }
}

// Can persons come to sit elsewhere?
inline bool changes_seats(const Program& program) {
  return std::any_of(program.lists.begin(), program.lists.end(), [](const ClauseList& list) {
    return std::any_of(list.clauses.begin(), list.clauses.end(), [](const Clause& clause) {
      return std::any_of(clause.actions.begin(), clause.actions.end(), [](const Action& action) {
        return action.act == Act::swap_seats || action.act == Act::rotate_seats;
      });
    });
  });
}

// Does an action of the list, or of a list that it runs, do this?
inline bool does(const Program& program, ListId list, Act act) {
  bool found = false;
  each_in_list(
      program, list, [&](const Action& action) { found = found || action.act == act; }, [](ExprId) {});
  return found;
}

}  // namespace mancala::ir
