// What a recording says of holes and players beside seeds: closed holes, owners, and, where the map names a
// state for it, declared state.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "interpreter/ir.h"
#include "interpreter/position.h"
#include "translate.h"

namespace mancala::recorded {

class Marks {
 public:
  // Throws Translation::Unmappable if `state` names a state that the variant does not have.
  Marks(const ir::Program& program, const Translation& translation, const Entry& entry, Program by);

  // A recording tells a mark when it changes.
  void see(const Moment& moment);
  // Writes what was seen last into a position.
  void write(Position& position) const;
  // Does the position have what was seen last?
  [[nodiscard]] bool agrees(const Position& position) const;
  // The holes that are this player's children (MancalaGames).
  [[nodiscard]] Region children(Player player) const;

 private:
  using Values = std::vector<std::optional<int>>;
  [[nodiscard]] const Values* seen(const std::string& mark) const;
  void write_state(Position& position, const ir::State& state, const std::string& mark,
                   const Values& values) const;

  const ir::Program& program_;
  const Translation& translation_;
  struct Mapped {
    const ir::State* state;
    std::string mark;
  };
  [[nodiscard]] bool mapped(std::string_view mark) const;

  std::vector<Mapped> states_;
  Program by_;
  std::map<std::string, Values> seen_;
};

}  // namespace mancala::recorded
