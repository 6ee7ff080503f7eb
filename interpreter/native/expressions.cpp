// Machine code: expressions.
#include <bit>
#include <limits>

#include "interpreter/native/emitter.h"

namespace mancala {

using asmjit::Label;
using asmjit::x86::CondCode;
using asmjit::x86::Gp;
using asmjit::x86::Mem;
using fused::N;
using fused::Set;

namespace {

constexpr int kBits = 64;

// Of a comparison.
CondCode condition_of(N op) {
  if (op == N::equal) return CondCode::kEqual;
  if (op == N::not_equal) return CondCode::kNotEqual;
  if (op == N::less) return CondCode::kSignedLT;
  if (op == N::less_equal) return CondCode::kSignedLE;
  return op == N::greater ? CondCode::kSignedGT : CondCode::kSignedGE;
}

bool is_comparison(N op) {
  return op == N::equal || op == N::not_equal || op == N::less || op == N::less_equal || op == N::greater ||
         op == N::greater_equal;
}

bool is_constant(const Code* code) { return code->form == Code::Form::plain && code->op == N::constant; }

bool fits(std::int64_t n) {
  return n >= std::numeric_limits<std::int32_t>::min() && n <= std::numeric_limits<std::int32_t>::max();
}

}  // namespace

NativeEmitter::NativeEmitter(asmjit::x86::Compiler& to, const TurnRules& rules)
    : cc_(to),
      rules_(rules),
      probe_(rules, Frame{}, nullptr, nullptr),
      sees_back_(rules.keeps_start || rules.keeps_lap_start),
      may_be_closed_(false) {
  for (const fused::Node& node : rules.turns.nodes) may_be_closed_ = may_be_closed_ || node.op == N::closed;
  for (const fused::Step& step : rules.turns.steps) {
    may_be_closed_ = may_be_closed_ || step.op == fused::S::close || step.op == fused::S::open;
  }
}

Label NativeEmitter::expression(const Code& code) {
  asmjit::FuncNode* function =
      cc_.addFunc(asmjit::FuncSignatureT<std::int64_t, void*, const void*>(asmjit::CallConvId::kHost));
  turn_ = cc_.newIntPtr();
  function->setArg(0, turn_);
  cc_.ret(value(code));
  cc_.endFunc();
  return function->label();
}

Label NativeEmitter::any_member(const Code& code) {
  asmjit::FuncNode* function =
      cc_.addFunc(asmjit::FuncSignatureT<std::uint8_t, void*, const void*>(asmjit::CallConvId::kHost));
  turn_ = cc_.newIntPtr();
  function->setArg(0, turn_);
  const Label none = cc_.newLabel();
  const Gp result = cc_.newUInt32();
  cc_.xor_(result, result);
  branch_any(code, false, none);
  cc_.mov(result, 1);
  cc_.bind(none);
  cc_.ret(result.r8());
  cc_.endFunc();
  return function->label();
}

// One for a function that would only pass on what another one knows is not.
bool NativeEmitter::worth(const Code& code) const {
  return has_code(code) && (code.a != nullptr || code.form != Code::Form::plain);
}

// What may run out of steps has none: nothing can be thrown through it.
bool NativeEmitter::has_code(const Code& code) {
  if (code.may_run_out) return false;
  if (code.form != Code::Form::plain) return true;
  switch (code.op) {
    case N::constant:
    case N::local:
    case N::local_holes:
    case N::start:
    case N::running:
    case N::origin:
    case N::here:
    case N::previous:
    case N::was:
    case N::last:
    case N::first_sown:
    case N::lap_sown:
    case N::turn_sown:
    case N::laps:
    case N::phase:
    case N::round:
    case N::round_starter:
    case N::last_mover:
    case N::state:
    case N::holes:
    case N::one_hole:
    case N::seeds_at:
    case N::seeds_in:
    case N::count:
    case N::number_of:
    case N::map:
    case N::of_player:
    case N::the:
    case N::add:
    case N::subtract:
    case N::equal:
    case N::not_equal:
    case N::less:
    case N::less_equal:
    case N::greater:
    case N::greater_equal:
    case N::logical_and:
    case N::logical_or:
    case N::logical_not:
    case N::choose_if:
    case N::in:
    case N::is:
    case N::where_hole:
    case N::where_player:
    case N::unite:
    case N::minus:
    case N::some: return true;
    case N::captured_now: return code.a == nullptr;
    case N::owned_by: return is_constant(code.a) && code.a->imm >= 0;
    case N::where_count: return counts_asked(code).has_value();
    case N::turns:
    case N::turns_played:
    case N::round_winner:
    case N::no_move:
    case N::repeated:
    case N::quiet:
    case N::by_lot:
    case N::owned_not:
    case N::side:
    case N::one_player:
    case N::pieces_at:
    case N::pieces_in:
    case N::worth_at:
    case N::worth_in:
    case N::map_each:
    case N::next:
    case N::prev:
    case N::leftmost:
    case N::rightmost:
    case N::foremost:
    case N::hindmost:
    case N::neighbours:
    case N::owner:
    case N::closed:
    case N::reverse:
    case N::step:
    case N::multiply:
    case N::divide:
    case N::modulo:
    case N::bind:
    case N::run:
    case N::most:
    case N::fewest:
    case N::after:
    case N::some_move:
    case N::at_start:
    case N::at_lap_start: return false;
  }
  return false;
}

bool NativeEmitter::calls(const Code& code) const {
  if (!has_code(code)) return true;
  for (const Code* operand : {code.a, code.b, code.c}) {
    if (operand != nullptr && calls(*operand)) return true;
  }
  return false;
}

Gp NativeEmitter::constant(std::int64_t n) {
  const Gp result = fresh();
  if (n == 0) {
    cc_.xor_(result.r32(), result.r32());
  } else {
    cc_.mov(result, n);
  }
  return result;
}

// The function made for the operator. Only clause lists call what may run out of steps.
Gp NativeEmitter::call(const Code& code) {
  decltype(code.run) keeping_back = [](Turn& turn, const Code& asked) {
    return turn.keep_back([&] { return asked.run(turn, asked); }, std::int64_t{0});
  };
  for (const Code* operand : {code.a, code.b, code.c}) {
    if (operand != nullptr) called_operands_.push_back(operand);
  }
  const Gp of = cc_.newIntPtr();
  cc_.mov(of, reinterpret_cast<std::uint64_t>(&code));
  const Gp result = fresh();
  asmjit::InvokeNode* invoke = nullptr;
  cc_.invoke(&invoke,
             asmjit::imm(reinterpret_cast<std::uint64_t>(code.may_run_out ? keeping_back : code.run)),
             asmjit::FuncSignatureT<std::int64_t, void*, const void*>(asmjit::CallConvId::kHost));
  invoke->setArg(0, turn_);
  invoke->setArg(1, of);
  invoke->setRet(0, result);
  return result;
}

Gp NativeEmitter::opened(const Gp& holes) {
  const Gp result = fresh();
  if (!may_be_closed_) {
    cc_.mov(result, at(probe_.f_.closed));
    cc_.andn(result, result, holes);
    return result;
  }
  const Gp nothing = constant(0);
  cc_.mov(result, at(probe_.f_.closed));
  cc_.cmp(at(probe_.closed_too_), 0);
  cc_.cmovne(result, nothing);
  cc_.andn(result, result, holes);
  return result;
}

// What lies in cell `first` + `index`.
Gp NativeEmitter::cell(const Gp& index, int first) {
  const Gp result = fresh();
  cc_.movsx(result, Mem(turn_, index, 1, offset(probe_.f_.cells) + 2 * first, 2));
  return result;
}

Gp NativeEmitter::value(const Code& code) {
  if (!has_code(code)) return call(code);
  const Gp result = fresh();
  const auto combined = [&](const auto& emit) {
    const Gp a = value(*code.a);
    const Gp b = value(*code.b);
    emit(a, b);
    return result;
  };
  if (code.form == Code::Form::common) {
    return combined([&](const Gp& a, const Gp& b) {
      cc_.mov(result, a);
      cc_.and_(result, b);
    });
  }
  if (code.form == Code::Form::all_if) {
    const Label end = cc_.newLabel();
    cc_.xor_(result.r32(), result.r32());
    branch(*code.b, false, end);
    cc_.mov(result, value(*code.a));
    cc_.bind(end);
    return result;
  }
  const auto number = [&](const auto& member) {
    if constexpr (sizeof(member) == 4) {
      cc_.movsxd(result, at(member));
    } else {
      cc_.movsx(result, at(member));
    }
    return result;
  };
  const auto natural = [&](const auto& member) {
    cc_.movzx(result.r32(), at(member));
    return result;
  };
  const auto open_set = [&](const Set& member) {
    cc_.mov(result, at(member));
    return opened(result);
  };
  switch (code.op) {
    case N::constant: return constant(code.imm);
    case N::local:
    case N::local_holes: {
      if (((is_bound_ >> code.imm) & 1) != 0) return bound_[code.imm];
      const Label known = cc_.newLabel();
      const Label end = cc_.newLabel();
      cc_.bt(at(probe_.set_), code.imm);
      cc_.jc(known);
      cc_.mov(result, code.op == N::local ? code.by : 0);
      cc_.jmp(end);
      cc_.bind(known);
      cc_.mov(result, at(probe_.locals_[code.imm]));
      cc_.bind(end);
      return code.op == N::local ? result : opened(result);
    }
    case N::start: return number(probe_.start_);
    case N::running: return natural(probe_.direction_);
    case N::origin: return number(probe_.origin_);
    case N::here: return number(probe_.here_);
    case N::previous: return number(probe_.previous_);
    case N::was: cc_.mov(result, at(probe_.was_)); return result;
    case N::last: return natural(probe_.last_);
    case N::first_sown: return number(probe_.first_sown_);
    case N::lap_sown: return open_set(probe_.lap_sown_);
    case N::turn_sown: return open_set(probe_.turn_sown_);
    case N::laps: return number(probe_.laps_);
    case N::captured_now: return number(probe_.captured_by_all_);
    case N::phase: return number(probe_.phase_);
    case N::round: return natural(probe_.f_.round);
    case N::round_starter: return number(probe_.f_.round_starter);
    case N::last_mover: return number(probe_.f_.last_mover);
    case N::state: return state(code);
    case N::holes: return opened(constant(code.imm));
    case N::owned_by: return open_set(probe_.f_.owned[code.a->imm]);
    case N::one_hole: {
      const Gp hole = value(*code.a);
      const Label end = cc_.newLabel();
      cc_.xor_(result.r32(), result.r32());
      cc_.cmp(hole, rules_.holes);
      cc_.jae(end);
      cc_.bts(result, hole);
      cc_.mov(result, opened(result));
      cc_.bind(end);
      return result;
    }
    case N::seeds_at: return value_of_place(*code.a);
    case N::seeds_in: return seeds_in(code);
    case N::count: cc_.popcnt(result, value(*code.a)); return result;
    case N::number_of: {
      const Gp hole = value(*code.a);
      const Label end = cc_.newLabel();
      cc_.xor_(result.r32(), result.r32());
      cc_.cmp(hole, rules_.holes);
      cc_.jae(end);
      const Gp table = constant(reinterpret_cast<std::int64_t>(code.map->data()));
      cc_.movsx(result, Mem(table, hole, 0, 0, 1));
      cc_.bind(end);
      return result;
    }
    case N::map: return mapped(code);
    case N::of_player: {
      const Gp player = value(*code.a);
      const Label end = cc_.newLabel();
      cc_.mov(result, -1);
      cc_.test(player, player);
      cc_.js(end);
      const Gp table = constant(reinterpret_cast<std::int64_t>(code.map->data()));
      cc_.movsx(result, Mem(table, player, 0, 0, 1));
      cc_.bind(end);
      return result;
    }
    case N::the: {
      const Gp holes = value(*code.a);
      const Gp others = fresh();
      const Label end = cc_.newLabel();
      cc_.mov(result, -1);
      cc_.test(holes, holes);
      cc_.jz(end);
      cc_.blsr(others, holes);
      cc_.jnz(end);
      cc_.tzcnt(result, holes);
      cc_.bind(end);
      return result;
    }
    case N::add:
      combined([&](const Gp& a, const Gp& b) { cc_.lea(result, Mem(a, b, 0, 0)); });
      return limited(result);
    case N::subtract:
      combined([&](const Gp& a, const Gp& b) {
        cc_.mov(result, a);
        cc_.sub(result, b);
      });
      return limited(result);
    case N::choose_if: {
      const Label otherwise = cc_.newLabel();
      const Label end = cc_.newLabel();
      branch(*code.a, false, otherwise);
      cc_.mov(result, value(*code.b));
      cc_.jmp(end);
      cc_.bind(otherwise);
      cc_.mov(result, value(*code.c));
      cc_.bind(end);
      return result;
    }
    case N::where_hole:
    case N::where_player: return where(code);
    case N::where_count: return with_counts(*code.a, *counts_asked(code));
    case N::unite:
      return combined([&](const Gp& a, const Gp& b) {
        cc_.mov(result, a);
        cc_.or_(result, b);
      });
    case N::minus: return combined([&](const Gp& a, const Gp& b) { cc_.andn(result, b, a); });
    case N::equal:
    case N::not_equal:
    case N::less:
    case N::less_equal:
    case N::greater:
    case N::greater_equal:
    case N::logical_and:
    case N::logical_or:
    case N::logical_not:
    case N::in:
    case N::is:
    case N::some: return truth(code);
    case N::turns:
    case N::turns_played:
    case N::round_winner:
    case N::no_move:
    case N::repeated:
    case N::quiet:
    case N::by_lot:
    case N::owned_not:
    case N::side:
    case N::one_player:
    case N::pieces_at:
    case N::pieces_in:
    case N::worth_at:
    case N::worth_in:
    case N::map_each:
    case N::next:
    case N::prev:
    case N::leftmost:
    case N::rightmost:
    case N::foremost:
    case N::hindmost:
    case N::neighbours:
    case N::owner:
    case N::closed:
    case N::reverse:
    case N::step:
    case N::multiply:
    case N::divide:
    case N::modulo:
    case N::bind:
    case N::run:
    case N::most:
    case N::fewest:
    case N::after:
    case N::some_move:
    case N::at_start:
    case N::at_lap_start: return call(code);
  }
  return result;
}

Gp NativeEmitter::limited(const Gp& sum) {
  const Gp most = constant(std::numeric_limits<std::int32_t>::max());
  const Gp least = constant(std::numeric_limits<std::int32_t>::min());
  cc_.cmp(sum, most);
  cc_.cmovg(sum, most);
  cc_.cmp(sum, least);
  cc_.cmovl(sum, least);
  return sum;
}

Gp NativeEmitter::truth(const Code& code) {
  const Gp result = fresh();
  const Label end = cc_.newLabel();
  cc_.xor_(result.r32(), result.r32());
  branch(code, false, end);
  cc_.mov(result, 1);
  cc_.bind(end);
  return result;
}

// The seeds in a place; in the hand and out of play, too.
Gp NativeEmitter::value_of_place(const Code& place) {
  const auto seen = [&](const Gp& from) {
    if (!sees_back_) return cell(from, 0);
    const Gp index = fresh();
    cc_.movsxd(index, at(probe_.seen_));
    cc_.add(index, from);
    return cell(index, 0);
  };
  if (is_constant(&place) && place.imm >= 0) {
    if (sees_back_) return seen(constant(place.imm));
    const Gp result = fresh();
    cc_.movsx(result, at(probe_.f_.cells[place.imm]));
    return result;
  }
  const Gp from = value(place);
  if (place.op == N::local && ((is_bound_ >> place.imm) & 1) != 0) return seen(from);
  const Gp result = fresh();
  const Label no_cell = cc_.newLabel();
  const Label is_out = cc_.newLabel();
  const Label end = cc_.newLabel();
  cc_.test(from, from);
  cc_.js(no_cell);
  cc_.mov(result, seen(from));
  cc_.jmp(end);
  cc_.bind(no_cell);
  cc_.xor_(result.r32(), result.r32());
  cc_.cmp(from, kOut);
  cc_.je(is_out);
  cc_.cmp(from, kHand);
  cc_.jne(end);
  cc_.movsxd(result, at(probe_.hand_));
  cc_.jmp(end);
  cc_.bind(is_out);
  cc_.movzx(result.r32(), at(probe_.f_.out));
  cc_.bind(end);
  return result;
}

Gp NativeEmitter::state(const Code& code) {
  const Gp result = fresh();
  if (code.a == nullptr) {
    cc_.movsx(result, at(probe_.f_.cells[code.first]));
  } else {
    const Gp element = value(*code.a);
    const Label end = cc_.newLabel();
    cc_.xor_(result.r32(), result.r32());
    cc_.cmp(element, code.elements);
    cc_.jae(end);
    cc_.mov(result, cell(element, code.first));
    cc_.bind(end);
  }
  if (code.none != 0) cc_.add(result, code.none);
  return result;
}

// Holes that are closed are none.
Gp NativeEmitter::mapped(const Code& code) {
  const Gp from = value(*code.a);
  const Gp result = fresh();
  const Label none = cc_.newLabel();
  const Label end = cc_.newLabel();
  const Gp shut = opened(constant(-1));  // those that are not
  cc_.cmp(from, rules_.holes);
  cc_.jae(none);
  cc_.bt(shut, from);
  cc_.jnc(none);
  const Gp table = constant(reinterpret_cast<std::int64_t>(code.map->data()));
  cc_.movsx(result, Mem(table, from, 0, 0, 1));
  cc_.test(result, result);
  cc_.js(none);
  cc_.bt(shut, result);
  cc_.jc(end);
  cc_.bind(none);
  cc_.mov(result, -1);
  cc_.bind(end);
  return result;
}

Gp NativeEmitter::seeds_in(const Code& code) {
  const Gp rest = fresh();
  const Gp sum = constant(0);
  const Gp hole = fresh();
  const Label again = cc_.newLabel();
  const Label end = cc_.newLabel();
  cc_.mov(rest, value(*code.a));
  cc_.test(rest, rest);
  cc_.jz(end);
  cc_.bind(again);
  cc_.tzcnt(hole, rest);
  if (sees_back_) {
    const Gp seen = fresh();
    cc_.movsxd(seen, at(probe_.seen_));
    cc_.add(hole, seen);
  }
  cc_.add(sum, cell(hole, 0));
  cc_.blsr(rest, rest);
  cc_.jnz(again);
  cc_.bind(end);
  return sum;
}

// The next member of a set, not empty, becomes the local of the loop.
void NativeEmitter::take_member(const Code& loop, const Gp& rest, const Gp& member) {
  cc_.tzcnt(member, rest);
  cc_.blsr(rest, rest);
  if (calls(*loop.b)) set_local(static_cast<std::int32_t>(loop.imm), member);
  bound_[loop.imm] = member;
  is_bound_ |= set_of(loop.imm);
}

Gp NativeEmitter::where(const Code& code) {
  if (const auto range = counts_asked(code)) return with_counts(*code.a, *range);
  const Gp rest = fresh();
  const Gp member = fresh();
  const Gp found = constant(0);
  const Label again = cc_.newLabel();
  const Label end = cc_.newLabel();
  cc_.mov(rest, value(*code.a));
  cc_.bind(again);
  cc_.test(rest, rest);
  cc_.jz(end);
  take_member(code, rest, member);
  branch(*code.b, false, again);
  cc_.bts(found, member);
  cc_.jmp(again);
  cc_.bind(end);
  is_bound_ &= ~set_of(code.imm);
  return found;
}

// The counts of seeds that a member must have, if that is all that is asked and they are a range.
std::optional<fused::CountRange> NativeEmitter::counts_asked(const Code& loop) {
  constexpr int kMost = 255;  // stands for all that are more
  if (loop.op == N::where_count) {
    const auto range = fused::range_of(*loop.counts);
    return range && range->low + range->span <= kMost ? range : std::nullopt;
  }
  const Code& test = *loop.b;
  const bool asks_seeds = test.form == Code::Form::plain && is_comparison(test.op) && is_constant(test.b) &&
                          test.a->op == N::seeds_at && test.a->a->op == N::local &&
                          test.a->a->imm == loop.imm;
  if (!asks_seeds || test.b->imm < (test.op == N::less ? 1 : 0) || test.b->imm >= kMost) return std::nullopt;
  const auto n = static_cast<std::uint8_t>(test.b->imm);
  const auto range = [](int low, int high) {
    return fused::CountRange{static_cast<std::uint8_t>(low), static_cast<std::uint8_t>(high - low)};
  };
  if (test.op == N::equal) return range(n, n);
  if (test.op == N::less) return range(0, n - 1);
  if (test.op == N::less_equal) return range(0, n);
  if (test.op == N::greater && n + 1 < kMost) return range(n + 1, kMost);
  if (test.op == N::greater_equal) return range(n, kMost);
  return std::nullopt;
}

// The holes in which the count is in a range, sixteen at a time; of those the members of the set.
Gp NativeEmitter::with_counts(const Code& set, fused::CountRange range) {
  constexpr int kMost = std::numeric_limits<std::int16_t>::max();
  const bool open_end = range.low + range.span == 255;
  const int span = open_end ? kMost - range.low : range.span;
  const auto spread = [&](int n) {
    const asmjit::x86::Xmm all = cc_.newXmm();
    const Gp one = cc_.newUInt32();
    cc_.mov(one, n);
    cc_.vmovd(all, one);
    cc_.vpbroadcastw(all, all);
    return all;
  };
  const Gp among = value(set);
  const asmjit::x86::Xmm low = spread(range.low);
  const asmjit::x86::Xmm high = spread(span);
  const Gp first = fresh();
  if (sees_back_) cc_.movsxd(first, at(probe_.seen_));
  const auto judged = [&](int hole) {
    const asmjit::x86::Xmm counts = cc_.newXmm();
    const asmjit::x86::Xmm least = cc_.newXmm();
    const int where = offset(probe_.f_.cells) + 2 * hole;
    cc_.vmovdqu(counts, sees_back_ ? Mem(turn_, first, 1, where, 16) : Mem(turn_, where, 16));
    cc_.vpsubw(counts, counts, low);
    cc_.vpminuw(least, counts, high);
    cc_.vpcmpeqw(counts, counts, least);
    return counts;
  };
  const Gp found = fresh();
  for (int hole = 0; hole < rules_.holes; hole += 16) {
    const asmjit::x86::Xmm both = judged(hole);
    cc_.vpacksswb(both, both, judged(hole + 8));
    const Gp part = hole == 0 ? found : fresh();
    cc_.vpmovmskb(part.r32(), both);
    if (hole == 0) continue;
    cc_.shl(part, hole);
    cc_.or_(found, part);
  }
  cc_.and_(found, among);
  return found;
}

void NativeEmitter::branch(const Code& code, bool when, const Label& to) {
  const bool plain = code.form == Code::Form::plain;
  if (plain && is_comparison(code.op)) return compare(code, when, to);
  if (plain && code.op == N::constant) {
    if ((code.imm != 0) == when) cc_.jmp(to);
    return;
  }
  if (plain && code.op == N::logical_not) return branch(*code.a, !when, to);
  if (plain && (code.op == N::logical_and || code.op == N::logical_or)) {
    const bool decides = code.op == N::logical_or;  // of one operand alone
    if (when == decides) {
      branch(*code.a, when, to);
      return branch(*code.b, when, to);
    }
    const Label decided = cc_.newLabel();
    branch(*code.a, decides, decided);
    branch(*code.b, when, to);
    cc_.bind(decided);
    return;
  }
  if (plain && code.op == N::in) return member_of(code, when, to);
  if (plain && code.op == N::is) return number_in(code, when, to);
  if (plain && code.op == N::some) return branch_any(*code.a, when, to);
  branch_if(value(code), when, to);
}

void NativeEmitter::branch_if(const Gp& truth, bool when, const Label& to) {
  cc_.test(truth, truth);
  cc_.j(when ? CondCode::kNZ : CondCode::kZ, to);
}

void NativeEmitter::number_in(const Code& code, bool when, const Label& to) {
  const Gp number = value(*code.a);
  const Label end = cc_.newLabel();
  const Label large = cc_.newLabel();
  cc_.cmp(number, kBits);
  cc_.jae(large);
  cc_.bt(constant(static_cast<std::int64_t>(rules_.number_bits[code.imm])), number);
  cc_.j(when ? CondCode::kC : CondCode::kNC, to);
  cc_.jmp(end);
  cc_.bind(large);
  branch_if(call(code), when, to);
  cc_.bind(end);
}

void NativeEmitter::compare(const Code& code, bool when, const Label& to) {
  const Gp a = value(*code.a);
  if (is_constant(code.b) && fits(code.b->imm)) {
    cc_.cmp(a, code.b->imm);
  } else {
    cc_.cmp(a, value(*code.b));
  }
  const CondCode holds = condition_of(code.op);
  cc_.j(when ? holds : asmjit::x86::negateCond(holds), to);
}

void NativeEmitter::member_of(const Code& code, bool when, const Label& to) {
  const Label end = cc_.newLabel();
  const Gp member = value(*code.a);
  const bool known = code.a->op == N::local && ((is_bound_ >> code.a->imm) & 1) != 0;
  if (!known) {
    cc_.cmp(member, kBits);
    cc_.jae(when ? end : to);
  }
  cc_.bt(value(*code.b), member);
  cc_.j(when ? CondCode::kC : CondCode::kNC, to);
  cc_.bind(end);
}

void NativeEmitter::branch_any(const Code& code, bool when, const Label& to) {
  const bool loops = code.form == Code::Form::plain &&
                     (code.op == N::where_hole || code.op == N::where_player) && !counts_asked(code);
  if (loops) {
    const Gp rest = fresh();
    const Gp member = fresh();
    const Label again = cc_.newLabel();
    const Label none = when ? cc_.newLabel() : to;
    cc_.mov(rest, value(*code.a));
    cc_.bind(again);
    cc_.test(rest, rest);
    cc_.jz(none);
    take_member(code, rest, member);
    branch(*code.b, false, again);
    is_bound_ &= ~set_of(code.imm);
    if (when) {
      cc_.jmp(to);
      cc_.bind(none);
    }
    return;
  }
  branch_if(value(code), when, to);
}

}  // namespace mancala
