// The typed, verified meaning of one variant: what the reference executor runs and `fuse` starts from.
//
// Everything is index-based: expressions, clause lists and states refer to each other by position in the
// vectors of a Program. It has no parameters, readings or definitions any more: those are fixed when a file
// is lowered. Names that remain (of players, holes, phases, words, end clauses) are for people; no executor
// reads them. A Program comes from `dsl` (lower.h) or is built by hand; `verify` (verify.h) must accept it
// before it is run.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "interpreter/board.h"
#include "interpreter/types.h"

namespace mancala::ir {

using ExprId = std::int32_t;
using ListId = std::int32_t;
inline constexpr std::int32_t kNone = -1;  // "no such expression / list / origin"
inline constexpr int kMaxLocals = 64;      // slots of local values in one program

// `region` is a set of holes, `players` a set of seats. A word is an index into its word set.
enum class Type : std::uint8_t { number, truth, hole, region, player, players, direction, word };

// What stands for none among the values of this type.
constexpr std::int32_t none_of(Type type) {
  return type == Type::hole || type == Type::player || type == Type::word ? -1 : 0;
}

// Expression operators. a, b, c, d are operands (expressions), imm a small constant; see each line.
// "slot" is an index of a local value (a `let`, a loop variable, an element `it`, a choice).
// Everything is total: number functions of `none` give 0, hole and player functions of none give none.
enum class Op : std::uint8_t {
  // constants
  number,     // imm
  truth,      // imm 0 or 1
  place,      // imm: place, kNoPlace, kHand or kOut
  region,     // imm: index into Program::regions
  player,     // imm: seat or kNobody
  direction,  // imm: Direction
  word,       // imm: index of the word in its set
  // the moment
  local,  // imm: slot
  state,  // imm: index of state; a: the hole or player asked about (kNone if the state is single)
  mover,
  own,           // region: holes owned by the mover
  theirs,        // region: holes owned by another player than the mover
  board,         // region: all holes (that are not closed, as for every region)
  players,       // players: all seats
  start,         // hole lifted in this move
  running,       // direction of the lap, of the candidate where none is running
  origin,        // hole: H of the last `sow after/at H`
  here,          // place of the last drop
  previous,      // the station before `here` in this lap's path, none at first
  was,           // number: seeds in `here` before the last drop
  last,          // truth: was this drop the lap's last (in `skip`, `each`: would it be)
  first_sown,    // hole: first station that got a seed in this lap
  lap_sown,      // region: holes sown in this lap
  turn_sown,     // region: holes sown in this turn
  laps,          // number: laps of this move so far; in lap-end the finished lap is counted
  captured_now,  // number: seeds captured in this move; a: by this player (kNone: by anybody)
  phase,         // word: index of the running phase
  round,         // number, from 1
  turns,         // number: finished turns of player a in this round
  turns_played,  // number: finished turns of all in this round
  round_starter,
  round_winner,
  last_mover,  // player
  no_move,     // truth: the player about to play has no legal move (all filters count)
  repeated,    // truth: the same position stood before in this round
  quiet,       // number: moves since the last capture in this round
  by_lot,      // player: drawn by chance
  // functions
  seeds,   // number: in a (hole, store, pile, kHand, or a region), pieces of every kind
  pieces,  // number: of kind imm in a
  worth,   // number: what the seeds and pieces in a are worth
  count,   // number: members of a (region or players)
  row,
  column_number,  // number: row(a) and number(a) of hole a
  next,
  prev,  // hole along the circuit and direction, over closed holes, not over `skip`
  opposite,
  behind,
  same,  // hole; a may be a region: pointwise
  leftmost,
  rightmost,  // hole: of region a, as seen from its owner's seat (mixed owners: the mover's)
  foremost,
  hindmost,     // hole: of region a, in the running direction within the holder's own row
  store,        // hole: store of player a
  pile,         // hole: pile imm of player a
  holes,        // region: holes owned by player a
  side,         // region: holes at whose rows player a sits
  neighbours,   // region: holes next to a on the circuit
  owner,        // player: owner of hole a
  other,        // player: the other of two players
  next_player,  // player: next seat in order of play
  closed,       // truth: hole a is closed
  reverse,      // direction: the opposite of a
  the,          // hole: the only member of region a, else none
  step,         // hole: a = number of steps, b = hole from, c = direction (kNone: running)
  // arithmetic and logic
  add,
  subtract,
  multiply,
  divide,
  modulo,  // numbers a, b; rounded down, division by 0 gives 0
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,  // a, b of the same type; order: numbers
  logical_and,
  logical_or,
  logical_not,  // b is not evaluated where a decides
  choose_if,    // a ? b : c
  bind,         // local imm becomes a, then b is the value
  in,           // truth: hole a in region b / player a in players b; none is in nothing
  is,           // truth: number a in Program::number_sets[imm]
  // sets
  where,  // members of a (region or players) for which b holds; imm: slot of `it`
  unite,
  minus,   // regions or players a, b
  single,  // region: just hole a, empty if it is none
  some,    // truth: set a is not empty
  run,     // region: the unbroken run. a: from, b: `while` (slot imm = `it`), c: within (region or kNone),
           // d: Direction::none = running direction ("ahead"), else kRunBack; by: step
  player_with_most,
  player_with_fewest,  // player: b greatest/smallest, unique, else none; imm: slot of `it`
  // look-ahead: in filters, turn-start and end only
  after,  // truth: a holds when this candidate has been played to the next decision or the end of the move
  some_move,  // truth: a move by player a (kNone: by any player) gives b (kNone: any move)
  // look-back: a, with the seeds in holes, stores and piles as they lay then and all else as it is now
  at_start,      // at T1 of this turn; the type of a
  at_lap_start,  // in this lap when its hand was lifted, before its first drop; the type of a
};

inline constexpr std::int32_t kRunBack = 1;  // Expr::d of `run`: against the running direction

struct Expr {
  Op op;
  Type type;
  std::int32_t a = kNone, b = kNone, c = kNone, d = kNone;
  std::int32_t imm = 0;
  std::int32_t by = 1;  // run: holes per step

  bool operator==(const Expr&) const = default;
};

// What `is` compares with: ranges (both ends included) and, if set, the even (2, 4, …) or odd (1, 3, …)
// numbers.
struct NumberSet {
  std::vector<std::pair<std::int32_t, std::int32_t>> ranges;
  bool even = false;  // zero is neither even nor odd
  bool odd = false;
  [[nodiscard]] bool has(std::int64_t n) const;
  bool operator==(const NumberSet&) const = default;
};

enum class Act : std::uint8_t {
  lift,       // up to `amount` (kNone: all) seeds from each hole of region or place `what` into the hand
  sow_after,  // begin a lap: first seed into the station after `what`; direction `extra` (kNone: running)
  sow_at,     // begin a lap: first seed into `what` itself
  capture,    // up to `amount` from each hole of `what` to store(extra), `extra` evaluated per hole with `it`
              // in `slot` (kNone: the mover; none: it stays). imm = 1: out of play instead
  move,       // `amount` (kNone: all) seeds from place `what` to `extra`; of a region each hole gets `amount`
              // (kNone: one), in order, while there are seeds
  set_state,  // state imm of `what` (kNone: single) becomes `extra`
  set_owner,  // owner of each hole of `what` becomes player `extra`, evaluated per hole with `it` in `slot`
  close,
  open,    // closed(it) of each hole of `what`
  choose,  // local `slot` becomes one of: region `what` | numbers `what` to `extra` | words 0 … imm-1 of
           // type_id, picked by player `by` (kNone: the mover) or by chance (by_chance)
  let,     // local `slot` becomes `what`
  block,   // run clause list imm as a list of its own: a `then` in it ends only it
  again,
  stop,
  end,
  win,           // round over, won by `what` (none: drawn)
  swap_seats,    // the two persons change seats, and leave stores and piles where they are
  rotate_seats,  // every person moves on to the next seat, his store and his piles with him
};

struct Action {
  Act act;
  ExprId what = kNone;
  ExprId amount = kNone;
  ExprId extra = kNone;
  ExprId by = kNone;
  std::int32_t imm = 0;
  std::int32_t slot = kNone;
  bool by_chance = false;
  std::int32_t piece = kNone;  // lift, capture, move: of this kind only (kNone: seeds first, then the others)

  bool operator==(const Action&) const = default;
  std::vector<std::string> words = {};          // choose among words: their names, for people
  std::vector<std::int16_t> word_numbers = {};  // and which of the program's words they are, see choice.h
  std::string called = {};                      // let: the name in the file, for people
};

// One clause of a list. `then`: if cond holds, act and leave the list. `also`: if cond holds, act and read
// on. `let`: local `slot` becomes `value`. `each`: bounded loop over `bindings` (outermost first; the set and
// its order are fixed before the first round), cond and actions for each.
enum class ClauseKind : std::uint8_t { then, also, let, each };
// Order of an `each` loop over holes. owners_left: owner by owner, each from his left. left, right: as seen
// from the seat of the one owner of all, else of the player at whose rows all lie, else of the mover.
enum class From : std::uint8_t { owners_left, left, right, chosen };

struct Binding {
  std::int32_t slot = kNone;
  ExprId set = kNone;  // region or players
  From from = From::owners_left;
  ExprId order = kNone;     // From::chosen: a word value, 0 = left, 1 = right
  std::string called = {};  // the name in the file, for people

  bool operator==(const Binding&) const = default;
};

struct Clause {
  ClauseKind kind = ClauseKind::then;
  ExprId cond = kNone;  // kNone: always
  std::vector<Action> actions;
  std::vector<Binding> bindings;  // each
  std::int32_t slot = kNone;      // let
  ExprId value = kNone;           // let
  std::string name;               // the file's `name:`, used as the reason of an end
  std::int32_t origin = kNone;    // index into the loader's table of places in the file
  std::string called = {};        // let: the name in the file, for people

  bool operator==(const Clause&) const = default;
};

struct ClauseList {
  std::vector<Clause> clauses;

  bool operator==(const ClauseList&) const = default;
};

struct Filter {
  ExprId cond = kNone;  // only moves for which it holds are judged
  ExprId test = kNone;
  bool prefer = false;  // `prefer`: not applied where it would drop all that are judged; else `only`
  std::int32_t origin = kNone;

  bool operator==(const Filter&) const = default;
};

// One further pick of a move: a number from … to, or one of a region.
struct Pick {
  std::int32_t slot = kNone;
  ExprId from = kNone;  // number, or a region
  ExprId to = kNone;    // number; kNone if `from` is a region

  bool operator==(const Pick&) const = default;
};

struct MoveBlock {
  ExprId when = kNone;
  ExprId from = kNone;  // region
  std::vector<Pick> picks;
  std::vector<Filter> filters;
  bool pass_if_none = false;  // `none: pass`
  ExprId pass = kNone;        // truth; kNone: never. Who can move may pass, too, where it holds
  std::int32_t origin = kNone;

  bool operator==(const MoveBlock&) const = default;
};

struct Phase {
  std::string name;
  ExprId condition = kNone;  // `while`; kNone: always
  std::vector<MoveBlock> moves;
  // sow
  std::int32_t circuit = 0;  // index into Board::circuits
  ExprId direction = kNone;  // may use `start`; either = the player chooses
  ExprId skip = kNone;       // truth, per station in slot `station_slot`
  ExprId each = kNone;       // number, per station
  std::int32_t station_slot = kNone;
  ExprId route = kNone;  // region: the stations that may come next, one of which the player picks. kNone: the
                         // next one on the circuit. `here` is where the hand is: `origin` at first
  std::int32_t route_slot = kNone;  // for the pick
  std::int32_t order_slot = kNone;  // kNone: seeds drop first, then pieces in the order of their kinds; else
                                    // the player picks for each drop, and the slot is for that
  // events; kNone: empty
  ListId play = kNone;
  ListId each_seed = kNone;
  ListId lap_end = kNone;
  ListId move_end = kNone;

  bool operator==(const Phase&) const = default;
};

// A kind of piece that is not like the seeds. Seeds counts are of all pieces; how many of them are of this
// kind stands in Position::state from first_slot on: one slot for each place, and one for those out of play.
struct PieceKind {
  std::string name;
  std::int32_t worth = 1;  // in seeds
  ExprId setup = kNone;    // how many the hole in Program::setup_slot gets, of what Program::setup says
  std::int32_t first_slot = 0;

  bool operator==(const PieceKind&) const = default;
};

enum class Lasts : std::uint8_t { move, turn, round, match };
enum class Per : std::uint8_t { none, hole, player };

// Declared state. It takes 1, hole_count or player_count slots of Position::state from first_slot on.
// Stored values: flag 0/1; number as it is; hole, player: index + 1, so that 0 is none; direction: its value;
// word: index + 1, 0 none. A state of type number with lowest value `low` is stored as it is, starting at
// `starts`.
struct State {
  std::string name;
  Per per = Per::none;
  Type holds = Type::truth;
  std::int32_t low = 0, high = 1;  // numbers: the values it may take
  std::vector<std::string> words;  // words
  ExprId starts = kNone;           // evaluated with `it` in starts_slot; kNone: false / low / none
  std::int32_t starts_slot = kNone;
  Lasts lasts = Lasts::round;
  std::int32_t first_slot = 0;

  bool operator==(const State&) const = default;
};

enum class EndlessThen : std::uint8_t { stop, illegal, drawn };

struct Endless {
  std::int32_t laps = 0;  // 0: not stated (no lap-end clause sows)
  EndlessThen then = EndlessThen::stop;

  bool operator==(const Endless&) const = default;
};

// Rounds. Without `present` the game is one round.
struct Match {
  bool present = false;
  ListId new_round = kNone;  // kNone: set up as the first
  ExprId starter = kNone;    // player; kNone: first seat
  ExprId over = kNone;       // truth
  ExprId winner = kNone;     // player

  bool operator==(const Match&) const = default;
};

struct Program {
  std::string id;
  Board board;
  std::vector<Expr> exprs;
  std::vector<Region> regions;
  std::vector<NumberSet> number_sets;
  std::vector<ClauseList> lists;
  std::vector<State> states;
  std::vector<Phase> phases;  // at least one; the first whose condition holds
  std::int32_t locals = 0;    // number of slots
  std::int32_t state_slots = 0;
  std::vector<PieceKind> pieces;               // their slots follow those of the states
  std::vector<std::int16_t> piece_words = {};  // where drops are picked: which of the program's words "seed"
                                               // and the kinds are, see choice.h
  std::vector<std::string> local_names;  // by slot, for people; "" if it has none. A slot may be used again
                                         // under another name: `called` is then the nearer one

  ExprId setup = kNone;  // seeds (and pieces) of the hole in slot setup_slot
  std::int32_t setup_slot = kNone;
  std::int32_t store_seeds = 0;  // what each store holds at the start
  ListId arrange = kNone;        // what is done with the seeds once they are laid out, before the first turn
  ExprId starter = kNone;        // player; kNone: first seat
  ListId turn_start = kNone;
  ListId before_turn = kNone;  // end.before-turn
  ListId after_move = kNone;   // end.after-move
  ExprId win = kNone;          // player; kNobody constant: only `win P` wins
  Match match;
  Endless endless;
  bool territory = false;  // is `owner` ever set

  bool operator==(const Program&) const = default;
};

}  // namespace mancala::ir
