// Emits machine code for x86-64 (v3). Private to interpreter/native.
//
// Values are 64 bits wide and stand in virtual registers, which asmjit assigns. A register that `value`
// returns is not to be changed: it may be that of a local. Memory is addressed from the Turn that is played.
#pragma once

#include <asmjit/x86.h>

#include <array>
#include <optional>
#include <vector>

#include "interpreter/fused_turn.h"

namespace mancala {

class NativeEmitter {
 public:
  NativeEmitter(asmjit::x86::Compiler& to, const TurnRules& rules);

  // A function with the signature of Code::run.
  asmjit::Label expression(const Code& code);
  // … of Code::any.
  asmjit::Label any_member(const Code& code);
  // … of TurnRules::ListFunction.
  asmjit::Label list(fused::StepId first);

  // Operands of what is called, which are asked through their own functions.
  [[nodiscard]] const std::vector<const Code*>& called_operands() const { return called_operands_; }
  // Is a function of its own worth it?
  [[nodiscard]] bool worth(const Code& code) const;

 private:
  using Gp = asmjit::x86::Gp;
  using Label = asmjit::Label;

  // expressions
  Gp value(const Code& code);
  Gp value_of_place(const Code& place);                       // the seeds there
  void branch(const Code& code, bool when, const Label& to);  // goes to `to` if the truth of `code` is `when`
  void branch_any(const Code& code, bool when, const Label& to);  // so for: has the set members?
  void compare(const Code& code, bool when, const Label& to);
  void branch_if(const Gp& truth, bool when, const Label& to);
  void number_in(const Code& code, bool when, const Label& to);
  void member_of(const Code& code, bool when, const Label& to);
  Gp truth(const Code& code);
  Gp where(const Code& code);
  Gp with_counts(const Code& among, fused::CountRange range);
  [[nodiscard]] static std::optional<fused::CountRange> counts_asked(const Code& loop);
  Gp state(const Code& code);
  Gp mapped(const Code& code);
  Gp seeds_in(const Code& code);
  Gp limited(const Gp& sum);
  void take_member(const Code& loop, const Gp& rest, const Gp& member);
  Gp call(const Code& code);
  [[nodiscard]] bool calls(const Code& code) const;  // does it hold a call?
  [[nodiscard]] static bool has_code(const Code& code);
  Gp opened(const Gp& holes);  // a new register, or the same
  Gp fresh() { return cc_.newInt64(); }
  Gp constant(std::int64_t n);
  Gp cell(const Gp& index, int first);

  // steps
  void step(const fused::Step& step);
  void each(fused::StepId at);
  void leave_unless_on(const Gp& flow, std::int32_t cause);
  void note_cause(std::int32_t cause);
  void set_local(std::int32_t slot, const Gp& value);
  void leave(int flow);

  // Where a member of Turn lies, from its beginning.
  template <class Member>
  [[nodiscard]] int offset(const Member& member) const {
    return static_cast<int>(reinterpret_cast<const char*>(&member) - reinterpret_cast<const char*>(&probe_));
  }
  template <class Member>
  [[nodiscard]] asmjit::x86::Mem at(const Member& member) const {
    return asmjit::x86::Mem(turn_, offset(member), sizeof(Member));
  }

  asmjit::x86::Compiler& cc_;
  const TurnRules& rules_;
  Turn probe_;
  bool sees_back_;      // seeds may be asked for as they were at the start of the turn or of the lap
  bool may_be_closed_;  // expressions may be asked for with holes that are closed
  Gp turn_;
  std::array<Gp, ir::kMaxLocals> bound_;  // members of the loops that run
  fused::Set is_bound_ = 0;
  std::vector<const Code*> called_operands_;
};

}  // namespace mancala
