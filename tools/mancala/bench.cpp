// mancala bench: how fast a variant is played.
#include "interpreter/bench.h"

#include <fmt/format.h>

#include "commands.h"
#include "failure.h"
#include "output.h"
#include "show.h"

namespace mancala::cli {

namespace {

// A rate is shown with three digits that count: 12.3 k, 4.56 M.
std::string rate_text(double rate) {
  if (rate >= 1e6) return fmt::format("{:.3g} M", rate / 1e6);
  if (rate >= 1e3) return fmt::format("{:.3g} k", rate / 1e3);
  return fmt::format("{:.3g}", rate);
}

// The deepest count of move sequences that one may expect to be done within the time.
template <typename Executor>
CountRate count(const Executor& executor, const Position& start, double seconds) {
  CountRate best;
  for (int depth = 1; depth < 100; ++depth) {
    const CountRate rate = bench_perft(executor, start, depth);
    if (rate.sequences == 0) break;  // every game is over by then
    best = rate;
    if (rate.seconds * 10 > seconds) break;
  }
  return best;
}

template <typename Executor>
Json measured(const Executor& executor, const Position& start, const BenchOptions& options) {
  const PlayRate play = bench_playouts(executor, start, options.seed, options.seconds);
  const CountRate sequences = count(executor, start, options.seconds);
  return {{"playouts_per_second", play.playouts()},
          {"moves_per_second", play.moves()},
          {"laps_per_second", play.laps()},
          {"perft_nodes_per_second", sequences.nodes()}};
}

std::string line(std::string_view name, const Json& rates) {
  const auto rate = [&rates](const char* key) { return rate_text(rates[key].get<double>()); };
  return fmt::format("{:<10} {:>10} playouts/s {:>10} moves/s {:>10} laps/s {:>10} perft nodes/s\n", name,
                     rate("playouts_per_second"), rate("moves_per_second"), rate("laps_per_second"),
                     rate("perft_nodes_per_second"));
}

}  // namespace

int run_bench(const BenchOptions& options) {
  const auto loaded = load(options.variant);
  const Variant& variant = *loaded->variant;
  const Reference reference(variant.program);
  const Match match(reference, options.seed);
  if (match.state() != Match::State::playing) throw Failure(kNo, "the round is over before any move");

  Json out;
  out["variant"] = variant.id;
  out["seed"] = options.seed;
  std::string why_not;
  std::optional<FusedProgram> fused = fuse(variant.program, &why_not);
  if (fused) {
    const Fast fast(std::move(*fused));
    out["lanes"] = fast.in_lanes(match.position()) ? Json(fast.lanes_compiled_for()) : Json(nullptr);
    out["fast"] = measured(fast, match.position(), options);
  }
  out["reference"] = measured(reference, match.position(), options);
  if (options.json) {
    print_line(dumped(out));
    return kFine;
  }
  if (fused) {
    print(line("fast", out["fast"]));
  } else {
    print_line("fast       not for this game: " + why_not);
  }
  print(line("reference", out["reference"]));
  return kFine;
}

}  // namespace mancala::cli
