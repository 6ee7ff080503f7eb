#include "dsl/check_rounds.h"

#include <algorithm>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "interpreter/walk.h"

namespace mancala {

using ir::Act;
using ir::ExprId;
using ir::kNone;
using ir::Op;

namespace {

class RoundCheck {
 public:
  RoundCheck(const sheet::Sheet& sheet, const Variant& variant, Diagnostics& diagnostics)
      : sheet_(sheet), variant_(variant), program_(variant.program), diagnostics_(diagnostics) {}

  void run() {
    if (!program_.match.present) return;
    starter();
    refill(program_.match.new_round, false);
  }

 private:
  [[nodiscard]] const ir::Expr& at(ExprId id) const { return program_.exprs[static_cast<std::size_t>(id)]; }

  [[nodiscard]] bool reads(ExprId id, Op op) const {
    if (id == kNone) return false;
    const ir::Expr& e = at(id);
    return e.op == op || reads(e.a, op) || reads(e.b, op) || reads(e.c, op);
  }

  // May a round end without a winner?
  [[nodiscard]] bool may_be_drawn() const {
    const ir::Expr& win = at(program_.win);
    if (win.op == Op::player_with_most || win.op == Op::player_with_fewest) return true;
    return std::any_of(program_.lists.begin(), program_.lists.end(), [this](const ir::ClauseList& list) {
      return std::any_of(list.clauses.begin(), list.clauses.end(), [this](const ir::Clause& clause) {
        return std::any_of(clause.actions.begin(), clause.actions.end(), [this](const ir::Action& action) {
          return action.act == Act::win && at(action.what).op == Op::player && at(action.what).imm == kNobody;
        });
      });
    });
  }

  // The winner of a drawn round, or what follows from him: nobody.
  [[nodiscard]] bool is_nobody_if_drawn(ExprId id) const {
    const ir::Expr& e = at(id);
    switch (e.op) {
      case Op::round_winner: return true;
      case Op::other:
      case Op::next_player: return is_nobody_if_drawn(e.a);
      case Op::choose_if:
        // Who asks about the winner knows of the draw.
        return !reads(e.a, Op::round_winner) && (is_nobody_if_drawn(e.b) || is_nobody_if_drawn(e.c));
      default: return false;
    }
  }

  // An end of the match that compares what players have ends it where they have the same.
  [[nodiscard]] bool over_if_equal(ExprId id) const {
    if (id == kNone) return false;
    const ir::Expr& e = at(id);
    if (e.op == Op::round_winner) return true;
    if (e.op == Op::equal && asks_for_seeds(e.a) && asks_for_seeds(e.b)) return true;
    return over_if_equal(e.a) || over_if_equal(e.b) || over_if_equal(e.c);
  }

  void starter() {
    const ExprId id = program_.match.starter;
    if (id == kNone || !sheet_.match_starter || !may_be_drawn() || !is_nobody_if_drawn(id)) return;
    if (over_if_equal(program_.match.over)) return;
    const Span where = sheet_.match_starter->span;
    if (where.file != variant_.file) return;
    diagnostics_
        .report(Severity::note, "M0526", where, "nothing is said about who begins after a drawn round")
        .help.push_back(ticked(program_.board.players.front()) +
                        " does; `if round-winner == none then … else …` says it");
  }

  // A place that holds what was won, not a hole.
  [[nodiscard]] bool is_held(ExprId id) const {
    const Op op = at(id).op;
    return op == Op::store || op == Op::pile;
  }
  [[nodiscard]] bool asks_for_seeds(ExprId id) const { return reads(id, Op::seeds); }

  [[nodiscard]] bool looks_at_seeds(const ir::Clause& clause) const {
    bool found = asks_for_seeds(clause.cond) || asks_for_seeds(clause.value);
    const auto ask = [&](ExprId id) { found = found || reads(id, Op::seeds); };
    for (const ir::Binding& binding : clause.bindings) ask(binding.set);
    for (const ir::Action& action : clause.actions) {
      for (const ExprId id : {action.what, action.amount, action.extra}) ask(id);
      if (action.act == Act::block) {
        ir::each_in_list(
            program_, action.imm, [](const ir::Action&) {}, ask);
      }
    }
    return found;
  }

  // `guarded`: a list that is read only if there are so many seeds, or beside something that looks at how
  // many there are: then holes that are filled in part have been thought of.
  void refill(ir::ListId id, bool guarded) {
    if (id == kNone || !seen_.insert({id, guarded}).second) return;
    const std::vector<ir::Clause>& clauses = program_.lists[static_cast<std::size_t>(id)].clauses;
    for (auto clause = clauses.begin(); clause != clauses.end(); ++clause) {
      const bool asked = guarded || asks_for_seeds(clause->cond) ||
                         std::any_of(clause->bindings.begin(), clause->bindings.end(),
                                     [this](const ir::Binding& b) { return asks_for_seeds(b.set); }) ||
                         std::any_of(clauses.begin(), clauses.end(), [&](const ir::Clause& other) {
                           return &other != &*clause && looks_at_seeds(other);
                         });
      for (const ir::Action& action : clause->actions) {
        if (action.act == Act::block) refill(action.imm, asked);
        if (!asked && action.act == Act::move && may_fall_short(action)) fell_short(*clause);
      }
    }
  }

  [[nodiscard]] bool may_fall_short(const ir::Action& action) const {
    return action.amount != kNone && at(action.amount).op == Op::number && at(action.amount).imm > 1 &&
           is_held(action.what) && !is_held(action.extra);
  }

  void fell_short(const ir::Clause& clause) {
    if (clause.origin == kNone) return;
    const Span where = variant_.origins[static_cast<std::size_t>(clause.origin)].span;
    if (where.file != variant_.file || !told_.insert({where.file, where.begin, where.end}).second) return;
    diagnostics_
        .report(Severity::note, "M0527", where, "a refill does not ask whether there are so many seeds")
        .help.push_back(
            "with fewer the hole gets what there is: `if: captured(p) >= n`, or `fill(p, n, left)`, fills "
            "whole "
            "holes only");
  }

  const sheet::Sheet& sheet_;
  const Variant& variant_;
  const ir::Program& program_;
  Diagnostics& diagnostics_;
  std::set<std::pair<ir::ListId, bool>> seen_;
  std::set<std::tuple<FileId, std::uint32_t, std::uint32_t>> told_;
};

}  // namespace

void check_rounds(const sheet::Sheet& sheet, const Variant& variant, Diagnostics& diagnostics) {
  RoundCheck(sheet, variant, diagnostics).run();
}

}  // namespace mancala
