// Sowing games written by hand in plain arrays, one C++ struct a game, to measure the product against. Not a
// part of the product, which knows no game. Included by one source for each set of compiler flags; everything
// is in an unnamed namespace.
//
// Every game has: the position; `start()`; `moves()`, the holes that may be lifted as bits, none if the round
// is over; `play(hole)`; `difference()`, the first player's seeds less the second's when it is over.
#pragma once

#include <cstdint>
#include <cstring>
#include <ctime>

#include "tests/bench/yardsticks.h"

namespace mancala::yardstick {
namespace {

using U8 = std::uint8_t;
using U32 = std::uint32_t;
using U64 = std::uint64_t;

constexpr int kLapLimit = 5000;

struct Random {
  U64 state;
  U32 below(U32 n) {
    state += 0x9e3779b97f4a7c15ULL;
    U64 z = state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    z ^= z >> 31;
    return static_cast<U32>(((z >> 32) * n) >> 32);
  }
};

// Numbers of the bits that are set, for rows of up to eight holes.
struct BitTable {
  U8 count[256];
  U8 nth[256][8];
  BitTable() {
    for (int set = 0; set < 256; set++) {
      count[set] = 0;
      for (int bit = 0; bit < 8; bit++) {
        if ((set >> bit & 1) != 0) nth[set][count[set]++] = static_cast<U8>(bit);
      }
    }
  }
};
const BitTable kBits;

// Six holes and a store a side: 0-5, store 6, 7-12, store 13.
struct Kalah {
  U8 seeds[16] = {};
  int mover = 0;
  U32 laps = 1;

  static Kalah start() {
    Kalah game;
    for (int i = 0; i < 6; i++) game.seeds[i] = game.seeds[7 + i] = 4;
    return game;
  }
  U32 moves() const {
    U32 south = 0, north = 0;
    for (int i = 0; i < 6; i++) {
      south |= static_cast<U32>(seeds[i] != 0) << i;
      north |= static_cast<U32>(seeds[7 + i] != 0) << i;
    }
    if (south == 0 || north == 0) return 0;
    return mover == 0 ? south : north;
  }
  void play(int hole) {
    const int store = mover == 0 ? 6 : 13, passed_over = 19 - store;
    int at = (mover == 0 ? 0 : 7) + hole;
    int hand = seeds[at];
    seeds[at] = 0;
    while (hand != 0) {
      at = at == 13 ? 0 : at + 1;
      if (at == passed_over) continue;
      seeds[at]++;
      hand--;
    }
    if (at == store) return;
    const bool own = (at < 6) == (mover == 0);
    if (own && seeds[at] == 1 && seeds[12 - at] != 0) {
      seeds[store] = static_cast<U8>(seeds[store] + seeds[12 - at] + 1);
      seeds[12 - at] = 0;
      seeds[at] = 0;
    }
    mover ^= 1;
  }
  int difference() const {
    int sum = 0;
    for (int i = 0; i < 7; i++) sum += seeds[i] - seeds[7 + i];
    return sum;
  }
};

// Six holes a side. A random game is over when a position comes again, a count of sequences knows no history.
struct Oware {
  U8 seeds[16] = {};
  int store[2] = {0, 0};
  int mover = 0;
  U32 laps = 1;

  static Oware start() {
    Oware game;
    for (int i = 0; i < 12; i++) game.seeds[i] = 4;
    return game;
  }
  U32 moves() const {
    if (store[0] > 24 || store[1] > 24 || (store[0] == 24 && store[1] == 24)) return 0;
    U32 row[2] = {0, 0};
    for (int i = 0; i < 6; i++) {
      row[0] |= static_cast<U32>(seeds[i] != 0) << i;
      row[1] |= static_cast<U32>(seeds[6 + i] != 0) << i;
    }
    if (row[mover ^ 1] != 0) return row[mover];
    U32 feeding = 0;
    for (int i = 0; i < 6; i++) feeding |= static_cast<U32>(seeds[6 * mover + i] > 5 - i) << i;
    return feeding;
  }
  void play(int hole) {
    const int from = 6 * mover + hole, theirs = 6 * (mover ^ 1);
    int hand = seeds[from], at = from;
    seeds[from] = 0;
    while (hand != 0) {
      at = at == 11 ? 0 : at + 1;
      if (at == from) continue;
      seeds[at]++;
      hand--;
    }
    if (at >= theirs && at < theirs + 6) {
      int first = at, taken = 0;
      while (first >= theirs && (seeds[first] == 2 || seeds[first] == 3)) taken += seeds[first--];
      if (taken != 0) {
        bool some_left = false;
        for (int i = theirs; i <= first; i++) some_left |= seeds[i] != 0;
        for (int i = at + 1; i < theirs + 6; i++) some_left |= seeds[i] != 0;
        if (some_left) {
          for (int i = first + 1; i <= at; i++) seeds[i] = 0;
          store[mover] += taken;
        }
      }
    }
    mover ^= 1;
  }
  int difference() const {
    int sum = store[0] - store[1];
    for (int i = 0; i < 6; i++) sum += seeds[i] - seeds[6 + i];
    return sum;
  }
};

// Eight holes a side, six seeds each; relays from occupied holes.
struct Sadeqa {
  U8 seeds[16] = {};
  int store[2] = {0, 0};
  int mover = 0;
  U32 laps = 0;

  static Sadeqa start() {
    Sadeqa game;
    for (U8& n : game.seeds) n = 6;
    return game;
  }
  U32 moves() const {
    U32 row = 0;
    for (int i = 0; i < 8; i++) row |= static_cast<U32>(seeds[8 * mover + i] != 0) << i;
    return row;
  }
  void play(int hole) {
    int at = 8 * mover + hole;
    laps = 0;
    do {
      int hand = seeds[at];
      seeds[at] = 0;
      while (hand-- != 0) {
        at = (at + 1) & 15;
        seeds[at]++;
      }
      laps++;
    } while (seeds[at] != 1 && laps < kLapLimit);
    if (seeds[at] == 1 && at >> 3 == mover) {
      store[mover] += seeds[15 - at];
      seeds[15 - at] = 0;
    }
    mover ^= 1;
  }
  int difference() const {
    int left = 0;
    for (const U8 n : seeds) left += n;
    return store[0] - store[1] + (mover == 1 ? left : -left);
  }
};

// Seven holes a side, seven seeds each; fours go to their owner, the next hole is sown on.
struct RajaPasu {
  U8 seeds[16] = {};
  int store[2] = {0, 0};
  int mover = 0;
  U32 laps = 0;

  static RajaPasu start() {
    RajaPasu game;
    for (int i = 0; i < 14; i++) game.seeds[i] = 7;
    return game;
  }
  U32 moves() const {
    U32 row = 0;
    for (int i = 0; i < 7; i++) row |= static_cast<U32>(seeds[7 * mover + i] != 0) << i;
    return row;
  }
  static int after(int at) { return at == 13 ? 0 : at + 1; }
  void play(int hole) {
    int at = 7 * mover + hole;
    laps = 0;
    for (;;) {
      int hand = seeds[at];
      seeds[at] = 0;
      while (hand-- != 0) {
        at = after(at);
        if (++seeds[at] == 4) {
          store[at >= 7 ? 1 : 0] += 4;
          seeds[at] = 0;
        }
      }
      laps++;
      at = after(at);
      if (seeds[at] == 0) {
        at = after(at);
        store[mover] += seeds[at];
        seeds[at] = 0;
        break;
      }
      if (laps >= kLapLimit) break;
    }
    mover ^= 1;
  }
  int difference() const {
    int left = 0;
    for (const U8 n : seeds) left += n;
    return store[0] - store[1] + (mover == 1 ? left : -left);
  }
};

inline double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

// The positions since the last capture.
template <class Game>
struct Since {
  void clear() {}
  bool add(const Game&) { return false; }
};

template <>
struct Since<Oware> {
  Oware stood[kLongest + 1];
  int count = 0;
  void clear() { count = 0; }
  bool add(const Oware& game) {
    if (count != 0 && (stood[0].store[0] != game.store[0] || stood[0].store[1] != game.store[1])) count = 0;
    bool found = false;
    // Every other position is the same player's.
    for (int i = count - 2; i >= 0 && !found; i -= 2)
      found = std::memcmp(stood[i].seeds, game.seeds, 12) == 0;
    stood[count++] = game;
    return found;
  }
};

template <class Game>
Games playouts(U64 seed, double seconds) {
  static Since<Game> since;
  Random random{seed};
  Games result;
  const double begun = cpu_seconds();
  do {
    for (int i = 0; i < 256; i++) {
      Game game = Game::start();
      int plies = 0;
      since.clear();
      since.add(game);
      for (U32 can = game.moves(); can != 0 && plies < kLongest; can = game.moves()) {
        game.play(kBits.nth[can][random.below(kBits.count[can])]);
        result.laps += game.laps;
        plies++;
        if (since.add(game)) break;
      }
      result.moves += static_cast<U64>(plies);
      const int difference = game.difference();
      result.wins[0] += difference > 0 ? 1 : 0;
      result.wins[1] += difference < 0 ? 1 : 0;
    }
    result.games += 256;
    result.seconds = cpu_seconds() - begun;
  } while (result.seconds < seconds);
  return result;
}

template <class Game>
U64 count(const Game& game, int depth) {
  U64 total = 0;
  for (U32 can = game.moves(); can != 0; can &= can - 1) {
    Game next = game;
    next.play(__builtin_ctz(can));
    if (depth == 1) {
      asm volatile("" : : "m"(next));  // the last move is made, too
      total++;
    } else {
      total += count(next, depth - 1);
    }
  }
  return total;
}

inline Games playouts(Name name, U64 seed, double seconds) {
  switch (name) {
    case Name::kalah: return playouts<Kalah>(seed, seconds);
    case Name::oware: return playouts<Oware>(seed, seconds);
    case Name::sadeqa: return playouts<Sadeqa>(seed, seconds);
    case Name::raja_pasu: return playouts<RajaPasu>(seed, seconds);
  }
  return {};
}

inline U64 perft(Name name, int depth) {
  switch (name) {
    case Name::kalah: return count(Kalah::start(), depth);
    case Name::oware: return count(Oware::start(), depth);
    case Name::sadeqa: return count(Sadeqa::start(), depth);
    case Name::raja_pasu: return count(RajaPasu::start(), depth);
  }
  return 0;
}

}  // namespace
}  // namespace mancala::yardstick
