#include "dsl/satisfiable.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace mancala {

using ir::Expr;
using ir::ExprId;
using ir::kNone;
using ir::Op;
using ir::Type;

namespace {

constexpr std::size_t kMostCases = 100'000;
constexpr std::int64_t kWidest = 100;  // beyond it only the values beside those that are asked for are tried

// What can have a value of its own: an expression; or two that are compared with each other.
using Unknown = std::pair<ExprId, ExprId>;

bool is_constant(const Expr& e) {
  return e.op == Op::number || e.op == Op::place || e.op == Op::player || e.op == Op::direction ||
         e.op == Op::word;
}

// Numbers that are counted are never negative.
bool is_count(Op op) {
  return op == Op::seeds || op == Op::pieces || op == Op::worth || op == Op::count || op == Op::was ||
         op == Op::laps || op == Op::captured_now || op == Op::turns || op == Op::turns_played ||
         op == Op::quiet || op == Op::row || op == Op::column_number || op == Op::round;
}

bool compares(Op op, std::int64_t a, std::int64_t b) {
  if (op == Op::equal) return a == b;
  if (op == Op::not_equal) return a != b;
  if (op == Op::less) return a < b;
  if (op == Op::less_equal) return a <= b;
  if (op == Op::greater) return a > b;
  return a >= b;
}

class Cases {
 public:
  Cases(const ir::Program& program, const std::vector<Demand>& demands)
      : program_(program), demands_(demands) {
    for (const Demand& demand : demands_) look_at(demand.condition);
  }

  bool any() {
    std::size_t cases = 1;
    for (const auto& [unknown, asked] : asked_) {
      names_.push_back(unknown);
      values_.push_back(values_of(unknown, asked));
      cases *= std::max<std::size_t>(values_.back().size(), 1);
      if (cases > kMostCases) return true;
    }
    return any_from(0);
  }

 private:
  [[nodiscard]] const Expr& at(ExprId id) const { return program_.exprs[static_cast<std::size_t>(id)]; }

  // Of a comparison: the unknown, the constant that it is compared with, and whether that stands first.
  struct Sides {
    Unknown unknown;
    std::int64_t constant = 0;
    bool turned = false;
  };
  [[nodiscard]] Sides sides(const Expr& e) const {
    const Expr& a = at(e.a);
    const Expr& b = at(e.b);
    if (is_constant(b)) return {{e.a, kNone}, b.imm, false};
    if (is_constant(a)) return {{e.b, kNone}, a.imm, true};
    // Two unknowns: how much the first is larger.
    return e.a <= e.b ? Sides{{e.a, e.b}, 0, false} : Sides{{e.b, e.a}, 0, true};
  }

  // Notes what a condition asks for.
  void look_at(ExprId id) {
    const Expr& e = at(id);
    switch (e.op) {
      case Op::truth: return;
      case Op::logical_not: look_at(e.a); return;
      case Op::logical_and:
      case Op::logical_or:
        look_at(e.a);
        look_at(e.b);
        return;
      case Op::choose_if:
        look_at(e.a);
        look_at(e.b);
        look_at(e.c);
        return;
      case Op::equal:
      case Op::not_equal:
      case Op::less:
      case Op::less_equal:
      case Op::greater:
      case Op::greater_equal: {
        const Sides s = sides(e);
        asked_[s.unknown].insert(s.constant);
        return;
      }
      case Op::is: {
        std::set<std::int64_t>& asked = asked_[{e.a, kNone}];
        for (const auto& [low, high] : program_.number_sets[static_cast<std::size_t>(e.imm)].ranges) {
          asked.insert(low);
          asked.insert(high);
        }
        asked.insert(0);
        asked.insert(4);  // even and odd ones are among the values then
        return;
      }
      default: asked_[{id, kNone}]; return;
    }
  }

  [[nodiscard]] std::vector<std::int64_t> values_of(const Unknown& unknown,
                                                    const std::set<std::int64_t>& asked) const {
    if (unknown.second != kNone) return {-1, 0, 1};
    const Expr& e = at(unknown.first);
    if (e.type == Type::truth) return {0, 1};
    std::set<std::int64_t> values(asked);
    if (e.type != Type::number) {
      values.insert(INT32_MAX);  // any other
    } else if (*asked.rbegin() - *asked.begin() <= kWidest) {
      for (std::int64_t n = *asked.begin() - 2; n <= *asked.rbegin() + 2; ++n) values.insert(n);
    } else {
      for (const std::int64_t n : asked) values.insert({n - 2, n - 1, n + 1, n + 2});
    }
    if (is_count(e.op)) std::erase_if(values, [](std::int64_t n) { return n < 0; });
    if (is_count(e.op) && values.empty()) values.insert(0);
    return {values.begin(), values.end()};
  }

  [[nodiscard]] std::int64_t value(const Unknown& unknown) const {
    const auto found = std::find(names_.begin(), names_.end(), unknown);
    return chosen_[static_cast<std::size_t>(found - names_.begin())];
  }

  [[nodiscard]] bool holds(ExprId id) const {
    const Expr& e = at(id);
    switch (e.op) {
      case Op::truth: return e.imm != 0;
      case Op::logical_not: return !holds(e.a);
      case Op::logical_and: return holds(e.a) && holds(e.b);
      case Op::logical_or: return holds(e.a) || holds(e.b);
      case Op::choose_if: return holds(e.a) ? holds(e.b) : holds(e.c);
      case Op::equal:
      case Op::not_equal:
      case Op::less:
      case Op::less_equal:
      case Op::greater:
      case Op::greater_equal: {
        const Sides s = sides(e);
        const std::int64_t n = value(s.unknown);
        return s.turned ? compares(e.op, s.constant, n) : compares(e.op, n, s.constant);
      }
      case Op::is: return program_.number_sets[static_cast<std::size_t>(e.imm)].has(value({e.a, kNone}));
      default: return value({id, kNone}) != 0;
    }
  }

  bool any_from(std::size_t unknown) {
    if (unknown == names_.size()) {
      return std::all_of(demands_.begin(), demands_.end(),
                         [this](const Demand& d) { return holds(d.condition) == d.holds; });
    }
    for (const std::int64_t n : values_[unknown]) {
      chosen_.push_back(n);
      const bool found = any_from(unknown + 1);
      chosen_.pop_back();
      if (found) return true;
    }
    return false;
  }

  const ir::Program& program_;
  const std::vector<Demand>& demands_;
  std::map<Unknown, std::set<std::int64_t>> asked_;
  std::vector<Unknown> names_;
  std::vector<std::vector<std::int64_t>> values_;
  std::vector<std::int64_t> chosen_;  // of the first unknowns
};

}  // namespace

bool satisfiable(const ir::Program& program, const std::vector<Demand>& demands) {
  return Cases(program, demands).any();
}

}  // namespace mancala
