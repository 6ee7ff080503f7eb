#include "dsl/mutants.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "dsl/lexemes.h"
#include "dsl/text_edits.h"
#include "dsl/vocabulary.h"

namespace mancala {
namespace {

using Kind = Node::Kind;
using Path = std::vector<std::size_t>;

// What is no rule of the game: who says it, what it is called, which answers there are (mancala readings
// compares those), and from how many laps on the program gives up.
constexpr std::array<std::pair<std::string_view, std::string_view>, 13> kNoRules = {{{"", "mancala"},
                                                                                     {"", "id"},
                                                                                     {"", "extends"},
                                                                                     {"", "readings"},
                                                                                     {"", "players"},
                                                                                     {"", "notation"},
                                                                                     {"parameter", "from"},
                                                                                     {"parameter", "to"},
                                                                                     {"clause", "name"},
                                                                                     {"clause", "let"},
                                                                                     {"filter", "name"},
                                                                                     {"clause", "source"},
                                                                                     {"endless", "laps"}}};

bool is_no_rule(std::string_view context, std::string_view key) {
  return std::find(kNoRules.begin(), kNoRules.end(), std::pair(context, key)) != kNoRules.end();
}

// Is the value prose for people, or a list of names?
bool is_prose(Shape shape) {
  return shape == Shape::text || shape == Shape::texts || shape == Shape::citations ||
         shape == Shape::names || shape == Shape::routes;
}

Node scalar_node(std::string text, Span span) {
  Node out;
  out.kind = Kind::scalar;
  out.span = span;
  out.scalar.file = span.file;
  out.scalar.byte_map.assign(text.size() + 1, span.begin);
  out.scalar.value = std::move(text);
  return out;
}

// With other bytes in the place of [begin, end); they come from where those came from.
Node edited(Node node, std::size_t begin, std::size_t end, const std::string& with) {
  ScalarText& text = node.scalar;
  const std::uint32_t from = text.byte_map[begin];
  text.value.replace(begin, end - begin, with);
  const auto map = text.byte_map.begin();
  std::vector<std::uint32_t> places(map, map + static_cast<std::ptrdiff_t>(begin));
  places.insert(places.end(), with.size(), from);
  places.insert(places.end(), map + static_cast<std::ptrdiff_t>(end), text.byte_map.end());
  text.byte_map = std::move(places);
  return node;
}

// In one line, without what is said for people.
std::string text_of(const Node& node) {
  switch (node.kind) {
    case Kind::null: return "";
    case Kind::scalar: return node.scalar.value;
    case Kind::list: {
      std::string out;
      for (const Node& item : node.items) out += (out.empty() ? "" : ", ") + text_of(item);
      return "[" + out + "]";
    }
    case Kind::map: {
      std::string out;
      for (const Node::Entry& entry : node.entries) {
        if (entry.key == "source" || entry.key == "note" || entry.key == "name") continue;
        out += (out.empty() ? "" : ", ") + entry.key + ": " + text_of(entry.value);
      }
      return "{" + out + "}";
    }
  }
  return {};
}

class Walker {
 public:
  std::vector<Mutant> run(const Node& document) {
    if (const Node::Entry* states = document.find("state")) word_groups(states->value);
    if (const Node::Entry* phases = document.find("phases");
        phases != nullptr && phases->value.kind == Kind::map) {
      std::vector<std::string> names;
      for (const Node::Entry& phase : phases->value.entries) names.push_back(phase.key);
      groups_.push_back(std::move(names));
    }
    map(document, "", {}, {});
    absent(document);
    return std::move(out_);
  }

 private:
  struct Place {
    Path path;
    std::string where;

    [[nodiscard]] Place below(std::size_t index, std::string_view key = {}) const {
      Place out = *this;
      out.path.push_back(index);
      if (!key.empty()) out.where += (out.where.empty() ? "" : " ") + std::string(key);
      return out;
    }
  };

  // The words that a state can be: `taking or walking`.
  void word_groups(const Node& states) {
    for (const Node::Entry& state : states.entries) {
      const Node::Entry* holds = state.value.find("holds");
      if (holds == nullptr || holds->value.kind != Kind::scalar) continue;
      std::vector<std::string> words;
      for (const std::string_view word : parts_of(holds->value.scalar.value)) {
        if (word != "or") words.emplace_back(word);
      }
      if (words.size() > 1 && holds->value.scalar.value.find(" or ") != std::string::npos)
        groups_.push_back(std::move(words));
    }
  }

  void add(const Place& place, std::string change, Span span, Node value) {
    out_.push_back({place.where.empty() ? "the file" : place.where, std::move(change), span, place.path,
                    std::move(value)});
  }

  // --- maps
  void map(const Node& node, std::string_view context, Path path, std::string where) {
    const Place place{std::move(path), std::move(where)};
    if (node.kind != Kind::map) return;
    for (std::size_t i = 0; i < node.entries.size(); ++i) {
      const Node::Entry& entry = node.entries[i];
      const Word* key = find_word(WordKind::key, entry.key, context);
      if (key == nullptr || is_no_rule(context, entry.key)) continue;
      if (is_droppable(*key, entry)) without_key(node, i, place);
      value(*key, context, entry, place.below(i, entry.key));
    }
    if (context == "filter") {
      renamed(node, "only", "prefer", place);
      renamed(node, "prefer", "only", place);
    }
  }

  // What stands in a list alone goes with its clause, and what others need is missed at once.
  static bool is_droppable(const Word& key, const Node::Entry& entry) {
    if (key.required || is_prose(key.shape)) return false;
    const bool list = key.shape == Shape::clauses || key.shape == Shape::filters;
    return !(list && (entry.value.kind != Kind::list || entry.value.items.size() < 2)) &&
           key.shape != Shape::definitions && key.shape != Shape::map_of;
  }

  void without_key(const Node& node, std::size_t index, const Place& place) {
    Node less = node;
    less.entries.erase(less.entries.begin() + static_cast<std::ptrdiff_t>(index));
    const Node::Entry& entry = node.entries[index];
    add(place, "without `" + entry.key + ": " + text_of(entry.value) + "`", entry.key_span, std::move(less));
  }

  void renamed(const Node& node, std::string_view from, std::string_view to, const Place& place) {
    for (std::size_t i = 0; i < node.entries.size(); ++i) {
      if (node.entries[i].key != from) continue;
      Node other = node;
      other.entries[i].key = std::string(to);
      std::string change = "`" + text_of(node) + "` -> `" + text_of(other) + "`";
      add(place, std::move(change), node.entries[i].key_span, std::move(other));
    }
  }

  void value(const Word& key, std::string_view context, const Node::Entry& entry, const Place& place) {
    const Node& node = entry.value;
    switch (key.shape) {
      case Shape::text:
        if (context == "state" && entry.key == "holds") range(node, place);
        if (context == "board" && entry.key == "grid") range(node, place);
        break;
      case Shape::texts:
      case Shape::citations:
      case Shape::names:
      case Shape::routes: break;
      case Shape::number: range(node, place); break;
      case Shape::expression: text(node, TextGoal::expression, place); break;
      case Shape::actions: text(node, TextGoal::actions, place); break;
      case Shape::one_of: one_of(node, std::string(context) + "." + entry.key, place); break;
      case Shape::clauses: clauses(node, place, false, context == "end"); break;
      case Shape::filters: list(node, "filter", place); break;
      case Shape::map: map(node, key.inner, place.path, place.where); break;
      case Shape::map_of:
        for (std::size_t i = 0; i < node.entries.size(); ++i) {
          const Node& one = node.entries[i].value;
          const Place below = place.below(i, node.entries[i].key);
          if (one.kind == Kind::map)
            map(one, key.inner, below.path, below.where);
          else
            range(one, below);
        }
        break;
      case Shape::blocks:
        if (node.kind == Kind::list)
          list(node, key.inner, place);
        else
          map(node, key.inner, place.path, place.where);
        break;
      case Shape::definitions:
        for (std::size_t i = 0; i < node.entries.size(); ++i) {
          const Place below = place.below(i, node.entries[i].key);
          if (node.entries[i].value.kind == Kind::list)
            clauses(node.entries[i].value, below, true);
          else
            text(node.entries[i].value, TextGoal::expression_or_actions, below);
        }
        break;
      case Shape::bindings: bindings(node, place); break;
      case Shape::choices:
        for (std::size_t i = 0; i < node.entries.size(); ++i)
          text(node.entries[i].value, TextGoal::options, place.below(i, node.entries[i].key));
        break;
      case Shape::expression_or_map:
        if (node.kind == Kind::map)
          map(node, key.inner, place.path, place.where);
        else
          text(node, TextGoal::expression, place);
        break;
    }
  }

  // --- lists
  void without_item(const Node& node, std::size_t i, const Place& place) {
    Node less = node;
    less.items.erase(less.items.begin() + static_cast<std::ptrdiff_t>(i));
    add(place, "without `" + text_of(node.items[i]) + "`", node.items[i].span, std::move(less));
  }

  void swapped(const Node& node, std::size_t i, const Place& place) {
    Node other = node;
    std::swap(other.items[i], other.items[i + 1]);
    add(place, "`" + text_of(node.items[i + 1]) + "` before `" + text_of(node.items[i]) + "`",
        node.items[i].span, std::move(other));
  }

  // Filters, and alternatives of a move.
  void list(const Node& node, std::string_view context, const Place& place) {
    if (node.kind != Kind::list) return map(node, context, place.path, place.where);
    for (std::size_t i = 0; i < node.items.size(); ++i) {
      without_item(node, i, place);
      if (i + 1 < node.items.size()) swapped(node, i, place);
      const Place below = place.below(i);
      map(node.items[i], context, below.path, below.where);
    }
  }

  // `inside`: what follows the list may stand behind it in another one. `first_ends`: nothing follows the
  // first clause that holds, be it `then` or `also`.
  void clauses(const Node& node, const Place& place, bool inside, bool first_ends = false) {
    if (node.kind != Kind::list) return;
    for (std::size_t i = 0; i < node.items.size(); ++i) {
      const Node& item = node.items[i];
      without_item(node, i, place);
      const bool last = i + 1 == node.items.size();
      if (!last) swapped(node, i, place);
      const Place below = place.below(i);
      if (item.kind == Kind::scalar) {
        text(item, TextGoal::expression_or_actions, below);
        continue;
      }
      map(item, "clause", below.path, below.where);
      if ((!last || inside) && !first_ends) {
        renamed(item, "then", "also", below);
        if (item.find("each") == nullptr) renamed(item, "also", "then", below);
      }
    }
  }

  void bindings(const Node& node, const Place& place) {
    if (node.kind == Kind::scalar) text(node, TextGoal::binding, place);
    for (std::size_t i = 0; i < node.items.size(); ++i)
      text(node.items[i], TextGoal::binding, place.below(i));
    for (std::size_t i = 0; i + 1 < node.items.size(); ++i) swapped(node, i, place);
  }

  // --- scalars
  void replace(const Node& node, std::size_t begin, std::size_t end, const std::string& with,
               const Place& place) {
    Node other = edited(node, begin, end, with);
    const std::string change = "`" + node.scalar.value + "` -> `" + other.scalar.value + "`";
    const Span span = begin < end ? node.scalar.span(begin, end) : node.span;
    add(place, change, span, std::move(other));
  }

  void text(const Node& node, TextGoal goal, const Place& place) {
    if (node.kind != Kind::scalar) return;
    for (const TextEdit& edit : text_edits(node.scalar.value, goal, groups_))
      replace(node, edit.begin, edit.end, edit.with, place);
  }

  // Each number in a plain text, one more and one less.
  void range(const Node& node, const Place& place) {
    if (node.kind != Kind::scalar) return;
    const std::string& value = node.scalar.value;
    for (std::size_t at = 0; at < value.size();) {
      const std::string_view word = word_at(value, at);
      if (is_number(word) && word.size() < 10) {
        const long number = std::strtol(std::string(word).c_str(), nullptr, 10);
        for (const long by : {1L, -1L}) {
          if (number + by >= 0) replace(node, at, at + word.size(), std::to_string(number + by), place);
        }
      }
      at += std::max<std::size_t>(1, word.size());
    }
  }

  void one_of(const Node& node, const std::string& context, const Place& place) {
    if (node.kind != Kind::scalar) return;
    for (const std::string_view other : words_of(WordKind::value, context)) {
      if (other != node.scalar.value) replace(node, 0, node.scalar.value.size(), std::string(other), place);
    }
  }

  // Rules that are not there: the hole that was lifted is left out, or gets the first seed.
  void absent(const Node& document) {
    for (std::size_t i = 0; i < document.entries.size(); ++i) {
      const Node::Entry& entry = document.entries[i];
      if (entry.key != "sow" || entry.value.kind != Kind::map || entry.value.find("skip") != nullptr)
        continue;
      Node more = entry.value;
      more.entries.push_back({"skip", entry.key_span, scalar_node("it == start", entry.key_span)});
      add({{i}, "sow"}, "with `skip: it == start`", entry.key_span, std::move(more));
    }
  }

  std::vector<std::vector<std::string>> groups_;
  std::vector<Mutant> out_;
};

// Every word in the values of a document.
void collect_words(const Node& node, std::vector<std::string>& out) {
  for (std::size_t at = 0; at < node.scalar.value.size();) {
    const std::string_view word = word_at(node.scalar.value, at);
    if (!word.empty()) out.emplace_back(word);
    at += std::max<std::size_t>(1, word.size());
  }
  for (const Node& item : node.items) collect_words(item, out);
  for (const Node::Entry& entry : node.entries) collect_words(entry.value, out);
}

std::string_view head_name(std::string_view key) { return word_at(key, 0); }

}  // namespace

std::vector<Mutant> mutants_of(const Node& document) { return Walker().run(document); }

Node mutated(Node document, const Mutant& mutant) {
  Node* node = &document;
  for (const std::size_t index : mutant.path)
    node = node->kind == Kind::map ? &node->entries[index].value : &node->items[index];
  *node = mutant.value;
  return document;
}

namespace {

// Names that the file itself gives to other things than definitions: these are not the prelude's.
void collect_declared(const Node& document, std::set<std::string, std::less<>>& names) {
  for (const char* key : {"readings", "parameters", "state", "piles"}) {
    const Node::Entry* section = document.find(key);
    if (section == nullptr || section->value.kind != Kind::map) continue;
    for (const Node::Entry& entry : section->value.entries) names.emplace(entry.key);
  }
}

}  // namespace

Node with_used_definitions(Node document, const Node& prelude) {
  const Node::Entry* shared = prelude.find("define");
  if (shared == nullptr || shared->value.kind != Kind::map || document.kind != Kind::map) return document;
  std::vector<std::string> words;
  for (const Node::Entry& entry : document.entries) {
    const Word* key = find_word(WordKind::key, entry.key);
    if (key != nullptr && !is_prose(key->shape) && entry.key != "readings") collect_words(entry.value, words);
  }
  words.emplace_back("relay");  // what a turn without `play` begins with
  if (document.find("define") == nullptr) {
    Node none;
    none.kind = Kind::map;
    none.span = shared->value.span;
    document.entries.push_back({"define", shared->key_span, std::move(none)});
  }
  Node& own = std::find_if(document.entries.begin(), document.entries.end(), [](const Node::Entry& entry) {
                return entry.key == "define";
              })->value;
  if (own.kind != Kind::map) return document;
  std::set<std::string, std::less<>> known;
  for (const Node::Entry& entry : own.entries) known.emplace(head_name(entry.key));
  collect_declared(document, known);
  while (!words.empty()) {
    const std::string word = std::move(words.back());
    words.pop_back();
    if (known.contains(word)) continue;
    const auto& all = shared->value.entries;
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&word](const Node::Entry& e) { return head_name(e.key) == word; });
    if (found == all.end()) continue;
    known.insert(word);
    own.entries.push_back(*found);
    collect_words(found->value, words);
  }
  return document;
}

}  // namespace mancala
