// The reference executor: runs a Program one seed and one clause at a time. It is the definition of what a
// program means, and what traces and explanations observe. No table but the circuits', no fused case.
#pragma once

#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <unordered_set>
#include <vector>

#include "interpreter/ir.h"
#include "interpreter/position.h"
#include "interpreter/steps.h"

namespace mancala {

// The random numbers of chance events (lots) and random players: splitmix64 from an explicit seed, the same
// on every machine.
class Chance {
 public:
  explicit Chance(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next();
  // A number in 0 … n-1; n > 0.
  int below(int n);
  // What its next numbers follow from.
  [[nodiscard]] std::uint64_t state() const { return state_; }

 private:
  std::uint64_t state_;
};

// The positions that stood before in this round, for `repeated`.
class History {
 public:
  void clear() { seen_.clear(); }
  void add(const Position& position);
  [[nodiscard]] bool has(const Position& position) const;
  // From now on each position that is asked for is put at the end of `asked`, too; null: no longer.
  void note_in(std::vector<Position>* asked) { asked_ = asked; }

 private:
  std::unordered_set<std::string> seen_;
  std::vector<Position>* asked_ = nullptr;
};

enum class Status : std::uint8_t {
  playing,       // the position is the next player's to move
  round_over,    // see winner and reason
  needs_choice,  // the move given has too few choices: `options` are the next one's
  illegal,       // the move is not legal; the position is unchanged
};

// Why a round ended.
enum class Reason : std::uint8_t {
  none,
  rule,
  no_move,
  repeated,
  endless,
  named,
  too_long,  // the move, or finding the moves of the next turn, takes more than kMaxSteps: nobody wins, the
             // position is unchanged, and the match goes no further
};

struct Outcome {
  Status status = Status::playing;
  Player winner = kNobody;  // round_over: kNobody is a draw
  bool drawn = false;       // round_over without a winner
  Reason reason = Reason::none;
  std::string reason_name;                // Reason::named: the end clause's `name:`
  int laps = 0;                           // laps of the move
  bool endless = false;                   // the lap limit was reached
  std::array<int, kMaxPlayers> gained{};  // what each player's store and piles grew by
  std::vector<std::int16_t> options;      // needs_choice
  Player person = kNobody;                // needs_choice: who decides, a person (see position.h)
};

// Sees what happens, seed by seed. The default does nothing. `origin` is ir::Clause::origin.
class Observer {
 public:
  enum class Event : std::uint8_t {
    turn_start,
    play,
    each_seed,
    lap_end,
    move_end,
    before_turn,
    after_move,
    new_round
  };
  virtual ~Observer() = default;
  virtual void lap_begins(const Position&, Place /*origin*/, int /*seeds*/, Direction) {}
  virtual void dropped(const Position&, Place /*here*/, int /*in_hand*/) {}
  virtual void lap_ends(const Position&, Place /*here*/, int /*laps*/) {}
  // A clause's condition was asked; `holds` is the answer.
  virtual void asked(Event, std::int32_t /*origin*/, bool /*holds*/) {}
  // Seeds were captured under the clause last asked. `to` is a player, or kNobody: out of play.
  virtual void captured(const Position&, Place /*from*/, int /*seeds*/, Player /*to*/,
                        std::int32_t /*origin*/) {}
  virtual void moved(const Position&, Place /*from*/, Place /*to*/, int /*seeds*/, std::int32_t /*origin*/) {}
  // The persons moved on by one seat; `with_seeds`: with their stores and piles.
  virtual void seats_changed(const Position&, bool /*with_seeds*/, std::int32_t /*origin*/) {}
  virtual void passed_over(const Position&, Place /*station*/) {}  // by `skip`
  virtual void endless(const Position&, int /*laps*/) {}
};

class Reference {
 public:
  // `program` must have been verified and must outlive this object. `max_steps`: the budget of one move.
  explicit Reference(const ir::Program& program, std::int64_t max_steps = kMaxSteps)
      : program_(program), costs_(program), max_steps_(max_steps) {}

  [[nodiscard]] const ir::Program& program() const { return program_; }

  // The first position of the first round: set up, starter found, start of turn done. `chance` decides lots.
  // A round that is over before its first turn is found by before_turn. `too_long`, if given: whether it
  // took more steps than a move may; the position is then as far as it was made.
  [[nodiscard]] Position initial(Chance& chance, bool* too_long = nullptr) const;

  // All legal moves, in the order: blocks of `move`, then holes by place, then direction onward before
  // backward, then further picks ascending, last a pass. Empty if there is none, or if finding them takes too
  // many steps (before_turn tells which). Choices that the turn asks
  // for later (`choose`) are not in them: see play.
  [[nodiscard]] std::vector<Move> legal(const Position& position, const History* history = nullptr) const;

  // Does an end clause hold before this position's mover plays, or is there no legal move? For positions that
  // did not come from play. Changes nothing in `position` but what an end clause does.
  Outcome before_turn(Position& position, const History* history = nullptr,
                      Observer* observer = nullptr) const;

  // Plays `move` and everything up to the next player's choice: ends, change of turn, start of the next turn.
  // A move that is none of `legal` changes nothing: Status::illegal. On round_over `position` is the board as
  // the end clauses left it. Choices of the turn are taken from move.choices; if they run out, the outcome is
  // needs_choice, `position` is unchanged, and `options` lists what the next choice may be.
  Outcome play(Position& position, const Move& move, Chance& chance, const History* history = nullptr,
               Observer* observer = nullptr) const;

  // After a round: is the match over? The winner, if so.
  struct MatchState {
    bool over = true;
    Player winner = kNobody;
    bool drawn = false;
    bool too_long = false;  // over because the next round takes more steps to begin than a move may
  };
  // `round` is the outcome that ended the round; `position` the board it left. Sets up the next round in
  // `position` unless the match is over. Nobody can be asked between rounds: choices in `new-round`, and
  // those at the start of the first turn, fall to `chance`. A round that is over before its first turn is
  // found by before_turn.
  MatchState next_round(Position& position, const Outcome& round, Chance& chance,
                        Observer* observer = nullptr) const;

  // For explanations: the first filter (its origin) that drops this candidate, or kNone if it is legal;
  // -2: the start is not in the region `from`; -3 no such hole; -4: it would run for ever, which is no move;
  // -5: it takes too many steps to find out.
  [[nodiscard]] std::int32_t dropped_by(const Position& position, const Move& move) const;
  // The phase in which the mover picks his move, or kNone.
  [[nodiscard]] std::int32_t phase(const Position& position) const;

 private:
  const ir::Program& program_;
  StepCosts costs_;
  std::int64_t max_steps_;
};

}  // namespace mancala
