// What ends a round.
#include "interpreter/lane_fuser.h"

namespace mancala::lane_fuser {

namespace {

class Ends : private Seat {
 public:
  explicit Ends(const Seat& seat) : Seat(seat) {}

  std::vector<LaneEnd> work_out(Asked asked) {
    std::vector<LaneEnd> found;
    const bool before = asked == Asked::before_turn;
    StepId at = before ? seat_.before_turn : seat_.after_move;
    if (!before) find_last_lanes(asked == Asked::after_move_again);
    if (at == kNone) return found;
    while (turns_.steps[at].op != S::done) {
      if (turns_.steps[at].op != S::unless) refuse("an end without a condition");
      std::vector<LaneEnd> tests;
      end_tests(turns_.steps[at].what, before, tests);
      LaneEnd end;
      const StepId next = turns_.steps[at].to;
      bool held = false;
      for (StepId i = at + 1; i < next; i++) {
        const Step& step = turns_.steps[i];
        if (looks_back(step.what) || looks_back(step.amount) || looks_back(step.extra)) {
          refuse("what an end does looks back at the move");
        }
        if (step.op == S::held && i + 1 == next) {
          held = true;
        } else if (step.op != S::capture || !end_capture(step, end)) {
          end.ask = true;
        }
      }
      if (!held) {
        const Step& last = turns_.steps[next - 1];
        if (last.op != S::win && last.op != S::end && last.op != S::held)
          refuse("an end that lets the round go on");
        end.ask = true;
      }
      for (LaneEnd& test : tests) {
        test.ask = test.ask || end.ask;
        test.gets = end.gets;
        add(test, found);
      }
      at = next;
    }
    return found;
  }

 private:
  // Without those that another one, beside it and to the same effect, says as well.
  static void add(const LaneEnd& end, std::vector<LaneEnd>& found) {
    if (!found.empty() && implies(end, found.back())) return;
    if (!found.empty() && implies(found.back(), end)) found.pop_back();
    found.push_back(end);
  }

  // Does `a` hold only where `b` does, which has the same effect?
  static bool implies(const LaneEnd& a, const LaneEnd& b) {
    LaneEnd wider = a;
    if (a.test == LaneEnd::If::row_empty && a.mask == a.mask2 && (a.mask == b.mask || a.mask == b.mask2)) {
      wider.mask = b.mask;
      wider.mask2 = b.mask2;
    }
    return wider == b;
  }

  // The lanes in which the last seed may have fallen.
  void find_last_lanes(bool again) {
    Set with = 0;
    const std::vector<LaneOp>& play = lane_seat().play;
    // Where two programs differ, any lane.
    bool by_clause = false;
    for (const LaneOp& op : play) {
      by_clause = by_clause || op.op == L::again || (op.op == L::end_again && with != 0 && op.mask != with) ||
                  (op.op == L::end && play.back().op == L::end_again);
      if (op.op == L::end_again) with = op.mask;
    }
    by_clause = by_clause || (with != 0 && play.back().op == L::end);
    const Set all = lanes_.used == kLanes ? ~Set{0} : set_of(lanes_.used) - 1;
    last_lanes_ = by_clause ? all : again ? with : all & ~with;
    if (last_lanes_ != 0) lane_seat().last_hole[again ? 1 : 0] = lanes_.place[std::countr_zero(last_lanes_)];
  }

  bool looks_back(NodeId id) const {
    std::vector<NodeId> found;
    find(
        id, [&](NodeId at) { return is(at, N::here); }, found);
    return !found.empty();
  }

  // A condition that is the same for all of those lanes, and depends on nothing else.
  std::optional<bool> settled(NodeId id) const {
    if (!looks_back(id) || lane_seat().may_rest) return std::nullopt;
    std::optional<bool> all;
    for (Set rest = last_lanes_; rest != 0; rest &= rest - 1) {
      Known known;
      known.here = lanes_.place[std::countr_zero(rest)];
      const auto truth = still_.value(id, known);
      if (!truth || (all && *all != (*truth != 0))) return std::nullopt;
      all = *truth != 0;
    }
    return all;
  }

  // Either of two conditions is one end after the other; so is a condition that some player fulfils.
  void end_tests(NodeId id, bool before, std::vector<LaneEnd>& tests) {
    if (const auto truth = settled(id)) {
      if (*truth) refuse("an end under a condition that has no operation");
      return;
    }
    if (is(id, N::choose_if)) {
      if (const auto truth = settled(node(id).a))
        return end_tests(*truth ? node(id).b : node(id).c, before, tests);
    }
    if (is(id, N::logical_and)) {
      const auto a = settled(node(id).a), b = settled(node(id).b);
      if ((a && !*a) || (b && !*b)) return;
      if (a) return end_tests(node(id).b, before, tests);
      if (b) return end_tests(node(id).a, before, tests);
    }
    if (is(id, N::logical_or) && !(empty_set(node(id).a) && empty_set(node(id).b))) {
      end_tests(node(id).a, before, tests);
      return end_tests(node(id).b, before, tests);
    }
    if (is(id, N::some) && is(node(id).a, N::where_player) && !before) {
      const Node& where = node(node(id).a);
      const auto among = still_set(where.a);
      if (!among) refuse("an end under a condition that has no operation");
      for (Set rest = *among; rest != 0; rest &= rest - 1) {
        Known known;
        known.slot = static_cast<std::int32_t>(where.imm);
        known.it = static_cast<Place>(std::countr_zero(rest));
        auto test = store_test(where.b, known);
        if (!test) refuse("an end under a condition that has no operation");
        tests.push_back(*test);
      }
      return;
    }
    tests.push_back(end_test(id, before));
  }

  // seeds(store(player)) > count
  std::optional<LaneEnd> store_test(NodeId id, Known known) const {
    std::vector<NodeId> stores;
    find(
        id, [&](NodeId at) { return is(at, N::seeds_at); }, stores);
    if (stores.size() != 1) return std::nullopt;
    const auto place = still_.value(node(stores[0]).a, known);
    if (!place || *place < program_.board.hole_count()) return std::nullopt;
    Counts set;
    known.count_node = stores[0];
    for (int n = 0; n < kCounts; n++) {
      known.count = n;
      const auto truth = still_.value(id, known);
      if (!truth) return std::nullopt;
      if (*truth != 0) set.add(n);
    }
    const int k = from_on(set);
    if (k < 1 || k >= kCounts) return std::nullopt;
    LaneEnd end;
    end.test = LaneEnd::If::store_above;
    end.count = k - 1;
    end.whose = static_cast<Player>(*place - program_.board.hole_count());
    return end;
  }

  // seeds(store(player)) == count
  std::optional<int> store_holds(NodeId id, Player player) const {
    if (!is(id, N::equal)) return std::nullopt;
    NodeId a = node(id).a, b = node(id).b;
    if (is(a, N::constant)) std::swap(a, b);
    if (!is(a, N::seeds_at) || !is(b, N::constant) || !is(node(a).a, N::constant)) return std::nullopt;
    if (node(node(a).a).imm != program_.board.store(player)) return std::nullopt;
    return static_cast<int>(node(b).imm);
  }

  LaneEnd end_test(NodeId id, bool before) {
    LaneEnd end;
    if (before) end.when = LaneEnd::When::turn_begins;
    if (is(id, N::logical_or) && !before) {
      const NodeId a = node(id).a, b = node(id).b;
      const auto first = empty_set(a), second = empty_set(b);
      if (first && second) {
        end.test = LaneEnd::If::row_empty;
        end.mask = std::min(*first, *second);
        end.mask2 = std::max(*first, *second);
        return end;
      }
    }
    if (const auto only = empty_set(id)) {
      end.test = LaneEnd::If::row_empty;
      end.mask = end.mask2 = *only;
      return end;
    }
    if (auto few = few_in_set(id)) {
      if (before) few->when = LaneEnd::When::turn_begins;
      return *few;
    }
    if (before && implies_no_move(id)) {
      end.test = LaneEnd::If::no_move;
      end.ask = !is(id, N::no_move);
      return end;
    }
    if (is(id, N::repeated)) {
      end.test = LaneEnd::If::repeated;
      return end;
    }
    if (!before && is(id, N::logical_and)) {
      for (Player p = 0; p < 2; p++) {
        const auto first = store_holds(node(id).a, p),
                   second = store_holds(node(id).b, static_cast<Player>(1 - p));
        if (!first || first != second) continue;
        end.test = LaneEnd::If::stores_at;
        end.count = *first;
        return end;
      }
    }
    if (!before) {
      if (auto test = store_test(id, {})) {
        if (test->whose == mover_) test->whose = kNobody;
        return *test;
      }
    }
    if (looks_back(id)) refuse("an end under a condition that has no operation");
    end.test = LaneEnd::If::answered;
    About about;
    about.when = before ? When::before_turn : When::move;
    end.question = find_condition(*this, id, about);
    return end;
  }

  bool implies_no_move(NodeId id) const {
    if (is(id, N::no_move)) return true;
    if (is(id, N::logical_not)) return holds_with_a_move(node(id).a);
    return is(id, N::logical_and) && (implies_no_move(node(id).a) || implies_no_move(node(id).b));
  }

  // Does it hold whenever the player to move has a move?
  bool holds_with_a_move(NodeId id) const {
    if (is(id, N::logical_or)) return holds_with_a_move(node(id).a) || holds_with_a_move(node(id).b);
    if (!is(id, N::some_move)) return false;
    const NodeId whose = node(id).a;
    return whose == kNone || (is(whose, N::constant) && node(whose).imm == mover_);
  }

  // seeds(set) == 0 for a fixed set: its lanes.
  std::optional<Set> empty_set(NodeId id) const {
    const auto few = few_in_set(id);
    return few && few->count == 0 ? std::optional(few->mask) : std::nullopt;
  }

  // seeds(set) <= count for a fixed set.
  std::optional<LaneEnd> few_in_set(NodeId id) const {
    std::vector<NodeId> sums;
    find(
        id, [&](NodeId at) { return is(at, N::seeds_in); }, sums);
    if (sums.size() != 1) return std::nullopt;
    const auto of = still_set(node(sums[0]).a);
    if (!of) return std::nullopt;
    Counts more;
    for (int n = 0; n < kCounts; n++) {
      Known known;
      known.count_node = sums[0];
      known.count = n;
      const auto truth = still_.value(id, known);
      if (!truth) return std::nullopt;
      if (*truth == 0) more.add(n);
    }
    const int k = from_on(more);
    if (k < 1 || k >= kCounts) return std::nullopt;
    LaneEnd end;
    end.test = LaneEnd::If::few_left;
    end.mask = end.mask2 = lanes_of(*of);
    end.count = k - 1;
    return end;
  }

  bool end_capture(const Step& step, LaneEnd& end) const {
    if (step.imm != 0 || step.amount != kNone || !step.set) return false;
    const auto of = still_set(step.what);
    if (!of) return false;
    for (Set rest = *of; rest != 0; rest &= rest - 1) {
      const int hole = std::countr_zero(rest);
      Known known;
      known.slot = step.slot;
      known.it = static_cast<Place>(hole);
      const auto to =
          step.extra == kNone ? std::optional<std::int64_t>(mover_) : still_.value(step.extra, known);
      if (!to) return false;
      const Set lane = set_of(lanes_.lane[hole]);
      if (*to < 0 || ((end.gets[0] | end.gets[1]) & lane) != 0) continue;
      end.gets[*to] |= lane;
    }
    return true;
  }

  static constexpr int kLanes = 64;
  Set last_lanes_ = 0;
};

}  // namespace

std::vector<LaneEnd> find_ends(const Seat& seat, Asked asked) { return Ends(seat).work_out(asked); }

}  // namespace mancala::lane_fuser
