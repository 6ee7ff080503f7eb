// From a program to Turns: expressions resolved for each mover, clause lists flattened into steps.
#include "interpreter/fuse.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <optional>

#include "interpreter/choice.h"
#include "interpreter/fuse_lanes.h"
#include "interpreter/walk.h"

namespace mancala {

using fused::Map;
using fused::N;
using fused::Node;
using fused::NodeId;
using fused::S;
using fused::Set;
using fused::Step;
using fused::StepId;
using ir::Expr;
using ir::ExprId;
using ir::kNone;
using ir::Op;
using ir::Type;

namespace {

constexpr int kFirstOfMany = 255;  // of fused::Counts
constexpr int kMostSeeds = 65535;

class Resolver {
 public:
  explicit Resolver(const ir::Program& program, fused::Turns& out) : program_(program), out_(out) {
    const Board& board = program.board;
    const int players = board.player_count();
    const auto table = [&](auto&& of) {
      Map map;
      map.fill(-1);
      for (int i = 0; i < kMaxPlaces; i++) map[i] = static_cast<std::int8_t>(of(i));
      out_.maps.push_back(map);
      return static_cast<int>(out_.maps.size()) - 1;
    };
    const auto of_hole = [&](auto&& value) {
      return table([&](int i) -> int { return i < board.hole_count() ? value(i) : -1; });
    };
    const auto of_player = [&](auto&& value) {
      return table([&](int i) -> int { return i < players ? value(static_cast<Player>(i)) : -1; });
    };
    const auto from = [](const std::vector<Place>& places, int i) -> int {
      return i < static_cast<int>(places.size()) ? places[i] : kNoPlace;
    };
    opposite_ = of_hole([&](int i) { return from(board.opposite, i); });
    behind_ = of_hole([&](int i) { return from(board.behind, i); });
    same_ = of_hole([&](int i) { return from(board.same, i); });
    row_ = of_hole([&](int i) { return board.holes[i].row; });
    number_ = of_hole([&](int i) { return board.holes[i].number; });
    store_ = of_player([&](Player p) { return board.store(p); });
    next_player_ = of_player([&](Player p) { return (p + 1) % players; });
    other_ = of_player([&](Player p) { return players == 2 ? 1 - p : kNobody; });  // of two
    for (int kind = 0; kind < static_cast<int>(board.piles.size()); kind++) {
      piles_.push_back(of_player([&](Player p) { return board.pile(kind, p); }));
    }
  }

  void seat(Player mover) {
    mover_ = mover;
    nodes_.clear();
    fused::Seat seat;
    for (const ir::Phase& phase : program_.phases) seat.phases.push_back(resolve(phase));
    seat.turn_start = list(program_.turn_start);
    seat.before_turn = list(program_.before_turn);
    seat.after_move = list(program_.after_move);
    seat.win = node(program_.win);
    for (const ir::State& state : program_.states) seat.starts.push_back(node(state.starts));
    out_.seats.push_back(std::move(seat));
  }

 private:
  fused::Phase resolve(const ir::Phase& phase) {
    fused::Phase result;
    result.condition = node(phase.condition);
    for (const ir::MoveBlock& block : phase.moves) {
      fused::Block made;
      made.when = node(block.when);
      made.from = node(block.from);
      made.set = block.from != kNone && expr(block.from).type == Type::region;
      for (const ir::Pick& pick : block.picks) {
        made.picks.push_back({pick.slot, pick.to == kNone ? set(pick.from) : node(pick.from), node(pick.to)});
      }
      for (const ir::Filter& filter : block.filters) {
        const bool looks = ir::looks_ahead(program_, filter.cond) || ir::looks_ahead(program_, filter.test);
        made.filters.push_back({node(filter.cond), node(filter.test), filter.prefer, looks});
      }
      made.pass_if_none = block.pass_if_none;
      made.pass = node(block.pass);
      result.blocks.push_back(std::move(made));
    }
    result.circuit = phase.circuit;
    result.straight = program_.board.circuits[phase.circuit].straight;
    const NodeId direction = node(phase.direction);
    if (direction == kNone) {
      result.stated = Direction::onward;
    } else if (const auto stated = fixed(direction)) {
      result.stated = static_cast<Direction>(*stated);
    }
    if (result.stated == Direction::none) result.direction = direction;
    const bool one_way = result.stated == Direction::onward || result.stated == Direction::backward;
    const bool may_not_be_endless =
        program_.endless.then == ir::EndlessThen::illegal && program_.endless.laps > 0;
    for (fused::Block& block : result.blocks) {
      block.plain = block.set && block.when == kNone && block.picks.empty() && block.filters.empty() &&
                    one_way && !may_not_be_endless;
    }
    result.skip = node(phase.skip);
    result.each = node(phase.each);
    result.station_slot = phase.station_slot;
    if (phase.route != kNone) result.route = holes(phase.route);
    result.route_slot = phase.route_slot;
    result.order_slot = phase.order_slot;
    result.play = list(phase.play);
    result.each_seed = list(phase.each_seed);
    result.lap_end = list(phase.lap_end);
    result.move_end = list(phase.move_end);
    return result;
  }

  // --- expressions
  // -------------------------------------------------------------------------------------------

  const Expr& expr(ExprId id) const { return program_.exprs[id]; }

  [[nodiscard]] std::optional<std::int64_t> fixed(NodeId id) const {
    if (id == kNone || out_.nodes[id].op != N::constant) return std::nullopt;
    return out_.nodes[id].imm;
  }

  NodeId constant(std::int64_t value) { return make({N::constant, 1, kNone, kNone, kNone, value}); }

  NodeId make(const Node& node) {
    for (std::size_t i = 0; i < out_.nodes.size(); i++) {
      if (out_.nodes[i] == node) return static_cast<NodeId>(i);
    }
    out_.nodes.push_back(node);
    return static_cast<NodeId>(out_.nodes.size()) - 1;
  }
  NodeId make(N op, NodeId a = kNone, NodeId b = kNone, std::int64_t imm = 0) {
    return make({op, 1, a, b, kNone, imm});
  }

  NodeId node(ExprId id) {
    if (id == kNone) return kNone;
    const auto known = nodes_.find(id);
    if (known != nodes_.end()) return known->second;
    const NodeId made = resolve(expr(id));
    nodes_.emplace(id, made);
    return made;
  }

  [[nodiscard]] bool is_set(ExprId id) const { return expr(id).type == Type::region; }
  [[nodiscard]] bool is_holes(ExprId id) const {
    return expr(id).type == Type::region || expr(id).type == Type::hole;
  }

  // As a set of holes, or of players.
  NodeId holes(ExprId id) { return expr(id).type == Type::region ? node(id) : make(N::one_hole, node(id)); }
  NodeId players(ExprId id) {
    if (expr(id).type == Type::players) return node(id);
    const NodeId one = node(id);
    if (const auto p = fixed(one)) return constant(*p < 0 ? 0 : std::int64_t{1} << *p);
    return make(N::one_player, one);
  }
  NodeId set(ExprId id) { return is_holes(id) ? holes(id) : players(id); }

  NodeId of_player(int map, NodeId player) {
    if (const auto p = fixed(player)) return constant(*p < 0 ? -1 : out_.maps[map][*p]);
    return make(N::of_player, player, kNone, map);
  }

  NodeId mapped(const Expr& e, int map) {
    if (e.type == Type::region) return make(N::map_each, holes(e.a), kNone, map);
    return make(N::map, node(e.a), kNone, map);
  }

  NodeId binary(N op, const Expr& e) { return fold(op, node(e.a), node(e.b)); }

  NodeId fold(N op, NodeId a, NodeId b) {
    const auto x = fixed(a), y = fixed(b);
    if (x && y) {
      if (is_comparison(op)) return constant(compare(op, *x, *y) ? 1 : 0);
      if (op == N::add) return constant(*x + *y);
      if (op == N::subtract) return constant(*x - *y);
    }
    return make(op, a, b);
  }

  NodeId resolve(const Expr& e) {
    switch (e.op) {
      case Op::number:
      case Op::truth:
      case Op::place:
      case Op::player:
      case Op::direction:
      case Op::word: return constant(e.imm);
      case Op::region: return make(N::holes, kNone, kNone, word(program_.regions[e.imm]));
      case Op::local:
        if (e.type == Type::region) return make(N::local_holes, kNone, kNone, e.imm);
        return make({N::local, static_cast<std::int8_t>(none_of(e.type)), kNone, kNone, kNone, e.imm});
      case Op::state: return make(N::state, node(e.a), kNone, e.imm);
      case Op::mover: return constant(mover_);
      case Op::own: return make(N::owned_by, constant(mover_));
      case Op::theirs: return make(N::owned_not, kNone, kNone, mover_);
      case Op::board: return make(N::holes, kNone, kNone, word(program_.board.all()));
      case Op::players: return constant((std::int64_t{1} << program_.board.player_count()) - 1);
      case Op::start: return make(N::start);
      case Op::running: return make(N::running);
      case Op::origin: return make(N::origin);
      case Op::here: return make(N::here);
      case Op::previous: return make(N::previous);
      case Op::was: return make(N::was);
      case Op::last: return make(N::last);
      case Op::first_sown: return make(N::first_sown);
      case Op::lap_sown: return make(N::lap_sown);
      case Op::turn_sown: return make(N::turn_sown);
      case Op::laps: return make(N::laps);
      case Op::captured_now: return make(N::captured_now, node(e.a));
      case Op::phase: return make(N::phase);
      case Op::round: return make(N::round);
      case Op::turns: return make(N::turns, node(e.a));
      case Op::turns_played: return make(N::turns_played);
      case Op::round_starter: return make(N::round_starter);
      case Op::round_winner: return make(N::round_winner);
      case Op::last_mover: return make(N::last_mover);
      case Op::no_move: return make(N::no_move);
      case Op::repeated: return make(N::repeated);
      case Op::quiet: return make(N::quiet);
      case Op::by_lot: return make(N::by_lot);

      case Op::seeds: return make(is_set(e.a) ? N::seeds_in : N::seeds_at, node(e.a));
      case Op::pieces: return make(is_set(e.a) ? N::pieces_in : N::pieces_at, node(e.a), kNone, e.imm);
      case Op::worth: return make(is_set(e.a) ? N::worth_in : N::worth_at, node(e.a));
      case Op::count: return make(N::count, set(e.a));
      case Op::row: return make(N::number_of, node(e.a), kNone, row_);
      case Op::column_number: return make(N::number_of, node(e.a), kNone, number_);
      case Op::next: return make(N::next, node(e.a));
      case Op::prev: return make(N::prev, node(e.a));
      case Op::opposite: return mapped(e, opposite_);
      case Op::behind: return mapped(e, behind_);
      case Op::same: return mapped(e, same_);
      case Op::leftmost: return make(N::leftmost, holes(e.a));
      case Op::rightmost: return make(N::rightmost, holes(e.a));
      case Op::foremost: return make(N::foremost, holes(e.a));
      case Op::hindmost: return make(N::hindmost, holes(e.a));
      case Op::store: return of_player(store_, node(e.a));
      case Op::pile: return of_player(piles_[e.imm], node(e.a));
      case Op::holes: return make(N::owned_by, node(e.a));
      case Op::side: return make(N::side, node(e.a));
      case Op::neighbours: return make(N::neighbours, node(e.a));
      case Op::owner: return make(N::owner, node(e.a));
      case Op::other: return of_player(other_, node(e.a));
      case Op::next_player: return of_player(next_player_, node(e.a));
      case Op::closed: return make(N::closed, node(e.a));
      case Op::reverse: return make(N::reverse, node(e.a));
      case Op::the: return make(N::the, holes(e.a));
      case Op::step: return make({N::step, 1, node(e.a), node(e.b), node(e.c), 0});

      case Op::add: return binary(N::add, e);
      case Op::subtract: return binary(N::subtract, e);
      case Op::multiply: return binary(N::multiply, e);
      case Op::divide: return binary(N::divide, e);
      case Op::modulo: return binary(N::modulo, e);
      case Op::equal:
      case Op::not_equal: {
        const N op = e.op == Op::equal ? N::equal : N::not_equal;
        const bool sets = expr(e.a).type == Type::region || expr(e.b).type == Type::region;
        return sets ? make(op, holes(e.a), holes(e.b)) : binary(op, e);
      }
      case Op::less: return binary(N::less, e);
      case Op::less_equal: return binary(N::less_equal, e);
      case Op::greater: return binary(N::greater, e);
      case Op::greater_equal: return binary(N::greater_equal, e);
      case Op::logical_and: {
        const NodeId a = node(e.a);
        if (const auto known = fixed(a)) return *known != 0 ? node(e.b) : constant(0);
        const NodeId b = node(e.b);
        if (const auto known = fixed(b)) return *known != 0 ? a : constant(0);
        return make(N::logical_and, a, b);
      }
      case Op::logical_or: {
        const NodeId a = node(e.a);
        if (const auto known = fixed(a)) return *known != 0 ? constant(1) : node(e.b);
        const NodeId b = node(e.b);
        if (const auto known = fixed(b)) return *known != 0 ? constant(1) : a;
        return make(N::logical_or, a, b);
      }
      case Op::logical_not: {
        const NodeId a = node(e.a);
        if (const auto known = fixed(a)) return constant(*known == 0);
        return make(N::logical_not, a);
      }
      case Op::choose_if: {
        const auto branch = [&](ExprId id) {
          if (e.type == Type::region) return holes(id);
          return e.type == Type::players ? players(id) : node(id);
        };
        const NodeId a = node(e.a);
        if (const auto known = fixed(a)) return branch(*known != 0 ? e.b : e.c);
        return make({N::choose_if, 1, a, branch(e.b), branch(e.c), 0});
      }
      case Op::bind: {
        const NodeId value = e.type == Type::region    ? holes(e.b)
                             : e.type == Type::players ? players(e.b)
                                                       : node(e.b);
        return make(N::bind, node(e.a), value, e.imm);
      }
      case Op::in: return make(N::in, node(e.a), set(e.b));
      case Op::is: {
        const NodeId a = node(e.a);
        if (const auto known = fixed(a)) return constant(program_.number_sets[e.imm].has(*known));
        return make(N::is, a, kNone, e.imm);
      }
      case Op::where: {
        if (!is_holes(e.a)) return make(N::where_player, players(e.a), node(e.b), e.imm);
        const NodeId among = holes(e.a), test = node(e.b);
        const auto counts = counts_of(test, e.imm);
        return counts ? make(N::where_count, among, kNone, *counts) : make(N::where_hole, among, test, e.imm);
      }
      case Op::unite: return make(N::unite, set(e.a), set(e.b));
      case Op::minus: return make(N::minus, set(e.a), set(e.b));
      case Op::single: return make(N::one_hole, node(e.a));
      case Op::some: return make(N::some, set(e.a));
      case Op::run: {
        const NodeId within =
            e.c == kNone ? make(N::holes, kNone, kNone, word(program_.board.all())) : holes(e.c);
        const int by = e.d == ir::kRunBack ? -e.by : e.by;
        return make({N::run, static_cast<std::int8_t>(by), node(e.a), node(e.b), within, e.imm});
      }
      case Op::player_with_most:
      case Op::player_with_fewest: {
        const NodeId among =
            e.a == kNone ? constant((std::int64_t{1} << program_.board.player_count()) - 1) : players(e.a);
        return make(e.op == Op::player_with_most ? N::most : N::fewest, among, node(e.b), e.imm);
      }
      case Op::after: return make(N::after, node(e.a));
      case Op::some_move: return some_move(e);
      case Op::at_start: return make(N::at_start, node(e.a));
      case Op::at_lap_start: return make(N::at_lap_start, node(e.a));
    }
    return kNone;
  }

  // The counts for which a condition on the seeds in hole `slot` holds: seeds(it) > 0, seeds(it) is 2 or 3.
  std::optional<int> counts_of(NodeId test, std::int32_t slot) {
    const Node node = out_.nodes[test];
    const auto is_count = [&](NodeId id) {
      if (id == kNone || out_.nodes[id].op != N::seeds_at) return false;
      const Node& place = out_.nodes[out_.nodes[id].a];
      return place.op == N::local && place.imm == slot;
    };
    std::function<bool(std::int64_t)> holds;
    if (node.op == N::is && is_count(node.a)) {
      const ir::NumberSet& set = program_.number_sets[node.imm];
      if (set.even || set.odd) return std::nullopt;
      for (const auto& [from, to] : set.ranges) {
        if (from > kFirstOfMany || (to >= kFirstOfMany && to < kMostSeeds)) return std::nullopt;
      }
      holds = [&set](std::int64_t n) { return set.has(n); };
    } else {
      const bool left = is_count(node.a) && node.b != kNone && fixed(node.b);
      const bool right = !left && node.b != kNone && is_count(node.b) && fixed(node.a);
      if (!left && !right) return std::nullopt;
      const std::int64_t k = *fixed(left ? node.b : node.a);
      if (k >= kFirstOfMany) return std::nullopt;
      const N op = node.op;
      holds = [op, left, k](std::int64_t n) { return compare(op, left ? n : k, left ? k : n); };
      if (!is_comparison(op)) return std::nullopt;
    }
    fused::Counts counts;
    for (int n = 0; n <= kFirstOfMany; n++) {
      if (holds(n)) counts.add(n);
    }
    const auto known = std::find(out_.counts.begin(), out_.counts.end(), counts);
    const auto index = static_cast<int>(known - out_.counts.begin());
    if (known == out_.counts.end()) out_.counts.push_back(counts);
    return index;
  }

  static bool is_comparison(N op) {
    return op == N::equal || op == N::not_equal || op == N::less || op == N::less_equal || op == N::greater ||
           op == N::greater_equal;
  }

  static bool compare(N op, std::int64_t a, std::int64_t b) {
    if (op == N::equal) return a == b;
    if (op == N::not_equal) return a != b;
    if (op == N::less) return a < b;
    if (op == N::less_equal) return a <= b;
    return op == N::greater ? a > b : a >= b;
  }

  // What a move by another player gives is asked when he is the mover.
  NodeId some_move(const Expr& e) {
    const auto test_for = [&](Player p) {
      const Player kept = mover_;
      auto nodes = std::move(nodes_);
      nodes_.clear();
      mover_ = p;
      const NodeId test = node(e.b);
      mover_ = kept;
      nodes_ = std::move(nodes);
      return test;
    };
    const NodeId who = node(e.a);
    NodeId any = constant(0);
    for (Player p = 0; p < program_.board.player_count(); p++) {
      if (const auto known = fixed(who)) {
        if (*known != p) continue;
      }
      NodeId one = make(N::some_move, constant(p), test_for(p));
      if (who != kNone && !fixed(who)) one = make(N::logical_and, fold(N::equal, who, constant(p)), one);
      any = fixed(any) ? one : make(N::logical_or, any, one);
    }
    return any;
  }

  static std::int64_t word(const Region& region) { return static_cast<std::int64_t>(region.word(0)); }

  // --- clause lists
  // ------------------------------------------------------------------------------------------

  StepId list(ir::ListId id) {
    if (id == kNone) return kNone;
    const auto first = static_cast<StepId>(out_.steps.size());
    std::vector<StepId> leave;
    clauses(program_.lists[id], kNone, true, leave);
    add({S::done});
    return first;
  }

  StepId add(const Step& step) {
    out_.steps.push_back(step);
    return static_cast<StepId>(out_.steps.size()) - 1;
  }
  void land(StepId step) { out_.steps[step].to = static_cast<StepId>(out_.steps.size()); }

  // Of clauses within each other the outermost speaks, unless only an inner one has a name.
  std::int32_t cause_of(const ir::Clause& clause, std::int32_t outer) {
    fused::Cause cause;
    if (!clause.name.empty()) {
      cause = {Reason::named, clause.name};
    } else if (outer != kNone) {
      return outer;
    } else if (ir::reads(program_, clause.cond, Op::no_move)) {
      cause.reason = Reason::no_move;
    } else if (ir::reads(program_, clause.cond, Op::repeated)) {
      cause.reason = Reason::repeated;
    }
    const auto known = std::find(out_.causes.begin(), out_.causes.end(), cause);
    const auto index = static_cast<std::int32_t>(known - out_.causes.begin());
    if (known == out_.causes.end()) out_.causes.push_back(cause);
    return index;
  }

  // `leave`: jumps that go behind a list within a list.
  void clauses(const ir::ClauseList& of, std::int32_t outer, bool whole, std::vector<StepId>& leave) {
    for (const ir::Clause& clause : of.clauses) {
      const std::int32_t cause = cause_of(clause, outer);
      StepId unless = kNone;
      switch (clause.kind) {
        case ir::ClauseKind::let: let(clause.slot, clause.value); break;
        case ir::ClauseKind::then:
        case ir::ClauseKind::also:
          if (clause.cond != kNone) {
            const NodeId cond = node(clause.cond);
            if (fixed(cond) == 0) break;
            if (!fixed(cond)) unless = add({.op = S::unless, .what = cond});
          }
          actions(clause, cause);
          if (clause.kind == ir::ClauseKind::then) {
            if (whole) {
              add({.op = S::held, .cause = cause});
            } else {
              leave.push_back(add({S::jump}));
            }
          }
          if (unless != kNone) land(unless);
          break;
        case ir::ClauseKind::each: each(clause, 0, cause); break;
      }
    }
  }

  void let(std::int32_t slot, ExprId value) { add({.op = S::let, .what = node(value), .slot = slot}); }

  void each(const ir::Clause& clause, std::size_t binding, std::int32_t cause) {
    if (binding == clause.bindings.size()) {
      StepId unless = kNone;
      if (clause.cond != kNone) unless = add({.op = S::unless, .what = node(clause.cond)});
      actions(clause, cause);
      if (unless != kNone) land(unless);
      return;
    }
    const ir::Binding& loop = clause.bindings[binding];
    const StepId head = add({.op = S::each,
                             .from = loop.from,
                             .players = !is_holes(loop.set),
                             .what = set(loop.set),
                             .extra = node(loop.order),
                             .slot = loop.slot});
    each(clause, binding + 1, cause);
    add({S::done});
    land(head);
  }

  void actions(const ir::Clause& clause, std::int32_t cause) {
    for (const ir::Action& action : clause.actions) act(action, cause);
  }

  void act(const ir::Action& action, std::int32_t cause) {
    const bool set = action.what != kNone && expr(action.what).type == Type::region;
    Step step{.set = set,
              .what = node(action.what),
              .amount = node(action.amount),
              .extra = node(action.extra),
              .imm = action.imm,
              .slot = action.slot,
              .piece = action.piece,
              .cause = cause};
    switch (action.act) {
      case ir::Act::lift: step.op = S::lift; break;
      case ir::Act::sow_after: step.op = S::sow_after; break;
      case ir::Act::sow_at: step.op = S::sow_at; break;
      case ir::Act::capture: step.op = S::capture; break;
      case ir::Act::move:
        step.op = S::move;
        step.set = expr(action.extra).type == Type::region;
        break;
      case ir::Act::set_state: step.op = S::set_state; break;
      case ir::Act::set_owner: step.op = S::set_owner; break;
      case ir::Act::close:
      case ir::Act::open:
        step.op = action.act == ir::Act::close ? S::close : S::open;
        step.what = holes(action.what);
        break;
      case ir::Act::choose:
        step.op = S::choose;
        step.amount = node(action.by);
        step.chance = action.by_chance;
        step.players = action.what != kNone && !is_holes(action.what);
        if (action.what == kNone) {
          step.imm = static_cast<std::int32_t>(out_.word_choices.size());
          out_.word_choices.push_back(word_choices(action));
        }
        if (action.what != kNone && action.extra == kNone) step.what = this->set(action.what);
        break;
      case ir::Act::let: step.op = S::let; break;
      case ir::Act::block: {
        std::vector<StepId> leave;
        clauses(program_.lists[action.imm], cause, false, leave);
        for (const StepId jump : leave) land(jump);
        return;
      }
      case ir::Act::again: step.op = S::again; break;
      case ir::Act::stop: step.op = S::stop; break;
      case ir::Act::end: step.op = S::end; break;
      case ir::Act::win: step.op = S::win; break;
      case ir::Act::swap_seats: step.op = S::swap_seats; break;
      case ir::Act::rotate_seats: step.op = S::rotate_seats; break;
    }
    add(step);
  }

  const ir::Program& program_;
  fused::Turns& out_;
  Player mover_ = 0;
  std::map<ExprId, NodeId> nodes_;
  int opposite_ = 0, behind_ = 0, same_ = 0, row_ = 0, number_ = 0, store_ = 0, next_player_ = 0, other_ = 0;
  std::vector<int> piles_;
};

}  // namespace

std::optional<FusedProgram> fuse(const ir::Program& program, std::string* why_not) {
  if (program.board.hole_count() > fused::kMaxHoles) {
    if (why_not != nullptr) *why_not = "the board has more than 64 holes";
    return std::nullopt;
  }
  FusedProgram fused;
  fused.program = std::make_shared<const ir::Program>(program);
  Resolver resolver(*fused.program, fused.turns);
  for (Player p = 0; p < program.board.player_count(); p++) resolver.seat(p);
  fused.lanes = fuse_lanes(*fused.program, fused.turns, first_view(*fused.program), fused.why_no_lanes);
  return fused;
}

}  // namespace mancala
