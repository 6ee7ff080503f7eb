// Lanes for one view of the board in the form that the lane machine takes. Private to the interpreter.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <new>
#include <vector>

#include "interpreter/fused.h"
#include "interpreter/lanes.h"

namespace mancala {

class LaneTable {
 public:
  // `v3`: compiled for x86-64-v3, which the processor must have.
  LaneTable(fused::Lanes lanes, bool v3);
  LaneTable(const LaneTable&) = delete;
  LaneTable& operator=(const LaneTable&) = delete;

  [[nodiscard]] const fused::Lanes& lanes() const { return lanes_; }
  [[nodiscard]] const lanes::Engine& engine() const { return *engine_; }

  // Has this processor the instructions of x86-64-v3?
  static bool has_v3();

 private:
  struct RowBytes {
    const std::uint8_t *delta, *with_reach, *last, *cont, *cover;
  };
  static constexpr std::align_val_t kAlignment{64};  // of what vectors are loaded from
  struct Free {
    void operator()(std::uint8_t* bytes) const { ::operator delete(bytes, kAlignment); }
  };

  const std::uint8_t* keep(const std::vector<std::uint8_t>& bytes);
  [[nodiscard]] std::vector<std::uint8_t> with_reach(const fused::Rows& rows) const;
  const std::uint8_t* bytes_of(fused::Set mask);  // 255 in its lanes
  const std::uint8_t* kept(const fused::LaneOp& op);
  void seat(int p);
  lanes::Step step(const fused::LaneStep& from);
  [[nodiscard]] const lanes::Question* question(int index) const;
  lanes::Ins ins(const fused::LaneOp& op);

  fused::Lanes lanes_;
  lanes::Rules rules_;
  std::vector<std::unique_ptr<std::uint8_t, Free>> bytes_;
  std::vector<RowBytes> rows_;
  std::vector<const std::uint8_t*> maps_;
  std::vector<std::vector<lanes::Step>> steps_;
  std::vector<lanes::Question> questions_;
  std::array<std::vector<lanes::Judge>, 2> judges_;
  std::array<std::vector<lanes::Ins>, 2> play_;
  std::array<std::vector<lanes::End>, 2> ends_;
  std::unique_ptr<lanes::Engine> engine_;
};

}  // namespace mancala
