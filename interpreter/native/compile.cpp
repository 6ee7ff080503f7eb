// Machine code: what is compiled, and the memory it lies in.
#include <asmjit/x86.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>

#include "interpreter/lane_table.h"
#include "interpreter/native.h"
#include "interpreter/native/emitter.h"

namespace mancala {

using fused::kNone;
using fused::NodeId;
using fused::StepId;

namespace {

asmjit::JitAllocator::CreateParams two_mappings() {
  asmjit::JitAllocator::CreateParams params;
  params.options = asmjit::JitAllocatorOptions::kUseDualMapping;
  return params;
}

// What is asked and read from outside of expressions and lists.
struct Roots {
  explicit Roots(const fused::Turns& turns) {
    for (const fused::Seat& seat : turns.seats) add(seat);
    for (const fused::Step& step : turns.steps) {
      add(step.what);
      add(step.amount);
      add(step.extra);
    }
    for (StepId at = 0; at < static_cast<StepId>(turns.steps.size()); at++) {
      if (turns.steps[at].op == fused::S::each) lists.push_back(at + 1);
    }
    for (const fused::Node& node : turns.nodes) {
      if (node.op != fused::N::after && node.op != fused::N::some_move) continue;
      add(node.a);
      add(node.b);
    }
    std::sort(lists.begin(), lists.end());
    lists.erase(std::unique(lists.begin(), lists.end()), lists.end());
  }

  std::vector<NodeId> expressions, sets;
  std::vector<StepId> lists;

 private:
  void add(NodeId id) {
    if (id != kNone) expressions.push_back(id);
  }
  void add_list(StepId id) {
    if (id != kNone) lists.push_back(id);
  }
  void add(const fused::Seat& seat) {
    for (const fused::Phase& phase : seat.phases) add(phase);
    add_list(seat.turn_start);
    add_list(seat.before_turn);
    add_list(seat.after_move);
    add(seat.win);
    for (const NodeId id : seat.starts) add(id);
  }
  void add(const fused::Phase& phase) {
    for (const NodeId id : {phase.condition, phase.direction, phase.skip, phase.each, phase.route}) add(id);
    for (const StepId id : {phase.play, phase.each_seed, phase.lap_end, phase.move_end}) add_list(id);
    for (const fused::Block& block : phase.blocks) {
      add(block.when);
      add(block.from);
      if (block.set) sets.push_back(block.from);
      for (const fused::Pick& pick : block.picks) {
        add(pick.from);
        add(pick.to);
      }
      for (const fused::Filter& filter : block.filters) {
        add(filter.cond);
        add(filter.test);
      }
      add(block.pass);
    }
  }
};

}  // namespace

struct NativeCode::Memory {
  asmjit::JitAllocator::CreateParams how = two_mappings();
  asmjit::JitRuntime runtime{&how};
};

NativeCode::NativeCode(std::unique_ptr<Memory> memory) : memory_(std::move(memory)) {}
NativeCode::~NativeCode() = default;

bool NativeCode::possible() { return LaneTable::has_v3(); }

std::unique_ptr<NativeCode> NativeCode::compile(TurnRules& rules) {
  if (!possible()) return nullptr;
  auto memory = std::make_unique<Memory>();
  asmjit::CodeHolder holder;
  if (holder.init(memory->runtime.environment()) != asmjit::kErrorOk) return nullptr;
  asmjit::x86::Compiler compiler(&holder);
  NativeEmitter emitter(compiler, rules);
  const Roots roots(rules.turns);
  std::map<const Code*, asmjit::Label> values, members;
  std::map<StepId, asmjit::Label> lists;
  const auto add = [&](const Code* code) {
    if (emitter.worth(*code) && values.find(code) == values.end()) {
      values.emplace(code, emitter.expression(*code));
    }
  };
  for (const StepId id : roots.lists) lists.emplace(id, emitter.list(id));
  for (const NodeId id : roots.expressions) add(&rules.code[id]);
  for (const NodeId id : roots.sets) {
    const Code* code = &rules.code[id];
    if (emitter.worth(*code) && members.find(code) == members.end()) {
      members.emplace(code, emitter.any_member(*code));
    }
  }
  // What is compiled may call more.
  for (std::size_t i = 0; i < emitter.called_operands().size(); i++) add(emitter.called_operands()[i]);
  if (compiler.finalize() != asmjit::kErrorOk) return nullptr;
  void* begin = nullptr;
  if (memory->runtime.add(&begin, &holder) != asmjit::kErrorOk) return nullptr;
  const auto function = [&](const asmjit::Label& label) {
    return static_cast<std::byte*>(begin) + holder.labelOffset(label);
  };
  for (Code& code : rules.code) {
    if (const auto found = values.find(&code); found != values.end()) {
      code.run = reinterpret_cast<decltype(code.run)>(function(found->second));
    }
    if (const auto found = members.find(&code); found != members.end()) {
      code.any = reinterpret_cast<decltype(code.any)>(function(found->second));
    }
  }
  for (const auto& [first, label] : lists) {
    rules.lists[first] = reinterpret_cast<TurnRules::ListFunction>(function(label));
  }
  return std::make_unique<NativeCode>(std::move(memory));
}

}  // namespace mancala
