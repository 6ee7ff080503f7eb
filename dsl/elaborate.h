// The walk that `check` makes: syntax trees in, typed expressions and clause lists of the program out.
// Private to dsl; the parts are in elaborate_expression.cpp, elaborate_rules.cpp and check.cpp.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "dsl/builder.h"
#include "dsl/diagnostic.h"
#include "dsl/load.h"
#include "dsl/sheet.h"
#include "dsl/variant.h"
#include "dsl/vocabulary.h"

namespace mancala {

inline constexpr std::size_t kMaxLoops = 3;  // inside each other: four over a large board take minutes
inline constexpr int kMaxExpansion = 24;     // definitions in definitions: more is recursion or a mistake
inline constexpr int kMaxExpansions =
    10'000;  // of one variant: definitions can double in size at every level

// What an expression turned out to be.
struct Typed {
  ir::ExprId id = ir::kNone;
  ir::Type type = ir::Type::number;
  int words = -1;     // type word: which set
  bool none = false;  // the literal `none`, which takes the type that is wanted
  bool bad = false;   // an error was reported: say no more about it
};

// A name of a let, a loop, a parameter of a definition.
struct Bound {
  std::string name;
  Typed value;
  std::string word;  // an argument that is no name: a word such as `left`, for whoever asks for one
  Span span;
  bool argument = false;  // of a definition: `span` is what the caller wrote
  std::string near = {};  // the name that the caller may have meant by `word`
};

// Where in the rules an expression stands.
struct Env {
  Moments moment = moment::all;
  std::string place;                // "`lap-end`": for messages
  bool look_ahead = false;          // may `after` and `some move` stand here
  bool no_states = false;           // declared states have no values yet
  std::vector<Bound> bound;         // innermost last
  Typed it;                         // id kNone: there is none
  std::vector<Span> uses;           // the uses of definitions that led here, outermost first
  std::vector<std::string> inside;  // the definitions being expanded
  std::size_t loops = 0;            // `each` loops around this place
  std::vector<std::string> later;   // further picks of the move that are not made yet
};

// The clause lists of a variant, by what may stand in them.
enum class Event { turn_start, play, each_seed, lap_end, move_end, end, new_round };

class Elaborator {
 public:
  Elaborator(const sheet::Sheet& sheet, const Settings& settings, Diagnostics& diagnostics);
  std::optional<Variant> run();

 private:
  // --- check.cpp: the sheet as a whole
  void settings(const Settings& settings);
  void set_parameter(sheet::Parameter const& parameter, const std::string& text);
  void declared_names();
  void store_seeds();
  void pieces();
  void setup();
  Typed laid_out(const syntax::Node& node, Env& env, int kind);
  void states();
  void state_starts();
  void choices();
  void forget_choices_not_offered();
  void choices_in(const syntax::Node& node);
  void choices_in(const sheet::Clauses& clauses);
  void choices_in(const sheet::Definition& definition);
  void declare_choice(const std::string& name, Span span, ir::Type type, std::vector<std::string> words);
  void phase_events(const sheet::Phase& sheet, ir::Phase& phase);
  void phase_moves(const sheet::Phase& sheet, ir::Phase& phase);
  void move_block(const sheet::Move& sheet, ir::Phase& phase);
  void phases_that_never_run();
  void choice_of_numbers(ir::ExprId from, ir::ExprId to, Span where, const Env& env);
  void no_move_provided();
  void end_clauses();
  void match();
  void endless();
  void notation();
  void unused();
  Env env(Moments moment, std::string place, bool look_ahead = false) const;
  std::int32_t origin(Span span, const std::string& source, const std::string& note);
  bool mentions(ir::ExprId id, ir::Op op) const;
  bool list_mentions(ir::ListId id, ir::Op op) const;
  bool list_sows(ir::ListId id) const;

  // --- elaborate_board.cpp
  void board();
  int holes_in_row();
  int size(const std::optional<sheet::Phrase>& phrase, int low, int high, std::string_view of);
  bool has_room(int holes);
  void lay_holes(const std::vector<std::string>& players);
  static std::vector<Place> unnamed(const Board& board, const std::map<Place, Span>& said);
  void ends();
  void owners();
  void facing();
  void named_circuits();
  std::vector<Place> route(const sheet::Words& labels);
  int circuit(const sheet::Sow& sow);  // index among those of the board
  std::vector<Place> stations(const sheet::Words& labels, bool stores);
  std::optional<Player> player_called(const sheet::Words& name, bool or_nobody);

  // --- elaborate_expression.cpp
  Typed expression(const syntax::Node& node, Env& env);
  Typed wanted(const syntax::Node& node, Env& env, ir::Type type, int words = -1);
  ir::ExprId wanted_id(const std::optional<sheet::Phrase>& phrase, Env& env, ir::Type type, int words = -1);
  Typed coerce(Typed value, ir::Type type, int words, const syntax::Node& node, const Env& env);
  Typed set_of(const syntax::Node& node, Env& env);  // region or players
  Typed name(const syntax::Node& node, Env& env);
  bool for_two_players(const syntax::Node& node, const Env& env);
  Typed vocabulary_name(const Word& word, const syntax::Node& node, Env& env);
  Typed call(const syntax::Node& node, Env& env);
  Typed function_call(const Word& word, const syntax::Node& node, Env& env);
  Typed state_read(std::size_t index, const syntax::Node& node, Env& env);
  Typed expand_expression(const sheet::Definition& definition, const syntax::Node& node, Env& env);
  Typed comparison(const syntax::Node& node, Env& env);
  Typed binary_number(const syntax::Node& node, Env& env, ir::Op op);
  Typed is(const syntax::Node& node, Env& env);
  Typed in(const syntax::Node& node, Env& env);
  Typed where(const syntax::Node& node, Env& env);
  Typed unite(const syntax::Node& node, Env& env);
  Typed run(const syntax::Node& node, Env& env);
  Typed step(const syntax::Node& node, Env& env);
  Typed pieces_in(std::size_t kind, const syntax::Node& node, Env& env);
  Typed label(const syntax::Node& node, Env& env);
  Typed labels(const syntax::Node& node, Env& env);
  Typed look_ahead(const syntax::Node& node, Env& env);
  Typed look_back(const syntax::Node& node, Env& env);
  Typed player_with(const syntax::Node& node, Env& env);
  Typed conditional(const syntax::Node& node, Env& env);
  std::optional<Typed> as_word(const syntax::Node& node, const Env& env, int words);
  bool resolves(const syntax::Node& node, const Env& env) const;  // is this bare name a name here
  std::optional<Env> enter(const sheet::Definition& definition, const syntax::Node& node, Env& env);
  Typed bad() const { return Typed{.bad = true}; }
  Typed unknown_name(const syntax::Node& node, const Env& env, bool as_call);
  std::vector<std::string> names_here(const Env& env) const;
  ir::ExprId hole_of(std::string_view label, Player player) const;
  std::string type_text(const Typed& value) const;
  std::string type_text(ir::Type type, int words) const;
  Diagnostic& error(std::string_view code, Span span, std::string message, const Env& env);
  bool leaves_the_moment(const syntax::Node& node) const;
  bool changes_board(const sheet::Definition& definition) const;

  // --- elaborate_rules.cpp
  ir::ListId list(const sheet::Clauses& clauses, Env env, Event event);
  void drop_shadowed(std::vector<ir::Clause>& clauses);
  // Returns true if every clause after it is out of reach.
  bool clause(const sheet::Clause& clause, Env& env, Event event, std::vector<ir::Clause>& out);
  bool bare(const sheet::Clause& clause, Env& env, Event event, std::vector<ir::Clause>& out);
  void each(const sheet::Clause& clause, Env& env, Event event, ir::Clause& out);
  std::vector<ir::Action> actions(const syntax::Node& node, Env& env, Event event);
  bool sows(const std::vector<ir::Action>& actions, std::size_t first) const;
  void action(const syntax::Node& node, Env& env, Event event, std::vector<ir::Action>& out);
  void perform(const syntax::Node& node, Env& env, Event event, std::vector<ir::Action>& out);
  void capture(const syntax::Node& node, Env& env, std::vector<ir::Action>& out);
  void set(const syntax::Node& node, Env& env, std::vector<ir::Action>& out);
  void choose(const syntax::Node& node, Env& env, std::vector<ir::Action>& out);
  void allowed(const syntax::Node& node, std::string_view action, const Env& env, Event event);
  // How many, and of which kind of piece if it is said.
  void amount(const syntax::Node& node, Env& env, ir::Action& action);
  std::optional<std::int32_t> piece_called(const syntax::Node& node, const Env& env);
  // The region or place that an action acts on.
  ir::ExprId target(const syntax::Node& node, Env& env);
  // Binds the arguments of a definition of actions or clauses: values, evaluated once.
  std::optional<Env> enter_actions(const sheet::Definition& definition, const syntax::Node& node, Env& env,
                                   std::vector<ir::Action>& lets);
  bool stable(ir::ExprId id, bool board_changes) const;

  // A slot for a value; released when the scope that took it ends.
  std::int32_t take_slot(const std::string& name);
  class SlotScope {
   public:
    explicit SlotScope(Elaborator& e) : elaborator_(e), from_(e.next_slot_) {}
    ~SlotScope() { elaborator_.next_slot_ = from_; }
    SlotScope(const SlotScope&) = delete;
    SlotScope& operator=(const SlotScope&) = delete;

   private:
    Elaborator& elaborator_;
    std::int32_t from_;
  };

  struct Choice {
    std::int32_t slot;
    ir::Type type;
    int words;
    Span span;
  };

  const sheet::Sheet& sheet_;
  const Settings& settings_;
  Diagnostics& diagnostics_;
  Variant variant_;
  ir::Program& program_;
  ExprBuilder build_;
  std::vector<std::vector<std::string>> word_sets_;
  int phase_words_ = -1;  // the names of the phases; -1: there are none
  std::map<std::string, std::int64_t, std::less<>> parameters_;
  struct ReadingValue {
    int words;
    int value;
  };
  std::map<std::string, ReadingValue, std::less<>> readings_;
  std::map<std::string, std::size_t, std::less<>> state_index_;
  std::vector<int> state_words_;
  std::map<std::string, Choice, std::less<>> choices_;
  std::set<std::string, std::less<>> choices_looked_for_;  // in these definitions of the prelude
  std::map<std::string, std::size_t, std::less<>> piles_;
  std::map<std::string, std::size_t, std::less<>> piece_index_;
  std::vector<std::string> end_holes_;  // names of holes between the rows
  std::set<std::string, std::less<>>
      used_;  // definitions, parameters, readings, states that something asks for
  std::set<std::string, std::less<>> set_;        // states that something sets
  std::set<std::string, std::less<>> mentioned_;  // "reading value" pairs
  std::int32_t next_slot_ = 0;
  std::int32_t route_slot_ = ir::kNone;  // for the station picked
  std::int32_t order_slot_ = ir::kNone;  // for the piece dropped
  bool too_many_slots_ = false;
  int expansions_ = 0;
  int settings_asked_ = 0;  // how often a parameter or reading was asked for
  mutable std::map<std::string, bool, std::less<>>
      leaves_the_moment_;  // by definition; a definition being asked: false
  mutable std::map<std::string, bool, std::less<>> changes_board_;  // likewise
};

}  // namespace mancala
