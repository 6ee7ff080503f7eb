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
    expression("board.holes", s.holes);
    expression("setup", s.setup);
    expression("starter", s.starter);
    for (auto& state : s.states) expression("state." + state.name.text, state.starts);
    definitions(s.definitions);
    for (auto& move : s.moves) {
      expression("move.when", move.when);
      expression("move.from", move.from);
      expression("move.direction", move.direction);
      for (auto& filter : move.filters) {
        expression("move.legal.if", filter.cond);
        expression(filter.prefer ? "move.legal.prefer" : "move.legal.only", filter.test);
      }
    }
    expression("sow.direction", s.sow.direction);
    expression("sow.skip", s.sow.skip);
    expression("sow.each", s.sow.each);
    clauses("turn-start", s.turn_start);
    clauses("play", s.play);
    clauses("each-seed", s.each_seed);
    clauses("lap-end", s.lap_end);
    clauses("move-end", s.move_end);
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
  out += "sow around " + sheet.sow.around.text + "\n";
  auto print = [&](const std::string& what, const Phrase& phrase, Parser) {
    out += what + ": " + (trees ? (phrase.tree ? syntax::to_text(*phrase.tree) : "?") : phrase.text.value) +
           "\n";
  };
  Walk<const sheet::Sheet, decltype(print)>(print).sheet(sheet);
  return out;
}

}  // namespace mancala
