// How much work was done: for searches that are bound by work and not by time, which is never the same twice.
#pragma once

#include <cstdint>

namespace mancala {

// While it lives, the steps (steps.h) of all that is asked of the reference executor in this thread are added
// up. One at a time in a thread.
class StepsSpent {
 public:
  StepsSpent();
  ~StepsSpent();
  StepsSpent(const StepsSpent&) = delete;
  StepsSpent& operator=(const StepsSpent&) = delete;

  [[nodiscard]] std::int64_t steps() const { return steps_; }
  // For the executor: adds to the one that lives in this thread, if there is one.
  static void add(std::int64_t steps);

 private:
  std::int64_t steps_ = 0;
};

}  // namespace mancala
