// Machine code for the expressions and clause lists of Turns. Private to the interpreter.
//
// What an operator has no code for is a call of the function that plays it otherwise (fused_expressions.cpp,
// fused_steps.cpp), so every program can be compiled, and means the same.
#pragma once

#include <memory>

namespace mancala {

class TurnRules;

// Holds the memory in which the code lies: never writable and executable at one address.
class NativeCode {
 public:
  struct Memory;
  explicit NativeCode(std::unique_ptr<Memory> memory);
  ~NativeCode();
  NativeCode(const NativeCode&) = delete;
  NativeCode& operator=(const NativeCode&) = delete;

  // Is there a compiler for this processor in the program?
  static bool possible();
  // Compiles what `rules` has and has `rules` call it. Null, and `rules` as before, where that is not
  // possible.
  static std::unique_ptr<NativeCode> compile(TurnRules& rules);

 private:
  std::unique_ptr<Memory> memory_;
};

}  // namespace mancala
