#include "interpreter/verify.h"

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <set>

#include "interpreter/executor.h"
#include "interpreter/walk.h"

namespace mancala::ir {
namespace {

// Where an expression or a clause list stands: what may be asked and done depends on it.
enum class Site : std::uint8_t {
  plain,  // everything not named here
  filter,
  turn_start,
  before_turn,
  after_move,
  play,
  each_seed,
  lap_end,
  move_end,
  station,  // skip, each
  new_round,
  match,   // over, winner
  set_up,  // setup, starters, first values of states
};

class Verifier {
 public:
  explicit Verifier(const Program& program) : program_(program), board_(program.board) {}

  std::vector<std::string> run() {
    board();
    if (!faults_.empty()) return faults_;  // everything else refers to the board
    if (program_.locals < 0 || program_.locals > kMaxLocals) {
      fault("the number of local slots is not between 0 and " + std::to_string(kMaxLocals));
    }
    if (program_.phases.empty()) fault("there is no phase");
    states();
    for (ExprId id = 0; id < count(program_.exprs); ++id) shape(id);
    for (ListId id = 0; id < count(program_.lists); ++id) list_shape(id);
    if (!faults_.empty()) return faults_;  // walking in circles or out of range is not safe before this
    cycles();
    if (!faults_.empty()) return faults_;
    roots();
    if (faults_.empty()) seeds();
    return faults_;
  }

 private:
  template <class T>
  static std::int32_t count(const std::vector<T>& all) {
    return static_cast<std::int32_t>(all.size());
  }

  void fault(std::string what) { faults_.push_back(std::move(what)); }
  void require(bool holds, const std::string& where, const std::string& what) {
    if (!holds) fault(where + ": " + what);
  }

  // --- the board ---

  [[nodiscard]] bool hole_or_none(Place p) const { return p == kNoPlace || board_.is_hole(p); }

  void board() {
    const std::string where = "board";
    require(board_.player_count() >= 1 && board_.player_count() <= kMaxPlayers, where,
            "the number of players is not between 1 and " + std::to_string(kMaxPlayers));
    require(!board_.holes.empty(), where, "there is no hole");
    if (!faults_.empty()) return;
    require(board_.place_count() <= kMaxPlaces, where,
            "there are more places than " + std::to_string(kMaxPlaces));
    require(!board_.circuits.empty(), where, "there is no circuit");
    std::set<std::string> labels;
    std::set<std::pair<int, int>> spots;
    for (const Hole& hole : board_.holes) {
      const std::string name = "hole `" + hole.label + "`";
      require(!hole.label.empty() && labels.insert(hole.label).second, name, "its label is not its own");
      require(hole.side >= kNobody && hole.side < board_.player_count(), name, "its side is no player");
      require(hole.owner >= kNobody && hole.owner < board_.player_count(), name, "its owner is no player");
      require(hole.line >= 0 && hole.line < board_.lines && hole.column >= 0 && hole.column < board_.columns,
              name, "it lies outside the printed board");
      require(spots.insert({hole.line, hole.column}).second, name, "it is printed where another hole is");
      require(hole.row >= 1 && hole.number >= 1, name, "rows and numbers count from 1");
    }
    for (const PileKind& pile : board_.piles) {
      require(pile.seeds >= 0 && pile.seeds <= UINT16_MAX, "pile `" + pile.name + "`", "too many seeds");
    }
    for (const auto* map : {&board_.opposite, &board_.behind, &board_.same}) {
      require(count(*map) == board_.hole_count(), where, "a map of holes has not one entry for each hole");
      require(std::all_of(map->begin(), map->end(), [this](Place p) { return hole_or_none(p); }), where,
              "a map of holes leads to no hole");
    }
    for (const Circuit& circuit : board_.circuits) this->circuit(circuit);
  }

  void circuit(const Circuit& circuit) {
    const std::string where = "circuit `" + circuit.name + "`";
    const int stations = board_.hole_count() + board_.player_count();
    require(count(circuit.next) == board_.player_count(), where, "it has not one table for each player");
    require(!circuit.straight || !circuit.closed, where, "it has no way, and cannot be closed");
    for (const auto& tables : circuit.next) {
      const bool complete = count(tables[0]) >= stations && count(tables[1]) >= stations;
      require(complete, where, "a table has not one entry for each hole and store");
      if (!complete) return;
      for (int d = 0; d < 2; ++d) {
        const std::vector<Place>& next = tables[d];
        const std::vector<Place>& back = tables[1 - d];
        std::set<Place> come_to;
        for (std::int32_t i = 0; i < count(next); ++i) {
          const auto p = static_cast<Place>(i);
          if (next[p] == kNoPlace) {
            require(!circuit.closed || p >= count(back) || back[p] == kNoPlace, where,
                    "it is closed and has an end");
            continue;
          }
          const bool station = next[p] >= 0 && next[p] < stations && p < stations;
          require(station, where, "it leads off the board");
          if (!station) continue;
          // The two ways around may be different ones. An open circuit is walked to and fro.
          require(come_to.insert(next[p]).second, where, "two stations lead to the same one");
          require(circuit.closed ? next[next[p]] != kNoPlace : back[next[p]] == p, where,
                  "onward and backward do not pass the same stations");
        }
      }
    }
  }

  // --- states ---

  void states() {
    std::int32_t slot = 0;
    for (const State& state : program_.states) {
      const std::string where = "state `" + state.name + "`";
      require(state.first_slot == slot, where, "its slots do not follow those of the state before");
      slot += state.per == Per::none   ? 1
              : state.per == Per::hole ? board_.hole_count()
                                       : board_.player_count();
      require(state.holds != Type::region && state.holds != Type::players, where, "it cannot hold a set");
      require(state.low <= state.high && state.low >= INT16_MIN && state.high <= INT16_MAX, where,
              "its values are out of range");
      require(state.holds != Type::word || !state.words.empty(), where, "it holds words and has none");
    }
    require(count(program_.pieces) <= kMaxPieceKinds, "pieces",
            "there are more kinds than " + std::to_string(kMaxPieceKinds));
    for (const PieceKind& kind : program_.pieces) {
      require(kind.first_slot == slot, "piece `" + kind.name + "`", "its slots do not follow those before");
      slot += board_.place_count() + 1;
    }
    require(program_.state_slots == slot, "states", "the number of slots is not that of the states");
    require(slot <= kMaxStateSlots, "states", "there are more slots than " + std::to_string(kMaxStateSlots));
  }

  // --- the shape of expressions ---

  [[nodiscard]] static std::string name_of(ExprId id) { return "expression " + std::to_string(id); }
  [[nodiscard]] Type type(ExprId id) const { return program_.exprs[id].type; }

  // A region is wanted: a hole will do. A set of players is wanted: a player will do.
  [[nodiscard]] bool fits(ExprId id, Type wanted) const {
    return type(id) == wanted || (wanted == Type::region && type(id) == Type::hole) ||
           (wanted == Type::players && type(id) == Type::player);
  }
  [[nodiscard]] bool is_expr(ExprId id) const { return id >= 0 && id < count(program_.exprs); }

  void operand(const std::string& where, const char* which, ExprId id, std::initializer_list<Type> types,
               bool optional = false) {
    if (id == kNone && optional) return;
    if (!is_expr(id)) {
      fault(where + ": " + which + " is no expression");
    } else if (std::none_of(types.begin(), types.end(), [&](Type wanted) { return fits(id, wanted); })) {
      fault(where + ": " + which + " has the wrong type");
    }
  }
  void no_operand(const std::string& where, std::initializer_list<ExprId> ids) {
    for (const ExprId id : ids) require(id == kNone, where, "it has an operand too many");
  }
  void imm_in(const std::string& where, std::int32_t imm, std::int32_t low, std::int32_t high) {
    require(imm >= low && imm <= high, where, "its number is out of range");
  }
  void slot_in(const std::string& where, std::int32_t slot) {
    require(slot >= 0 && slot < program_.locals, where, "its slot is no local's");
  }
  void result(const std::string& where, const Expr& e, std::initializer_list<Type> types) {
    require(std::find(types.begin(), types.end(), e.type) != types.end(), where, "it has the wrong type");
  }

  // A leaf: no operands.
  void leaf(const std::string& where, const Expr& e, Type type) {
    result(where, e, {type});
    no_operand(where, {e.a, e.b, e.c});
  }
  // One operand.
  void unary(const std::string& where, const Expr& e, Type type, std::initializer_list<Type> a,
             bool optional = false) {
    result(where, e, {type});
    operand(where, "a", e.a, a, optional);
    no_operand(where, {e.b, e.c});
  }
  void binary(const std::string& where, const Expr& e, Type type, Type operands) {
    result(where, e, {type});
    operand(where, "a", e.a, {operands});
    operand(where, "b", e.b, {operands});
    no_operand(where, {e.c});
  }
  // b is of the type of the expression, too.
  void of_own_type(const std::string& where, const Expr& e, const char* which, ExprId id) {
    operand(where, which, id, {e.type});
  }

  void shape(ExprId id) {
    const Expr& e = program_.exprs[id];
    const std::string where = name_of(id);
    const bool walks = e.op == Op::run;
    require(e.d == kNone || (walks && (e.d == 0 || e.d == kRunBack)), where, "its way is none");
    require(e.by >= 1 && (walks || e.by == 1), where, "its step is out of range");
    switch (e.op) {
      case Op::number: return leaf(where, e, Type::number);
      case Op::truth: imm_in(where, e.imm, 0, 1); return leaf(where, e, Type::truth);
      case Op::place: imm_in(where, e.imm, kOut, board_.place_count() - 1); return leaf(where, e, Type::hole);
      case Op::region:
        imm_in(where, e.imm, 0, count(program_.regions) - 1);
        if (e.imm >= 0 && e.imm < count(program_.regions)) {
          require((program_.regions[e.imm] - board_.all()).empty(), where,
                  "a region contains what is no hole");
        }
        return leaf(where, e, Type::region);
      case Op::player:
        imm_in(where, e.imm, kNobody, board_.player_count() - 1);
        return leaf(where, e, Type::player);
      case Op::direction: imm_in(where, e.imm, 0, 3); return leaf(where, e, Type::direction);
      case Op::word: return leaf(where, e, Type::word);
      case Op::local: slot_in(where, e.imm); return no_operand(where, {e.a, e.b, e.c});
      case Op::state: return state(where, e);
      case Op::mover:
      case Op::round_starter:
      case Op::round_winner:
      case Op::last_mover:
      case Op::by_lot: return leaf(where, e, Type::player);
      case Op::own:
      case Op::theirs:
      case Op::board:
      case Op::lap_sown:
      case Op::turn_sown: return leaf(where, e, Type::region);
      case Op::players: return leaf(where, e, Type::players);
      case Op::start:
      case Op::origin:
      case Op::here:
      case Op::previous:
      case Op::first_sown: return leaf(where, e, Type::hole);
      case Op::running: return leaf(where, e, Type::direction);
      case Op::was:
      case Op::laps:
      case Op::round:
      case Op::turns_played:
      case Op::quiet: return leaf(where, e, Type::number);
      case Op::last:
      case Op::no_move:
      case Op::repeated: return leaf(where, e, Type::truth);
      case Op::captured_now: return unary(where, e, Type::number, {Type::player}, true);
      case Op::phase: return leaf(where, e, Type::word);
      case Op::turns: return unary(where, e, Type::number, {Type::player});
      case Op::pieces: imm_in(where, e.imm, 0, count(program_.pieces) - 1); [[fallthrough]];
      case Op::seeds:
      case Op::worth: return unary(where, e, Type::number, {Type::region});
      case Op::count: return unary(where, e, Type::number, {Type::region, Type::players});
      case Op::row:
      case Op::column_number: return unary(where, e, Type::number, {Type::hole});
      case Op::next:
      case Op::prev: return unary(where, e, Type::hole, {Type::hole});
      case Op::opposite:
      case Op::behind:
      case Op::same:
        result(where, e, {Type::hole, Type::region});
        operand(where, "a", e.a, {e.type});
        return no_operand(where, {e.b, e.c});
      case Op::leftmost:
      case Op::rightmost:
      case Op::foremost:
      case Op::hindmost:
      case Op::the: return unary(where, e, Type::hole, {Type::region});
      case Op::pile: imm_in(where, e.imm, 0, count(board_.piles) - 1); [[fallthrough]];
      case Op::store: return unary(where, e, Type::hole, {Type::player});
      case Op::holes:
      case Op::side: return unary(where, e, Type::region, {Type::player});
      case Op::neighbours:
      case Op::single: return unary(where, e, Type::region, {Type::hole});
      case Op::owner: return unary(where, e, Type::player, {Type::hole});
      case Op::other:
        require(board_.player_count() == 2, where, "the other of two players where there are not two");
        [[fallthrough]];
      case Op::next_player: return unary(where, e, Type::player, {Type::player});
      case Op::closed: return unary(where, e, Type::truth, {Type::hole});
      case Op::reverse: return unary(where, e, Type::direction, {Type::direction});
      case Op::step:
        result(where, e, {Type::hole});
        operand(where, "a", e.a, {Type::number});
        operand(where, "b", e.b, {Type::hole});
        return operand(where, "c", e.c, {Type::direction}, true);
      case Op::add:
      case Op::subtract:
      case Op::multiply:
      case Op::divide:
      case Op::modulo: return binary(where, e, Type::number, Type::number);
      case Op::equal:
      case Op::not_equal:
        result(where, e, {Type::truth});
        if (!is_expr(e.a) || !is_expr(e.b)) return fault(where + ": an operand is no expression");
        require(fits(e.a, type(e.b)) || fits(e.b, type(e.a)), where, "it compares unlike things");
        return no_operand(where, {e.c});
      case Op::less:
      case Op::less_equal:
      case Op::greater:
      case Op::greater_equal: return binary(where, e, Type::truth, Type::number);
      case Op::logical_and:
      case Op::logical_or: return binary(where, e, Type::truth, Type::truth);
      case Op::logical_not: return unary(where, e, Type::truth, {Type::truth});
      case Op::choose_if:
        operand(where, "a", e.a, {Type::truth});
        of_own_type(where, e, "b", e.b);
        return of_own_type(where, e, "c", e.c);
      case Op::bind:
        slot_in(where, e.imm);
        require(is_expr(e.a), where, "a is no expression");
        of_own_type(where, e, "b", e.b);
        return no_operand(where, {e.c});
      case Op::in:
        result(where, e, {Type::truth});
        if (!is_expr(e.a)) return fault(where + ": a is no expression");
        require(type(e.a) == Type::hole || type(e.a) == Type::player, where, "a has the wrong type");
        operand(where, "b", e.b, {type(e.a) == Type::hole ? Type::region : Type::players});
        return no_operand(where, {e.c});
      case Op::is:
        imm_in(where, e.imm, 0, count(program_.number_sets) - 1);
        return unary(where, e, Type::truth, {Type::number});
      case Op::where:
        slot_in(where, e.imm);
        result(where, e, {Type::region, Type::players});
        of_own_type(where, e, "a", e.a);
        operand(where, "b", e.b, {Type::truth});
        return no_operand(where, {e.c});
      case Op::unite:
      case Op::minus:
        result(where, e, {Type::region, Type::players});
        of_own_type(where, e, "a", e.a);
        of_own_type(where, e, "b", e.b);
        return no_operand(where, {e.c});
      case Op::some: return unary(where, e, Type::truth, {Type::region, Type::players});
      case Op::run:
        slot_in(where, e.imm);
        result(where, e, {Type::region});
        operand(where, "a", e.a, {Type::hole});
        operand(where, "b", e.b, {Type::truth});
        return operand(where, "c", e.c, {Type::region}, true);
      case Op::player_with_most:
      case Op::player_with_fewest:
        slot_in(where, e.imm);
        result(where, e, {Type::player});
        operand(where, "a", e.a, {Type::players}, true);
        operand(where, "b", e.b, {Type::number});
        return no_operand(where, {e.c});
      case Op::at_start:
      case Op::at_lap_start:
        require(is_expr(e.a) && type(e.a) == e.type, where, "it is of another type than what it looks at");
        return no_operand(where, {e.b, e.c});
      case Op::after: return unary(where, e, Type::truth, {Type::truth});
      case Op::some_move:
        result(where, e, {Type::truth});
        operand(where, "a", e.a, {Type::player}, true);
        operand(where, "b", e.b, {Type::truth}, true);
        return no_operand(where, {e.c});
    }
  }

  void state(const std::string& where, const Expr& e) {
    if (e.imm < 0 || e.imm >= count(program_.states)) return fault(where + ": there is no such state");
    const State& state = program_.states[e.imm];
    result(where, e, {state.holds});
    indexed(where, state, e.a);
    no_operand(where, {e.b, e.c});
  }

  // What says whose state it is.
  void indexed(const std::string& where, const State& state, ExprId of) {
    switch (state.per) {
      case Per::none: return no_operand(where, {of});
      case Per::hole: return operand(where, "the hole asked about", of, {Type::hole});
      case Per::player: return operand(where, "the player asked about", of, {Type::player});
    }
  }

  // --- the shape of clauses ---

  void list_shape(ListId id) {
    const std::string list = "list " + std::to_string(id);
    for (std::int32_t i = 0; i < count(program_.lists[id].clauses); ++i) {
      const Clause& clause = program_.lists[id].clauses[i];
      const std::string where = list + " clause " + std::to_string(i);
      operand(where, "the condition", clause.cond, {Type::truth}, true);
      if (clause.kind == ClauseKind::let) {
        slot_in(where, clause.slot);
        require(is_expr(clause.value), where, "the value is no expression");
        require(clause.actions.empty() && clause.cond == kNone, where, "a `let` does nothing else");
      }
      require((clause.kind == ClauseKind::each) != clause.bindings.empty(), where,
              "loops have variables, and only they");
      for (const Binding& binding : clause.bindings) {
        slot_in(where, binding.slot);
        operand(where, "the set of a loop", binding.set, {Type::region, Type::players});
        operand(where, "the order of a loop", binding.order, {Type::word}, binding.from != From::chosen);
      }
      for (const Action& action : clause.actions) action_shape(where, action);
    }
  }

  void optional_slot(const std::string& where, std::int32_t slot) {
    if (slot != kNone) slot_in(where, slot);
  }

  void action_shape(const std::string& where, const Action& action) {
    operand(where, "the amount", action.amount, {Type::number}, true);
    operand(where, "the player who picks", action.by, {Type::player}, true);
    const bool moves_seeds = action.act == Act::lift || action.act == Act::capture || action.act == Act::move;
    imm_in(where, action.piece, kNone, moves_seeds ? count(program_.pieces) - 1 : kNone);
    switch (action.act) {
      case Act::lift: return operand(where, "what is lifted", action.what, {Type::region});
      case Act::sow_after:
      case Act::sow_at:
        operand(where, "the hole to sow from", action.what, {Type::hole});
        return operand(where, "the direction", action.extra, {Type::direction}, true);
      case Act::capture:
        optional_slot(where, action.slot);
        imm_in(where, action.imm, 0, 1);
        operand(where, "what is captured", action.what, {Type::region});
        return operand(where, "the recipient", action.extra, {Type::player}, true);
      case Act::move:
        operand(where, "where seeds come from", action.what, {Type::hole});
        return operand(where, "where seeds go", action.extra, {Type::region});
      case Act::set_state: {
        if (action.imm < 0 || action.imm >= count(program_.states))
          return fault(where + ": there is no such state");
        indexed(where, program_.states[action.imm], action.what);
        return operand(where, "the new value", action.extra, {program_.states[action.imm].holds});
      }
      case Act::set_owner:
        optional_slot(where, action.slot);
        require(program_.territory, where, "holes change owners in a game without territory");
        operand(where, "the holes", action.what, {Type::region});
        return operand(where, "the new owner", action.extra, {Type::player});
      case Act::close:
      case Act::open: return operand(where, "the holes", action.what, {Type::region});
      case Act::choose:
        slot_in(where, action.slot);
        if (action.what == kNone) {
          imm_in(where, action.imm, 1, INT16_MAX);
          require(action.words.empty() || count(action.words) == action.imm, where,
                  "its words are not as many as said");
          return no_operand(where, {action.extra});
        }
        if (action.extra == kNone)
          return operand(where, "the options", action.what, {Type::region, Type::players});
        operand(where, "the least option", action.what, {Type::number});
        return operand(where, "the greatest option", action.extra, {Type::number});
      case Act::let:
        slot_in(where, action.slot);
        return require(is_expr(action.what), where, "the value is no expression");
      case Act::block: return imm_in(where, action.imm, 0, count(program_.lists) - 1);
      case Act::win: return operand(where, "the winner", action.what, {Type::player});
      case Act::swap_seats:
        require(board_.player_count() == 2, where, "two persons change seats where there are not two");
        return no_operand(where, {action.what, action.extra});
      case Act::rotate_seats:
        require(board_.player_count() > 1, where, "one person alone changes seats");
        return no_operand(where, {action.what, action.extra});
      case Act::again:
      case Act::stop:
      case Act::end: return no_operand(where, {action.what, action.extra});
    }
  }

  // --- nothing contains itself ---

  enum class Mark : std::uint8_t { unseen, open, done };

  bool reaches_itself(ExprId id, std::vector<Mark>& marks) {
    if (id == kNone || marks[id] == Mark::done) return false;
    if (marks[id] == Mark::open) return true;
    marks[id] = Mark::open;
    const Expr& e = program_.exprs[id];
    const bool found = reaches_itself(e.a, marks) || reaches_itself(e.b, marks) || reaches_itself(e.c, marks);
    marks[id] = Mark::done;
    return found;
  }

  bool list_reaches_itself(ListId id, std::vector<Mark>& marks) {
    if (marks[id] == Mark::done) return false;
    if (marks[id] == Mark::open) return true;
    marks[id] = Mark::open;
    bool found = false;
    for (const Clause& clause : program_.lists[id].clauses) {
      for (const Action& action : clause.actions) {
        found = found || (action.act == Act::block && list_reaches_itself(action.imm, marks));
      }
    }
    marks[id] = Mark::done;
    return found;
  }

  void cycles() {
    std::vector<Mark> exprs(program_.exprs.size(), Mark::unseen);
    for (ExprId id = 0; id < count(program_.exprs); ++id) {
      require(!reaches_itself(id, exprs), name_of(id), "it contains itself");
    }
    std::vector<Mark> lists(program_.lists.size(), Mark::unseen);
    for (ListId id = 0; id < count(program_.lists); ++id) {
      require(!list_reaches_itself(id, lists), "list " + std::to_string(id), "it contains itself");
    }
  }

  // --- local values ---

  // What each slot holds at some place of the program, if anything.
  using Known = std::vector<std::optional<Type>>;

  [[nodiscard]] Type member(ExprId set) const { return fits(set, Type::region) ? Type::hole : Type::player; }

  [[nodiscard]] Type chosen(const Action& action) {
    if (action.what == kNone) return Type::word;
    return action.extra == kNone ? member(action.what) : Type::number;
  }

  // Choices and further picks are known everywhere: none before they are made. No other value may take their
  // slots.
  void choices() {
    choices_.assign(program_.locals, std::nullopt);
    const auto add = [this](const std::string& where, std::int32_t slot, Type type) {
      slot_in(where, slot);
      if (slot < 0 || slot >= program_.locals) return;
      require(!choices_[slot] || *choices_[slot] == type, where, "a choice is of two types");
      choices_[slot] = type;
    };
    for (ListId id = 0; id < count(program_.lists); ++id) {
      for (const Clause& clause : program_.lists[id].clauses) {
        for (const Action& action : clause.actions) {
          if (action.act == Act::choose) add("list " + std::to_string(id), action.slot, chosen(action));
        }
      }
    }
    for (const Phase& phase : program_.phases) {
      if (phase.order_slot != kNone) {
        add("phase `" + phase.name + "`", phase.order_slot, Type::word);
        require(!program_.pieces.empty() && count(program_.piece_words) == count(program_.pieces) + 1,
                "phase `" + phase.name + "`",
                "drops are picked where all pieces are alike, or have no words");
      }
      if (phase.route != kNone) add("phase `" + phase.name + "`", phase.route_slot, Type::hole);
      for (const MoveBlock& block : phase.moves) {
        for (const Pick& pick : block.picks) {
          add("phase `" + phase.name + "`", pick.slot, pick.to == kNone ? Type::hole : Type::number);
        }
      }
    }
  }

  // What is known inside an expression that gives a slot a value.
  Known inside(const std::string& where, const Known& known, std::int32_t slot, Type type) {
    if (slot == kNone) return known;
    slot_in(where, slot);
    if (slot < 0 || slot >= program_.locals) return known;
    require(!choices_[slot], where, "a choice's slot is used for something else");
    Known inner = known;
    inner[slot] = type;
    return inner;
  }

  // --- what stands where ---

  void roots() {
    choices();
    if (!faults_.empty()) return;
    const Known& none = choices_;
    ask("setup", program_.setup, Type::number, Site::set_up,
        inside("setup", none, program_.setup_slot, Type::hole), false);
    for (const PieceKind& kind : program_.pieces) {
      ask("setup", kind.setup, Type::number, Site::set_up,
          inside("setup", none, program_.setup_slot, Type::hole), true);
    }
    const auto reads_state = [&](ExprId id) {
      return id != kNone && is_expr(id) && reads(program_, id, Op::state);
    };
    bool state_read = reads_state(program_.setup);
    for (const PieceKind& kind : program_.pieces) state_read = state_read || reads_state(kind.setup);
    require(!state_read, "setup", "a state is read before it has a value");
    require(program_.store_seeds >= 0 && program_.store_seeds <= UINT16_MAX, "setup",
            "a store holds less than nothing, or too many seeds");
    list("set-up", program_.arrange, Site::new_round, none);
    ask("starter", program_.starter, Type::player, Site::set_up, none, true);
    ask("win", program_.win, Type::player, Site::plain, none, false);
    for (const State& state : program_.states) {
      const std::string where = "state `" + state.name + "`";
      const Type of = state.per == Per::player ? Type::player : Type::hole;
      ask(where, state.starts, state.holds, Site::set_up, inside(where, none, state.starts_slot, of), true);
    }
    list("turn start", program_.turn_start, Site::turn_start, none);
    list("end before the turn", program_.before_turn, Site::before_turn, none);
    list("end after the move", program_.after_move, Site::after_move, none);
    list("new round", program_.match.new_round, Site::new_round, none);
    ask("match starter", program_.match.starter, Type::player, Site::set_up, none, true);
    ask("match over", program_.match.over, Type::truth, Site::match, none, true);
    ask("match winner", program_.match.winner, Type::player, Site::match, none, true);
    bool relays = false;
    for (const Phase& phase : program_.phases) {
      this->phase(phase);
      relays = relays || does(program_, phase.lap_end, Act::sow_after) ||
               does(program_, phase.lap_end, Act::sow_at);
    }
    require(!relays || program_.endless.laps > 0, "endless", "laps may follow each other without a limit");
    require(program_.endless.laps >= 0, "endless", "the limit is negative");
  }

  void phase(const Phase& phase) {
    const std::string where = "phase `" + phase.name + "`";
    const Known& none = choices_;
    ask(where, phase.condition, Type::truth, Site::plain, none, true);
    imm_in(where, phase.circuit, 0, count(board_.circuits) - 1);
    ask(where, phase.direction, Type::direction, Site::plain, none, true);
    const Known at_station = inside(where, none, phase.station_slot, Type::hole);
    ask(where, phase.skip, Type::truth, Site::station, at_station, true);
    ask(where, phase.each, Type::number, Site::station, at_station, true);
    ask(where, phase.route, Type::region, Site::station, none, true);
    require(phase.route == kNone || phase.route_slot != kNone, where, "the pick of the route has no slot");
    require(phase.route != kNone || phase.circuit < 0 || phase.circuit >= count(board_.circuits) ||
                !board_.circuits[phase.circuit].straight,
            where, "no way is said on which the seeds run");
    require(phase.moves.size() <= UINT8_MAX, where, "there are too many kinds of move");
    for (const MoveBlock& block : phase.moves) {
      ask(where, block.when, Type::truth, Site::plain, none, true);
      ask(where, block.from, Type::region, Site::plain, none, false);
      require(block.picks.size() <= kMaxChoices, where, "a move has too many picks");
      for (const Pick& pick : block.picks) {
        ask(where, pick.from, pick.to == kNone ? Type::region : Type::number, Site::plain, none, false);
        ask(where, pick.to, Type::number, Site::plain, none, true);
      }
      ask(where, block.pass, Type::truth, Site::plain, none, true);
      for (const Filter& filter : block.filters) {
        ask(where, filter.cond, Type::truth, Site::filter, none, true);
        ask(where, filter.test, Type::truth, Site::filter, none, false);
      }
    }
    list(where + " play", phase.play, Site::play, none);
    list(where + " each seed", phase.each_seed, Site::each_seed, none);
    list(where + " lap end", phase.lap_end, Site::lap_end, none);
    list(where + " move end", phase.move_end, Site::move_end, none);
  }

  // An expression that stands at this site.
  void ask(const std::string& where, ExprId id, Type wanted, Site site, const Known& known, bool optional) {
    if (id == kNone && optional) return;
    if (!is_expr(id)) return fault(where + ": an expression is missing");
    require(fits(id, wanted), where, "an expression has the wrong type");
    may_ask(where, id, site, known, false);
  }

  void may_ask(const std::string& where, ExprId id, Site site, const Known& known, bool looking_ahead) {
    if (id == kNone) return;
    const Expr& e = program_.exprs[id];
    const bool at_end = site == Site::before_turn || site == Site::after_move;
    const bool outside_moves = at_end || site == Site::turn_start;
    bool ahead = looking_ahead;
    if (e.op == Op::after) {
      require(site == Site::filter && !looking_ahead, where,
              "`after` stands in filters only, and not in itself");
      ahead = true;
    } else if (e.op == Op::some_move) {
      require(site == Site::filter || outside_moves, where,
              "`some move` stands in filters, at the start of a turn and in ends only");
      ahead = true;
    } else if (e.op == Op::no_move) {
      require(outside_moves && !looking_ahead, where,
              "`no-move` stands at the start of a turn and in ends only");
    } else if (e.op == Op::by_lot) {
      require(site == Site::set_up || site == Site::new_round, where,
              "lots are drawn at the start of a round only");
    } else if (e.op == Op::at_start) {
      require(site != Site::new_round && site != Site::match && site != Site::set_up, where,
              "`at-start` stands within a turn only");
      looks_at_seeds(where, e.a);
    } else if (e.op == Op::at_lap_start) {
      const bool in_lap = site == Site::station || site == Site::each_seed || site == Site::lap_end;
      require(in_lap && !looking_ahead, where, "`at-lap-start` stands in a lap only");
      looks_at_seeds(where, e.a);
    } else if (e.op == Op::local) {
      require(known[e.imm] == e.type, where, "a local is read that holds nothing of this type here");
    }
    may_ask(where, e.a, site, known, ahead);
    may_ask(where, e.b, site, inside_b(where, e, known), ahead);
    may_ask(where, e.c, site, known, ahead);
  }

  // Moves are imagined on the board as it is.
  void looks_at_seeds(const std::string& where, ExprId id) {
    const bool moves =
        looks_ahead(program_, id) || reads(program_, id, Op::no_move) || reads(program_, id, Op::repeated);
    require(!moves, where, "what looks back at seeds asks about moves");
  }

  // What is known in the second operand.
  Known inside_b(const std::string& where, const Expr& e, const Known& known) {
    if (e.op == Op::where) return inside(where, known, e.imm, member(e.a));
    if (e.op == Op::run) return inside(where, known, e.imm, Type::hole);
    if (e.op == Op::bind) return inside(where, known, e.imm, type(e.a));
    if (e.op == Op::player_with_most || e.op == Op::player_with_fewest) {
      return inside(where, known, e.imm, Type::player);
    }
    return known;
  }

  void list(const std::string& where, ListId id, Site site, Known known) {
    if (id == kNone) return;
    if (id < 0 || id >= count(program_.lists)) return fault(where + ": there is no such list");
    for (const Clause& clause : program_.lists[id].clauses) {
      may_ask(where, clause.value, site, known, false);
      if (clause.kind == ClauseKind::let) known = inside(where, known, clause.slot, type(clause.value));
      Known looped = known;
      for (const Binding& binding : clause.bindings) {
        may_ask(where, binding.set, site, looped, false);
        may_ask(where, binding.order, site, looped, false);
        looped = inside(where, looped, binding.slot, member(binding.set));
      }
      may_ask(where, clause.cond, site, looped, false);
      for (std::size_t i = 0; i < clause.actions.size(); ++i) {
        const bool last = i + 1 == clause.actions.size();
        action(where, clause.actions[i], site, looped, last);
      }
    }
  }

  void action(const std::string& where, const Action& action, Site site, Known& known, bool last) {
    require(may_do(site, action.act), where, "an action may not stand here");
    require(last || !sows(action), where, "something follows a `sow`");
    may_ask(where, action.what, site, known, false);
    may_ask(where, action.amount, site, known, false);
    may_ask(where, action.by, site, known, false);
    const bool by_hole = action.act == Act::capture || action.act == Act::set_owner;
    may_ask(where, action.extra, site, by_hole ? inside(where, known, action.slot, Type::hole) : known,
            false);
    if (action.act == Act::let) known = inside(where, known, action.slot, type(action.what));
    if (action.act == Act::block) list(where, action.imm, site, known);
  }

  // A place can hold all seeds of the game.
  void seeds() {
    if (StepCosts(program_).round() > kMaxSteps) {
      require(false, "setup", "it takes more than " + std::to_string(kMaxSteps) + " steps to begin a round");
      return;
    }
    Executor executor(program_, {});
    std::int64_t total = 0;
    for (const Place h : board_.all()) {
      const std::int32_t seeds = executor.setup_of(h);
      require(seeds >= 0, "setup", "hole `" + board_.holes[h].label + "` holds less than nothing");
      total += seeds;
    }
    executor.lay_pieces();
    for (const Place h : board_.all()) {
      std::int32_t pieces = 0;
      bool fine = true;
      for (int kind = 0; kind < count(program_.pieces); ++kind) {
        const std::int32_t there = executor.position().state[program_.pieces[kind].first_slot + h];
        fine = fine && there >= 0;
        pieces += there;
      }
      require(fine && pieces <= executor.setup_of(h), "setup",
              "hole `" + board_.holes[h].label + "` holds more pieces of a kind than pieces");
    }
    for (const PileKind& pile : board_.piles) total += std::int64_t{pile.seeds} * board_.player_count();
    require(total <= UINT16_MAX, "setup", "there are more seeds than " + std::to_string(UINT16_MAX));
  }

  [[nodiscard]] bool sows(const Action& action) const {
    if (action.act == Act::block) {
      return does(program_, action.imm, Act::sow_after) || does(program_, action.imm, Act::sow_at);
    }
    return action.act == Act::sow_after || action.act == Act::sow_at;
  }

  // The table of language.md, section 4.
  static bool may_do(Site site, Act act) {
    switch (act) {
      case Act::sow_after:
      case Act::sow_at: return site == Site::play || site == Site::lap_end;
      case Act::lift: return site != Site::each_seed;
      case Act::choose: return site != Site::each_seed && site != Site::before_turn;
      case Act::again:
        return site == Site::play || site == Site::lap_end || site == Site::move_end ||
               site == Site::turn_start;
      case Act::stop: return site != Site::each_seed && site != Site::new_round;
      case Act::capture:
      case Act::move:
      case Act::set_state:
      case Act::set_owner:
      case Act::close:
      case Act::open:
      case Act::let:
      case Act::block:
      case Act::end:
      case Act::win:
      case Act::swap_seats:
      case Act::rotate_seats: return true;
    }
    return false;
  }

  const Program& program_;
  const Board& board_;
  Known choices_;
  std::vector<std::string> faults_;
};

}  // namespace

std::vector<std::string> verify(const Program& program) { return Verifier(program).run(); }

}  // namespace mancala::ir
