// Asks what an expression is worth in the course of a game, by a clause that writes it into declared state.
#pragma once

#include <string>

#include "interpreter/notation.h"
#include "interpreter/place_names.h"
#include "interpreter/reference.h"
#include "interpreter/verify.h"
#include "tests/support/catch.hpp"
#include "tests/support/program_builder.h"

namespace mancala::test {

inline Position position_of(const ir::Program& program, const std::string& text) {
  auto parsed = parse_position(program, text);
  if (const auto* error = std::get_if<TextError>(&parsed)) {
    FAIL(text << ": " << error->message << " " << error->help);
  }
  return std::get<Position>(parsed);
}

inline Move move_of(const ir::Program& program, const Position& position, const std::string& text,
                    const History* history = nullptr) {
  auto parsed = parse_move(program, text, Reference(program).legal(position, history));
  if (const auto* error = std::get_if<TextError>(&parsed)) {
    FAIL(text << ": " << error->message << " " << error->help);
  }
  return std::get<Move>(parsed);
}

inline std::string text_of(const ir::Program& program, const std::vector<Move>& moves) {
  std::string all;
  for (const Move& move : moves) all += (all.empty() ? "" : " ") + move_text(program, move);
  return all;
}

// A verified program and a position of it.
class Game {
 public:
  Game(ir::Program of, const std::string& start) : program(std::move(of)) {
    for (const std::string& fault : ir::verify(program)) FAIL_CHECK(fault);
    position = position_of(program, start);
  }

  ir::Program program;
  Position position;
  Chance chance{1};
  History history;

  [[nodiscard]] Reference reference() const { return Reference(program); }
  [[nodiscard]] std::string legal() const { return text_of(program, reference().legal(position, &history)); }
  [[nodiscard]] std::string text() const { return position_text(program, position); }
  Outcome play(const std::string& move) {
    history.add(position);
    return reference().play(position, move_of(program, position, move, &history), chance, &history);
  }
};

// Declares state and returns its index.
inline std::int32_t add_state(Builder& b, const std::string& name, Type holds, ir::Lasts lasts,
                              ir::Per per = ir::Per::none, std::int32_t high = 1000) {
  ir::State state;
  state.name = name;
  state.per = per;
  state.holds = holds;
  state.low = holds == Type::number ? -high : 0;
  state.high = high;
  if (holds == Type::word) state.words = {"one", "two", "three"};
  state.lasts = lasts;
  state.first_slot = b.program.state_slots;
  b.program.state_slots += per == ir::Per::none   ? 1
                           : per == ir::Per::hole ? b.program.board.hole_count()
                                                  : b.program.board.player_count();
  b.program.states.push_back(state);
  return static_cast<std::int32_t>(b.program.states.size()) - 1;
}

inline Action set_state(std::int32_t state, ExprId to, ExprId of = kNone) {
  Action action;
  action.act = Act::set_state;
  action.imm = state;
  action.what = of;
  action.extra = to;
  return action;
}

// A clause that notes what the expression is worth; `noted` tells it after the move.
class Note {
 public:
  Note(Builder& b, ExprId expr, const std::string& name = "note") : type_(b.program.exprs[expr].type) {
    if (type_ == Type::region) {
      state_ = add_state(b, name, Type::truth, ir::Lasts::match, ir::Per::hole);
      clause_.kind = ClauseKind::each;
      ir::Binding binding;
      binding.slot = b.slot();
      binding.set = expr;
      clause_.bindings = {binding};
      clause_.actions = {set_state(state_, b.yes(), b.local(binding.slot))};
    } else if (type_ == Type::players) {
      state_ = add_state(b, name, Type::truth, ir::Lasts::match, ir::Per::player);
      clause_.kind = ClauseKind::each;
      ir::Binding binding;
      binding.slot = b.slot();
      binding.set = expr;
      clause_.bindings = {binding};
      clause_.actions = {set_state(state_, b.yes(), b.local(binding.slot, Type::player))};
    } else {
      state_ = add_state(b, name, type_, ir::Lasts::match);
      clause_.kind = ClauseKind::also;
      clause_.actions = {set_state(state_, expr)};
    }
  }

  [[nodiscard]] const Clause& clause() const { return clause_; }

  // "3", "A4", "north", "yes", "onward", "A1 A2", …
  [[nodiscard]] std::string noted(const ir::Program& program, const Position& position) const {
    const Board& board = program.board;
    const int first = program.states[state_].first_slot;
    const int stored = position.state[first];
    std::string members;
    switch (type_) {
      case Type::number: return std::to_string(stored);
      case Type::truth: return stored != 0 ? "yes" : "no";
      case Type::hole: return place_name(board, static_cast<Place>(stored - 1));
      case Type::player: return stored == 0 ? "nobody" : board.players[stored - 1];
      case Type::word: return std::to_string(stored - 1);
      case Type::direction:
        return stored == 0 ? "none" : stored == 1 ? "onward" : stored == 2 ? "backward" : "either";
      case Type::region:
        for (const Place h : board.all()) {
          if (position.state[first + h] != 0) members += (members.empty() ? "" : " ") + board.holes[h].label;
        }
        return members;
      case Type::players:
        for (Player p = 0; p < board.seats(); ++p) {
          if (position.state[first + p] != 0) members += (members.empty() ? "" : " ") + board.players[p];
        }
        return members;
    }
    return {};
  }

 private:
  Type type_;
  std::int32_t state_ = 0;
  Clause clause_;
};

// Adds a clause at the end of a list, which may not be there yet.
inline void append(Builder& b, ListId& list, Clause clause) {
  if (list == kNone) list = b.list({});
  b.program.lists[list].clauses.push_back(std::move(clause));
}

}  // namespace mancala::test
