#include <cstring>

#include "interpreter/reference.h"

namespace mancala {
namespace {

template <class T>
void append(std::string& key, const T& value) {
  char bytes[sizeof(T)];
  std::memcpy(bytes, &value, sizeof(T));
  key.append(bytes, sizeof(T));
}

// What makes two positions the same: board, piles, state and mover. Counters of turns and rounds do not.
std::string key_of(const Position& position) {
  std::string key;
  key.reserve(1024);
  append(key, position.seeds);
  append(key, position.state);
  append(key, position.owner);
  append(key, position.closed.word(0));
  append(key, position.closed.word(1));
  append(key, position.out);
  append(key, position.mover);
  return key;
}

}  // namespace

void History::add(const Position& position) { seen_.insert(key_of(position)); }

bool History::has(const Position& position) const {
  if (asked_ != nullptr) asked_->push_back(position);
  return seen_.count(key_of(position)) != 0;
}

}  // namespace mancala
