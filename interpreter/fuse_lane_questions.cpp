// Conditions and sets of holes as questions that are put to all lanes at once.
#include "interpreter/lane_fuser.h"

namespace mancala::lane_fuser {

namespace {

constexpr const char* kWhy = "a condition or a set of holes that has no operation";

class Asking : private Seat {
 public:
  Asking(const Seat& seat, const About& about) : Seat(seat), about_(about) {}

  std::int16_t condition(NodeId id) {
    Variable variable;
    variable.what = about_.what;
    variable.lanes = about_.lanes;
    truth(id, variable);
    return put();
  }

  std::int16_t where(NodeId among, NodeId condition, std::int32_t slot) {
    Variable it;
    it.what = AboutWhat::it;
    it.slot = slot;
    it.lanes = hole_lanes();
    const int all = among == kNone ? fixed(it.lanes) : holes_of(among);
    const int some = truth(condition, it);
    add_two(Q::both, all, some);
    return put();
  }

  std::int16_t region(NodeId id, Set within) {
    const int all = holes_of(id);
    const int some = fixed(within);
    add_two(Q::both, all, some);
    return put();
  }

 private:
  // What a condition is asked of: each lane in turn is that place.
  struct Variable {
    AboutWhat what = AboutWhat::nothing;
    std::int32_t slot = kNone;  // of the local that stands for it, if it is not `here` or `start`
    Set lanes = 0;
  };

  std::int16_t put() {
    const auto known = std::find(lanes_.questions.begin(), lanes_.questions.end(), steps_);
    if (known == lanes_.questions.end()) {
      lanes_.questions.push_back(steps_);
      return static_cast<std::int16_t>(lanes_.questions.size() - 1);
    }
    return static_cast<std::int16_t>(known - lanes_.questions.begin());
  }

  int add(LaneStep step) {
    if (steps_.size() >= fused::kMostSteps) refuse("a condition or a set of holes is long");
    steps_.push_back(std::move(step));
    return static_cast<int>(steps_.size()) - 1;
  }

  int fixed(Set mask) {
    LaneStep step;
    step.mask = mask;
    return add(step);
  }

  int add_one(Q op, int a, const Counts& counts = {}) {
    LaneStep step;
    step.op = op;
    step.a = static_cast<std::uint8_t>(a);
    step.counts = counts;
    return add(step);
  }

  int add_two(Q op, int a, int b) {
    LaneStep step;
    step.op = op;
    step.a = static_cast<std::uint8_t>(a);
    step.b = static_cast<std::uint8_t>(b);
    return add(step);
  }

  [[nodiscard]] Set all_lanes() const { return lanes_.used == kLanes ? ~Set{0} : set_of(lanes_.used) - 1; }
  [[nodiscard]] Set hole_lanes() const {
    Set found = 0;
    for (int lane = 0; lane < lanes_.used; lane++) {
      if (program_.board.is_hole(lanes_.place[lane])) found |= set_of(lane);
    }
    return found;
  }

  [[nodiscard]] Known known_at(const Variable& variable, int lane) const {
    Known known;
    known.given_node = given_node_;
    known.given = given_;
    const Place place = lanes_.place[lane];
    switch (variable.what) {
      case AboutWhat::nothing: break;
      case AboutWhat::here: known.here = place; break;
      case AboutWhat::start: known.start = place; break;
      case AboutWhat::it:
        known.slot = variable.slot;
        known.it = place;
        break;
    }
    return known;
  }

  // The lanes for which it holds, if that depends on the lane alone.
  [[nodiscard]] std::optional<Set> settled(NodeId id, const Variable& variable) const {
    Set found = 0;
    if (variable.what == AboutWhat::nothing) {
      const auto truth = still_.value(id, {});
      if (!truth) return std::nullopt;
      return *truth != 0 ? ~Set{0} : 0;
    }
    for (Set rest = variable.lanes; rest != 0; rest &= rest - 1) {
      const int lane = std::countr_zero(rest);
      const auto truth = still_.value(id, known_at(variable, lane));
      if (!truth) return std::nullopt;
      if (*truth != 0) found |= set_of(lane);
    }
    return found;
  }

  // Does a value depend on the lane alone?
  [[nodiscard]] bool is_settled(NodeId id, const Variable& variable) const {
    if (variable.what == AboutWhat::nothing) return still_.value(id, {}).has_value();
    for (Set rest = variable.lanes; rest != 0; rest &= rest - 1) {
      if (!still_.value(id, known_at(variable, std::countr_zero(rest)))) return false;
    }
    return true;
  }

  // The one place that the question is about is that lane.
  void be_at(int lane, Known& known) const {
    (about_.what == AboutWhat::start ? known.start : known.here) = lanes_.place[lane];
  }

  // The same where it depends on the one place, too: by its lane.
  std::optional<int> settled_by_here(NodeId id, const Variable& variable) {
    if (!about_.is_one || variable.what != AboutWhat::it) return std::nullopt;
    LaneStep step;
    step.op = Q::by_here;
    step.sets.assign(lanes_.width, 0);
    for (Set here = about_.lanes; here != 0; here &= here - 1) {
      for (Set rest = variable.lanes; rest != 0; rest &= rest - 1) {
        Known known = known_at(variable, std::countr_zero(rest));
        be_at(std::countr_zero(here), known);
        const auto truth = still_.value(id, known);
        if (!truth) return std::nullopt;
        if (*truth != 0) step.sets[std::countr_zero(here)] |= set_of(std::countr_zero(rest));
      }
    }
    return add(std::move(step));
  }

  int truth(NodeId id, const Variable& variable) {
    if (const auto set = settled(id, variable)) return fixed(*set);
    if (const auto set = settled_by_here(id, variable)) return *set;
    const Node& n = node(id);
    if (n.op == N::local && std::count(truths_.begin(), truths_.end(), n.imm) != 0) {
      return flagged(flag_index(lanes_, kNone, static_cast<std::int32_t>(n.imm), 1));
    }
    if (n.op == N::logical_not) {
      const int not_a = truth(n.a, variable);
      return add_two(Q::except, fixed(~Set{0}), not_a);
    }
    const bool joins = n.op == N::logical_and || n.op == N::logical_or;
    if (given_node_ == kNone && variable.what != AboutWhat::nothing) {
      const NodeId count = count_that_leads(id, variable);
      if (count != kNone && (!joins || (has(n.a, count) && has(n.b, count)))) {
        return by_count(id, count, variable);
      }
    }
    if (joins) {
      // What one of them says is left out where it is always the same.
      if (const auto set = settled(n.a, variable)) {
        const Set all = variable.what == AboutWhat::nothing ? ~Set{0} : variable.lanes;
        if (*set == (n.op == N::logical_and ? all : 0)) return truth(n.b, variable);
      }
      const int a = truth(n.a, variable);
      const int b = truth(n.b, variable);
      return add_two(n.op == N::logical_and ? Q::both : Q::either, a, b);
    }
    if (n.op == N::choose_if) {
      const int chosen = truth(n.a, variable);
      const int b = add_two(Q::both, chosen, truth(n.b, variable));
      const int c = add_two(Q::except, truth(n.c, variable), chosen);
      return add_two(Q::either, b, c);
    }
    if (n.op == N::some) return add_one(Q::some, holes_of(n.a));
    if (n.op == N::in) {
      const auto map = map_of(n.a, variable);
      const int set = holes_of(n.b);
      LaneStep step;
      step.op = Q::moved;
      step.a = static_cast<std::uint8_t>(set);
      step.map = map.index;
      step.mask = map.from;
      if (step.map >= 0) return add(std::move(step));
      return add_two(Q::both, set, fixed(map.from));
    }
    return count_of(id, variable);
  }

  struct Seen {
    std::int16_t index = -1;  // -1: every lane leads to itself
    Set from = 0;             // lanes from which there is a place
    LaneMap map{};
  };

  // Where a place lies, seen from each lane.
  Seen map_of(NodeId id, const Variable& variable) {
    if (variable.what == AboutWhat::nothing) refuse(kWhy);
    Seen seen;
    bool itself = true;
    for (Set rest = variable.lanes; rest != 0; rest &= rest - 1) {
      const int lane = std::countr_zero(rest);
      const auto place = still_.value(id, known_at(variable, lane));
      if (!place || *place < kNoPlace) refuse(kWhy);
      if (*place == kNoPlace) continue;
      const int to = lanes_.lane[*place];
      if (to < 0) refuse(kWhy);
      seen.map[lane] = static_cast<std::uint8_t>(to);
      seen.from |= set_of(lane);
      itself = itself && to == lane;
    }
    if (!itself) seen.index = static_cast<std::int16_t>(map_index(lanes_, seen.map));
    return seen;
  }

  bool has(NodeId id, NodeId part) const {
    std::vector<NodeId> found;
    find(
        id, [&](NodeId at) { return at == part; }, found);
    return !found.empty();
  }

  // The one count on which it depends what other place is counted, such as where a lap from a hole would end;
  // kNone: there is none, or there are several.
  NodeId count_that_leads(NodeId id, const Variable& variable) const {
    std::vector<NodeId> counts, leading;
    const auto counts_seeds = [&](NodeId at) { return is(at, N::seeds_at); };
    find(id, counts_seeds, counts);
    for (const NodeId count : counts) find(node(count).a, counts_seeds, leading);
    if (leading.size() != 1 || !is_settled(node(leading[0]).a, variable)) return kNone;
    return leading[0];
  }

  // Lanes for which a condition is settled for the same counts.
  using Groups = std::vector<std::pair<Counts, Set>>;
  static void add_to(Groups& groups, const Counts& counts, Set lane) {
    if (counts == Counts{}) return;
    auto group = std::find_if(groups.begin(), groups.end(), [&](const auto& g) { return g.first == counts; });
    if (group == groups.end()) group = groups.insert(groups.end(), {counts, 0});
    group->second |= lane;
  }

  // A condition by the value of a count: it holds, it does not, or what is left of it is asked. Looked for
  // are the lanes that fulfil it or those that do not, whichever takes fewer steps.
  int by_count(NodeId id, NodeId count, const Variable& variable) {
    std::array<Groups, 2> settled_so;
    std::array<Set, kCounts> open{};
    for (Set rest = variable.lanes; rest != 0; rest &= rest - 1) {
      const Set lane = rest & (~rest + 1);
      Known known = known_at(variable, std::countr_zero(rest));
      known.given_node = count;
      std::array<Counts, 2> counts;
      for (int n = 0; n < kCounts; n++) {
        known.given = n;
        const auto truth = still_.value(id, known);
        if (!truth) open[n] |= lane;
        if (truth) counts[*truth != 0 ? 1 : 0].add(n);
      }
      for (int value = 0; value < 2; value++) add_to(settled_so[value], counts[value], lane);
    }
    const bool holds = settled_so[1].size() <= settled_so[0].size();
    int found = fixed(0);
    for (const auto& [counts, lanes] : settled_so[holds ? 1 : 0]) {
      found = add_two(Q::either, found, with_counts(count, counts, lanes, variable));
    }
    for (int n = 0; n < kCounts; n++) {
      if (open[n] == 0) continue;
      Counts only;
      only.add(n);
      const int with = with_counts(count, only, open[n], variable);
      Variable left = variable;
      left.lanes = open[n];
      given_node_ = count;
      given_ = n;
      const int rest = truth(id, left);
      given_node_ = kNone;
      found = add_two(Q::either, found, add_two(holds ? Q::both : Q::except, with, rest));
    }
    return holds ? found : add_two(Q::except, fixed(~Set{0}), found);
  }

  static bool is_count(N op) {
    return op == N::seeds_at || op == N::was || op == N::state || op == N::seeds_in || op == N::count ||
           op == N::laps;
  }

  // A condition on one number or one state: lanes for which it holds for the same values go together.
  int count_of(NodeId id, const Variable& variable) {
    std::vector<NodeId> counted;
    // What is counted and always the same, such as the holes of a player, is a number like any other.
    find(
        id, [&](NodeId at) { return is_count(node(at).op) && !is_settled(at, variable); }, counted);
    if (counted.size() != 1) refuse(kWhy);
    const Node& what = node(counted[0]);
    const bool state = what.op == N::state;
    if (state && program_.states[what.imm].per != ir::Per::hole) return with_flags(id, counted[0], variable);
    std::vector<std::pair<Counts, Set>> groups;
    const auto holds = [&](Known known, std::int64_t count) {
      known.count_node = counted[0];
      known.count = count;
      const auto truth = still_.value(id, known);
      if (!truth) refuse(kWhy);
      return *truth != 0;
    };
    const bool everywhere = variable.what == AboutWhat::nothing;
    for (Set rest = everywhere ? 1 : variable.lanes; rest != 0; rest &= rest - 1) {
      const Known known = known_at(variable, std::countr_zero(rest));
      Counts set;
      // States of holes are flags and players: -1, 0, 1 stand at 0, 1, 2.
      const int first = state ? -1 : 0, last = state ? 1 : kCounts - 1;
      for (int n = first; n <= last; n++) {
        if (holds(known, n)) set.add(n - first);
      }
      if (!state && set.has(last) != holds(known, kMany)) refuse(kWhy);
      auto group = std::find_if(groups.begin(), groups.end(), [&](const auto& g) { return g.first == set; });
      if (group == groups.end()) group = groups.insert(groups.end(), {set, 0});
      group->second |= everywhere ? ~Set{0} : set_of(std::countr_zero(rest));
    }
    int found = -1;
    for (const auto& [counts, lanes] : groups) {
      const int part = state ? with_state(what, counts, lanes, variable)
                             : with_counts(counted[0], counts, lanes, variable);
      found = found < 0 ? part : add_two(Q::either, found, part);
    }
    return found;
  }

  // Of `lanes`, those whose number is among the counts.
  int with_counts(NodeId counted, const Counts& counts, Set lanes, const Variable& variable) {
    const Node& what = node(counted);
    if (counts == Counts{}) return fixed(0);
    if (what.op == N::seeds_at || what.op == N::was) {
      LaneStep step;
      step.op = Q::with;
      step.counts = counts;
      step.mask = lanes;
      if (what.op == N::was) {
        // The count before the last seed, which has fallen there.
        if (variable.what != AboutWhat::here || !about_.knows_was) refuse(kWhy);
        step.counts = {};
        for (int n = 1; n < kCounts; n++) {
          if (counts.has(n - 1)) step.counts.add(n);
        }
        return few_or_range(std::move(step));
      }
      const Seen seen = map_of(what.a, variable);
      step.map = seen.index;
      step.mask &= seen.from;
      const Set nowhere = lanes & ~seen.from;
      const int with = few_or_range(std::move(step));
      return nowhere != 0 && counts.has(0) ? add_two(Q::either, with, fixed(nowhere)) : with;
    }
    if (!fused::range_of(counts)) refuse(kWhy);
    int whole = 0;
    if (what.op == N::laps) {
      if (about_.what != AboutWhat::here) refuse(kWhy);
      LaneStep step;
      step.op = Q::laps_in;
      step.counts = counts;
      whole = add(std::move(step));
    } else {
      whole = add_one(what.op == N::seeds_in ? Q::sum_in : Q::number_in, holes_of(what.a), counts);
    }
    return add_two(Q::both, whole, fixed(lanes));
  }

  int few_or_range(LaneStep step) {
    int few = 0;
    for (int n = 0; n < kCounts; n++) few += step.counts.has(n) != step.counts.has(kCounts - 1) ? 1 : 0;
    if (few > fused::kFewCounts && !fused::range_of(step.counts)) refuse(kWhy);
    return add(std::move(step));
  }

  int flagged(int flag) {
    LaneStep step;
    step.op = Q::flagged;
    step.k = static_cast<std::uint8_t>(flag);
    return add(std::move(step));
  }

  // A state that has been put back is as it begins.
  [[nodiscard]] bool is_put_back(const ir::State& state) const {
    return (state.lasts == ir::Lasts::move && about_.when != When::move) ||
           (state.lasts == ir::Lasts::turn && about_.when == When::before_turn);
  }

  // A condition on one state that is single or a player's.
  int with_flags(NodeId id, NodeId counted, const Variable& variable) {
    const Node& what = node(counted);
    const ir::State& state = program_.states[what.imm];
    const int last = last_cell(state);
    if (last == 0) refuse("a state that has no operation");
    // Lanes for which it holds for the same values of the same state: bit n is what is stored as n.
    struct Group {
      std::int64_t element;
      unsigned cells;
      Set lanes;
    };
    std::vector<Group> groups;
    const bool everywhere = variable.what == AboutWhat::nothing;
    for (Set rest = everywhere ? 1 : variable.lanes; rest != 0; rest &= rest - 1) {
      Known known = known_at(variable, std::countr_zero(rest));
      const auto element = what.a == kNone ? std::optional<std::int64_t>(0) : still_.value(what.a, known);
      if (!element || *element < 0) refuse("a state that has no operation");
      known.count_node = counted;
      unsigned cells = 0;
      for (int cell = 0; cell <= last; cell++) {
        known.count = cell + none_of(state.holds);
        const auto truth = still_.value(id, known);
        if (!truth) refuse(kWhy);
        cells |= *truth != 0 ? 1U << cell : 0;
      }
      auto group = std::find_if(groups.begin(), groups.end(),
                                [&](const Group& g) { return g.element == *element && g.cells == cells; });
      if (group == groups.end()) group = groups.insert(groups.end(), {*element, cells, 0});
      group->lanes |= everywhere ? ~Set{0} : set_of(std::countr_zero(rest));
    }
    int found = -1;
    for (const Group& group : groups) {
      const bool at_first = (group.cells & 1) != 0;
      int part = fixed(at_first ? group.lanes : 0);
      for (int cell = 1; cell <= last && !is_put_back(state); cell++) {
        if (((group.cells >> cell & 1) != 0) == at_first) continue;
        const int flag = flagged(flag_index(lanes_, static_cast<std::int32_t>(what.imm),
                                            static_cast<std::int32_t>(group.element), cell));
        part = at_first ? add_two(Q::except, part, flag)
                        : add_two(Q::either, part, add_two(Q::both, flag, fixed(group.lanes)));
      }
      found = found < 0 ? part : add_two(Q::either, found, part);
    }
    return found;
  }

  // Of `lanes`, those whose state is among the values.
  int with_state(const Node& what, const Counts& values, Set lanes, const Variable& variable) {
    const ir::State& state = program_.states[what.imm];
    if (what.a == kNone || !lane_state(state)) refuse("a state that has no operation");
    const Seen seen = map_of(what.a, variable);
    for (Set rest = seen.from & lanes; rest != 0; rest &= rest - 1) {
      const int to = seen.map[std::countr_zero(rest)];
      if (!program_.board.is_hole(lanes_.place[to])) refuse("a state of stores");
    }
    const bool player = state.holds == ir::Type::player;
    const bool when_none = values.has(player ? 0 : 1);
    // The values that are told from none.
    int found = fixed(when_none ? lanes : 0);
    if (is_put_back(state)) return found;
    for (int value = player ? 0 : 1; value <= 1; value++) {
      if (values.has(value + 1) == when_none) continue;
      LaneStep step;
      step.op = Q::marked;
      step.k = static_cast<std::uint8_t>(
          mark_index(lanes_, static_cast<std::int32_t>(what.imm), player ? value + 1 : 1));
      step.mask = lanes & seen.from;
      step.map = seen.index;
      found = add_two(when_none ? Q::except : Q::either, found, add(std::move(step)));
    }
    return found;
  }

  int holes_of(NodeId id) {
    if (const auto set = still_set(id)) return fixed(lanes_of(*set));
    if (about_.is_one) {
      LaneStep step;
      step.op = Q::by_here;
      step.sets.assign(lanes_.width, 0);
      bool all = true;
      for (Set here = about_.lanes; here != 0 && all; here &= here - 1) {
        Known known;
        be_at(std::countr_zero(here), known);
        const auto holes = still_.value(id, known);
        if (holes) step.sets[std::countr_zero(here)] = lanes_of(static_cast<Set>(*holes));
        all = holes.has_value();
      }
      if (all) return add(std::move(step));
    }
    const Node& n = node(id);
    switch (n.op) {
      case N::where_hole: {
        Variable it;
        it.what = AboutWhat::it;
        it.slot = static_cast<std::int32_t>(n.imm);
        it.lanes = hole_lanes();
        const int among = holes_of(n.a);
        return add_two(Q::both, among, truth(n.b, it));
      }
      case N::where_count: {
        const int among = holes_of(n.a);
        LaneStep step;
        step.op = Q::with;
        step.counts = turns_.counts[n.imm];
        step.mask = hole_lanes();
        return add_two(Q::both, among, few_or_range(std::move(step)));
      }
      case N::unite: {
        const int a = holes_of(n.a);
        return add_two(Q::either, a, holes_of(n.b));
      }
      case N::minus: {
        const int a = holes_of(n.a);
        return add_two(Q::except, a, holes_of(n.b));
      }
      case N::choose_if: {
        const int chosen = truth(n.a, {});
        const int b = add_two(Q::both, chosen, holes_of(n.b));
        const int c = add_two(Q::except, holes_of(n.c), chosen);
        return add_two(Q::either, b, c);
      }
      case N::map_each: return each_mapped(n);
      default: refuse(kWhy);
    }
  }

  // The holes that lie opposite, or so, to those of a set: every lane looks where it comes from.
  int each_mapped(const Node& n) {
    const int from = holes_of(n.a);
    LaneStep step;
    step.op = Q::moved;
    step.a = static_cast<std::uint8_t>(from);
    LaneMap back{};
    for (int lane = 0; lane < lanes_.used; lane++) {
      const Place place = lanes_.place[lane];
      const Place to = program_.board.is_hole(place) ? turns_.maps[n.imm][place] : kNoPlace;
      if (to < 0 || lanes_.lane[to] < 0) continue;
      const Set bit = set_of(lanes_.lane[to]);
      if ((step.mask & bit) != 0) refuse(kWhy);
      step.mask |= bit;
      back[lanes_.lane[to]] = static_cast<std::uint8_t>(lane);
    }
    step.map = static_cast<std::int16_t>(map_index(lanes_, back));
    return add(std::move(step));
  }

  static constexpr int kLanes = 64;
  static constexpr std::int64_t kMany = 100'000;  // more than there are seeds, holes or laps

  About about_;
  NodeId given_node_ = kNone;  // a count that is known where a part of a condition is asked
  std::int64_t given_ = 0;
  fused::LaneQuestion steps_;
};

}  // namespace

// Lanes clear what is put back in the course of a round.
bool begins_unset(const ir::State& state) {
  const bool lasts = state.lasts == ir::Lasts::round || state.lasts == ir::Lasts::match;
  return lasts || (state.starts == kNone && (state.holds != ir::Type::number || state.low == 0));
}

bool lane_state(const ir::State& state) {
  const bool small = state.holds == ir::Type::truth || state.holds == ir::Type::player;
  return state.per == ir::Per::hole && begins_unset(state) && small;
}

int last_cell(const ir::State& state) {
  if (state.per == ir::Per::hole || !begins_unset(state)) return 0;
  int last = 0;
  switch (state.holds) {
    case ir::Type::truth: last = 1; break;
    case ir::Type::player: last = 2; break;
    case ir::Type::direction: last = static_cast<int>(Direction::either); break;
    case ir::Type::word: last = static_cast<int>(state.words.size()); break;
    case ir::Type::number: last = state.low == 0 ? state.high : 0; break;
    case ir::Type::hole:
    case ir::Type::region:
    case ir::Type::players: break;
  }
  constexpr int kMost = 4;
  return last <= kMost ? last : 0;
}

int flag_index(Lanes& lanes, std::int32_t state, std::int32_t element, int cell) {
  const fused::LaneFlag flag{state, element, static_cast<std::int16_t>(cell), ir::Lasts::move};
  const auto known = std::find(lanes.flags.begin(), lanes.flags.end(), flag);
  if (known != lanes.flags.end()) return static_cast<int>(known - lanes.flags.begin());
  if (lanes.flags.size() == fused::kMostFlags) refuse("the states are many");
  lanes.flags.push_back(flag);
  return static_cast<int>(lanes.flags.size()) - 1;
}

int map_index(Lanes& lanes, const LaneMap& map) {
  const auto known = std::find(lanes.maps.begin(), lanes.maps.end(), map);
  if (known != lanes.maps.end()) return static_cast<int>(known - lanes.maps.begin());
  lanes.maps.push_back(map);
  return static_cast<int>(lanes.maps.size()) - 1;
}

int mark_index(Lanes& lanes, std::int32_t state, int value) {
  const fused::LaneMark mark{state, static_cast<std::int16_t>(value)};
  const auto known = std::find(lanes.marks.begin(), lanes.marks.end(), mark);
  if (known != lanes.marks.end()) return static_cast<int>(known - lanes.marks.begin());
  if (lanes.marks.size() == fused::kMostMarks) refuse("the states of holes are many");
  lanes.marks.push_back(mark);
  return static_cast<int>(lanes.marks.size()) - 1;
}

std::int16_t find_condition(const Seat& seat, NodeId condition, const About& about) {
  return Asking(seat, about).condition(condition);
}

std::int16_t find_where(const Seat& seat, NodeId among, NodeId condition, std::int32_t slot,
                        const About& about) {
  return Asking(seat, about).where(among, condition, slot);
}

std::int16_t find_holes(const Seat& seat, NodeId holes, const About& about, Set within) {
  return Asking(seat, about).region(holes, within);
}

}  // namespace mancala::lane_fuser
