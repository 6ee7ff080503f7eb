// A variant file decoded: every part of it in a typed place, expressions still as text and (after `parse`) as
// syntax trees. What the names mean is not known yet.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "dsl/document.h"
#include "dsl/geometry.h"
#include "dsl/syntax.h"
#include "dsl/variant.h"

namespace mancala::sheet {

// Text of the language; `tree` is filled by the pass `parse`, and stays empty where it does not parse.
struct Phrase {
  ScalarText text;
  Span span;
  std::optional<syntax::Node> tree;
};

struct Words {
  std::string text;
  Span span;
};

struct Clause {
  enum class Form { then, also, let, each, bare, only_if };  // only_if: `{if: C}` alone
  Form form = Form::bare;
  Span span;
  std::optional<Phrase> cond;
  std::optional<Phrase> actions;  // then, also, each; bare: the line
  Words let_name;
  std::optional<Phrase> value;   // be
  std::vector<Phrase> bindings;  // each
  std::string name;
  Words source;
  std::string note;
};
struct Clauses {
  Span span;  // of the key, where the list is empty
  std::vector<Clause> list;
};

struct Filter {
  Span span;
  std::optional<Phrase> cond;
  std::optional<Phrase> test;
  bool prefer = false;
  Words source;
  std::string note;
  std::string name;
};

// A list of labels is a text with blanks between them.
struct BoardPlan {
  int rows = 0;                 // 0: the holes lie otherwise
  std::optional<Phrase> holes;  // of a row
  std::optional<Phrase> grid_rows, grid_columns;
  std::optional<Phrase> ring;  // how many holes
  std::vector<std::pair<Words, LoneHole>> lone;
  StoreEnd store_end = StoreEnd::right;
  std::vector<std::pair<Words, Words>> owners;    // a player or `nobody`, and labels
  std::vector<std::pair<Words, Words>> ends;      // a name, and the two holes between which it lies
  std::vector<std::pair<Words, Words>> opposite;  // a hole, and the hole that faces it
  struct NamedCircuit {
    Words name;
    struct Route {
      Words player;  // "": everybody
      Words way;     // "": both ways, the second back along the first
      Words labels;
    };
    std::vector<Route> routes;
  };
  std::vector<NamedCircuit> circuits;
};

// A further pick of a move: `n: 1 to seeds(start)`.
struct Pick {
  Words name;
  Phrase options;
};

struct Move {
  Span span;
  std::optional<Phrase> when, from, direction, pass;
  std::vector<Pick> picks;
  std::vector<Filter> filters;
  bool pass_if_none = false;
};

struct Sow {
  Span span;  // of the key; no file: it is not said
  Words around;
  std::optional<Phrase> direction, skip, each, route;
  Span order;  // of the value, where the sower picks what drops
};

// How a turn goes: of the whole game, or of one of its phases.
struct Phase {
  Words name;                       // "" if the game has no phases
  std::optional<Phrase> condition;  // while
  std::vector<Move> moves;
  Sow sow;
  std::optional<Clauses> play, each_seed, lap_end, move_end;
};

struct State {
  Words name;
  ir::Per per = ir::Per::none;
  ir::Type holds = ir::Type::truth;
  std::int64_t low = 0, high = 1;
  std::vector<std::string> words;
  bool known = true;  // false: `holds` is not understood
  std::optional<Phrase> starts;
  ir::Lasts lasts = ir::Lasts::round;
};

struct Parameter {
  Words name;
  std::int64_t fallback = 0;
  std::optional<std::int64_t> from, to;
};

struct Reading {
  Words name;
  std::string about;
  Words fallback;
  std::vector<std::pair<Words, std::string>> values;
  Words source;
};

struct Pile {
  Words name;
  std::int64_t seeds = 0;
};

// A kind of piece beside the seeds.
struct PieceKind {
  Words name;
  std::int64_t worth = 1;
};

// The body shows what it is: a list is clauses; a line is an expression or actions.
struct Definition {
  syntax::Head head;
  Span span;
  std::variant<Phrase, Clauses> body;
  bool own = true;  // stands in the file itself or its bases, not in the prelude
};

struct Sheet {
  FileId file = kNoFile;
  Span id_span, board_span, end_span, match_span, endless_span;
  std::string id, name, note, extends;
  std::vector<std::string> aka, where;
  std::vector<std::pair<Words, std::string>> sources;
  std::vector<Parameter> parameters;
  std::vector<Reading> readings;
  std::vector<Words> players;
  Span players_span;
  BoardPlan board;
  std::vector<Pile> piles;
  std::vector<PieceKind> pieces;
  std::optional<Phrase> setup, starter, win;
  std::vector<State> states;
  std::map<std::string, Definition, std::less<>> definitions;
  std::vector<Phase> phases;  // at least one, in the order in which they are tried
  std::optional<Clauses> turn_start, before_turn, after_move;
  bool has_match = false;
  std::optional<Phrase> store_seeds;  // setup.stores
  std::optional<Clauses> arrange;     // setup.then
  std::optional<Clauses> new_round;
  std::optional<Phrase> match_starter, match_over, match_winner;
  bool has_endless = false;
  std::int64_t endless_laps = 0;
  ir::EndlessThen endless_then = ir::EndlessThen::stop;
  Notation notation;
  std::vector<std::pair<Words, std::string>> notation_holes, notation_marks;
};

}  // namespace mancala::sheet
