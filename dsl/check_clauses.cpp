#include "dsl/check_clauses.h"

#include <cctype>
#include <map>
#include <numeric>
#include <string>
#include <tuple>
#include <vector>

#include "dsl/bounds.h"
#include "dsl/check.h"
#include "dsl/satisfiable.h"
#include "interpreter/dump.h"
#include "interpreter/reference.h"

namespace mancala {

using ir::Clause;
using ir::ClauseKind;
using ir::kNone;

namespace {

enum class Fault : std::uint8_t {
  contradiction,  // the condition never holds
  off_board,      // it never holds with these seeds on this board
  shadowed,       // an earlier clause has ended the list
  always,         // the condition always holds
  drops_nothing,  // a filter whose test always holds
  empty,          // a `where` that leaves nothing
  whole,          // a `where` that leaves everything
};

// A place in a file, which several clauses may have: those of a definition, and what is put in twice.
using Where = std::tuple<FileId, std::uint32_t, std::uint32_t>;

struct Found {
  Span span;
  int asked = 0;                          // so many rules stand there whose conditions are no constants
  std::map<Fault, int> so;                // and of so many this is true
  std::map<Fault, std::string> examples;  // what, for people
};
using Findings = std::map<Where, Found>;

// An expression of the program without the numbers of its slots: `own where (it#0) (…)` is `own where (…)`.
std::string plain(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '#') {
      out += text[i];
      continue;
    }
    while (i + 1 < text.size() && std::isdigit(static_cast<unsigned char>(text[i + 1])) != 0) ++i;
    const bool binds = i + 1 < text.size() && text[i + 1] == ')' && out.ends_with("where (it");
    if (binds) {
      out.resize(out.size() - 3);
      i += 2;
    }
  }
  return out;
}

class ClauseCheck {
 public:
  explicit ClauseCheck(const Variant& variant)
      : variant_(variant), program_(variant.program), bounds_(program_, seeds_of(program_)) {}

  Findings run() {
    for (const ir::ClauseList& list : program_.lists) this->list(list);
    for (const ir::Phase& phase : program_.phases) {
      for (const ir::MoveBlock& block : phase.moves) move(block);
    }
    return std::move(found_);
  }

 private:
  static std::int64_t seeds_of(const ir::Program& program) {
    Chance chance(1);
    const Position position = Reference(program).initial(chance);
    return std::accumulate(position.seeds.begin(), position.seeds.end(), std::int64_t{position.out});
  }

  // A drawn lot is another one each time it is asked for.
  [[nodiscard]] bool lots(ir::ExprId id) const {
    if (id == kNone) return false;
    const ir::Expr& e = at(id);
    return e.op == ir::Op::by_lot || lots(e.a) || lots(e.b) || lots(e.c);
  }
  [[nodiscard]] const ir::Expr& at(ir::ExprId id) const {
    return program_.exprs[static_cast<std::size_t>(id)];
  }
  // What readings and parameters have settled.
  [[nodiscard]] bool settled(ir::ExprId id) const {
    return at(id).op == ir::Op::truth && !(variant_.readings.empty() && variant_.parameters.empty());
  }

  // nullptr: it stands in another file, or nowhere.
  Found* found_at(std::int32_t origin) {
    if (origin == kNone) return nullptr;
    const Span span = variant_.origins[static_cast<std::size_t>(origin)].span;
    if (span.file != variant_.file) return nullptr;
    Found& found = found_[{span.file, span.begin, span.end}];
    found.span = span;
    return &found;
  }

  void is_so(Found& found, Fault kind, ir::ExprId what) {
    ++found.so[kind];
    found.examples[kind] = plain(ir::to_text(program_, what));
  }

  void list(const ir::ClauseList& list) {
    std::vector<Demand> earlier;  // none of them has held
    for (const Clause& clause : list.clauses) {
      if (clause.kind == ClauseKind::let) {
        earlier.clear();  // its name may have meant something else before
        regions(clause);
        continue;
      }
      if (Found* found = found_at(clause.origin); found != nullptr) {
        const bool dead = clause.cond != kNone && settled(clause.cond) && at(clause.cond).imm == 0;
        if (!dead) {
          ++found->asked;
          judge(clause, *found, earlier);
        }
      }
      if (clause.kind != ClauseKind::then) {
        earlier.clear();  // it may have changed what the others asked
      } else if (clause.cond != kNone && !lots(clause.cond)) {
        earlier.push_back({clause.cond, false});
      }
    }
  }

  void judge(const Clause& clause, Found& found, std::vector<Demand> earlier) {
    regions(clause);
    const ir::ExprId cond = clause.cond;
    if (cond == kNone || lots(cond) || settled(cond)) return;
    if (!satisfiable(program_, {{cond, true}})) {
      is_so(found, Fault::contradiction, cond);
      return;
    }
    if (!bounds_.may_hold(cond)) {
      is_so(found, Fault::off_board, cond);
      return;
    }
    if (!satisfiable(program_, {{cond, false}}) || !bounds_.may_fail(cond)) is_so(found, Fault::always, cond);
    earlier.push_back({cond, true});
    if (!satisfiable(program_, earlier)) is_so(found, Fault::shadowed, cond);
  }

  void move(const ir::MoveBlock& block) {
    if (Found* found = found_at(block.origin); found != nullptr) {
      ++found->asked;
      wheres_in(*found, {block.from});
    }
    for (const ir::Filter& filter : block.filters) {
      Found* found = found_at(filter.origin);
      if (found == nullptr) continue;
      ++found->asked;
      wheres_in(*found, {filter.cond, filter.test});
      const auto never = [&](ir::ExprId id, bool holds) {
        if (id == kNone || lots(id)) return false;
        return !satisfiable(program_, {{id, holds}}) ||
               !(holds ? bounds_.may_hold(id) : bounds_.may_fail(id));
      };
      if (never(filter.cond, true)) {
        is_so(*found, Fault::contradiction, filter.cond);
      } else if (never(filter.test, false)) {
        is_so(*found, Fault::drops_nothing, filter.test);
      }
    }
  }

  // The regions that a clause asks about and acts on.
  void regions(const Clause& clause) {
    Found* found = found_at(clause.origin);
    if (found == nullptr) return;
    std::vector<ir::ExprId> exprs = {clause.cond, clause.value};
    for (const ir::Binding& binding : clause.bindings) exprs.push_back(binding.set);
    for (const ir::Action& action : clause.actions) {
      exprs.insert(exprs.end(), {action.what, action.amount, action.extra, action.by});
    }
    if (clause.kind == ClauseKind::let) ++found->asked;
    wheres_in(*found, exprs);
  }

  void wheres_in(Found& found, const std::vector<ir::ExprId>& exprs) {
    bounds_.forget_wheres();
    for (const ir::ExprId id : exprs) {
      if (id != kNone) bounds_.look_at(id);
    }
    std::map<Fault, ir::ExprId> first;
    for (const auto& [id, where] : bounds_.wheres()) {
      const ir::ExprId condition = at(id).b;
      if (!where.asked || lots(condition) || settled(condition)) continue;
      if (!where.may_hold || !satisfiable(program_, {{condition, true}})) {
        first.try_emplace(Fault::empty, id);
      } else if (!where.may_fail || !satisfiable(program_, {{condition, false}})) {
        first.try_emplace(Fault::whole, id);
      }
    }
    for (const auto& [kind, id] : first) is_so(found, kind, id);
  }

  const Variant& variant_;
  const ir::Program& program_;
  BoundsOf bounds_;
  Findings found_;
};

void report(const Found& found, Diagnostics& diagnostics) {
  const auto all = [&found](Fault kind) {
    const auto so = found.so.find(kind);
    return so != found.so.end() && so->second == found.asked;
  };
  const auto what = [&found](Fault kind) { return ticked(found.examples.find(kind)->second); };
  const auto warn = [&](std::string_view code, std::string message, std::string help) {
    diagnostics.warning(code, found.span, std::move(message)).help.push_back(std::move(help));
  };
  if (all(Fault::contradiction)) {
    warn("M0518", "this condition never holds",
         "its parts contradict each other, whatever lies on the board");
  } else if (all(Fault::off_board)) {
    warn("M0518", "this condition never holds on this board",
         "there are not so many seeds, holes or rows, or not there: " + what(Fault::off_board));
  } else if (all(Fault::shadowed)) {
    warn("M0511", "this clause never acts",
         "whenever its condition holds, an earlier clause has ended the list");
  } else if (all(Fault::always)) {
    warn("M0518", "this condition always holds", "leave it out, or look for what is missing in it");
  } else if (all(Fault::drops_nothing)) {
    warn("M0518", "this filter drops no move", "it always holds: " + what(Fault::drops_nothing));
  } else if (all(Fault::empty)) {
    warn("M0525", "a region that is always empty", "no hole is in " + what(Fault::empty));
  } else if (all(Fault::whole)) {
    warn("M0518", "the condition of a `where` always holds", "it leaves nothing out: " + what(Fault::whole));
  }
}

// Leaves only what is so in the other findings, too, as far as the rule is in effect there.
void keep_what_holds_in(Findings& findings, const Findings& others) {
  for (auto& [where, found] : findings) {
    const auto there = others.find(where);
    if (there == others.end() || there->second.asked == 0) continue;
    std::erase_if(found.so, [&](const auto& so) {
      const auto same = there->second.so.find(so.first);
      return same == there->second.so.end() || same->second < there->second.asked;
    });
  }
}

}  // namespace

void check_clauses(const sheet::Sheet& sheet, const Variant& variant, const Settings& settings,
                   Diagnostics& diagnostics) {
  Findings findings = ClauseCheck(variant).run();
  std::erase_if(findings, [](const auto& item) { return item.second.so.empty(); });
  const auto under = [&](const std::string& name, const std::string& value) {
    if (findings.empty()) return;
    Settings other = settings;
    other.emplace_back(name, value);
    Diagnostics unsaid;
    const auto changed = check(sheet, other, unsaid);
    if (changed) keep_what_holds_in(findings, ClauseCheck(*changed).run());
  };
  for (const Reading& reading : variant.readings) {
    for (const auto& [value, who] : reading.values) {
      if (value != reading.value) under(reading.name, value);
    }
  }
  for (const Parameter& parameter : variant.parameters) {
    for (const std::int64_t by : {1, -1}) under(parameter.name, std::to_string(parameter.value + by));
  }
  for (const auto& [where, found] : findings) report(found, diagnostics);
}

}  // namespace mancala
