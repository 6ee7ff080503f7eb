#include "dsl/format.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "dsl/accepted_mutants.h"
#include "dsl/example.h"
#include "dsl/layout.h"
#include "dsl/parse_sheet.h"
#include "dsl/read.h"
#include "dsl/shape.h"
#include "dsl/spacing.h"
#include "dsl/text_kinds.h"
#include "dsl/vocabulary.h"

namespace mancala {

namespace {

// The keys of a file in the order in which they are documented.
std::vector<std::string_view> key_order(FileKind kind) {
  switch (kind) {
    case FileKind::variant: return words_of(WordKind::key, "");
    case FileKind::prelude: return {"mancala-library", "define"};
    case FileKind::accepted_mutants: return {"mancala-mutants", "variant", "accepted"};
    case FileKind::example:
      return {"mancala-example", "variant", "title", "kind",   "source", "parameters", "readings",
              "start",           "moves",   "legal", "result", "perft",  "value",      "games"};
  }
  return {};
}

// Line ends of another system become ours.
std::string with_line_feeds(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') continue;
    out += text[i];
  }
  return out;
}

// Do two documents hold the same values? The keys of the file may stand in another order, and expressions may
// have other blanks.
class Comparison {
 public:
  Comparison(const Node& a, const Node& b) : kinds_(text_kinds(a)), same_(root(a, b)) {}
  [[nodiscard]] bool same() const { return same_; }

 private:
  bool root(const Node& a, const Node& b) {
    if (a.kind != Node::Kind::map || b.kind != Node::Kind::map) return equal(a, b);
    return a.entries.size() == b.entries.size() &&
           std::all_of(a.entries.begin(), a.entries.end(), [&](const Node::Entry& entry) {
             const Node::Entry* other = b.find(entry.key);
             return other != nullptr && equal(entry.value, other->value);
           });
  }

  bool equal(const Node& a, const Node& b) {
    if (a.kind != b.kind || a.items.size() != b.items.size() || a.entries.size() != b.entries.size())
      return false;
    if (a.kind == Node::Kind::scalar && !equal_text(a, b)) return false;
    for (std::size_t i = 0; i < a.items.size(); ++i) {
      if (!equal(a.items[i], b.items[i])) return false;
    }
    for (std::size_t i = 0; i < a.entries.size(); ++i) {
      if (a.entries[i].key != b.entries[i].key || !equal(a.entries[i].value, b.entries[i].value))
        return false;
    }
    return true;
  }

  bool equal_text(const Node& a, const Node& b) const {
    const auto kind = kinds_.find(&a);
    const bool language = kind != kinds_.end() && kind->second == TextKind::language;
    return language ? spaced(a.scalar.value) == spaced(b.scalar.value) : a.scalar.value == b.scalar.value;
  }

  std::map<const Node*, TextKind> kinds_;
  bool same_;
};

bool same_origins(const Variant& a, const Variant& b) {
  return std::equal(
      a.origins.begin(), a.origins.end(), b.origins.begin(), b.origins.end(),
      [](const Origin& x, const Origin& y) { return x.source == y.source && x.note == y.note; });
}

class Formatter {
 public:
  Formatter(const std::filesystem::path& path, const Library& library, SourceMap& sources,
            Diagnostics& diagnostics)
      : path_(path), library_(library), sources_(sources), diagnostics_(diagnostics) {}

  std::optional<std::string> run(FileId file) {
    const std::optional<Node> document = read_document(file, sources_, diagnostics_);
    if (!document) return std::nullopt;
    // What has errors is left alone: nobody knows what it means.
    if (!understood(*document, file)) return std::nullopt;
    std::string text = with_line_feeds(sources_.text(file));
    // Read again only where the text has changed.
    std::optional<Node> current = text == sources_.text(file) ? document : reread(text);
    std::vector<std::string> comments;
    if (current) {
      comments = sorted(comments_of(text, *current));
      std::string ordered = reordered(text, *current, key_order(file_kind(*document)));
      if (ordered != text) current = reread(ordered);
      text = std::move(ordered);
    }
    if (current) text = laid_out(text, *current);
    const std::optional<Node> again = reread(text);
    const bool same = again && Comparison(*document, *again).same() &&
                      sorted(comments_of(text, *again)) == comments && same_program(text);
    if (same) return text;
    diagnostics_
        .error("M0713", Span{file, 0, 0},
               "formatting would change what this file says, so it is left as it is")
        .help.push_back("this is a bug of the program, not of the file: please report it with the file");
    return std::nullopt;
  }

 private:
  static std::vector<std::string> sorted(std::vector<std::string> texts) {
    std::sort(texts.begin(), texts.end());
    return texts;
  }

  // Has the file no errors?
  bool understood(const Node& document, FileId file) {
    switch (file_kind(document)) {
      case FileKind::variant:
        variant_ = load_variant_text(path_, sources_.text(file), library_, {}, sources_, diagnostics_);
        return variant_.has_value();
      case FileKind::prelude: {
        auto definitions = shape_prelude(document, diagnostics_);
        parse_definitions(definitions, diagnostics_);
        return !diagnostics_.has_errors();
      }
      case FileKind::example: load_examples(document, diagnostics_); return !diagnostics_.has_errors();
      case FileKind::accepted_mutants:
        load_accepted_mutants(document, diagnostics_);
        return !diagnostics_.has_errors();
    }
    return false;
  }

  std::optional<Node> reread(const std::string& text) {
    Diagnostics unheard;
    return read_document(sources_.add(path_.string(), text), sources_, unheard);
  }

  bool same_program(const std::string& text) {
    if (!variant_) return true;
    Diagnostics unheard;
    const auto after = load_variant_text(path_, text, library_, {}, sources_, unheard);
    return after && variant_->program == after->program && same_origins(*variant_, *after);
  }

  const std::filesystem::path& path_;
  const Library& library_;
  SourceMap& sources_;
  Diagnostics& diagnostics_;
  std::optional<Variant> variant_;  // before, if it is one
};

}  // namespace

std::optional<std::string> formatted(FileId file, const std::filesystem::path& path, const Library& library,
                                     SourceMap& sources, Diagnostics& diagnostics) {
  return Formatter(path, library, sources, diagnostics).run(file);
}

}  // namespace mancala
