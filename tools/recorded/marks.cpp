#include "marks.h"

#include <fmt/format.h>

#include <algorithm>

namespace mancala::recorded {

Marks::Marks(const ir::Program& program, const Translation& translation, const Entry& entry, Program by)
    : program_(program), translation_(translation), by_(by) {
  const auto state_named = [&](const std::string& name) -> const ir::State* {
    const auto found = std::find_if(program.states.begin(), program.states.end(),
                                    [&](const ir::State& state) { return state.name == name; });
    return found == program.states.end() ? nullptr : &*found;
  };
  std::vector<std::pair<std::string, std::string>> pairs = entry.states;
  if (!entry.closed_as.empty()) pairs.emplace_back(entry.closed_as, "blocked");
  for (const auto& [one, other] : pairs) {
    if (const ir::State* state = state_named(one)) {
      states_.push_back({state, other});
    } else if (const ir::State* state = state_named(other)) {
      states_.push_back({state, one});
    } else {
      throw Translation::Unmappable(fmt::format("the variant has no state `{}`", one));
    }
  }
}

bool Marks::mapped(std::string_view mark) const {
  return std::any_of(states_.begin(), states_.end(), [&](const Mapped& one) { return one.mark == mark; });
}

void Marks::see(const Moment& moment) {
  for (const auto& [mark, values] : moment.marks) seen_[mark] = values;
}

const Marks::Values* Marks::seen(const std::string& mark) const {
  const auto found = seen_.find(mark);
  return found == seen_.end() ? nullptr : &found->second;
}

void Marks::write_state(Position& position, const ir::State& state, const std::string& mark,
                        const Values& values) const {
  const auto slot = [&](int element) -> std::int16_t& {
    return position.state[static_cast<std::size_t>(state.first_slot) + static_cast<std::size_t>(element)];
  };
  // A child of MancalaGames is the owner's number, which may be 0; in other marks 0 is no.
  const bool present_if_told = by_ == Program::mancalagames && mark == "child";
  const auto stored = [&](const std::optional<int>& value) -> std::int16_t {
    if (!value) return 0;
    if (state.holds == ir::Type::truth) return present_if_told || *value != 0 ? 1 : 0;
    if (state.holds == ir::Type::player && present_if_told) {
      return static_cast<std::int16_t>(*value < program_.board.player_count() ? *value + 1 : 0);
    }
    return static_cast<std::int16_t>(*value);
  };
  switch (state.per) {
    case ir::Per::none:
      if (!values.empty()) slot(0) = stored(values[0]);
      break;
    case ir::Per::hole: {
      const Values by_hole = translation_.by_hole(values);
      for (int h = 0; h < program_.board.hole_count() && h < static_cast<int>(by_hole.size()); ++h) {
        slot(h) = stored(by_hole[static_cast<std::size_t>(h)]);
      }
      break;
    }
    case ir::Per::player:
      for (int p = 0; p < program_.board.player_count(); ++p) {
        if (state.holds != ir::Type::hole) {
          if (p < static_cast<int>(values.size())) slot(p) = stored(values[static_cast<std::size_t>(p)]);
          continue;
        }
        slot(p) = 0;
        if (by_ == Program::ludii) {
          const auto site =
              p < static_cast<int>(values.size()) ? values[static_cast<std::size_t>(p)] : std::nullopt;
          if (site && *site >= 0) slot(p) = static_cast<std::int16_t>(translation_.hole_at(*site) + 1);
          continue;
        }
        for (int h = 0; h < static_cast<int>(values.size()); ++h) {
          if (values[static_cast<std::size_t>(h)] == p) slot(p) = static_cast<std::int16_t>(h + 1);
        }
      }
      break;
  }
}

void Marks::write(Position& position) const {
  if (const Values* blocked = seen("blocked"); blocked != nullptr && !mapped("blocked")) {
    position.closed = Region();
    for (int h = 0; h < program_.board.hole_count() && h < static_cast<int>(blocked->size()); ++h) {
      if ((*blocked)[static_cast<std::size_t>(h)].value_or(0) != 0)
        position.closed.add(static_cast<Place>(h));
    }
  }
  if (const Values* owner = seen("owner"); owner != nullptr && program_.territory && !mapped("owner")) {
    for (int h = 0; h < program_.board.hole_count() && h < static_cast<int>(owner->size()); ++h) {
      const int value = (*owner)[static_cast<std::size_t>(h)].value_or(kNobody);
      position.owner[static_cast<std::size_t>(h)] =
          static_cast<std::int8_t>(value >= 0 && value < program_.board.player_count() ? value : kNobody);
    }
  }
  for (const Mapped& one : states_) {
    if (const Values* values = seen(one.mark)) write_state(position, *one.state, one.mark, *values);
  }
}

Region Marks::children(Player player) const {
  Region out;
  if (by_ != Program::mancalagames) return out;
  if (const Values* child = seen("child")) {
    for (std::size_t h = 0; h < child->size(); ++h) {
      if ((*child)[h] == player) out.add(static_cast<Place>(h));
    }
  }
  return out;
}

bool Marks::agrees(const Position& position) const {
  Position written = position;
  write(written);
  return written.closed == position.closed && written.owner == position.owner &&
         written.state == position.state;
}

}  // namespace mancala::recorded
