#include "interpreter/parallel.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <vector>

#include "interpreter/share_out.h"

namespace mancala {
namespace {

// So many blocks balance the threads; a block is as long as makes its beginning negligible.
constexpr std::uint64_t kBlocks = 256;
constexpr std::uint64_t kLongestBlock = 4096;

// A count that is still to be made: the sequences of `depth` moves from here.
struct Count {
  Position position;
  int depth;
};

class Splitter {
 public:
  explicit Splitter(const Fast& fast) : fast_(fast) {}

  // All moves of the position: counted, or kept as a count that is one move shorter.
  void split(const Count& count) {
    for (const Move& move : fast_.legal(count.position)) play(count, move);
  }

  std::vector<Count> kept;
  std::uint64_t counted = 0;

 private:
  void play(const Count& from, const Move& move) {
    Count next = from;
    Chance chance(0);
    Chance untouched = chance;
    const Outcome outcome = fast_.play(next.position, move, chance);
    next.depth--;
    switch (outcome.status) {
      case Status::illegal: return;
      case Status::needs_choice: {
        Move longer = move;
        longer.choice_count++;
        for (const std::int16_t option : outcome.options) {
          longer.choices[move.choice_count] = option;
          play(from, longer);
        }
        return;
      }
      case Status::round_over: counted += next.depth == 0 ? 1 : 0; return;
      case Status::playing: break;
    }
    if (next.depth == 0) {
      counted++;
    } else if (chance.next() == untouched.next()) {  // not beyond a chance event
      kept.push_back(next);
    }
  }

  const Fast& fast_;
};

}  // namespace

void add(Playouts& sum, const Playouts& more) {
  sum.games += more.games;
  sum.moves += more.moves;
  sum.laps += more.laps;
  sum.seeds += more.seeds;
  sum.drawn += more.drawn;
  sum.cut += more.cut;
  for (int p = 0; p < kMaxPlayers; p++) sum.wins[p] += more.wins[p];
}

Playouts playouts_on(int threads, const Fast& fast, const Position& start, std::uint64_t seed,
                     std::uint64_t games) {
  const std::uint64_t block = std::clamp<std::uint64_t>(games / kBlocks, 1, kLongestBlock);
  std::vector<std::uint64_t> seeds((games + block - 1) / block);
  Chance drawn(seed);
  for (std::uint64_t& of_block : seeds) of_block = drawn.next();
  Playouts sum;
  std::mutex mutex;
  share_out(threads, seeds.size(), [&](std::size_t job) {
    const Playouts played = fast.playouts(start, seeds[job], std::min(block, games - job * block));
    const std::lock_guard<std::mutex> lock(mutex);
    add(sum, played);
  });
  return sum;
}

std::uint64_t perft_on(int threads, const Fast& fast, const Position& position, int depth) {
  if (depth <= 0) return 1;
  if (threads == 1) return fast.perft(position, depth);
  Splitter splitter(fast);
  splitter.kept.push_back({position, depth});
  // As many counts as balance the threads.
  const auto enough = static_cast<std::size_t>(threads) * 16;
  while (!splitter.kept.empty() && splitter.kept.size() < enough) {
    std::vector<Count> whole;
    whole.swap(splitter.kept);
    for (const Count& count : whole) splitter.split(count);
  }
  std::atomic<std::uint64_t> sum = splitter.counted;
  share_out(threads, splitter.kept.size(), [&](std::size_t job) {
    sum += fast.perft(splitter.kept[job].position, splitter.kept[job].depth);
  });
  return sum;
}

}  // namespace mancala
