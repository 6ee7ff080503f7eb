#include "dsl/syntax.h"

#include <utility>

namespace mancala::syntax {

namespace {

std::string_view word_of(Kind kind) {
  switch (kind) {
    case Kind::number: return "number";
    case Kind::pieces: return "pieces";
    case Kind::truth: return "truth";
    case Kind::none: return "none";
    case Kind::name: return "name";
    case Kind::call: return "call";
    case Kind::label: return "label";
    case Kind::labels: return "labels";
    case Kind::run: return "run";
    case Kind::step: return "step";
    case Kind::reverse: return "reverse";
    case Kind::the: return "the";
    case Kind::player_with: return "player-with";
    case Kind::add: return "+";
    case Kind::subtract: return "-";
    case Kind::multiply: return "*";
    case Kind::divide: return "div";
    case Kind::modulo: return "mod";
    case Kind::equal: return "==";
    case Kind::not_equal: return "!=";
    case Kind::less: return "<";
    case Kind::less_equal: return "<=";
    case Kind::greater: return ">";
    case Kind::greater_equal: return ">=";
    case Kind::in: return "in";
    case Kind::is: return "is";
    case Kind::alt_range: return "range";
    case Kind::alt_even: return "even";
    case Kind::alt_odd: return "odd";
    case Kind::unite: return "union";
    case Kind::minus: return "minus";
    case Kind::where: return "where";
    case Kind::some: return "some";
    case Kind::no: return "no";
    case Kind::logical_and: return "and";
    case Kind::logical_or: return "or";
    case Kind::logical_not: return "not";
    case Kind::after: return "after";
    case Kind::at_start: return "at-start";
    case Kind::at_lap_start: return "at-lap-start";
    case Kind::some_move: return "some-move";
    case Kind::no_move_by: return "no-move-by";
    case Kind::choose_if: return "if";
    case Kind::lift: return "lift";
    case Kind::sow_after: return "sow-after";
    case Kind::sow_at: return "sow-at";
    case Kind::capture: return "capture";
    case Kind::move: return "move";
    case Kind::set: return "set";
    case Kind::close: return "close";
    case Kind::open: return "open";
    case Kind::choose: return "choose";
    case Kind::win: return "win";
    case Kind::again: return "again";
    case Kind::stop: return "stop";
    case Kind::end: return "end";
    case Kind::swap_seats: return "swap-seats";
    case Kind::rotate_seats: return "rotate-seats";
    case Kind::perform: return "perform";
    case Kind::actions: return "actions";
  }
  return "";
}

// A node in brackets: its word, its own text or numbers, its children, with a word before those that may be
// absent.
class Writer {
 public:
  explicit Writer(std::string& out) : out_(out) {}

  void write(const Node& node) {
    out_ += '(';
    out_ += word_of(node.kind);
    if (!node.text.empty()) word(node.text);
    if (node.kind == Kind::number || node.kind == Kind::alt_range) word(std::to_string(node.number));
    if (node.kind == Kind::alt_range) word(std::to_string(node.number2));
    if (node.kind == Kind::truth) word(node.number != 0 ? "true" : "false");
    if (node.kind == Kind::player_with) word(node.number != 0 ? "most" : "fewest");
    children(node);
    out_ += ')';
  }

 private:
  void word(std::string_view text) {
    out_ += ' ';
    out_ += text;
  }
  void child(const Node& parent, std::size_t index) {
    out_ += ' ';
    write(parent.children[index]);
  }
  // The child, if it is there, after the word that tells it from the others.
  void child(std::string_view role, const Node& parent, std::size_t index) {
    if (index >= parent.children.size()) return;
    word(role);
    child(parent, index);
  }
  void children_before(const Node& parent, std::size_t end) {
    for (std::size_t i = 0; i < end; ++i) child(parent, i);
  }

  void children(const Node& node) {
    if (node.kind == Kind::label) return child("of", node, 0);
    if (node.kind == Kind::labels) {
      const auto count = static_cast<std::size_t>(node.number);
      children_before(node, count);
      return child("of", node, count);
    }
    if (node.kind == Kind::run) return run(node);
    if (node.kind == Kind::step) return step(node);
    if (node.kind == Kind::some_move || node.kind == Kind::no_move_by) return move_by(node);
    if (node.kind == Kind::capture) return capture(node);
    if (node.kind == Kind::choose) return choose(node);
    if (node.kind == Kind::lift) {
      child(node, 0);
      return child("amount", node, 1);
    }
    if (node.kind == Kind::sow_after || node.kind == Kind::sow_at) {
      child(node, 0);
      return child("going", node, 1);
    }
    if (node.kind == Kind::move) {
      child("from", node, 0);
      child("to", node, 1);
      return child("amount", node, 2);
    }
    if (node.kind == Kind::set) {
      child("of", node, 1);
      return child("to", node, 0);
    }
    children_before(node, node.children.size());
  }

  void run(const Node& node) {
    child(node, 0);
    word((node.number & kRunBack) != 0 ? "back" : "ahead");
    if (node.number2 != 1) word("by " + std::to_string(node.number2));
    child("within", node, 2);
    child("while", node, 1);
  }

  void step(const Node& node) {
    child(node, 0);
    child("from", node, 1);
    if (node.number == kStepAhead) word("ahead");
    if (node.number == kStepBack) word("back");
    child("going", node, 2);
  }

  void move_by(const Node& node) {
    const bool any = (node.number & 1) != 0;
    if (any) {
      word("any");
    } else {
      child(node, 0);
    }
    child("gives", node, any ? 0 : 1);
  }

  void capture(const Node& node) {
    const bool has_amount = (node.number & 1) != 0;
    child(node, 0);
    if (has_amount) child("amount", node, 1);
    child("for", node, has_amount ? 2 : 1);
  }

  void choose(const Node& node) {
    constexpr std::int64_t kFrom = 3;
    const std::int64_t from = node.number & kFrom;
    const bool by_player = (node.number & kByPlayer) != 0;
    const std::size_t options = node.children.size() - (by_player ? 1 : 0);
    word(from == kChooseWords ? "words" : from == kChooseSet ? "set" : "range");
    children_before(node, options);
    child("by", node, options);
    if ((node.number & kByChance) != 0) word("by chance");
  }

  std::string& out_;
};

}  // namespace

std::string to_text(const Node& node) {
  std::string out;
  Writer(out).write(node);
  return out;
}

}  // namespace mancala::syntax
