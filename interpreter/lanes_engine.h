// The body of the lane machine: counts of move sequences, and random games. Included once by each source that
// compiles it for one kind of processor, as lanes_vector.h is.
#pragma once

#include "interpreter/lanes_ask.h"
#include "interpreter/lanes_play.h"
#include "interpreter/lanes_since.h"

namespace mancala::lanes {
namespace {

// `Side`: so many random games are played side by side. While one waits for its board, another goes on.
template <int W, class Play, class Ask, int Side>
class Machine final : public Engine {
 public:
  explicit Machine(const Rules& rules)
      : rules_(rules), own_{rules.seat[0].own, rules.seat[0].own ^ rules.seat[1].own} {}

  std::uint64_t moves(const Position& position) const override { return find_moves(enter<W>(position)); }

  std::uint32_t play(Position& position, int move) const override {
    const Pos<W> from = enter<W>(position);
    Pos<W> to = from;
    const U32 laps = Play::run(rules_, shapes_, from, to, static_cast<U32>(move));
    leave<W>(to, position);
    return laps;
  }

  std::uint64_t perft(const Position& position, int depth, Settler& settler) const override {
    return depth == 0 ? 1 : count(enter<W>(position), depth, settler);
  }

  void playouts(const Position& start, std::uint64_t first, std::uint64_t seed, std::uint64_t games,
                int longest, Settler& settler, Tally& tally) const override {
    if (rules_.repetition) {
      play_out<true>(start, first, seed, games, longest, settler, tally);
    } else {
      play_out<false>(start, first, seed, games, longest, settler, tally);
    }
  }

  void play_on(const Position& start, std::uint64_t first, std::uint64_t chance, int longest,
               Settler& settler, Tally& tally) const override {
    Game game = {enter<W>(start), first, chance, 0, false};
    U64 laps = 0;
    while (!__builtin_expect((game.can == 0) | (game.ply >= longest), 0) ||
           goes_on(game, longest, settler, nullptr, tally)) {
      if (game.can == 0) continue;
      laps += play_any(game);
      game.can = find_moves(game.pos);
    }
    tally.games++;
    tally.moves += static_cast<U64>(game.ply);
    tally.laps += laps;
  }

 private:
  struct Game {
    Pos<W> pos;
    U64 can, chance;
    int ply;
    bool repeated;
  };

  template <bool Repetition>
  void play_out(const Position& start, U64 first, U64 seed, U64 games, int longest, Settler& settler,
                Tally& tally) const {
    const Pos<W> root = enter<W>(start);
    Since<W>* since[Side] = {};
    Game game[Side];
    int playing = 0;
    U64 begun = 0, laps = 0;
    const auto begin = [&](int i) {
      game[i].pos = root;
      game[i].can = first;
      game[i].chance = game_chance(seed, begun++);
      game[i].ply = 0;
      game[i].repeated = false;
      if constexpr (Repetition) {
        since[i]->clear();
        since[i]->add(root);
      }
    };
    for (; playing < Side && begun < games; playing++) {
      if constexpr (Repetition) since[playing] = new Since<W>(longest);
      begin(playing);
    }
    while (playing > 0) {
      for (int i = 0; i < playing; i++) {
        Game& g = game[i];
        if (__builtin_expect((g.can == 0) | (g.ply >= longest), 0)) {
          if (goes_on(g, longest, settler, since[i], tally)) continue;
          tally.moves += static_cast<U64>(g.ply);
          if (begun < games) {
            begin(i);
          } else {
            playing--;
            game[i] = game[playing];
            Since<W>* const free = since[i];
            since[i] = since[playing];
            since[playing] = free;
            i--;
          }
          continue;
        }
        laps += play_any(g);
        if constexpr (Repetition) g.repeated = since[i]->add(g.pos);
        g.can = find_moves(g.pos, g.repeated);
      }
    }
    for (Since<W>* boards : since) delete boards;
    tally.games += games;
    tally.laps += laps;
  }

  // One of the moves.
  MANCALA_INLINE U32 play_any(Game& game) const {
    const U32 n = static_cast<U32>(__builtin_popcountll(game.can));
    const U32 pick = static_cast<U32>(((random_next(game.chance) >> 32) * n) >> 32);
    game.ply++;
    return Play::run(rules_, shapes_, game.pos, game.pos, static_cast<U32>(nth(game.can, pick)));
  }

  // A game in which no lane can be lifted, or that is too long: is it not over yet? Else it is counted.
  __attribute__((noinline)) bool goes_on(Game& game, int longest, Settler& settler, Past* past,
                                         Tally& tally) const {
    if (game.can == 0) {
      int winner = -1;
      if (rules_.most_wins && ended(game.pos, game.repeated, winner)) {
        count_win(winner, tally);
        return false;
      }
      const Settled settled = settle(game.pos, settler, longest - game.ply, past);
      game.ply += settled.passes;
      if (settled.over) {
        count_win(settled.winner, tally);
        return false;
      }
      if (game.ply < longest) {
        game.can = liftable(game.pos, occupied<W>(game.pos.v));
        return true;
      }
    }
    tally.cut++;
    return false;
  }

  static void count_win(int winner, Tally& tally) {
    if (winner < 0) {
      tally.drawn++;
    } else {
      tally.wins[winner]++;
    }
  }

  MANCALA_INLINE U64 liftable(const Pos<W>& pos, U64 lanes) const {
    const Seat& seat = rules_.seat[pos.mover];
    U64 can = lanes & (own_[0] ^ (own_[1] & -U64{pos.mover}));
    if (Ask::has_least(seat)) {
      for (U32 n = 1; n < seat.at_least; n++) can &= ~high_bits<W>(equal<W>(pos.v, all<W>(n)));
    }
    if (Ask::judges(seat)) can = judged(pos, seat, can);
    if (Ask::chooses(seat)) can |= (can & seat.chosen) << kBackward;
    const Feed feed = Ask::feed(seat);
    if (feed == Feed::always || (feed == Feed::if_empty && __builtin_expect((lanes & seat.theirs) == 0, 0))) {
      return feeding(pos, can, seat.theirs);
    }
    return can;
  }

  __attribute__((noinline)) U64 judged(const Pos<W>& pos, const Seat& seat, U64 can) const {
    const Kept<W> kept(rules_, pos);
    const Moment moment = {kept.marks, kept.flags, 0, 0};
    for (int i = 0; i < seat.judge_count; i++) {
      const Judge& judge = seat.judges[i];
      const U64 of = judge.of == nullptr ? ~U64{0} : answer<W>(*judge.of, pos.v, moment);
      const U64 stay = ~of | answer<W>(*judge.test, pos.v, moment);
      if (!judge.prefer || (can & of & stay) != 0) can &= stay;
    }
    return can;
  }

  // The moves that leave the opponent something: each is tried.
  __attribute__((noinline)) U64 feeding(const Pos<W>& pos, U64 can, U64 theirs) const {
    U64 found = 0;
    Pos<W> child;
    for (; can != 0; can &= can - 1) {
      Play::run(rules_, shapes_, pos, child, static_cast<U32>(__builtin_ctzll(can)));
      if ((occupied<W>(child.v) & theirs) != 0) found |= can & (~can + 1);
    }
    return found;
  }

  // The set of moves; 0 if an end holds, too.
  MANCALA_INLINE U64 find_moves(const Pos<W>& pos, bool repeated = false) const {
    const U64 lanes = occupied<W>(pos.v);
    const U64 can = liftable(pos, lanes);
    const bool over = Ask::template over<W>(rules_.seat[pos.mover], rules_, {pos, lanes, true, repeated});
    return __builtin_expect(over, 0) ? 0 : can;
  }

  static __attribute__((noinline)) Settled settle(Pos<W>& pos, Settler& settler, int most_passes,
                                                  Past* past) {
    Position position;
    leave<W>(pos, position);
    const Settled settled = settler.settle(position, most_passes, past);
    pos = enter<W>(position);
    return settled;
  }

  // The first end that holds, played out. False: none does, or what it does must be asked for.
  bool ended(const Pos<W>& pos, bool repeated, int& winner) const {
    const Seat& seat = rules_.seat[pos.mover];
    const U64 lanes = occupied<W>(pos.v);
    const bool can_move = liftable(pos, lanes) != 0;
    for (int i = 0; i < seat.end_count; i++) {
      const End& end = seat.ends[i];
      if (!holds<W>(end, rules_, {pos, lanes, can_move, repeated})) continue;
      if (end.ask) return false;
      int total[2];
      for (int p = 0; p < 2; p++) {
        total[p] = static_cast<int>(store_of<W>(pos, rules_.seat[p].store));
        total[p] += static_cast<int>(sum<W>(pos.v & spread<W>(end.gets[p], shapes_)));
      }
      winner = total[0] == total[1] ? -1 : total[0] > total[1] ? 0 : 1;
      return true;
    }
    return false;
  }

  U64 count(const Pos<W>& pos, int depth, Settler& settler) const {
    U64 can = find_moves(pos);
    if (__builtin_expect(can == 0, 0)) return count_after_settling(pos, depth, settler);
    return count_moves(pos, can, depth, settler);
  }

  U64 count_moves(const Pos<W>& pos, U64 can, int depth, Settler& settler) const {
    U64 total = 0;
    Pos<W> child;
    if (depth == 1) {
      for (; can != 0; can &= can - 1) {
        Play::run(rules_, shapes_, pos, child, static_cast<U32>(__builtin_ctzll(can)));
        asm volatile("" : : "m"(child));  // the last move is made, too, not only counted
        total++;
      }
      return total;
    }
    for (; can != 0; can &= can - 1) {
      Play::run(rules_, shapes_, pos, child, static_cast<U32>(__builtin_ctzll(can)));
      total += count(child, depth - 1, settler);
    }
    return total;
  }

  __attribute__((noinline)) U64 count_after_settling(const Pos<W>& pos, int depth, Settler& settler) const {
    Pos<W> next = pos;
    const Settled settled = settle(next, settler, depth, nullptr);
    if (settled.passes >= depth) return 1;
    if (settled.over) return 0;
    return count_moves(next, liftable(next, occupied<W>(next.v)), depth - settled.passes, settler);
  }

  Rules rules_;
  U64 own_[2];  // lanes of the first player, and those that change with the mover
  Shapes<W> shapes_;
};

constexpr unsigned code(L op, unsigned otherwise = 0) { return static_cast<unsigned>(op) | otherwise << 8; }

// Lists of operations that are worth a body of their own.
template <int W>
using PairCapture =
    Shape<W, code(L::sow), code(L::if_in_counts, 3), code(L::capture_pair), code(L::end_again)>;
template <int W>
using RunCapture =
    Shape<W, code(L::sow), code(L::find_run, 4), code(L::unless_all, 4), code(L::capture_run), code(L::end)>;
template <int W>
using RelayCapture = Shape<W, code(L::laps_ring, 2), code(L::capture_in), code(L::end)>;
template <int W>
using DropRelay = Shape<W, code(L::laps_drop_ring, 2), code(L::capture), code(L::end)>;

using AskMove = Ask<Feed::free, EndIf::no_move>;
using AskRows = Ask<Feed::free, EndIf::row_empty>;
using AskPiles = Ask<Feed::if_empty, EndIf::pile_above, EndIf::pile_above, EndIf::no_move, EndIf::repeated>;

// Games side by side, where that has been measured to gain: where the board is waited for, and few branches
// are foreseen wrongly, since one stops all games.
constexpr int kAlone = 1, kTogether = 4;

template <int W, class Play, class Ask, int Side>
bool make_if_fits(const Rules& rules, Engine*& engine) {
  if (!Play::fits(rules) || !Ask::fits(rules)) return false;
  engine = new Machine<W, Play, Ask, Side>(rules);
  return true;
}

template <int W>
Engine* make_any(const Rules& rules) {
  Engine* engine = nullptr;
  (void)(make_if_fits<W, PairCapture<W>, AskRows, kTogether>(rules, engine) ||
         make_if_fits<W, RunCapture<W>, AskPiles, kAlone>(rules, engine) ||
         make_if_fits<W, RelayCapture<W>, AskMove, kAlone>(rules, engine) ||
         make_if_fits<W, DropRelay<W>, AskMove, kAlone>(rules, engine) ||
         make_if_fits<W, AnyShape<W>, AnyAsk, kAlone>(rules, engine));
  return engine;
}

MANCALA_INLINE Engine* make(const Rules& rules) {
  if (rules.width == 16) return make_any<16>(rules);
  if (rules.width == 32) return make_any<32>(rules);
  return make_any<64>(rules);
}

}  // namespace
}  // namespace mancala::lanes
