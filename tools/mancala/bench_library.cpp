// mancala bench --all: how fast every variant of the library is played, and by which machine.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "bench.h"
#include "interpreter/bench.h"
#include "output.h"

namespace mancala::cli {

namespace {

struct Row {
  std::string id;
  std::string machine;                       // lanes, turns, reference
  std::string why;                           // it is not played in lanes
  int width = 0;                             // class: the board's stations are at most so many
  double seconds = 0, moves = 0, seeds = 0;  // seeds dropped
  double slower = 0;  // so many times slower per seed dropped than the fastest of its class

  [[nodiscard]] double seed_rate() const { return seconds > 0 ? seeds / seconds : 0; }
};

// Holes, and the stores that are stations of a circuit.
int stations(const Board& board) {
  int count = 0;
  for (Place place = 0; place < board.place_count(); place++) {
    const bool sown = std::any_of(board.circuits.begin(), board.circuits.end(), [&](const Circuit& circuit) {
      for (Player p = 0; p < board.player_count(); p++) {
        if (board.on_circuit(circuit, p, place)) return true;
      }
      return false;
    });
    count += sown || board.is_hole(place) ? 1 : 0;
  }
  return count;
}

int width_class(int stations) {
  for (const int width : {16, 32, 64}) {
    if (stations <= width) return width;
  }
  return kMaxPlaces;
}

// The seeds that were dropped are counted by a machine that plays one at a time: the same games again, or a
// part of them.
void measure_fast(const Fast& fast, const Position& start, const BenchOptions& options, Row& row) {
  const PlayRate rate = bench_playouts(fast, start, options.seed, options.seconds, options.threads);
  row.seconds = rate.seconds;
  row.moves = static_cast<double>(rate.played.moves);
  row.seeds = static_cast<double>(rate.played.seeds);
  if (rate.played.moves == 0 || rate.played.seeds != 0) return;
  FusedProgram fused = fast.fused();
  fused.lanes.reset();
  const PlayRate slow = bench_playouts(Fast(std::move(fused)), start, options.seed, options.seconds / 4);
  row.seeds = row.moves * static_cast<double>(slow.played.seeds) / static_cast<double>(slow.played.moves);
}

Row row_of(const std::string& id, const Variant& variant, const BenchOptions& options) {
  Row row;
  row.id = id;
  row.width = width_class(stations(variant.program.board));
  const Reference reference(variant.program);
  const Match match(reference, options.seed);
  std::optional<FusedProgram> fused = fuse(variant.program, &row.why);
  if (match.state() != Match::State::playing) {
    row.machine = "none";
    row.why = "the round is over before any move";
  } else if (fused) {
    const Fast fast(std::move(*fused));
    row.why = fast.fused().why_no_lanes;
    row.machine = fast.after_opening_in_lanes(match.position()) ? "lanes" : "turns";
    measure_fast(fast, match.position(), options, row);
  } else {
    row.machine = "reference";
    const PlayRate rate = bench_playouts(reference, match.position(), options.seed, options.seconds);
    row.seconds = rate.seconds;
    row.moves = static_cast<double>(rate.played.moves);
  }
  return row;
}

void compare(std::vector<Row>& rows) {
  std::map<int, double> best;
  for (const Row& row : rows) best[row.width] = std::max(best[row.width], row.seed_rate());
  for (Row& row : rows) {
    if (row.seed_rate() > 0) row.slower = best[row.width] / row.seed_rate();
  }
  std::sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) {
    return std::tuple(a.width, -a.seed_rate(), a.id) < std::tuple(b.width, -b.seed_rate(), b.id);
  });
}

std::string class_text(int width) { return width > 64 ? "more" : std::to_string(width); }

}  // namespace

int bench_library(const BenchOptions& options) {
  std::vector<Row> rows;
  for (const Library::Item& item : library().items()) {
    SourceMap sources;
    Diagnostics diagnostics;
    const auto variant = load_variant(item.path, library(), {}, sources, diagnostics);
    if (variant) rows.push_back(row_of(item.id, *variant, options));
  }
  compare(rows);
  if (options.json) {
    Json list = Json::array();
    for (const Row& row : rows) {
      list.push_back({{"variant", row.id},
                      {"machine", row.machine},
                      {"width", row.width},
                      {"moves_per_second", row.seconds > 0 ? row.moves / row.seconds : 0},
                      {"seeds_per_second", row.seed_rate()},
                      {"slower", row.slower},
                      {"why_no_lanes", row.why}});
    }
    print_line(dumped(list));
    return kFine;
  }
  print_line(
      "stations  variant                    machine     M seeds/s   M moves/s    slower  why not in lanes");
  for (const Row& row : rows) {
    print_line(fmt::format("{:<9} {:<26} {:<9} {:>11.3f} {:>11.3f} {:>9.1f}  {}", class_text(row.width),
                           row.id, row.machine, row.seed_rate() / 1e6,
                           row.seconds > 0 ? row.moves / row.seconds / 1e6 : 0, row.slower, row.why));
  }
  for (const int width : {16, 32, 64, kMaxPlaces}) {
    const auto in_class = [width](const Row& row) { return row.width == width && row.slower > 0; };
    const auto all = std::count_if(rows.begin(), rows.end(), in_class);
    const auto slow = std::count_if(rows.begin(), rows.end(),
                                    [&](const Row& row) { return in_class(row) && row.slower > 5; });
    if (all > 0) {
      print_line(fmt::format("{} stations: {} of {} more than 5 times slower than the fastest",
                             class_text(width), slow, all));
    }
  }
  return kFine;
}

}  // namespace mancala::cli
