#include "dsl/text_kinds.h"

#include <algorithm>
#include <initializer_list>

#include "dsl/accepted_mutants.h"
#include "dsl/example.h"
#include "dsl/vocabulary.h"

namespace mancala {

namespace {

class KindWalk {
 public:
  explicit KindWalk(std::map<const Node*, TextKind>& kinds) : kinds_(kinds) {}

  // All scalars below.
  void all(const Node& node, TextKind kind) {
    if (node.kind == Node::Kind::scalar) kinds_[&node] = kind;
    for (const Node& item : node.items) all(item, kind);
    for (const Node::Entry& entry : node.entries) all(entry.value, kind);
  }

  // The keys of a map in this context.
  void map(const Node& node, std::string_view context) {
    for (const Node::Entry& entry : node.entries) {
      const Word* word = find_word(WordKind::key, entry.key, context);
      if (word != nullptr) value(entry.value, *word);
    }
  }

 private:
  void each(const Node& node, std::string_view context) {
    if (node.kind == Node::Kind::map) map(node, context);
    if (node.kind == Node::Kind::scalar) kinds_[&node] = TextKind::language;
    for (const Node& item : node.items) each(item, context);
  }

  // What is not said here stays prose.
  void value(const Node& node, const Word& word) {
    const auto is = [&word](std::initializer_list<Shape> shapes) {
      return std::find(shapes.begin(), shapes.end(), word.shape) != shapes.end();
    };
    // Of the texts only the key of a source, a name and an answer are words.
    const bool word_text = word.text == "source" || word.text == "let" || word.text == "default";
    if (is({Shape::number, Shape::names, Shape::one_of}) || (is({Shape::text}) && word_text)) {
      all(node, TextKind::word);
    } else if (is({Shape::expression, Shape::actions, Shape::bindings, Shape::choices})) {
      all(node, TextKind::language);
    } else if (is({Shape::clauses})) {
      each(node, "clause");
    } else if (is({Shape::filters})) {
      each(node, "filter");
    } else if (is({Shape::map, Shape::blocks})) {
      map(node, word.inner);
      for (const Node& item : node.items) map(item, word.inner);
    } else if (is({Shape::map_of})) {
      for (const Node::Entry& entry : node.entries) {
        map(entry.value, word.inner);
        if (entry.value.kind == Node::Kind::scalar) kinds_[&entry.value] = TextKind::word;
      }
    } else if (is({Shape::definitions})) {
      for (const Node::Entry& entry : node.entries) each(entry.value, "clause");
    } else if (is({Shape::expression_or_map})) {
      if (node.kind == Node::Kind::scalar) kinds_[&node] = TextKind::language;
      map(node, word.inner);
    }
  }

  std::map<const Node*, TextKind>& kinds_;
};

}  // namespace

FileKind file_kind(const Node& document) {
  if (is_example(document)) return FileKind::example;
  if (is_accepted_mutants(document)) return FileKind::accepted_mutants;
  return document.find("mancala-library") != nullptr ? FileKind::prelude : FileKind::variant;
}

std::map<const Node*, TextKind> text_kinds(const Node& document) {
  std::map<const Node*, TextKind> kinds;
  KindWalk walk(kinds);
  walk.all(document, TextKind::prose);
  const FileKind kind = file_kind(document);
  if (kind == FileKind::variant || kind == FileKind::prelude) walk.map(document, "");
  return kinds;
}

}  // namespace mancala
