#include "interpreter/bench.h"

#include <algorithm>
#include <ctime>

#include "interpreter/perft.h"
#include "interpreter/walk.h"

namespace mancala {
namespace {

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

void play_out(const Reference& reference, const Position& start, bool asks_repeated, Chance& pick,
              Chance& lots, Playouts& result) {
  Position position = start;
  History history;
  for (int ply = 0; ply < Fast::kLongestGame; ply++) {
    if (asks_repeated) history.add(position);
    const std::vector<Move> moves = reference.legal(position, &history);
    Move move = moves[pick.below(static_cast<int>(moves.size()))];
    Outcome outcome = reference.play(position, move, lots, &history);
    while (outcome.status == Status::needs_choice) {
      const auto& options = outcome.options;
      move.choices[move.choice_count++] = options[pick.below(static_cast<int>(options.size()))];
      outcome = reference.play(position, move, lots, &history);
    }
    result.moves++;
    result.laps += static_cast<std::uint64_t>(outcome.laps);
    if (outcome.status == Status::playing) continue;
    if (outcome.winner == kNobody) {
      result.drawn++;
    } else {
      result.wins[outcome.winner]++;
    }
    return;
  }
  result.cut++;
}

void add(Playouts& sum, const Playouts& more) {
  sum.games += more.games;
  sum.moves += more.moves;
  sum.laps += more.laps;
  sum.drawn += more.drawn;
  sum.cut += more.cut;
  for (int p = 0; p < kMaxPlayers; p++) sum.wins[p] += more.wins[p];
}

}  // namespace

PlayRate bench_playouts(const Fast& fast, const Position& start, std::uint64_t seed, double seconds) {
  PlayRate rate;
  Chance seeds(seed);
  std::uint64_t games = 1;
  const double begun = processor_seconds();
  do {
    const double before = processor_seconds();
    const Playouts played = fast.playouts(start, seeds.next(), games);
    if (played.games == 0) break;
    add(rate.played, played);
    // As many games as make the clock negligible.
    if (processor_seconds() - before < std::min(0.02, seconds / 10)) games *= 2;
    rate.seconds = processor_seconds() - begun;
  } while (rate.seconds < seconds);
  return rate;
}

PlayRate bench_playouts(const Reference& reference, const Position& start, std::uint64_t seed,
                        double seconds) {
  PlayRate rate;
  Chance pick(seed), lots(seed + 1);
  const bool asks_repeated = ir::reads(reference.program(), ir::Op::repeated);
  if (reference.legal(start).empty()) return rate;
  const double begun = processor_seconds();
  do {
    play_out(reference, start, asks_repeated, pick, lots, rate.played);
    rate.played.games++;
    rate.seconds = processor_seconds() - begun;
  } while (rate.seconds < seconds);
  return rate;
}

CountRate bench_perft(const Fast& fast, const Position& start, int depth) {
  CountRate rate;
  const double begun = processor_seconds();
  rate.sequences = fast.perft(start, depth);
  rate.seconds = processor_seconds() - begun;
  return rate;
}

CountRate bench_perft(const Reference& reference, const Position& start, int depth) {
  CountRate rate;
  const double begun = processor_seconds();
  rate.sequences = perft(reference, start, depth);
  rate.seconds = processor_seconds() - begun;
  return rate;
}

}  // namespace mancala
