#include "dsl/own_notation.h"

#include <algorithm>

namespace mancala {

namespace {

class LastHole : public Observer {
 public:
  void dropped(const Position& /*position*/, Place here, int /*in_hand*/) override { last = here; }
  Place last = kNoPlace;
};

std::string own_label(const Variant& variant, const std::string& label) {
  const auto found = variant.notation.holes.find(label);
  return found == variant.notation.holes.end() ? label : found->second;
}

// Has the move set a state of this name somewhere?
bool has_set(const ir::Program& program, std::string_view name, const Position& before,
             const Position& after) {
  for (const ir::State& state : program.states) {
    if (state.name != name) continue;
    int slots = 1;
    switch (state.per) {
      case ir::Per::none: break;
      case ir::Per::hole: slots = program.board.hole_count(); break;
      case ir::Per::player: slots = program.board.player_count(); break;
    }
    for (int i = state.first_slot; i < state.first_slot + slots; ++i) {
      if (after.state[i] != before.state[i] && after.state[i] != 0) return true;
    }
  }
  return false;
}

// The first label of a move, and what follows it (direction, choices), both from the default text.
std::pair<std::string, std::string> parts(const Board& board, const Move& move, const std::string& text) {
  if (move.pass || !board.is_hole(move.start)) return {text, ""};
  const std::string& label = board.holes[static_cast<std::size_t>(move.start)].label;
  if (text.compare(0, label.size(), label) != 0) return {text, ""};
  return {label, text.substr(label.size())};
}

std::string_view without_total(std::string_view text) {
  // "76(10)": some score sheets add the running total.
  const std::size_t bracket = text.find('(');
  return bracket == std::string_view::npos || text.back() != ')' ? text : text.substr(0, bracket);
}

}  // namespace

bool has_own_notation(const Variant& variant) {
  const Notation& notation = variant.notation;
  return !notation.holes.empty() || notation.moves != Notation::Moves::start || !notation.marks.empty();
}

const std::map<std::string, std::string>& own_labels(const Variant& variant) {
  return variant.notation.holes;
}

std::string own_move_text(const Variant& variant, const Match& match, const Move& move) {
  const ir::Program& program = variant.program;
  const std::string text = move_text(program, move);
  const auto [label, rest] = parts(program.board, move, text);
  if (move.pass) return text;
  std::string out = own_label(variant, label) + rest;
  if (variant.notation.moves == Notation::Moves::start && variant.notation.marks.empty()) return out;

  Match trial = match;
  LastHole observer;
  const Outcome outcome = trial.play(move, &observer);
  if (outcome.status != Status::playing && outcome.status != Status::round_over) return out;
  switch (variant.notation.moves) {
    case Notation::Moves::start: break;
    case Notation::Moves::start_and_last:
      if (program.board.is_hole(observer.last)) {
        out += own_label(variant, program.board.holes[static_cast<std::size_t>(observer.last)].label);
      }
      break;
  }
  for (const auto& [state, mark] : variant.notation.marks) {
    if (has_set(program, state, match.position(), trial.position())) out += mark;
  }
  return out;
}

std::variant<Move, TextError> read_move(const Variant& variant, const Match& match, std::string_view text,
                                        bool prefer_own) {
  const std::vector<Move> legal = match.legal();
  const auto standard = [&] { return parse_move(variant.program, text, legal); };
  if (!has_own_notation(variant)) return standard();
  if (!prefer_own) {
    auto move = standard();
    if (std::holds_alternative<Move>(move)) return move;
  }

  const std::string_view wanted = without_total(text);
  const Board& board = variant.program.board;
  const Move* by_start = nullptr;
  int starts = 0;
  for (const Move& move : legal) {
    const std::string standard_text = move_text(variant.program, move);
    const auto [label, rest] = parts(board, move, standard_text);
    const std::string start = own_label(variant, label) + rest;
    if (wanted == start) {
      by_start = &move;
      ++starts;
    }
    if (wanted.compare(0, start.size(), start) != 0) continue;
    const std::string full = own_move_text(variant, match, move);
    // A mark may be left out.
    if (wanted == full || (!wanted.empty() && full.size() > wanted.size() &&
                           full.compare(0, wanted.size(), wanted) == 0 && wanted.size() > start.size())) {
      return move;
    }
  }
  if (starts == 1) return *by_start;
  return standard();
}

}  // namespace mancala
