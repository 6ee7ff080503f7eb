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

class Writer {
 public:
  explicit Writer(std::string& out) : out_(out) {}

  void node(const Node& node) {
    out_ += '(';
    out_ += word_of(node.kind);
    text_and_numbers(node);
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
    node(parent.children[index]);
  }
  // A child and the word that tells it from the others.
  void child(std::string_view role, const Node& parent, std::size_t index) {
    word(role);
    child(parent, index);
  }
  void children_from(const Node& parent, std::size_t first) {
    for (std::size_t i = first; i < parent.children.size(); ++i) child(parent, i);
  }

  void text_and_numbers(const Node& node) {
    if (!node.text.empty()) word(node.text);
    switch (node.kind) {
      case Kind::number: word(std::to_string(node.number)); break;
      case Kind::truth: word(node.number != 0 ? "true" : "false"); break;
      case Kind::alt_range:
        word(std::to_string(node.number));
        word(std::to_string(node.number2));
        break;
      case Kind::player_with: word(node.number != 0 ? "most" : "fewest"); break;
      default: break;  // the others say it with their children
    }
  }

  void children(const Node& node) {
    switch (node.kind) {
      case Kind::label:
        if (!node.children.empty()) child("of", node, 0);
        break;
      case Kind::labels: {
        const auto count = static_cast<std::size_t>(node.number);
        for (std::size_t i = 0; i < count; ++i) child(node, i);
        if (node.children.size() > count) child("of", node, count);
        break;
      }
      case Kind::run:
        child(node, 0);
        word((node.number & kRunBack) != 0 ? "back" : "ahead");
        if (node.number2 != 1) word("by " + std::to_string(node.number2));
        if (node.children.size() > 2) child("within", node, 2);
        child("while", node, 1);
        break;
      case Kind::step:
        child(node, 0);
        child("from", node, 1);
        if (node.number == kStepGoing) {
          child("going", node, 2);
        } else {
          word(node.number == kStepBack ? "back" : "ahead");
        }
        break;
      case Kind::some_move:
      case Kind::no_move_by: {
        std::size_t next = 0;
        if ((node.number & 1) != 0) {
          word("any");
        } else {
          child(node, next++);
        }
        if ((node.number & 2) != 0) child("gives", node, next);
        break;
      }
      case Kind::lift:
        child(node, 0);
        if (node.children.size() > 1) child("amount", node, 1);
        break;
      case Kind::sow_after:
      case Kind::sow_at:
        child(node, 0);
        if (node.children.size() > 1) child("going", node, 1);
        break;
      case Kind::capture: {
        child(node, 0);
        std::size_t next = 1;
        if ((node.number & 1) != 0) child("amount", node, next++);
        if ((node.number & 2) != 0) child("for", node, next);
        break;
      }
      case Kind::move:
        child("from", node, 0);
        child("to", node, 1);
        if (node.children.size() > 2) child("amount", node, 2);
        break;
      case Kind::set:
        if (node.children.size() > 1) child("of", node, 1);
        child("to", node, 0);
        break;
      case Kind::choose: {
        std::size_t end = node.children.size();
        if ((node.number & kByPlayer) != 0) --end;
        const std::int64_t from = node.number & 3;
        word(from == kChooseWords ? "words" : from == kChooseSet ? "set" : "range");
        for (std::size_t i = 0; i < end; ++i) child(node, i);
        if ((node.number & kByPlayer) != 0) child("by", node, end);
        if ((node.number & kByChance) != 0) word("by chance");
        break;
      }
      default: children_from(node, 0); break;  // their children need no words
    }
  }

  std::string& out_;
};

}  // namespace

std::string to_text(const Node& node) {
  std::string out;
  Writer(out).node(node);
  return out;
}

}  // namespace mancala::syntax
