// What `fuse` makes of a Program: the same rules, resolved for speed. Two parts:
//
//   Turns  expressions and clause lists resolved for each mover (what is constant for him is a constant),
//   flattened
//          into steps. Always there. It says everything that the program says.
//   Lanes  a short list of operations on a board that lies in one vector, for programs whose turns consist of
//   laps,
//          tests and captures that have such an operation. May be absent; then Turns plays alone.
//
// Nothing here depends on a variant's name: Lanes comes from patterns in the program only.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "interpreter/ir.h"
#include "interpreter/reference.h"

namespace mancala::fused {

inline constexpr int kMaxHoles = 64;  // of a board that can be fused: a set of holes is one word

using Set = std::uint64_t;  // of holes or of players
using NodeId = std::int32_t;
using ir::kNone;  // "no such node / step / list"

// A place, a number of a place … for each place; -1 where there is none.
using Map = std::array<std::int8_t, kMaxPlaces>;

// Operators of resolved expressions. Values are 64-bit: numbers, truths, places (kNoPlace, kHand, kOut),
// players, directions, words; sets as bits. `imm` and the operands a, b, c as said.
enum class N : std::uint8_t {
  constant,     // imm
  local,        // imm: slot; by: its value where it is not set
  local_holes,  // imm: slot of a set of holes
  state,        // imm: index of state; a: of whom, kNone if single
  start,
  running,
  origin,
  here,
  previous,
  was,
  last,
  first_sown,
  lap_sown,
  turn_sown,
  laps,
  captured_now,  // a: by this player, kNone: by anybody
  phase,
  round,
  turns,  // a: of this player
  turns_played,
  round_starter,
  round_winner,
  last_mover,
  no_move,
  repeated,
  quiet,
  by_lot,
  holes,       // imm: a fixed set; without those that are closed
  owned_by,    // holes owned by player a
  owned_not,   // holes owned by a player other than imm
  side,        // holes at whose rows player a sits
  one_hole,    // the set of hole a alone
  one_player,  // the set of player a alone
  seeds_at,    // in place a
  seeds_in,    // in set a
  pieces_at,   // of kind imm in place a
  pieces_in,   // of kind imm in set a
  worth_at,    // of the seeds and pieces in place a
  worth_in,    // … in set a
  count,
  number_of,  // maps[imm] of hole a; 0 if it is none: row, number
  map,        // maps[imm] of hole a: opposite …
  map_each,   // maps[imm] of every member of set a
  of_player,  // maps[imm] of player a: store, pile, next player, other player
  next,
  prev,
  leftmost,
  rightmost,
  foremost,
  hindmost,
  neighbours,
  owner,
  closed,
  reverse,
  the,
  step,  // a steps from b in direction c (kNone: running)
  add,
  subtract,
  multiply,
  divide,
  modulo,
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  logical_and,
  logical_or,
  logical_not,
  choose_if,
  bind,  // local imm becomes a, then b
  in,
  is,           // a in number set imm of the program
  where_hole,   // members of a for which b; imm: slot
  where_count,  // members of a with seeds in counts[imm]
  where_player,
  unite,
  minus,
  some,
  run,   // a: from, b: while (slot imm), c: within; by: holes a step, negative: back
  most,  // player in a with the greatest b; imm: slot
  fewest,
  after,
  some_move,     // by player a (kNone: any)
  at_start,      // a
  at_lap_start,  // a
};

struct Node {
  N op = N::constant;
  std::int8_t by = 1;
  NodeId a = kNone, b = kNone, c = kNone;
  std::int64_t imm = 0;

  bool operator==(const Node&) const = default;
};

// Numbers of seeds 0 … 255; for Turns 255 stands for all that are greater, too.
struct Counts {
  std::array<std::uint64_t, 4> bits{};
  [[nodiscard]] bool has(int n) const { return ((bits[n >> 6] >> (n & 63)) & 1) != 0; }
  void add(int n) { bits[n >> 6] |= std::uint64_t{1} << (n & 63); }
  bool operator==(const Counts&) const = default;
};

// A set of counts that is one range, which may go on from 255 to 0: its first number, and how many follow it.
struct CountRange {
  std::uint8_t low = 0, span = 0;
};

inline std::optional<CountRange> range_of(const Counts& counts) {
  constexpr int kAll = 256;
  int low = -1, size = 0;
  for (int n = 0; n < kAll; n++) {
    if (!counts.has(n)) continue;
    size++;
    if (!counts.has((n + kAll - 1) % kAll)) {
      if (low >= 0) return std::nullopt;
      low = n;
    }
  }
  if (size == 0) return std::nullopt;
  return CountRange{static_cast<std::uint8_t>(low < 0 ? 0 : low), static_cast<std::uint8_t>(size - 1)};
}

// One step of a flattened clause list. Steps are read in order; `unless` and `jump` lead forward only.
enum class S : std::uint8_t {
  unless,  // to `to` if `what` does not hold
  jump,    // to `to`
  let,     // local slot becomes `what`
  each,    // body [this + 1, to), ending in `done`, for every member of the set `what`
  lift,
  sow_after,
  sow_at,
  capture,
  move,
  set_state,
  set_owner,
  close,
  open,
  choose,  // imm: index into Turns::word_choices where words are offered; amount: by whom, kNone: the mover
  again,
  stop,
  end,
  win,
  swap_seats,
  rotate_seats,
  done,  // the list is read
  held,  // a `then` of the list has acted: it is read, too
};

struct Step {
  S op = S::done;
  ir::From from = ir::From::owners_left;  // each
  bool chance = false;                    // choose
  bool players = false;                   // each, choose: players, not holes
  bool set = false;                       // `what` is a set of holes, not a place; move: `extra` is
  std::int32_t to = 0;
  NodeId what = kNone, amount = kNone, extra = kNone;
  std::int32_t imm = 0;
  std::int32_t slot = kNone;
  std::int32_t piece = kNone;  // lift, capture, move: of this kind only
  std::int32_t cause = kNone;  // what it says if it ends the round
};

// Why a clause ends the round.
struct Cause {
  Reason reason = Reason::rule;
  std::string name;  // Reason::named

  bool operator==(const Cause&) const = default;
};

using StepId = std::int32_t;  // first step of a list; kNone: the list is empty

struct Filter {
  NodeId cond = kNone;
  NodeId test = kNone;
  bool prefer = false;
  bool looks_ahead = false;
};

struct Pick {
  std::int32_t slot = kNone;
  NodeId from = kNone;
  NodeId to = kNone;  // kNone: `from` is a set
};

struct Block {
  NodeId when = kNone;
  NodeId from = kNone;
  bool set = true;  // `from` is a set of holes, not a place
  std::vector<Pick> picks;
  std::vector<Filter> filters;
  bool pass_if_none = false;
  NodeId pass = kNone;  // kNone: who can move may not pass
  bool plain = false;   // every hole of `from` is a move, and nothing else
};

struct Phase {
  NodeId condition = kNone;
  std::vector<Block> blocks;
  std::int32_t circuit = 0;
  bool straight = false;  // there is no way to follow: the next hole lies straight on
  Direction stated =
      Direction::none;       // the direction, if it is always the same; `either`: the player's choice
  NodeId direction = kNone;  // else
  NodeId skip = kNone;
  NodeId each = kNone;
  std::int32_t station_slot = kNone;
  NodeId route = kNone;             // set of the stations that may come next; kNone: the circuit says it
  std::int32_t route_slot = kNone;  // … for the pick
  std::int32_t order_slot = kNone;  // where the player picks what drops next: for the pick
  StepId play = kNone, each_seed = kNone, lap_end = kNone, move_end = kNone;
};

// The rules as they are for one mover.
struct Seat {
  std::vector<Phase> phases;
  StepId turn_start = kNone, before_turn = kNone, after_move = kNone;
  NodeId win = kNone;
  std::vector<NodeId> starts;  // first value of each declared state; kNone: false, low or none
};

struct Turns {
  std::vector<Node> nodes;
  std::vector<Map> maps;
  std::vector<Counts> counts;
  std::vector<Step> steps;
  std::vector<Cause> causes;
  std::vector<std::vector<std::int16_t>> word_choices;  // what an action offers, as codes (choice.h)
  std::vector<Seat> seats;                              // by mover
};

// --- Lanes
// ---------------------------------------------------------------------------------------------------

// Operations on a board in one vector. A lane is a station; lanes stand in the order of the circuit. `here`
// is the lane of the last seed, before the first lap the lane that the move begins with. Tests go on when
// they hold, else to `otherwise`, which leads forward.
enum class L : std::uint8_t {
  sow,        // one lap from the lifted lane
  laps,       // laps, as long as the count at cont(here) is `k` or more; otherwise: the lap limit was reached
  laps_ring,  // so, and cont is so many stations after the lifted lane: Rows::ahead
  sow_drop,   // one lap; a hole that comes to `k` seeds is captured, for player 1 if it is in mask
  laps_drop,  // both
  laps_drop_ring,  // so, on a ring
  if_in,           // here in mask
  if_count,        // count at map(here) in counts, a range
  if_count_set,    // the same for any counts
  if_equal,        // the counts at map(here) and at map2(here) are equal
  if_in_count,     // here in mask, and the count there in counts, a range
  if_in_counts,    // and the count at map(here) in counts2, a range, too
  jump,            // to `otherwise`
  reread,          // captures changed the board: reads below see it
  capture,         // what lies at map(here) goes to the store
  capture_in,      // so, if here in mask: no branch where none could be foreseen
  capture_pair,    // what lies here and at map(here) goes to the store
  find_run,  // the run of lanes with counts in `counts`, a range, that ends here, going back, within mask;
             // holds: not empty
  find_run_set,      // the same for few counts
  find_run_ring,     // a run that may go on from lane 0 to lane `k` - 1: a range, or few counts
  unless_all,        // the run is not all that there is in mask
  capture_run,       // the run goes to the store
  capture_run_ring,  // so, after find_run_ring
  find_walk,  // the run through the answer of `question` that begins at map(here) and goes on at map2(lane);
              // holds: not empty
  unless_walk_all,  // it holds not all seeds that there are in mask
  capture_walk,     // it goes to the store
  move,             // what lies at map(here) goes to map2(here)
  if_answer,        // here is in the answer of `question`
  capture_answer,   // what lies in the answer goes to the store of player `stop`
  capture_part,     // up to `k` of what lies at map(here) goes to the store of player `stop`
  discard,          // what lies at map(here) is out of the game
  set_mark,         // map(here) is put into mark `k` (stop: 1), or taken out of it (0)
  if_flag,          // flag `k` is set (stop: 1), or not (0)
  set_flag,         // flag `k` is set (stop: 1), or not (0)
  again,            // the mover moves again
  mark,    // keeps the board where the lap limit is reached: the lap that would be too many changes nothing
  relay,   // goes on with operation `to`, a lap, with what lies at map(here); otherwise: nothing, or the lap
           // limit
  lift,    // a lap is to be sown with what lies at map(here); otherwise: nothing
  if_way,  // the player goes onward, not backward
  end,     // the turn is over
  end_again,  // so it is, but the mover moves again if here in mask
};

using LaneMap = std::array<std::uint8_t, kMaxHoles>;

struct LaneOp {
  LaneOp() = default;
  explicit LaneOp(L what) : op(what) {}

  L op = L::end;
  std::uint8_t otherwise = 0;  // index of an operation
  std::uint8_t k = 0;
  bool but_last = false;       // *_drop: not the lap's last seed
  std::uint8_t stop = 0;       // laps_drop: a relay needs so many seeds
  std::uint8_t to = 0;         // relay: index of the operation that goes on
  std::int16_t rows = -1;      // index into Lanes::rows
  std::int16_t map = -1;       // index into Lanes::maps
  std::int16_t map2 = -1;      // the same
  std::int16_t question = -1;  // index into Lanes::questions
  Set mask = 0;
  Counts counts, counts2;
};

// One step of a question that is put to all lanes at once. What it finds, a set of lanes, stands under its
// own index, and what the last one finds is the answer. A truth about the whole board is all lanes or none.
enum class Q : std::uint8_t {
  fixed,      // mask
  by_here,    // sets[here]
  with,       // those of mask whose count at map(lane) is in counts: a range, or few
  marked,     // those of mask for which map(lane) is in mark `k`
  flagged,    // all, if flag `k` is set
  moved,      // those of mask for which map(lane) is in a
  both,       // in a and in b
  either,     // in a or in b
  except,     // in a and not in b
  some,       // all, if there are any in a
  sum_in,     // all, if the number of seeds in a is in counts, a range
  number_in,  // all, if the number of lanes in a is in counts, a range
  laps_in,    // all, if the number of laps is in counts, a range
};

struct LaneStep {
  Q op = Q::fixed;
  std::uint8_t a = 0, b = 0;  // steps before this one
  std::uint8_t k = 0;
  std::int16_t map = -1;  // index into Lanes::maps; -1: the lane itself
  Set mask = 0;
  Counts counts;
  std::vector<Set> sets;

  bool operator==(const LaneStep&) const = default;
};

using LaneQuestion = std::vector<LaneStep>;

inline constexpr int kMostChosen = 32;  // lanes: a set of moves has two sets of them in one word
inline constexpr int kMostSteps = 32;   // of a question
inline constexpr int kMostMarks = 3;
inline constexpr int kMostFlags = 16;

// Declared state of the holes as sets of lanes: those whose state is stored as `value`.
struct LaneMark {
  std::int32_t state = 0;
  std::int16_t value = 1;
  ir::Lasts lasts = ir::Lasts::round;

  bool operator==(const LaneMark&) const = default;
};

// Other declared state: is it stored as `cell`? Or a truth that is worked out in a move, and asked later in
// it.
struct LaneFlag {
  std::int32_t state = kNone;  // kNone: a truth within a move …
  std::int32_t element = 0;    // … in this local; else the player, or 0 where the state is single
  std::int16_t cell = 1;
  ir::Lasts lasts = ir::Lasts::move;

  bool operator==(const LaneFlag&) const = default;
};

// Which of the lanes that may be lifted stay: of those that are in `of` (-1: all), those that are in `test`;
// `prefer`: all where no one would.
struct LaneJudge {
  std::int16_t of = -1, test = -1;  // questions
  bool prefer = false;
};

inline constexpr int kFewCounts = 8;  // of a run: so many, or all but so many

// Every lap that begins by lifting a lane: what it adds to each lane, and where it ends.
struct Rows {
  int stride = 0;  // index of a lap: lane * stride + seeds; odd, so that lanes share no cache set
  int cap = 0;     // seeds in hand are below cap; more are sown in full rounds and a rest
  int round = 0;   // seeds of a full round
  // Lanes 0 … round - 1 are a ring, and the next lap is lifted so many stations after the last seed; -1: not
  // so.
  int ahead = -1;
  std::vector<std::uint8_t> delta;  // [lap][width]
  std::vector<std::uint8_t> last;   // [lap]
  std::vector<std::uint8_t> cont;   // [lap]: where the count for the next lap is read
  std::vector<std::uint8_t> reach;  // [lap][width]: 255 where a seed falls that may capture
  std::vector<std::uint8_t> cover;  // [lane][width]: seeds of a full round
  Set takes = 0;                    // lanes in which captures on the way are made

  bool operator==(const Rows&) const = default;
};

// What ends a round, in the order of the rules.
struct LaneEnd {
  enum class If : std::uint8_t {
    row_empty,    // nothing in mask, or nothing in mask2
    store_above,  // the store of `whose` holds more than `count`
    pile_above,   // the same where stores are piles beside the lanes
    stores_at,    // both stores hold `count`
    repeated,     // the position stood before
    no_move,      // the player to move cannot
    few_left,     // no more than `count` in mask
    answered,     // the answer of `question` is all lanes
  };
  enum class When : std::uint8_t {
    always,
    turn_begins,  // not before another move in the same turn
    again,        // before another move only
  };
  If test = If::no_move;
  When when = When::always;
  bool ask = false;  // what happens then has no operation: Turns does it
  Set mask = 0, mask2 = 0;
  int count = 0;
  std::int16_t question = -1;
  Player whose = kNobody;     // store_above: kNobody is the player who moved
  std::array<Set, 2> gets{};  // lanes whose seeds go to the store of each player

  bool operator==(const LaneEnd&) const = default;
};

enum class Feed : std::uint8_t {
  free,
  if_empty,  // where the opponent has no seeds, the move must give him some
  always,    // the move must leave him some
};

struct LaneSeat {
  int phase = 0;  // in which he plays
  std::vector<LaneOp> play;
  Set own = 0;       // lanes that may be lifted …
  Set chosen = 0;    // … either way, as the player likes: on up to kMostChosen lanes
  int at_least = 1;  // … with so many seeds
  std::vector<LaneJudge> judges;
  Set theirs = 0;
  Feed feed = Feed::free;
  std::vector<LaneEnd> ends;
  int store = 0;          // lane of the store, or width + player: a pile beside the lanes
  bool may_rest = false;  // a move may end without a lap
  // What the ends take for the last hole: [1] where the mover moves again, [0] where he does not. No end
  // tells it from the others that it stands for.
  std::array<Place, 2> last_hole{kNoPlace, kNoPlace};
};

// What changes between rounds only. Lanes are made for one view of the board.
struct View {
  Set closed = 0;
  std::array<Set, 2> owned{};
  int round = 0;  // 0: no rule asks for it

  bool operator==(const View&) const = default;
};

// The turns for which a rule counts finished turns: when every player has finished so many, and all together
// so many, what such a rule asks for is settled for the rest of the round. Lanes begin there.
struct Opening {
  std::uint32_t each = 0, all = 0;

  [[nodiscard]] bool is_over(const std::array<std::uint32_t, kMaxPlayers>& turns) const {
    return turns[0] >= each && turns[1] >= each && turns[0] + turns[1] >= all;
  }
  [[nodiscard]] bool is_none() const { return each == 0 && all == 0; }
};

struct Lanes {
  View view;
  Opening opening;
  int width = 16;                              // of the vector: 16, 32, 64
  int used = 0;                                // lanes that are stations or holes
  std::vector<Place> place;                    // of each lane
  std::array<std::int8_t, kMaxPlaces> lane{};  // of each place, -1: none
  std::vector<Rows> rows;
  std::vector<LaneMap> maps;
  std::vector<LaneQuestion> questions;
  std::vector<LaneMark> marks;
  std::vector<LaneFlag> flags;
  std::array<LaneSeat, 2> seats;
  int laps_limit = 0;
  bool most_wins = false;           // the greater store wins the round
  bool repetition = false;          // a position that stands again ends it …
  bool repetition_in_lanes = true;  // … and lanes can say so: what has been captured never comes back to them
  bool last_mover = false;          // positions know who moved last

  [[nodiscard]] bool has_state() const { return !marks.empty() || !flags.empty(); }
};

}  // namespace mancala::fused
