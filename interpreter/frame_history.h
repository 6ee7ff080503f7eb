// The positions of one program that stood before in a round, as frames. Private to the interpreter.
#pragma once

#include <cstdint>
#include <vector>

#include "interpreter/fused_frame.h"

namespace mancala {

// Positions that stood before in the round.
class Stood {
 public:
  [[nodiscard]] virtual bool has(const Frame& frame) const = 0;

 protected:
  ~Stood() = default;
};

// As History: what makes two positions the same is the board, piles, state and mover.
class FrameHistory final : public Stood {
 public:
  // `rules` must outlive this object.
  explicit FrameHistory(const TurnRules& rules);

  void clear();
  void add(const Frame& frame);
  [[nodiscard]] bool has(const Frame& frame) const override;

 private:
  using Word = std::uint64_t;

  void write(const Frame& frame, Word* words) const;
  [[nodiscard]] Word hash(const Word* words) const;
  // The slot of these words, or the empty one where they would go.
  [[nodiscard]] std::size_t slot_of(const Word* words) const;
  void grow();

  const TurnRules& rules_;
  std::size_t length_;       // words of a position
  std::vector<Word> stood_;  // one position after another
  std::vector<std::uint32_t>
      slots_;  // a table of 2^n, at most half full: number of the position + 1, 0 empty
  mutable std::vector<Word> asked_;
};

}  // namespace mancala
