// Whether a board has stood before. Included as lanes_vector.h is.
#pragma once

#include "interpreter/lanes_operations.h"

namespace mancala::lanes {
namespace {

// The boards since the last capture: earlier ones cannot come again, since nothing leaves a pile. The players
// move in turn where this is used, so every other board is the same player's.
template <int W>
class Since final : public Past {
 public:
  explicit Since(int longest) : stood_(new V<W>[static_cast<std::size_t>(longest) + 2]) {}
  ~Since() { delete[] stood_; }
  Since(const Since&) = delete;
  Since& operator=(const Since&) = delete;

  void clear() {
    count_ = 0;
    since_ = now_;
  }
  [[nodiscard]] bool has(const Position& position) const override {
    const Pos<W> pos = enter<W>(position);
    return piles_ == pos.piles && marks_[slot_of(pos.v)] > since_ && look_for(pos.v);
  }
  void add(const Position& position) override { add(enter<W>(position)); }
  // Has it stood before? From now on it has.
  MANCALA_INLINE bool add(const Pos<W>& pos) {
    const bool captured = piles_ != pos.piles;
    piles_ = pos.piles;
    count_ = captured ? 0 : count_;
    since_ = captured ? now_ : since_;
    U64& marked = marks_[slot_of(pos.v)];
    bool found = false;
    if (__builtin_expect(marked > since_, 0)) found = look_for(pos.v);
    marked = ++now_;
    stood_[count_++] = pos.v;
    return found;
  }

 private:
  static constexpr U64 kAll = W == 64 ? ~U64{0} : (U64{1} << (W & 63)) - 1;
  static constexpr int kSlotBits = 8;

  static MANCALA_INLINE U32 slot_of(const V<W>& v) {
    const U64* words = reinterpret_cast<const U64*>(&v);
    U64 mixed = 0;
    for (int i = 0; i < W / 8; i++) mixed = (mixed ^ words[i]) * 0x9e3779b97f4a7c15ULL;
    return static_cast<U32>(mixed >> (64 - kSlotBits));
  }

  __attribute__((noinline)) bool look_for(const V<W>& v) const {
    for (int i = count_ - 2; i >= 0; i -= 2) {
      if (high_bits<W>(equal<W>(stood_[i], v)) == kAll) return true;
    }
    return false;
  }

  V<W>* stood_;
  int count_ = 0;
  U32 piles_ = 0;
  U64 now_ = 0, since_ = 0;
  U64 marks_[1 << kSlotBits] = {};  // when a board of this hash stood last
};

}  // namespace
}  // namespace mancala::lanes
