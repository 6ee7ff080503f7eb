#include "dsl/tree_builder.h"

#include <fmt/format.h>
#include <yaml-cpp/mark.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "dsl/bytes.h"
#include "dsl/read.h"

namespace mancala {

namespace {

// Into how many pieces a call may have been cut; no call has as many arguments.
constexpr std::size_t kMaxPieces = 16;

bool is_bracket_or_comma(char c) { return c == ',' || c == '[' || c == ']' || c == '{' || c == '}'; }

bool is_letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

bool is_quoted(ScalarStyle style) {
  return style == ScalarStyle::single_quoted || style == ScalarStyle::double_quoted;
}

bool is_block(ScalarStyle style) { return style == ScalarStyle::literal || style == ScalarStyle::folded; }

int line_number(std::string_view source, std::size_t at) {
  const auto end = source.begin() + static_cast<std::ptrdiff_t>(std::min(at, source.size()));
  return static_cast<int>(std::count(source.begin(), end, '\n')) + 1;
}

// How many more brackets the text opens than it closes.
int open_brackets(std::string_view text) {
  return static_cast<int>(std::count(text.begin(), text.end(), '(') -
                          std::count(text.begin(), text.end(), ')'));
}

bool is_plain_scalar(const Node& node) {
  return node.kind == Node::Kind::scalar && node.scalar.style == ScalarStyle::plain;
}

// Whether an expression cannot end like this.
bool is_unfinished(std::string_view text) {
  if (open_brackets(text) > 0) return true;
  const std::string_view last = text.substr(text.find_last_of(" \t\n") + 1);  // npos + 1 == 0
  constexpr std::array<std::string_view, 18> kInfix = {"and", "or",    "not",   "then", "else", "mod",
                                                       "div", "union", "minus", "+",    "-",    "*",
                                                       "==",  "!=",    "<",     "<=",   ">",    ">="};
  return std::find(kInfix.begin(), kInfix.end(), last) != kInfix.end();
}

}  // namespace

void remove_duplicate_keys(std::vector<Node::Entry>& entries, Diagnostics& diagnostics) {
  std::map<std::string, Span, std::less<>> seen;
  std::vector<Node::Entry> kept;
  kept.reserve(entries.size());
  for (Node::Entry& entry : entries) {
    const auto [first, is_new] = seen.try_emplace(entry.key, entry.key_span);
    if (!is_new && !entry.key.empty()) {
      Diagnostic& diagnostic = diagnostics.error(
          "M0115", entry.key_span, fmt::format("the key `{}` stands twice", shortened(entry.key)));
      diagnostic.primary.text = "again here";
      diagnostic.others.push_back({first->second, "first here"});
      diagnostic.help.push_back("keep one of the two");
      continue;
    }
    kept.push_back(std::move(entry));
  }
  entries = std::move(kept);
}

// --- places ---

std::uint32_t TreeBuilder::offset(const YAML::Mark& mark) const {
  if (mark.is_null()) return end_;
  return static_cast<std::uint32_t>(std::min(base_ + static_cast<std::size_t>(mark.pos), source_.size()));
}

std::string_view TreeBuilder::text(std::uint32_t begin, std::uint32_t end) const {
  return source_.substr(begin, end - begin);
}

bool TreeBuilder::at_key() const {
  return !stack_.empty() && stack_.back().node.kind == Node::Kind::map && !stack_.back().pending;
}

// A missing value is told at the next token, often lines below. Its place is after the `:` or the `-`.
std::uint32_t TreeBuilder::place_of_missing(std::uint32_t next_token) const {
  if (stack_.empty()) return next_token;
  const Frame& frame = stack_.back();
  if (frame.pending) {
    const std::uint32_t key_end = frame.pending->key_span.end;
    const std::size_t colon = source_.find_first_not_of(" \t", key_end);
    return colon != std::string_view::npos && source_[colon] == ':' ? static_cast<std::uint32_t>(colon + 1)
                                                                    : key_end;
  }
  const std::uint32_t dash = skip_blank(source_, frame.node.items.empty() ? frame.node.span.begin : end_);
  if (!frame.flow && dash < source_.size() && source_[dash] == '-') return dash + 1;
  return next_token;
}

// YAML's own words for nothing are ordinary text here: whoever writes one should hear what to write instead,
// from whoever knows what was wanted at this place.
std::size_t TreeBuilder::null_word_length(std::uint32_t at) const {
  for (const std::string_view word : {"~", "null", "Null", "NULL"}) {
    if (!source_.substr(at).starts_with(word)) continue;
    return is_null_word(at, word.size()) ? word.size() : 0;
  }
  return 0;
}

bool TreeBuilder::is_null_word(std::uint32_t at, std::size_t length) const {
  const std::size_t end = at + length;
  if (end < source_.size() && !is_space(source_[end]) && source_[end] != ':' &&
      !is_bracket_or_comma(source_[end])) {
    return false;
  }
  // `key:` without a value, and the next key is this word.
  const std::size_t next = source_.find_first_not_of(" \t", end);
  const bool is_key = next != std::string_view::npos && source_[next] == ':';
  return !is_key || at_key();
}

// --- reporting ---

Diagnostic& TreeBuilder::error(std::string_view code, Span where, std::string message) {
  if (++reports_ > kMaxReports) throw StopReading{};
  return diagnostics_.error(code, where, std::move(message));
}

void TreeBuilder::count_node(std::uint32_t at) {
  if (++nodes_ <= kMaxNodes) return;
  error("M0108", span(at, at), fmt::format("the file has more than {} values", kMaxNodes));
  throw StopReading{};
}

// Tags and anchors stand before a value. Returns where the value itself begins.
std::uint32_t TreeBuilder::check_properties(std::uint32_t at) {
  while (at < source_.size() && (source_[at] == '!' || source_[at] == '&')) {
    std::uint32_t end = at + 1;
    while (end < source_.size() && !is_space(source_[end]) &&
           !(in_flow() && is_bracket_or_comma(source_[end]))) {
      ++end;
    }
    const std::string word = shortened(text(at, end));
    usable_ = false;
    if (source_[at] == '&') {
      error("M0111", span(at, end),
            fmt::format("YAML reads `{}` as an anchor, which has no meaning here", word))
          .help.push_back("for a condition write `and`; what is used more than once belongs into `define`");
    } else {
      Diagnostic& diagnostic =
          error("M0110", span(at, end),
                fmt::format("YAML reads `{}` as a tag and takes it out of the value", word));
      if (word.size() > 1 && (is_letter_or_digit(word[1]) || word[1] == '(')) {
        diagnostic.help.push_back(
            fmt::format("for a negation write `not {}`", std::string_view(word).substr(1)));
        diagnostic.fix = Fix{span(at, at + 1), "not "};
      } else {
        diagnostic.help.push_back("tags are not used here: remove it, or put the whole value in quotes");
      }
    }
    at = skip_blank(source_, end);
  }
  return at;
}

// --- events ---

void TreeBuilder::OnNull(const YAML::Mark& mark, YAML::anchor_t /*anchor*/) {
  const std::uint32_t at = check_properties(offset(mark));
  count_node(at);
  if (const std::size_t length = null_word_length(at); length > 0) {
    place_scalar(at, source_.substr(at, length));
    return;
  }
  if (at_key()) {
    error("M0114", span(at, std::min<std::uint32_t>(at + 1, static_cast<std::uint32_t>(source_.size()))),
          "a key is missing here");
    usable_ = false;
    stack_.back().pending = Node::Entry{"", span(at, at), {}};
    return;
  }
  const std::uint32_t place = place_of_missing(at);
  const Frame* const frame = stack_.empty() ? nullptr : &stack_.back();
  const bool key_alone = frame != nullptr && frame->pending && !frame->flow && !frame->pending->key.empty() &&
                         source_[place - 1] != ':' && frame->pending->key.find(':') == std::string::npos;
  if (key_alone) {
    error("M0124", frame->pending->key_span, "this line is no `key: value`")
        .help.push_back("is the colon missing?");
    usable_ = false;
    misread_ = true;
  }
  Node node;
  node.span = span(place, place);
  end_ = std::max(end_, place);
  place_value(std::move(node));
}

void TreeBuilder::OnAlias(const YAML::Mark& mark, YAML::anchor_t /*anchor*/) {
  const std::uint32_t at = offset(mark);
  count_node(at);
  std::uint32_t end = at + 1;
  while (end < source_.size() && !is_space(source_[end]) && !is_bracket_or_comma(source_[end])) ++end;
  error("M0112", span(at, end),
        fmt::format("YAML reads `{}` as an alias of another value, which has no meaning here",
                    shortened(text(at, end))))
      .help.push_back("write the value out, or give it a name under `define`");
  usable_ = false;
  end_ = end;
  if (at_key()) {
    stack_.back().pending = Node::Entry{"", span(at, end), {}};
    return;
  }
  Node node;
  node.span = span(at, end);
  place_value(std::move(node));
}

void TreeBuilder::OnScalar(const YAML::Mark& mark, const std::string& /*tag*/, YAML::anchor_t /*anchor*/,
                           const std::string& value) {
  const std::uint32_t begin = offset(mark);
  count_node(begin);
  const std::uint32_t at = check_properties(begin);
  if (at != begin && value.empty()) {
    // Nothing is left of the value but its tag.
    Node node;
    node.span = span(begin, begin);
    if (at_key()) {
      stack_.back().pending = Node::Entry{"", node.span, {}};
    } else {
      place_value(std::move(node));
    }
    return;
  }
  place_scalar(at, value);
}

void TreeBuilder::OnSequenceStart(const YAML::Mark& mark, const std::string& /*tag*/,
                                  YAML::anchor_t /*anchor*/, YAML::EmitterStyle::value style) {
  begin_container(Node::Kind::list, mark, style);
}

void TreeBuilder::OnMapStart(const YAML::Mark& mark, const std::string& /*tag*/, YAML::anchor_t /*anchor*/,
                             YAML::EmitterStyle::value style) {
  begin_container(Node::Kind::map, mark, style);
}

void TreeBuilder::begin_container(Node::Kind kind, const YAML::Mark& mark, YAML::EmitterStyle::value style) {
  const std::uint32_t at = check_properties(offset(mark));
  count_node(at);
  if (static_cast<int>(stack_.size()) >= kMaxDepth) {
    error("M0107", span(at, at), fmt::format("lists and maps are nested deeper than {} levels", kMaxDepth));
    throw StopReading{};
  }
  Frame frame;
  frame.node.kind = kind;
  frame.node.span = span(at, at);
  frame.flow = in_flow() || style == YAML::EmitterStyle::Flow;
  end_ = at;
  stack_.push_back(std::move(frame));
}

void TreeBuilder::OnSequenceEnd() {
  if (stack_.back().flow) rejoin_items(stack_.back().node);
  end_container();
}

void TreeBuilder::OnMapEnd() {
  Node& map = stack_.back().node;
  if (stack_.back().flow) rejoin_entries(map);
  for (const Node::Entry& entry : map.entries) {
    const std::size_t colon = entry.key.find(':');
    const bool quoted = source_.substr(entry.key_span.begin, 1).find_first_of("'\"") == 0;
    if (entry.value.kind != Node::Kind::null || colon == std::string::npos || quoted) continue;
    error("M0133", entry.key_span,
          fmt::format("a space is missing after the colon in `{}`", shortened(entry.key)))
        .help.push_back("YAML wants `key: value`; without the space all of it is a key");
    usable_ = false;
    misread_ = true;
  }
  remove_duplicate_keys(map.entries, diagnostics_);
  end_container();
}

void TreeBuilder::end_container() {
  Node node = std::move(stack_.back().node);
  stack_.pop_back();
  // A container in brackets ends after its bracket; one that YAML made up of `[a: b]` has none.
  const char opening = node.span.begin < source_.size() ? source_[node.span.begin] : '\0';
  const char closing = node.kind == Node::Kind::map ? '}' : ']';
  if (opening == (node.kind == Node::Kind::map ? '{' : '[')) {
    std::uint32_t at = std::max(end_, node.span.begin + 1);
    for (;;) {
      at = skip_blank(source_, at);
      if (at >= source_.size() || source_[at] != ',') break;
      ++at;
    }
    end_ = at < source_.size() && source_[at] == closing ? at + 1 : at;
  }
  node.span.end = std::max(end_, node.span.begin);
  if (at_key()) {
    error("M0114", span(node.span.begin, node.span.begin + 1),
          fmt::format("a {} cannot be a key", node.kind == Node::Kind::map ? "map" : "list"))
        .help.push_back("keys are plain words; a value that begins with `[` or `{` must be put in quotes");
    usable_ = false;
    stack_.back().pending = Node::Entry{"", node.span, {}};
    return;
  }
  place_value(std::move(node));
}

// --- scalars ---

void TreeBuilder::place_scalar(std::uint32_t at, std::string_view value) {
  ScannedScalar scalar = scan_scalar(source_, at, value, file_);
  end_ = std::max(end_, scalar.end);
  if (is_quoted(scalar.text.style)) check_quotes(scalar);
  if (is_quoted(scalar.text.style) || is_block(scalar.text.style)) {
    if (text(scalar.begin, scalar.end).find('\n') != std::string_view::npos) {
      long_texts_.push_back(span(scalar.begin, scalar.end));
    }
  }
  if (at_key()) {
    place_key(scalar);
    return;
  }
  if (scalar.text.style == ScalarStyle::plain) check_comment(scalar);
  Node node;
  node.kind = Node::Kind::scalar;
  node.span = span(scalar.begin, scalar.end);
  node.scalar = std::move(scalar.text);
  place_value(std::move(node));
}

void TreeBuilder::place_key(const ScannedScalar& scalar) {
  const Span where = span(scalar.begin, scalar.end);
  if (scalar.text.value == "<<" && scalar.text.style == ScalarStyle::plain) {
    error("M0113", where, "the merge key `<<` has no meaning here")
        .help.push_back(
            "to build on another variant write `extends: ID`; to share a part give it a name under `define`");
    usable_ = false;
  }
  const std::size_t before =
      where.begin == 0 ? std::string_view::npos : source_.find_last_not_of(" \t", where.begin - 1);
  const bool question_mark =
      before != std::string_view::npos && source_[before] == '?' && before + 1 < where.begin;
  if (question_mark || is_block(scalar.text.style)) {
    const auto mark = question_mark ? static_cast<std::uint32_t>(before) : where.begin;
    error("M0114", span(mark, mark + 1), "keys are written without a mark before them")
        .help.push_back("write `key: value` on one line");
    usable_ = false;
  }
  stack_.back().pending = Node::Entry{scalar.text.value, where, {}};
}

void TreeBuilder::place_value(Node node) {
  if (stack_.empty()) {
    root_ = std::move(node);
    return;
  }
  Frame& parent = stack_.back();
  if (parent.node.kind == Node::Kind::list) {
    parent.node.items.push_back(std::move(node));
    return;
  }
  parent.pending->value = std::move(node);
  parent.node.entries.push_back(std::move(*parent.pending));
  parent.pending.reset();
}

void TreeBuilder::check_quotes(const ScannedScalar& scalar) {
  const Span opening = span(scalar.begin, scalar.begin + 1);
  if (!scalar.closed) {
    error("M0117", opening, "the text that is quoted from here on has no closing quote")
        .help.push_back("put the same quote at its end");
    usable_ = false;
    misread_ = true;
    return;
  }
  // A line further left than the text's own key is hardly a part of the text: a quote is missing.
  if (!stack_.empty() && !in_flow()) {
    const std::uint32_t parent = stack_.back().node.span.begin;
    const std::size_t indentation = parent - line_start(source_, parent);
    for (std::size_t newline = source_.find('\n', scalar.begin); newline < scalar.end;
         newline = source_.find('\n', newline + 1)) {
      const std::size_t first = source_.find_first_not_of(" \t\r", newline + 1);
      if (first >= scalar.end || source_[first] == '\n' || first - (newline + 1) > indentation) continue;
      Diagnostic& diagnostic =
          error("M0117", opening,
                fmt::format("the quoted text goes on to line {}, which is not indented under its key",
                            line_number(source_, first)));
      diagnostic.primary.text = "opened here";
      diagnostic.others.push_back({span(scalar.end - 1, scalar.end), "closed here"});
      diagnostic.help.push_back("is the closing quote missing? if not, indent the lines of the text");
      usable_ = false;
      misread_ = true;
      return;
    }
  }
  if (scalar.text.style == ScalarStyle::double_quoted) {
    for (std::size_t i = 0; i < scalar.text.value.size(); ++i) {
      const auto byte = static_cast<unsigned char>(scalar.text.value[i]);
      const bool c1 =
          byte == 0xC2 && static_cast<unsigned char>(scalar.text.value[i + 1]) < 0xA0;  // U+0080 to U+009F
      if (!c1 && ((byte >= 0x20 && byte != 0x7F) || byte == '\n' || byte == '\t')) continue;
      error("M0102", scalar.text.span(i, i + 1), "the text has a control character in it")
          .help.push_back("remove it");
      usable_ = false;
      break;
    }
  }
  std::size_t next = source_.find_first_not_of(" \t", scalar.end);
  next = std::min(next, source_.size());
  const bool fine = next == source_.size() || source_[next] == '\n' || source_[next] == '\r' ||
                    source_[next] == ':' || (source_[next] == '#' && next > scalar.end) ||
                    (in_flow() && is_bracket_or_comma(source_[next]));
  if (fine) return;
  const std::size_t line_end = std::min(source_.find_first_of("\r\n", next), source_.size());
  error("M0118", span(static_cast<std::uint32_t>(next), static_cast<std::uint32_t>(line_end)),
        "text after the closing quote")
      .help.push_back(scalar.text.style == ScalarStyle::single_quoted
                          ? "put all of the text in quotes; a quote inside is written `''`"
                          : "put all of the text in quotes; a quote inside is written `\\\"`");
  usable_ = false;
  misread_ = true;
}

void TreeBuilder::check_comment(const ScannedScalar& scalar) {
  const std::size_t hash = source_.find_first_not_of(" \t", scalar.end);
  if (hash == std::string_view::npos || hash == scalar.end || source_[hash] != '#') return;
  const std::size_t line_end = std::min(source_.find_first_of("\r\n", hash), source_.size());
  const Span comment = span(static_cast<std::uint32_t>(hash), static_cast<std::uint32_t>(line_end));
  if (is_unfinished(scalar.text.value)) {
    error("M0128", comment, "the comment cuts this expression off")
        .help.push_back("in YAML ` #` begins a comment; a value with ` #` in it must be put in quotes");
    usable_ = false;
    return;
  }
  const bool close_by =
      hash == scalar.end + 1 && hash + 1 < line_end && is_letter_or_digit(source_[hash + 1]);
  if (!close_by) return;
  Diagnostic& diagnostic = diagnostics_.warning("M0129", comment, "this is read as a comment");
  diagnostic.help.push_back("if it is one, put a space after the `#`; if not, put the value in quotes");
}

// --- calls that were cut at a comma ---

// In brackets `then: fill(p, 7, right)` becomes `then: fill(p` and two keys without a value, `7` and
// `right)`.

void TreeBuilder::report_cut(Span whole, int pieces) {
  const std::string_view call = text(whole.begin, whole.end);
  Diagnostic& diagnostic = error("M0127", whole,
                                 fmt::format("YAML cuts `{}` at the comma into {} values",
                                             shortened(joined(whole).scalar.value), pieces));
  diagnostic.help.push_back(
      "inside `{ }` and `[ ]` a comma ends a value: write this clause in block style, or quote it");
  if (call.find_first_of("\"\\\n") == std::string_view::npos)
    diagnostic.fix = Fix{whole, fmt::format("\"{}\"", call)};
}

Node TreeBuilder::joined(Span whole) const {
  Node node;
  node.kind = Node::Kind::scalar;
  node.span = whole;
  node.scalar.file = file_;
  for (std::uint32_t at = whole.begin; at < whole.end;) {
    node.scalar.byte_map.push_back(at);
    if (!is_space(source_[at])) {
      node.scalar.value += source_[at++];
      continue;
    }
    node.scalar.value += ' ';
    while (at < whole.end && is_space(source_[at])) ++at;
  }
  node.scalar.byte_map.push_back(whole.end);
  return node;
}

void TreeBuilder::rejoin_entries(Node& map) {
  std::vector<Node::Entry> result;
  for (std::size_t i = 0; i < map.entries.size(); ++i) {
    Node::Entry& entry = map.entries[i];
    const bool in_key = entry.value.kind == Node::Kind::null;  // `{fill(p, n): …}`
    if (!in_key && !is_plain_scalar(entry.value)) {
      result.push_back(std::move(entry));
      continue;
    }
    int open = open_brackets(in_key ? entry.key : entry.value.scalar.value);
    std::size_t last = i;
    while (open > 0 && last + 1 < map.entries.size() && last - i < kMaxPieces &&
           (last == i || map.entries[last].value.kind == Node::Kind::null)) {
      open += open_brackets(map.entries[++last].key);
    }
    const bool cut = last > i && open == 0 && (in_key || map.entries[last].value.kind == Node::Kind::null);
    if (!cut) {
      result.push_back(std::move(entry));
      continue;
    }
    const Span whole =
        span(in_key ? entry.key_span.begin : entry.value.span.begin, map.entries[last].key_span.end);
    report_cut(whole, static_cast<int>(last - i) + 1);
    Node text = joined(whole);
    if (in_key) {
      result.push_back({text.scalar.value, whole, std::move(map.entries[last].value)});
    } else {
      result.push_back({entry.key, entry.key_span, std::move(text)});
    }
    i = last;
  }
  map.entries = std::move(result);
}

void TreeBuilder::rejoin_items(Node& list) {
  std::vector<Node> result;
  for (std::size_t i = 0; i < list.items.size(); ++i) {
    int open = is_plain_scalar(list.items[i]) ? open_brackets(list.items[i].scalar.value) : 0;
    std::size_t last = i;
    while (open > 0 && last + 1 < list.items.size() && last - i < kMaxPieces &&
           is_plain_scalar(list.items[last + 1])) {
      open += open_brackets(list.items[++last].scalar.value);
    }
    if (last == i || open != 0) {
      result.push_back(std::move(list.items[i]));
      continue;
    }
    const Span whole = span(list.items[i].span.begin, list.items[last].span.end);
    report_cut(whole, static_cast<int>(last - i) + 1);
    result.push_back(joined(whole));
    i = last;
  }
  list.items = std::move(result);
}

}  // namespace mancala
