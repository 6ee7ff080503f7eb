// Counts and random games on several threads. The results do not depend on how many there are.
#pragma once

#include <cstdint>

#include "interpreter/fast.h"

namespace mancala {

inline constexpr int kMostThreads = 1024;

// Fast::playouts, the games in blocks: a block has a seed of its own, drawn from `seed`, and how many games
// it has depends on `games` only. 1 <= threads <= kMostThreads.
Playouts playouts_on(int threads, const Fast& fast, const Position& start, std::uint64_t seed,
                     std::uint64_t games);

// Fast::perft, shared out by the first moves.
std::uint64_t perft_on(int threads, const Fast& fast, const Position& position, int depth);

// Adds what `more` came to.
void add(Playouts& sum, const Playouts& more);

}  // namespace mancala
