// The machine that runs fused::Lanes: boards of up to 64 stations in one vector, a lap as one addition.
// The same source is compiled for the machine's plain instruction set and for x86-64-v3, and the better one
// that the processor has is taken when the program starts. Nothing but plain data crosses the border between
// the two: no inline function of a library may be compiled twice for different processors.
#pragma once

#include <cstdint>

namespace mancala::lanes {

inline constexpr int kMaxWidth = 64;
inline constexpr int kFewCounts = 8;   // as fused::kFewCounts
inline constexpr int kMostSteps = 32;  // as fused::kMostSteps
inline constexpr int kMostMarks = 3;   // as fused::kMostMarks
// A move is a lane, or where the player picks the way backward it is the lane and so many: as
// fused::kMostChosen.
inline constexpr int kBackward = 32;

// The position in the form that crosses the border. Lanes that are not used are zero.
struct Position {
  alignas(64) std::uint8_t seeds[kMaxWidth] = {};
  std::uint16_t pile[2] = {0, 0};  // what the players hold beside the lanes
  std::uint8_t mover = 0;
  bool again = false;  // the mover moves again in the same turn
  std::uint64_t marks[kMostMarks] = {};
  std::uint16_t flags = 0;
};

// Counts n with (n - low) mod 256 <= span.
struct Range {
  std::uint8_t low = 0, span = 0;
};

// A step of a question; see fused::Q.
struct Step {
  std::uint8_t op = 0;
  std::uint8_t a = 0, b = 0, k = 0;
  Range range;
  std::uint8_t few[kFewCounts] = {};  // the counts, if they are no range, or those that are not among them
  std::uint8_t few_count = 0;
  bool but_few = false;
  std::uint64_t mask = 0;
  const std::uint8_t* map = nullptr;  // null: the lane itself
  const std::uint64_t* sets = nullptr;
};

struct Question {
  const Step* steps = nullptr;
  int count = 0;
};

struct Judge {
  const Question* of = nullptr;  // null: all
  const Question* test = nullptr;
  bool prefer = false;
};

// One operation with its operands; see fused::L.
struct Ins {
  std::uint8_t op = 0;
  std::uint8_t otherwise = 0;
  std::uint8_t k = 0;
  std::uint8_t stop = 0;
  std::uint8_t to = 0;
  std::uint8_t ahead = 0;    // rows: see fused::Rows
  std::uint8_t round = 0;    // rows: seeds of a full round
  std::uint16_t stride = 0;  // rows: index of a lap = lane * stride + seeds
  std::uint16_t cap = 0;     // rows: seeds in hand are below cap, or the lap is sown in rounds
  std::uint64_t mask = 0;
  const std::uint8_t* map = nullptr;
  const std::uint8_t* map2 = nullptr;
  const Question* question = nullptr;
  const std::uint8_t* delta = nullptr;  // [lap][width]; *_drop: [lap][2][width], then 255 where a seed falls
  const std::uint8_t* last = nullptr;
  const std::uint8_t* cont = nullptr;
  const std::uint8_t* cover = nullptr;    // [lane][width]: what a full round adds
  const std::uint8_t* in_mask = nullptr;  // 255 in the lanes of mask
  const std::uint8_t* keep = nullptr;     // captures: [lane][width], 0 in the lanes that are taken from;
                                          // *_drop: 255 in the lanes that may be
  Range range, range2;                    // `counts` and `counts2`, of operations on ranges
  std::uint64_t counts[4] = {0, 0, 0, 0};
  // The counts that are in `counts` and 255 is not, or the other way round; for find_run_set at most
  // kFewCounts.
  std::uint8_t few[kFewCounts] = {};
  std::uint8_t few_count = 0;
};

struct End {
  std::uint8_t test = 0;  // see fused::LaneEnd::If
  std::uint8_t when = 0;  // see fused::LaneEnd::When
  bool ask = false;
  std::int8_t whose = -1;
  int count = 0;
  const Question* question = nullptr;
  std::uint64_t mask = 0, mask2 = 0;
  std::uint64_t gets[2] = {0, 0};
  const std::uint8_t* in_mask = nullptr;  // 255 in the lanes of mask
};

struct Seat {
  const Ins* play = nullptr;
  std::uint64_t own = 0;
  std::uint64_t chosen = 0;
  std::uint64_t theirs = 0;
  const End* ends = nullptr;
  int end_count = 0;
  int store = 0;
  const Judge* judges = nullptr;
  int judge_count = 0;
  std::uint8_t at_least = 1;
  std::uint8_t feed = 0;  // see fused::Feed
};

struct Rules {
  int width = 16;
  int ops = 0;
  std::uint32_t laps_limit = 0;
  bool most_wins = false;   // the greater store wins the round, equal ones draw it
  bool repetition = false;  // a position that stands again ends the round
  // What a move knows of marks and flags of the one before it: [0] of another turn, [1] of the same.
  std::uint64_t marks_kept[2][kMostMarks] = {};
  std::uint16_t flags_kept[2] = {0, 0};
  Seat seat[2];
};

// How a position whose mover has no lane to lift goes on.
struct Settled {
  bool over = true;
  int passes = 0;  // moves that only passed the turn on
  int winner = -1;
};

// The positions of a game in which a player was about to move. The players move in turn, so whose move it was
// is not looked at: has(), and the next add(), are for the one who did not move last.
class Past {
 public:
  [[nodiscard]] virtual bool has(const Position& position) const = 0;
  virtual void add(const Position& position) = 0;

 protected:
  ~Past() = default;
};

// What the lanes cannot say is asked of the caller.
class Settler {
 public:
  // Brings `position`, which a move has reached, to the next one in which a lane can be lifted, if the turn
  // need not be passed on more than `most_passes` times. Where positions that stand again are asked about,
  // `past` has all up to `position`, which is new; those reached by passing are added. Null: none stands
  // again.
  virtual Settled settle(Position& position, int most_passes, Past* past) = 0;

 protected:
  ~Settler() = default;
};

struct Tally {
  std::uint64_t games = 0, moves = 0, laps = 0;
  std::uint64_t wins[2] = {0, 0};
  std::uint64_t drawn = 0;
  std::uint64_t cut = 0;  // games given up after `longest` moves
};

class Engine {
 public:
  virtual ~Engine();
  // The set of moves in a position that was reached by a move; 0: ask the Settler.
  [[nodiscard]] virtual std::uint64_t moves(const Position& position) const = 0;
  // Plays one move, without what follows it (ends, passing on). Gives the number of laps.
  virtual std::uint32_t play(Position& position, int move) const = 0;
  // Move sequences of `depth` moves from a position that was reached by a move. No position is taken as
  // repeated.
  virtual std::uint64_t perft(const Position& position, int depth, Settler& settler) const = 0;
  // `games` random games from `start`, in which `first` is the set of moves.
  virtual void playouts(const Position& start, std::uint64_t first, std::uint64_t seed, std::uint64_t games,
                        int longest, Settler& settler, Tally& tally) const = 0;
  // The same for one game, which draws what follows `chance`.
  virtual void play_on(const Position& start, std::uint64_t first, std::uint64_t chance, int longest,
                       Settler& settler, Tally& tally) const = 0;
};

// `rules` and all it points to must outlive the engine. Rows are aligned to 64 bytes.
Engine* make_plain(const Rules& rules);
#if defined(__x86_64__)
Engine* make_v3(const Rules& rules);
#endif

}  // namespace mancala::lanes
