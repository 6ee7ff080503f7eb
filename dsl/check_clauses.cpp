#include "dsl/check_clauses.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

#include "dsl/satisfiable.h"

namespace mancala {

using ir::Clause;
using ir::ClauseKind;
using ir::kNone;

namespace {

// A place in a file, which several clauses may have: those of a definition, and what is put in twice.
using Where = std::tuple<FileId, std::uint32_t, std::uint32_t>;

struct Found {
  Span span;
  int clauses = 0;
  int never = 0;          // of them
  int always = 0;         // have a condition, and it always holds
  int contradictory = 0;  // of those that never act: for reasons of their own
};

class ClauseCheck {
 public:
  ClauseCheck(const Variant& variant, Diagnostics& diagnostics)
      : variant_(variant), program_(variant.program), diagnostics_(diagnostics) {}

  void run() {
    for (const ir::ClauseList& list : program_.lists) this->list(list);
    for (const auto& [where, found] : found_) report(found);
  }

 private:
  // A drawn lot is another one each time it is asked for.
  [[nodiscard]] bool lots(ir::ExprId id) const {
    if (id == kNone) return false;
    const ir::Expr& e = program_.exprs[static_cast<std::size_t>(id)];
    return e.op == ir::Op::by_lot || lots(e.a) || lots(e.b) || lots(e.c);
  }

  void list(const ir::ClauseList& list) {
    std::vector<Demand> earlier;  // none of them has held
    for (const Clause& clause : list.clauses) {
      if (clause.kind == ClauseKind::let) {
        earlier.clear();  // its name may have meant something else before
        continue;
      }
      judge(clause, earlier);
      if (clause.kind != ClauseKind::then) {
        earlier.clear();  // it may have changed what the others asked
      } else if (clause.cond != kNone && !lots(clause.cond)) {
        earlier.push_back({clause.cond, false});
      }
    }
  }

  void judge(const Clause& clause, std::vector<Demand> earlier) {
    if (clause.origin == kNone) return;
    const Span span = variant_.origins[static_cast<std::size_t>(clause.origin)].span;
    if (span.file != variant_.file) return;
    Found& found = found_[{span.file, span.begin, span.end}];
    found.span = span;
    ++found.clauses;
    if (clause.cond == kNone || lots(clause.cond)) return;
    if (!satisfiable(program_, {{clause.cond, true}})) {
      ++found.never;
      ++found.contradictory;
      return;
    }
    if (!satisfiable(program_, {{clause.cond, false}})) ++found.always;
    earlier.push_back({clause.cond, true});
    if (!satisfiable(program_, earlier)) ++found.never;
  }

  void report(const Found& found) {
    if (found.contradictory == found.clauses) {
      diagnostics_.warning("M0518", found.span, "this condition never holds")
          .help.emplace_back("its parts contradict each other, whatever lies on the board");
    } else if (found.never == found.clauses) {
      diagnostics_.warning("M0511", found.span, "this clause never acts")
          .help.emplace_back("whenever its condition holds, an earlier clause has ended the list");
    } else if (found.always == found.clauses) {
      diagnostics_.warning("M0518", found.span, "this condition always holds")
          .help.emplace_back("leave it out, or look for what is missing in it");
    }
  }

  const Variant& variant_;
  const ir::Program& program_;
  Diagnostics& diagnostics_;
  std::map<Where, Found> found_;
};

}  // namespace

void check_clauses(const Variant& variant, Diagnostics& diagnostics) {
  // Under another value of a reading a clause may have another condition.
  if (variant.readings.empty()) ClauseCheck(variant, diagnostics).run();
}

}  // namespace mancala
