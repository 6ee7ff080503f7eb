// How fast a program runs: random games and counts of move sequences, by either executor, in seconds of the
// processor; on several threads in seconds of the clock.
#pragma once

#include <cstdint>
#include <string>

#include "interpreter/fast.h"
#include "interpreter/reference.h"

namespace mancala {

struct PlayRate {
  Playouts played;
  double seconds = 0;
  [[nodiscard]] double playouts() const { return rate(played.games); }  // per second, as all of these
  [[nodiscard]] double moves() const { return rate(played.moves); }
  [[nodiscard]] double laps() const { return rate(played.laps); }

 private:
  [[nodiscard]] double rate(std::uint64_t n) const {
    return seconds > 0 ? static_cast<double>(n) / seconds : 0;
  }
};

struct CountRate {
  std::uint64_t sequences = 0;
  double seconds = 0;
  [[nodiscard]] double nodes() const { return seconds > 0 ? static_cast<double>(sequences) / seconds : 0; }
};

// Random games from `start` for at least `seconds`. Every move, and every choice in it, is as likely as the
// others. 1 <= threads <= kMostThreads.
PlayRate bench_playouts(const Fast& fast, const Position& start, std::uint64_t seed, double seconds,
                        int threads = 1);
PlayRate bench_playouts(const Reference& reference, const Position& start, std::uint64_t seed,
                        double seconds);

CountRate bench_perft(const Fast& fast, const Position& start, int depth, int threads = 1);
CountRate bench_perft(const Reference& reference, const Position& start, int depth);

// The compiler of the fast executor and its flags: those of the lanes that `fast` uses, or of turns.
std::string compiled_with(const Fast& fast, bool lanes);

}  // namespace mancala
