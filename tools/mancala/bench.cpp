// mancala bench: how fast a variant is played.
#include "bench.h"

#include <fmt/format.h>

#include <functional>

#include "interpreter/bench.h"
#include "output.h"

namespace mancala::cli {

namespace {

// A rate is shown with three digits that count: 12.3 k, 4.56 M.
std::string rate_text(double rate) {
  if (rate >= 1e6) return fmt::format("{:.3g} M", rate / 1e6);
  if (rate >= 1e3) return fmt::format("{:.3g} k", rate / 1e3);
  return fmt::format("{:.3g}", rate);
}

// The deepest count of move sequences that one may expect to be done within the time.
CountRate count(const std::function<CountRate(int depth)>& measure, double seconds) {
  CountRate best;
  for (int depth = 1; depth < 100; ++depth) {
    const CountRate rate = measure(depth);
    if (rate.sequences == 0) break;  // every game is over by then
    best = rate;
    if (rate.seconds * 10 > seconds) break;
  }
  return best;
}

Json measured(const PlayRate& play, const CountRate& sequences) {
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
  if (options.all) {
    if (!options.variant.variant.empty() || !options.variant.settings.empty() || !options.against.empty()) {
      throw Failure(kUsage, "`--all` measures the whole library, without VARIANT, `--set` and `--against`");
    }
    return bench_library(options);
  }
  if (options.variant.variant.empty()) {
    throw Failure(kUsage, "which variant?",
                  {"`mancala bench VARIANT` measures one, `mancala bench --all` the whole library"});
  }
  if (!options.against.empty()) return bench_against(options);
  const auto loaded = load(options.variant);
  const Variant& variant = *loaded->variant;
  const Reference reference(variant.program);
  const Match match(reference, options.seed);
  if (match.state() != Match::State::playing) throw Failure(kNo, "the round is over before any move");

  Json out;
  out["variant"] = variant.id;
  out["seed"] = options.seed;
  out["threads"] = options.threads;
  std::string why_not;
  std::optional<FusedProgram> fused = fused_program(variant, &why_not);
  if (fused) {
    const Fast fast(std::move(*fused));
    out["lanes"] = fast.in_lanes(match.position()) ? Json(fast.lanes_compiled_for()) : Json(nullptr);
    out["compiled"] = compiled_with(fast, fast.in_lanes(match.position()));
    out["fast"] =
        measured(bench_playouts(fast, match.position(), options.seed, options.seconds, options.threads),
                 count([&](int depth) { return bench_perft(fast, match.position(), depth, options.threads); },
                       options.seconds));
  }
  out["reference"] = measured(
      bench_playouts(reference, match.position(), options.seed, options.seconds),
      count([&](int depth) { return bench_perft(reference, match.position(), depth); }, options.seconds));
  if (options.json) {
    print_line(dumped(out));
    return kFine;
  }
  if (fused) {
    print_line(fmt::format("{}, {}, {}", out["lanes"].is_null() ? "turns" : "lanes",
                           out["compiled"].get<std::string>(), counted(options.threads, "thread")));
    print(line("fast", out["fast"]));
  } else {
    print_line("fast       not for this game: " + why_not);
  }
  print(line("reference", out["reference"]));
  return kFine;
}

}  // namespace mancala::cli
