#include "dsl/text_edits.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "dsl/lexemes.h"
#include "dsl/parse.h"
#include "dsl/rivals.h"
#include "dsl/vocabulary.h"

namespace mancala {
namespace {

using syntax::Kind;
using syntax::Node;

// The text as a scalar of which each byte is its own place, so that spans are offsets in it.
ScalarText as_scalar(std::string_view text) {
  ScalarText out;
  out.value = std::string(text);
  out.file = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) out.byte_map.push_back(static_cast<std::uint32_t>(i));
  return out;
}

std::optional<Node> parsed(std::string_view text, TextGoal goal) {
  const ScalarText scalar = as_scalar(text);
  Diagnostics ignored;
  switch (goal) {
    case TextGoal::expression: return parse_expression(scalar, ignored);
    case TextGoal::actions: return parse_actions(scalar, ignored);
    case TextGoal::expression_or_actions: return parse_expression_or_actions(scalar, ignored);
    case TextGoal::binding: return parse_binding(scalar, ignored);
    case TextGoal::options: return parse_options(scalar, ignored);
  }
  return std::nullopt;
}

class Editor {
 public:
  Editor(std::string_view text, const std::vector<std::vector<std::string>>& groups)
      : text_(text), groups_(groups) {}

  std::vector<TextEdit> run(const Node& tree, TextGoal goal) {
    words();
    node(tree);
    if (goal == TextGoal::expression || goal == TextGoal::expression_or_actions) negate(tree);
    std::stable_sort(edits_.begin(), edits_.end(),
                     [](const TextEdit& a, const TextEdit& b) { return a.begin < b.begin; });
    std::vector<TextEdit> out;
    std::vector<std::string> seen{std::string(text_)};
    for (TextEdit& edit : edits_) {
      std::string whole =
          std::string(text_.substr(0, edit.begin)) + edit.with + std::string(text_.substr(edit.end));
      if (std::find(seen.begin(), seen.end(), whole) != seen.end()) continue;
      seen.push_back(std::move(whole));
      out.push_back(std::move(edit));
    }
    return out;
  }

 private:
  [[nodiscard]] std::string_view of(const Node& node) const {
    return text_.substr(node.span.begin, node.span.end - node.span.begin);
  }
  void edit(std::size_t begin, std::size_t end, std::string with) {
    edits_.push_back({begin, end, std::move(with)});
  }
  void put(const Node& whole, std::string_view with) {
    edit(whole.span.begin, whole.span.end, std::string(with));
  }
  // Without the bytes from `begin` to `end`, and without the blanks before them.
  void drop(std::size_t begin, std::size_t end) { edit(trimmed_end(text_, begin), end, ""); }

  // --- word by word
  void words() {
    for (std::size_t at = 0; at < text_.size();) {
      const std::string_view word = word_at(text_, at);
      if (!word.empty()) {
        const bool sign = word == "-";  // between blanks
        replace_word(at, word, sign);
        at += word.size();
        continue;
      }
      const std::size_t length = std::string_view("=!<>").find(text_[at]) == std::string_view::npos ? 1
                                 : at + 1 < text_.size() && text_[at + 1] == '='                    ? 2
                                                                                                    : 1;
      replace_word(at, text_.substr(at, length), true);
      at += length;
    }
  }

  void replace_word(std::size_t at, std::string_view word, bool sign) {
    for (const std::string_view rival : rivals_of(word)) edit(at, at + word.size(), std::string(rival));
    if (sign) return;
    const auto number = [&](std::string_view prefix, std::string_view digits, int least) {
      int value = 0;
      std::from_chars(digits.data(), digits.data() + digits.size(), value);
      for (const int by : {1, -1}) {
        if (value + by >= least) edit(at, at + word.size(), std::string(prefix) + std::to_string(value + by));
      }
    };
    if (is_number(word)) number("", word, 0);
    if (is_label(word)) number(word.substr(0, 1), word.substr(1), 1);
    for (const auto& group : groups_) {
      if (std::find(group.begin(), group.end(), word) == group.end()) continue;
      for (const std::string& other : group) {
        if (other != word) edit(at, at + word.size(), other);
      }
    }
  }

  // --- part by part
  // What is asked is asked the other way round.
  void negate(const Node& condition) {
    if (condition.kind == Kind::name || condition.kind == Kind::call)
      put(condition, "not " + std::string(of(condition)));
    if (condition.kind == Kind::in || condition.kind == Kind::is)
      put(condition, "not (" + std::string(of(condition)) + ")");
  }

  void node(const Node& n) {
    switch (n.kind) {
      case Kind::logical_and:
      case Kind::logical_or:
        for (const Node& child : n.children) {
          put(n, of(child));
          negate(child);
        }
        break;
      case Kind::unite:
        for (const Node& child : n.children) put(n, of(child));
        break;
      case Kind::minus:
      case Kind::where:
      case Kind::add:
      case Kind::subtract:
      case Kind::multiply:
      case Kind::divide:
        if (n.kind == Kind::where && n.children.size() > 1) negate(n.children[1]);
        put(n, of(n.children.front()));
        break;
      case Kind::logical_not:
      case Kind::after:
      case Kind::at_start:
      case Kind::at_lap_start:
      case Kind::reverse: put(n, of(n.children.front())); break;
      case Kind::choose_if:
        for (std::size_t i = 1; i < n.children.size(); ++i)
          put(n, "(" + std::string(of(n.children[i])) + ")");
        negate(n.children.front());
        break;
      case Kind::is: alternatives(n); break;
      case Kind::call: call(n); break;
      case Kind::run:
        if (n.children.size() > 2) {
          const Node& within = n.children[2];
          drop(text_.rfind("within", within.span.begin), within.span.end);
        }
        break;
      case Kind::capture: capture(n); break;
      case Kind::lift:
        if (n.children.size() > 1) put(n, "lift " + std::string(of(n.children.front())));
        break;
      case Kind::actions: actions(n); break;
      case Kind::number:
      case Kind::pieces:
      case Kind::truth:
      case Kind::none:
      case Kind::name:
      case Kind::label:
      case Kind::labels:
      case Kind::step:
      case Kind::the:
      case Kind::player_with:
      case Kind::modulo:
      case Kind::equal:
      case Kind::not_equal:
      case Kind::less:
      case Kind::less_equal:
      case Kind::greater:
      case Kind::greater_equal:
      case Kind::in:
      case Kind::alt_range:
      case Kind::alt_even:
      case Kind::alt_odd:
      case Kind::some:
      case Kind::no:
      case Kind::some_move:
      case Kind::no_move_by:
      case Kind::sow_after:
      case Kind::sow_at:
      case Kind::move:
      case Kind::set:
      case Kind::close:
      case Kind::open:
      case Kind::choose:
      case Kind::win:
      case Kind::again:
      case Kind::stop:
      case Kind::end:
      case Kind::swap_seats:
      case Kind::rotate_seats:
      case Kind::perform: break;
    }
    for (const Node& child : n.children) node(child);
  }

  // `2 or 3`: one of them is left out.
  void alternatives(const Node& n) {
    if (n.children.size() < 3) return;
    for (std::size_t i = 1; i < n.children.size(); ++i) {
      if (i + 1 < n.children.size())
        edit(n.children[i].span.begin, n.children[i + 1].span.begin, "");
      else
        drop(n.children[i - 1].span.end, n.children[i].span.end);
    }
  }

  // Of a function from holes to holes or from players to players: its argument.
  void call(const Node& n) {
    if (n.children.size() != 1) return;
    const Word* word = find_word(WordKind::function, n.text);
    if (word == nullptr) return;
    const bool same = (word->gives == ir::Type::hole && word->takes == "hole") ||
                      (word->gives == ir::Type::player && word->takes == "player");
    if (same) put(n, of(n.children.front()));
  }

  void capture(const Node& n) {
    const bool has_amount = (n.number & 1) != 0;
    const bool has_recipient = (n.number & 2) != 0;
    const std::size_t what_end = n.children.front().span.end;
    if (has_amount) edit(n.children[1].span.begin, n.children.front().span.begin, "");
    if (has_recipient) {
      const Node& recipient = n.children.back();
      drop(what_end, n.span.end);
      for (const char* other : {"opponent", "out"}) put(recipient, other);
      return;
    }
    for (const char* other : {" for opponent", " for out"}) edit(n.span.end, n.span.end, other);
  }

  void actions(const Node& n) {
    const auto& all = n.children;
    if (all.size() < 2) return;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (i + 1 < all.size())
        edit(all[i].span.begin, all[i + 1].span.begin, "");
      else
        edit(all[i - 1].span.end, all[i].span.end, "");
      if (i + 1 < all.size()) {
        edit(all[i].span.begin, all[i + 1].span.end,
             std::string(of(all[i + 1])) + "; " + std::string(of(all[i])));
      }
    }
  }

  std::string_view text_;
  const std::vector<std::vector<std::string>>& groups_;
  std::vector<TextEdit> edits_;
};

}  // namespace

std::vector<TextEdit> text_edits(std::string_view text, TextGoal goal,
                                 const std::vector<std::vector<std::string>>& groups) {
  const auto tree = parsed(text, goal);
  if (!tree) return {};
  return Editor(text, groups).run(*tree, goal);
}

}  // namespace mancala
