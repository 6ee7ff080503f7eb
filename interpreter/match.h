// A match in play: rounds one after another, with what a position alone cannot know (the history of the
// round, the source of chance). Everything that plays games goes through this.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "interpreter/reference.h"

namespace mancala {

// What `player` holds off the board: his store and his piles.
int held(const Board& board, const Position& position, Player player);

// Why a round ended, in one word: the `name:` of the end clause, else `no-move`, `rule`, `endless`,
// `repeated` or `too-long`.
std::string reason_text(const Outcome& outcome);

// How a round or a match ended.
struct Ending {
  Player winner = kNobody;
  bool drawn = false;  // nobody won; in a game for one player a round without a winner is lost, not drawn
  Player person = kNobody;  // who sat at the winner's seat (see position.h)
};

class Match {
 public:
  enum class State : std::uint8_t {
    playing,     // a move is to be made
    round_over,  // see `ended`; next_round() goes on
    over,        // see `ending`
  };

  // The first round from the variant's own start, or from `start`. `reference` must outlive the match.
  Match(const Reference& reference, std::uint64_t seed);
  Match(const Reference& reference, const Position& start, std::uint64_t seed);

  [[nodiscard]] const Reference& reference() const { return *reference_; }
  [[nodiscard]] const ir::Program& program() const { return reference_->program(); }
  [[nodiscard]] State state() const { return state_; }
  // The position to move in; of a round that is over: the board as the end left it.
  [[nodiscard]] const Position& position() const { return position_; }
  [[nodiscard]] int plies() const { return plies_; }  // moves made in all rounds
  [[nodiscard]] int rounds_ended() const { return rounds_ended_; }
  // The legal moves in the order of Reference::legal; none unless playing.
  [[nodiscard]] std::vector<Move> legal() const;
  // What the next choice of `move` may be; empty if it needs none. `move` must be legal.
  [[nodiscard]] std::vector<std::int16_t> options(const Move& move) const;
  // The person who makes that choice (see position.h), or kNobody.
  [[nodiscard]] Player chooser(const Move& move) const;

  // Plays a move; an illegal or incomplete one changes nothing. On Status::round_over the state is
  // round_over.
  Outcome play(const Move& move, Observer* observer = nullptr);
  // After a round: the match is over, or the next round is set up (and may be over at once, before any move).
  void next_round(Observer* observer = nullptr);
  // Puts another position in the place of the present one, as a new beginning of the round.
  void replace(const Position& position);

  // How the last round ended, and the outcome that ended it (round_over, or later).
  [[nodiscard]] const Outcome& ended() const { return ended_; }
  [[nodiscard]] Ending round_ending() const;
  [[nodiscard]] Ending ending() const { return ending_; }  // over
  // The match was given up because its rounds ended again and again before anybody could move.
  [[nodiscard]] bool given_up() const { return empty_rounds_ > kMaxEmptyRounds; }

 private:
  // Rounds in a row that may end before a move: beyond it nothing will ever change.
  static constexpr int kMaxEmptyRounds = 100;

  // Is the round over before its first move?
  void enter();
  void break_off();
  [[nodiscard]] bool solitaire() const { return program().board.player_count() == 1; }
  [[nodiscard]] Outcome tried(const Move& move) const;
  [[nodiscard]] Ending ending_with(Player winner) const;

  const Reference* reference_;
  Chance chance_;
  Position position_;
  History history_;
  State state_ = State::playing;
  Outcome ended_;
  Ending ending_;
  int plies_ = 0;
  int rounds_ended_ = 0;
  int empty_rounds_ = 0;
};

// Every legal move with all that it leaves open, in the order of its choices: as many as perft counts at
// depth 1. No more than `limit`; `more` says whether there are others.
std::vector<Move> complete_moves(const Match& match, std::size_t limit, bool& more);

// A move at random, with its further choices; empty if there is none to make.
std::optional<Move> random_move(const Match& match, Chance& chance);

}  // namespace mancala
