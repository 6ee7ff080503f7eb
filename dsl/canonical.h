// The rules of a program in a form that does not depend on how they were written: two programs with the same
// text are the same game.
//
// Left out are all names (of the game, players, holes, piles, phases, states, ends) and places in files, the
// numbering of expressions, lists, local values and states, and what nothing asks for. Of the ways to write
// one condition the usual ones become one: `a and b` and `b and a`, `x > 0` and `not empty(x)`,
// `holes(mover)` and `own`, a value under a name and without one, and, where no hole changes hands, `side(p)`
// and `holes(p)`.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "interpreter/ir.h"

namespace mancala {

class Canonical {
 public:
  // The program must have been verified. It must live as long as this object is asked for its parts.
  explicit Canonical(const ir::Program& program);

  // The parts of the rules, in one order for every program: board, set-up, …; each with its text.
  [[nodiscard]] const std::vector<std::pair<std::string, std::string>>& parts() const { return parts_; }
  // All of it.
  [[nodiscard]] std::string text() const;

  // The text of a clause, filter, move block or of an expression that a member of the program names (such as
  // `&program.win`), by its address in the program. Of a clause without those of the lists that it runs.
  // Empty for what is no part of the rules.
  [[nodiscard]] std::string of(const void* part) const;

 private:
  friend class CanonicalWriter;
  std::vector<std::pair<std::string, std::string>> parts_;
  std::map<const void*, std::string> texts_;
};

// Are these the same games but for names and ways of writing?
bool same_game(const ir::Program& a, const ir::Program& b);

}  // namespace mancala
