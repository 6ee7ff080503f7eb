// Makes of a program what the fast executor runs.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "interpreter/fused.h"
#include "interpreter/ir.h"

namespace mancala {

struct FusedProgram {
  std::shared_ptr<const ir::Program> program;  // a copy of its own
  fused::Turns turns;
  std::optional<fused::Lanes> lanes;
  std::string why_no_lanes;  // what kept the turns from being run in lanes, for people
};

// `program` must have been verified. Nothing if it has what the fast executor cannot run (a board of more
// than 64 holes); `why_not` then says what.
std::optional<FusedProgram> fuse(const ir::Program& program, std::string* why_not = nullptr);

// Proves of a fused program what the fast executor assumes: steps and operations lead forward and stay
// inside, maps lead to places, laps make and lose no seeds. What is wrong, one sentence each.
std::vector<std::string> verify(const FusedProgram& fused);

// For people: `mancala ir --fused`.
std::string dump(const FusedProgram& fused);

}  // namespace mancala
