// YAML: the input is a file.
#include "dsl/layout.h"
#include "dsl/read.h"
#include "tests/fuzz/checks.h"
#include "tests/fuzz/must.h"
#include "tests/fuzz/targets.h"

namespace mancala::fuzz {

namespace {

void check_node(const Node& node, std::string_view text) {
  must(node.span.begin <= node.span.end && node.span.end <= text.size(), "a node lies in its file");
  switch (node.kind) {
    case Node::Kind::null: break;
    case Node::Kind::scalar: {
      const ScalarText& scalar = node.scalar;
      must(scalar.byte_map.size() == scalar.value.size() + 1, "each byte has a place", scalar.value);
      for (const std::uint32_t place : scalar.byte_map)
        must(place <= text.size(), "a byte has a place in its file", scalar.value);
      break;
    }
    case Node::Kind::list:
      for (const Node& item : node.items) check_node(item, text);
      break;
    case Node::Kind::map:
      for (const Node::Entry& entry : node.entries) {
        must(entry.key_span.begin <= entry.key_span.end && entry.key_span.end <= text.size(),
             "a key lies in its file", entry.key);
        must(node.find(entry.key) == &entry, "a key stands once", entry.key);
        check_node(entry.value, text);
      }
      break;
  }
}

// The same values, but for blanks in lines of the language, which are not known here: how many nodes of each
// kind.
bool same_form(const Node& a, const Node& b) {
  if (a.kind != b.kind || a.items.size() != b.items.size() || a.entries.size() != b.entries.size())
    return false;
  for (std::size_t i = 0; i < a.items.size(); ++i) {
    if (!same_form(a.items[i], b.items[i])) return false;
  }
  for (std::size_t i = 0; i < a.entries.size(); ++i) {
    if (a.entries[i].key != b.entries[i].key || !same_form(a.entries[i].value, b.entries[i].value))
      return false;
  }
  return true;
}

}  // namespace

void fuzz_document(std::string_view input) {
  SourceMap sources;
  Diagnostics diagnostics;
  const FileId file = sources.add("input", std::string(input));
  const auto document = read_document(file, sources, diagnostics);
  if (!document) must(diagnostics.has_errors(), "what is refused has an error");
  check_diagnostics(diagnostics, sources, diagnostics.has_errors());
  if (!document) return;
  check_node(*document, input);
  if (document->kind != Node::Kind::map || diagnostics.has_errors() ||
      input.find('\r') != std::string_view::npos)
    return;
  const std::string text = laid_out(input, *document);
  Diagnostics of_layout;
  const auto again = read_document(sources.add("laid out", text), sources, of_layout);
  must(again && !of_layout.has_errors() && same_form(*document, *again), "a layout changes no values", text);
  must(laid_out(text, *again) == text, "a layout is laid out already", text, laid_out(text, *again));
}

}  // namespace mancala::fuzz
