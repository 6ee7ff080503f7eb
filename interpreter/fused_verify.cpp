// What the fast executor assumes of a fused program.
#include <fmt/format.h>

#include <algorithm>

#include "interpreter/fuse.h"

namespace mancala {

using fused::kNone;
using fused::L;
using fused::LaneOp;
using fused::Lanes;
using fused::Node;
using fused::NodeId;
using fused::Q;
using fused::Rows;
using fused::S;
using fused::Set;
using fused::Step;

namespace {

class Verifier {
 public:
  explicit Verifier(const FusedProgram& fused) : fused_(fused) {}

  std::vector<std::string> run() {
    turns();
    if (fused_.lanes) lanes(*fused_.lanes);
    return std::move(faults_);
  }

 private:
  template <class... Args>
  void expect(bool holds, fmt::format_string<Args...> fault, Args&&... args) {
    if (!holds) faults_.push_back(fmt::format(fault, std::forward<Args>(args)...));
  }

  // --- turns
  // -------------------------------------------------------------------------------------------------

  void turns() {
    const fused::Turns& turns = fused_.turns;
    const int places = fused_.program->board.place_count();
    for (std::size_t i = 0; i < turns.nodes.size(); i++) {
      const Node& node = turns.nodes[i];
      for (const NodeId operand : {node.a, node.b, node.c}) {
        expect(operand >= kNone && operand < static_cast<NodeId>(i),
               "node {} reads node {}, which comes later", i, operand);
      }
    }
    const auto kinds = static_cast<std::int32_t>(fused_.program->pieces.size());
    for (std::size_t i = 0; i < turns.nodes.size(); i++) {
      const Node& node = turns.nodes[i];
      const bool of_a_kind = node.op == fused::N::pieces_at || node.op == fused::N::pieces_in;
      expect(!of_a_kind || (node.imm >= 0 && node.imm < kinds), "node {} counts pieces of no kind", i);
    }
    for (std::size_t i = 0; i < turns.maps.size(); i++) {
      for (const std::int8_t to : turns.maps[i])
        expect(to >= -1 && to < places, "map {} leads off the board", i);
    }
    const auto steps = static_cast<fused::StepId>(turns.steps.size());
    for (fused::StepId i = 0; i < steps; i++) {
      const Step& step = turns.steps[i];
      const bool leads = step.op == S::unless || step.op == S::jump || step.op == S::each;
      expect(!leads || (step.to > i && step.to < steps), "step {} leads to step {}", i, step.to);
      for (const NodeId node : {step.what, step.amount, step.extra}) {
        expect(node >= kNone && node < static_cast<NodeId>(turns.nodes.size()), "step {} has no node {}", i,
               node);
      }
      expect(step.piece >= kNone && step.piece < kinds, "step {} takes pieces of no kind", i);
      const bool may_end = step.op == S::held || step.op == S::end || step.op == S::win;
      const bool known = step.cause >= 0 && step.cause < static_cast<std::int32_t>(turns.causes.size());
      expect(!may_end || known, "step {} has no reason", i);
    }
    expect(steps == 0 || turns.steps.back().op == S::done, "the last list has no end");
  }

  // --- lanes
  // -------------------------------------------------------------------------------------------------

  void lanes(const Lanes& lanes) {
    const Set used = lanes.used == 64 ? ~Set{0} : (Set{1} << lanes.used) - 1;
    expect(lanes.used <= lanes.width, "more lanes than the vector has");
    for (std::size_t i = 0; i < lanes.rows.size(); i++) rows(lanes, lanes.rows[i], i);
    for (std::size_t i = 0; i < lanes.maps.size(); i++) {
      for (const std::uint8_t to : lanes.maps[i]) {
        expect(to < lanes.width || to == kNoLane, "lane map {} leads to lane {}", i, to);
      }
    }
    expect(lanes.marks.size() <= fused::kMostMarks, "more marks than a position has");
    for (const fused::LaneMark& mark : lanes.marks) {
      const auto states = static_cast<std::int32_t>(fused_.program->states.size());
      expect(mark.state >= 0 && mark.state < states, "a mark of no state");
    }
    expect(lanes.flags.size() <= fused::kMostFlags, "more flags than a position has");
    for (const fused::LaneFlag& flag : lanes.flags) {
      if (flag.state == kNone) continue;
      const auto states = static_cast<std::int32_t>(fused_.program->states.size());
      const bool known = flag.state > kNone && flag.state < states;
      expect(known, "a flag of no state");
      if (!known) continue;
      const ir::State& state = fused_.program->states[flag.state];
      const int elements = state.per == ir::Per::player ? 2 : 1;
      expect(state.per != ir::Per::hole && flag.element >= 0 && flag.element < elements && flag.cell > 0,
             "a flag of state {} stands for nothing", flag.state);
    }
    for (std::size_t i = 0; i < lanes.questions.size(); i++) question(lanes, lanes.questions[i], i);
    for (const fused::LaneSeat& seat : lanes.seats) {
      for (const fused::LaneJudge& judge : seat.judges) {
        expect(is_question(lanes, judge.test), "moves are judged by no question");
        expect(judge.of == -1 || is_question(lanes, judge.of), "moves are judged under no question");
      }
      expect((seat.own & ~used) == 0 && (seat.theirs & ~used) == 0, "a lane that is not used may be lifted");
      const auto phases = static_cast<int>(fused_.program->phases.size());
      expect(seat.phase >= 0 && seat.phase < phases, "lanes play in phase {}", seat.phase);
      expect(seat.at_least >= 1, "an empty lane may be lifted");
      for (const fused::LaneEnd& end : seat.ends) {
        expect(((end.mask | end.mask2 | end.gets[0] | end.gets[1]) & ~used) == 0,
               "an end reads lanes that are not used");
        expect((end.gets[0] & end.gets[1]) == 0, "an end gives one lane twice");
        expect(end.test != fused::LaneEnd::If::answered || is_question(lanes, end.question),
               "an end asks no question");
      }
      play(lanes, seat, used);
    }
  }

  static bool is_question(const Lanes& lanes, int index) {
    return index >= 0 && index < static_cast<int>(lanes.questions.size());
  }

  void question(const Lanes& lanes, const fused::LaneQuestion& steps, std::size_t index) {
    expect(!steps.empty() && steps.size() <= fused::kMostSteps, "question {} is empty or long", index);
    for (std::size_t i = 0; i < steps.size(); i++) {
      const fused::LaneStep& step = steps[i];
      const bool two = step.op == Q::both || step.op == Q::either || step.op == Q::except;
      const bool one =
          two || step.op == Q::moved || step.op == Q::some || step.op == Q::sum_in || step.op == Q::number_in;
      expect((!one || step.a < i) && (!two || step.b < i), "question {}: step {} reads a later one", index,
             i);
      expect(step.map >= -1 && step.map < static_cast<int>(lanes.maps.size()) &&
                 (step.op != Q::moved || step.map >= 0),
             "question {}: step {} has no map", index, i);
      expect(step.op != Q::marked || step.k < lanes.marks.size(), "question {}: step {} has no mark", index,
             i);
      expect(step.op != Q::flagged || step.k < lanes.flags.size(), "question {}: step {} has no flag", index,
             i);
      expect(step.op != Q::by_here || step.sets.size() == static_cast<std::size_t>(lanes.width),
             "question {}: step {} has not a set for each lane", index, i);
      const bool range = step.op == Q::sum_in || step.op == Q::number_in || step.op == Q::laps_in;
      expect(!range || fused::range_of(step.counts), "question {}: step {} needs a range", index, i);
    }
  }

  void play(const Lanes& lanes, const fused::LaneSeat& seat, Set used) {
    const std::vector<LaneOp>& ops = seat.play;
    const bool ends = !ops.empty() && (ops.back().op == L::end || ops.back().op == L::end_again);
    expect(ends, "the operations of a move have no end");
    laps(ops);
    expect((seat.chosen & ~seat.own) == 0 && (seat.chosen == 0 || lanes.used <= fused::kMostChosen),
           "more lanes go either way than a set of moves has");
    for (std::size_t i = 0; i < ops.size(); i++) {
      const LaneOp& op = ops[i];
      expect(op.otherwise == 0 || (op.otherwise > i && op.otherwise < ops.size()), "operation {} leads to {}",
             i, op.otherwise);
      expect(!leads_on(op.op) || op.otherwise != 0, "operation {} leads nowhere", i);
      expect((op.mask & ~used) == 0, "operation {} reads lanes that are not used", i);
      for (const int map : {op.map, op.map2}) {
        expect(map >= -1 && map < static_cast<int>(lanes.maps.size()), "operation {} has no map {}", i, map);
      }
      expect(op.rows >= -1 && op.rows < static_cast<int>(lanes.rows.size()), "operation {} has no rows {}", i,
             op.rows);
      const bool ring = op.op == L::laps_ring || op.op == L::laps_drop_ring;
      const bool sows = is_lap(op.op);
      expect(!ring || op.rows < 0 || lanes.rows[op.rows].ahead >= 0, "operation {} wants a ring", i);
      expect(!sows || op.rows >= 0, "operation {} sows no rows", i);
      const bool maps = op.op == L::if_count || op.op == L::if_count_set || op.op == L::if_in_counts ||
                        op.op == L::relay || op.op == L::capture || op.op == L::capture_in ||
                        op.op == L::capture_pair || op.op == L::capture_part || op.op == L::set_mark ||
                        op.op == L::discard || op.op == L::lift;
      expect(!maps || op.map >= 0, "operation {} needs a map", i);
      const bool asks = op.op == L::if_answer || op.op == L::find_walk || op.op == L::capture_answer;
      expect(!asks || is_question(lanes, op.question), "operation {} asks no question", i);
      const bool of_player = op.op == L::capture_answer || op.op == L::capture_part;
      expect(!of_player || op.stop < 2, "operation {} captures for no player", i);
      expect(op.op != L::set_mark || (op.k < lanes.marks.size() && op.stop < 2), "operation {} sets no mark",
             i);
      const bool flag = op.op == L::if_flag || op.op == L::set_flag;
      expect(!flag || (op.k < lanes.flags.size() && op.stop < 2), "operation {} has no flag", i);
      const bool two_maps = op.op == L::if_equal || op.op == L::find_walk || op.op == L::move;
      expect(!two_maps || (op.map >= 0 && op.map2 >= 0), "operation {} needs two maps", i);
      const bool on_ring = op.op == L::find_run_ring || op.op == L::capture_run_ring;
      expect(!on_ring || (op.k > 0 && 2 * op.k <= kMostLanes), "operation {} has no ring", i);
      const bool lap_again = op.to < i && is_lap(ops[op.to].op) && marks(ops, op.to + std::size_t{1});
      expect(op.op != L::relay || lap_again, "operation {} repeats no lap", i);
      const bool ranges =
          op.op == L::if_count || op.op == L::if_in_count || op.op == L::if_in_counts || op.op == L::find_run;
      expect(!ranges || fused::range_of(op.counts), "operation {} needs a range of counts", i);
      expect(op.op != L::if_in_counts || fused::range_of(op.counts2), "operation {} needs a range of counts",
             i);
    }
  }

  // Is `otherwise` where it may go on?
  static bool leads_on(L op) {
    return op == L::if_in || op == L::if_count || op == L::if_count_set || op == L::if_equal ||
           op == L::if_in_count || op == L::if_in_counts || op == L::if_answer || op == L::if_way ||
           op == L::if_flag || op == L::jump || op == L::lift || op == L::relay;
  }

  // Is the board kept there, should the lap limit be reached?
  static bool marks(const std::vector<LaneOp>& ops, std::size_t at) {
    if (at < ops.size() && ops[at].op == L::jump) at = ops[at].otherwise;
    return at < ops.size() && ops[at].op == L::mark;
  }

  static bool is_lap(L op) {
    return op == L::sow || op == L::laps || op == L::laps_ring || op == L::sow_drop || op == L::laps_drop ||
           op == L::laps_drop_ring;
  }

  // A lap is sown with the seeds that were counted for it: those of the lane that the move begins with, until
  // there was a lap, or those that an operation has lifted.
  void laps(const std::vector<LaneOp>& ops) {
    enum class Hand : std::uint8_t { unknown, full, sown };
    std::vector<Hand> hands(ops.size(), Hand::unknown);
    const auto leads_to = [&](std::size_t to, Hand hand) {
      if (to < hands.size()) hands[to] = std::max(hands[to], hand);
    };
    leads_to(0, Hand::full);
    for (std::size_t i = 0; i < ops.size(); i++) {
      const LaneOp& op = ops[i];
      Hand hand = hands[i];
      expect(!is_lap(op.op) || hand != Hand::sown, "operation {} sows what was sown", i);
      if (hand == Hand::unknown && !is_lap(op.op)) continue;
      if (is_lap(op.op)) hand = Hand::sown;
      if (op.otherwise != 0) leads_to(op.otherwise, op.op == L::lift ? Hand::sown : hand);
      if (op.op == L::lift) hand = Hand::full;
      const bool goes_on = op.op != L::jump && op.op != L::relay && op.op != L::end && op.op != L::end_again;
      if (goes_on) leads_to(i + 1, hand);
    }
  }

  // A lap makes and loses no seeds, and leaves the lanes that are not used alone.
  void rows(const Lanes& lanes, const Rows& rows, std::size_t index) {
    const auto width = static_cast<std::size_t>(lanes.width);
    const std::size_t laps = width * static_cast<std::size_t>(rows.stride);
    const bool sizes = rows.delta.size() == laps * width && rows.reach.size() == laps * width &&
                       rows.last.size() == laps && rows.cont.size() == laps &&
                       rows.cover.size() == width * width;
    expect(sizes, "rows {} are of the wrong size", index);
    if (!sizes) return;
    for (std::size_t lane = 0; lane < width; lane++) {
      int cover = 0;
      for (std::size_t i = 0; i < width; i++) cover += rows.cover[lane * width + i];
      expect(cover == 0 || cover == rows.round, "rows {}: a full round from lane {} sows {} seeds", index,
             lane, cover);
      for (int seeds = 0; seeds < rows.cap; seeds++) {
        const std::size_t lap =
            lane * static_cast<std::size_t>(rows.stride) + static_cast<std::size_t>(seeds);
        int sown = 0;
        bool strays = false;
        for (std::size_t i = 0; i < width; i++) {
          const std::uint8_t delta = rows.delta[lap * width + i];
          sown += i == lane ? static_cast<std::uint8_t>(delta + seeds) : delta;
          strays = strays || (delta != 0 && i >= static_cast<std::size_t>(lanes.used));
        }
        expect(cover == 0 || sown == seeds, "rows {}: a lap of {} seeds from lane {} sows {}", index, seeds,
               lane, sown);
        expect(!strays, "rows {}: a lap from lane {} reaches a lane that is not used", index, lane);
        expect(rows.last[lap] < width && rows.cont[lap] < width, "rows {}: a lap from lane {} leads nowhere",
               index, lane);
      }
    }
  }

  static constexpr int kMostLanes = 64;
  static constexpr std::uint8_t kNoLane = 255;  // of a map: the last seed never falls there

  const FusedProgram& fused_;
  std::vector<std::string> faults_;
};

}  // namespace

std::vector<std::string> verify(const FusedProgram& fused) { return Verifier(fused).run(); }

}  // namespace mancala
