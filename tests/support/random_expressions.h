// Random well-typed expressions, and a normal form that two of them share when they plainly mean the same.
#pragma once

#include <algorithm>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/program_builder.h"

namespace mancala::test {

class RandomExpressions {
 public:
  // Of few different leaves the same small expressions come often, in ever new nesting.
  enum class Alphabet { wide, narrow };

  RandomExpressions(Alphabet alphabet, std::uint32_t seed) : builder_(two_rows(6)), random_(seed) {
    if (alphabet == Alphabet::narrow) {
      holes_ = {Op::here, Op::start};
      beside_ = {Op::next};
      regions_ = {Op::own, Op::theirs};
      numbers_ = {Op::was};
      truths_ = {Op::last};
    }
    auto& states = builder_.program.states;
    states.push_back({"dead", ir::Per::hole, Type::truth, 0, 1, {}, kNone, kNone, ir::Lasts::round, 0});
    states.push_back({"weg", ir::Per::hole, Type::player, 0, 1, {}, kNone, kNone, ir::Lasts::round, 0});
    states.push_back({"tuz", ir::Per::player, Type::hole, 0, 1, {}, kNone, kNone, ir::Lasts::round, 0});
    states.push_back(
        {"mode", ir::Per::none, Type::word, 0, 1, {"taking", "walking"}, kNone, kNone, ir::Lasts::move, 0});
    states.push_back({"quota", ir::Per::player, Type::number, 0, 4, {}, kNone, kNone, ir::Lasts::round, 0});
    states.push_back({"reached", ir::Per::none, Type::truth, 0, 1, {}, kNone, kNone, ir::Lasts::turn, 0});
    builder_.program.locals = 64;  // slots by depth: what is bound inside each other differs
    builder_.program.local_names.resize(64);
  }

  [[nodiscard]] const ir::Program& program() const { return builder_.program; }

  // A new truth value, at most so deep. Earlier ones are forgotten.
  ExprId truth(int depth) {
    builder_.program.exprs.clear();
    builder_.program.regions.clear();
    builder_.program.number_sets.clear();
    bound_.clear();
    return make_truth(depth);
  }

  [[nodiscard]] std::string meaning(ExprId id) const { return truth_text(id, false); }

 private:
  struct Local {
    std::int32_t slot;
    Type type;
  };

  int below(int n) { return static_cast<int>(random_() % static_cast<std::uint32_t>(n)); }
  template <class T>
  T pick(const std::vector<T>& from) {
    return from[static_cast<std::size_t>(below(static_cast<int>(from.size())))];
  }

  ExprId local_or(Type type, ExprId other) {
    std::vector<std::int32_t> slots;
    for (const Local& l : bound_) {
      if (l.type == type) slots.push_back(l.slot);
    }
    if (slots.empty() || below(3) == 0) return other;
    return builder_.local(pick(slots), type);
  }

  template <class Body>
  ExprId bind(Type type, const Body& body) {
    const auto slot = static_cast<std::int32_t>(bound_.size());
    bound_.push_back({slot, type});
    const ExprId id = body(slot);
    bound_.pop_back();
    return id;
  }

  ExprId make_hole(int depth) {
    Builder& b = builder_;
    if (depth <= 0 || below(3) == 0) {
      const ExprId plain =
          below(4) == 0 ? b.hole(pick<std::string>({"A1", "A2", "a5"})) : b.e(pick(holes_), Type::hole);
      return local_or(Type::hole, plain);
    }
    switch (below(6)) {
      case 0:
      case 1: return b.e(pick(beside_), Type::hole, make_hole(depth - 1));
      case 2:
        return b.e(pick<Op>({Op::leftmost, Op::rightmost, Op::foremost, Op::the}), Type::hole,
                   make_region(depth - 1));
      case 3: return b.store(make_player(depth - 1));
      case 4: return b.e(Op::step, Type::hole, make_number(depth - 1), make_hole(depth - 1));
      default: return b.e(Op::state, Type::hole, make_player(depth - 1), kNone, kNone, 2);
    }
  }

  ExprId make_player(int depth) {
    Builder& b = builder_;
    if (depth <= 0 || below(2) == 0) {
      const ExprId plain = below(4) == 0
                               ? b.person(static_cast<Player>(below(2)))
                               : b.e(pick<Op>({Op::mover, Op::round_starter, Op::last_mover}), Type::player);
      return local_or(Type::player, plain);
    }
    switch (below(4)) {
      case 0: return b.e(pick<Op>({Op::other, Op::next_player}), Type::player, make_player(depth - 1));
      case 1: return b.owner(make_hole(depth - 1));
      case 2: return b.e(Op::state, Type::player, make_hole(depth - 1), kNone, kNone, 1);
      default:
        return bind(Type::player, [&](std::int32_t slot) {
          const ExprId measure = make_number(depth - 1);
          return b.e(pick<Op>({Op::player_with_most, Op::player_with_fewest}), Type::player, b.players(),
                     measure, kNone, slot);
        });
    }
  }

  ExprId make_region(int depth) {
    Builder& b = builder_;
    if (depth <= 0 || below(3) == 0) {
      if (below(4) == 0)
        return b.literal(pick<std::vector<std::string>>({{"A1", "A2"}, {"a1"}, {"A1", "A2", "A3", "a6"}}));
      return b.e(pick(regions_), Type::region);
    }
    switch (below(6)) {
      case 0:
        return b.e(pick<Op>({Op::unite, Op::minus}), Type::region, make_region(depth - 1),
                   make_region(depth - 1));
      case 1: return b.e(pick<Op>({Op::holes, Op::side}), Type::region, make_player(depth - 1));
      case 2: return b.e(Op::opposite, Type::region, make_region(depth - 1));
      case 3: return b.e(Op::neighbours, Type::region, make_hole(depth - 1));
      case 4: {
        const ExprId set = make_region(depth - 1);
        return bind(Type::hole, [&](std::int32_t slot) {
          return b.e(Op::where, Type::region, set, make_truth(depth - 1), kNone, slot);
        });
      }
      default: {
        const ExprId from = make_hole(depth - 1);
        const ExprId within = below(2) == 0 ? kNone : make_region(depth - 1);
        const ExprId run = bind(Type::hole, [&](std::int32_t slot) {
          return b.e(Op::run, Type::region, from, make_truth(depth - 1), within, slot);
        });
        if (below(2) == 0) b.program.exprs[static_cast<std::size_t>(run)].d = ir::kRunBack;
        b.program.exprs[static_cast<std::size_t>(run)].by = 1 + below(2);
        return run;
      }
    }
  }

  ExprId make_number(int depth) {
    Builder& b = builder_;
    if (depth <= 0 || below(3) == 0) {
      if (below(2) == 0) return b.num(below(4));
      return b.e(pick(numbers_), Type::number);
    }
    switch (below(8)) {
      case 0: return b.seeds(make_region(depth - 1));
      case 1: return b.e(Op::count, Type::number, make_region(depth - 1));
      case 2: return b.e(pick<Op>({Op::row, Op::column_number}), Type::number, make_hole(depth - 1));
      case 3:
        return b.e(pick<Op>({Op::add, Op::subtract, Op::multiply, Op::divide, Op::modulo}), Type::number,
                   make_number(depth - 1), make_number(depth - 1));
      case 4: return b.e(pick<Op>({Op::turns, Op::captured_now}), Type::number, make_player(depth - 1));
      case 5:
        return b.e(Op::choose_if, Type::number, make_truth(depth - 1), make_number(depth - 1),
                   make_number(depth - 1));
      case 6: return b.e(pick<Op>({Op::at_start, Op::at_lap_start}), Type::number, make_number(depth - 1));
      default: return b.seeds(make_hole(depth - 1));
    }
  }

  ExprId make_truth(int depth) {
    Builder& b = builder_;
    if (depth <= 0) return b.e(pick(truths_), Type::truth);
    switch (below(15)) {
      case 0: return b.both(make_truth(depth - 1), make_truth(depth - 1));
      case 1: return b.either(make_truth(depth - 1), make_truth(depth - 1));
      case 2: return b.negate(make_truth(depth - 1));
      case 3:
      case 4:
      case 5: {
        const Op op =
            pick<Op>({Op::equal, Op::not_equal, Op::less, Op::less_equal, Op::greater, Op::greater_equal});
        return b.e(op, Type::truth, make_number(depth - 1), make_number(depth - 1));
      }
      case 6: {
        b.program.number_sets.push_back(pick<ir::NumberSet>({{{{2, 2}, {3, 3}}, false, false},
                                                             {{{1, 4}}, false, false},
                                                             {{}, true, false},
                                                             {{{0, 0}}, true, false},
                                                             {{{1, 1}}, false, true}}));
        const auto set = static_cast<std::int32_t>(b.program.number_sets.size()) - 1;
        return b.e(Op::is, Type::truth, make_number(depth - 1), kNone, kNone, set);
      }
      case 7: return b.in(make_hole(depth - 1), make_region(depth - 1));
      case 8: return b.e(Op::some, Type::truth, make_region(depth - 1));
      case 9:
        return b.e(pick<Op>({Op::equal, Op::not_equal}), Type::truth, make_hole(depth - 1),
                   below(4) == 0 ? b.none() : make_hole(depth - 1));
      case 10:
        return b.e(pick<Op>({Op::equal, Op::not_equal}), Type::truth, make_player(depth - 1),
                   below(4) == 0 ? b.nobody() : make_player(depth - 1));
      case 11:
        return b.e(Op::state, Type::truth, below(2) == 0 ? make_hole(depth - 1) : kNone, kNone, kNone, 0);
      case 12:
        return b.e(Op::equal, Type::truth, b.e(Op::state, Type::word, kNone, kNone, kNone, 3),
                   b.word(below(3) - 1));
      case 13: return b.e(pick<Op>({Op::at_start, Op::at_lap_start}), Type::truth, make_truth(depth - 1));
      default: return b.e(Op::closed, Type::truth, make_hole(depth - 1));
    }
  }

  // --- normal form: denials pushed inwards, equal connectives flattened, sums added up; the order of parts,
  // and which of two plain ways says it, do not count
  [[nodiscard]] const Expr& at(ExprId id) const {
    return builder_.program.exprs[static_cast<std::size_t>(id)];
  }

  void flat(ExprId id, bool negated, Op op, std::vector<std::string>& out) const {
    const Expr& e = at(id);
    if (e.op == Op::logical_not) return flat(e.a, !negated, op, out);
    const bool both = e.op == Op::logical_and && negated == (op == Op::logical_or);
    const bool either = e.op == Op::logical_or && negated == (op == Op::logical_and);
    if (both || either) {
      flat(e.a, negated, op, out);
      flat(e.b, negated, op, out);
    } else {
      out.push_back(truth_text(id, negated));
    }
  }

  // The parts as they stand, for the question which of them say nothing new.
  void gather(ExprId id, bool negated, Op op, std::vector<std::pair<ExprId, bool>>& out) const {
    const Expr& e = at(id);
    if (e.op == Op::logical_not) return gather(e.a, !negated, op, out);
    const bool both = e.op == Op::logical_and && negated == (op == Op::logical_or);
    const bool either = e.op == Op::logical_or && negated == (op == Op::logical_and);
    if (both || either) {
      gather(e.a, negated, op, out);
      gather(e.b, negated, op, out);
    } else {
      out.emplace_back(id, negated);
    }
  }

  // "A, or both A and B" is A.
  void absorb(ExprId id, bool negated, Op op, std::vector<std::string>& parts) const {
    const Op dual = op == Op::logical_and ? Op::logical_or : Op::logical_and;
    std::vector<std::pair<ExprId, bool>> all;
    gather(id, negated, op, all);
    for (const auto& [part, no] : all) {
      std::vector<std::string> inner;
      flat(part, no, dual, inner);
      if (inner.size() < 2) continue;
      const bool known = std::any_of(inner.begin(), inner.end(), [&](const std::string& i) {
        return std::find(parts.begin(), parts.end(), i) != parts.end();
      });
      const auto whole = std::find(parts.begin(), parts.end(), truth_text(part, no));
      if (known && whole != parts.end() && parts.size() > 1) parts.erase(whole);
    }
  }

  [[nodiscard]] std::string truth_text(ExprId id, bool negated) const {
    const Expr& e = at(id);
    if (e.op == Op::logical_not) return truth_text(e.a, !negated);
    if (e.op == Op::logical_and || e.op == Op::logical_or) {
      const Op op = (e.op == Op::logical_and) != negated ? Op::logical_and : Op::logical_or;
      std::vector<std::string> parts;
      flat(id, negated, op, parts);
      std::sort(parts.begin(), parts.end());
      absorb(id, negated, op, parts);
      if (parts.size() == 1) return parts[0];
      std::string text = op == Op::logical_and ? "(and" : "(or";
      for (const std::string& p : parts) text += " " + p;
      return text + ")";
    }
    if (e.op == Op::at_start) return "(start " + truth_text(e.a, negated) + ")";
    if (e.op == Op::at_lap_start) return "(lap " + truth_text(e.a, negated) + ")";
    Expr x = e;
    bool no = negated;
    const auto turn = [&](Op from, Op to) {
      if (no && x.op == from) {
        x.op = to;
        no = false;
      }
    };
    turn(Op::equal, Op::not_equal);
    turn(Op::not_equal, Op::equal);
    turn(Op::less, Op::greater_equal);
    turn(Op::less_equal, Op::greater);
    turn(Op::greater, Op::less_equal);
    turn(Op::greater_equal, Op::less);
    return (no ? "not " : "") + text(x);
  }

  [[nodiscard]] std::string text(const Expr& e) const {
    if ((e.op == Op::equal || e.op == Op::not_equal) && text(at(e.b)) < text(at(e.a))) {
      Expr other = e;  // either side may stand first
      std::swap(other.a, other.b);
      return text(other);
    }
    const auto is = [&](ExprId child, Op op) { return child != kNone && at(child).op == op; };
    if (e.op == Op::holes && is(e.a, Op::mover)) return plain_text({Op::own, Type::region});
    if (e.op == Op::holes && is(e.a, Op::other) && is(at(e.a).a, Op::mover))
      return plain_text({Op::theirs, Type::region});
    if (e.op == Op::other && is(e.a, Op::other)) return text(at(at(e.a).a));
    if (e.op == Op::add || e.op == Op::subtract || e.op == Op::number) {
      std::vector<std::string> terms;
      std::int64_t constant = 0;
      add_up(e, 1, terms, constant);
      std::sort(terms.begin(), terms.end());
      if (terms.size() == 1 && constant == 0 && terms[0][0] == '+') return terms[0].substr(1);
      std::string sum = "(sum " + std::to_string(constant);
      for (const std::string& t : terms) sum += " " + t;
      return sum + ")";
    }
    if (e.op == Op::unite && is(e.a, Op::region) && is(e.b, Op::region))
      return region_text(region_of(e.a) | region_of(e.b));
    if (e.op == Op::region) return region_text(builder_.program.regions[static_cast<std::size_t>(e.imm)]);
    return plain_text(e);
  }

  [[nodiscard]] Region region_of(ExprId id) const {
    return builder_.program.regions[static_cast<std::size_t>(at(id).imm)];
  }
  static std::string region_text(const Region& region) {
    std::string out = "(region";
    for (const Place p : region) out += " " + std::to_string(p);
    return out + ")";
  }

  void add_up(const Expr& e, int sign, std::vector<std::string>& terms, std::int64_t& constant) const {
    if (e.op == Op::number) {
      constant += sign * e.imm;
    } else if (e.op == Op::add || e.op == Op::subtract) {
      add_up(at(e.a), sign, terms, constant);
      add_up(at(e.b), e.op == Op::add ? sign : -sign, terms, constant);
    } else {
      terms.push_back((sign > 0 ? "+" : "-") + text(e));
    }
  }

  // As it stands.
  [[nodiscard]] std::string plain_text(const Expr& e) const {
    std::string out = "(" + std::to_string(static_cast<int>(e.op)) + ":" + std::to_string(e.imm) + ":" +
                      std::to_string(e.d) + ":" + std::to_string(e.by);
    for (const ExprId child : {e.a, e.b, e.c}) {
      if (child == kNone) {
        out += " -";
      } else if (at(child).type == Type::truth) {
        out += " " + truth_text(child, false);
      } else {
        out += " " + text(at(child));
      }
    }
    if (e.op == Op::is) {
      const ir::NumberSet& set = builder_.program.number_sets[static_cast<std::size_t>(e.imm)];
      out = "(is";
      for (const auto& [from, to] : set.ranges) out += " " + std::to_string(from) + "-" + std::to_string(to);
      out += (set.even ? " even" : "") + std::string(set.odd ? " odd " : " ") + text(at(e.a));
    }
    return out + ")";
  }

  std::vector<Op> holes_ = {Op::here, Op::start, Op::origin, Op::previous, Op::first_sown};
  std::vector<Op> beside_ = {Op::next, Op::prev, Op::opposite, Op::behind, Op::same};
  std::vector<Op> regions_ = {Op::own, Op::theirs, Op::board, Op::lap_sown, Op::turn_sown};
  std::vector<Op> numbers_ = {Op::was, Op::laps, Op::round, Op::turns_played, Op::quiet, Op::captured_now};
  std::vector<Op> truths_ = {Op::last, Op::repeated, Op::no_move};
  Builder builder_;
  std::vector<Local> bound_;
  std::mt19937 random_;
};

}  // namespace mancala::test
