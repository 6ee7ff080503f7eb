// A piece of text of the language. The first byte says what it is read as.
#include "dsl/parse.h"
#include "dsl/spacing.h"
#include "tests/fuzz/checks.h"
#include "tests/fuzz/must.h"
#include "tests/fuzz/targets.h"

namespace mancala::fuzz {

namespace {

using Parser = std::optional<syntax::Node> (*)(const ScalarText&, Diagnostics&);

Parser parser_of(char first) {
  switch (first) {
    case 'a': return parse_actions;
    case 'b': return parse_binding;
    case 'l': return parse_expression_or_actions;
    case 'o': return parse_options;
    default: return parse_expression;
  }
}

ScalarText plain(std::string_view text, FileId file) {
  ScalarText scalar;
  scalar.value = text;
  scalar.file = file;
  for (std::uint32_t at = 0; at <= text.size(); ++at) scalar.byte_map.push_back(at);
  return scalar;
}

void check_tree(const syntax::Node& node, const Span& within) {
  for (const Span& span : {node.span, node.name_span}) {
    if (span.file == kNoFile) continue;
    must(within.begin <= span.begin && span.begin <= span.end && span.end <= within.end,
         "a part lies in the text of the whole", node.text, span.begin, span.end);
  }
  for (const syntax::Node& child : node.children) check_tree(child, node.span);
}

void check_head(std::string_view text) {
  SourceMap sources;
  Diagnostics diagnostics;
  const FileId file = sources.add("input", std::string(text));
  const auto size = static_cast<std::uint32_t>(text.size());
  const auto head = parse_head(text, Span{file, 0, size}, diagnostics);
  check_diagnostics(diagnostics, sources, !head);
  if (!head) return;
  must(is_name(head->name), "a head has a name", head->name);
  must(head->parameters.size() == head->parameter_spans.size(), "each parameter has a place", text);
}

}  // namespace

void fuzz_expression(std::string_view input) {
  if (input.empty()) return;
  const char first = input.front();
  input.remove_prefix(1);
  if (first == 'h') return check_head(input);
  const Parser parse = parser_of(first);
  SourceMap sources;
  Diagnostics diagnostics;
  const FileId file = sources.add("input", std::string(input));
  const auto tree = parse(plain(input, file), diagnostics);
  check_diagnostics(diagnostics, sources, !tree);
  if (!tree) return;
  check_tree(*tree, Span{file, 0, static_cast<std::uint32_t>(input.size())});

  const std::string text = spaced(input);
  const auto again = parse(plain(text, sources.add("spaced", text)), diagnostics);
  must(again && syntax::to_text(*again) == syntax::to_text(*tree), "blanks change nothing", input, text);
  must(spaced(text) == text, "blanks are where they should be already", text);
}

}  // namespace mancala::fuzz
