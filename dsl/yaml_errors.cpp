#include "dsl/yaml_errors.h"

#include <fmt/format.h>
#include <yaml-cpp/depthguard.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dsl/bytes.h"
#include "dsl/open_things.h"
#include "dsl/read.h"
#include "dsl/scalar_scan.h"

namespace mancala {

namespace {

constexpr std::size_t kLongestKey = 1024;  // of YAML

class Explainer {
 public:
  Explainer(const YAML::Exception& exception, const ParsedPart& part) : message_(exception.msg), part_(part) {
    const std::size_t pos =
        exception.mark.is_null() ? part.seen : part.begin + static_cast<std::size_t>(exception.mark.pos);
    at_ = static_cast<std::uint32_t>(std::min(pos, part.source.size()));
    // The end of the part is a place behind empty lines: complain at the last text instead.
    if (is_at_end()) {
      const std::size_t last = part.source.find_last_not_of(" \t\r\n");
      at_ = last == std::string_view::npos ? part.begin : static_cast<std::uint32_t>(last + 1);
    }
  }

  Diagnostic explain() {
    namespace Msg = YAML::ErrorMsg;
    if (said(Msg::EOF_IN_SCALAR)) return unclosed();
    if (said(Msg::END_OF_MAP_FLOW) || said(Msg::END_OF_SEQ_FLOW)) return unclosed();
    if (said(Msg::FLOW_END)) return stray_bracket();
    if (said(Msg::BLOCK_ENTRY)) return list_item();
    if (said(Msg::MAP_VALUE) || said(Msg::MAP_KEY)) return misplaced_colon();
    if (said(Msg::END_OF_MAP) || said(Msg::END_OF_SEQ)) return misplaced_line();
    if (said(Msg::INVALID_ESCAPE) || said(Msg::INVALID_HEX) || said(Msg::INVALID_UNICODE)) return escape();
    if (said(Msg::CHAR_IN_BLOCK) || said(Msg::ZERO_INDENT_IN_BLOCK)) return block_header();
    if (said(Msg::UNKNOWN_TOKEN)) return unknown_token();
    if (said(Msg::TAB_IN_INDENTATION)) {
      // Told at the line end before it.
      const std::size_t tab = part_.source.find('\t', at_);
      return problem("M0105", one(tab == std::string_view::npos ? at_ : tab), "a tab in the indentation",
                     "indent with spaces: editors do not agree on how wide a tab is");
    }
    if (said(Msg::DOC_IN_SCALAR)) {
      return problem("M0117", word(), "a line of the quoted text begins like the end of the document",
                     "is a closing quote missing above?");
    }
    for (const char* text : {Msg::CHAR_IN_TAG_HANDLE, Msg::TAG_WITH_NO_SUFFIX, Msg::END_OF_VERBATIM_TAG,
                             Msg::MULTIPLE_TAGS, Msg::INVALID_TAG}) {
      if (said(text)) {
        const std::size_t tag = part_.source.substr(0, at_ + 1).rfind('!');
        const bool found = tag != std::string_view::npos && tag >= part_.begin;
        return problem("M0110", found ? one(tag) : word(),
                       "YAML reads a leading `!` as a tag and takes it out of the value",
                       "for a negation write `not`");
      }
    }
    for (const char* text :
         {Msg::ANCHOR_NOT_FOUND, Msg::CHAR_IN_ANCHOR, Msg::MULTIPLE_ANCHORS, Msg::INVALID_ANCHOR}) {
      if (said(text)) {
        return problem("M0111", word(), "YAML reads a leading `&` as an anchor, which has no meaning here",
                       "for a condition write `and`");
      }
    }
    for (const char* text : {Msg::ALIAS_NOT_FOUND, Msg::CHAR_IN_ALIAS, Msg::UNKNOWN_ANCHOR,
                             Msg::ALIAS_CONTENT, Msg::MULTIPLE_ALIASES, Msg::INVALID_ALIAS}) {
      if (said(text)) {
        return problem("M0112", word(),
                       fmt::format("YAML reads `{}` as an alias of another value, which has no meaning here",
                                   shortened(text_of(word()))),
                       "write the value out, or give it a name under `define`");
      }
    }
    for (const char* text :
         {Msg::YAML_DIRECTIVE_ARGS, Msg::YAML_VERSION, Msg::YAML_MAJOR_VERSION, Msg::REPEATED_YAML_DIRECTIVE,
          Msg::TAG_DIRECTIVE_ARGS, Msg::REPEATED_TAG_DIRECTIVE}) {
      if (said(text)) {
        return problem("M0130", word(), "this YAML directive cannot be followed",
                       "leave lines that begin with `%` out, or quote a value that begins with it");
      }
    }
    if (said(Msg::BAD_FILE)) {
      return problem("M0107", word(),
                     fmt::format("lists and maps are nested deeper than {} levels", kMaxDepth), "");
    }
    return problem("M0132", word(), "YAML cannot be read from here on",
                   "put the value in quotes, or check the indentation");
  }

 private:
  [[nodiscard]] bool said(std::string_view text) const { return message_.starts_with(text); }
  [[nodiscard]] bool is_at_end() const {
    return part_.source.find_first_not_of(" \t\r\n", at_) == std::string_view::npos;
  }
  [[nodiscard]] Span span(std::size_t begin, std::size_t end) const {
    return {part_.file, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  }
  [[nodiscard]] std::string_view text_of(Span where) const {
    return part_.source.substr(where.begin, where.end - where.begin);
  }
  // What stands at the place, up to the next space or comma.
  [[nodiscard]] Span word() const {
    const std::size_t end = std::min(part_.source.find_first_of(" \t\r\n,]}", at_), part_.source.size());
    return span(at_, end > at_ ? end : std::min<std::size_t>(at_ + 1, part_.source.size()));
  }
  [[nodiscard]] std::size_t line_begin() const {
    return at_ == 0 ? 0 : part_.source.rfind('\n', at_ - 1) + 1;
  }
  [[nodiscard]] std::size_t line_end() const {
    return std::min(part_.source.find_first_of("\r\n", at_), part_.source.size());
  }
  [[nodiscard]] Span rest_of_line() const { return span(at_, std::max<std::size_t>(line_end(), at_)); }

  [[nodiscard]] Diagnostic problem(std::string_view code, Span where, std::string message,
                                   std::string help) const {
    Diagnostic diagnostic;
    diagnostic.code = code;
    diagnostic.primary.span = where;
    diagnostic.message = std::move(message);
    if (!help.empty()) diagnostic.help.push_back(std::move(help));
    return diagnostic;
  }

  [[nodiscard]] Span one(std::size_t at) const { return span(at, std::min(at + 1, part_.source.size())); }
  // Brackets that are open where the parser gave up, innermost last.
  [[nodiscard]] std::vector<std::uint32_t> open_brackets() const {
    return find_open(part_.source.substr(0, at_), part_.begin).brackets;
  }

  Diagnostic unclosed() const {
    if (const OpenThings open = find_open(part_.source, part_.begin); open.quote) {
      return problem("M0117", one(*open.quote), "the text that is quoted from here on has no closing quote",
                     "put the same quote at its end");
    }
    if (!is_at_end() && part_.source[at_] == ':') {
      return problem("M0123", one(at_), "a colon in the middle of a value",
                     "is a comma missing before this key? a value with `: ` in it must be put in quotes");
    }
    const std::vector<std::uint32_t> brackets = open_brackets();
    if (brackets.empty()) {
      return problem("M0119", word(), "a comma or a closing bracket is missing here",
                     "separate values by commas; quote a value that has brackets in it");
    }
    const bool same_line = line_begin() <= brackets.back();
    if (is_at_end() || !same_line) return unclosed_bracket(brackets.back());
    Diagnostic diagnostic =
        problem("M0119", word(), fmt::format("a comma or `{}` is missing here", closing(brackets.back())),
                "separate values by commas; quote a value that has brackets in it");
    diagnostic.others.push_back({one(brackets.back()), "in the brackets that open here"});
    return diagnostic;
  }

  [[nodiscard]] char closing(std::uint32_t bracket) const { return part_.source[bracket] == '[' ? ']' : '}'; }

  Diagnostic unclosed_bracket(std::uint32_t bracket) const {
    Diagnostic diagnostic =
        problem("M0119", one(bracket), fmt::format("`{}` is not closed", part_.source[bracket]), "");
    diagnostic.primary.text = "opened here";
    const std::size_t end = std::min(part_.source.find_first_of("\r\n", bracket), part_.source.size());
    const std::size_t comment = part_.source.substr(0, end).find(" #", bracket);
    if (comment != std::string_view::npos) {
      diagnostic.others.push_back({span(comment + 1, end), "a comment: nothing of this is read"});
      diagnostic.help.emplace_back("if this is no comment, put the value in quotes");
    } else {
      diagnostic.help.push_back(fmt::format("write `{}` after its last value", closing(bracket)));
    }
    return diagnostic;
  }

  Diagnostic stray_bracket() const {
    Diagnostic diagnostic = problem("M0120", one(at_), fmt::format("`{}` closes nothing", text_of(one(at_))),
                                    "remove it, or put the value in quotes");
    if (const std::vector<std::uint32_t> brackets = open_brackets(); !brackets.empty()) {
      diagnostic.others.push_back({one(brackets.back()), "this is still open"});
    }
    return diagnostic;
  }

  Diagnostic list_item() const {
    if (const std::vector<std::uint32_t> brackets = open_brackets(); !brackets.empty()) {
      return unclosed_bracket(brackets.back());
    }
    return problem(
        "M0125", one(at_), "a list item cannot stand here",
        "put each `- item` on a line of its own under the key; quote a value that begins with `- `");
  }

  Diagnostic misplaced_colon() const {
    const std::size_t begin = line_begin();
    const std::string_view before = part_.source.substr(begin, at_ - begin);
    if (before.size() > kLongestKey) {
      return problem("M0131", span(begin, at_),
                     fmt::format("a key is longer than {} characters", kLongestKey),
                     "give it a shorter name");
    }
    if (before.find(": ") != std::string_view::npos) {
      return problem(
          "M0123", one(at_), "a second colon in this line",
          "a value with `: ` in it must be put in quotes; for a choice write `if … then … else …`");
    }
    const std::size_t first = begin + std::min(before.find_first_not_of(" \t"), before.size());
    Diagnostic diagnostic = problem("M0124", span(first, at_), "no key can stand here",
                                    "the line above has its value already: is this line indented too far?");
    const std::size_t above =
        begin == 0 ? std::string_view::npos : part_.source.find_last_not_of(" \t\r\n", begin - 1);
    if (above != std::string_view::npos && above >= part_.begin) {
      const std::size_t above_begin = part_.source.rfind('\n', above) + 1;
      const std::size_t text_begin = part_.source.find_first_not_of(" \t", above_begin);
      diagnostic.others.push_back({span(text_begin, above + 1), "this has its value"});
    }
    return diagnostic;
  }

  Diagnostic misplaced_line() const {
    const std::string_view rest = part_.source.substr(at_, line_end() - at_);
    const std::size_t begin = line_begin();
    const std::size_t seen_end = part_.seen;
    if (seen_end > begin && seen_end <= at_) {
      return problem("M0118", rest_of_line(), "text after the end of a value",
                     "a value that begins with a quote or a bracket ends with it");
    }
    if (rest.starts_with("- ") || rest == "-") {
      return problem("M0125", span(at_, at_ + 1), "a list item cannot stand here",
                     "keys and list items cannot be mixed: check the indentation");
    }
    const std::size_t colon = rest.find(':');
    if (colon == std::string_view::npos) {
      return problem("M0124", rest_of_line(), "this line is no `key: value`", "is the colon missing?");
    }
    if (colon + 1 < rest.size() && !is_space(rest[colon + 1])) {
      return problem("M0133", span(at_, at_ + colon + 2),
                     fmt::format("a space is missing after the colon in `{}`", shortened(rest)),
                     "YAML wants `key: value`");
    }
    return problem("M0124", span(at_, at_ + colon), "the indentation of this line fits no line above",
                   "keys of one map begin in the same column");
  }

  Diagnostic escape() const {
    // The parser tells a place after the beginning of the escape.
    const std::size_t backslash = part_.source.rfind('\\', at_ == 0 ? 0 : at_ - 1);
    const bool found = backslash != std::string_view::npos && backslash >= part_.begin;
    const std::size_t begin = found ? backslash : at_;
    const Span letter = span(begin, std::min(begin + 2, part_.source.size()));
    if (said(YAML::ErrorMsg::INVALID_HEX)) {
      return problem(
          "M0126", letter, fmt::format("hexadecimal digits are missing after `{}`", text_of(letter)),
          "write `\\\\` for a backslash, or use single quotes, in which it is an ordinary character");
    }
    if (said(YAML::ErrorMsg::INVALID_UNICODE)) {
      const Span whole = span(begin, std::max<std::size_t>(at_, letter.end));
      return problem("M0126", whole,
                     fmt::format("`{}` is no character of Unicode", shortened(text_of(whole))), "");
    }
    return problem(
        "M0126", letter, fmt::format("`{}` is no escape of a double-quoted text", text_of(letter)),
        "write `\\\\` for a backslash, or use single quotes, in which it is an ordinary character");
  }

  // `!(a > b)`: YAML took `!(a` for a tag, and finds a block of text after it.
  [[nodiscard]] std::optional<std::size_t> tag_before(std::size_t at) const {
    const std::size_t begin = line_begin();
    for (const std::string_view before : {": !", "- !"}) {
      const std::size_t tag = part_.source.substr(0, at).find(before, begin);
      if (tag != std::string_view::npos) return tag + 2;
    }
    return std::nullopt;
  }

  Diagnostic block_header() const {
    const std::size_t mark = part_.source.find_last_of("|>", at_);
    const std::size_t begin = mark == std::string_view::npos ? at_ : std::max(mark, line_begin());
    if (const std::optional<std::size_t> tag = tag_before(begin)) {
      Diagnostic diagnostic =
          problem("M0110", one(*tag), "YAML reads a leading `!` as a tag and takes it out of the value",
                  "for a negation write `not`");
      diagnostic.fix = Fix{one(*tag), "not "};
      return diagnostic;
    }
    return problem(
        "M0122", one(begin),
        fmt::format("a leading `{}` makes YAML read the lines below as one text", part_.source[begin]),
        "an expression cannot begin with it; a text in quotes can");
  }

  Diagnostic unknown_token() const {
    const Span where = one(at_);
    return problem("M0121", where, fmt::format("a value cannot begin with `{}`", text_of(where)),
                   "put the value in quotes");
  }

  std::string_view message_;
  const ParsedPart& part_;
  std::uint32_t at_ = 0;
};

}  // namespace

Diagnostic explain(const YAML::Exception& exception, const ParsedPart& part) {
  return Explainer(exception, part).explain();
}

}  // namespace mancala
