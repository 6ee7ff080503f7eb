#include "dsl/builder.h"

#include <algorithm>
#include <array>

namespace mancala {

using ir::Expr;
using ir::ExprId;
using ir::kNone;
using ir::Op;
using ir::Type;

std::size_t ExprBuilder::Hash::operator()(const Expr& e) const {
  std::size_t h = static_cast<std::size_t>(e.op) * 31 + static_cast<std::size_t>(e.type);
  for (const std::int32_t n : {e.a, e.b, e.c, e.d, e.imm, e.by})
    h = h * 1'000'003 + static_cast<std::uint32_t>(n);
  return h;
}

ExprId ExprBuilder::make(const Expr& expr) {
  const Expr e = fold(expr).value_or(expr);
  const auto [it, fresh] = known_.try_emplace(e, static_cast<ExprId>(program_.exprs.size()));
  if (fresh) program_.exprs.push_back(e);
  return it->second;
}

ExprId ExprBuilder::number(std::int64_t n) {
  const std::int64_t limited = std::clamp<std::int64_t>(n, -2'000'000'000, 2'000'000'000);
  return make({.op = Op::number, .type = Type::number, .imm = static_cast<std::int32_t>(limited)});
}
ExprId ExprBuilder::truth(bool b) { return make({.op = Op::truth, .type = Type::truth, .imm = b ? 1 : 0}); }
ExprId ExprBuilder::place(Place p) { return make({.op = Op::place, .type = Type::hole, .imm = p}); }
ExprId ExprBuilder::player(Player p) { return make({.op = Op::player, .type = Type::player, .imm = p}); }
ExprId ExprBuilder::direction(Direction d) {
  return make({.op = Op::direction, .type = Type::direction, .imm = static_cast<std::int32_t>(d)});
}
ExprId ExprBuilder::region(const Region& holes) {
  auto& regions = program_.regions;
  const auto known = std::find(regions.begin(), regions.end(), holes);
  const auto at = static_cast<std::int32_t>(known - regions.begin());
  if (known == regions.end()) regions.push_back(holes);
  return make({.op = Op::region, .type = Type::region, .imm = at});
}

ExprId ExprBuilder::word(int index) { return make({.op = Op::word, .type = Type::word, .imm = index}); }
ExprId ExprBuilder::local(std::int32_t slot, Type type) {
  return make({.op = Op::local, .type = type, .imm = slot});
}
ExprId ExprBuilder::unary(Op op, Type type, ExprId a, std::int32_t imm) {
  return make({.op = op, .type = type, .a = a, .imm = imm});
}
ExprId ExprBuilder::binary(Op op, Type type, ExprId a, ExprId b) {
  return make({.op = op, .type = type, .a = a, .b = b});
}
ExprId ExprBuilder::choose_if(ExprId condition, ExprId yes, ExprId no) {
  return make({.op = Op::choose_if, .type = at(yes).type, .a = condition, .b = yes, .c = no});
}

ExprId ExprBuilder::number_set(ir::NumberSet set, ExprId value) {
  std::int32_t index = 0;
  for (; index < static_cast<std::int32_t>(program_.number_sets.size()); ++index) {
    if (program_.number_sets[static_cast<std::size_t>(index)] == set) break;
  }
  if (index == static_cast<std::int32_t>(program_.number_sets.size()))
    program_.number_sets.push_back(std::move(set));
  return make({.op = Op::is, .type = Type::truth, .a = value, .imm = index});
}

bool ExprBuilder::is_constant(const Expr& e) const {
  return e.op == Op::number || e.op == Op::truth || e.op == Op::place || e.op == Op::player ||
         e.op == Op::direction || e.op == Op::word;
}

std::optional<std::int64_t> ExprBuilder::constant(ExprId id) const {
  const Expr& e = at(id);
  return is_constant(e) ? std::optional<std::int64_t>(e.imm) : std::nullopt;
}

namespace {

std::int64_t arithmetic(Op op, std::int64_t a, std::int64_t b) {
  if (op == Op::add) return a + b;
  if (op == Op::subtract) return a - b;
  if (op == Op::multiply) return a * b;
  if (b == 0) return 0;
  // Rounded down, as the executors do.
  const std::int64_t quotient = a / b - ((a % b != 0 && (a < 0) != (b < 0)) ? 1 : 0);
  return op == Op::divide ? quotient : a - quotient * b;
}

bool compare(Op op, std::int64_t a, std::int64_t b) {
  if (op == Op::equal) return a == b;
  if (op == Op::not_equal) return a != b;
  if (op == Op::less) return a < b;
  if (op == Op::less_equal) return a <= b;
  if (op == Op::greater) return a > b;
  return a >= b;
}

constexpr bool among(Op op, Op first, Op last) { return op >= first && op <= last; }

Expr constant_of(Type type, std::int64_t value) {
  const Op op = type == Type::truth ? Op::truth : type == Type::hole ? Op::place : Op::number;
  return {.op = op,
          .type = type,
          .imm = static_cast<std::int32_t>(std::clamp<std::int64_t>(value, -2'000'000'000, 2'000'000'000))};
}

}  // namespace

std::optional<Expr> ExprBuilder::fold(const Expr& e) {
  const auto value = [this](ExprId id) { return id == kNone ? std::nullopt : constant(id); };
  const auto a = value(e.a);
  const auto b = value(e.b);
  if (among(e.op, Op::add, Op::modulo)) {
    if (a && b) return constant_of(Type::number, arithmetic(e.op, *a, *b));
    if (e.op == Op::multiply && ((a && *a == 1) || (b && *b == 1))) return at(a && *a == 1 ? e.b : e.a);
  } else if (among(e.op, Op::equal, Op::greater_equal)) {
    if (a && b) return constant_of(Type::truth, compare(e.op, *a, *b) ? 1 : 0);
  } else if (e.op == Op::logical_and) {
    if (a) return *a != 0 ? at(e.b) : at(e.a);
    if (b) return *b != 0 ? at(e.a) : at(e.b);
  } else if (e.op == Op::logical_or) {
    if (a) return *a != 0 ? at(e.a) : at(e.b);
    if (b) return *b != 0 ? at(e.b) : at(e.a);
  } else if (e.op == Op::logical_not) {
    if (a) return constant_of(Type::truth, *a == 0 ? 1 : 0);
    if (at(e.a).op == Op::logical_not) return at(at(e.a).a);
  } else if (e.op == Op::choose_if) {
    if (a) return at(*a != 0 ? e.b : e.c);
    if (e.b == e.c) return at(e.b);
  } else if (e.op == Op::is) {
    if (a)
      return constant_of(Type::truth, program_.number_sets[static_cast<std::size_t>(e.imm)].has(*a) ? 1 : 0);
  } else if (a && e.type == Type::hole && e.op == Op::store) {
    return constant_of(Type::hole, *a == kNobody ? kNoPlace : program_.board.store(static_cast<Player>(*a)));
  } else if (a && at(e.a).type == Type::hole && program_.board.is_hole(static_cast<Place>(*a))) {
    const Hole& hole = program_.board.holes[static_cast<std::size_t>(*a)];
    if (e.op == Op::row) return constant_of(Type::number, hole.row);
    if (e.op == Op::column_number) return constant_of(Type::number, hole.number);
  } else if (a && at(e.a).type == Type::player && (e.op == Op::other || e.op == Op::next_player)) {
    const int players = program_.board.player_count();
    if (*a == kNobody) return at(e.a);
    return Expr{.op = Op::player, .type = Type::player, .imm = static_cast<std::int32_t>((*a + 1) % players)};
  }
  return std::nullopt;
}

namespace {

// Copies what is reachable, in order of use.
class Compactor {
 public:
  explicit Compactor(const ir::Program& old)
      : old_(old), exprs_(old.exprs.size(), kNone), lists_(old.lists.size(), kNone) {}

  ir::Program run() {
    fresh_ = old_;
    fresh_.exprs.clear();
    fresh_.lists.clear();
    fresh_.regions.clear();
    fresh_.number_sets.clear();
    fresh_.setup = expr(old_.setup);
    for (ir::PieceKind& kind : fresh_.pieces) kind.setup = expr(kind.setup);
    fresh_.arrange = list(old_.arrange);
    fresh_.starter = expr(old_.starter);
    for (std::size_t i = 0; i < old_.states.size(); ++i)
      fresh_.states[i].starts = expr(old_.states[i].starts);
    fresh_.turn_start = list(old_.turn_start);
    for (std::size_t i = 0; i < old_.phases.size(); ++i) phase(old_.phases[i], fresh_.phases[i]);
    fresh_.before_turn = list(old_.before_turn);
    fresh_.after_move = list(old_.after_move);
    fresh_.win = expr(old_.win);
    fresh_.match.new_round = list(old_.match.new_round);
    fresh_.match.starter = expr(old_.match.starter);
    fresh_.match.over = expr(old_.match.over);
    fresh_.match.winner = expr(old_.match.winner);
    return std::move(fresh_);
  }

 private:
  ExprId expr(ExprId id) {
    if (id == kNone) return kNone;
    ExprId& to = exprs_[static_cast<std::size_t>(id)];
    if (to != kNone) return to;
    Expr e = old_.exprs[static_cast<std::size_t>(id)];
    e.a = expr(e.a);
    e.b = expr(e.b);
    e.c = expr(e.c);
    if (e.op != Op::run) e.d = expr(e.d);
    if (e.op == Op::is) {
      fresh_.number_sets.push_back(old_.number_sets[static_cast<std::size_t>(e.imm)]);
      e.imm = static_cast<std::int32_t>(fresh_.number_sets.size()) - 1;
    } else if (e.op == Op::region) {
      fresh_.regions.push_back(old_.regions[static_cast<std::size_t>(e.imm)]);
      e.imm = static_cast<std::int32_t>(fresh_.regions.size()) - 1;
    }
    fresh_.exprs.push_back(e);
    return exprs_[static_cast<std::size_t>(id)] = static_cast<ExprId>(fresh_.exprs.size()) - 1;
  }

  ir::ListId list(ir::ListId id) {
    if (id == kNone) return kNone;
    ir::ListId& to = lists_[static_cast<std::size_t>(id)];
    if (to != kNone) return to;
    ir::ClauseList copy = old_.lists[static_cast<std::size_t>(id)];
    if (copy.clauses.empty()) return kNone;
    for (ir::Clause& c : copy.clauses) {
      c.cond = expr(c.cond);
      c.value = expr(c.value);
      for (ir::Binding& b : c.bindings) {
        b.set = expr(b.set);
        b.order = expr(b.order);
      }
      for (ir::Action& a : c.actions) {
        a.what = expr(a.what);
        a.amount = expr(a.amount);
        a.extra = expr(a.extra);
        a.by = expr(a.by);
        if (a.act == ir::Act::block) a.imm = list(a.imm);
      }
      std::erase_if(c.actions, [](const ir::Action& a) { return a.act == ir::Act::block && a.imm == kNone; });
    }
    fresh_.lists.push_back(std::move(copy));
    return lists_[static_cast<std::size_t>(id)] = static_cast<ir::ListId>(fresh_.lists.size()) - 1;
  }

  void phase(const ir::Phase& from, ir::Phase& to) {
    to.condition = expr(from.condition);
    for (std::size_t i = 0; i < from.moves.size(); ++i) {
      ir::MoveBlock& block = to.moves[i];
      block.when = expr(block.when);
      block.from = expr(block.from);
      block.pass = expr(block.pass);
      for (ir::Pick& p : block.picks) {
        p.from = expr(p.from);
        p.to = expr(p.to);
      }
      for (ir::Filter& f : block.filters) {
        f.cond = expr(f.cond);
        f.test = expr(f.test);
      }
    }
    to.direction = expr(from.direction);
    to.skip = expr(from.skip);
    to.route = expr(from.route);
    to.each = expr(from.each);
    to.play = list(from.play);
    to.each_seed = list(from.each_seed);
    to.lap_end = list(from.lap_end);
    to.move_end = list(from.move_end);
  }

  const ir::Program& old_;
  ir::Program fresh_;
  std::vector<ExprId> exprs_;
  std::vector<ir::ListId> lists_;
};

}  // namespace

void compact(ir::Program& program) { program = Compactor(program).run(); }

bool same_rules(const ir::Program& one, const ir::Program& other) {
  if (one.exprs != other.exprs || one.lists.size() != other.lists.size()) return false;
  ir::Program a = one;
  ir::Program b = other;
  for (ir::Program* p : {&a, &b}) {
    p->id.clear();
    p->local_names.clear();
    for (ir::ClauseList& list : p->lists) {
      for (ir::Clause& c : list.clauses) c.origin = kNone;
    }
    for (ir::Phase& phase : p->phases) {
      for (ir::MoveBlock& block : phase.moves) {
        block.origin = kNone;
        for (ir::Filter& f : block.filters) f.origin = kNone;
      }
    }
  }
  return a == b;
}

}  // namespace mancala
