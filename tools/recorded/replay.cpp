#include "replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "interpreter/choice.h"
#include "interpreter/match.h"
#include "interpreter/notation.h"
#include "interpreter/reference.h"
#include "marks.h"
#include "translate.h"

namespace mancala::recorded {

std::string_view name_of(Kind kind) {
  switch (kind) {
    case Kind::legal: return "legal";
    case Kind::board: return "board";
    case Kind::captured: return "captured";
    case Kind::next: return "next";
    case Kind::end: return "end";
    case Kind::round: return "round";
  }
  return {};
}

std::string_view name_of(Join join) {
  switch (join) {
    case Join::laps: return "laps";
    case Join::pass: return "passes";
    case Join::early: return "early ends";
    case Join::unswept: return "unswept";
    case Join::unclaimed: return "unclaimed";
    case Join::fill: return "fills";
    case Join::lot: return "lots";
    case Join::cut: return "cut";
    case Join::starter: return "starters";
    case Join::no_move: return "no moves";
  }
  return {};
}

namespace {

// How many ways to answer the choices of one move are tried.
constexpr int kMaxTries = 400;

// The program without its end clauses: what the board is before what is left is taken from it.
ir::Program without_ends(ir::Program program) {
  program.before_turn = ir::kNone;
  program.after_move = ir::kNone;
  return program;
}

// Does any rule ask for this? A position keeps it only then.
bool asks(const ir::Program& program, ir::Op op) {
  return std::any_of(program.exprs.begin(), program.exprs.end(),
                     [op](const ir::Expr& e) { return e.op == op; });
}

// Can a player move again in the same turn?
bool moves_again(const ir::Program& program) {
  return std::any_of(program.lists.begin(), program.lists.end(), [](const ir::ClauseList& list) {
    return std::any_of(list.clauses.begin(), list.clauses.end(), [](const ir::Clause& clause) {
      return std::any_of(clause.actions.begin(), clause.actions.end(),
                         [](const ir::Action& action) { return action.act == ir::Act::again; });
    });
  });
}

// A move played by us.
struct Played {
  Move move;
  Outcome outcome;
  Position after;
  Position unswept;  // the same without what end clauses do
};

// A move of ours held against the recording.
struct Judgement {
  std::size_t last = 0;  // the last step that it takes up
  bool board = false, captured = false, next = false, end = false;
  std::vector<Join> joins;
  std::size_t at = 0;  // the step whose board it was compared with
  Position now;        // ours, to go on from
  bool over = false;   // our round is over
  Outcome outcome;
  std::string move;          // ours
  std::string position;      // after it
  std::vector<Line> passes;  // of ours after it that the recording does not write
  [[nodiscard]] bool agrees() const { return board && captured && next && end; }
  [[nodiscard]] int wrong() const {
    return (board ? 0 : 4) + (captured ? 0 : 2) + (end ? 0 : 2) + (next ? 0 : 1);
  }
};

class Replayer {
 public:
  Replayer(const Set& set, const Entry& entry, const Variant& variant, Result& result)
      : set_(set),
        program_(variant.program),
        board_(program_.board),
        unswept_program_(without_ends(program_)),
        reference_(program_),
        unswept_(unswept_program_),
        translation_(set, entry, program_),
        entry_(entry),
        result_(result),
        moves_again_(moves_again(program_)) {}

  void run() {
    for (const Game& game : set_.games) {
      game_ = &game;
      play_game();
    }
  }

 private:
  // What a step's board is for us.
  struct Counts {
    std::vector<int> holes, held, hands;
    bool operator==(const Counts&) const = default;
  };
  [[nodiscard]] Counts counts(const Moment& moment) const {
    return {translation_.holes(moment), held_together() ? std::vector<int>() : translation_.held(moment),
            translation_.hands(moment)};
  }
  // Seeds of a player in the pile that the map calls his hand.
  [[nodiscard]] Place hand(Player p) const { return board_.pile(translation_.hand_pile(), p); }
  [[nodiscard]] Counts counts(const Position& position) const {
    Counts out;
    for (Place h = 0; h < board_.hole_count(); ++h) {
      out.holes.push_back(position.seeds[static_cast<std::size_t>(h)]);
    }
    const bool hands = translation_.hand_pile() >= 0;
    for (Player p = 0; p < board_.seats(); ++p) {
      const int in_hand = hands ? position.seeds[static_cast<std::size_t>(hand(p))] : 0;
      if (hands) out.hands.push_back(in_hand);
      if (!held_together()) out.held.push_back(mancala::held(board_, position, p) - in_hand);
    }
    return out;
  }
  // What is not on the board is one sum, which the board tells: where the map says so, and where the
  // recording has neither stores nor hands.
  [[nodiscard]] bool held_together() const { return entry_.held_together || !translation_.holds(); }

  [[nodiscard]] const std::vector<Step>& steps() const { return game_->steps; }

  // Puts the recording's counts and marks into a position of ours.
  void patch(Position& position, const Moment& moment, Player mover) const {
    const Counts wanted = counts(moment);
    if (counts(position) != wanted) {
      for (std::size_t h = 0; h < wanted.holes.size(); ++h) {
        position.seeds[h] = static_cast<std::uint16_t>(wanted.holes[h]);
      }
      for (std::size_t p = 0; p < wanted.hands.size(); ++p) {
        position.seeds[static_cast<std::size_t>(hand(static_cast<Player>(p)))] =
            static_cast<std::uint16_t>(wanted.hands[p]);
      }
      int there = std::accumulate(wanted.holes.begin(), wanted.holes.end(), 0);
      for (Player p = 0; p < board_.seats(); ++p) {
        const auto store = static_cast<std::size_t>(board_.store(p));
        const int piles = mancala::held(board_, position, p) - position.seeds[store];
        const int in_hand = wanted.hands.empty() ? 0 : wanted.hands[static_cast<std::size_t>(p)];
        const int held = held_together() ? 0 : wanted.held[static_cast<std::size_t>(p)] + in_hand;
        position.seeds[store] = static_cast<std::uint16_t>(std::max(0, held - piles));
        there += position.seeds[store] + piles;
      }
      position.out = static_cast<std::uint16_t>(std::max(0, total_ - there));
    }
    for (std::size_t kind = 0; kind < program_.pieces.size(); ++kind) {
      const std::vector<int> there = translation_.pieces(moment, kind);
      const auto first = position.state.begin() + program_.pieces[kind].first_slot;
      if (!there.empty()) std::fill(first, first + board_.place_count() + 1, std::int16_t{0});
      std::copy(there.begin(), there.end(), first);
    }
    // Where the rules look back at the start of the turn, it begins with this board.
    if (position.start_seeds != decltype(position.start_seeds){}) position.start_seeds = position.seeds;
    marks_->write(position);
    position.mover = mover;
  }

  void play_game() {
    ++result_.games;
    whole_ = true;
    ply_ = 0;
    marks_.emplace(program_, translation_, entry_, set_.by);
    marks_->see(game_->start);
    const std::vector<int> holes = translation_.holes(game_->start);
    const std::vector<int> held = translation_.held(game_->start);
    const std::vector<int> hands = translation_.hands(game_->start);
    total_ = 0;
    for (const std::vector<int>* part : {&holes, &held, &hands}) {
      total_ = std::accumulate(part->begin(), part->end(), total_);
    }
    Chance chance(1);
    now_ = reference_.initial(chance);
    // An example game holds as many seeds as its variant has; a recording may begin with others.
    const bool example = std::accumulate(now_.seeds.begin(), now_.seeds.end(), 0) + now_.out == total_;
    patch(now_, game_->start, game_->starts);
    now_.round_starter = game_->starts;
    history_.clear();
    history_.add(now_);
    over_ = false;
    reproduced_ = Reproduced{result_.games, position_text(program_, now_), {}};

    std::size_t i = 0;
    while (i < steps().size()) i = step(i);
    if (whole_) {
      ++result_.games_whole;
      const bool shorter = !result_.shortest || reproduced_.lines.size() < result_.shortest->lines.size();
      if (example && shorter) result_.shortest = reproduced_;
    }
  }

  // Seeds from a store or hand into a hole: a refill, unless the variant has moves from stores; then it is
  // one if there is nothing else on the board.
  [[nodiscard]] bool is_refill(std::size_t i) const {
    const Step& step = steps()[i];
    if (step.kind != Step::Kind::refill || !translation_.from_store(step.pick)) return false;
    if (translation_.from_hand(step.pick)) return false;  // a move
    // A game of one round can only be laid out at its beginning.
    std::size_t before = i;
    while (before > 0 && steps()[before - 1].kind == Step::Kind::pass) --before;
    const bool goes_on =
        before > 0 && steps()[before - 1].kind == Step::Kind::refill && is_refill(before - 1);
    if (!translation_.moves_from_stores()) return program_.match.present || i == 0 || goes_on;
    if (goes_on) return true;
    const std::vector<int> holes = translation_.holes(step.after);
    return std::count(holes.begin(), holes.end(), 0) + 1 >= static_cast<std::ptrdiff_t>(holes.size());
  }
  [[nodiscard]] bool begins_round(std::size_t i) const {
    return i < steps().size() && (steps()[i].kind == Step::Kind::new_round || is_refill(i));
  }
  // Does the round or game end with step i?
  [[nodiscard]] bool ends(std::size_t i) const {
    if (steps()[i].ends != Step::Ends::nothing || begins_round(i + 1)) return true;
    return i + 1 == steps().size() && !game_->complete && set_.by == Program::ludii;
  }

  std::size_t step(std::size_t i) {
    const Step& step = steps()[i];
    marks_->see(step.after);
    switch (step.kind) {
      case Step::Kind::new_round: new_round(i, i); return i + 1;
      case Step::Kind::refill:
        if (is_refill(i)) {
          const std::size_t last = end_of_refill(i);
          new_round(i, last);
          return last + 1;
        }
        return ply(i);
      case Step::Kind::other:
        if (step.pick.site < 0 && set_.by == Program::ludii && may_pass(step.by)) return ply(i);
        join(Join::no_move);
        patch(now_, step.after, step.next.value_or(step.by));
        return i + 1;
      case Step::Kind::move:
      case Step::Kind::pass: return ply(i);
    }
    return i + 1;
  }

  // May the player pass by our rules, too, where the recording has him pass instead of moving?
  [[nodiscard]] bool may_pass(Player player) const {
    if (over_ || now_.mover != player) return false;
    const std::vector<Move> legal = reference_.legal(now_, &history_);
    return legal.size() > 1 &&
           std::any_of(legal.begin(), legal.end(), [](const Move& move) { return move.pass; });
  }

  // Passes belong to a refill: of players who have nothing to fill, in the midst of it and at its end.
  [[nodiscard]] std::size_t end_of_refill(std::size_t i) const {
    std::size_t last = i;
    while (last + 1 < steps().size() && (steps()[last + 1].kind == Step::Kind::pass || is_refill(last + 1)))
      ++last;
    return last;
  }

  void join(Join what, int count = 1) { result_.joins[static_cast<std::size_t>(what)] += count; }

  // Our play and its choices

  void add_played(const Position& from, const Move& move, std::vector<Played>& out) const {
    if (static_cast<int>(out.size()) >= kMaxTries) return;
    Played played;
    played.move = move;
    played.after = from;
    Chance chance(1);
    played.outcome = reference_.play(played.after, move, chance, &history_);
    if (played.outcome.status == Status::illegal) return;
    if (played.outcome.status == Status::needs_choice) {
      if (move.choice_count >= kMaxChoices) return;
      // What the recording's next steps pick is tried first.
      std::vector<std::int16_t> options = played.outcome.options;
      std::stable_partition(options.begin(), options.end(), [&](std::int16_t option) {
        return choice_kind(option) == ChoiceKind::hole &&
               hints_.has(static_cast<Place>(choice_value(option)));
      });
      for (const std::int16_t option : options) {
        Move more = move;
        more.choices[more.choice_count++] = option;
        add_played(from, more, out);
      }
      return;
    }
    played.unswept = from;
    Chance again(1);
    unswept_.play(played.unswept, move, again, &history_);
    out.push_back(std::move(played));
  }

  // "A3" of "A3>" or "A3/2".
  static std::string start_of(const std::string& text) { return text.substr(0, text.find_first_of("></")); }
  static std::string without_choices(const std::string& text) { return text.substr(0, text.find('/')); }

  [[nodiscard]] bool names(const std::string& theirs, const std::string& ours) const {
    if (theirs == ours || ours == start_of(theirs)) return true;
    if (set_.by == Program::ludii || theirs.find_first_of("><") == std::string::npos)
      return start_of(ours) == theirs;
    return without_choices(ours) == theirs;
  }

  // Judging

  // Compares counts; says which of the two differ.
  void compare(const Position& ours, const Step& step, Judgement& j) const {
    const Counts a = counts(ours);
    const Counts b = counts(step.after);
    j.board = a.holes == b.holes;
    j.captured = a.held == b.held && a.hands == b.hands;
  }

  // The one of our two boards at an end that agrees; the swept one first.
  void compare_end(const Played& played, const Step& step, Judgement& j) const {
    compare(played.after, step, j);
    if (j.board && j.captured) return;
    Judgement unswept = j;
    compare(played.unswept, step, unswept);
    if (unswept.board && unswept.captured) {
      unswept.joins.push_back(Join::unswept);
      j = unswept;
      return;
    }
    const Counts theirs = counts(step.after);
    const Counts ours = counts(played.after);
    const std::vector<int> has = shares(theirs.held, theirs.holes);
    if (has == shares(ours.held, ours.holes) && std::accumulate(has.begin(), has.end(), 0) == total_) {
      j.board = j.captured = true;
      j.joins.push_back(Join::unswept);
      return;
    }
    const int left = std::accumulate(theirs.holes.begin(), theirs.holes.end(), 0);
    int there = left;
    for (const std::vector<int>* part : {&theirs.held, &theirs.hands}) {
      there = std::accumulate(part->begin(), part->end(), there);
    }
    if (unswept.captured && left == 0 && there < total_) {
      unswept.board = true;
      unswept.joins.push_back(Join::unclaimed);
      j = unswept;
    }
  }

  // What each player has at an end: what he holds, and what lies in holes that are his for good.
  [[nodiscard]] std::vector<int> shares(std::vector<int> held, const std::vector<int>& holes) const {
    for (std::size_t p = 0; p < held.size(); ++p) {
      for (const Place h : marks_->children(static_cast<Player>(p)))
        held[p] += holes[static_cast<std::size_t>(h)];
    }
    return held;
  }

  // More than half of all seeds, or half for each, ends a game in MancalaGames.
  [[nodiscard]] bool decided(const Step& step) const {
    const std::vector<int> has = shares(translation_.held(step.after), translation_.holes(step.after));
    return std::any_of(has.begin(), has.end(), [&](int n) { return 2 * n > total_; }) ||
           std::all_of(has.begin(), has.end(), [&](int n) { return 2 * n == total_; });
  }

  // The last of the passes that follow step k. One that a player may make instead of going on ends his turn.
  [[nodiscard]] std::size_t passes_after(std::size_t k) const {
    std::size_t last = k;
    while (last + 1 < steps().size()) {
      const Step& next = steps()[last + 1];
      const bool stops =
          last == k && next.kind == Step::Kind::other && next.pick.site < 0 && next.by == steps()[k].by;
      if (next.kind != Step::Kind::pass && !stops) break;
      ++last;
    }
    return last;
  }

  // Our move, held against steps i … k.
  [[nodiscard]] Judgement judge(const Played& played, std::size_t i, std::size_t k) const {
    Judgement j;
    const Step& step = steps()[k];
    j.last = j.at = k;
    j.now = played.after;
    j.outcome = played.outcome;
    j.over = played.outcome.status == Status::round_over;
    j.move = move_text(program_, played.move);
    j.position = position_text(program_, played.after);
    if (k > i) j.joins.push_back(Join::laps);
    const std::size_t passed = passes_after(k);
    j.next = j.end = true;
    if (j.over) {
      if (ends(k)) {
        compare_end(played, step, j);
        return j;
      }
      if (passed > k && ends(passed)) {
        Judgement later = j;
        compare_end(played, step, j);
        if (!j.board || !j.captured) compare_end(played, steps()[passed], later);
        if (later.board && later.captured) {
          later.at = passed;
          j = later;
        }
        j.last = passed;
        j.joins.push_back(Join::pass);
        return j;
      }
      j.end = false;
      j.now = played.unswept;
      compare(played.unswept, step, j);
      return j;
    }
    compare(played.after, step, j);
    if (ends(k) && !(k + 1 == steps().size() && step.ends == Step::Ends::nothing)) {
      j.end = decided(step);
      if (j.end) j.joins.push_back(Join::early);
      return j;
    }
    j.next = step.next == played.after.mover;
    for (std::size_t pass = k + 1; pass <= passed && !j.next; ++pass) {
      if (steps()[pass].next != played.after.mover) continue;
      j.next = true;
      j.last = pass;
      j.joins.push_back(Join::pass);
    }
    if (!j.next && j.board && step.next) pass_silently(j, *step.next);
    return j;
  }

  // The recording passes over players who cannot move, where our rules have them pass.
  void pass_silently(Judgement& j, Player next) const {
    Position now = j.now;
    std::vector<Line> passes;
    Chance chance(1);
    for (int n = 1; n < board_.player_count(); ++n) {
      const std::vector<Move> legal = reference_.legal(now, &history_);
      if (legal.size() != 1 || !legal[0].pass) return;
      if (reference_.play(now, legal[0], chance, &history_).status != Status::playing) return;
      passes.push_back({"pass", position_text(program_, now)});
      if (now.mover == next) break;
    }
    if (now.mover != next) return;
    j.next = true;
    j.now = now;
    j.joins.insert(j.joins.end(), passes.size(), Join::pass);
    j.passes = std::move(passes);
  }

  // Up to which step the mover goes on: each a lap, a choice within the move, or a move of its own.
  [[nodiscard]] std::size_t end_of_run(std::size_t i) const {
    std::size_t k = i;
    while (k + 1 < steps().size() && steps()[k].next == steps()[i].by && steps()[k + 1].by == steps()[i].by &&
           (steps()[k + 1].kind == Step::Kind::move || steps()[k + 1].kind == Step::Kind::refill) &&
           !is_refill(k + 1)) {
      ++k;
    }
    return k;
  }
  // A step of which there is no choice follows as a lap does. After a seed from a hand that is a pile of ours
  // all of the run does, where nobody moves twice.
  [[nodiscard]] std::size_t likely_end(std::size_t i, std::size_t run) const {
    std::size_t k = i;
    if (set_.by != Program::ludii) return k;
    if (!moves_again_ && translation_.from_hand(steps()[i].pick)) return run;
    while (k < run) {
      const std::vector<Pick>& legal = steps()[k + 1].legal;
      if (std::any_of(legal.begin(), legal.end(),
                      [&](const Pick& pick) { return pick.site != legal[0].site; }))
        break;
      ++k;
    }
    return k;
  }

  // Does the recording end in the midst of this turn?
  [[nodiscard]] bool breaks_off(std::size_t i) const {
    const std::size_t last = likely_end(i, end_of_run(i));
    return set_.by == Program::ludii && !game_->complete && last + 1 == steps().size() &&
           steps()[last].next == steps()[i].by;
  }

  [[nodiscard]] Judgement best(const std::vector<Played>& played, std::size_t i) const {
    const std::size_t run = end_of_run(i);
    std::optional<Judgement> best;
    for (std::size_t k = i; k <= run; ++k) {
      for (const Played& one : played) {
        // MancalaGames writes a ply of its own only for a choice within a move.
        if (k > i && set_.by == Program::mancalagames && one.move.choice_count == 0) continue;
        Judgement j = judge(one, i, k);
        if (j.agrees()) return j;
      }
    }
    const std::size_t likely = likely_end(i, run);
    for (const Played& one : played) {
      Judgement j = judge(one, i, likely);
      if (!best || j.wrong() < best->wrong()) best = std::move(j);
    }
    return *best;
  }

  // Plies

  [[nodiscard]] std::string player_name(std::optional<Player> p) const {
    if (!p || *p < 0 || *p >= board_.player_count()) return "nobody";
    return board_.players[static_cast<std::size_t>(*p)];
  }

  [[nodiscard]] std::string rows_of(const Position& position, const Moment& moment) const {
    Position shown = position;
    patch(shown, moment, position.mover);
    return rows_of(shown);
  }
  [[nodiscard]] std::string rows_of(const Position& position) const {
    const std::string text = position_text(program_, position);
    const std::size_t rows = text.find(' ');
    return text.substr(0, text.find(' ', rows + 1));
  }

  void compare_legal(const Step& step, const std::vector<Move>& legal, Difference& difference) {
    std::vector<std::string> ours;
    std::vector<std::string> theirs;
    const bool marked = set_.by == Program::mancalagames;
    for (const Move& move : legal) {
      const std::string text = move_text(program_, move);
      if (!marked) {
        ours.push_back(start_of(text));
      } else if (text.starts_with("store")) {
        ours.push_back(text);
      } else {
        ours.push_back(without_choices(text));
      }
    }
    for (const Pick& pick : step.legal) {
      const bool passes = std::find(ours.begin(), ours.end(), "pass") != ours.end();
      if (!marked && !passes && pick.site < 0 && step.legal.size() > 1 && step.kind != Step::Kind::pass) {
        join(Join::no_move);  // a vote that may be made instead of a move
        continue;
      }
      const std::string text = translation_.text(pick);
      // All the seeds of a store may be meant where we leave no choice of a number.
      const bool all =
          text.starts_with("store") && std::find(ours.begin(), ours.end(), start_of(text)) != ours.end();
      theirs.push_back(all ? start_of(text) : text);
    }
    for (std::vector<std::string>* list : {&ours, &theirs}) {
      std::sort(list->begin(), list->end());
      list->erase(std::unique(list->begin(), list->end()), list->end());
    }
    std::set_difference(theirs.begin(), theirs.end(), ours.begin(), ours.end(),
                        std::back_inserter(difference.missing));
    std::set_difference(ours.begin(), ours.end(), theirs.begin(), theirs.end(),
                        std::back_inserter(difference.extra));
    if (difference.missing.empty() && difference.extra.empty()) return;
    difference.kinds.push_back(Kind::legal);
    difference.legal = fmt::format("{}", fmt::join(theirs, " "));
  }

  void report(Difference difference) {
    whole_ = false;
    for (const Kind kind : difference.kinds) ++result_.kinds[static_cast<std::size_t>(kind)];
    result_.differences.push_back(std::move(difference));
  }

  Difference begin_difference() const {
    Difference difference;
    difference.game = result_.games;
    difference.ply = ply_;
    difference.line = game_->line;
    difference.before = position_text(program_, now_);
    return difference;
  }

  std::size_t ply(std::size_t i) {
    const Step& step = steps()[i];
    ++ply_;
    ++result_.plies;
    if (over_ || now_.mover != step.by) {
      now_.mover = step.by;
      now_.again = false;
      over_ = false;
    }
    Difference difference = begin_difference();
    const std::string text = translation_.text(step.pick);
    difference.move = text;
    const std::vector<Move> legal = reference_.legal(now_, &history_);
    compare_legal(step, legal, difference);

    hints_ = Region();
    for (std::size_t k = i + 1; k <= end_of_run(i); ++k) {
      hints_.add(board_.find(start_of(translation_.text(steps()[k].pick))));
    }
    std::vector<Played> played;
    for (const Move& move : legal) {
      if (names(text, move_text(program_, move))) add_played(now_, move, played);
    }
    if (played.empty()) {
      if (difference.kinds.empty()) difference.kinds.push_back(Kind::legal);
      difference.expected = rows_of(now_, step.after);
      difference.expected_next = player_name(step.next);
      report(std::move(difference));
      const std::size_t last = step.kind == Step::Kind::pass ? i : likely_end(i, end_of_run(i));
      count_unplayed(i, last);
      go_on(now_, last, false);
      return last + 1;
    }
    const Judgement j = best(played, i);
    if (!j.agrees() && breaks_off(i)) {
      join(Join::cut);
      --ply_;
      --result_.plies;
      return steps().size();
    }
    for (const Join what : j.joins) join(what, what == Join::laps ? static_cast<int>(j.at - i) : 1);
    for (std::size_t s = i + 1; s <= j.last; ++s) marks_->see(steps()[s].after);
    bool board = j.board;
    if (!marks_->agrees(j.now) && !j.over) board = false;
    if (!board) difference.kinds.push_back(Kind::board);
    if (!j.captured) difference.kinds.push_back(Kind::captured);
    if (!j.next) difference.kinds.push_back(Kind::next);
    if (!j.end) difference.kinds.push_back(Kind::end);
    difference.move = text == start_of(j.move) ? j.move : text;
    if (difference.kinds.empty()) {
      ++result_.plies_reproduced;
      reproduced_.lines.push_back({j.move, j.over ? "" : j.position});
      reproduced_.lines.insert(reproduced_.lines.end(), j.passes.begin(), j.passes.end());
    } else {
      difference.expected = rows_of(now_, steps()[j.at].after);
      difference.ours = rows_of(j.now);
      if (board != j.board) {
        Position theirs = j.now;
        patch(theirs, steps()[j.at].after, theirs.mover);
        difference.expected = position_text(program_, theirs);
        difference.ours = position_text(program_, j.now);
      }
      if (!j.next || !j.end) {
        difference.expected_next = ends(j.last) && !j.end ? "the end" : player_name(steps()[j.last].next);
        difference.our_next =
            j.over ? fmt::format("the end ({})", reason_text(j.outcome)) : player_name(j.now.mover);
      }
      report(std::move(difference));
    }
    outcome_ = j.outcome;
    go_on(j.now, j.last, j.over && j.end);
    if (!j.next) correct_turns(j, step.by);
    if (steps()[j.last].ends == Step::Ends::game && over_) end_of_match();
    return j.last + 1;
  }

  // A move that we cannot play counts as if it had been played: turns, captures, who moved last.
  void count_unplayed(std::size_t i, std::size_t last) {
    const Step& step = steps()[i];
    const Counts after = counts(steps()[last].after);
    const auto on_board = [](const Counts& counts) {
      return std::accumulate(counts.holes.begin(), counts.holes.end(),
                             std::accumulate(counts.hands.begin(), counts.hands.end(), 0));
    };
    const bool captured = on_board(after) < on_board(counts(now_));
    if (asks(program_, ir::Op::quiet)) now_.quiet = captured ? 0 : now_.quiet + 1;
    if (asks(program_, ir::Op::last_mover) && step.kind != Step::Kind::pass) now_.last_mover = step.by;
    if (counts_turns() && steps()[last].next != step.by) ++now_.turns[static_cast<std::size_t>(step.by)];
  }
  // Where only one of the two, our move or the recorded one, has ended the turn, the recorded one counts.
  void correct_turns(const Judgement& j, Player by) {
    if (!counts_turns() || j.over) return;
    const bool ours = j.now.mover != by;
    const bool theirs = steps()[j.last].next != by;
    std::uint32_t& turns = now_.turns[static_cast<std::size_t>(by)];
    if (theirs && !ours) ++turns;
    if (ours && !theirs && turns > 0) --turns;
  }
  [[nodiscard]] bool counts_turns() const {
    return asks(program_, ir::Op::turns) || asks(program_, ir::Op::turns_played);
  }

  // Takes our position on, with the recording's counts where they differ.
  void go_on(const Position& ours, std::size_t last, bool over) {
    now_ = ours;
    over_ = over;
    if (over) return;
    const Step& step = steps()[last];
    const Player mover = step.next.value_or(step.by);
    if (mover != now_.mover) now_.again = mover == step.by;
    patch(now_, step.after, mover);
    history_.add(now_);
  }

  // Rounds

  void new_round(std::size_t first, std::size_t last) {
    const Step& step = steps()[last];
    for (std::size_t s = first; s <= last; ++s) marks_->see(steps()[s].after);
    const Player mover = step.next.value_or(step.by);
    Chance chance(1);
    if (set_.by == Program::ludii && last + 1 == steps().size()) {
      join(Join::cut);  // not all is laid out yet
      return;
    }
    Difference difference = begin_difference();
    Position ours = now_;
    bool began = false;
    if (over_) {
      ++result_.rounds;
      difference.move = "new round";
      const Reference::MatchState match = reference_.next_round(ours, outcome_, chance);
      began = !match.over;
      if (began && same_start(ours, first, last, mover)) {
        ++result_.rounds_reproduced;
      } else {
        Position theirs = began ? ours : now_;
        patch(theirs, step.after, mover);
        if (set_.by == Program::ludii) fill_as_recorded(theirs, first, last);
        difference.kinds.push_back(Kind::round);
        difference.expected = position_text(program_, theirs);
        difference.ours = began ? position_text(program_, ours) : "the match is over";
        report(std::move(difference));
      }
    }
    // Only the recording's round is over. MancalaGames tells what becomes of the holes, so ours is ended,
    // too: who has more has won it. Otherwise a later round begins as the first.
    if (!over_ && set_.by == Program::mancalagames) {
      began = !reference_.next_round(ours, ended_as_recorded(), chance).over;
    }
    if (!began) {
      ours = reference_.initial(chance);
      ours.round = static_cast<std::uint16_t>(now_.round + 1);
    }
    patch(ours, step.after, mover);
    if (set_.by == Program::ludii) fill_as_recorded(ours, first, last);
    ours.round_starter = mover;
    now_ = ours;
    over_ = false;
    history_.clear();
    history_.add(now_);
    reproduced_.lines.push_back({"", position_text(program_, now_)});
  }

  [[nodiscard]] Outcome ended_as_recorded() const {
    Outcome outcome;
    outcome.status = Status::round_over;
    const std::vector<int> has = counts(now_).held;
    const auto most = std::max_element(has.begin(), has.end());
    outcome.drawn = has.empty() || std::count(has.begin(), has.end(), *most) > 1;
    if (!outcome.drawn) outcome.winner = static_cast<Player>(most - has.begin());
    return outcome;
  }

  // Does our new round begin as the recording's? Which holes are filled is the players' choice: then only how
  // many seeds lie where, hole by hole of each row in any order, and how many holes each has, must agree.
  // What a lot decides is not compared.
  bool same_start(const Position& ours, std::size_t first, std::size_t last, Player mover) {
    const Step& step = steps()[last];
    if (ours.mover != mover) {
      if (set_.by == Program::mancalagames) return false;
      join(Join::starter);
    }
    const Counts a = counts(ours);
    const Counts b = counts(step.after);
    if (a.held != b.held) return false;
    if (a.holes == b.holes && marks_->agrees(ours)) return true;
    if (by_lot(ours)) {
      join(Join::lot);
      return std::accumulate(a.holes.begin(), a.holes.end(), 0) ==
             std::accumulate(b.holes.begin(), b.holes.end(), 0);
    }
    Position theirs = ours;
    patch(theirs, step.after, mover);
    if (set_.by == Program::ludii) fill_as_recorded(theirs, first, last);
    for (Player p = 0; p < board_.seats(); ++p) {
      if (in_any_order(ours, p) != in_any_order(theirs, p)) return false;
    }
    join(Join::fill);
    return true;
  }

  // A row's holes: seeds, closed or not, sorted; and how many holes of the board the player owns.
  [[nodiscard]] std::vector<int> in_any_order(const Position& position, Player p) const {
    std::vector<int> out;
    for (const Place h : board_.side(p)) {
      out.push_back(2 * position.seeds[static_cast<std::size_t>(h)] + (position.closed.has(h) ? 1 : 0));
    }
    std::sort(out.begin(), out.end());
    if (!program_.territory) return out;
    const auto owners = position.owner.begin();
    out.push_back(static_cast<int>(std::count(owners, owners + board_.hole_count(), p)));
    return out;
  }

  // Would chance have laid out another board?
  [[nodiscard]] bool by_lot(const Position& ours) const {
    for (const std::uint64_t seed : {2, 3, 4, 5}) {
      Chance chance(seed);
      Position other = now_;
      reference_.next_round(other, outcome_, chance);
      if (other.seeds != ours.seeds || other.owner != ours.owner || other.closed != ours.closed) return true;
    }
    return false;
  }

  // What Ludii does not write: holes that nobody filled are closed, if some are closed with us; a hole is his
  // who filled it.
  void fill_as_recorded(Position& position, std::size_t first, std::size_t last) {
    const auto closed_state =
        std::find_if(program_.states.begin(), program_.states.end(),
                     [&](const ir::State& state) { return state.name == entry_.closed_as; });
    const bool closes = !position.closed.empty();
    for (Place h = 0; h < board_.hole_count(); ++h) {
      const bool empty = position.seeds[static_cast<std::size_t>(h)] == 0;
      if (closes && empty) position.closed.add(h);
      if (closes && !empty) position.closed.remove(h);
      if (closed_state != program_.states.end() && closed_state->per == ir::Per::hole) {
        position.state[static_cast<std::size_t>(closed_state->first_slot) + static_cast<std::size_t>(h)] =
            empty ? 1 : 0;
      }
    }
    if (!program_.territory) return;
    for (Place h = 0; h < board_.hole_count(); ++h) {
      const Player owner = filled_by(h, first, last);
      if (owner != kNobody) position.owner[static_cast<std::size_t>(h)] = owner;
    }
  }

  // Who filled a hole. Of one that several filled only the moves that its owner then has tell.
  [[nodiscard]] Player filled_by(Place hole, std::size_t first, std::size_t last) const {
    Region givers;
    for (std::size_t s = first; s <= last; ++s) {
      std::vector<Carried> carried = steps()[s].carried;
      carried.push_back({steps()[s].pick.site, steps()[s].pick.to});
      for (const Carried& one : carried) {
        if (translation_.hole_at(one.to) == hole) givers.add(translation_.holder(one.from));
      }
    }
    if (givers.count() <= 1) return static_cast<Player>(givers.first());
    for (std::size_t s = last + 1; s < steps().size() && !begins_round(s); ++s) {
      const std::vector<Pick>& legal = steps()[s].legal;
      const bool his = std::any_of(legal.begin(), legal.end(),
                                   [&](const Pick& pick) { return translation_.hole_at(pick.site) == hole; });
      if (his) return steps()[s].by;
    }
    return static_cast<Player>(givers.first());
  }

  // The recording's match is over with this round: ours, too?
  void end_of_match() {
    if (!program_.match.present) return;
    ++result_.rounds;
    Chance chance(1);
    Position ours = now_;
    if (reference_.next_round(ours, outcome_, chance).over) {
      ++result_.rounds_reproduced;
      return;
    }
    Difference difference = begin_difference();
    difference.kinds.push_back(Kind::round);
    difference.move = "end of the match";
    difference.expected_next = "nobody";
    difference.ours = rows_of(ours);
    difference.our_next = player_name(ours.mover);
    report(std::move(difference));
  }

  const Set& set_;
  const ir::Program& program_;
  const Board& board_;
  ir::Program unswept_program_;
  Reference reference_;
  Reference unswept_;
  Translation translation_;
  const Entry& entry_;
  Result& result_;
  bool moves_again_;
  const Game* game_ = nullptr;
  std::optional<Marks> marks_;
  Position now_;     // before the next step; of a round that is over: the board as we left it
  Outcome outcome_;  // of our last move
  Region hints_;     // holes that the next steps of the same player pick
  History history_;
  Reproduced reproduced_;
  int total_ = 0;  // seeds of the game
  int ply_ = 0;
  bool over_ = false;
  bool whole_ = true;
};

}  // namespace

Result replay(const Set& set, const Entry& entry, const Variant& variant) {
  Result result;
  try {
    Replayer(set, entry, variant, result).run();
  } catch (const Translation::Unmappable& problem) {
    result = Result();
    result.games = static_cast<int>(set.games.size());
    result.problem = problem.what();
  }
  return result;
}

}  // namespace mancala::recorded
