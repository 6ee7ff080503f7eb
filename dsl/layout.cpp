#include "dsl/layout.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include "dsl/bytes.h"
#include "dsl/lexemes.h"
#include "dsl/scalar_scan.h"
#include "dsl/spacing.h"
#include "dsl/text_kinds.h"
#include "interpreter/draw.h"

namespace mancala {

namespace {

struct Comment {
  std::string text;
  int column = 0;  // in characters
};

// A line between two values that holds a comment, or nothing.
struct OwnLine {
  std::optional<Comment> comment;  // none: a blank line
  bool marker = false;             // `---` and the like, which stay at the margin
};

// What stands between two values, but for punctuation.
struct Gap {
  std::optional<Comment> trailing;  // behind the first value
  std::vector<OwnLine> own;
  bool broken = false;  // has a line break
};

int column_of(std::string_view source, std::size_t at) {
  const std::size_t start = line_start(source, at);
  return text_width(std::string(source.substr(start, at - start)));
}

std::string_view trimmed(std::string_view text) {
  const std::size_t last = text.find_last_not_of(" \t\r");
  return last == std::string_view::npos ? std::string_view() : text.substr(0, last + 1);
}

Gap read_gap(std::string_view source, std::size_t begin, std::size_t end) {
  Gap gap;
  bool own = begin == 0 || (begin == kByteOrderMark.size() && source.starts_with(kByteOrderMark));
  for (std::size_t at = begin; at < end;) {
    const std::size_t newline = std::min(source.find('\n', at), end);
    const std::string_view line = source.substr(at, newline - at);
    const std::size_t hash = line.find('#');
    const bool whole = newline < end;  // the rest of the line belongs to the gap
    if (own && (line.starts_with("---") || line.starts_with("...") || line.starts_with("%"))) {
      gap.own.push_back({Comment{std::string(trimmed(line)), 0}, true});
    } else if (hash != std::string_view::npos) {
      Comment comment{std::string(trimmed(line.substr(hash))), column_of(source, at + hash)};
      // Behind a bracket or dash of this gap it stands behind that, not in a line of its own.
      const bool alone = own && line.find_first_not_of(" \t") == hash;
      if (alone || (own && !gap.own.empty())) {
        gap.own.push_back({std::move(comment), false});
      } else {
        gap.trailing = std::move(comment);
      }
    } else if (own && whole && line.find_first_not_of(" \t\r") == std::string_view::npos) {
      gap.own.push_back({});
    }
    if (!whole) break;
    gap.broken = true;
    own = true;
    at = newline + 1;
  }
  return gap;
}

class Layout {
 public:
  Layout(std::string_view source, const Node& document)
      : source_(source), kinds_(text_kinds(document)), document_(document) {
    if (source_.starts_with(kByteOrderMark)) pos_ = kByteOrderMark.size();
  }

  std::string run() {
    between(document_.span.begin, 0, Where::in_braces);
    start_line(0);
    if (is_flow(document_)) {
      flow(document_, 0, 0);
    } else {
      block(document_, 0);
    }
    between(source_.size(), 0, Where::after);
    return text();
  }

 private:
  struct Line {
    std::string text;
    std::optional<Comment> comment;  // behind the text
    bool verbatim = false;           // of a text over several lines: blanks at its end may count
  };

  // --- lines

  Line& line() { return lines_.back(); }
  void start_line(int indentation) {
    lines_.push_back({std::string(static_cast<std::size_t>(indentation), ' '), std::nullopt, false});
  }
  [[nodiscard]] int width() const { return text_width(lines_.back().text); }

  [[nodiscard]] std::string_view slice(const Span& span) const {
    return source_.substr(span.begin, span.end - span.begin);
  }
  [[nodiscard]] int column(std::size_t at) const { return column_of(source_, at); }

  // Where the next value stands: at first in its container or behind its key, after a break inside of braces,
  // or after another entry of a block.
  enum class Where : std::uint8_t { first, in_braces, after };

  // Comments and blank lines up to the next value, whose entry is indented by `indentation`. Says whether a
  // comment was written, after which a new line must be begun.
  bool between(std::size_t next, int indentation, Where where) {
    if (next < pos_) return false;
    const Gap gap = read_gap(source_, pos_, next);
    const int next_column = next < source_.size() ? column(next) : 0;
    pos_ = next;
    if (gap.trailing && !lines_.empty()) {
      if (line().comment) {
        start_line(indentation);
        line().text += gap.trailing->text;
      } else {
        line().comment = gap.trailing;
      }
    }
    bool written = gap.trailing.has_value();
    for (const OwnLine& own : gap.own) {
      if (!own.comment) {
        if (where == Where::first && !written) continue;
        const bool blank = lines_.empty() || (lines_.back().text.empty() && !lines_.back().comment);
        if (!blank) lines_.emplace_back();
        continue;
      }
      written = true;
      start_line(own.marker ? 0 : indentation_of(*own.comment, indentation, next_column, where));
      line().text += own.comment->text;
    }
    return written;
  }

  // A comment further right than what follows belongs to what is before it.
  [[nodiscard]] int indentation_of(const Comment& comment, int indentation, int next_column,
                                   Where where) const {
    if (where != Where::after || comment.column <= next_column) return indentation;
    int found = indentation;
    for (const auto& [column, indent] : path_) {
      if (column <= comment.column) found = indent;
    }
    return found;
  }

  // --- scalars

  [[nodiscard]] TextKind kind(const Node& node) const {
    const auto known = kinds_.find(&node);
    return known == kinds_.end() ? TextKind::prose : known->second;
  }

  // Is this plain text of YAML, of no other type for other readers?
  static bool plain(const std::string& text, bool in_flow) {
    constexpr std::string_view kIndicators = "-?:,[]{}#&*!|>'\"%@`";
    if (text.empty() || kIndicators.find(text[0]) != std::string_view::npos) return false;
    if (text.front() == ' ' || text.back() == ' ' || text.back() == ':') return false;
    if (text.find(": ") != std::string::npos || text.find(" #") != std::string::npos) return false;
    if (in_flow && text.find_first_of(",[]{}") != std::string::npos) return false;
    if (text.find_first_of("\n\t\r\\") != std::string::npos) return false;
    const bool ascii =
        std::all_of(text.begin(), text.end(), [](unsigned char c) { return c >= 0x20 && c < 0x7F; });
    for (const std::string_view other :
         {"null", "Null", "NULL", "~", "true", "false", "yes", "no", "on", "off", "y", "n", "none"}) {
      if (text == other) return false;
    }
    const bool number = text.find_first_not_of("0123456789.+-eExX_") == std::string::npos;
    return ascii && !number && !text.starts_with("---") && !text.starts_with("...");
  }

  // A scalar on one line.
  [[nodiscard]] std::string scalar(const Node& node, bool in_flow) const {
    const std::string_view written = slice(node.span);
    const TextKind what = kind(node);
    if (what == TextKind::prose) return std::string(written);
    const std::string better = what == TextKind::language ? spaced(node.scalar.value) : node.scalar.value;
    switch (node.scalar.style) {
      case ScalarStyle::plain: {
        const bool fine = better.find(": ") == std::string::npos && better.find(" #") == std::string::npos;
        return fine ? better : std::string(written);
      }
      case ScalarStyle::single_quoted:
      case ScalarStyle::double_quoted: {
        if (plain(better, in_flow)) return better;
        const bool simple = better.find_first_of("'\"\\\n\t") == std::string::npos;
        if (better == node.scalar.value || !simple) return std::string(written);
        const std::string quote(written.substr(0, 1));
        return quote + better + quote;
      }
      case ScalarStyle::literal:
      case ScalarStyle::folded: break;
    }
    return std::string(written);
  }

  // A text over several lines stays as it is, indented with what it belongs to.
  void long_scalar(const Node& node) {
    const int shift = path_.empty() ? 0 : path_.back().second - path_.back().first;
    std::string_view rest = slice(node.span);
    for (bool first = true;; first = false) {
      const std::size_t newline = std::min(rest.find('\n'), rest.size());
      std::string_view one = rest.substr(0, newline);
      if (!one.empty() && one.back() == '\r') one.remove_suffix(1);
      if (first) {
        line().text += one;
      } else {
        const std::size_t blanks = std::min(one.find_first_not_of(' '), one.size());
        const int indentation = one.size() == blanks ? 0 : std::max(0, static_cast<int>(blanks) + shift);
        start_line(indentation);
        line().text += one.size() == blanks ? std::string_view() : one.substr(blanks);
      }
      line().verbatim = true;
      if (newline == rest.size()) break;
      rest.remove_prefix(newline + 1);
    }
    pos_ = node.span.end;
  }

  // --- braces and brackets

  [[nodiscard]] bool is_flow(const Node& node) const {
    const bool container = node.kind == Node::Kind::map || node.kind == Node::Kind::list;
    const char opening = node.kind == Node::Kind::map ? '{' : '[';
    return container && node.span.begin < source_.size() && source_[node.span.begin] == opening;
  }
  [[nodiscard]] bool is_block(const Node& node) const {
    const bool container = node.kind == Node::Kind::map || node.kind == Node::Kind::list;
    return container && !is_flow(node);
  }
  [[nodiscard]] bool is_long(const Node& node) const {
    return slice(node.span).find('\n') != std::string_view::npos;
  }

  // The offset after the colon of a key, or after the key.
  [[nodiscard]] std::pair<std::size_t, bool> after_colon(const Node::Entry& entry) const {
    const std::size_t at = std::min(source_.find_first_not_of(" \t", entry.key_span.end), source_.size());
    const bool colon = at < source_.size() && source_[at] == ':';
    return {colon ? at + 1 : entry.key_span.end, colon};
  }

  // A value on one line, in braces or a scalar.
  [[nodiscard]] std::string inline_text(const Node& node, bool in_flow) const {
    if (node.kind == Node::Kind::null) return "";
    if (node.kind == Node::Kind::scalar) return scalar(node, in_flow);
    const bool braces = is_flow(node);
    std::string out = !braces ? "" : node.kind == Node::Kind::map ? "{" : "[";
    std::string comma;
    for (const Node& item : node.items) {
      out += comma + inline_text(item, true);
      comma = ", ";
    }
    for (const Node::Entry& entry : node.entries) {
      const std::string value = inline_text(entry.value, true);
      out += comma + std::string(slice(entry.key_span)) + (after_colon(entry).second ? ":" : "") +
             (value.empty() ? "" : " " + value);
      comma = ", ";
    }
    return out + (!braces ? "" : node.kind == Node::Kind::map ? "}" : "]");
  }

  // Would it be shorter in lines of its own, indented like this? What is for people is not broken any
  // further.
  [[nodiscard]] bool can_be_broken(const Node& node, int indentation) const {
    const auto fits = [&](const Node& value, int before) {
      if (value.kind != Node::Kind::scalar || kind(value) == TextKind::language) return true;
      return indentation + before + text_width(inline_text(value, false)) <= kLineWidth;
    };
    if (node.kind == Node::Kind::list) {
      return std::any_of(node.items.begin(), node.items.end(), [this](const Node& item) {
        return item.kind == Node::Kind::map || kind(item) == TextKind::language;
      });
    }
    const bool alone = node.entries.size() == 1 && (node.entries[0].value.kind == Node::Kind::scalar ||
                                                    !can_be_broken(node.entries[0].value, indentation + 2));
    return !node.entries.empty() && !alone &&
           std::all_of(node.entries.begin(), node.entries.end(), [&](const Node::Entry& entry) {
             return fits(entry.value, text_width(std::string(slice(entry.key_span))) + 2);
           });
  }

  // A container in braces, which was written on one line or on several. `indentation` is that of the line it
  // stands on, `within` that of its entries where it is broken into lines.
  void flow(const Node& node, int indentation, int within) {
    if (is_long(node)) {
      flow_over_lines(node, indentation);
      return;
    }
    const std::string text = inline_text(node, false);
    const int blank = line().text.empty() || line().text.back() == ' ' ? 0 : 1;
    if (width() + blank + text_width(text) <= kLineWidth || !can_be_broken(node, within)) {
      line().text += (blank != 0 ? " " : "") + text;
      pos_ = node.span.end;
      return;
    }
    // The comment behind it comes to stand behind its first line.
    const std::size_t end_of_line = std::min(source_.find('\n', node.span.end), source_.size());
    const Gap gap = read_gap(source_, node.span.end, end_of_line);
    if (gap.trailing && !line().comment) line().comment = Comment{gap.trailing->text, 0};
    break_up(node, within);
    pos_ = gap.trailing ? end_of_line : static_cast<std::size_t>(node.span.end);
  }

  // A container in braces as a block. A list item goes on on the line of its dash, all else begins a new one.
  void break_up(const Node& node, int indentation) {
    bool first = line().text.find_first_not_of(' ') == std::string::npos || line().text.ends_with("- ");
    const auto next = [&] {
      if (!first) start_line(indentation);
      first = false;
    };
    for (const Node& item : node.items) {
      next();
      line().text += "- ";
      part(item, indentation + 2);
    }
    for (const Node::Entry& entry : node.entries) {
      next();
      line().text += std::string(slice(entry.key_span)) + ":";
      if (entry.value.kind != Node::Kind::null) part(entry.value, indentation + 2);
    }
  }

  void part(const Node& node, int indentation) {
    const std::string text = inline_text(node, false);
    const int blank = line().text.back() == ' ' ? 0 : 1;
    const bool fits = width() + blank + text_width(text) <= kLineWidth;
    if (fits || node.kind == Node::Kind::scalar || !can_be_broken(node, indentation)) {
      line().text += (blank != 0 ? " " : "") + text;
    } else {
      break_up(node, indentation);
    }
  }

  // Line breaks stay where they are; what is on a new line stands below what is after the bracket, or, where
  // nothing is, indented.
  void flow_over_lines(const Node& node, int indentation) {
    if (!line().text.empty() && line().text.back() != ' ') line().text += " ";
    const bool map = node.kind == Node::Kind::map;
    if (is_flow(node)) {
      line().text += map ? "{" : "[";
      pos_ = node.span.begin + 1;
    }
    const std::size_t first = map ? (node.entries.empty() ? node.span.end : node.entries[0].key_span.begin)
                                  : (node.items.empty() ? node.span.end : node.items[0].span.begin);
    const bool hanging = read_gap(source_, pos_, first).broken;
    const auto begin_of_line =
        static_cast<int>(std::min(line().text.find_first_not_of(' '), line().text.size()));
    const int within = hanging ? std::max(indentation, begin_of_line) + 2 : width();
    bool begun = true;  // nothing has been written since the bracket
    const auto next = [&](std::size_t at) {
      const bool broken = read_gap(source_, pos_, at).broken;
      const bool forced = between(at, within, Where::in_braces);
      if (broken || forced) {
        start_line(within);
      } else if (!begun) {
        line().text += " ";
      }
      begun = false;
    };
    for (const Node& item : node.items) {
      next(item.span.begin);
      nested(item, within);
      if (&item != &node.items.back()) line().text += ",";
    }
    for (const Node::Entry& entry : node.entries) {
      next(entry.key_span.begin);
      const auto [after, colon] = after_colon(entry);
      line().text += std::string(slice(entry.key_span)) + (colon ? ":" : "");
      pos_ = after;
      if (entry.value.kind != Node::Kind::null) {
        if (between(entry.value.span.begin, within + 2, Where::first)) {
          start_line(within + 2);
        } else {
          line().text += " ";
        }
        nested(entry.value, within);
      }
      pos_ = std::max<std::size_t>(pos_, entry.value.span.end);
      if (&entry != &node.entries.back()) line().text += ",";
    }
    if (!is_flow(node)) return;
    // A comment before the closing bracket takes the rest of its line.
    if (between(node.span.end - 1, within, Where::first)) start_line(within);
    line().text += map ? "}" : "]";
    pos_ = node.span.end;
  }

  void nested(const Node& node, int within) {
    if (!is_long(node)) {
      line().text += inline_text(node, true);
      pos_ = std::max<std::size_t>(pos_, node.span.end);
    } else if (node.kind == Node::Kind::scalar) {
      long_scalar(node);
    } else {
      flow_over_lines(node, within);
    }
  }

  // --- blocks

  void block(const Node& node, int indentation) {
    path_.resize(static_cast<std::size_t>(depth_));
    path_.emplace_back(column(node.span.begin), indentation);
    ++depth_;
    if (node.kind == Node::Kind::map) {
      for (const Node::Entry& entry : node.entries) {
        if (&entry != &node.entries.front()) next_entry(entry.key_span.begin, indentation);
        line().text += slice(entry.key_span);
        line().text += ":";
        pos_ = after_colon(entry).first;
        value(entry.value, indentation);
      }
    } else {
      for (const Node& item : node.items) {
        const std::size_t dash = &item == &node.items.front()
                                     ? node.span.begin
                                     : skip_blank(source_, static_cast<std::uint32_t>(pos_));
        if (&item != &node.items.front()) next_entry(dash, indentation);
        line().text += "-";
        pos_ = dash + 1;
        value(item, indentation);
      }
    }
    --depth_;
  }

  void next_entry(std::size_t at, int indentation) {
    between(at, indentation, Where::after);
    path_.resize(static_cast<std::size_t>(depth_));
    start_line(indentation);
  }

  // What stands after `key:` or `-`, whose line is indented by `indentation`.
  void value(const Node& node, int indentation) {
    const int within = indentation + 2;
    if (node.kind == Node::Kind::null) {
      pos_ = std::max<std::size_t>(pos_, node.span.end);
      return;
    }
    const bool item = line().text.ends_with("-");
    const bool broken = read_gap(source_, pos_, node.span.begin).broken;
    const bool forced = between(node.span.begin, within, Where::first);
    if (is_block(node)) {
      if (forced || !item) {
        start_line(within);
      } else {
        line().text += " ";
      }
      block(node, within);
      return;
    }
    const bool scalar_on_lines = node.kind == Node::Kind::scalar && is_long(node);
    const bool fits = !is_long(node) && width() + 1 + text_width(inline_text(node, false)) <= kLineWidth;
    if (forced || (broken && !fits)) {
      start_line(within);
    } else if (item || node.kind == Node::Kind::scalar) {
      line().text += " ";
    }
    if (scalar_on_lines) {
      long_scalar(node);
    } else if (node.kind == Node::Kind::scalar) {
      line().text += scalar(node, false);
      pos_ = node.span.end;
    } else {
      flow(node, indentation, within);
    }
  }

  // --- the whole

  // Where the comments of lines that follow each other stand in one column, they stay in one.
  void align_comments() {
    for (std::size_t i = 0; i < lines_.size();) {
      if (!lines_[i].comment) {
        ++i;
        continue;
      }
      const int column = lines_[i].comment->column;
      int needed = column;
      std::size_t end = i;
      std::vector<std::size_t> group;
      for (; end < lines_.size() && !lines_[end].text.empty(); ++end) {
        if (!lines_[end].comment) continue;
        if (lines_[end].comment->column != column || (column == 0 && !group.empty())) break;
        group.push_back(end);
        const int room = text_width(lines_[end].text);
        if (needed < room + 1) needed = room + 2;
      }
      for (const std::size_t at : group) lines_[at].comment->column = needed;
      i = group.back() + 1;
    }
  }

  std::string text() {
    for (Line& l : lines_) {
      if (!l.verbatim) l.text = trimmed(l.text);
    }
    while (!lines_.empty() && lines_.back().text.empty()) lines_.pop_back();
    align_comments();
    std::string out;
    for (const Line& l : lines_) {
      out += l.text;
      if (l.comment) {
        const int blanks = std::max(1, l.comment->column - text_width(l.text));
        out += std::string(static_cast<std::size_t>(blanks), ' ') + l.comment->text;
      }
      out += '\n';
    }
    return out;
  }

  std::string_view source_;
  std::map<const Node*, TextKind> kinds_;
  const Node& document_;
  std::size_t pos_ = 0;  // what is before it has been written
  std::vector<Line> lines_;
  // The containers around what was written last: their columns in the source, and how they are indented now.
  std::vector<std::pair<int, int>> path_;
  int depth_ = 0;
};

// Every scalar of a document, keys included, in order of the text.
void gather_scalars(const Node& node, std::vector<Span>& spans) {
  if (node.kind == Node::Kind::scalar) spans.push_back(node.span);
  for (const Node& item : node.items) gather_scalars(item, spans);
  for (const Node::Entry& entry : node.entries) {
    spans.push_back(entry.key_span);
    gather_scalars(entry.value, spans);
  }
}

}  // namespace

std::string laid_out(std::string_view source, const Node& document) { return Layout(source, document).run(); }

std::vector<std::string> comments_of(std::string_view source, const Node& document) {
  std::vector<Span> spans;
  gather_scalars(document, spans);
  std::vector<std::string> comments;
  std::size_t begin = 0;
  const auto gap = [&](std::size_t end) {
    for (std::size_t at = begin; at < end;) {
      const std::size_t newline = std::min(source.find('\n', at), end);
      const std::size_t hash = source.substr(at, newline - at).find('#');
      if (hash != std::string_view::npos)
        comments.emplace_back(trimmed(source.substr(at + hash, newline - at - hash)));
      at = newline + 1;
    }
  };
  for (const Span& span : spans) {
    gap(span.begin);
    begin = span.end;
  }
  gap(source.size());
  return comments;
}

std::string reordered(std::string_view source, const Node& document,
                      const std::vector<std::string_view>& order) {
  const auto& entries = document.entries;
  if (document.kind != Node::Kind::map || entries.empty() ||
      source.substr(document.span.begin).starts_with("{"))
    return std::string(source);
  // Where each entry begins: with the first line above its key that is no part of the entry before.
  std::vector<std::size_t> begins = {line_start(source, entries[0].key_span.begin)};
  for (std::size_t i = 1; i < entries.size(); ++i) {
    const std::size_t key = line_start(source, entries[i].key_span.begin);
    const std::size_t before =
        std::max<std::size_t>(entries[i - 1].value.span.end, entries[i - 1].key_span.end);
    std::size_t begin = key;
    for (std::size_t at = line_start(source, key - 1); at > before; at = line_start(source, at - 1)) {
      const char first = source[at];
      if (first == ' ' || first == '\t') {
        // A comment that is indented belongs to what is before it; nothing above it comes here either.
        if (trimmed(source.substr(at, source.find('\n', at) - at)).find('#') != std::string_view::npos) break;
      }
      begin = at;
    }
    begins.push_back(begin);
  }
  // What stands at the margin after the last entry stays at the end.
  std::size_t end = source.size();
  const std::size_t last = std::max<std::size_t>(entries.back().value.span.end, entries.back().key_span.end);
  const std::size_t after_last = std::min(source.find('\n', last), source.size());
  for (std::size_t at = after_last; at < source.size();) {
    ++at;
    const std::size_t newline = std::min(source.find('\n', at), source.size());
    if (at < source.size() && source[at] != ' ' && source[at] != '\t') {
      end = at;
      break;
    }
    at = newline;
  }
  std::vector<std::size_t> ranks(entries.size());
  std::vector<std::size_t> indices(entries.size());
  for (std::size_t i = 0; i < entries.size(); ++i) {
    ranks[i] =
        static_cast<std::size_t>(std::find(order.begin(), order.end(), entries[i].key) - order.begin());
    indices[i] = i;
  }
  if (std::is_sorted(ranks.begin(), ranks.end())) return std::string(source);
  std::stable_sort(indices.begin(), indices.end(),
                   [&](std::size_t a, std::size_t b) { return ranks[a] < ranks[b]; });
  std::string out(source.substr(0, begins[0]));
  for (const std::size_t i : indices) {
    const std::size_t stop = i + 1 < entries.size() ? begins[i + 1] : end;
    out += source.substr(begins[i], stop - begins[i]);
    if (out.back() != '\n') out += '\n';
  }
  return out + std::string(source.substr(end));
}

}  // namespace mancala
