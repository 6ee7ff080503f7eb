#include "interpreter/dump.h"

#include <array>

#include "interpreter/place_names.h"

namespace mancala::ir {
namespace {

class Dumper {
 public:
  explicit Dumper(const Program& program) : program_(program), board_(program.board) {}

  std::string program() {
    line(0, "program " + program_.id);
    board();
    states();
    if (program_.setup != kNone) {
      line(0, "setup: " + bound(program_.setup_slot) + expr(program_.setup));
      for (const PieceKind& kind : program_.pieces) {
        line(1, "of which " + kind.name + " (worth " + std::to_string(kind.worth) +
                    "): " + bound(program_.setup_slot) + (kind.setup == kNone ? "0" : expr(kind.setup)));
      }
      if (program_.store_seeds > 0) line(1, "stores: " + std::to_string(program_.store_seeds));
      list(1, "then", program_.arrange);
    }
    optional(0, "starter", program_.starter);
    optional(0, "win", program_.win);
    if (program_.endless.laps > 0) {
      static const char* const kThen[] = {"stop", "illegal", "drawn"};
      line(0, "endless: after " + std::to_string(program_.endless.laps) + " laps " +
                  kThen[static_cast<int>(program_.endless.then)]);
    }
    for (const Phase& phase : program_.phases) this->phase(phase);
    list(0, "turn-start", program_.turn_start);
    list(0, "end before-turn", program_.before_turn);
    list(0, "end after-move", program_.after_move);
    if (program_.match.present) {
      line(0, "match");
      list(1, "new-round", program_.match.new_round);
      optional(1, "starter", program_.match.starter);
      optional(1, "over", program_.match.over);
      optional(1, "winner", program_.match.winner);
    }
    return std::move(text_);
  }

  std::string expr(ExprId id) {
    const Expr& e = program_.exprs[id];
    switch (e.op) {
      case Op::number: return std::to_string(e.imm);
      case Op::truth: return e.imm != 0 ? "true" : "false";
      case Op::place: return e.imm == kNoPlace ? "none" : place_name(board_, static_cast<Place>(e.imm));
      case Op::region: return holes(program_.regions[e.imm]);
      case Op::player: return player(e.imm);
      case Op::direction: return direction(e.imm);
      case Op::word: return word(e.imm, {});
      case Op::local: return local(e.imm);
      case Op::state: {
        const std::string& name = program_.states[e.imm].name;
        return e.a == kNone ? name : name + "(" + expr(e.a) + ")";
      }
      case Op::mover: return "mover";
      case Op::own: return "own";
      case Op::theirs: return "theirs";
      case Op::board: return "board";
      case Op::players: return "players";
      case Op::start: return "start";
      case Op::running: return "direction";
      case Op::origin: return "origin";
      case Op::here: return "here";
      case Op::previous: return "previous";
      case Op::was: return "was";
      case Op::last: return "last";
      case Op::first_sown: return "first-sown";
      case Op::lap_sown: return "lap-sown";
      case Op::turn_sown: return "turn-sown";
      case Op::laps: return "laps";
      case Op::captured_now: return e.a == kNone ? "captured-now" : call("captured-now", e);
      case Op::phase: return "phase";
      case Op::round: return "round";
      case Op::turns: return call("turns", e);
      case Op::turns_played: return "turns-played";
      case Op::round_starter: return "round-starter";
      case Op::round_winner: return "round-winner";
      case Op::last_mover: return "last-mover";
      case Op::no_move: return "no-move";
      case Op::repeated: return "repeated";
      case Op::quiet: return "quiet";
      case Op::by_lot: return "by-lot";
      case Op::seeds: return call("seeds", e);
      case Op::pieces: return call(program_.pieces[e.imm].name, e);
      case Op::worth: return call("worth-of", e);
      case Op::count: return call("count", e);
      case Op::row: return call("row", e);
      case Op::column_number: return call("number", e);
      case Op::next: return call("next", e);
      case Op::prev: return call("prev", e);
      case Op::opposite: return call("opposite", e);
      case Op::behind: return call("behind", e);
      case Op::same: return call("same", e);
      case Op::leftmost: return call("leftmost", e);
      case Op::rightmost: return call("rightmost", e);
      case Op::foremost: return call("foremost", e);
      case Op::hindmost: return call("hindmost", e);
      case Op::store: return call("store", e);
      case Op::pile: return call(board_.piles[e.imm].name, e);
      case Op::holes: return call("holes", e);
      case Op::side: return call("side", e);
      case Op::neighbours: return call("neighbours", e);
      case Op::owner: return call("owner", e);
      case Op::other: return call("other", e);
      case Op::next_player: return call("next-player", e);
      case Op::closed: return call("closed", e);
      case Op::reverse: return "reverse of " + part(e.a);
      case Op::the: return "the " + part(e.a);
      case Op::step:
        return "step " + part(e.a) + " from " + part(e.b) + (e.c == kNone ? "" : " going " + part(e.c));
      case Op::add: return infix(e, "+");
      case Op::subtract: return infix(e, "-");
      case Op::multiply: return infix(e, "*");
      case Op::divide: return infix(e, "div");
      case Op::modulo: return infix(e, "mod");
      case Op::equal: return infix(e, "==");
      case Op::not_equal: return infix(e, "!=");
      case Op::less: return infix(e, "<");
      case Op::less_equal: return infix(e, "<=");
      case Op::greater: return infix(e, ">");
      case Op::greater_equal: return infix(e, ">=");
      case Op::logical_and: return infix(e, "and");
      case Op::logical_or: return infix(e, "or");
      case Op::logical_not: return "not " + part(e.a);
      case Op::choose_if: return "if " + part(e.a) + " then " + part(e.b) + " else " + part(e.c);
      case Op::bind: return "let " + local(e.imm) + " be " + part(e.a) + " in " + part(e.b);
      case Op::in: return infix(e, "in");
      case Op::is: return part(e.a) + " is " + number_set(program_.number_sets[e.imm]);
      case Op::where: return part(e.a) + " where " + bound(e.imm) + part(e.b);
      case Op::unite: return infix(e, "union");
      case Op::minus: return infix(e, "minus");
      case Op::single: return "just " + part(e.a);
      case Op::some: return "some " + part(e.a);
      case Op::run:
        return "run from " + part(e.a) + (e.d == kRunBack ? " back" : " ahead") +
               (e.by == 1 ? "" : " by " + std::to_string(e.by)) +
               (e.c == kNone ? "" : " within " + part(e.c)) + " while " + bound(e.imm) + part(e.b);
      case Op::player_with_most: return extreme(e, "most");
      case Op::player_with_fewest: return extreme(e, "fewest");
      case Op::after: return "after " + part(e.a);
      case Op::at_start: return "at-start " + part(e.a);
      case Op::at_lap_start: return "at-lap-start " + part(e.a);
      case Op::some_move:
        return "some move by " + (e.a == kNone ? "any player" : part(e.a)) +
               (e.b == kNone ? "" : " gives " + part(e.b));
    }
    return {};
  }

 private:
  void line(int depth, const std::string& text) {
    text_ += std::string(std::size_t{2} * depth, ' ') + text + "\n";
  }
  void optional(int depth, const std::string& key, ExprId id) {
    if (id != kNone) line(depth, key + ": " + expr(id));
  }

  // --- words for values ---

  [[nodiscard]] std::string player(std::int32_t p) const {
    return p == kNobody ? "nobody" : board_.players[p];
  }
  static std::string direction(std::int32_t d) {
    static const std::array<const char*, 4> kWords = {"none", "onward", "backward", "either"};
    return kWords[d];
  }
  [[nodiscard]] std::string holes(const Region& region) const {
    std::string text = "holes";
    for (const ::mancala::Place h : region) text += " " + board_.holes[h].label;
    return text;
  }
  // A local by its name and slot: names may be used again.
  [[nodiscard]] std::string local(std::int32_t slot) const {
    const bool named =
        slot < static_cast<std::int32_t>(program_.local_names.size()) && !program_.local_names[slot].empty();
    return (named ? program_.local_names[slot] : "local") + "#" + std::to_string(slot);
  }
  [[nodiscard]] std::string bound(std::int32_t slot) const {
    return slot == kNone ? "" : "(" + local(slot) + ") ";
  }

  static std::string number_set(const NumberSet& set) {
    std::string text;
    const auto add = [&](const std::string& part) { text += (text.empty() ? "" : " or ") + part; };
    for (const auto& [low, high] : set.ranges) {
      add(low == high ? std::to_string(low) : std::to_string(low) + " to " + std::to_string(high));
    }
    if (set.even) add("even");
    if (set.odd) add("odd");
    return text;
  }

  // --- expressions ---

  // An operand: in brackets unless it is one word or a call.
  std::string part(ExprId id) {
    std::string text = expr(id);
    const bool plain = text.find(' ') == std::string::npos || text.back() == ')';
    const std::size_t open = text.find('(');
    const bool call =
        plain && open != std::string::npos && open < text.find(' ') && closes_at_end(text, open);
    return text.find(' ') == std::string::npos || call ? text : "(" + text + ")";
  }
  // Does the bracket opened at `open` close with the text?
  static bool closes_at_end(const std::string& text, std::size_t open) {
    int depth = 0;
    for (std::size_t at = open; at < text.size(); ++at) {
      if (text[at] == '(') ++depth;
      if (text[at] == ')' && --depth == 0) return at + 1 == text.size();
    }
    return false;
  }
  std::string call(const std::string& name, const Expr& e) { return name + "(" + expr(e.a) + ")"; }
  std::string infix(const Expr& e, const char* word) {
    return part_like(e.a, e.b) + " " + word + " " + part_like(e.b, e.a);
  }

  // A constant word by its name, if what it stands beside tells which words are meant.
  std::string part_like(ExprId id, ExprId other) {
    const Expr& e = program_.exprs[id];
    return e.op == Op::word ? word(e.imm, words_of(program_.exprs[other])) : part(id);
  }
  static std::string word(std::int32_t index, const std::vector<std::string>& words) {
    if (index == -1) return "none";
    return index < static_cast<std::int32_t>(words.size()) ? words[index] : "word " + std::to_string(index);
  }

  // The words that this may be one of: of a state, of the phases, of a choice.
  std::vector<std::string> words_of(const Expr& e) {
    std::vector<std::string> words;
    if (e.op == Op::state) return program_.states[e.imm].words;
    if (e.op == Op::phase) {
      for (const Phase& phase : program_.phases) words.push_back(phase.name);
    }
    if (e.op == Op::local) {
      for (const ClauseList& list : program_.lists) {
        for (const Clause& clause : list.clauses) {
          for (const Action& action : clause.actions) {
            if (action.act == Act::choose && action.slot == e.imm) words = action.words;
          }
        }
      }
    }
    return words;
  }
  std::string extreme(const Expr& e, const char* word) {
    const std::string among = e.a == kNone ? "" : " of " + part(e.a);
    return "player" + among + " with " + word + " " + bound(e.imm) + part(e.b);
  }

  // --- parts of a program ---

  void board() {
    std::string players;
    for (const std::string& name : board_.players) players += " " + name;
    line(0, "players:" + players);
    for (int printed = 0; printed < board_.lines; ++printed) {
      std::vector<std::string> cells(board_.columns, "-");
      for (const Hole& hole : board_.holes) {
        if (hole.line == printed) cells[hole.column] = hole.label;
      }
      std::string row;
      for (const std::string& cell : cells) row += " " + cell;
      line(0, "row:" + row);
    }
    for (const PileKind& pile : board_.piles) {
      line(0, "pile " + pile.name + ": " + std::to_string(pile.seeds) + " seeds each");
    }
    for (const Circuit& circuit : board_.circuits) this->circuit(circuit);
  }

  // One line for each player, or one for all if all are the same: the stations onward from the first.
  void circuit(const Circuit& circuit) {
    for (int p = 0; p < board_.player_count(); ++p) {
      if (p > 0 && circuit.next[p] == circuit.next[0]) continue;
      const auto& next = circuit.next[p][0];
      const auto& back = circuit.next[p][1];
      std::string text = "circuit " + circuit.name;
      if (p > 0 || (board_.player_count() > 1 && circuit.next[1] != circuit.next[0]))
        text += " of " + player(p);
      text += circuit.closed ? ":" : " (open):";
      std::vector<bool> seen(next.size(), false);
      for (std::size_t first = 0; first < next.size(); ++first) {
        const bool begins = circuit.closed || back[first] == kNoPlace;
        if (seen[first] || next[first] == kNoPlace || !begins) continue;
        auto at = static_cast<::mancala::Place>(first);
        if (text.back() != ':') text += " |";
        for (; at != kNoPlace && !seen[at]; at = next[at]) {
          seen[at] = true;
          text += " " + place_name(board_, at);
        }
      }
      line(0, text);
    }
  }

  void states() {
    static const char* const kLasts[] = {"move", "turn", "round", "match"};
    for (const State& state : program_.states) {
      std::string text = "state " + state.name + ":";
      if (state.per == Per::hole) text += " each hole,";
      if (state.per == Per::player) text += " each player,";
      text += " holds " + held(state) + ",";
      if (state.starts != kNone) text += " starts " + bound(state.starts_slot) + expr(state.starts) + ",";
      line(0, text + " lasts the " + kLasts[static_cast<int>(state.lasts)]);
    }
  }

  static std::string held(const State& state) {
    switch (state.holds) {
      case Type::number: return std::to_string(state.low) + " to " + std::to_string(state.high);
      case Type::truth: return "a flag";
      case Type::hole: return "a hole";
      case Type::player: return "a player";
      case Type::direction: return "a direction";
      case Type::word: {
        std::string words;
        for (const std::string& word : state.words) words += (words.empty() ? "" : " or ") + word;
        return words;
      }
      case Type::region:
      case Type::players: break;
    }
    return {};
  }

  void phase(const Phase& phase) {
    line(0, "phase " + phase.name);
    optional(1, "while", phase.condition);
    for (const MoveBlock& block : phase.moves) {
      line(1, "move");
      optional(2, "when", block.when);
      line(2, "from: " + expr(block.from));
      for (const Pick& pick : block.picks) {
        line(2, "choose " + local(pick.slot) + " from " + part(pick.from) +
                    (pick.to == kNone ? "" : " to " + part(pick.to)));
      }
      for (const Filter& filter : block.filters) {
        line(2, (filter.cond == kNone ? "" : "if " + expr(filter.cond) + " ") +
                    std::string(filter.prefer ? "prefer: " : "only: ") + expr(filter.test));
      }
      if (block.pass_if_none) line(2, "none: pass");
      optional(2, "pass", block.pass);
    }
    line(1, "sow around " + board_.circuits[phase.circuit].name);
    optional(2, "direction", phase.direction);
    if (phase.skip != kNone) line(2, "skip: " + bound(phase.station_slot) + expr(phase.skip));
    if (phase.each != kNone) line(2, "each: " + bound(phase.station_slot) + expr(phase.each));
    if (phase.route != kNone) line(2, "route: " + local(phase.route_slot) + " from " + expr(phase.route));
    if (phase.order_slot != kNone) line(2, "order: choice");
    list(1, "play", phase.play);
    list(1, "each-seed", phase.each_seed);
    list(1, "lap-end", phase.lap_end);
    list(1, "move-end", phase.move_end);
  }

  void list(int depth, const std::string& key, ListId id) {
    if (id == kNone) return;
    line(depth, key);
    for (const Clause& clause : program_.lists[id].clauses) this->clause(depth + 1, clause);
  }

  void clause(int depth, const Clause& clause) {
    std::string text = clause.name.empty() ? "" : "`" + clause.name + "` ";
    if (clause.kind == ClauseKind::let) {
      line(depth, text + "let " + local(clause.slot) + " be " + expr(clause.value));
      return;
    }
    for (const Binding& binding : clause.bindings) {
      text += "each " + local(binding.slot) + " in " + part(binding.set) + from(binding) + " ";
    }
    if (clause.cond != kNone) text += "if " + expr(clause.cond) + " ";
    line(depth, text + (clause.kind == ClauseKind::then ? "then" : "also"));
    for (const Action& action : clause.actions) this->action(depth + 1, action);
  }

  std::string from(const Binding& binding) {
    switch (binding.from) {
      case From::owners_left: return "";
      case From::left: return " from left";
      case From::right: return " from right";
      case From::chosen: return " from (if " + part(binding.order) + " is word 1 then right else left)";
    }
    return {};
  }

  std::string piece(const Action& action) {
    return action.piece == kNone ? "" : " " + program_.pieces[action.piece].name;
  }

  std::string amount(const Action& action) {
    return action.amount == kNone ? "" : part(action.amount) + piece(action) + " of ";
  }

  void action(int depth, const Action& action) {
    switch (action.act) {
      case Act::lift: return line(depth, "lift " + amount(action) + expr(action.what));
      case Act::sow_after:
      case Act::sow_at:
        return line(depth, std::string(action.act == Act::sow_at ? "sow at " : "sow after ") +
                               expr(action.what) +
                               (action.extra == kNone ? "" : " going " + part(action.extra)));
      case Act::capture: {
        std::string text = "capture " + amount(action) + expr(action.what);
        if (action.imm == 1) text += " for out";
        if (action.extra != kNone) text += " for " + bound(action.slot) + expr(action.extra);
        return line(depth, text);
      }
      case Act::move:
        return line(depth, "move " + (action.amount == kNone ? "all" : part(action.amount)) + piece(action) +
                               " from " + part(action.what) + " to " + part(action.extra));
      case Act::set_state: {
        const State& state = program_.states[action.imm];
        const Expr& e = program_.exprs[action.extra];
        const std::string of = action.what == kNone ? "" : "(" + expr(action.what) + ")";
        const std::string to = e.op == Op::word ? word(e.imm, state.words) : expr(action.extra);
        return line(depth, "set " + state.name + of + " to " + to);
      }
      case Act::set_owner:
        return line(depth,
                    "set owner(" + expr(action.what) + ") to " + bound(action.slot) + expr(action.extra));
      case Act::close: return line(depth, "close " + expr(action.what));
      case Act::open: return line(depth, "open " + expr(action.what));
      case Act::choose: return line(depth, choose(action));
      case Act::let: return line(depth, "let " + local(action.slot) + " be " + expr(action.what));
      case Act::block: return list(depth, "list", action.imm);
      case Act::again: return line(depth, "again");
      case Act::stop: return line(depth, "stop");
      case Act::end: return line(depth, "end");
      case Act::win: return line(depth, "win " + expr(action.what));
      case Act::swap_seats: return line(depth, "swap seats");
      case Act::rotate_seats: return line(depth, "rotate seats");
    }
  }

  std::string choose(const Action& action) {
    std::string text = "choose " + local(action.slot) + " from ";
    if (action.what != kNone) {
      text += part(action.what) + (action.extra == kNone ? "" : " to " + part(action.extra));
    } else if (action.words.empty()) {
      text += std::to_string(action.imm) + " words";
    } else {
      for (std::size_t i = 0; i < action.words.size(); ++i) text += (i == 0 ? "" : " or ") + action.words[i];
    }
    if (action.by_chance) return text + " by chance";
    return action.by == kNone ? text : text + " by " + part(action.by);
  }

  const Program& program_;
  const Board& board_;
  std::string text_;
};

}  // namespace

std::string to_text(const Program& program) { return Dumper(program).program(); }

std::string to_text(const Program& program, ExprId expr) { return Dumper(program).expr(expr); }

}  // namespace mancala::ir
