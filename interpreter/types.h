// The small value types that everything else is made of: places, regions, players, directions.
#pragma once

#include <bit>
#include <cstdint>

namespace mancala {

// Limits of a board. They bound the size of a position, which is a plain value without heap memory.
inline constexpr int kMaxPlaces = 128;      // holes, then stores, then piles of one board
inline constexpr int kMaxPlayers = 8;       // seats
inline constexpr int kMaxStateSlots = 256;  // slots of declared state and unlike pieces in a position
inline constexpr int kMaxPieceKinds = 4;    // beside the seeds
inline constexpr int kMaxChoices = 64;      // choices after the hole and the direction in one move;
                                            // what is asked later falls to the first option

// A place where seeds can be: an index into a board's places, or one of the marks below.
// Holes come first (0 … holes-1), then the players' stores, then their piles.
using Place = std::int16_t;
inline constexpr Place kNoPlace = -1;  // "none": no such hole
inline constexpr Place kHand = -2;     // the seeds being sown
inline constexpr Place kOut = -3;      // out of play

// A seat, counted from 0 in order of play.
using Player = std::int8_t;
inline constexpr Player kNobody = -1;  // "none"

// A running direction; `either` only as an answer to "which way?". The values are a set of two bits.
// On a closed circuit `onward` is counterclockwise as seen from above and `backward` clockwise.
enum class Direction : std::uint8_t { none = 0, onward = 1, backward = 2, either = 3 };

constexpr Direction reversed(Direction d) {
  if (d == Direction::onward) return Direction::backward;
  if (d == Direction::backward) return Direction::onward;
  return d;
}

// A set of places (holes only, where the language says "region"). Iteration is in order of index.
class Region {
 public:
  constexpr Region() = default;
  static constexpr Region of(Place p) {
    Region r;
    r.add(p);
    return r;
  }

  constexpr void add(Place p) {
    if (p >= 0) words_[p >> 6] |= std::uint64_t{1} << (p & 63);
  }
  constexpr void remove(Place p) {
    if (p >= 0) words_[p >> 6] &= ~(std::uint64_t{1} << (p & 63));
  }
  [[nodiscard]] constexpr bool has(Place p) const {
    return p >= 0 && ((words_[p >> 6] >> (p & 63)) & 1) != 0;
  }
  [[nodiscard]] constexpr bool empty() const { return (words_[0] | words_[1]) == 0; }
  [[nodiscard]] constexpr int count() const { return std::popcount(words_[0]) + std::popcount(words_[1]); }
  // The member with the lowest index, or kNoPlace.
  [[nodiscard]] constexpr Place first() const {
    if (words_[0] != 0) return static_cast<Place>(std::countr_zero(words_[0]));
    if (words_[1] != 0) return static_cast<Place>(64 + std::countr_zero(words_[1]));
    return kNoPlace;
  }
  // The only member, or kNoPlace if there is not exactly one.
  [[nodiscard]] constexpr Place only() const { return count() == 1 ? first() : kNoPlace; }
  [[nodiscard]] constexpr std::uint64_t word(int i) const { return words_[i]; }

  constexpr Region operator|(const Region& o) const {
    return {words_[0] | o.words_[0], words_[1] | o.words_[1]};
  }
  constexpr Region operator&(const Region& o) const {
    return {words_[0] & o.words_[0], words_[1] & o.words_[1]};
  }
  constexpr Region operator-(const Region& o) const {
    return {words_[0] & ~o.words_[0], words_[1] & ~o.words_[1]};
  }
  constexpr bool operator==(const Region&) const = default;

  // for (Place h : region)
  class Iterator;
  [[nodiscard]] constexpr Iterator begin() const;
  [[nodiscard]] constexpr Iterator end() const;

 private:
  constexpr Region(std::uint64_t a, std::uint64_t b) : words_{a, b} {}
  std::uint64_t words_[2] = {0, 0};
};

class Region::Iterator {
 public:
  constexpr Iterator(std::uint64_t a, std::uint64_t b) : words_{a, b} {}
  constexpr Place operator*() const {
    return static_cast<Place>(words_[0] != 0 ? std::countr_zero(words_[0])
                                             : 64 + std::countr_zero(words_[1]));
  }
  constexpr Iterator& operator++() {
    std::uint64_t& word = words_[0] != 0 ? words_[0] : words_[1];
    word &= word - 1;
    return *this;
  }
  constexpr bool operator==(const Iterator&) const = default;

 private:
  std::uint64_t words_[2];
};

constexpr Region::Iterator Region::begin() const { return {words_[0], words_[1]}; }
constexpr Region::Iterator Region::end() const { return {0, 0}; }

static_assert(kMaxPlaces <= 128, "Region has two words");

}  // namespace mancala
