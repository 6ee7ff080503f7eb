// Phrases of the rule sheet: the expressions, conditions and actions of one program in English.
//
// Usual shapes have usual words ("the last seed fell into an empty hole"); every other expression has a
// plain, fully worded form, so that nothing is unprintable and expressions that mean different things read
// differently.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "interpreter/ir.h"

namespace mancala {

// The moment at which a sentence is read. It decides what the hole of the last drop is called, and whether
// there is a mover to speak of.
enum class Moment {
  setup,
  turn_start,
  choice,
  station,
  route,
  play,
  each_seed,
  lap_end,
  move_end,
  before_turn,
  after_move,
  rounds,
  refill  // what lies in the stores is laid out again: nobody has captured it
};

// What comes before that which is asked about the board as it was.
constexpr std::string_view as_seeds_lay(ir::Op look_back) {
  return look_back == ir::Op::at_start ? "as the seeds lay when the turn began"
                                       : "as the seeds lay when the lap was lifted";
}

class English {
 public:
  explicit English(const ir::Program& program);

  void set_moment(Moment moment) { moment_ = moment; }
  // Open circuits lead onward and backward, closed ones counterclockwise and clockwise.
  void set_circuit(std::int32_t circuit) { circuit_ = circuit; }
  // The mover picks the way of each seed, of a phase with a route.
  void set_routed(bool routed) { routed_ = routed; }

  // A value as a noun phrase; a truth value as "whether …".
  [[nodiscard]] std::string noun(ir::ExprId id);
  // A value of type word, of the set with these words.
  [[nodiscard]] std::string word(ir::ExprId id, const std::vector<std::string>& words);
  // A truth value as a clause: "there are seeds in the hole opposite".
  [[nodiscard]] std::string condition(ir::ExprId id);
  // The same said of something else: "is empty" for `seeds(it) == 0`, where the subject is the local in
  // `slot`. Empty if the condition is no statement about it alone.
  [[nodiscard]] std::optional<std::string> predicate(ir::ExprId id, std::int32_t slot, bool plural);
  // What must hold of a move.
  struct Such {
    std::string which;      // said of moves: "after which …", "from a hole that …", "for which …"
    std::string condition;  // of one move: "after it …", "the start hole …", "…"
    bool compound = false;  // "… and …" or "… or …", so that nothing may stand right behind it
  };
  [[nodiscard]] Such moves_such(ir::ExprId id);
  // Does it hold whatever happens, or never? Readings that are not in effect leave such conditions behind.
  [[nodiscard]] bool always(ir::ExprId id);
  [[nodiscard]] bool never(ir::ExprId id);
  // Is it always this direction?
  [[nodiscard]] bool is_direction(ir::ExprId id, Direction direction);
  // The holes that a move may start from: "one of his own holes that hold seeds"; if there can be just one,
  // it, and what must hold of it.
  struct Candidates {
    std::string text;
    bool one = false;
    std::string if_it;  // of the only one: "it holds at least 2 seeds", or empty
  };
  [[nodiscard]] Candidates candidates(ir::ExprId from);
  // A set to choose from: "the opponent's holes that hold seeds".
  [[nodiscard]] std::string choice_from(ir::ExprId set);
  // Is this "the opponent has no seeds" / "after the move he has some"?
  [[nodiscard]] bool opponent_has_none(ir::ExprId id) const;
  [[nodiscard]] bool gives_opponent_seeds(ir::ExprId id) const;
  // Can this direction be `either`?
  [[nodiscard]] bool may_be_either(ir::ExprId id) const;
  // A set after "for each hole h": "of the mover's own", "of player p", "on the side of …".
  [[nodiscard]] std::string belonging_to(ir::ExprId set);
  // Does it depend on the move that is judged?
  [[nodiscard]] bool about_move(ir::ExprId id) const;
  // "the mover's own holes" said after "the mover …": "his own holes".
  [[nodiscard]] static std::string his(std::string phrase);

  // A long condition that several sentences share has a letter: they say "(A) holds".
  void set_terms(std::vector<std::pair<ir::ExprId, std::string>> terms) { terms_ = std::move(terms); }
  // What `conditions` have in common that is worth a letter, the longest first.
  [[nodiscard]] std::vector<ir::ExprId> shared_terms(const std::vector<ir::ExprId>& conditions);
  // Can it be said where only these locals have a name?
  [[nodiscard]] bool speaks_only_of(ir::ExprId id, const std::vector<std::int32_t>& slots) const;

  // From here on the local in `slot` has a name: the file's, with what it is ("hole h", "the loser").
  // `called`: the name at this place; empty: the slot's.
  void name_local(std::int32_t slot, ir::Type type, const std::vector<std::string>& words = {},
                  const std::string& called = "");
  // The element that a setup, a mark or a station is about: "it".
  void name_it(std::int32_t slot, ir::Type type);
  // How sentences call the local in `slot`.
  [[nodiscard]] std::string local_name(std::int32_t slot) const;
  void forget_local(std::int32_t slot);
  // All but what is chosen in a move, which every list can ask for.
  void forget_locals();

  // The actions as the rest of a sentence: "he captures the seeds of the last hole and moves again".
  // `block` gives the text for a clause list that is run as an action. `cond`: the condition of the clause.
  [[nodiscard]] std::string actions(const std::vector<ir::Action>& list, ir::ExprId cond,
                                    const std::vector<std::string>& blocks);

  // "the round", or "the game" where there is just one.
  [[nodiscard]] std::string round_word() const;
  // What is not won is "drawn", in a game for one player "lost".
  [[nodiscard]] std::string drawn_word() const;
  [[nodiscard]] std::string place_name(std::int32_t place) const;
  [[nodiscard]] std::string player_name(std::int32_t player) const;
  [[nodiscard]] std::string holes_list(const Region& region) const;
  [[nodiscard]] std::string number_set(const ir::NumberSet& set, const std::string& unit) const;

 private:
  // What is counted in a comparison, and how one says it: "the mover | has captured | … seeds".
  struct Quantity {
    ir::ExprId subject = ir::kNone;  // kNone: `fixed`
    std::string fixed;
    std::string verb, verbs, not_verb, not_verbs;  // singular, plural, denied
    std::string unit;                              // "seed"
    std::string tail;
    bool holding = false;  // seeds in holes: "is empty" instead of "holds 0 seeds"
  };
  // A statement about one thing.
  struct Saying {
    ir::ExprId subject = ir::kNone;
    std::string fixed;  // the subject, if it is no expression
    std::string singular, plural;
  };
  struct Doing {
    std::string subject;
    std::string verb;
  };

  [[nodiscard]] const ir::Expr& at(ir::ExprId id) const { return pool_[static_cast<std::size_t>(id)]; }
  ir::ExprId expand(ir::ExprId id);
  ir::ExprId simplified(ir::Expr e, ir::ExprId unchanged);
  ir::ExprId denial(ir::ExprId id);
  ir::ExprId made(const ir::Expr& e);
  [[nodiscard]] bool is_truth(ir::ExprId id, bool value) const;
  [[nodiscard]] bool speaks_of_stores() const;
  [[nodiscard]] bool same(ir::ExprId a, ir::ExprId b) const;
  [[nodiscard]] bool uses(ir::ExprId id, std::int32_t slot) const;
  [[nodiscard]] bool uses_op(ir::ExprId id, ir::Op op) const;
  [[nodiscard]] bool uses_inside_binder(ir::ExprId id, std::int32_t slot, bool inside) const;
  [[nodiscard]] bool speaks_of_other_holes(ir::ExprId id, ir::Op than) const;
  [[nodiscard]] bool is_local(ir::ExprId id, std::int32_t slot) const;
  [[nodiscard]] bool is_number(ir::ExprId id, std::int32_t n) const;
  [[nodiscard]] bool is_none(ir::ExprId id) const;
  [[nodiscard]] bool is_plural(ir::ExprId id) const;
  [[nodiscard]] const std::vector<std::string>* words_of(ir::ExprId id) const;

  std::string say(ir::ExprId id, const std::vector<std::string>* words = nullptr);
  std::string say_loose(ir::ExprId id);  // without brackets where nothing can follow that reads on
  [[nodiscard]] ir::ExprId only_set(ir::ExprId id) const;
  [[nodiscard]] bool part_of(ir::ExprId part, ir::ExprId whole) const;
  std::string say_in(ir::ExprId id);  // in brackets where it is compound
  std::string subject(ir::ExprId id);
  std::optional<std::string> hole_of_player(ir::ExprId id);
  std::string direction(std::int32_t value) const;
  std::string belonging(const std::string& thing, ir::ExprId player);
  std::string extreme(const std::string& which, ir::ExprId set);
  [[nodiscard]] std::optional<Region> labelled(ir::ExprId set) const;
  [[nodiscard]] bool always_there(ir::ExprId hole) const;
  [[nodiscard]] const std::string* term(ir::ExprId id) const;
  std::optional<std::string> holes_of_player(ir::ExprId set);
  [[nodiscard]] std::optional<std::vector<std::string>> labels_of_player(ir::ExprId id,
                                                                         ir::ExprId& who) const;
  [[nodiscard]] bool one_hole(ir::ExprId set) const;
  std::string state_noun(const ir::Expr& e);
  std::string step_text(const ir::Expr& e);
  std::string run_text(const ir::Expr& e);
  std::string where_text(const ir::Expr& e);
  std::string most_text(const ir::Expr& e);
  std::string members(ir::ExprId set, bool singular);
  std::string base_text(ir::ExprId set);
  std::string all_members(ir::ExprId set);
  std::string such(ir::ExprId body, std::int32_t slot, ir::Type element, bool plural, std::string& letter);
  bool predicates(ir::ExprId id, bool negated, std::int32_t slot, bool plural,
                  std::vector<std::string>& verbs);
  std::string truth(ir::ExprId id, bool negated);
  std::string joined(ir::ExprId id, bool negated, int depth);
  std::string part(ir::ExprId id, bool negated, int depth);
  void flatten(ir::ExprId id, bool negated, ir::Op op, std::vector<std::pair<ir::ExprId, bool>>& out) const;
  void absorb(ir::Op op, std::vector<std::pair<ir::ExprId, bool>>& parts) const;
  [[nodiscard]] ir::Op connective(ir::ExprId id, bool negated) const;
  std::string comparison(ir::ExprId id, bool negated);
  std::string is_text(ir::ExprId id, bool negated);
  std::string some_text(ir::ExprId set, bool negated);
  std::optional<std::string> whose_text(const ir::Expr& set, bool negated);
  std::optional<std::string> remainder(const ir::Expr& comparison, ir::Op op);
  std::string some_move_text(const ir::Expr& e, bool negated);
  std::optional<Quantity> quantity(ir::ExprId id);
  std::optional<Saying> saying(ir::ExprId id, bool negated);
  std::optional<Saying> measured(const Quantity& q, ir::Op op, ir::ExprId other, bool negated);
  std::optional<Saying> counted(const Quantity& q, const ir::NumberSet& set, bool negated);
  std::optional<Saying> identity(const ir::Expr& e, bool negated);
  std::optional<Saying> plain_saying(const std::pair<ir::ExprId, bool>& part);
  ir::ExprId subject_of(const std::pair<ir::ExprId, bool>& part);
  bool is_about_fall(ir::ExprId id);
  std::string finish(const Saying& s, bool plural);
  std::optional<std::string> fell(ir::ExprId id, bool negated);
  std::optional<std::string> hole_that_held(ir::ExprId id, bool negated);
  std::optional<std::string> neighbour_predicate(ir::ExprId id, bool negated, std::int32_t slot, bool plural);
  std::string seed_word() const;
  std::string here_word() const;
  std::string open_binder(std::int32_t slot, ir::Type element, ir::ExprId body);

  Doing doing(const ir::Action& action);
  struct Split {
    ir::ExprId cond;
    ir::Action yes, no;  // Act::block: nothing is done
  };
  std::optional<Split> split(const ir::Action& action);
  // One thing that may be done, and all that must hold for it.
  struct Case {
    std::vector<ir::ExprId> held;
    ir::Action action;
  };
  void cases(const ir::Action& action, const std::vector<ir::ExprId>& held, std::vector<Case>& out);
  ir::ExprId all_hold(const std::vector<ir::ExprId>& conditions);
  std::optional<Doing> by_case(const ir::Action& action);
  Doing lift_and_sow(const ir::Action& lift, const ir::Action& sow);
  Doing capture(const ir::Action& action);
  Doing choose(const ir::Action& action);
  void name_choices();
  std::string lifted(const ir::Action& action);
  std::string seeds_of(ir::ExprId id);
  std::string holes_of_seeds(ir::ExprId id);
  std::string number_of_seeds(ir::ExprId amount);
  std::string taken(const ir::Action& action);
  std::string number_of(const ir::Action& action);
  std::string way(const ir::Action& sow);
  std::string set_state(const ir::Action& action);

  const ir::Program& program_;
  std::vector<ir::Expr> pool_;  // the program's expressions, then those with `bind` worked in
  std::vector<std::string> names_;
  std::vector<ir::ExprId> values_;               // by slot, while a `bind` is worked in
  std::vector<std::vector<std::string>> words_;  // by slot: what the player chose among
  std::vector<std::string> stages_;
  Moment moment_ = Moment::setup;
  std::int32_t circuit_ = 0;
  bool routed_ = false;
  // What the sentence has just spoken of, so that it need not be named again.
  ir::Op that_hole_ = ir::Op::number;  // `here` or `start`: and of no other hole; number: of none
  ir::ExprId spoken_ = ir::kNone;      // the only run or set of holes in the sentence
  bool said_ = false;                  // it has been named
  ir::ExprId occupied_ = ir::kNone;    // the condition was just that this hole holds seeds
  bool that_store_ = false;            // `that_hole_` is known to be a store
  bool in_case_ = false;               // its conditions are told behind what is done
  bool start_is_it_ = false;           // "moves from a hole that is its owner's leftmost hole"
  std::string mover_word_ = "he";      // who acts, where nobody else is named
  std::vector<std::pair<ir::ExprId, std::string>> terms_;
  bool stores_ = false;  // seeds are also sown into stores, or lie there from the beginning
};

}  // namespace mancala
