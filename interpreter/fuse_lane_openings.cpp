// Finished turns: rules compare them with constants, so that beyond these nothing about them changes.
#include "interpreter/lane_fuser.h"

namespace mancala::lane_fuser {

namespace {

bool is_counted(const Node& node) { return node.op == N::turns || node.op == N::turns_played; }

// A comparison of finished turns with a constant: its operator, as if the turns stood first.
struct Compared {
  N op = N::equal;
  bool by_all = false;
  std::int64_t with = 0;
};

std::optional<Compared> compared(const fused::Turns& turns, NodeId id) {
  const Node& n = turns.nodes[id];
  if (n.op < N::equal || n.op > N::greater_equal) return std::nullopt;
  const Node &a = turns.nodes[n.a], &b = turns.nodes[n.b];
  if (is_counted(a) && b.op == N::constant) return Compared{n.op, a.op == N::turns_played, b.imm};
  if (!is_counted(b) || a.op != N::constant) return std::nullopt;
  Compared found{n.op, b.op == N::turns_played, a.imm};
  if (n.op == N::less) found.op = N::greater;
  if (n.op == N::less_equal) found.op = N::greater_equal;
  if (n.op == N::greater) found.op = N::less;
  if (n.op == N::greater_equal) found.op = N::less_equal;
  return found;
}

}  // namespace

fused::Opening find_opening(const fused::Turns& turns) {
  constexpr std::int64_t kMost = 1000;  // turns
  fused::Opening opening;
  std::vector<bool> settled(turns.nodes.size(), false);
  const auto count = static_cast<NodeId>(turns.nodes.size());
  for (NodeId id = 0; id < count; id++) {
    const Node& n = turns.nodes[id];
    const auto comparison = compared(turns, id);
    for (const NodeId operand : {n.a, n.b, n.c}) {
      if (operand == kNone || !is_counted(turns.nodes[operand])) continue;
      if (!comparison || comparison->with > kMost) refuse("turns are counted");
      settled[operand] = true;
    }
    if (!comparison || comparison->with < 0) continue;
    std::uint32_t& least = comparison->by_all ? opening.all : opening.each;
    least = std::max(least, static_cast<std::uint32_t>(comparison->with) + 1);
  }
  for (NodeId id = 0; id < count; id++) {
    if (is_counted(turns.nodes[id]) && !settled[id]) refuse("turns are counted");
  }
  return opening;
}

std::optional<std::int64_t> after_opening(const fused::Turns& turns, NodeId id) {
  const auto comparison = compared(turns, id);
  if (!comparison) return std::nullopt;
  const N op = comparison->op;
  return std::int64_t{op == N::not_equal || op == N::greater || op == N::greater_equal};
}

}  // namespace mancala::lane_fuser
