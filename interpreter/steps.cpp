#include "interpreter/steps.h"

#include <algorithm>

namespace mancala {

using ir::Act;
using ir::Action;
using ir::Clause;
using ir::Expr;
using ir::ExprId;
using ir::kNone;
using ir::ListId;
using ir::Op;
using ir::Type;

namespace {

// What things cost beside the expressions in them, in steps.
constexpr std::int64_t kLap = 8;
constexpr std::int64_t kDrop = 2;
constexpr std::int64_t kAction = 4;
constexpr std::int64_t kCandidate = 200;    // it is kept, too: the budget bounds how much memory moves take
constexpr std::int64_t kCopy = 500;         // of all that is known of a moment
constexpr std::int64_t kLooksForPhase = 6;  // so often in a turn

std::int64_t cut(std::int64_t steps) { return std::min(steps, StepCosts::kNeverPaid); }

// Both are at most kNeverPaid, one of them is small.
std::int64_t times(std::int64_t a, std::int64_t b) { return cut(a * b); }

}  // namespace

StepCosts::StepCosts(const ir::Program& program)
    : program_(program),
      holes_(std::max(program.board.hole_count(), 1)),
      places_(program.board.place_count()),
      seats_(program.board.player_count()),
      exprs_(program.exprs.size(), -1),
      lists_(program.lists.size(), -1) {
  for (std::size_t id = 0; id < program.exprs.size(); ++id) work_out(static_cast<ExprId>(id));
  for (std::size_t id = 0; id < program.lists.size(); ++id) work_out_list(static_cast<ListId>(id));
  std::int64_t look = 1;
  for (const ir::Phase& phase : program.phases) {
    add_phase(phase);
    look = cut(look + expression(phase.condition) + expression(phase.direction));
  }
  const std::int64_t of_move = resets(ir::Lasts::move);
  imagined_ = cut(kCopy + look + of_move);
  turn_ =
      cut(kCopy + kLooksForPhase * (look + of_move) + resets(ir::Lasts::turn) + 2 * expression(program.win));
  std::int64_t laid_out = expression(program.setup);
  for (const ir::PieceKind& kind : program.pieces) laid_out = cut(laid_out + expression(kind.setup));
  round_ = cut(turn_ + times(holes_, laid_out + 1) + resets(ir::Lasts::match) + resets(ir::Lasts::round) +
               expression(program.starter) + expression(program.match.starter) +
               expression(program.match.over) + expression(program.match.winner));
}

std::int64_t StepCosts::whole_move(int seeds) const {
  std::int64_t dearest = 0, judged = 0;
  for (std::size_t i = 0; i < phases_.size(); ++i) {
    const Phase& phase = phases_[i];
    const ir::Phase& lists = program_.phases[i];
    const std::int64_t laps = std::max(program_.endless.laps, 1);
    const std::int64_t lap = cut(phase.lap + times(phase.seed + 2 * phase.station, seeds));
    dearest = std::max(dearest, cut(imagined_ + times(lap, laps) + list(lists.play) + list(lists.move_end)));
    for (const Block& block : phase.blocks)
      judged = std::max(judged, cut(block.asked + 2 * times(block.candidate, holes_)));
  }
  const bool looks_ahead = std::any_of(program_.exprs.begin(), program_.exprs.end(), [](const Expr& e) {
    return e.op == Op::after || e.op == Op::some_move;
  });
  const std::int64_t ends =
      cut(list(program_.after_move) + list(program_.before_turn) + list(program_.turn_start));
  return cut(turn_ + ends + 2 * judged + times(dearest, looks_ahead ? 1 + holes_ / 2 : 1));
}

// How many members a set may have.
std::int64_t StepCosts::members(ExprId set) const {
  if (set == kNone) return seats_;
  const Type type = program_.exprs[set].type;
  if (type == Type::region) return holes_;
  return type == Type::players ? seats_ : 1;
}

std::int64_t StepCosts::work_out(ExprId id) {
  if (id == kNone) return 0;
  if (exprs_[id] < 0) exprs_[id] = cut(work_out(program_.exprs[id]));
  return exprs_[id];
}

std::int64_t StepCosts::work_out(const Expr& e) {
  const std::int64_t a = work_out(e.a), b = work_out(e.b), c = work_out(e.c);
  const std::int64_t plain = 1 + a + b + c;
  switch (e.op) {
    case Op::own:
    case Op::theirs:
    case Op::holes:
    case Op::side:
    case Op::board: return plain + holes_ / 8;
    case Op::seeds:
    case Op::pieces:
    case Op::worth: return plain + members(e.a) / 2;
    case Op::opposite:
    case Op::behind:
    case Op::same: return plain + (e.type == Type::region ? holes_ : 0);
    case Op::leftmost:
    case Op::rightmost: return plain + holes_;
    case Op::foremost:
    case Op::hindmost: return plain + times(holes_, holes_) / 8;
    case Op::next:
    case Op::prev:
    case Op::neighbours: return plain + 1;
    case Op::step: return plain + 3 * places_;
    case Op::repeated: return plain + kCopy;
    case Op::where:
    case Op::player_with_most:
    case Op::player_with_fewest: return 1 + a + times(members(e.a), 1 + b);
    case Op::run: return 1 + a + c + times(holes_, e.by + b);
    case Op::number:
    case Op::truth:
    case Op::place:
    case Op::region:
    case Op::player:
    case Op::direction:
    case Op::word:
    case Op::local:
    case Op::state:
    case Op::mover:
    case Op::players:
    case Op::start:
    case Op::running:
    case Op::origin:
    case Op::here:
    case Op::previous:
    case Op::was:
    case Op::last:
    case Op::first_sown:
    case Op::lap_sown:
    case Op::turn_sown:
    case Op::laps:
    case Op::captured_now:
    case Op::phase:
    case Op::round:
    case Op::turns:
    case Op::turns_played:
    case Op::round_starter:
    case Op::round_winner:
    case Op::last_mover:
    case Op::no_move:  // what is judged and tried for these three is counted when it is done
    case Op::after:
    case Op::some_move:
    case Op::quiet:
    case Op::by_lot:
    case Op::count:
    case Op::row:
    case Op::column_number:
    case Op::store:
    case Op::pile:
    case Op::owner:
    case Op::other:
    case Op::next_player:
    case Op::closed:
    case Op::reverse:
    case Op::the:
    case Op::add:
    case Op::subtract:
    case Op::multiply:
    case Op::divide:
    case Op::modulo:
    case Op::equal:
    case Op::not_equal:
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal:
    case Op::logical_and:
    case Op::logical_or:
    case Op::logical_not:
    case Op::choose_if:
    case Op::bind:
    case Op::in:
    case Op::is:
    case Op::unite:
    case Op::minus:
    case Op::single:
    case Op::some:
    case Op::at_start:
    case Op::at_lap_start: return plain;
  }
  return plain;
}

std::int64_t StepCosts::work_out_list(ListId id) {
  if (id == kNone) return 0;
  if (lists_[id] < 0) {
    std::int64_t sum = 1;
    for (const Clause& clause : program_.lists[id].clauses) sum = cut(sum + work_out(clause));
    lists_[id] = sum;
  }
  return lists_[id];
}

std::int64_t StepCosts::work_out(const Clause& clause) {
  std::int64_t all = 1 + expression(clause.cond) + expression(clause.value);
  for (const Action& action : clause.actions) all = cut(all + work_out(action));
  for (auto loop = clause.bindings.rbegin(); loop != clause.bindings.rend(); ++loop) {
    const std::int64_t most = members(loop->set);
    all = cut(times(most, all + 1) + expression(loop->set) + expression(loop->order) + most);
  }
  return all;
}

std::int64_t StepCosts::work_out(const Action& action) {
  const std::int64_t once = kAction + expression(action.what) + expression(action.by);
  const std::int64_t amount = expression(action.amount), extra = expression(action.extra);
  switch (action.act) {
    case Act::lift:
    case Act::capture:
    case Act::set_owner: return cut(once + times(members(action.what), 1 + amount + extra));
    case Act::move: return cut(once + extra + times(members(action.extra), 1 + amount));
    case Act::block: return cut(once + work_out_list(action.imm));
    case Act::sow_after:
    case Act::sow_at:
    case Act::set_state:
    case Act::close:
    case Act::open:
    case Act::choose:
    case Act::let:
    case Act::again:
    case Act::stop:
    case Act::end:
    case Act::win:
    case Act::swap_seats:
    case Act::rotate_seats: return cut(once + amount + extra);
  }
  return once;
}

// Every state that lasts so long gets its first value again.
std::int64_t StepCosts::resets(ir::Lasts lasts) {
  std::int64_t sum = 0;
  for (const ir::State& state : program_.states) {
    if (state.lasts != lasts) continue;
    const std::int64_t elements = state.per == ir::Per::none   ? 1
                                  : state.per == ir::Per::hole ? holes_
                                                               : seats_;
    sum = cut(sum + times(elements, 2 + expression(state.starts)));
  }
  return sum;
}

void StepCosts::add_phase(const ir::Phase& phase) {
  Phase costs;
  costs.lap = cut(kLap + list(phase.lap_end));
  costs.seed = cut(kDrop + list(phase.each_seed) + expression(phase.route));
  costs.station = cut(expression(phase.skip) + expression(phase.each));
  for (const ir::MoveBlock& block : phase.moves) {
    StepCosts::Block of_block;
    of_block.asked = cut(1 + expression(block.when) + expression(block.from) + expression(block.pass));
    of_block.candidate = cut(kCandidate + 2 * expression(phase.direction));
    for (const ir::Pick& pick : block.picks)
      of_block.candidate = cut(of_block.candidate + expression(pick.from) + expression(pick.to));
    for (const ir::Filter& filter : block.filters)
      of_block.candidate = cut(of_block.candidate + expression(filter.cond) + expression(filter.test) +
                               expression(phase.direction));
    costs.blocks.push_back(of_block);
  }
  phases_.push_back(std::move(costs));
}

}  // namespace mancala
