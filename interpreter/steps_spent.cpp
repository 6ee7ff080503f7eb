#include "interpreter/steps_spent.h"

namespace mancala {

namespace {

thread_local StepsSpent* counting = nullptr;  // NOLINT: the one that lives in this thread

}  // namespace

StepsSpent::StepsSpent() { counting = this; }
StepsSpent::~StepsSpent() { counting = nullptr; }

void StepsSpent::add(std::int64_t steps) {
  if (counting != nullptr) counting->steps_ += steps;
}

}  // namespace mancala
