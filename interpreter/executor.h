// The reference executor at work: one moment of a game and the steps that change it. Private to the
// interpreter; reference.h is the way in. The parts: evaluate.cpp (expressions), clauses.cpp (clauses and
// actions), laps.cpp (a move and its laps), turn.cpp (ends, change of turn), legal.cpp (moves, filters,
// look-ahead), rounds.cpp (the start of rounds). T1 to T8 and L1 to L4 are the steps of a turn and of a lap
// as docs/language.md numbers them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "interpreter/ir.h"
#include "interpreter/position.h"
#include "interpreter/reference.h"

namespace mancala {

// What an expression is worth: a number (truths, places, players, directions and words are numbers; a set of
// players is one of bits), or a region.
struct Value {
  // NOLINTNEXTLINE(google-explicit-constructor): an expression is worth either
  Value(std::int64_t n = 0) : number(static_cast<std::int32_t>(n)) {}
  Value(const Region& holes) : region(holes) {}  // NOLINT(google-explicit-constructor)
  std::int32_t number;
  Region region;
  bool operator==(const Value&) const = default;
};

// A `let`, a loop variable, an element or a choice.
struct Local {
  Value value;
  bool set = false;     // not set: none
  bool choice = false;  // a choice or a further pick of this move
  bool operator==(const Local&) const = default;
};

// A position and all that the rules know beside it in the course of a move.
struct Moment {
  Position position;
  std::vector<Local> locals;
  int phase = ir::kNone;
  Place start = kNoPlace;
  Direction direction = Direction::none;
  int hand = 0;
  std::array<int, kMaxPieceKinds> hand_pieces{};  // how many of them are unlike pieces, by kind
  Place lifted = kNoPlace;                        // where the hand was lifted last
  Place origin = kNoPlace;
  bool at_origin = false;  // the lap begins in `origin` itself
  Place here = kNoPlace;
  Place previous = kNoPlace;
  Place came_from = kNoPlace;  // from where the step led to `here`: `previous`, or `origin` at first
  Place first_sown = kNoPlace;
  int was = 0;
  bool last = false;
  Region lap_sown;
  Region turn_sown;
  std::array<std::uint16_t, kMaxPlaces> lap_start{};  // seeds before the lap's first drop, where a rule asks
  std::array<int, kMaxPlayers> captured{};
  int captured_by_all = 0;  // and what went out of play
  int choices_used = 0;
  int lots_drawn = 0;
  bool again = false;
  bool operator==(const Moment&) const = default;
};

// How a clause list, or a part of a turn, came to its end.
enum class Flow : std::uint8_t {
  on,       // read to the end
  done,     // a `then` has acted
  sow,      // a lap begins
  stop,     // the laps are over
  over,     // the round is over
  choice,   // the player, or chance, must decide
  illegal,  // the move was none
};

class Executor {
 public:
  // `history`, `chance` and `observer` may be null. What is played costs `steps`; copies share them.
  Executor(const ir::Program& program, const Position& position, const History* history, Chance* chance,
           Observer* observer, const StepCosts& costs, Steps& steps);
  // For what lies where at the start only: nothing can be played.
  Executor(const ir::Program& program, const Position& position);

  // T5 to T8, and T1 and T2 of the next turn.
  Outcome play(const Move& move);
  Outcome before_turn();
  std::vector<Move> legal();
  std::int32_t dropped_by(const Move& move);
  std::int32_t running_phase();
  void set_up();
  void lay_out();
  void lay_pieces();
  void arrange();
  std::int32_t setup_of(Place hole);  // seeds at the start of the game
  void reset_all_states();
  Reference::MatchState next_round(const Outcome& round);

  [[nodiscard]] const Position& position() const { return now_.position; }

 private:
  // evaluate.cpp
  Value eval(ir::ExprId id);
  std::int32_t value(ir::ExprId id) { return eval(id).number; }
  bool truth(ir::ExprId id) { return value(id) != 0; }
  bool holds(ir::ExprId condition) { return condition == ir::kNone || truth(condition); }
  Place place(ir::ExprId id) { return static_cast<Place>(value(id)); }
  Player player(ir::ExprId id) { return static_cast<Player>(value(id)); }
  Region region(ir::ExprId id);                      // of a hole: the region of one
  std::uint32_t player_set(ir::ExprId id);           // of a player: the set of one
  [[nodiscard]] bool is_holes(ir::ExprId id) const;  // a region or a hole, and not players
  Value mapped(const ir::Expr& e, const std::vector<Place>& table);
  Value where(const ir::Expr& e);
  Region run(const ir::Expr& e);
  Player extreme_player(const ir::Expr& e);
  bool equal(ir::ExprId a, ir::ExprId b);
  std::int32_t seeds_of(ir::ExprId id);
  std::int32_t pieces_of(ir::ExprId id, int kind);
  [[nodiscard]] bool repeated() const;
  [[nodiscard]] int seeds_in(Place place) const;
  [[nodiscard]] int pieces_in(Place place, int kind) const;
  [[nodiscard]] int alike_in(Place place) const;                       // seeds that are no other pieces
  [[nodiscard]] int there_are(Place place, std::int32_t piece) const;  // kNone: of every kind
  [[nodiscard]] Region open(const Region& holes) const;
  [[nodiscard]] Place open_or_none(Place h) const;
  [[nodiscard]] Region owned_by(Player p) const;
  [[nodiscard]] Player owner_of(Place place) const;
  [[nodiscard]] Place step(Place from, Direction direction) const;
  [[nodiscard]] Place steps_from(Place from, std::int32_t steps, Direction direction) const;
  [[nodiscard]] Place end_of_row(const Region& holes, Direction direction) const;
  [[nodiscard]] Player seat_for(const Region& holes) const;
  [[nodiscard]] std::vector<Place> from_left(const Region& holes, Player seat) const;
  [[nodiscard]] std::vector<Place> in_order(const Region& holes) const;
  [[nodiscard]] std::int32_t read_state(int index, int element) const;
  void write_state(int index, int element, std::int32_t value);
  [[nodiscard]] int slots_of(const ir::State& state) const;
  void set_local(std::int32_t slot, const Value& value);
  [[nodiscard]] const ir::Phase& phase() const;

  // In here closed holes are seen, too: the arguments of `open`, `close` and `closed`.
  template <class Evaluate>
  auto with_closed(const Evaluate& evaluate) {
    const bool before = closed_too_;
    closed_too_ = true;
    const auto result = evaluate();
    closed_too_ = before;
    return result;
  }

  // In here seeds are seen as they lay at another time.
  enum class Seen : std::uint8_t { now, turn_start, lap_start };
  Value seen_at(Seen when, ir::ExprId id);

  // clauses.cpp
  Flow run_event(ir::ListId list, Observer::Event event);
  Flow run_list(ir::ListId list, Observer::Event event);
  Flow run_clause(const ir::Clause& clause, Observer::Event event);
  Flow run_each(const ir::Clause& clause, std::size_t binding, Observer::Event event);
  Flow run_actions(const ir::Clause& clause, Observer::Event event);
  Flow act(const ir::Action& action, Observer::Event event);
  bool ask(const ir::Clause& clause, Observer::Event event);
  std::vector<std::int32_t> members_in_order(const ir::Binding& loop);
  std::vector<Place> places(ir::ExprId id);
  int limited_to(ir::ExprId amount, int there);
  void transfer(Place from, Place to, int seeds, std::int32_t piece = ir::kNone);
  void transfer_pieces(Place from, Place to, int kind, int pieces);
  void lift(const ir::Action& action);
  Flow begin_lap(const ir::Action& action);
  void capture(const ir::Action& action);
  void move(const ir::Action& action);
  void set_owner(const ir::Action& action);
  void change_seats(bool with_seeds);
  Flow choose(const ir::Action& action);
  // `by`: the player who decides (kNone: the mover).
  Flow decide(std::int32_t slot, const std::vector<std::int16_t>& options, bool by_chance,
              ir::ExprId by = ir::kNone);
  std::vector<std::int16_t> options_among(ir::ExprId set);
  std::vector<std::int16_t> choices_among(ir::ExprId set);

  // laps.cpp
  Flow run_move(const Move& move);
  Flow begin_move();
  Flow run_laps(Flow flow);
  Flow sow_lap();
  Flow next_station(Place from, bool itself, Place& found);
  Flow routed_station(Place from, Place& found);
  Flow drop(Place station, int seeds);
  bool takes_seeds(Place station);  // sets each_
  bool would_sow_again();
  Flow run_for_ever();
  void put_back();
  void look_for_phase();
  Direction stated_direction();
  void consider(Place start, Direction direction);
  std::vector<std::int16_t> pick_options(const ir::Pick& pick);

  // turn.cpp
  Flow end_move(bool pass, bool over);
  Flow go_on();
  Flow begin_turn();
  Flow run_end(ir::ListId list, Observer::Event event);
  void pass_turn_on();
  void end_turn();
  void remember_start();
  void forget_move();
  void reset_states(ir::Lasts lasts);
  std::int32_t start_value(const ir::State& state, int element);
  void conclude(Reason reason);
  void conclude();

  // legal.cpp
  std::vector<Move> moves(bool look_ahead);
  std::vector<Move> candidates(int block);
  void add_picks(std::vector<Move>& moves, const Move& move, const ir::MoveBlock& block, std::size_t pick);
  std::vector<Move> filtered(const std::vector<Move>& moves, const ir::Filter& filter);
  [[nodiscard]] bool playable(const Move& move) const;
  [[nodiscard]] Executor imagined() const;
  Flow imagine(const Move& move, const std::vector<Local>& locals);
  [[nodiscard]] bool after(ir::ExprId test) const;
  [[nodiscard]] bool some_move(Player player, ir::ExprId test) const;

  // rounds.cpp
  Player starter_by(ir::ExprId starter);
  void begin_round(Player starter);

  const ir::Program& program_;
  const Board& board_ = program_.board;
  void spend(std::int64_t steps) const { steps_->spend(steps); }

  const StepCosts* costs_ = nullptr;
  Steps* steps_ = nullptr;
  const History* history_;
  Chance* chance_;
  Observer* observer_;
  Moment now_;
  Move move_;          // the one played or judged
  int laps_ = 0;       // of this move
  int each_ = 1;       // seeds that the next station takes
  int imagining_ = 0;  // how deep in look-ahead
  bool closed_too_ = false;
  Seen seen_ = Seen::now;
  bool lots_decide_ = false;  // outside a turn nobody can be asked
  bool move_made_ = false;    // T6 is done: the turn is about to pass on
  bool endless_ = false;
  Player round_winner_ = kNobody;
  std::int32_t origin_ = ir::kNone;     // of the clause last asked
  const ir::Clause* acted_ = nullptr;   // the clause that ended the list
  std::optional<Player> given_winner_;  // by `win P`
  std::vector<std::int16_t> options_;   // of the choice that is missing
  Outcome outcome_;
};

}  // namespace mancala
