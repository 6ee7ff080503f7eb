// Moves. The first line of the input is the id of a variant; then come moves, with blanks between them.
#include "dsl/own_notation.h"
#include "tests/fuzz/checks.h"
#include "tests/fuzz/games.h"
#include "tests/fuzz/must.h"
#include "tests/fuzz/targets.h"
#include "tools/mancala/why.h"

namespace mancala::fuzz {

namespace {

constexpr int kMostMoves = 60;

std::string_view take_word(std::string_view& text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  const std::size_t end = std::min(text.find_first_of(kBlanks), text.size());
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(end);
  return word;
}

// Reads the word in both notations and plays it where it is a move.
void try_word(const Game& game, Match& match, std::string_view word) {
  const Variant& variant = game.variant;
  const ir::Program& program = game.program();
  const std::vector<Move> legal = match.legal();
  for (const bool own : {false, true}) {
    const auto read = read_move(variant, match, word, own);
    if (const auto* error = std::get_if<TextError>(&read)) {
      check_error(*error, word);
      continue;
    }
    const std::string text = move_text(program, std::get<Move>(read));
    const auto again = parse_move(program, text, legal);
    must(std::holds_alternative<Move>(again) && move_text(program, std::get<Move>(again)) == text,
         "a move that is read can be printed and read", word, text);
    const cli::Show show(variant, own);
    must(!cli::why_text(cli::why(show, match, std::string(word), own), game.sources).empty(),
         "there is a reason why", word);
  }
  const auto read = read_move(variant, match, word);
  const auto* move = std::get_if<Move>(&read);
  if (move == nullptr) return;
  const Position before = match.position();
  Match trial = match;
  const Outcome outcome = trial.play(*move);
  switch (outcome.status) {
    case Status::illegal: must(trial.position() == before, "an illegal move changes nothing", word); break;
    case Status::needs_choice:
      must(trial.position() == before, "a move with a choice left changes nothing", word);
      must(!outcome.options.empty(), "there is something to choose", word);
      break;
    case Status::playing:
    case Status::round_over: match = trial; break;
  }
}

}  // namespace

void fuzz_moves(std::string_view input) {
  const Game* game = find_game(take_line(input));
  if (game == nullptr) return;
  const Reference reference = game->reference();
  Match match(reference, 1);
  for (int move = 0; move < kMostMoves; ++move) {
    while (match.state() == Match::State::round_over) match.next_round();
    const std::string_view word = take_word(input);
    if (word.empty() || match.state() == Match::State::over) return;
    try_word(*game, match, word);
    check_position_text(game->program(), match.position());
  }
}

}  // namespace mancala::fuzz
