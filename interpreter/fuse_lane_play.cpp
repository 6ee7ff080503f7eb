// What a move does: laps, conditions at their end, captures.
#include "interpreter/lane_fuser.h"

namespace mancala::lane_fuser {

namespace {

// Where operations lead to that are not there yet.
struct Label {
  std::vector<std::size_t> from;  // operations whose `otherwise` it is
  Set possible = 0;
  bool dirty = false;
};

class Play : private Seat {
 public:
  explicit Play(const Seat& seat) : Seat(seat) {}

  // Which way a move goes: to the label of the one or of the other.
  void find_way(Label& onward, Label& backward) {
    starting_ = true;
    possible_ = lane_seat().own;
    if (phase_.stated == Direction::either) {
      either_way(onward, backward);
    } else {
      way(phase_.direction, true, onward, backward);
    }
  }

  // Moves that begin in a lane of `starts`.
  void work_out(Label starts) {
    reached_ = starts.from.empty();
    possible_ = reached_ ? starts.possible : 0;
    land(starts);
    drop();
    for (int lane = 0; lane < lanes_.used; lane++) {
      if (still_.follow(lanes_.place[lane], direction_) >= 0) on_circuit_ |= set_of(lane);
    }
    const StepId play = phase_.play;
    if (play == kNone) refuse("a move does nothing");
    Label end, rest;
    StepId at = phase_.lap_end;
    if (lifts_and_sows(play, N::start) && turns_.steps[play + 2].op == S::done) {
      possible_ = on_circuit_;
      if (at != kNone) at = again(at);
      at = relay(at, end);
    } else {
      begin_otherwise(play, at, rest);
      if (at != kNone) at = again(at);
    }
    if (again_ != 0 && at != kNone && !nothing_happens_in(at, again_)) {
      go_to(end, emit_lanes(L::if_in, possible_ & ~again_), possible_ & again_);
      possible_ &= ~again_;
    }
    if (at != kNone) list(at, end);
    land(end);
    at_the_end(rest);
    emit_lanes(again_ == 0 ? L::end : L::end_again, again_);
    if (rest.from.empty()) return;
    land(rest);
    emit(LaneOp(L::end));
    lane_seat().may_rest = true;
  }

  // What happens at the end of a move. Where the limit of laps has been reached, the board is another one.
  void at_the_end(const Label& rest) {
    const StepId at = phase_.move_end;
    if (at == kNone || turns_.steps[at].op == S::done) return;
    if (!rest.from.empty() || has_sow(at)) refuse("something happens at the end of a move");
    dirty_ = true;
    still_.forget_all();
    truths_.clear();
    found_run_ = kNone;
    Label end;
    list(at, end);
    land(end);
  }

  // Takes out what a shorter list says as well.
  void tidy() {
    for (std::size_t i = 0; i + 1 < ops().size();) {
      const bool idle_jump = ops()[i].op == L::jump && ops()[i].otherwise == i + 1;
      if (idle_jump || idle_test(i) || idle_lane_test(i)) {
        erase(i);
        i = 0;
      } else if (joins(i) || captures_in(i)) {
        erase(i + 1);
        i = 0;
      } else {
        i++;
      }
    }
  }

 private:
  std::vector<LaneOp>& ops() { return lane_seat().play; }

  std::size_t emit(LaneOp op) {
    if (ops().size() >= 200) refuse("the clauses at the end of a lap are many");
    ops().push_back(op);
    return ops().size() - 1;
  }

  std::size_t emit_lanes(L what, Set mask) {
    LaneOp op(what);
    op.mask = mask;
    return emit(op);
  }

  std::size_t emit_map(L what, const LaneMap& map) {
    LaneOp op(what);
    op.map = static_cast<std::int16_t>(map_index(lanes_, map));
    return emit(op);
  }

  void go_to(Label& label, std::size_t op, Set possible) {
    label.from.push_back(op);
    label.possible |= possible;
    label.dirty = label.dirty || dirty_;
  }

  void land(Label& label) {
    for (const std::size_t op : label.from) ops()[op].otherwise = static_cast<std::uint8_t>(ops().size());
    if (!label.from.empty()) {
      possible_ = reached_ ? possible_ | label.possible : label.possible;
      dirty_ = reached_ ? dirty_ || label.dirty : label.dirty;
      reached_ = true;
      found_run_ = kNone;
    }
  }

  bool lifts_and_sows(StepId at, N what) const {
    const Step& lift = turns_.steps[at];
    const Step& sow = turns_.steps[at + 1];
    return lift.op == S::lift && !lift.set && lift.amount == kNone && is(lift.what, what) &&
           sow.op == S::sow_after && sow.extra == kNone && sow.what == lift.what;
  }

  // A hole that comes to k seeds is captured.
  void drop() {
    StepId at = phase_.each_seed;
    if (at == kNone || turns_.steps[at].op == S::done) return;
    constexpr const char* kWhy = "what happens on the way has no operation";
    const Step& unless = turns_.steps[at];
    if (unless.op != S::unless || unless.what == kNone) refuse(kWhy);
    if (turns_.steps[unless.to].op != S::done || unless.to != at + 3) refuse(kWhy);
    const Step& capture = turns_.steps[at + 1];
    if (capture.op != S::capture || turns_.steps[at + 2].op != S::held) refuse(kWhy);
    if (!is(place_of(capture), N::here) || capture.amount != kNone || capture.imm != 0) refuse(kWhy);
    std::vector<NodeId> counts, lasts;
    find(
        unless.what, [&](NodeId id) { return is(id, N::seeds_at) && is(node(id).a, N::here); }, counts);
    find(
        unless.what, [&](NodeId id) { return is(id, N::last); }, lasts);
    if (counts.size() != 1 || lasts.size() > 1) refuse(kWhy);
    // Split `count and not last` by hand: the count is what is worked out.
    NodeId test = unless.what;
    if (!lasts.empty()) {
      if (!is(test, N::logical_and)) refuse(kWhy);
      const NodeId a = node(test).a, b = node(test).b;
      const auto not_last = [&](NodeId id) { return is(id, N::logical_not) && is(node(id).a, N::last); };
      if (not_last(a)) {
        test = b;
      } else if (not_last(b)) {
        test = a;
      } else {
        refuse(kWhy);
      }
      drop_.but_last = true;
    }
    for (int lane = 0; lane < lanes_.used; lane++) {
      Known known;
      known.here = lanes_.place[lane];
      known.count_node = counts[0];
      for (int n = 0; n < kCounts; n++) {
        known.count = n;
        const auto truth = still_.value(test, known);
        if (!truth) refuse(kWhy);
        if (*truth == 0) continue;
        if (n == 0 || (drop_.count != 0 && drop_.count != n)) refuse(kWhy);
        drop_.count = n;
        drop_.lanes |= set_of(lane);
      }
    }
    if (drop_.count == 0) refuse(kWhy);
    if (store_of(0) < lanes_.width || store_of(1) < lanes_.width) {
      refuse("captures on the way into stores that are stations");
    }
    for (Set rest = drop_.lanes; rest != 0; rest &= rest - 1) {
      const Place place = lanes_.place[std::countr_zero(rest)];
      Known known;
      known.here = known.it = place;
      known.slot = capture.slot;
      const auto gets =
          capture.extra == kNone ? std::optional<std::int64_t>(mover_) : still_.value(capture.extra, known);
      if (!gets || *gets < 0) refuse("captures on the way for nobody");
      if (*gets == 1) drop_.second |= rest & (~rest + 1);
    }
  }

  // The one place of a step that speaks of a place, or of a set of one.
  NodeId place_of(const Step& step) const {
    return step.set && is(step.what, N::one_hole) ? node(step.what).a : step.set ? kNone : step.what;
  }

  // The laps: one, as many as the first clause wants, or as clauses further on do. Gives the first step that
  // is left.
  StepId relay(StepId at, Label& end) {
    LaneOp op = one_lap();
    relay_to_ = ops().size();
    const bool sows = relays(at);
    if (sows) later_laps_ = later_laps(at);
    const StepId next = sows && later_laps_.empty() ? relay_at_once(at, op) : kNone;
    if (next == kNone) {
      op.rows = find_rows(*this, {}, drop_, sows, {});
      emit(op);
      if (sows) sow_later_laps();
      return at;
    }
    go_to(end, emit(op), possible_);
    if (has_sow(next)) emit(LaneOp(L::mark));
    return next;
  }

  [[nodiscard]] LaneOp one_lap() const {
    LaneOp op(drop_.count != 0 ? L::sow_drop : L::sow);
    op.k = static_cast<std::uint8_t>(drop_.count);
    op.but_last = drop_.but_last;
    op.mask = drop_.second;
    return op;
  }

  [[nodiscard]] bool relays(StepId lap_end) const {
    const bool sows = lap_end != kNone && has_sow(lap_end);
    if (sows && program_.endless.then != ir::EndlessThen::stop) refuse("endless laps do more than stop");
    return sows;
  }

  // The first clause as a part of the operation, if it goes on with a lap while a count is great enough.
  // Gives the step after it, or none.
  StepId relay_at_once(StepId at, LaneOp& op) {
    const Step& unless = turns_.steps[at];
    if (unless.op != S::unless || turns_.steps[at + 1].op != S::lift || turns_.steps[at + 1].what == kNone) {
      return kNone;
    }
    const Step& lift = turns_.steps[at + 1];
    if (!lifts_and_sows(at + 1, node(lift.what).op)) return kNone;
    const auto source = map_of(lift.what);
    if (!source) return kNone;
    // The condition: lanes in which laps go on, and a count where the next one is lifted.
    Set where = possible_ & ~again_;
    NodeId count = kNone;
    if (!conditions(unless.what, where, count) || count == kNone) return kNone;
    const auto test = count_test(count);
    if (!test || test->map != *source) return kNone;
    const int k = from_on(test->counts);
    if (k < 1 || k >= kCounts) return kNone;
    LaneMap from = *source;
    for (Set rest = possible_ & ~where; rest != 0; rest &= rest - 1) {
      if (lanes_.used == lanes_.width) return kNone;  // no lane is always empty
      from[std::countr_zero(rest)] = static_cast<std::uint8_t>(lanes_.width - 1);
    }
    op.rows = find_rows(*this, from, drop_, true, {});
    const bool ring = lanes_.rows[op.rows].ahead >= 0;
    if (drop_.count != 0) {
      op.op = ring ? L::laps_drop_ring : L::laps_drop;
      op.stop = static_cast<std::uint8_t>(k);
    } else {
      op.op = ring ? L::laps_ring : L::laps;
      op.k = static_cast<std::uint8_t>(k);
    }
    if (stays(from)) most_here_ = k - 1;
    return unless.to;
  }

  bool conditions(NodeId id, Set& where, NodeId& count) const {
    if (const auto lanes = lane_test(id)) {
      where &= *lanes;
      return true;
    }
    if (is(id, N::logical_and)) {
      return conditions(node(id).a, where, count) && conditions(node(id).b, where, count);
    }
    if (count != kNone) return false;
    count = id;
    return true;
  }

  bool has_sow(StepId at) const {
    for (StepId i = at; turns_.steps[i].op != S::done; i++) {
      if (turns_.steps[i].op == S::sow_after || turns_.steps[i].op == S::sow_at) return true;
    }
    return false;
  }

  // The clauses of lap-end, or of what a move begins with.
  void list(StepId at, Label& end) {
    std::vector<std::pair<StepId, Label>> labels;  // steps that are jumped to
    const auto label = [&](StepId to) -> Label& {
      for (auto& [step, found] : labels) {
        if (step == to) return found;
      }
      labels.emplace_back(to, Label{});
      return labels.back().second;
    };
    labels.reserve(256);
    for (;; at++) {
      for (auto& [step, found] : labels) {
        if (step == at) land(found);
      }
      const Step& step = turns_.steps[at];
      if (step.op == S::done && reached_) {
        if (starting_) jump(end);
        return;
      }
      if (!reached_) {  // a list within this one may end here
        const bool goes_on =
            std::any_of(labels.begin(), labels.end(), [at](const auto& label) { return label.first > at; });
        if (step.op == S::done && !goes_on) return;
        continue;
      }
      switch (step.op) {
        case S::unless:
          only_run_ = only_captures_run(at);
          branch(step.what, true, label(step.to));
          break;
        case S::jump: jump(label(step.to)); break;
        case S::held:
        case S::stop: jump(end); break;
        case S::capture: capture(step); break;
        case S::move: move(step); break;
        case S::set_state: set_state(step); break;
        case S::again: emit(LaneOp(L::again)); break;
        case S::lift: {
          if (starting_) {
            at = first_lap(at, end);
            break;
          }
          at = relay_from(at, end);
          break;
        }
        case S::let: let(step); break;
        case S::each:
        case S::sow_after:
        case S::sow_at:
        case S::set_owner:
        case S::close:
        case S::open:
        case S::choose:
        case S::end:
        case S::win:
        case S::swap_seats:
        case S::rotate_seats:
        case S::done: refuse("the end of a lap does what has no operation");
      }
    }
  }

  // All that lies at one place goes to another.
  void move(const Step& step) {
    if (step.set || step.amount != kNone) refuse("seeds are moved to several places, or in part");
    const auto from = map_of(step.what), to = map_of(step.extra);
    if (!from || !to) refuse("seeds are moved between places that have no operation");
    for (Set rest = possible_; rest != 0; rest &= rest - 1) {
      if ((*to)[std::countr_zero(rest)] >= lanes_.used) refuse("seeds are moved to no place");
    }
    read();
    LaneOp op(L::move);
    op.map = static_cast<std::int16_t>(map_index(lanes_, *from));
    op.map2 = static_cast<std::int16_t>(map_index(lanes_, *to));
    emit(op);
    dirty_ = true;
  }

  // What is known by the lane of the last seed is kept as that, a truth as a flag.
  void let(const Step& step) {
    still_.forget(step.slot);
    std::erase(truths_, step.slot);
    only_run_ = kNone;
    Still::ByHere values{};
    bool settled = true;
    for (Set rest = possible_; rest != 0 && settled; rest &= rest - 1) {
      const int lane = std::countr_zero(rest);
      const auto value = still_.value(step.what, known_at(lane));
      settled = value.has_value();
      values[lanes_.place[lane]] = value.value_or(0);
    }
    if (settled) return still_.keep(step.slot, values);
    if (!is_truth(step.what)) refuse("the end of a lap keeps what has no operation");
    put_truth(step.what, flag_index(lanes_, kNone, step.slot, 1));
    truths_.push_back(step.slot);
  }

  bool is_truth(NodeId id) const {
    const N op = node(id).op;
    const bool compares = op >= N::equal && op <= N::logical_not;
    const bool state = op == N::state && program_.states[node(id).imm].holds == ir::Type::truth;
    return compares || state || op == N::in || op == N::is || op == N::some;
  }

  void set_flag(int flag, bool value) {
    LaneOp op(L::set_flag);
    op.k = static_cast<std::uint8_t>(flag);
    op.stop = value ? 1 : 0;
    emit(op);
  }

  void put_truth(NodeId id, int flag) {
    only_run_ = kNone;
    Label no, done;
    const Set before = possible_;
    branch(id, true, no);
    if (reached_) {
      set_flag(flag, true);
      jump(done);
    }
    land(no);
    if (reached_) set_flag(flag, false);
    land(done);
    possible_ = before;
  }

  // A state that is single or a player's.
  void set_flags(const Step& step) {
    const ir::State& state = program_.states[step.imm];
    const int last = last_cell(state);
    const auto element = step.what == kNone ? std::optional<std::int64_t>(0) : still_.value(step.what, {});
    if (last == 0 || !element || *element < 0) refuse("a state is set that has no operation");
    put_value(step.extra, step.imm, static_cast<std::int32_t>(*element));
  }

  void put_value(NodeId id, std::int32_t index, std::int32_t element) {
    const ir::State& state = program_.states[index];
    if (const auto value = still_.value(id, {})) {
      const auto stored = cell_of(state, *value);
      for (int cell = 1; cell <= last_cell(state); cell++) {
        set_flag(flag_index(lanes_, index, element, cell), stored == cell);
      }
    } else if (state.holds == ir::Type::truth) {
      put_truth(id, flag_index(lanes_, index, element, 1));
    } else if (is(id, N::choose_if)) {
      Label no, done;
      const Set before = possible_;
      branch(node(id).a, true, no);
      if (reached_) {
        put_value(node(id).b, index, element);
        jump(done);
      }
      land(no);
      if (reached_) put_value(node(id).c, index, element);
      land(done);
      possible_ = before;
    } else {
      refuse("a state is set to what has no operation");
    }
  }

  // The flag that decides a condition, and whether it must be set.
  std::optional<std::pair<int, bool>> flag_test(NodeId id) {
    if (is(id, N::local) && std::count(truths_.begin(), truths_.end(), node(id).imm) != 0) {
      return std::pair(flag_index(lanes_, kNone, static_cast<std::int32_t>(node(id).imm), 1), true);
    }
    std::vector<NodeId> states;
    find(
        id, [&](NodeId at) { return is(at, N::state); }, states);
    if (states.size() != 1) return std::nullopt;
    const Node& what = node(states[0]);
    const ir::State& state = program_.states[what.imm];
    const int last = last_cell(state);
    const auto element = what.a == kNone ? std::optional<std::int64_t>(0) : still_.value(what.a, {});
    if (last == 0 || !element || *element < 0) return std::nullopt;
    std::vector<bool> holds;
    for (int cell = 0; cell <= last; cell++) {
      Known known;
      known.count_node = states[0];
      known.count = cell + none_of(state.holds);
      const auto truth = still_.value(id, known);
      if (!truth) return std::nullopt;
      holds.push_back(*truth != 0);
    }
    const auto others = std::count(holds.begin(), holds.end(), !holds[0]);
    if (others != 1) return std::nullopt;
    const auto cell = static_cast<int>(std::find(holds.begin(), holds.end(), !holds[0]) - holds.begin());
    const int flag =
        flag_index(lanes_, static_cast<std::int32_t>(what.imm), static_cast<std::int32_t>(*element), cell);
    return std::pair(flag, !holds[0]);
  }

  // The state of one hole becomes a flag or a player who is always the same.
  void set_state(const Step& step) {
    const ir::State& state = program_.states[step.imm];
    if (state.per != ir::Per::hole) return set_flags(step);
    if (step.what == kNone || !lane_state(state)) refuse("a state is set that has no operation");
    const auto map = map_of(step.what, true);
    const auto value = still_.value(step.extra, {});
    if (!map || !value) refuse("a state is set to what has no operation");
    for (Set rest = possible_; rest != 0; rest &= rest - 1) {
      if ((*map)[std::countr_zero(rest)] >= lanes_.used) refuse("a state of no hole is set");
    }
    const bool player = state.holds == ir::Type::player;
    for (int p = 0; p < (player ? 2 : 1); p++) {
      LaneOp op(L::set_mark);
      op.map = static_cast<std::int16_t>(map_index(lanes_, *map));
      op.k = static_cast<std::uint8_t>(mark_index(lanes_, step.imm, p + 1));
      op.stop = (player ? *value == p : *value != 0) ? 1 : 0;
      emit(op);
    }
  }

  // Another lap, with all seeds of a hole. Gives the last step that says so.
  StepId relay_from(StepId at, Label& end) {
    const NodeId place = turns_.steps[at].what;
    const StepId sow = sow_of(at);
    const auto known = std::find(later_laps_.begin(), later_laps_.end(), later_lap(at));
    const auto source = map_of(place);
    if (!source) refuse("a lap goes on from a place that has no operation");
    for (at++; at < sow; at++) set_state(turns_.steps[at]);
    read();
    const std::size_t op = emit_map(L::relay, *source);
    ops()[op].to = static_cast<std::uint8_t>(known == later_laps_.end() ? relay_to_ : known->op);
    go_to(end, op, possible_);
    reached_ = false;
    return sow;
  }

  // How a later lap begins: not on the station after the hole that was lifted.
  struct LaterLap {
    bool itself = false;
    NodeId from = kNone;  // kNone: at the hole that was lifted; else it was `here`
    std::size_t op = 0;   // the operation that sows it
    bool operator==(const LaterLap& other) const { return itself == other.itself && from == other.from; }
  };

  // The step that sows what the one at `lift` lifts; states are set between them.
  StepId sow_of(StepId lift) const {
    constexpr const char* kWhy = "a lap goes on otherwise than by sowing all seeds of a hole";
    const Step& from = turns_.steps[lift];
    StepId at = lift + 1;
    while (turns_.steps[at].op == S::set_state) at++;
    const Step& sow = turns_.steps[at];
    const bool sows = (sow.op == S::sow_after || sow.op == S::sow_at) && sow.extra == kNone;
    if (from.set || from.what == kNone || from.amount != kNone || !sows) refuse(kWhy);
    if (sow.what != from.what && !is(from.what, N::here)) refuse(kWhy);
    return at;
  }

  [[nodiscard]] LaterLap later_lap(StepId lift) const {
    const Step& sow = turns_.steps[sow_of(lift)];
    return {sow.op == S::sow_at, sow.what == turns_.steps[lift].what ? kNone : sow.what, 0};
  }

  [[nodiscard]] std::vector<LaterLap> later_laps(StepId lap_end) const {
    std::vector<LaterLap> found;
    for (StepId at = lap_end; turns_.steps[at].op != S::done; at++) {
      if (turns_.steps[at].op != S::lift) continue;
      const LaterLap lap = later_lap(at);
      const bool known = std::find(found.begin(), found.end(), lap) != found.end();
      if (!known && !(lap == LaterLap{})) found.push_back(lap);
    }
    return found;
  }

  // The operations for laps that begin otherwise, and after them as after the one before them the mark.
  void sow_later_laps() {
    Label lap_over;
    for (LaterLap& lap : later_laps_) {
      possible_ = on_circuit_;
      jump(lap_over);
      LapStart begin;
      begin.itself = lap.itself;
      if (lap.from != kNone) begin.from = map_of(lap.from);
      if (lap.from != kNone && !begin.from) refuse("a lap begins in a place that has no operation");
      for (Set rest = possible_; begin.from && rest != 0; rest &= rest - 1) {
        const int from = (*begin.from)[std::countr_zero(rest)];
        if (from >= lanes_.used || (on_circuit_ & set_of(from)) == 0) refuse("a lap begins in no place");
      }
      LaneOp op = one_lap();
      op.rows = find_rows(*this, {}, drop_, true, begin);
      lap.op = emit(op);
      reached_ = true;
    }
    land(lap_over);
    emit(LaneOp(L::mark));
  }

  void jump(Label& label) {
    go_to(label, emit(LaneOp(L::jump)), possible_);
    reached_ = false;
  }

  // A move that begins otherwise than by sowing all seeds of the start hole: until there is a lap, `here` is
  // the lane that the move begins with. Without a lap it ends at `rest`.
  void begin_otherwise(StepId play, StepId lap_end, Label& rest) {
    const bool sows = relays(lap_end);
    starting_ = true;
    sows_ = sows;
    list(play, rest);
    starting_ = false;
    still_.forget_all();
    dirty_ = false;
    if (sows) {
      LaneOp op = one_lap();
      op.rows = find_rows(*this, {}, drop_, true, {});
      relay_to_ = emit(op);
      later_laps_ = later_laps(lap_end);
    }
    land(after_first_lap_);
    if (sows) sow_later_laps();
  }

  // All seeds of a hole are lifted and sown. Gives the last step that says so.
  StepId first_lap(StepId at, Label& rest) {
    constexpr const char* kWhy = "a move begins with a lap that has no operation";
    const Step& lift = turns_.steps[at];
    const auto lifted = map_of(lift.what);
    if (lift.set || lift.amount != kNone || !lifted) refuse(kWhy);
    for (at++; turns_.steps[at].op == S::set_state; at++) set_state(turns_.steps[at]);
    const Step& sow = turns_.steps[at];
    if ((sow.op != S::sow_after && sow.op != S::sow_at) || sow.extra != kNone) refuse(kWhy);
    LapStart begin;
    begin.itself = sow.op == S::sow_at;
    if (sow.what != lift.what) {
      begin.from = map_of(sow.what);
      if (!begin.from || !stays(*lifted)) refuse(kWhy);
    }
    for (Set rest = possible_; rest != 0; rest &= rest - 1) {
      const int from = begin.from ? (*begin.from)[std::countr_zero(rest)] : (*lifted)[std::countr_zero(rest)];
      if (from >= lanes_.used || (on_circuit_ & set_of(from)) == 0) refuse(kWhy);
    }
    read();
    if (was_dirty_ || !stays(*lifted)) {
      go_to(rest, emit_map(L::lift, *lifted), possible_);
    }
    LaneOp op = one_lap();
    op.rows = find_rows(*this, {}, drop_, sows_, begin);
    emit(op);
    possible_ = on_circuit_;
    dirty_ = false;
    jump(after_first_lap_);
    return at;
  }

  // The way by an expression; `always`: it is asked of every move.
  void way(NodeId id, bool always, Label& onward, Label& backward) {
    std::array<Set, 4> lanes{};
    bool settled = true;
    for (Set rest = possible_; rest != 0; rest &= rest - 1) {
      const auto stated = still_.value(id, known_at(std::countr_zero(rest)));
      if (stated && (*stated < 1 || *stated > 3)) refuse("a move that goes no way");
      settled = settled && stated.has_value();
      lanes[stated.value_or(0)] |= rest & (~rest + 1);
    }
    if (!settled) {
      if (!is(id, N::choose_if)) refuse("the direction is not always the same");
      Label other;
      branch(node(id).a, true, other);
      if (reached_) way(node(id).b, false, onward, backward);
      reached_ = false;
      land(other);
      if (reached_) way(node(id).c, false, onward, backward);
      return;
    }
    const Set there = lanes[static_cast<int>(Direction::onward)],
              back = lanes[static_cast<int>(Direction::backward)],
              chosen = lanes[static_cast<int>(Direction::either)];
    if (chosen != 0 && !always) refuse("the player chooses the direction under a condition");
    if (back != 0) leave_in(back, there | chosen, backward);
    if (there != 0) leave_in(there, chosen, onward);
    if (chosen != 0) either_way(onward, backward);
  }

  // To the label from these lanes.
  void leave_in(Set lanes, Set rest, Label& label) {
    possible_ = lanes;
    if (rest == 0) return jump(label);
    go_to(label, emit_lanes(L::if_in, rest), lanes);
    possible_ = rest;
  }

  void either_way(Label& onward, Label& backward) {
    if (lanes_.used > fused::kMostChosen) refuse("the player chooses the direction on a large board");
    lane_seat().chosen = possible_;
    go_to(backward, emit(LaneOp(L::if_way)), possible_);
    jump(onward);
  }

  // A first clause `if: here in …, then: again` needs no operation of its own: the end of the turn looks at
  // the lane.
  StepId again(StepId at) {
    const Step& unless = turns_.steps[at];
    if (unless.op != S::unless || turns_.steps[at + 1].op != S::again || turns_.steps[at + 2].op != S::held)
      return at;
    const auto where = lane_test(unless.what);
    if (!where) return at;
    again_ = *where;
    return unless.to;
  }

  bool nothing_happens_in(StepId at, Set lanes) const {
    while (turns_.steps[at].op != S::done) {
      const Step& unless = turns_.steps[at];
      if (unless.op != S::unless || !never_in(unless.what, lanes)) return false;
      at = unless.to;
    }
    return true;
  }

  // The run, if the clause at `at` captures one and does nothing else, and nothing follows it.
  NodeId only_captures_run(StepId at) const {
    const std::vector<Step>& steps = turns_.steps;
    const bool only = steps[at + 1].op == S::capture && steps[at + 2].op == S::held && steps[at].to == at + 3;
    return only && steps[at + 3].op == S::done ? steps[at + 1].what : kNone;
  }

  // Is the condition false for these lanes, whatever the counts?
  bool never_in(NodeId id, Set lanes) const {
    if (const auto where = lane_test(id)) return (*where & lanes) == 0;
    return is(id, N::logical_and) && (never_in(node(id).a, lanes) || never_in(node(id).b, lanes));
  }

  // The lanes for which it holds, if it depends on nothing else.
  std::optional<Set> lane_test(NodeId id) const {
    Set found = 0;
    for (Set rest = possible_; rest != 0; rest &= rest - 1) {
      const int lane = std::countr_zero(rest);
      const auto truth = still_.value(id, known_at(lane));
      if (!truth) return std::nullopt;
      if (*truth != 0) found |= set_of(lane);
    }
    return found;
  }

  [[nodiscard]] Known known_at(int lane) const {
    Known known;
    (starting_ ? known.start : known.here) = lanes_.place[lane];
    return known;
  }

  // Where a place lies, seen from the last lane. Lanes from which there is none lead to an empty lane.
  std::optional<LaneMap> map_of(NodeId id, bool only_holes = false) const {
    LaneMap map;
    map.fill(255);
    for (Set rest = possible_; rest != 0; rest &= rest - 1) {
      const int lane = std::countr_zero(rest);
      auto place = still_.value(id, known_at(lane));
      if (!place || *place < kNoPlace) return std::nullopt;
      if (only_holes && *place >= program_.board.hole_count()) place = kNoPlace;
      const int to = *place == kNoPlace ? -1 : lanes_.lane[*place];
      if (to < 0 && (*place != kNoPlace || lanes_.used == lanes_.width)) return std::nullopt;
      map[lane] = static_cast<std::uint8_t>(to < 0 ? lanes_.width - 1 : to);
    }
    return map;
  }

  struct CountTest {
    LaneMap map;
    Counts counts;
  };

  // A condition on the count at one place, the same for all lanes.
  std::optional<CountTest> count_test(NodeId id) const {
    std::vector<NodeId> counts;
    find(
        id, [&](NodeId at) { return is(at, N::seeds_at) || is(at, N::was); }, counts);
    if (counts.size() != 1) return std::nullopt;
    const bool was = is(counts[0], N::was);
    // Where the last seed may be captured as it falls, nobody knows what lay there before.
    if (was && (starting_ || dirty_ || (drop_.count != 0 && !drop_.but_last))) return std::nullopt;
    std::optional<LaneMap> map;
    if (was) {
      LaneMap here;
      here.fill(255);
      for (Set rest = possible_; rest != 0; rest &= rest - 1)
        here[std::countr_zero(rest)] = static_cast<std::uint8_t>(std::countr_zero(rest));
      map = here;
    } else {
      map = map_of(node(counts[0]).a);
    }
    if (!map) return std::nullopt;
    std::optional<Counts> all;
    for (Set rest = possible_; rest != 0; rest &= rest - 1) {
      Counts set;
      for (int n = 0; n < kCounts; n++) {
        Known known = known_at(std::countr_zero(rest));
        known.count_node = counts[0];
        known.count = was ? n - 1 : n;  // `was` is the count before the last seed
        const auto truth = still_.value(id, known);
        if (!truth) return std::nullopt;
        if (*truth != 0) set.add(n);
      }
      if (all && !(*all == set)) return std::nullopt;
      all = set;
    }
    if (!all) return std::nullopt;
    return CountTest{*map, *all};
  }

  // Where the last seed fell there is one, and no more than laps go on with.
  std::optional<bool> known_count(const CountTest& test) const {
    if (starting_ || dirty_ || drop_.count != 0 || !stays(test.map)) return std::nullopt;
    bool always = true, ever = false;
    for (int n = 1; n <= most_here_; n++) {
      always = always && test.counts.has(n);
      ever = ever || test.counts.has(n);
    }
    if (always) return true;
    return ever ? std::nullopt : std::optional(false);
  }

  void read() {
    if (!dirty_) return;
    emit(LaneOp(L::reread));
    dirty_ = false;
    was_dirty_ = true;
  }

  // Goes on where the condition is `want`, else to `otherwise`.
  void branch(NodeId id, bool want, Label& otherwise) {
    if (!reached_) return;
    if (const auto where = lane_test(id)) {
      const Set mask = want ? *where : possible_ & ~*where;
      if (mask == possible_) return;
      if (mask == 0) return jump(otherwise);
      go_to(otherwise, emit_lanes(L::if_in, mask), possible_ & ~mask);
      possible_ &= mask;
      return;
    }
    if (const auto test = flag_test(id)) {
      LaneOp op(L::if_flag);
      op.k = static_cast<std::uint8_t>(test->first);
      op.stop = test->second == want ? 1 : 0;
      go_to(otherwise, emit(op), possible_);
      return;
    }
    if (const auto test = count_test(id)) {
      if (const auto known = known_count(*test)) {
        if (*known != want) jump(otherwise);
        return;
      }
      read();
      const Counts counts = want ? test->counts : ~test->counts;
      LaneOp op(fused::range_of(counts) ? L::if_count : L::if_count_set);
      op.map = static_cast<std::int16_t>(map_index(lanes_, test->map));
      op.counts = counts;
      go_to(otherwise, emit(op), possible_);
      return;
    }
    if (is(id, N::logical_not)) return branch(node(id).a, !want, otherwise);
    const bool both = is(id, N::logical_and), either = is(id, N::logical_or);
    if (!both && !either) {
      if (compares_two(id)) return compare_sums(id, want, otherwise);
      return by_question(id, want, otherwise);
    }
    const NodeId a = node(id).a, b = node(id).b;
    if (both == want) {
      // Lanes before counts: the cheaper test, and it narrows the lanes of the other one.
      const bool swap = !lane_test(a) && lane_test(b);
      branch(swap ? b : a, want, otherwise);
      branch(swap ? a : b, want, otherwise);
    } else {
      Label done;
      branch(a, !want, done);
      branch(b, want, otherwise);
      land(done);
    }
  }

  // Does it compare the seeds of two places or regions?
  bool compares_two(NodeId id) const {
    const NodeId a = node(id).a, b = node(id).b;
    return (is(a, N::seeds_at) && is(b, N::seeds_at)) || (is(a, N::seeds_in) && is(b, N::seeds_in));
  }

  [[nodiscard]] About about_here() const {
    if (starting_) return {AboutWhat::start, possible_, false, true, When::move};
    const bool knows_was = !dirty_ && (drop_.count == 0 || drop_.but_last);
    return {AboutWhat::here, possible_, knows_was, true, When::move};
  }

  void by_question(NodeId id, bool want, Label& otherwise) {
    LaneOp op(L::if_answer);
    op.question = find_condition(*this, id, about_here());
    if (want) {
      go_to(otherwise, emit(op), possible_);
      return;
    }
    Label differ;
    go_to(differ, emit(op), possible_);
    jump(otherwise);
    land(differ);
  }

  // seeds(run) == seeds(region): is the run everything there is?
  void compare_sums(NodeId id, bool want, Label& otherwise) {
    constexpr const char* kWhy = "a condition at the end of a lap has no operation";
    const bool equal = is(id, N::equal), less = is(id, N::less), greater = is(id, N::greater);
    if (!equal && !less && !greater && !is(id, N::not_equal)) refuse(kWhy);
    NodeId a = node(id).a, b = node(id).b;
    if (equal && is(a, N::seeds_at) && is(b, N::seeds_at)) return compare_counts(a, b, want, otherwise);
    if (!is(a, N::seeds_in) || !is(b, N::seeds_in)) refuse(kWhy);
    const bool swapped = !is(node(a).a, N::run);
    if (swapped) std::swap(a, b);
    // The run is a part of the region: less than it, or another number.
    if (swapped ? less : greater) refuse(kWhy);
    const auto region = still_set(node(b).a);
    if (!is(node(a).a, N::run) || !region) refuse("a condition at the end of a lap has no operation");
    if (equal == want) refuse("a capture of everything does something of its own");
    // The run is a part of the region without empty holes, so the sums are equal where the run is all that is
    // occupied. Where there is no run, the condition is not asked: either way nothing happens, since nothing
    // but the run would be captured.
    if (only_run_ != node(a).a) refuse("a condition on a run with another effect than its capture");
    if ((lanes_of(*region) & run_mask(node(a).a)) != run_mask(node(a).a)) refuse("a run leaves its region");
    find_run(node(a).a, otherwise);
    if (ring_ != 0) refuse("a run across the end of the lanes that may be all there is");
    go_to(otherwise, emit_lanes(walks_ ? L::unless_walk_all : L::unless_all, lanes_of(*region)), possible_);
  }

  // The counts at two places, seen from the last lane.
  void compare_counts(NodeId a, NodeId b, bool want, Label& otherwise) {
    const auto first = map_of(node(a).a), second = map_of(node(b).a);
    if (!first || !second) refuse("a condition at the end of a lap has no operation");
    read();
    LaneOp op(L::if_equal);
    op.map = static_cast<std::int16_t>(map_index(lanes_, *first));
    op.map2 = static_cast<std::int16_t>(map_index(lanes_, *second));
    if (want) {
      go_to(otherwise, emit(op), possible_);
      return;
    }
    Label differ;
    go_to(differ, emit(op), possible_);
    jump(otherwise);
    land(differ);
  }

  Set run_mask(NodeId run) const {
    const auto within = still_set(node(run).c);
    if (!within) refuse("a run within a changing region");
    return lanes_of(*within);
  }

  // A run: many at once where it goes back from the last lane, else hole by hole.
  void find_run(NodeId id, Label& otherwise) {
    if (found_run_ == id && !dirty_) return;
    const Set from = possible_;
    auto op = starting_ ? std::nullopt : find_run_back(*this, id);
    walks_ = !op;
    if (walks_) {
      const auto first = map_of(node(id).a);
      if (!first) refuse("a run that begins in a place that has no operation");
      op = find_walk(*this, id, about_here(), *first);
    } else {
      possible_ &= op->mask;
    }
    ring_ = op->op == L::find_run_ring ? op->k : 0;
    go_to(otherwise, emit(*op), from);
    found_run_ = id;
  }

  // Is it a test whether there is something to be captured, before nothing but its capture?
  bool idle_test(std::size_t i) const {
    const LaneOp& test = lanes_.seats[mover_].play[i];
    const LaneOp& capture = lanes_.seats[mover_].play[i + 1];
    return test.op == L::if_count && capture.op == L::capture && test.map == capture.map &&
           test.otherwise == i + 2 && from_on(test.counts) == 1;
  }

  // A capture in some lanes only, which may as well be many as not: the test is a part of it. A branch would
  // often be taken wrongly.
  bool captures_in(std::size_t i) {
    LaneOp& test = ops()[i];
    const LaneOp& capture = ops()[i + 1];
    if (test.op != L::if_in || capture.op != L::capture || test.otherwise != i + 2) return false;
    if (is_led_to(i + 1)) return false;
    const int some = 4 * std::popcount(test.mask);
    if (some < lanes_.used || some > 3 * lanes_.used) return false;
    test.op = L::capture_in;
    test.map = capture.map;
    test.otherwise = 0;
    return true;
  }

  // Is it a test of the lane before a run, which lanes outside its mask do not have?
  bool idle_lane_test(std::size_t i) {
    const LaneOp& test = ops()[i];
    const LaneOp& run = ops()[i + 1];
    const bool finds_run = run.op == L::find_run || run.op == L::find_run_set;
    return test.op == L::if_in && finds_run && test.otherwise == run.otherwise &&
           (run.mask & ~test.mask) == 0;
  }

  // Joins a test of the lane, one of the count there, and one of another count.
  bool joins(std::size_t i) {
    LaneOp& first = ops()[i];
    const LaneOp& second = ops()[i + 1];
    if (second.op != L::if_count || first.otherwise != second.otherwise) return false;
    if (is_led_to(i + 1)) return false;
    if (first.op == L::if_in_count) {
      first.op = L::if_in_counts;
      first.map = second.map;
      first.counts2 = second.counts;
      return true;
    }
    if (first.op != L::if_in) return false;
    const LaneMap& map = lanes_.maps[second.map];
    for (Set rest = first.mask; rest != 0; rest &= rest - 1) {
      if (map[std::countr_zero(rest)] != std::countr_zero(rest)) return false;
    }
    first.op = L::if_in_count;
    first.counts = second.counts;
    return true;
  }

  bool is_led_to(std::size_t at) {
    return std::any_of(ops().begin(), ops().end(), [&](const LaneOp& op) { return op.otherwise == at; });
  }

  void erase(std::size_t at) {
    ops().erase(ops().begin() + static_cast<std::ptrdiff_t>(at));
    for (LaneOp& op : ops()) {
      if (op.otherwise > at) op.otherwise--;
      if (op.to > at) op.to--;
    }
  }

  // Up to so many seeds of one place, or all of it, for one player.
  bool capture_part(const Step& step, Player whose) {
    const NodeId place = place_of(step);
    if (place == kNone) return false;
    const auto amount = step.amount == kNone ? kCounts - 1 : still_.value(step.amount, {});
    const auto map = map_of(place, step.set);
    if (!map || !amount || *amount < 0) return false;
    for (Set rest = possible_; rest != 0; rest &= rest - 1) {
      const int from = (*map)[std::countr_zero(rest)];
      if (from >= lanes_.used && lanes_.used == lanes_.width) return false;
      if (from == lanes_.lane[program_.board.store(0)] || from == lanes_.lane[program_.board.store(1)])
        return false;
    }
    read();
    LaneOp op(L::capture_part);
    op.map = static_cast<std::int16_t>(map_index(lanes_, *map));
    op.k = static_cast<std::uint8_t>(std::min<std::int64_t>(*amount, kCounts - 1));
    op.stop = static_cast<std::uint8_t>(whose);
    emit(op);
    dirty_ = true;
    return true;
  }

  // All that lies in a set of holes, each for the player who gets it.
  void capture_holes(const Step& step) {
    if (!step.set || step.amount != kNone) refuse("a capture of a part of several places");
    std::array<Set, 2> gets{};
    for (int lane = 0; lane < lanes_.used; lane++) {
      if (!program_.board.is_hole(lanes_.place[lane])) continue;
      Known known;
      known.slot = step.slot;
      known.it = lanes_.place[lane];
      const auto to =
          step.extra == kNone ? std::optional<std::int64_t>(mover_) : still_.value(step.extra, known);
      if (!to) refuse("a capture for a player who is not always the same");
      if (*to >= 0) gets[*to] |= set_of(lane);
    }
    // The second capture would ask about the board that the first one leaves.
    if (gets[0] != 0 && gets[1] != 0 && !still_set(step.what)) refuse("a capture for both players");
    for (Player p = 0; p < 2; p++) {
      if (gets[p] == 0) continue;
      LaneOp op(L::capture_answer);
      op.question = find_holes(*this, step.what, about_here(), gets[p]);
      op.stop = static_cast<std::uint8_t>(p);
      emit(op);
    }
    dirty_ = true;
  }

  // All that lies at one place leaves the game.
  void discard(const Step& step) {
    const NodeId place = place_of(step);
    const auto map = place == kNone ? std::nullopt : map_of(place, step.set);
    if (!map || step.amount != kNone) refuse("a capture out of play in part, or of several places");
    emit_map(L::discard, *map);
    dirty_ = true;
  }

  void capture(const Step& step) {
    if (step.imm != 0) return discard(step);
    const bool own = step.extra == kNone || (is(step.extra, N::constant) && node(step.extra).imm == mover_);
    if (step.amount != kNone || !own) {
      const auto whose = own ? std::optional<std::int64_t>(mover_) : still_.value(step.extra, {});
      if (whose && *whose >= 0 && capture_part(step, static_cast<Player>(*whose))) return;
      return capture_holes(step);
    }
    if (step.set && is(step.what, N::run)) {
      Label nothing;
      read();
      find_run(step.what, nothing);
      LaneOp op(walks_ ? L::capture_walk : ring_ != 0 ? L::capture_run_ring : L::capture_run);
      op.k = static_cast<std::uint8_t>(ring_);
      emit(op);
      dirty_ = true;
      land(nothing);
      return;
    }
    std::vector<NodeId> places;
    if (step.set) {
      if (!parts(step.what, places)) return capture_holes(step);
    } else {
      places.push_back(step.what);
    }
    std::vector<LaneMap> maps;
    for (const NodeId place : places) {
      const auto map = map_of(place, step.set);  // a set has no stores
      if (!map) refuse("a capture of places that have no operation");
      for (Set rest = possible_; rest != 0; rest &= rest - 1) {
        const int from = (*map)[std::countr_zero(rest)];
        if (from == lane_seat().store) refuse("a capture from a store");
        for (const LaneMap& other : maps) {
          if (other[std::countr_zero(rest)] == from && from < lanes_.used)
            refuse("a capture of one hole twice");
        }
      }
      maps.push_back(*map);
    }
    read();
    const bool pair = maps.size() == 2 && (stays(maps[0]) || stays(maps[1]));
    if (pair) {
      emit_map(L::capture_pair, maps[stays(maps[0]) ? 1 : 0]);
    } else {
      for (const LaneMap& map : maps) emit_map(L::capture, map);
    }
    dirty_ = true;
  }

  // Does the map lead from every lane to itself?
  bool stays(const LaneMap& map) const {
    for (Set rest = possible_; rest != 0; rest &= rest - 1) {
      if (map[std::countr_zero(rest)] != std::countr_zero(rest)) return false;
    }
    return true;
  }

  // The places of a set that is made of single ones; is it?
  bool parts(NodeId set, std::vector<NodeId>& places) const {
    if (is(set, N::unite)) return parts(node(set).a, places) && parts(node(set).b, places);
    if (!is(set, N::one_hole)) return false;
    places.push_back(node(set).a);
    return true;
  }

  bool starting_ = false;  // there has not been a lap: `here` is the lane that the move begins with
  bool sows_ = false;      // there may be more laps than one
  Label after_first_lap_;
  std::size_t relay_to_ = 0;  // the operation that sows another lap
  std::vector<LaterLap> later_laps_;
  Set on_circuit_ = 0;
  Set possible_ = 0;  // lanes in which the last seed may have fallen, as far as the tests so far say
  Set again_ = 0;     // where the last seed gives another move
  bool reached_ = true;
  bool dirty_ = false;           // captures have changed the board since it was last read
  bool was_dirty_ = false;       // … at some time
  int most_here_ = kCounts - 1;  // seeds where the last one fell, if nothing was captured
  Drop drop_;
  NodeId found_run_ = kNone;
  bool walks_ = false;  // hole by hole
  int ring_ = 0;        // of that run; 0: it stays between the ends of the lanes
  NodeId only_run_ = kNone;
};

// A program for each way.
class Ways : private Seat {
 public:
  explicit Ways(const Seat& seat) : Seat(seat) {}

  void work_out() {
    if (direction_ != Direction::none) {
      Label starts;
      starts.possible = lane_seat().own;
      Play(*this).work_out(starts);
    } else {
      Label onward, backward;
      Play(*this).find_way(onward, backward);
      if (!onward.from.empty()) Play(Seat(*this, Direction::onward)).work_out(onward);
      if (!backward.from.empty()) Play(Seat(*this, Direction::backward)).work_out(backward);
    }
    Play(*this).tidy();
  }
};

}  // namespace

void find_play(const Seat& seat) { Ways(seat).work_out(); }

}  // namespace mancala::lane_fuser
