#include "dsl/prelude.h"

#include <memory>
#include <mutex>

#include "dsl/parse_sheet.h"
#include "dsl/read.h"
#include "dsl/shape.h"

namespace mancala {

namespace {

// Says of every place in a definition that it lies in this file.
class Placing {
 public:
  explicit Placing(FileId file) : file_(file) {}

  void definition(sheet::Definition& d) const {
    span(d.span);
    span(d.head.name_span);
    for (Span& parameter : d.head.parameter_spans) span(parameter);
    if (auto* line = std::get_if<sheet::Phrase>(&d.body)) {
      phrase(*line);
    } else {
      clauses(std::get<sheet::Clauses>(d.body));
    }
  }

 private:
  void span(Span& s) const {
    if (s.file != kNoFile) s.file = file_;
  }
  void node(syntax::Node& n) const {
    span(n.span);
    span(n.name_span);
    for (syntax::Node& child : n.children) node(child);
  }
  void phrase(sheet::Phrase& p) const {
    span(p.span);
    if (p.text.file != kNoFile) p.text.file = file_;
    if (p.tree) node(*p.tree);
  }
  void phrase(std::optional<sheet::Phrase>& p) const {
    if (p) phrase(*p);
  }
  void clauses(sheet::Clauses& c) const {
    span(c.span);
    for (sheet::Clause& clause : c.list) {
      span(clause.span);
      span(clause.let_name.span);
      span(clause.source.span);
      phrase(clause.cond);
      phrase(clause.actions);
      phrase(clause.value);
      for (sheet::Phrase& binding : clause.bindings) phrase(binding);
    }
  }

  FileId file_;
};

// A prelude of which nothing is to be said.
struct Parsed {
  std::string text;
  Definitions definitions;  // with places in any file
};

class Memory {
 public:
  std::shared_ptr<const Parsed> last() {
    const std::lock_guard lock(mutex_);
    return last_;
  }
  void keep(Parsed parsed) {
    const std::lock_guard lock(mutex_);
    last_ = std::make_shared<const Parsed>(std::move(parsed));
  }

 private:
  std::mutex mutex_;
  std::shared_ptr<const Parsed> last_;
};

}  // namespace

Definitions prelude_definitions(FileId file, const SourceMap& sources, Diagnostics& diagnostics) {
  static Memory memory;
  const std::string& text = sources.text(file);
  if (const auto known = memory.last(); known != nullptr && known->text == text) {
    const Placing placing(file);
    Definitions definitions = known->definitions;
    for (auto& [name, definition] : definitions) placing.definition(definition);
    return definitions;
  }
  Diagnostics found;
  Definitions definitions;
  if (const auto document = read_document(file, sources, found)) {
    definitions = shape_prelude(*document, found);
    parse_definitions(definitions, found);
  }
  if (found.empty()) memory.keep({text, definitions});
  for (const Diagnostic& d : found.sorted()) {
    diagnostics.report(d.severity, d.code, d.primary.span, d.message) = d;
  }
  return definitions;
}

}  // namespace mancala
