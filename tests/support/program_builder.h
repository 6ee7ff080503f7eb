// Programs built by hand, without any file: boards, short names for expressions and actions, and a few games
// whose counts are known. For tests only.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "interpreter/ir.h"

namespace mancala::test {

using ir::Act;
using ir::Action;
using ir::Clause;
using ir::ClauseKind;
using ir::Expr;
using ir::ExprId;
using ir::kNone;
using ir::ListId;
using ir::Op;
using ir::Type;

// --- boards
// --------------------------------------------------------------------------------------------------------

inline Circuit ring_of(const std::string& name, const std::vector<std::vector<Place>>& stations, int places) {
  Circuit circuit;
  circuit.name = name;
  for (const std::vector<Place>& order : stations) {  // one for each player, counterclockwise
    std::array<std::vector<Place>, 2> next = {std::vector<Place>(places, kNoPlace),
                                              std::vector<Place>(places, kNoPlace)};
    for (std::size_t i = 0; i < order.size(); ++i) {
      const Place here = order[i];
      const Place there = order[(i + 1) % order.size()];
      next[0][here] = there;
      next[1][there] = here;
    }
    circuit.next.push_back(next);
  }
  return circuit;
}

// South's A1…An from his left, then North's a1…an from his: counterclockwise. Circuits: 0 the holes, 1 with
// the own store, 2 with both stores.
inline Board two_rows(int width) {
  Board board;
  board.players = {"south", "north"};
  board.rows = board.lines = 2;
  board.columns = width;
  std::vector<Place> holes;
  for (Player side = 0; side < 2; ++side) {
    for (int number = 1; number <= width; ++number) {
      Hole hole;
      hole.label = (side == 0 ? "A" : "a") + std::to_string(number);
      hole.side = hole.owner = side;
      hole.number = number;
      hole.line = side == 0 ? 1 : 0;
      hole.column = side == 0 ? number - 1 : width - number;
      holes.push_back(static_cast<Place>(board.holes.size()));
      board.holes.push_back(hole);
    }
  }
  const int all = 2 * width;
  for (int h = 0; h < all; ++h) {
    board.opposite.push_back(static_cast<Place>(all - 1 - h));
    board.behind.push_back(kNoPlace);
    board.same.push_back(static_cast<Place>((h + width) % all));
  }
  const auto with_store = [&](bool south, bool north) {
    std::vector<Place> stations(holes.begin(), holes.begin() + width);
    if (south) stations.push_back(board.store(0));
    stations.insert(stations.end(), holes.begin() + width, holes.end());
    if (north) stations.push_back(board.store(1));
    return stations;
  };
  board.circuits.push_back(ring_of("board", {holes, holes}, all + 2));
  board.circuits.push_back(
      ring_of("board-and-own-store", {with_store(true, false), with_store(false, true)}, all + 2));
  board.circuits.push_back(
      ring_of("board-and-stores", {with_store(true, true), with_store(true, true)}, all + 2));
  return board;
}

// Each player's inner row (A, a) and outer row (B, b) are a ring of his own. Places: A, B, a, b.
inline Board four_rows(int width) {
  Board board;
  board.players = {"south", "north"};
  board.rows = board.lines = 4;
  board.columns = width;
  const char rows[] = {'A', 'B', 'a', 'b'};
  const int lines[] = {2, 3, 1, 0};
  for (int row = 0; row < 4; ++row) {
    for (int number = 1; number <= width; ++number) {
      Hole hole;
      hole.label = rows[row] + std::to_string(number);
      hole.side = hole.owner = static_cast<Player>(row / 2);
      hole.row = row % 2 + 1;
      hole.number = number;
      hole.line = lines[row];
      hole.column = row < 2 ? number - 1 : width - number;
      board.holes.push_back(hole);
    }
  }
  const auto at = [&](int row, int column) { return static_cast<Place>(row * width + column); };
  for (int row = 0; row < 4; ++row) {
    for (int i = 0; i < width; ++i) {
      board.opposite.push_back(at((row + 2) % 4, width - 1 - i));
      board.behind.push_back(row % 2 == 0 ? at(row + 1, i) : kNoPlace);
      board.same.push_back(at((row + 2) % 4, i));
    }
  }
  std::vector<std::vector<Place>> rings;
  for (int inner : {0, 2}) {
    std::vector<Place> ring;  // counterclockwise: the outer row to the right, the inner row back
    for (int i = 0; i < width; ++i) ring.push_back(at(inner + 1, i));
    for (int i = width - 1; i >= 0; --i) ring.push_back(at(inner, i));
    rings.push_back(ring);
  }
  board.circuits.push_back(ring_of("own-rows", rings, 4 * width + 2));
  return board;
}

// Lines of holes that nobody sits at; who owns each is said in the order of places. Circuits: 0 no way at
// all, 1 through all holes, in every other line backwards.
inline Board grid(int lines, int columns, const std::vector<Player>& owners) {
  Board board;
  board.players = {"south", "north"};
  board.lines = lines;
  board.columns = columns;
  const int all = lines * columns;
  for (int h = 0; h < all; ++h) {
    Hole hole;
    hole.line = h / columns;
    hole.column = h % columns;
    hole.row = hole.line + 1;
    hole.number = hole.column + 1;
    hole.label = static_cast<char>('A' + hole.line) + std::to_string(hole.number);
    hole.owner = owners[static_cast<std::size_t>(h)];
    board.holes.push_back(hole);
  }
  board.opposite = board.behind = board.same = std::vector<Place>(static_cast<std::size_t>(all), kNoPlace);
  std::vector<Place> walk;
  for (int h = 0; h < all; ++h) {
    const int line = h / columns;
    walk.push_back(static_cast<Place>(line % 2 == 0 ? h : (2 * line + 1) * columns - 1 - h));
  }
  Circuit nowhere;
  nowhere.name = "anywhere";
  nowhere.closed = false;
  nowhere.straight = true;
  const std::vector<Place> none(static_cast<std::size_t>(all + 2), kNoPlace);
  nowhere.next.assign(2, {none, none});
  board.circuits.push_back(nowhere);
  board.circuits.push_back(ring_of("walk", {walk, walk}, all + 2));
  return board;
}

// --- expressions, actions, clauses
// -----------------------------------------------------------------------------------

class Builder {
 public:
  explicit Builder(Board board) {
    program.id = "test";
    program.board = std::move(board);
    program.phases.emplace_back();
    program.phases[0].name = "play";
  }

  ir::Program program;

  ir::Phase& phase() { return program.phases[0]; }
  std::int32_t slot() {
    program.local_names.emplace_back();
    return program.locals++;
  }

  ExprId e(Op op, Type type, ExprId a = kNone, ExprId b = kNone, ExprId c = kNone, std::int32_t imm = 0) {
    Expr expr;
    expr.op = op;
    expr.type = type;
    expr.a = a;
    expr.b = b;
    expr.c = c;
    expr.imm = imm;
    program.exprs.push_back(expr);
    return static_cast<ExprId>(program.exprs.size()) - 1;
  }
  ExprId constant(Op op, Type type, std::int32_t imm) { return e(op, type, kNone, kNone, kNone, imm); }

  ExprId num(std::int32_t n) { return constant(Op::number, Type::number, n); }
  ExprId yes() { return constant(Op::truth, Type::truth, 1); }
  ExprId no() { return constant(Op::truth, Type::truth, 0); }
  ExprId hole(const std::string& label) { return constant(Op::place, Type::hole, program.board.find(label)); }
  ExprId none() { return constant(Op::place, Type::hole, kNoPlace); }
  ExprId hand() { return constant(Op::place, Type::hole, kHand); }
  ExprId out() { return constant(Op::place, Type::hole, kOut); }
  ExprId person(Player p) { return constant(Op::player, Type::player, p); }
  ExprId nobody() { return person(kNobody); }
  ExprId way(Direction d) { return constant(Op::direction, Type::direction, static_cast<std::int32_t>(d)); }
  ExprId word(std::int32_t index) { return constant(Op::word, Type::word, index); }
  ExprId literal(const std::vector<std::string>& labels) {
    Region region;
    for (const std::string& label : labels) region.add(program.board.find(label));
    program.regions.push_back(region);
    return constant(Op::region, Type::region, static_cast<std::int32_t>(program.regions.size()) - 1);
  }
  ExprId local(std::int32_t slot, Type type = Type::hole) { return constant(Op::local, type, slot); }

  ExprId mover() { return e(Op::mover, Type::player); }
  ExprId opponent() { return e(Op::other, Type::player, mover()); }
  ExprId own() { return e(Op::own, Type::region); }
  ExprId theirs() { return e(Op::theirs, Type::region); }
  ExprId board() { return e(Op::board, Type::region); }
  ExprId players() { return e(Op::players, Type::players); }
  ExprId start() { return e(Op::start, Type::hole); }
  ExprId here() { return e(Op::here, Type::hole); }
  ExprId was() { return e(Op::was, Type::number); }
  ExprId last() { return e(Op::last, Type::truth); }
  ExprId seeds(ExprId x) { return e(Op::seeds, Type::number, x); }
  ExprId store(ExprId p) { return e(Op::store, Type::hole, p); }
  ExprId next(ExprId h) { return e(Op::next, Type::hole, h); }
  ExprId prev(ExprId h) { return e(Op::prev, Type::hole, h); }
  ExprId opposite(ExprId h) { return e(Op::opposite, program.exprs[h].type, h); }
  ExprId owner(ExprId h) { return e(Op::owner, Type::player, h); }
  ExprId equal(ExprId a, ExprId b) { return e(Op::equal, Type::truth, a, b); }
  ExprId less(ExprId a, ExprId b) { return e(Op::less, Type::truth, a, b); }
  ExprId greater(ExprId a, ExprId b) { return e(Op::greater, Type::truth, a, b); }
  ExprId both(ExprId a, ExprId b) { return e(Op::logical_and, Type::truth, a, b); }
  ExprId either(ExprId a, ExprId b) { return e(Op::logical_or, Type::truth, a, b); }
  ExprId negate(ExprId a) { return e(Op::logical_not, Type::truth, a); }
  ExprId in(ExprId h, ExprId set) { return e(Op::in, Type::truth, h, set); }
  ExprId unite(ExprId a, ExprId b) { return e(Op::unite, program.exprs[a].type, a, b); }
  ExprId occupied(ExprId x) { return greater(seeds(x), num(0)); }
  ExprId empty(ExprId x) { return equal(seeds(x), num(0)); }
  ExprId is(ExprId n, std::vector<std::pair<std::int32_t, std::int32_t>> ranges) {
    program.number_sets.push_back({std::move(ranges), false, false});
    return e(Op::is, Type::truth, n, kNone, kNone, static_cast<std::int32_t>(program.number_sets.size()) - 1);
  }
  // `set where test(it)`
  template <class Test>
  ExprId where(ExprId set, const Test& test) {
    const std::int32_t it = slot();
    const bool persons = program.exprs[set].type == Type::players;
    const ExprId condition = test(local(it, persons ? Type::player : Type::hole));
    return e(Op::where, persons ? Type::players : Type::region, set, condition, kNone, it);
  }
  ExprId occupied_own() {
    return where(own(), [this](ExprId it) { return occupied(it); });
  }
  ExprId most_captured() {
    const std::int32_t it = slot();
    return e(Op::player_with_most, Type::player, players(), seeds(store(local(it, Type::player))), kNone, it);
  }

  Action act(Act what, ExprId where = kNone, ExprId amount = kNone, ExprId extra = kNone) {
    Action action;
    action.act = what;
    action.what = where;
    action.amount = amount;
    action.extra = extra;
    return action;
  }
  Action lift(ExprId from) { return act(Act::lift, from); }
  Action sow_after(ExprId h) { return act(Act::sow_after, h); }
  Action capture(ExprId from) { return act(Act::capture, from); }
  Action capture_for_owners(ExprId from) {
    Action action = capture(from);
    action.slot = slot();
    action.extra = owner(local(action.slot));
    return action;
  }
  std::vector<Action> relay(ExprId h) { return {lift(h), sow_after(h)}; }

  static Clause clause(ClauseKind kind, ExprId condition, std::vector<Action> actions) {
    Clause made;
    made.kind = kind;
    made.cond = condition;
    made.actions = std::move(actions);
    return made;
  }
  static Clause then(ExprId condition, std::vector<Action> actions) {
    return clause(ClauseKind::then, condition, std::move(actions));
  }
  static Clause also(ExprId condition, std::vector<Action> actions) {
    return clause(ClauseKind::also, condition, std::move(actions));
  }
  ListId list(std::vector<Clause> clauses) {
    program.lists.push_back({std::move(clauses)});
    return static_cast<ListId>(program.lists.size()) - 1;
  }

 private:
};

// --- games
// -----------------------------------------------------------------------------------------------------------

// What most games on two rows share: any occupied own hole, counterclockwise, one lap, more captured seeds
// win.
inline Builder sowing_game(Board board, int seeds_each) {
  Builder b(std::move(board));
  b.program.setup_slot = b.slot();
  b.program.setup = b.num(seeds_each);
  ir::MoveBlock block;
  block.from = b.occupied_own();
  b.phase().moves.push_back(block);
  b.phase().direction = b.way(Direction::onward);
  b.phase().play = b.list({Builder::also(kNone, b.relay(b.start()))});
  b.program.win = b.most_captured();
  return b;
}

// Four holes a side with three seeds each, and how it begins.
inline Builder threes() { return sowing_game(two_rows(4), 3); }
inline constexpr const char* kThrees = "3,3,3,3/3,3,3,3 0:0 south";
// The same, but nobody wins.
inline Builder unwon_threes() {
  Builder b = threes();
  b.program.win = b.nobody();
  return b;
}

// The player to move cannot: his opponent gets what is left.
inline void opponent_gets_rest(Builder& b) {
  Action rest = b.capture(b.board());
  rest.extra = b.opponent();
  b.program.before_turn = b.list({Builder::then(b.e(Op::no_move, Type::truth), {rest})});
}

inline ir::Program kalah(int width = 6, int seeds_each = 4, bool empty_capture = false) {
  Builder b = sowing_game(two_rows(width), seeds_each);
  b.phase().circuit = 1;
  const ExprId across = b.opposite(b.here());
  const ExprId fell_in_own_empty = b.both(b.equal(b.was(), b.num(0)), b.in(b.here(), b.own()));
  const ExprId captures = empty_capture ? fell_in_own_empty : b.both(fell_in_own_empty, b.occupied(across));
  const ExprId both_holes =
      b.unite(b.e(Op::single, Type::region, b.here()), b.e(Op::single, Type::region, across));
  b.phase().lap_end = b.list({Builder::then(b.equal(b.here(), b.store(b.mover())), {b.act(Act::again)}),
                              Builder::then(captures, {b.capture(both_holes)})});
  b.program.after_move = b.list(
      {Builder::then(b.either(b.empty(b.own()), b.empty(b.theirs())), {b.capture_for_owners(b.board())})});
  return b.program;
}

inline ir::Program oware() {
  Builder b = sowing_game(two_rows(6), 4);
  b.phase().station_slot = b.slot();
  b.phase().skip = b.equal(b.local(b.phase().station_slot), b.start());
  ir::Filter feed;
  feed.cond = b.empty(b.theirs());
  feed.test = b.e(Op::after, Type::truth, b.occupied(b.theirs()));
  b.phase().moves[0].filters.push_back(feed);
  const std::int32_t it = b.slot();
  const ExprId chain =
      b.e(Op::run, Type::region, b.here(), b.is(b.seeds(b.local(it)), {{2, 3}}), b.theirs(), it);
  b.program.exprs[chain].d = ir::kRunBack;
  b.phase().lap_end =
      b.list({Builder::then(b.negate(b.equal(b.seeds(chain), b.seeds(b.theirs()))), {b.capture(chain)})});
  b.program.before_turn =
      b.list({Builder::then(b.e(Op::no_move, Type::truth), {b.capture_for_owners(b.board())})});
  const ExprId half = b.both(b.equal(b.seeds(b.store(b.mover())), b.num(24)),
                             b.equal(b.seeds(b.store(b.opponent())), b.num(24)));
  b.program.after_move =
      b.list({Builder::then(b.either(b.greater(b.seeds(b.store(b.mover())), b.num(24)), half), {})});
  return b.program;
}

inline ir::Program sadeqa(int seeds_each = 6, int laps = 5000, ir::EndlessThen then = ir::EndlessThen::stop) {
  Builder b = sowing_game(two_rows(8), seeds_each);
  b.phase().lap_end = b.list({Builder::then(b.greater(b.was(), b.num(0)), b.relay(b.here())),
                              Builder::then(b.in(b.here(), b.own()), {b.capture(b.opposite(b.here()))})});
  opponent_gets_rest(b);
  b.program.endless = {laps, then};
  return b.program;
}

// A hole that comes to hold four seeds goes to its owner; the last seed of a lap counts or not.
inline ir::Program raja_pasu(bool last_seed_captures) {
  Builder b = sowing_game(two_rows(7), 7);
  ExprId four = b.equal(b.seeds(b.here()), b.num(4));
  if (!last_seed_captures) four = b.both(four, b.negate(b.last()));
  b.phase().each_seed = b.list({Builder::then(four, {b.capture_for_owners(b.here())})});
  const ExprId next = b.next(b.here());
  b.phase().lap_end = b.list(
      {Builder::then(b.occupied(next), b.relay(next)), Builder::then(kNone, {b.capture(b.next(next))})});
  opponent_gets_rest(b);
  b.program.endless = {5000, ir::EndlessThen::stop};
  return b.program;
}

}  // namespace mancala::test
