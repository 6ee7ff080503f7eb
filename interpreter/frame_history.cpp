#include "interpreter/frame_history.h"

#include <algorithm>
#include <cstring>

namespace mancala {

namespace {
constexpr std::size_t kFirstSlots = 64;
}

FrameHistory::FrameHistory(const TurnRules& rules)
    : rules_(rules),
      length_((static_cast<std::size_t>(rules.start_cells) + 3) / 4 +
              static_cast<std::size_t>(rules.players) + 2),
      slots_(kFirstSlots),
      asked_(length_) {}

void FrameHistory::clear() {
  if (stood_.empty()) return;
  stood_.clear();
  std::fill(slots_.begin(), slots_.end(), 0);
}

void FrameHistory::write(const Frame& frame, Word* words) const {
  const auto players = static_cast<std::size_t>(rules_.players);
  words[0] = frame.closed;
  words[1] = static_cast<Word>(frame.out) << 8 | static_cast<std::uint8_t>(frame.mover);
  std::copy_n(frame.owned.begin(), players, words + 2);
  words[length_ - 1] = 0;
  std::memcpy(words + 2 + players, frame.cells.data(),
              static_cast<std::size_t>(rules_.start_cells) * sizeof(std::int16_t));
}

FrameHistory::Word FrameHistory::hash(const Word* words) const {
  Word mixed = 0;
  for (std::size_t i = 0; i < length_; i++) {
    mixed = (mixed ^ words[i]) * 0x9e3779b97f4a7c15U;
    mixed ^= mixed >> 32;
  }
  return mixed;
}

std::size_t FrameHistory::slot_of(const Word* words) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash(words) & mask;
  while (slots_[slot] != 0 &&
         !std::equal(words, words + length_, stood_.data() + (slots_[slot] - 1) * length_)) {
    slot = (slot + 1) & mask;
  }
  return slot;
}

void FrameHistory::add(const Frame& frame) {
  write(frame, asked_.data());
  const std::size_t slot = slot_of(asked_.data());
  if (slots_[slot] != 0) return;
  stood_.insert(stood_.end(), asked_.begin(), asked_.end());
  const std::size_t count = stood_.size() / length_;
  slots_[slot] = static_cast<std::uint32_t>(count);
  if (count * 2 > slots_.size()) grow();
}

bool FrameHistory::has(const Frame& frame) const {
  write(frame, asked_.data());
  return slots_[slot_of(asked_.data())] != 0;
}

void FrameHistory::grow() {
  slots_.assign(slots_.size() * 2, 0);
  for (std::size_t i = 0; i * length_ < stood_.size(); i++) {
    slots_[slot_of(stood_.data() + i * length_)] = static_cast<std::uint32_t>(i + 1);
  }
}

}  // namespace mancala
