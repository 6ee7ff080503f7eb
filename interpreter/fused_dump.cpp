// A fused program, readable.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

#include "interpreter/fuse.h"

namespace mancala {

using fused::kNone;
using fused::L;
using fused::LaneEnd;
using fused::LaneOp;
using fused::Lanes;
using fused::N;
using fused::Node;
using fused::NodeId;
using fused::Q;
using fused::S;
using fused::Set;
using fused::Step;
using fused::StepId;

namespace {

const char* name_of(N op) {
  switch (op) {
    case N::constant: return "constant";
    case N::local: return "local";
    case N::local_holes: return "local-holes";
    case N::state: return "state";
    case N::start: return "start";
    case N::running: return "direction";
    case N::origin: return "origin";
    case N::here: return "here";
    case N::previous: return "previous";
    case N::was: return "was";
    case N::last: return "last";
    case N::first_sown: return "first-sown";
    case N::lap_sown: return "lap-sown";
    case N::turn_sown: return "turn-sown";
    case N::laps: return "laps";
    case N::captured_now: return "captured-now";
    case N::phase: return "phase";
    case N::round: return "round";
    case N::turns: return "turns";
    case N::turns_played: return "turns-played";
    case N::round_starter: return "round-starter";
    case N::round_winner: return "round-winner";
    case N::last_mover: return "last-mover";
    case N::no_move: return "no-move";
    case N::repeated: return "repeated";
    case N::quiet: return "quiet";
    case N::by_lot: return "by-lot";
    case N::holes: return "holes";
    case N::owned_by: return "owned-by";
    case N::owned_not: return "owned-by-others";
    case N::side: return "side";
    case N::one_hole: return "one-hole";
    case N::one_player: return "one-player";
    case N::seeds_at: return "seeds";
    case N::seeds_in: return "seeds-in";
    case N::pieces_at: return "pieces";
    case N::pieces_in: return "pieces-in";
    case N::worth_at: return "worth";
    case N::worth_in: return "worth-in";
    case N::count: return "count";
    case N::number_of: return "number";
    case N::map: return "map";
    case N::map_each: return "map-each";
    case N::of_player: return "of-player";
    case N::next: return "next";
    case N::prev: return "prev";
    case N::leftmost: return "leftmost";
    case N::rightmost: return "rightmost";
    case N::foremost: return "foremost";
    case N::hindmost: return "hindmost";
    case N::neighbours: return "neighbours";
    case N::owner: return "owner";
    case N::closed: return "closed";
    case N::reverse: return "reverse";
    case N::the: return "the";
    case N::step: return "step";
    case N::add: return "+";
    case N::subtract: return "-";
    case N::multiply: return "*";
    case N::divide: return "div";
    case N::modulo: return "mod";
    case N::equal: return "==";
    case N::not_equal: return "!=";
    case N::less: return "<";
    case N::less_equal: return "<=";
    case N::greater: return ">";
    case N::greater_equal: return ">=";
    case N::logical_and: return "and";
    case N::logical_or: return "or";
    case N::logical_not: return "not";
    case N::choose_if: return "if";
    case N::bind: return "bind";
    case N::in: return "in";
    case N::is: return "is";
    case N::where_hole: return "where";
    case N::where_count: return "where-seeds";
    case N::where_player: return "where-player";
    case N::unite: return "union";
    case N::minus: return "minus";
    case N::some: return "some";
    case N::run: return "run";
    case N::most: return "most";
    case N::fewest: return "fewest";
    case N::after: return "after";
    case N::some_move: return "some-move";
    case N::at_start: return "at-start";
    case N::at_lap_start: return "at-lap-start";
  }
  return "";
}

// Does the operator mean something by Node::imm?
bool has_number(N op) {
  constexpr N kWithNumber[] = {N::local, N::local_holes, N::state,      N::owned_not,   N::number_of,
                               N::map,   N::map_each,    N::of_player,  N::pieces_at,   N::pieces_in,
                               N::bind,  N::is,          N::where_hole, N::where_count, N::where_player,
                               N::run,   N::most,        N::fewest};
  return std::find(std::begin(kWithNumber), std::end(kWithNumber), op) != std::end(kWithNumber);
}

const char* name_of(S op) {
  switch (op) {
    case S::unless: return "unless";
    case S::jump: return "jump";
    case S::let: return "let";
    case S::each: return "each";
    case S::lift: return "lift";
    case S::sow_after: return "sow-after";
    case S::sow_at: return "sow-at";
    case S::capture: return "capture";
    case S::move: return "move";
    case S::set_state: return "set-state";
    case S::set_owner: return "set-owner";
    case S::close: return "close";
    case S::open: return "open";
    case S::choose: return "choose";
    case S::again: return "again";
    case S::swap_seats: return "swap-seats";
    case S::rotate_seats: return "rotate-seats";
    case S::stop: return "stop";
    case S::end: return "end";
    case S::win: return "win";
    case S::done: return "done";
    case S::held: return "held";
  }
  return "";
}

const char* name_of(L op) {
  switch (op) {
    case L::sow: return "sow";
    case L::laps: return "laps";
    case L::laps_ring: return "laps-ring";
    case L::sow_drop: return "sow-drop";
    case L::laps_drop: return "laps-drop";
    case L::laps_drop_ring: return "laps-drop-ring";
    case L::if_in: return "if-in";
    case L::if_count: return "if-count";
    case L::if_count_set: return "if-count-set";
    case L::if_equal: return "if-equal";
    case L::if_in_count: return "if-in-count";
    case L::if_in_counts: return "if-in-counts";
    case L::jump: return "jump";
    case L::reread: return "reread";
    case L::capture: return "capture";
    case L::capture_in: return "capture-in";
    case L::capture_pair: return "capture-pair";
    case L::find_run: return "find-run";
    case L::find_run_set: return "find-run-set";
    case L::find_run_ring: return "find-run-ring";
    case L::unless_all: return "unless-all";
    case L::capture_run: return "capture-run";
    case L::capture_run_ring: return "capture-run-ring";
    case L::find_walk: return "find-walk";
    case L::unless_walk_all: return "unless-walk-all";
    case L::capture_walk: return "capture-walk";
    case L::move: return "move";
    case L::if_answer: return "if-answer";
    case L::capture_answer: return "capture-answer";
    case L::capture_part: return "capture-part";
    case L::discard: return "discard";
    case L::set_mark: return "set-mark";
    case L::if_flag: return "if-flag";
    case L::set_flag: return "set-flag";
    case L::again: return "again";
    case L::mark: return "mark";
    case L::relay: return "relay";
    case L::lift: return "lift";
    case L::if_way: return "if-way";
    case L::end: return "end";
    case L::end_again: return "end-again";
  }
  return "";
}

const char* name_of(Q op) {
  switch (op) {
    case Q::fixed: return "fixed";
    case Q::by_here: return "by-here";
    case Q::with: return "with";
    case Q::marked: return "marked";
    case Q::flagged: return "flagged";
    case Q::moved: return "moved";
    case Q::both: return "both";
    case Q::either: return "either";
    case Q::except: return "except";
    case Q::some: return "some";
    case Q::sum_in: return "sum-in";
    case Q::number_in: return "number-in";
    case Q::laps_in: return "laps-in";
  }
  return "";
}

const char* name_of(LaneEnd::When when) {
  switch (when) {
    case LaneEnd::When::always: return "";
    case LaneEnd::When::turn_begins: return " before a turn";
    case LaneEnd::When::again: return " before another move";
  }
  return "";
}

const char* name_of(LaneEnd::If test) {
  switch (test) {
    case LaneEnd::If::row_empty: return "row-empty";
    case LaneEnd::If::store_above: return "store-above";
    case LaneEnd::If::pile_above: return "pile-above";
    case LaneEnd::If::stores_at: return "stores-at";
    case LaneEnd::If::repeated: return "repeated";
    case LaneEnd::If::no_move: return "no-move";
    case LaneEnd::If::few_left: return "few-left";
    case LaneEnd::If::answered: return "answered";
  }
  return "";
}

class Printer {
 public:
  explicit Printer(const FusedProgram& fused) : fused_(fused), board_(fused.program->board) {}

  std::string print() {
    for (std::size_t p = 0; p < fused_.turns.seats.size(); p++) seat(p);
    if (fused_.lanes) {
      lanes(*fused_.lanes);
    } else {
      line("no lanes: {}", fused_.why_no_lanes);
    }
    return std::move(text_);
  }

 private:
  template <class... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) {
    text_ += fmt::format(format, std::forward<Args>(args)...);
    text_ += '\n';
  }

  // --- turns
  // -------------------------------------------------------------------------------------------------

  std::string node(NodeId id) const {
    if (id == kNone) return "-";
    const Node& n = fused_.turns.nodes[id];
    if (n.op == N::constant) return fmt::format("{}", n.imm);
    if (n.op == N::holes) return set(static_cast<Set>(n.imm));
    std::string text = name_of(n.op);
    if (has_number(n.op)) text += fmt::format("#{}", n.imm);
    if (n.op == N::run && n.by != 1) text += fmt::format(" by {}", n.by);
    std::string operands;
    for (const NodeId operand : {n.a, n.b, n.c}) {
      if (operand == kNone) continue;
      operands += (operands.empty() ? "" : ", ") + node(operand);
    }
    return operands.empty() ? text : fmt::format("{}({})", text, operands);
  }

  std::string set(Set holes) const {
    std::vector<std::string> labels;
    for (int h = 0; h < board_.hole_count(); h++) {
      if (((holes >> h) & 1) != 0) labels.push_back(board_.holes[h].label);
    }
    return fmt::format("[{}]", fmt::join(labels, " "));
  }

  std::string direction(const fused::Phase& phase) const {
    switch (phase.stated) {
      case Direction::none: return node(phase.direction);
      case Direction::onward: return "onward";
      case Direction::backward: return "backward";
      case Direction::either: return "either";
    }
    return "";
  }

  void list(const char* event, StepId first) {
    if (first == kNone) return;
    line("  {}", event);
    for (StepId at = first, depth = 0;; at++) {
      const Step& step = fused_.turns.steps[at];
      std::string text = fmt::format("    {:4} {}", at, name_of(step.op));
      if (step.slot != kNone) text += fmt::format(" #{}", step.slot);
      if (step.op == S::set_state || step.op == S::choose || step.op == S::capture)
        text += fmt::format(" {}", step.imm);
      for (const NodeId operand : {step.what, step.amount, step.extra}) {
        if (operand != kNone) text += " " + node(operand);
      }
      if (step.piece != kNone) text += fmt::format(" only {}", fused_.program->pieces[step.piece].name);
      const bool leads = step.op == S::unless || step.op == S::jump || step.op == S::each;
      if (leads) text += fmt::format(" -> {}", step.to);
      line("{}", text);
      if (step.op == S::each) depth++;
      if (step.op == S::done && depth-- == 0) return;
    }
  }

  void seat(std::size_t p) {
    const fused::Seat& seat = fused_.turns.seats[p];
    line("turns of {}", board_.players[p]);
    for (std::size_t i = 0; i < seat.phases.size(); i++) {
      const fused::Phase& phase = seat.phases[i];
      line("  phase {} while {}", fused_.program->phases[i].name, node(phase.condition));
      for (const fused::Block& block : phase.blocks) {
        line("  move when {} from {}{}", node(block.when), node(block.from),
             block.pass_if_none ? " or pass" : "");
        if (block.pass != kNone) line("    may pass if {}", node(block.pass));
        for (const fused::Pick& pick : block.picks) {
          line("    pick #{} {} to {}", pick.slot, node(pick.from), node(pick.to));
        }
        for (const fused::Filter& filter : block.filters) {
          line("    {} {} if {}", filter.prefer ? "prefer" : "only", node(filter.test), node(filter.cond));
        }
      }
      line("  sow direction {} skip {} each {}", direction(phase), node(phase.skip), node(phase.each));
      if (phase.straight) line("    straight on");
      if (phase.route != kNone) line("    route #{} {}", phase.route_slot, node(phase.route));
      if (phase.order_slot != kNone) line("    drops picked #{}", phase.order_slot);
      list("play", phase.play);
      list("each-seed", phase.each_seed);
      list("lap-end", phase.lap_end);
      list("move-end", phase.move_end);
    }
    list("after-move", seat.after_move);
    list("before-turn", seat.before_turn);
    list("turn-start", seat.turn_start);
    line("  win {}", node(seat.win));
  }

  // --- lanes
  // -------------------------------------------------------------------------------------------------

  std::string place(Place p) const {
    if (board_.is_hole(p)) return board_.holes[p].label;
    return fmt::format("store({})", board_.players[static_cast<std::size_t>(p - board_.hole_count())]);
  }

  std::string lane_set(const Lanes& lanes, Set set) const {
    std::vector<std::string> labels;
    for (int lane = 0; lane < lanes.used; lane++) {
      if (((set >> lane) & 1) != 0) labels.push_back(place(lanes.place[lane]));
    }
    return fmt::format("[{}]", fmt::join(labels, " "));
  }

  static std::string counts(const fused::Counts& counts) {
    std::vector<std::string> ranges;
    for (int n = 0; n < 256; n++) {
      if (!counts.has(n)) continue;
      int end = n;
      while (end < 255 && counts.has(end + 1)) end++;
      ranges.push_back(end == n     ? fmt::format("{}", n)
                       : end == 255 ? fmt::format("{}…", n)
                                    : fmt::format("{}-{}", n, end));
      n = end;
    }
    return fmt::format("{{{}}}", fmt::join(ranges, ","));
  }

  std::string map(const Lanes& lanes, int index) const {
    std::vector<std::string> pairs;
    for (int lane = 0; lane < lanes.used; lane++) {
      const int to = lanes.maps[index][lane];
      if (to == 255) continue;
      pairs.push_back(place(lanes.place[lane]) + ":" + (to < lanes.used ? place(lanes.place[to]) : "-"));
    }
    return fmt::format("({})", fmt::join(pairs, " "));
  }

  void lanes(const Lanes& lanes) {
    std::vector<std::string> order;
    for (const Place p : lanes.place) order.push_back(place(p));
    line("lanes {} of {}: {}", lanes.used, lanes.width, fmt::join(order, " "));
    if (!lanes.opening.is_none()) {
      line("after {} turns of each and {} of all", lanes.opening.each, lanes.opening.all);
    }
    for (std::size_t i = 0; i < lanes.marks.size(); i++) {
      line("mark {}: state {} is {}", i, lanes.marks[i].state, lanes.marks[i].value);
    }
    for (std::size_t i = 0; i < lanes.flags.size(); i++) {
      const fused::LaneFlag& flag = lanes.flags[i];
      if (flag.state == kNone) {
        line("flag {}: local {}", i, flag.element);
      } else {
        line("flag {}: state {} of {} is {}", i, flag.state, flag.element, flag.cell);
      }
    }
    for (std::size_t i = 0; i < lanes.questions.size(); i++) {
      line("question {}", i);
      for (std::size_t at = 0; at < lanes.questions[i].size(); at++) {
        line("  {:3} {}", at, question_step(lanes, lanes.questions[i][at]));
      }
    }
    for (std::size_t p = 0; p < 2; p++) {
      const fused::LaneSeat& seat = lanes.seats[p];
      line("lanes of {}", board_.players[p]);
      const char* feed = seat.feed == fused::Feed::free       ? ""
                         : seat.feed == fused::Feed::if_empty ? ", must feed"
                                                              : ", must leave seeds";
      if (fused_.program->phases.size() > 1) line("  phase {}", fused_.program->phases[seat.phase].name);
      line("  move {} with {} or more{}", lane_set(lanes, seat.own), seat.at_least, feed);
      if (seat.chosen != 0) line("  either way {}", lane_set(lanes, seat.chosen));
      for (const fused::LaneJudge& judge : seat.judges) {
        line("  {} question {} of {}", judge.prefer ? "prefer" : "only", judge.test, judge.of);
      }
      for (std::size_t i = 0; i < seat.play.size(); i++) line("  {:3} {}", i, operation(lanes, seat.play[i]));
      for (const LaneEnd& end : seat.ends) {
        if (end.question >= 0) line("  question {}", end.question);
        line("  end {}{} {} {} {}: {} to {}, {} to {}", name_of(end.test), name_of(end.when),
             lane_set(lanes, end.mask), lane_set(lanes, end.mask2), end.count, lane_set(lanes, end.gets[0]),
             board_.players[0], lane_set(lanes, end.gets[1]), board_.players[1]);
      }
    }
  }

  std::string question_step(const Lanes& lanes, const fused::LaneStep& step) const {
    std::string text = name_of(step.op);
    const bool one =
        step.op == Q::moved || step.op == Q::some || step.op == Q::sum_in || step.op == Q::number_in;
    const bool two = step.op == Q::both || step.op == Q::either || step.op == Q::except;
    if (one || two) text += fmt::format(" {}", step.a);
    if (two) text += fmt::format(" {}", step.b);
    if (step.op == Q::marked || step.op == Q::flagged) text += fmt::format(" {}", step.k);
    if (step.mask != 0) text += " " + lane_set(lanes, step.mask);
    if (step.map >= 0) text += " " + map(lanes, step.map);
    if (step.counts != fused::Counts{}) text += " " + counts(step.counts);
    return text;
  }

  std::string operation(const Lanes& lanes, const LaneOp& op) const {
    std::string text = name_of(op.op);
    if (op.question >= 0) text += fmt::format(" {}", op.question);
    if (op.rows >= 0) text += fmt::format(" rows {}", op.rows);
    if (op.k != 0) text += fmt::format(" k {}", op.k);
    if (op.stop != 0) text += fmt::format(" from {}", op.stop);
    if (op.but_last) text += " but the last seed";
    if (op.mask != 0) text += " " + lane_set(lanes, op.mask);
    if (op.map >= 0) text += " " + map(lanes, op.map);
    if (op.map2 >= 0) text += " " + map(lanes, op.map2);
    if (op.counts != fused::Counts{}) text += " " + counts(op.counts);
    if (op.counts2 != fused::Counts{}) text += " " + counts(op.counts2);
    if (op.op == L::relay) text += fmt::format(" at {}", op.to);
    if (op.otherwise != 0) text += fmt::format(" else {}", op.otherwise);
    return text;
  }

  const FusedProgram& fused_;
  const Board& board_;
  std::string text_;
};

}  // namespace

std::string dump(const FusedProgram& fused) { return Printer(fused).print(); }

}  // namespace mancala
