#include "interpreter/lane_table.h"

#include <algorithm>
#include <limits>

namespace mancala {

using fused::LaneEnd;
using fused::LaneOp;
using fused::Lanes;
using fused::Rows;

lanes::Engine::~Engine() = default;

namespace {

lanes::Engine* make_engine(const lanes::Rules& rules, bool v3) {
#if defined(__x86_64__) && !defined(MANCALA_LANES_ONCE)
  if (v3) return lanes::make_v3(rules);
#endif
  (void)v3;
  return lanes::make_plain(rules);
}

// Does the next move know of it, in another turn or in the same one?
bool is_kept(ir::Lasts lasts, int again) {
  switch (lasts) {
    case ir::Lasts::move: return false;
    case ir::Lasts::turn: return again != 0;
    case ir::Lasts::round:
    case ir::Lasts::match: break;
  }
  return true;
}

}  // namespace

// What has these has the rest of the level, too (lzcnt, movbe, f16c), which not every compiler can ask for.
bool LaneTable::has_v3() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("bmi2") != 0 &&
         __builtin_cpu_supports("fma") != 0 && __builtin_cpu_supports("bmi") != 0 &&
         __builtin_cpu_supports("popcnt") != 0;
#else
  return false;
#endif
}

LaneTable::LaneTable(Lanes lanes, bool v3) : lanes_(std::move(lanes)) {
  for (const Rows& rows : lanes_.rows) {
    const RowBytes bytes = {keep(rows.delta), keep(with_reach(rows)), keep(rows.last), keep(rows.cont),
                            keep(rows.cover)};
    rows_.push_back(bytes);
  }
  for (fused::LaneMap map : lanes_.maps) {
    // From lanes in which no last seed falls, a map may lead anywhere.
    for (std::uint8_t& to : map) to = std::min(to, static_cast<std::uint8_t>(lanes_.width - 1));
    maps_.push_back(keep({map.begin(), map.end()}));
  }
  for (const fused::LaneQuestion& from : lanes_.questions) {
    std::vector<lanes::Step> steps;
    for (const fused::LaneStep& one : from) steps.push_back(step(one));
    steps_.push_back(std::move(steps));
    questions_.push_back({steps_.back().data(), static_cast<int>(from.size())});
  }
  rules_.width = lanes_.width;
  rules_.laps_limit = lanes_.laps_limit == 0 ? std::numeric_limits<std::uint32_t>::max()
                                             : static_cast<std::uint32_t>(lanes_.laps_limit);
  rules_.most_wins = lanes_.most_wins;
  rules_.repetition = lanes_.repetition;
  for (std::size_t i = 0; i < lanes_.marks.size(); i++) {
    for (int again = 0; again < 2; again++) {
      rules_.marks_kept[again][i] = is_kept(lanes_.marks[i].lasts, again) ? ~std::uint64_t{0} : 0;
    }
  }
  for (std::size_t i = 0; i < lanes_.flags.size(); i++) {
    for (int again = 0; again < 2; again++) {
      const unsigned kept = is_kept(lanes_.flags[i].lasts, again) ? 1 : 0;
      rules_.flags_kept[again] = static_cast<std::uint16_t>(rules_.flags_kept[again] | kept << i);
    }
  }
  rules_.ops = static_cast<int>(lanes_.seats[0].play.size());
  for (int p = 0; p < 2; p++) {
    if (lanes_.seats[p].play.size() != lanes_.seats[0].play.size()) rules_.ops = 0;  // no common shape
    seat(p);
  }
  engine_.reset(make_engine(rules_, v3));
}

// The rows of laps with captures on the way: what is added, and where a seed falls.
std::vector<std::uint8_t> LaneTable::with_reach(const Rows& rows) const {
  std::vector<std::uint8_t> both;
  const auto width = static_cast<std::ptrdiff_t>(lanes_.width);
  for (std::ptrdiff_t at = 0; at < static_cast<std::ptrdiff_t>(rows.delta.size()); at += width) {
    both.insert(both.end(), rows.delta.begin() + at, rows.delta.begin() + at + width);
    both.insert(both.end(), rows.reach.begin() + at, rows.reach.begin() + at + width);
  }
  return both;
}

const std::uint8_t* LaneTable::keep(const std::vector<std::uint8_t>& bytes) {
  auto* kept = static_cast<std::uint8_t*>(::operator new(std::max<std::size_t>(bytes.size(), 1), kAlignment));
  bytes_.emplace_back(kept);
  std::copy(bytes.begin(), bytes.end(), kept);
  return kept;
}

const std::uint8_t* LaneTable::bytes_of(fused::Set mask) {
  std::vector<std::uint8_t> bytes(lanes::kMaxWidth, 0);
  for (int lane = 0; lane < lanes::kMaxWidth; lane++) {
    if (((mask >> lane) & 1) != 0) bytes[lane] = 255;
  }
  return keep(bytes);
}

lanes::Step LaneTable::step(const fused::LaneStep& from) {
  lanes::Step made;
  made.op = static_cast<std::uint8_t>(from.op);
  made.a = from.a;
  made.b = from.b;
  made.k = from.k;
  made.mask = from.mask;
  if (const auto range = fused::range_of(from.counts)) {
    made.range = {range->low, range->span};
  } else {
    made.but_few = from.counts.has(255);
    for (int n = 0; n < 256 && made.few_count < lanes::kFewCounts; n++) {
      if (from.counts.has(n) != made.but_few) made.few[made.few_count++] = static_cast<std::uint8_t>(n);
    }
  }
  if (from.map >= 0) made.map = maps_[from.map];
  made.sets = from.sets.data();
  return made;
}

const lanes::Question* LaneTable::question(int index) const {
  return index < 0 ? nullptr : &questions_[index];
}

void LaneTable::seat(int p) {
  const fused::LaneSeat& from = lanes_.seats[p];
  for (const fused::LaneJudge& judge : from.judges) {
    judges_[p].push_back({question(judge.of), question(judge.test), judge.prefer});
  }
  for (const LaneOp& op : from.play) play_[p].push_back(ins(op));
  for (const LaneEnd& end : from.ends) {
    lanes::End made;
    made.test = static_cast<std::uint8_t>(end.test);
    made.when = static_cast<std::uint8_t>(end.when);
    made.ask = end.ask;
    made.count = end.count;
    made.whose = end.whose;
    made.mask = end.mask;
    made.mask2 = end.mask2;
    made.question = question(end.question);
    made.in_mask = bytes_of(end.mask);
    made.gets[0] = end.gets[0];
    made.gets[1] = end.gets[1];
    ends_[p].push_back(made);
  }
  lanes::Seat& to = rules_.seat[p];
  to.play = play_[p].data();
  to.own = from.own;
  to.chosen = from.chosen;
  to.theirs = from.theirs;
  to.ends = ends_[p].data();
  to.end_count = static_cast<int>(ends_[p].size());
  to.judges = judges_[p].data();
  to.judge_count = static_cast<int>(judges_[p].size());
  to.store = from.store;
  to.at_least = static_cast<std::uint8_t>(from.at_least);
  to.feed = static_cast<std::uint8_t>(from.feed);
}

// For each lane of the last seed: 255 in the lanes from which nothing is taken.
const std::uint8_t* LaneTable::kept(const LaneOp& op) {
  const auto width = static_cast<std::size_t>(lanes_.width);
  std::vector<std::uint8_t> rows(width * width, 255);
  for (std::size_t lane = 0; lane < width; lane++) {
    if (op.op == fused::L::capture_in && ((op.mask >> lane) & 1) == 0) continue;
    rows[lane * width + maps_[op.map][lane]] = 0;
    if (op.op == fused::L::capture_pair) rows[lane * width + lane] = 0;
  }
  return keep(rows);
}

lanes::Ins LaneTable::ins(const LaneOp& op) {
  lanes::Ins made;
  made.op = static_cast<std::uint8_t>(op.op);
  made.otherwise = op.otherwise;
  made.k = op.k;
  made.stop = op.stop;
  made.to = op.to;
  made.mask = op.mask;
  std::copy(op.counts.bits.begin(), op.counts.bits.end(), made.counts);
  for (int n = 0; n < 256 && made.few_count <= lanes::kFewCounts; n++) {
    if (op.counts.has(n) == op.counts.has(255)) continue;
    if (made.few_count < lanes::kFewCounts) made.few[made.few_count] = static_cast<std::uint8_t>(n);
    made.few_count++;
  }
  made.in_mask = bytes_of(op.mask);
  if (const auto range = fused::range_of(op.counts)) made.range = {range->low, range->span};
  if (const auto range = fused::range_of(op.counts2)) made.range2 = {range->low, range->span};
  if (op.map >= 0) made.map = maps_[op.map];
  if (op.map2 >= 0) made.map2 = maps_[op.map2];
  made.question = question(op.question);
  if (op.op == fused::L::capture || op.op == fused::L::capture_in || op.op == fused::L::capture_pair)
    made.keep = kept(op);
  if (op.rows >= 0) {
    const Rows& rows = lanes_.rows[op.rows];
    const RowBytes& bytes = rows_[op.rows];
    made.stride = static_cast<std::uint16_t>(rows.stride);
    made.round = static_cast<std::uint8_t>(rows.round);
    made.cap = static_cast<std::uint16_t>(rows.cap);
    const bool drops =
        op.op == fused::L::sow_drop || op.op == fused::L::laps_drop || op.op == fused::L::laps_drop_ring;
    made.ahead = static_cast<std::uint8_t>(std::max(rows.ahead, 0));
    if (drops) made.keep = bytes_of(rows.takes);
    made.delta = drops ? bytes.with_reach : bytes.delta;
    made.last = bytes.last;
    made.cont = bytes.cont;
    made.cover = bytes.cover;
  }
  return made;
}

}  // namespace mancala
