// Machine code: clause lists. Tests and jumps are code; what an action does is done by Turn.
//
// A list that runs out of steps goes on to its end or to the next action, whatever its tests say: it has no
// way back, and what it has been played for is given up.
#include <map>

#include "interpreter/native/emitter.h"

namespace mancala {

using asmjit::Label;
using fused::kNone;
using fused::S;
using fused::Set;
using fused::Step;
using fused::StepId;

namespace {

// The steps of a list in order, without those of the bodies of its loops.
std::vector<StepId> steps_of(const std::vector<Step>& all, StepId first) {
  std::vector<StepId> found;
  StepId last = first;  // so far at least the list goes on
  for (StepId at = first; at <= last;) {
    const Step& step = all[at];
    found.push_back(at);
    const bool ends = step.op == S::done || step.op == S::held;
    if (step.op == S::unless || step.op == S::jump || step.op == S::each) last = std::max(last, step.to);
    if (!ends && step.op != S::jump) last = std::max(last, at + 1);
    at = step.op == S::each ? step.to : at + 1;
  }
  return found;
}

}  // namespace

Label NativeEmitter::list(StepId first) {
  asmjit::FuncNode* function =
      cc_.addFunc(asmjit::FuncSignatureT<std::uint8_t, void*>(asmjit::CallConvId::kHost));
  turn_ = cc_.newIntPtr();
  function->setArg(0, turn_);
  const std::vector<Step>& all = rules_.turns.steps;
  std::map<StepId, Label> labels;
  const std::vector<StepId> steps = steps_of(all, first);
  for (const StepId at : steps) labels.emplace(at, cc_.newLabel());
  for (const StepId at : steps) {
    const Step& now = all[at];
    cc_.bind(labels.at(at));
    switch (now.op) {
      case S::unless: branch(rules_.code[now.what], false, labels.at(now.to)); break;
      case S::jump: cc_.jmp(labels.at(now.to)); break;
      case S::done: leave(static_cast<int>(Turn::Flow::on)); break;
      case S::held:
        note_cause(now.cause);
        leave(static_cast<int>(Turn::Flow::done));
        break;
      case S::each: each(at); break;
      case S::let: set_local(now.slot, value(rules_.code[now.what])); break;
      case S::again: cc_.mov(NativeEmitter::at(probe_.again_), 1); break;
      case S::stop:
        note_cause(now.cause);
        leave(static_cast<int>(Turn::Flow::stop));
        break;
      case S::end:
        note_cause(now.cause);
        leave(static_cast<int>(Turn::Flow::over));
        break;
      case S::lift:
      case S::sow_after:
      case S::sow_at:
      case S::capture:
      case S::move:
      case S::set_state:
      case S::set_owner:
      case S::close:
      case S::open:
      case S::choose:
      case S::win:
      case S::swap_seats:
      case S::rotate_seats: step(now); break;
    }
  }
  cc_.endFunc();
  return function->label();
}

void NativeEmitter::leave(int flow) {
  const Gp result = cc_.newUInt32();
  cc_.mov(result, flow);
  cc_.ret(result.r8());
}

void NativeEmitter::note_cause(std::int32_t cause) { cc_.mov(at(probe_.cause_), cause); }

void NativeEmitter::set_local(std::int32_t slot, const Gp& value) {
  if (slot == kNone) return;
  cc_.mov(at(probe_.locals_[slot]), value);
  cc_.bts(at(probe_.set_), slot);
  cc_.btr(at(probe_.choice_), slot);
}

void NativeEmitter::leave_unless_on(const Gp& flow, std::int32_t cause) {
  const Label on = cc_.newLabel();
  cc_.test(flow.r8(), flow.r8());
  cc_.jz(on);
  if (cause != kNone) note_cause(cause);
  cc_.ret(flow.r8());
  cc_.bind(on);
}

void NativeEmitter::step(const Step& now) {
  std::uint8_t (*play)(Turn&, const Step&) = [](Turn& turn, const Step& step) {
    return static_cast<std::uint8_t>(turn.keep_back([&] { return turn.step(step); }, Turn::Flow::over));
  };
  const Gp of = cc_.newIntPtr();
  cc_.mov(of, reinterpret_cast<std::uint64_t>(&now));
  const Gp flow = cc_.newUInt32();
  asmjit::InvokeNode* invoke = nullptr;
  cc_.invoke(&invoke, asmjit::imm(reinterpret_cast<std::uint64_t>(play)),
             asmjit::FuncSignatureT<std::uint8_t, void*, const void*>(asmjit::CallConvId::kHost));
  invoke->setArg(0, turn_);
  invoke->setArg(1, of);
  invoke->setRet(0, flow);
  leave_unless_on(flow, now.cause);
}

void NativeEmitter::each(StepId at) {
  std::uint8_t (*play)(Turn&, std::int32_t) = [](Turn& turn, std::int32_t loop) {
    return static_cast<std::uint8_t>(turn.keep_back([&] { return turn.run_each(loop); }, Turn::Flow::over));
  };
  const Gp loop = cc_.newInt32();
  cc_.mov(loop, at);
  const Gp flow = cc_.newUInt32();
  asmjit::InvokeNode* invoke = nullptr;
  cc_.invoke(&invoke, asmjit::imm(reinterpret_cast<std::uint64_t>(play)),
             asmjit::FuncSignatureT<std::uint8_t, void*, std::int32_t>(asmjit::CallConvId::kHost));
  invoke->setArg(0, turn_);
  invoke->setArg(1, loop);
  invoke->setRet(0, flow);
  leave_unless_on(flow, kNone);
}

}  // namespace mancala
