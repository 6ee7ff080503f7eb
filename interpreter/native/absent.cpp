// Where no machine code can be made.
#include "interpreter/fused_frame.h"
#include "interpreter/native.h"

namespace mancala {

struct NativeCode::Memory {};

NativeCode::NativeCode(std::unique_ptr<Memory> memory) : memory_(std::move(memory)) {}
NativeCode::~NativeCode() = default;
bool NativeCode::possible() { return false; }
std::unique_ptr<NativeCode> NativeCode::compile(TurnRules&) { return nullptr; }

}  // namespace mancala
