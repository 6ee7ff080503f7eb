#include "dsl/facts.h"

#include <algorithm>
#include <functional>
#include <set>

#include "interpreter/reference.h"
#include "interpreter/walk.h"

namespace mancala {

using ir::Act;
using ir::Expr;
using ir::ExprId;
using ir::kNone;
using ir::ListId;
using ir::Op;

// Answers questions about the rules of one variant.
class FactFinder {
 public:
  // Something that is done, and what must hold for it.
  struct Deed {
    const ir::Action* action;
    std::vector<ExprId> conditions;
  };

  FactFinder(const Variant& variant, const SourceMap& sources)
      : variant_(variant),
        program_(variant.program),
        sources_(sources),
        values_(static_cast<std::size_t>(program_.locals), kNone) {
    for (const Expr& e : program_.exprs) {
      if (e.op == Op::bind) keep(e.imm, e.a);
    }
    for (const ir::ClauseList& list : program_.lists) {
      for (const ir::Clause& clause : list.clauses) {
        if (clause.kind == ir::ClauseKind::let) keep(clause.slot, clause.value);
        for (const ir::Action& action : clause.actions) {
          if (action.act == Act::let) keep(action.slot, action.what);
        }
      }
    }
    gather(program_.turn_start, {}, turn_);
    for (const ir::Phase& phase : program_.phases) {
      gather(phase.play, {}, play_);
      gather(phase.each_seed, {}, each_seed_);
      gather(phase.lap_end, {}, lap_end_);
      gather(phase.move_end, {}, turn_);
    }
    for (const std::vector<Deed>* part : {&play_, &each_seed_, &lap_end_}) {
      turn_.insert(turn_.end(), part->begin(), part->end());
    }
    gather(program_.before_turn, {}, ends_);
    gather(program_.after_move, {}, ends_);
    all_ = turn_;
    all_.insert(all_.end(), ends_.begin(), ends_.end());
    gather(program_.arrange, {}, all_);
    gather(program_.match.new_round, {}, all_);
  }

  [[nodiscard]] const Variant& variant() const { return variant_; }
  [[nodiscard]] const ir::Program& program() const { return program_; }
  [[nodiscard]] const std::vector<Deed>& play() const { return play_; }
  [[nodiscard]] const std::vector<Deed>& each_seed() const { return each_seed_; }
  [[nodiscard]] const std::vector<Deed>& lap_end() const { return lap_end_; }
  // The whole turn, its beginning and its end included.
  [[nodiscard]] const std::vector<Deed>& turn() const { return turn_; }
  [[nodiscard]] const std::vector<Deed>& ends() const { return ends_; }
  // Turn, ends, and what is done before the first turn and between rounds.
  [[nodiscard]] const std::vector<Deed>& all() const { return all_; }

  [[nodiscard]] const Expr& at(ExprId id) const { return program_.exprs[static_cast<std::size_t>(id)]; }
  [[nodiscard]] bool is(ExprId id, Op op) const { return id != kNone && at(id).op == op; }
  [[nodiscard]] bool is_number(ExprId id, const std::function<bool(std::int32_t)>& which) const {
    return is(id, Op::number) && which(at(id).imm);
  }

  // Does it hold of an expression below `id`, those included whose values have a name?
  [[nodiscard]] bool mentions(ExprId id, const std::function<bool(const Expr&)>& which) const {
    std::set<std::int32_t> seen;
    return mentions(id, which, seen);
  }
  [[nodiscard]] bool mentions(ExprId id, Op op) const {
    return mentions(id, [op](const Expr& e) { return e.op == op; });
  }
  [[nodiscard]] bool any_condition(const Deed& deed, const std::function<bool(const Expr&)>& which) const {
    return std::any_of(deed.conditions.begin(), deed.conditions.end(),
                       [&](ExprId id) { return mentions(id, which); });
  }

  [[nodiscard]] static bool does(const std::vector<Deed>& deeds, Act act) {
    return std::any_of(deeds.begin(), deeds.end(), [act](const Deed& d) { return d.action->act == act; });
  }
  [[nodiscard]] static bool sows(const std::vector<Deed>& deeds) {
    return does(deeds, Act::sow_after) || does(deeds, Act::sow_at);
  }

  // The holes that a set is made of: what is united, chosen between, or a part of it is taken of.
  [[nodiscard]] bool made_of(ExprId id, const std::function<bool(const Expr&)>& which) const {
    if (id == kNone) return false;
    const Expr& e = at(id);
    if (e.op == Op::unite) return made_of(e.a, which) || made_of(e.b, which);
    if (e.op == Op::choose_if) return made_of(e.b, which) || made_of(e.c, which);
    if (e.op == Op::bind) return made_of(e.b, which);
    if (e.op == Op::local) return made_of(value_of(e.imm), which);
    const bool part = e.op == Op::single || e.op == Op::where || e.op == Op::minus || e.op == Op::the;
    return part ? made_of(e.a, which) : which(e);
  }

  // Is one of the captures of a turn of this kind? `whose`: for a player, or out of play (Action::imm).
  static constexpr std::int32_t kForPlayer = 0;
  static constexpr std::int32_t kForOut = 1;
  [[nodiscard]] bool captures(const std::vector<Deed>& deeds, const std::function<bool(const Deed&)>& which,
                              std::int32_t whose = kForPlayer) const {
    return std::any_of(deeds.begin(), deeds.end(), [&](const Deed& d) {
      const bool nobody = is(d.action->extra, Op::player) && at(d.action->extra).imm == kNobody;
      return d.action->act == Act::capture && d.action->imm == whose && !nobody && which(d);
    });
  }
  [[nodiscard]] bool captures_from(const std::function<bool(const Expr&)>& which) const {
    return captures(turn_, [&](const Deed& d) { return made_of(d.action->what, which); });
  }

  template <class Which>
  [[nodiscard]] bool any_phase(const Which& which) const {
    return std::any_of(program_.phases.begin(), program_.phases.end(), which);
  }
  template <class Which>
  [[nodiscard]] bool any_block(const Which& which) const {
    return any_phase(
        [&](const ir::Phase& phase) { return std::any_of(phase.moves.begin(), phase.moves.end(), which); });
  }
  template <class Which>
  [[nodiscard]] bool any_filter(const Which& which) const {
    return any_block([&](const ir::MoveBlock& block) {
      return std::any_of(block.filters.begin(), block.filters.end(), which);
    });
  }

  // Is every phase sown in this one direction?
  [[nodiscard]] bool always(Direction direction) const {
    return !any_phase([&](const ir::Phase& phase) {
      return !is(phase.direction, Op::direction) ||
             static_cast<Direction>(at(phase.direction).imm) != direction;
    });
  }

  [[nodiscard]] Position start() const {
    Chance chance(1);
    return Reference(program_).initial(chance);
  }
  [[nodiscard]] std::int64_t lines() const {
    const std::string& text = sources_.text(variant_.file);
    const bool open = !text.empty() && text.back() != '\n';
    return std::count(text.begin(), text.end(), '\n') + (open ? 1 : 0);
  }

 private:
  void keep(std::int32_t slot, ExprId value) {
    if (slot >= 0 && static_cast<std::size_t>(slot) < values_.size())
      values_[static_cast<std::size_t>(slot)] = value;
  }
  [[nodiscard]] ExprId value_of(std::int32_t slot) const { return values_[static_cast<std::size_t>(slot)]; }

  bool mentions(ExprId id, const std::function<bool(const Expr&)>& which,
                std::set<std::int32_t>& seen) const {
    return any_expr(program_, id, [&](const Expr& e) {
      if (which(e)) return true;
      return e.op == Op::local && seen.insert(e.imm).second && mentions(value_of(e.imm), which, seen);
    });
  }

  void gather(ListId list, const std::vector<ExprId>& conditions, std::vector<Deed>& deeds) const {
    if (list == kNone) return;
    for (const ir::Clause& clause : program_.lists[static_cast<std::size_t>(list)].clauses) {
      std::vector<ExprId> here = conditions;
      if (clause.cond != kNone) here.push_back(clause.cond);
      for (const ir::Action& action : clause.actions) {
        deeds.push_back({&action, here});
        if (action.act == Act::block) gather(action.imm, here, deeds);
      }
    }
  }

  const Variant& variant_;
  const ir::Program& program_;
  const SourceMap& sources_;
  std::vector<ExprId> values_;  // by slot: of `let` and of what a definition was called with
  std::vector<Deed> play_, each_seed_, lap_end_, turn_, ends_, all_;
};

namespace {

using Finder = FactFinder;
using Deed = FactFinder::Deed;
using Value = std::optional<std::int64_t>;

// The seeds of a hole are compared with a number that is not "none at all": two, three, four, an even number.
bool counts_seeds(const Finder& f, const Expr& e) {
  const auto seeds = [&](ExprId id) { return f.is(id, Op::seeds) || f.is(id, Op::was); };
  if (e.op == Op::is) return seeds(e.a);
  if (e.op != Op::equal) return false;
  for (const auto& [a, b] : {std::pair{e.a, e.b}, std::pair{e.b, e.a}}) {
    // One seed in the last hole is a seed in an empty hole.
    if (f.is(a, Op::seeds) && f.is_number(b, [](std::int32_t n) { return n > 1; })) return true;
    if (f.is(a, Op::was) && f.is_number(b, [](std::int32_t n) { return n > 0; })) return true;
    if (f.is(a, Op::modulo) && seeds(f.at(a).a)) return true;
  }
  return false;
}

bool is_captured(const Finder& f, const Expr& e) { return e.op == Op::seeds && f.is(e.a, Op::store); }

// "The holes of p are empty", where p is the winner.
bool clears_own(const Finder& f, const Deed& deed) {
  const ExprId winner = deed.action->what;
  return f.any_condition(deed, [&](const Expr& e) {
    if (e.op != Op::equal) return false;
    const ExprId seeds = f.is(e.a, Op::seeds) ? e.a : e.b;
    const ExprId nothing = seeds == e.a ? e.b : e.a;
    if (!f.is(seeds, Op::seeds) || !f.is_number(nothing, [](std::int32_t n) { return n == 0; })) return false;
    const ExprId holes = f.at(seeds).a;
    if (f.is(holes, Op::own)) return f.is(winner, Op::mover);
    if (f.is(holes, Op::theirs)) return f.is(winner, Op::other);
    return (f.is(holes, Op::holes) || f.is(holes, Op::side)) && f.at(holes).a == winner;
  });
}

// The hole opposite another one, or one behind that.
bool is_across(const Finder& f, const Expr& e) {
  return e.op == Op::opposite || (e.op == Op::behind && f.mentions(e.a, Op::opposite));
}

// Seeds are taken up that lie across, or in a hole because it is another player's: to be sown on.
bool resows(const Finder& f) {
  return std::any_of(f.turn().begin(), f.turn().end(), [&](const Deed& d) {
    const bool takes = d.action->act == Act::lift || d.action->act == Act::move;
    return takes &&
           f.made_of(d.action->what, [&](const Expr& e) { return e.op == Op::theirs || is_across(f, e); });
  });
}

bool is_win(const Deed& deed) { return deed.action->act == Act::win; }

Value seeds_each(const Finder& f) {
  const Position start = f.start();
  const int holes = f.program().board.hole_count();
  for (int h = 1; h < holes; ++h) {
    if (start.seeds[static_cast<std::size_t>(h)] != start.seeds[0]) return std::nullopt;
  }
  return start.seeds[0];
}

Value seeds(const Finder& f) {
  const Position start = f.start();
  std::int64_t all = start.out;
  for (int p = 0; p < f.program().board.place_count(); ++p) all += start.seeds[static_cast<std::size_t>(p)];
  return all;
}

Value rules(const Finder& f) {
  std::int64_t count = 0;
  for (const ir::ClauseList& list : f.program().lists)
    count += static_cast<std::int64_t>(list.clauses.size());
  for (const ir::Phase& phase : f.program().phases) {
    for (const ir::MoveBlock& block : phase.moves)
      count += 1 + static_cast<std::int64_t>(block.filters.size());
  }
  return count;
}

Value holes_in_a_row(const Finder& f) {
  const Board& board = f.program().board;
  if (board.rows == 0 || board.rows * board.columns != board.hole_count()) return std::nullopt;
  return board.columns;
}

std::vector<Fact> make_facts() {
  using F = const Finder&;
  const auto truth = [](std::string_view name, std::string_view about, Value (*find)(F)) {
    return Fact{name, about, Fact::Kind::truth, find};
  };
  const auto number = [](std::string_view name, std::string_view about, Value (*find)(F)) {
    return Fact{name, about, Fact::Kind::number, find};
  };
  return {
      // --- the move
      truth("direction-choice", "The player may choose which way he sows.",
            [](F f) -> Value {
              return f.any_phase([&](const ir::Phase& phase) {
                return f.mentions(phase.direction, [](const Expr& e) {
                  return e.op == Op::direction && static_cast<Direction>(e.imm) == Direction::either;
                });
              });
            }),
      truth("choices", "There is more to choose than a hole and a direction.",
            [](F f) -> Value {
              const bool chosen = std::any_of(f.all().begin(), f.all().end(), [](const Deed& d) {
                return d.action->act == Act::choose && !d.action->by_chance;
              });
              return chosen || f.any_block([](const ir::MoveBlock& block) { return !block.picks.empty(); });
            }),
      truth("filters", "Not every hole of his that holds seeds may be played: there are filters on moves.",
            [](F f) -> Value { return f.any_filter([](const ir::Filter&) { return true; }); }),
      truth("feeding", "A filter looks at the seeds that the opponent would have after the move.",
            [](F f) -> Value {
              return f.any_filter([&](const ir::Filter& filter) {
                return f.mentions(filter.test, [&](const Expr& e) {
                  return e.op == Op::after && f.mentions(e.a, [&](const Expr& inner) {
                    return inner.op == Op::seeds &&
                           (f.mentions(inner.a, Op::theirs) || f.mentions(inner.a, Op::holes));
                  });
                });
              });
            }),
      truth("forced-capture", "A filter asks what a move would capture.",
            [](F f) -> Value {
              return f.any_filter([&](const ir::Filter& filter) {
                return f.mentions(filter.test, [&](const Expr& e) {
                  return e.op == Op::after && f.mentions(e.a, [&](const Expr& inner) {
                    return inner.op == Op::captured_now || is_captured(f, inner);
                  });
                });
              });
            }),
      truth("passes", "A player who cannot move passes.",
            [](F f) -> Value {
              return f.any_block([](const ir::MoveBlock& block) { return block.pass_if_none; });
            }),
      truth("may-pass", "A player who can move may pass.",
            [](F f) -> Value {
              return f.any_block([](const ir::MoveBlock& block) { return block.pass != kNone; });
            }),
      truth("bonus-move", "A player may come to move again in the same turn.",
            [](F f) -> Value { return Finder::does(f.all(), Act::again); }),
      // --- sowing
      truth("counterclockwise", "All sow counterclockwise, always.",
            [](F f) -> Value { return f.always(Direction::onward); }),
      truth("clockwise", "All sow clockwise, always.",
            [](F f) -> Value { return f.always(Direction::backward); }),
      truth("stores-sown", "Seeds are sown into a store, too.",
            [](F f) -> Value {
              const Board& board = f.program().board;
              return f.any_phase([&](const ir::Phase& phase) {
                const Circuit& circuit = board.circuits[static_cast<std::size_t>(phase.circuit)];
                for (Player mover = 0; mover < board.seats(); ++mover) {
                  for (Player owner = 0; owner < board.seats(); ++owner) {
                    if (board.on_circuit(circuit, mover, board.store(owner))) return true;
                  }
                }
                return false;
              });
            }),
      truth("skips", "Some holes are passed over in sowing.",
            [](F f) -> Value {
              return f.any_phase([](const ir::Phase& phase) { return phase.skip != kNone; });
            }),
      truth("sows-several", "A hole may get another number of seeds than one at a time.",
            [](F f) -> Value {
              return f.any_phase([](const ir::Phase& phase) { return phase.each != kNone; });
            }),
      truth("first-seed-back", "The first seed of a move may go back into the hole that was lifted.",
            [](F f) -> Value { return Finder::does(f.play(), Act::sow_at); }),
      truth("lifts-part", "A move may lift only a part of the seeds of a hole.",
            [](F f) -> Value {
              return std::any_of(f.turn().begin(), f.turn().end(), [](const Deed& d) {
                return d.action->act == Act::lift && d.action->amount != kNone;
              });
            }),
      truth("relay", "When a lap has ended, another one may be sown in the same move.",
            [](F f) -> Value { return Finder::sows(f.lap_end()); }),
      truth("relay-last-hole", "The next lap is sown with the seeds of the hole in which the last seed fell.",
            [](F f) -> Value {
              return std::any_of(f.lap_end().begin(), f.lap_end().end(), [&](const Deed& d) {
                return d.action->act == Act::lift &&
                       f.made_of(d.action->what, [](const Expr& e) { return e.op == Op::here; });
              });
            }),
      truth("relay-next-hole", "The next lap is sown with the seeds of the hole after the last one.",
            [](F f) -> Value {
              return std::any_of(f.lap_end().begin(), f.lap_end().end(), [&](const Deed& d) {
                return d.action->act == Act::lift && f.made_of(d.action->what, [&](const Expr& e) {
                  return e.op == Op::next && f.is(e.a, Op::here);
                });
              });
            }),
      // --- captures
      truth("captures",
            "Seeds can be captured in a turn, not only when a round is over: kept, sown on, or put out of "
            "play.",
            [](F f) -> Value {
              const auto any = [](const Deed&) { return true; };
              return f.captures(f.turn(), any) || f.captures(f.turn(), any, Finder::kForOut) || resows(f);
            }),
      truth("resows-captures",
            "Seeds of the hole opposite the last one, or of the opponent's holes, are taken up and sown on.",
            [](F f) -> Value { return resows(f); }),
      truth("en-passant", "Seeds are captured while sowing, from a hole that a lap passes.",
            [](F f) -> Value { return f.captures(f.each_seed(), [](const Deed&) { return true; }); }),
      truth("captures-last-hole", "The hole in which the last seed fell is captured.",
            [](F f) -> Value {
              return f.captures(f.lap_end(), [&](const Deed& d) {
                return f.made_of(d.action->what, [&](const Expr& e) {
                  return e.op == Op::here || (e.op == Op::run && f.is(e.a, Op::here));
                });
              });
            }),
      truth("cross-capture", "The hole opposite the last one is captured, to be kept.",
            [](F f) -> Value { return f.captures_from([&](const Expr& e) { return is_across(f, e); }); }),
      truth("beyond-capture",
            "A hole some way on from the last one is captured: the next, or one beyond a gap.",
            [](F f) -> Value {
              return f.captures_from([&](const Expr& e) {
                const bool on = e.op == Op::next || e.op == Op::prev || e.op == Op::step;
                if (e.op == Op::run) return f.mentions(e.a, Op::next) || f.mentions(e.a, Op::step);
                return on;
              });
            }),
      truth("chain-capture", "A whole run of holes can be captured at once.",
            [](F f) -> Value { return f.captures_from([](const Expr& e) { return e.op == Op::run; }); }),
      truth("capture-by-count",
            "A capture hangs on how many seeds a hole holds: two or three, four, an even number.",
            [](F f) -> Value {
              return f.captures(f.turn(), [&](const Deed& d) {
                const auto counts = [&](const Expr& e) { return counts_seeds(f, e); };
                return f.any_condition(d, counts) || f.made_of(d.action->what, [&](const Expr& e) {
                  return e.op == Op::run && f.mentions(e.b, counts);
                });
              });
            }),
      truth("capture-from-empty", "A capture hangs on the last seed falling into an empty hole.",
            [](F f) -> Value {
              return f.captures(f.turn(), [&](const Deed& d) {
                return f.any_condition(d, [&](const Expr& e) {
                  if (e.op != Op::equal) return false;
                  const bool was = f.is(e.a, Op::was) || f.is(e.b, Op::was);
                  const bool seeds = f.is(e.a, Op::seeds) && f.is(f.at(e.a).a, Op::here);
                  return (was && (f.is_number(e.a, [](std::int32_t n) { return n == 0; }) ||
                                  f.is_number(e.b, [](std::int32_t n) { return n == 0; }))) ||
                         (seeds && f.is_number(e.b, [](std::int32_t n) { return n == 1; }));
                });
              });
            }),
      truth("captures-for-others", "A capture in a turn may go to another player than the mover.",
            [](F f) -> Value {
              return f.captures(f.turn(), [&](const Deed& d) {
                return d.action->extra != kNone && !f.is(d.action->extra, Op::mover);
              });
            }),
      truth("seeds-out", "Seeds can go out of play.",
            [](F f) -> Value {
              return std::any_of(f.all().begin(), f.all().end(), [&](const Deed& d) {
                const bool captured = d.action->act == Act::capture && d.action->imm == Finder::kForOut;
                const bool moved = d.action->act == Act::move && f.is(d.action->extra, Op::place) &&
                                   f.at(d.action->extra).imm == kOut;
                return captured || moved;
              });
            }),
      // --- what is remembered
      truth("territory", "Holes can change their owner.", [](F f) -> Value { return f.program().territory; }),
      truth("closes-holes", "Holes can be closed.",
            [](F f) -> Value { return Finder::does(f.all(), Act::close); }),
      truth("marks", "Something is remembered beside the seeds: marks, flags, counts.",
            [](F f) -> Value { return !f.program().states.empty(); }),
      truth("piles", "Players hold seeds beside the board and their stores.",
            [](F f) -> Value { return !f.program().board.piles.empty(); }),
      truth("phases", "A turn goes in another way in some stretches of the game.",
            [](F f) -> Value { return f.program().phases.size() > 1; }),
      truth("chance", "Something is decided by lot.",
            [](F f) -> Value {
              return ir::reads(f.program(), Op::by_lot) ||
                     std::any_of(f.all().begin(), f.all().end(), [](const Deed& d) {
                       return d.action->act == Act::choose && d.action->by_chance;
                     });
            }),
      truth("repetition", "The rules ask whether a position stood before.",
            [](F f) -> Value { return ir::reads(f.program(), Op::repeated); }),
      truth("quiet-limit", "The rules ask how long nothing has been captured.",
            [](F f) -> Value { return ir::reads(f.program(), Op::quiet); }),
      // --- the end
      truth("rounds", "A game has rounds, with a new board set up from what was captured or as at first.",
            [](F f) -> Value { return f.program().match.present; }),
      truth("seats-change", "The players change seats: sides, or roles.",
            [](F f) -> Value { return ir::changes_seats(f.program()); }),
      truth("ends-without-move", "The round is over when a player has no legal move.",
            [](F f) -> Value { return ir::reads(f.program(), Op::no_move); }),
      truth("early-end", "The round is over when a player has captured so many seeds.",
            [](F f) -> Value {
              for (const ListId id : {f.program().before_turn, f.program().after_move}) {
                if (id == kNone) continue;
                for (const ir::Clause& clause : f.program().lists[static_cast<std::size_t>(id)].clauses) {
                  if (f.mentions(clause.cond, [&](const Expr& e) { return is_captured(f, e); })) return true;
                }
              }
              return false;
            }),
      truth("most-seeds", "Who has captured most seeds has won.",
            [](F f) -> Value {
              const ExprId win = f.program().win;
              return f.is(win, Op::player_with_most) && is_captured(f, f.at(f.at(win).b));
            }),
      truth("last-mover", "Who makes the last move wins: who cannot move loses.",
            [](F f) -> Value {
              return f.mentions(f.program().win, Op::last_mover) ||
                     std::any_of(f.ends().begin(), f.ends().end(), [&](const Deed& d) {
                       const bool other =
                           f.is(d.action->what, Op::other) || f.is(d.action->what, Op::last_mover);
                       return is_win(d) && other &&
                              f.any_condition(d, [](const Expr& e) { return e.op == Op::no_move; });
                     });
            }),
      truth("clear-board", "Who has no seeds left in his own holes wins.",
            [](F f) -> Value {
              return std::any_of(f.all().begin(), f.all().end(),
                                 [&](const Deed& d) { return is_win(d) && clears_own(f, d); });
            }),
      truth("wins-outright", "A rule says who has won, whatever has been captured.",
            [](F f) -> Value { return Finder::does(f.all(), Act::win); }),
      // --- the file
      truth("derived", "The file extends another variant.",
            [](F f) -> Value { return !f.variant().extends.empty(); }),
      truth("own-notation", "The file says how the game's players write holes or moves.",
            [](F f) -> Value {
              const Notation& n = f.variant().notation;
              return !n.holes.empty() || !n.marks.empty() || n.moves != Notation::Moves::start;
            }),
      // --- numbers
      number("rows", "The rows of the board; no number where its holes lie otherwise.",
             [](F f) -> Value {
               const int rows = f.program().board.rows;
               return rows > 0 ? Value(rows) : std::nullopt;
             }),
      number("holes", "The holes in a row; no number where rows differ.", holes_in_a_row),
      number("board-holes", "The holes of the whole board.",
             [](F f) -> Value { return f.program().board.hole_count(); }),
      number("players", "The seats.", [](F f) -> Value { return f.program().board.player_count(); }),
      number("seeds", "All seeds of the game.", seeds),
      number("seeds-each", "The seeds in each hole at the start; no number where they differ.", seeds_each),
      number("rules", "The clauses, filters and ways to move.", rules),
      number("parameters", "The numbers that can be set.",
             [](F f) -> Value { return static_cast<std::int64_t>(f.variant().parameters.size()); }),
      number("readings", "The questions that the sources leave open.",
             [](F f) -> Value { return static_cast<std::int64_t>(f.variant().readings.size()); }),
      number("sources", "The sources that the file cites.",
             [](F f) -> Value { return static_cast<std::int64_t>(f.variant().sources.size()); }),
      number("lines", "The lines of the file.", [](F f) -> Value { return f.lines(); }),
  };
}

}  // namespace

const std::vector<Fact>& all_facts() {
  static const std::vector<Fact> all = make_facts();
  return all;
}

FactValues facts_of(const Variant& variant, const SourceMap& sources) {
  const Finder finder(variant, sources);
  FactValues values;
  values.reserve(all_facts().size());
  for (const Fact& fact : all_facts()) values.push_back(fact.find(finder));
  return values;
}

}  // namespace mancala
