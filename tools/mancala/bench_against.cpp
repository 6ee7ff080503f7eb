// mancala bench --against: a variant beside other programs that play the same game, in alternating runs.
//
// Such a program is asked for one thing at a time:
//   playout NAME SECONDS      prints a line that contains `moves RM/s`, R million moves in a second
//   perft NAME SECONDS DEPTH  prints a line that contains `perft(DEPTH)=N` and `R Mnodes/s`
//   flags NAME                may print how it was compiled
// Of several lines the one whose first word is NAME counts.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <sstream>

#include "bench.h"
#include "captured_run.h"
#include "interpreter/bench.h"
#include "output.h"

namespace mancala::cli {

namespace {

// One side of the comparison.
struct Competitor {
  std::string program, name, flags;
  std::vector<double> playouts, counts;  // million in a second, one for each run
  std::uint64_t sequences = 0;
};

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

Competitor competitor_of(const std::string& text, const std::string& id) {
  std::istringstream words(text);
  Competitor side;
  words >> side.program >> side.name;
  std::getline(words >> std::ws, side.flags);
  if (side.program.empty()) throw Failure(kUsage, "`--against` names no program");
  if (side.name.empty()) side.name = id;
  if (side.flags.empty()) side.flags = captured_run({side.program, "flags", side.name});
  while (!side.flags.empty() && (side.flags.back() == '\n' || side.flags.back() == ' '))
    side.flags.pop_back();
  if (side.flags.empty()) side.flags = "flags not known";
  return side;
}

// The line of this name; the number that stands behind `label`, skipping blanks.
class Answer {
 public:
  Answer(const Competitor& side, const std::vector<std::string>& words) : program_(side.program) {
    std::istringstream lines(captured_run(words));
    for (std::string line; std::getline(lines, line);) {
      if (line.substr(0, line.find(' ')) == side.name) line_ = line;
    }
    if (line_.empty()) throw wrong(fmt::format("a line that begins with `{}`", side.name));
  }

  template <class Number>
  [[nodiscard]] Number behind(std::string_view label) const {
    const std::size_t found = line_.find(label);
    if (found == std::string::npos) throw wrong(fmt::format("`{}`", label));
    return number<Number>(line_.find_first_not_of(' ', found + label.size()), label);
  }
  // The word before `label`.
  [[nodiscard]] double before(std::string_view label) const {
    const std::size_t found = line_.find(label);
    const std::size_t end =
        found == std::string::npos || found == 0 ? found : line_.find_last_not_of(' ', found - 1);
    if (end == std::string::npos) throw wrong(fmt::format("`{}`", label));
    return number<double>(line_.rfind(' ', end) + 1, label);
  }

 private:
  template <class Number>
  [[nodiscard]] Number number(std::size_t at, std::string_view label) const {
    Number value{};
    const char* begin = line_.data() + std::min(at, line_.size());
    if (std::from_chars(begin, line_.data() + line_.size(), value).ec != std::errc()) {
      throw wrong(fmt::format("a number at `{}`", label));
    }
    return value;
  }
  [[nodiscard]] Failure wrong(const std::string& missing) const {
    return {kNo,
            fmt::format("`{}` does not print {}", program_, missing),
            {"what such a program prints is said in docs/command-line.md, under `bench`"}};
  }

  std::string program_;
  std::string line_;
};

void run_playouts(Competitor& side, double seconds) {
  const Answer answer(side, {side.program, "playout", side.name, fmt::format("{}", seconds)});
  side.playouts.push_back(answer.behind<double>("moves "));
}

void run_perft(Competitor& side, double seconds, int depth) {
  const Answer answer(side,
                      {side.program, "perft", side.name, fmt::format("{}", seconds), std::to_string(depth)});
  side.sequences = answer.behind<std::uint64_t>(fmt::format("perft({})=", depth));
  side.counts.push_back(answer.before("Mnodes/s"));
}

// The deepest count that takes no longer than one measurement.
int depth_for(const Fast& fast, const Position& start, double seconds) {
  int depth = 1;
  for (double took = 0; depth < 100; depth++) {
    const CountRate rate = bench_perft(fast, start, depth);
    if (rate.sequences == 0) return std::max(1, depth - 1);
    const double growth = took > 0 ? rate.seconds / took : 1;
    took = rate.seconds;
    if (took * std::max(growth, 2.0) > seconds) break;
  }
  return depth;
}

Json as_json(const Competitor& side) {
  return {{"name", side.name},
          {"flags", side.flags},
          {"moves_per_second", median(side.playouts) * 1e6},
          {"perft_nodes_per_second", median(side.counts) * 1e6},
          {"perft", side.sequences}};
}

std::string row(const std::string& what, double ours, const std::vector<double>& others) {
  std::string line = fmt::format("{:<24}{:>10.2f}", what, ours);
  for (const double other : others)
    line += fmt::format("{:>10.2f}{:>7.2f}", other, other > 0 ? ours / other : 0);
  return line;
}

}  // namespace

int bench_against(const BenchOptions& options) {
  const auto loaded = load(options.variant);
  const Variant& variant = *loaded->variant;
  const Reference reference(variant.program);
  const Match match(reference, options.seed);
  if (match.state() != Match::State::playing) throw Failure(kNo, "the round is over before any move");
  std::string why_not;
  std::optional<FusedProgram> fused = fused_program(variant, &why_not);
  if (!fused) throw Failure(kNo, fmt::format("the fast executor cannot play `{}`: {}", variant.id, why_not));
  const Fast fast(std::move(*fused));
  const Position& start = match.position();
  const bool lanes = fast.in_lanes(start);

  std::vector<Competitor> sides;
  for (const std::string& text : options.against) sides.push_back(competitor_of(text, variant.id));
  Competitor ours;
  ours.name = variant.id;
  ours.flags = fmt::format("{}, {}", lanes ? "lanes" : "turns", compiled_with(fast, lanes));
  const int depth = options.depth ? *options.depth : depth_for(fast, start, options.seconds);
  for (int run = 0; run < options.runs; run++) {
    const auto seed = options.seed + static_cast<std::uint64_t>(run);
    ours.playouts.push_back(bench_playouts(fast, start, seed, options.seconds).moves() / 1e6);
    for (Competitor& side : sides) run_playouts(side, options.seconds);
    const CountRate count = bench_perft(fast, start, depth);
    ours.counts.push_back(count.nodes() / 1e6);
    ours.sequences = count.sequences;
    for (Competitor& side : sides) run_perft(side, options.seconds, depth);
  }

  const bool same = std::all_of(sides.begin(), sides.end(),
                                [&](const Competitor& side) { return side.sequences == ours.sequences; });
  if (options.json) {
    Json out = as_json(ours);
    out["variant"] = variant.id;
    out["seconds"] = options.seconds;
    out["runs"] = options.runs;
    out["depth"] = depth;
    out["against"] = Json::array();
    for (const Competitor& side : sides) {
      Json other = as_json(side);
      other["playouts_ratio"] = median(ours.playouts) / median(side.playouts);
      other["perft_ratio"] = median(ours.counts) / median(side.counts);
      out["against"].push_back(std::move(other));
    }
    print_line(dumped(out));
    return same ? kFine : kNo;
  }
  std::string header = fmt::format("{:<24}{:>10}", "million per second", variant.id.substr(0, 9));
  std::vector<double> playouts, counts;
  print_line(fmt::format("{:<16}{}", variant.id, ours.flags));
  for (const Competitor& side : sides) {
    print_line(fmt::format("{:<16}{}", side.name, side.flags));
    header += fmt::format("{:>10}{:>7}", side.name.substr(0, 9), "x");
    playouts.push_back(median(side.playouts));
    counts.push_back(median(side.counts));
  }
  print_line(fmt::format("medians of {} alternating runs of {} s", options.runs, options.seconds));
  print_line(header);
  print_line(row("moves in random games", median(ours.playouts), playouts));
  print_line(row(fmt::format("perft {}", depth), median(ours.counts), counts));
  for (const Competitor& side : sides) {
    if (side.sequences != ours.sequences) {
      print_line(fmt::format("perft {}: {} counts {}, {} counts {}", depth, variant.id, ours.sequences,
                             side.name, side.sequences));
    }
  }
  return same ? kFine : kNo;
}

}  // namespace mancala::cli
