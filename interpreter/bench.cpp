#include "interpreter/bench.h"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <string_view>

#include "interpreter/parallel.h"
#include "interpreter/perft.h"
#include "interpreter/walk.h"

namespace mancala {
namespace {

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// The processor's seconds say nothing of several threads.
double seconds_now(int threads) {
  if (threads == 1) return processor_seconds();
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

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

}  // namespace

PlayRate bench_playouts(const Fast& fast, const Position& start, std::uint64_t seed, double seconds,
                        int threads) {
  PlayRate rate;
  Chance seeds(seed);
  std::uint64_t games = static_cast<std::uint64_t>(threads);
  const double begun = seconds_now(threads);
  do {
    const double before = seconds_now(threads);
    const Playouts played = threads == 1 ? fast.playouts(start, seeds.next(), games)
                                         : playouts_on(threads, fast, start, seeds.next(), games);
    if (played.games == 0) break;
    add(rate.played, played);
    const double now = seconds_now(threads);
    // As many games as make the clock negligible.
    if (now - before < std::min(0.02 * threads, seconds / 10)) games *= 2;
    rate.seconds = now - begun;
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

CountRate bench_perft(const Fast& fast, const Position& start, int depth, int threads) {
  CountRate rate;
  const double begun = seconds_now(threads);
  rate.sequences = perft_on(threads, fast, start, depth);
  rate.seconds = seconds_now(threads) - begun;
  return rate;
}

CountRate bench_perft(const Reference& reference, const Position& start, int depth) {
  CountRate rate;
  const double begun = processor_seconds();
  rate.sequences = perft(reference, start, depth);
  rate.seconds = processor_seconds() - begun;
  return rate;
}

std::string compiled_with(const Fast& fast, bool lanes) {
  std::string flags = MANCALA_TURNS_FLAGS;
  if (lanes) {
    const bool v3 = std::string_view(fast.lanes_compiled_for()) == "x86-64-v3";
    flags = v3 ? MANCALA_LANES_V3_FLAGS : MANCALA_LANES_FLAGS;
  }
  const std::string native = !lanes && fast.turns_are_native() ? "native code, " : "";
  return native + MANCALA_COMPILER + " " + flags;
}

}  // namespace mancala
