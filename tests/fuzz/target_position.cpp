// A position line. The first line of the input is the id of a variant, the second the position; what follows
// chooses the moves that are tried in it.
#include "tests/fuzz/checks.h"
#include "tests/fuzz/games.h"
#include "tests/fuzz/must.h"
#include "tests/fuzz/targets.h"
#include "tests/support/fast_compare.h"

namespace mancala::fuzz {

namespace {

constexpr int kPlayedPlies = 3;

void play_from(const Game& game, Position position, test::Picks& picks) {
  const Reference reference = game.reference();
  if (test::over_at_once(reference, *game.fast, position)) return;
  History history;
  Chance chance(1);
  for (int ply = 0; ply < kPlayedPlies; ++ply) {
    history.add(position);
    const std::vector<Move> moves = reference.legal(position, &history);
    must(moves == game.fast->legal(position, &history), "both executors know the same legal moves",
         position_text(game.program(), position));
    if (moves.empty()) return;
    const Move move = moves[static_cast<std::size_t>(picks.below(static_cast<int>(moves.size())))];
    Chance choices(static_cast<std::uint64_t>(picks.below(256)));
    const Outcome outcome =
        test::play_together(reference, *game.fast, position, move, chance, history, choices);
    check_position_text(game.program(), position);
    if (outcome.status != Status::playing) return;
  }
}

}  // namespace

void fuzz_position(std::string_view input) {
  const Game* game = find_game(take_line(input));
  if (game == nullptr) return;
  const std::string_view text = take_line(input);
  const auto read = parse_position(game->program(), text);
  if (const auto* error = std::get_if<TextError>(&read)) return check_error(*error, text);
  const Position& position = std::get<Position>(read);
  check_position_text(game->program(), position);
  test::Picks picks(input);
  if (game->fast) play_from(*game, position, picks);
}

}  // namespace mancala::fuzz
