// Expressions made plainer before they are said: values under a name worked in, constant parts left out.
#include <algorithm>

#include "dsl/english.h"

namespace mancala {

using ir::Expr;
using ir::ExprId;
using ir::kNone;
using ir::Op;
using ir::Type;

ExprId English::made(const Expr& e) {
  pool_.push_back(e);
  return static_cast<ExprId>(pool_.size() - 1);
}

bool English::is_truth(ExprId id, bool value) const {
  return id != kNone && at(id).op == Op::truth && (at(id).imm != 0) == value;
}

bool English::always(ExprId id) { return id == kNone || is_truth(expand(id), true); }
bool English::never(ExprId given) {
  if (given == kNone) return false;
  const ExprId id = expand(given);
  // "fewer than 0 turns": a limit that a parameter or reading has taken away.
  const Expr& e = at(id);
  const bool counts = e.op == Op::less && (at(e.a).op == Op::turns || at(e.a).op == Op::turns_played);
  return is_truth(id, false) || (counts && is_number(e.b, 0));
}

bool English::is_direction(ExprId id, Direction direction) {
  if (id == kNone) return false;
  const Expr& e = at(expand(id));
  return e.op == Op::direction && static_cast<Direction>(e.imm) == direction;
}

ExprId English::denial(ExprId id) {
  const Expr e = at(id);
  if (e.op == Op::logical_not) return e.a;
  if (e.op == Op::truth) return made({Op::truth, Type::truth, kNone, kNone, kNone, kNone, 1 - e.imm});
  return made({Op::logical_not, Type::truth, id});
}

// The hole of a move or of a drop, and the one across from it where every hole has one; a player's own hole.
bool English::always_there(ExprId hole) const {
  const Expr& e = at(hole);
  if (e.op == Op::here || e.op == Op::start) return true;
  ExprId who = kNone;
  if (labels_of_player(hole, who)) {
    const Expr& player = at(who);
    return player.op == Op::mover || (player.op == Op::other && at(player.a).op == Op::mover);
  }
  if (e.op != Op::opposite || e.type != Type::hole || !always_there(e.a)) return false;
  const std::vector<Place>& across = program_.board.opposite;
  return !stores_ && std::find(across.begin(), across.end(), kNoPlace) == across.end();
}

// `e` with its operands expanded already, as it is said: what is decided is left out, and what has two ways
// of writing has one. `unchanged`: its number if it stays as it is, or kNone.
ExprId English::simplified(Expr e, ExprId unchanged) {
  const bool two = program_.board.player_count() == 2;
  const auto op_of = [&](ExprId id) { return id == kNone ? Op::number : at(id).op; };
  switch (e.op) {
    case Op::logical_not: {
      const Expr a = at(e.a);
      if (a.op == Op::truth) return denial(e.a);
      // What does not hold after a move: its denial holds after it.
      if (a.op == Op::after) return made({Op::after, Type::truth, denial(a.a)});
      break;
    }
    case Op::logical_and:
      if (is_truth(e.a, true) || is_truth(e.b, false)) return e.b;
      if (is_truth(e.b, true) || is_truth(e.a, false)) return e.a;
      break;
    case Op::logical_or:
      if (is_truth(e.a, false) || is_truth(e.b, true)) return e.b;
      if (is_truth(e.b, false) || is_truth(e.a, true)) return e.a;
      break;
    case Op::equal:
    case Op::not_equal: {
      if (at(e.a).op == Op::word && at(e.b).op == Op::word)
        return made({Op::truth, Type::truth, kNone, kNone, kNone, kNone,
                     (at(e.a).imm == at(e.b).imm) == (e.op == Op::equal) ? 1 : 0});
      // A hole that is there is no hole of those that may be missing: "the house, if he owns it".
      if (const Expr b = at(e.b); b.op == Op::choose_if && is_none(b.c) && always_there(e.a)) {
        const ExprId is = same(e.a, b.b) ? made({Op::truth, Type::truth, kNone, kNone, kNone, kNone, 1})
                                         : simplified({Op::equal, Type::truth, e.a, b.b}, kNone);
        const ExprId both = simplified({Op::logical_and, Type::truth, b.a, is}, kNone);
        return e.op == Op::equal ? both : denial(both);
      }
      if (at(e.a).type != Type::truth) break;
      for (const auto& [constant, other] : {std::pair(e.a, e.b), std::pair(e.b, e.a)}) {
        if (op_of(constant) == Op::truth)
          return is_truth(constant, e.op == Op::equal) ? other : denial(other);
      }
      break;
    }
    case Op::choose_if:
      if (is_truth(e.a, true)) return e.b;
      if (is_truth(e.a, false)) return e.c;
      if (e.type == Type::truth) {
        // Of a truth value: "either C and A, or not C and B".
        const ExprId yes = simplified({Op::logical_and, Type::truth, e.a, e.b}, kNone);
        const ExprId no = simplified({Op::logical_and, Type::truth, denial(e.a), e.c}, kNone);
        return simplified({Op::logical_or, Type::truth, yes, no}, kNone);
      }
      break;
    case Op::other:
      if (two && op_of(e.a) == Op::other) return at(e.a).a;
      break;
    case Op::holes:
      if (op_of(e.a) == Op::mover) return made({Op::own, Type::region});
      if (two && op_of(e.a) == Op::other && op_of(at(e.a).a) == Op::mover)
        return made({Op::theirs, Type::region});
      break;
    case Op::add:
    case Op::subtract: {
      // "6 minus x plus 1": the numbers are added up.
      const auto number = [&](std::int32_t n) {
        return made({Op::number, Type::number, kNone, kNone, kNone, kNone, n});
      };
      if (op_of(e.b) != Op::number || e.b == kNone) break;
      const std::int32_t n = e.op == Op::add ? at(e.b).imm : -at(e.b).imm;
      const Expr a = at(e.a);
      if (a.op == Op::number) return number(a.imm + n);
      if (a.op == Op::subtract && op_of(a.a) == Op::number)
        return made({Op::subtract, Type::number, number(at(a.a).imm + n), a.b});
      if ((a.op == Op::add || a.op == Op::subtract) && op_of(a.b) == Op::number) {
        const std::int32_t sum = n + (a.op == Op::add ? at(a.b).imm : -at(a.b).imm);
        if (sum == 0) return a.a;
        return made({sum > 0 ? Op::add : Op::subtract, Type::number, a.a, number(sum > 0 ? sum : -sum)});
      }
      if (n == 0) return e.a;
      break;
    }
    default: break;  // said as it is
  }
  return unchanged == kNone ? made(e) : unchanged;
}

// Works `bind` into the expression. A value that is bound before a look-ahead or a look back and used in it
// must keep its name: it speaks of the board as it is.
ExprId English::expand(ExprId id) {
  if (id == kNone) return kNone;
  Expr e = at(id);
  const auto slot = static_cast<std::size_t>(e.imm);
  if (e.op == Op::local) return values_[slot] != kNone ? values_[slot] : id;
  if (e.op == Op::bind) {
    const ExprId value = expand(e.a);
    if (!uses_op(e.b, Op::after) && !uses_op(e.b, Op::some_move) && !uses_op(e.b, Op::at_start) &&
        !uses_op(e.b, Op::at_lap_start)) {
      const ExprId before = values_[slot];
      values_[slot] = value;
      const ExprId body = expand(e.b);
      values_[slot] = before;
      return body;
    }
  }
  // Of a denied choice the choices are denied.
  if (e.op == Op::logical_not && at(e.a).op == Op::choose_if) {
    Expr inner = at(e.a);
    inner.b = denial(inner.b);
    inner.c = denial(inner.c);
    return expand(made(inner));
  }
  const Expr old = e;
  e.a = expand(e.a);
  e.b = expand(e.b);
  e.c = expand(e.c);
  return simplified(e, e == old ? id : kNone);
}

// --- what several sentences share

const std::string* English::term(ExprId id) const {
  for (const auto& [shared, name] : terms_) {
    if (same(shared, id)) return &name;
  }
  return nullptr;
}

bool English::speaks_only_of(ExprId id, const std::vector<std::int32_t>& slots) const {
  std::vector<std::int32_t> bound = slots;
  const auto look = [&](const auto& self, ExprId x) -> bool {
    if (x == kNone) return true;
    const Expr& e = at(x);
    if (e.op == Op::local) return std::find(bound.begin(), bound.end(), e.imm) != bound.end();
    const bool binds = e.op == Op::where || e.op == Op::run || e.op == Op::player_with_most ||
                       e.op == Op::player_with_fewest || e.op == Op::bind;
    if (!self(self, e.a)) return false;
    if (binds) bound.push_back(e.imm);
    const bool body = self(self, e.b);
    if (binds) bound.pop_back();
    return body && self(self, e.c);
  };
  return look(look, id);
}

std::vector<ExprId> English::shared_terms(const std::vector<ExprId>& conditions) {
  constexpr std::size_t kParts = 4;      // fewer are said again
  constexpr std::size_t kLetters = 160;  // so is what is short
  std::vector<std::pair<ExprId, int>> found;
  const auto look = [&](const auto& self, ExprId id) -> void {
    if (id == kNone || at(id).type != Type::truth) return;
    const Expr e = at(id);
    if (e.op == Op::logical_and || e.op == Op::logical_or) {
      std::vector<std::pair<ExprId, bool>> parts;
      flatten(id, false, e.op, parts);
      if (parts.size() >= kParts) {
        const auto known =
            std::find_if(found.begin(), found.end(), [&](const auto& f) { return same(f.first, id); });
        if (known == found.end()) {
          found.emplace_back(id, 1);
        } else {
          ++known->second;
          return;  // with all that it is made of
        }
      }
    }
    if (e.op == Op::logical_and || e.op == Op::logical_or || e.op == Op::logical_not) {
      self(self, e.a);
      self(self, e.b);
    }
  };
  for (const ExprId condition : conditions) look(look, expand(condition));
  std::vector<std::pair<std::size_t, ExprId>> long_ones;
  for (const auto& [id, times] : found) {
    if (times < 2) continue;
    const bool before = said_;
    const std::size_t letters = truth(id, false).size();
    said_ = before;
    if (letters >= kLetters) long_ones.emplace_back(letters, id);
  }
  std::stable_sort(long_ones.begin(), long_ones.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<ExprId> out;
  for (const auto& [letters, id] : long_ones) out.push_back(id);
  return out;
}

}  // namespace mancala
