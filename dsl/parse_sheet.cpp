#include "dsl/parse_sheet.h"

#include <functional>

#include "dsl/parse.h"

namespace mancala {
namespace {

using sheet::Phrase;
using Parser = std::optional<syntax::Node> (*)(const ScalarText&, Diagnostics&);

// Calls f(what, phrase, parser) for every phrase of a sheet, in order of the language's keys.
template <class Sheet, class F>
class Walk {
 public:
  explicit Walk(F f) : f_(std::move(f)) {}

  void sheet(Sheet& s) {
    expression("board.holes", s.board.holes);
    expression("board.grid", s.board.grid_rows);
    expression("board.grid", s.board.grid_columns);
    expression("board.ring", s.board.ring);
    expression("setup", s.setup);
    expression("setup.stores", s.store_seeds);
    clauses("setup.then", s.arrange);
    expression("starter", s.starter);
    for (auto& state : s.states) expression("state." + state.name.text, state.starts);
    definitions(s.definitions);
    clauses("turn-start", s.turn_start);
    for (auto& phase : s.phases) this->phase(phase.name.text.empty() ? "" : phase.name.text + ".", phase);
    clauses("end.before-turn", s.before_turn);
    clauses("end.after-move", s.after_move);
    expression("win", s.win);
    clauses("match.new-round", s.new_round);
    expression("match.starter", s.match_starter);
    expression("match.over", s.match_over);
    expression("match.winner", s.match_winner);
  }

  template <class Definitions>
  void definitions(Definitions& all) {
    for (auto& [name, definition] : all) {
      if (auto* phrase = std::get_if<Phrase>(&definition.body)) {
        f_("define." + name, *phrase, Parser(parse_expression_or_actions));
      } else {
        list("define." + name, std::get<sheet::Clauses>(definition.body));
      }
    }
  }

 private:
  template <class P>
  void expression(const std::string& what, P& phrase) {
    if (phrase) f_(what, *phrase, Parser(parse_expression));
  }
  template <class P>
  void phase(const std::string& of, P& p) {
    expression(of + "while", p.condition);
    for (auto& move : p.moves) {
      expression(of + "move.when", move.when);
      expression(of + "move.from", move.from);
      expression(of + "move.direction", move.direction);
      expression(of + "move.pass", move.pass);
      for (auto& pick : move.picks)
        f_(of + "move.choose." + pick.name.text, pick.options, Parser(parse_options));
      for (auto& filter : move.filters) {
        expression(of + "move.legal.if", filter.cond);
        expression(of + (filter.prefer ? "move.legal.prefer" : "move.legal.only"), filter.test);
      }
    }
    expression(of + "sow.direction", p.sow.direction);
    expression(of + "sow.skip", p.sow.skip);
    expression(of + "sow.each", p.sow.each);
    expression(of + "sow.route", p.sow.route);
    clauses(of + "play", p.play);
    clauses(of + "each-seed", p.each_seed);
    clauses(of + "lap-end", p.lap_end);
    clauses(of + "move-end", p.move_end);
  }
  template <class C>
  void clauses(const std::string& what, C& clauses) {
    if (clauses) list(what, *clauses);
  }
  template <class C>
  void list(const std::string& what, C& clauses) {
    for (auto& clause : clauses.list) {
      expression(what + ".if", clause.cond);
      expression(what + ".be", clause.value);
      for (auto& binding : clause.bindings) f_(what + ".each", binding, Parser(parse_binding));
      if (!clause.actions) continue;
      const bool bare = clause.form == sheet::Clause::Form::bare;
      f_(what, *clause.actions, bare ? Parser(parse_expression_or_actions) : Parser(parse_actions));
    }
  }

  F f_;
};

auto parsing(Diagnostics& diagnostics) {
  return [&diagnostics](const std::string&, Phrase& phrase, Parser parser) {
    phrase.tree = parser(phrase.text, diagnostics);
  };
}

}  // namespace

void parse_sheet(sheet::Sheet& sheet, Diagnostics& diagnostics) {
  auto parse = parsing(diagnostics);
  Walk<sheet::Sheet, decltype(parse)>(parse).sheet(sheet);
}

void parse_definitions(std::map<std::string, sheet::Definition, std::less<>>& definitions,
                       Diagnostics& diagnostics) {
  auto parse = parsing(diagnostics);
  Walk<sheet::Sheet, decltype(parse)>(parse).definitions(definitions);
}

std::string dump_sheet(const sheet::Sheet& sheet, bool trees) {
  std::string out = "id: " + sheet.id + "\nname: " + sheet.name + "\n";
  for (const auto& p : sheet.parameters)
    out += "parameter " + p.name.text + ": " + std::to_string(p.fallback) + "\n";
  for (const auto& r : sheet.readings) out += "reading " + r.name.text + ": " + r.fallback.text + "\n";
  for (const auto& s : sheet.states) out += "state " + s.name.text + "\n";
  for (const auto& p : sheet.phases)
    out += (p.name.text.empty() ? "" : p.name.text + ".") + "sow around " + p.sow.around.text + "\n";
  auto print = [&](const std::string& what, const Phrase& phrase, Parser) {
    out += what + ": " + (trees ? (phrase.tree ? syntax::to_text(*phrase.tree) : "?") : phrase.text.value) +
           "\n";
  };
  Walk<const sheet::Sheet, decltype(print)>(print).sheet(sheet);
  return out;
}

}  // namespace mancala
