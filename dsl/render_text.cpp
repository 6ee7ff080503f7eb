#include "dsl/render_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace mancala {

namespace {

constexpr int kTabWidth = 4;
constexpr int kExcerptWidth = 100;  // columns of a source line that are shown at most
constexpr int kContext = 20;        // columns shown before the span when a long line is cut

// --- characters as a terminal shows them ---

struct Range {
  std::uint32_t first;
  std::uint32_t last;
};

template <std::size_t N>
bool in_ranges(const std::array<Range, N>& ranges, std::uint32_t code_point) {
  return std::any_of(ranges.begin(), ranges.end(), [code_point](const Range& range) {
    return code_point >= range.first && code_point <= range.last;
  });
}

// After Unicode's East Asian Width (W and F) and combining marks, blocks taken as a whole.
constexpr std::array<Range, 14> kWide = {{{0x1100, 0x115F},
                                          {0x2E80, 0x303E},
                                          {0x3041, 0x33FF},
                                          {0x3400, 0x4DBF},
                                          {0x4E00, 0x9FFF},
                                          {0xA000, 0xA4CF},
                                          {0xAC00, 0xD7A3},
                                          {0xF900, 0xFAFF},
                                          {0xFE30, 0xFE6F},
                                          {0xFF00, 0xFF60},
                                          {0xFFE0, 0xFFE6},
                                          {0x1F300, 0x1F64F},
                                          {0x1F900, 0x1F9FF},
                                          {0x20000, 0x3FFFD}}};
constexpr std::array<Range, 7> kCombining = {{{0x0300, 0x036F},
                                              {0x1AB0, 0x1AFF},
                                              {0x1DC0, 0x1DFF},
                                              {0x200B, 0x200D},
                                              {0x20D0, 0x20FF},
                                              {0xFE00, 0xFE0F},
                                              {0xFE20, 0xFE2F}}};
// Characters that would move the cursor or turn the direction of writing around.
constexpr std::array<Range, 6> kUnprintable = {{{0x0000, 0x001F},
                                                {0x007F, 0x009F},
                                                {0x200E, 0x200F},
                                                {0x2028, 0x202E},
                                                {0x2066, 0x2069},
                                                {0xFEFF, 0xFEFF}}};

struct Glyph {
  std::size_t begin = 0;  // bytes in the text
  std::size_t end = 0;
  int column = 0;  // 0-based
  int width = 1;
  std::string shown;
};

// The code point at `at` and its length; bytes that are no UTF-8 are shown like unprintable ones.
std::pair<std::uint32_t, std::size_t> decode(std::string_view text, std::size_t at) {
  const auto lead = static_cast<unsigned char>(text[at]);
  const std::size_t length = lead < 0x80 ? 1 : lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 0;
  if (length == 0 || at + length > text.size()) return {0, 1};
  std::uint32_t code_point = length == 1 ? lead : lead & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    const auto byte = static_cast<unsigned char>(text[at + i]);
    if ((byte & 0xC0U) != 0x80) return {0, 1};
    code_point = code_point << 6 | (byte & 0x3FU);
  }
  return {code_point, length};
}

std::vector<Glyph> glyphs_of(std::string_view line) {
  std::vector<Glyph> glyphs;
  int column = 0;
  for (std::size_t at = 0; at < line.size();) {
    const auto [code_point, length] = decode(line, at);
    Glyph glyph{at, at + length, column, 1, std::string(line.substr(at, length))};
    if (code_point == '\t') {
      glyph.width = kTabWidth - column % kTabWidth;
      glyph.shown = std::string(static_cast<std::size_t>(glyph.width), ' ');
    } else if (in_ranges(kUnprintable, code_point)) {
      glyph.shown = "\uFFFD";
    } else if (in_ranges(kWide, code_point)) {
      glyph.width = 2;
    } else if (in_ranges(kCombining, code_point)) {
      glyph.width = 0;
    }
    column += glyph.width;
    at = glyph.end;
    glyphs.push_back(std::move(glyph));
  }
  return glyphs;
}

// Text of anybody within a line of ours: nothing in it may act on the terminal.
std::string printable(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const auto [code_point, length] = decode(text, at);
    if (code_point == '\n' || code_point == '\t') {
      out += ' ';
    } else if (in_ranges(kUnprintable, code_point)) {
      out += "\uFFFD";
    } else {
      out += text.substr(at, length);
    }
    at += length;
  }
  return out;
}

// The display column of a byte, or the one after the line's last.
int column_at(const std::vector<Glyph>& glyphs, std::size_t byte) {
  for (const Glyph& glyph : glyphs) {
    if (byte < glyph.end) return glyph.column;
  }
  return glyphs.empty() ? 0 : glyphs.back().column + glyphs.back().width;
}

// --- colours ---

enum class Ink { plain, bold, red, yellow, cyan, blue };

std::string_view escape_of(Ink ink) {
  switch (ink) {
    case Ink::plain: return "";
    case Ink::bold: return "\x1b[1m";
    case Ink::red: return "\x1b[1;31m";
    case Ink::yellow: return "\x1b[1;33m";
    case Ink::cyan: return "\x1b[1;36m";
    case Ink::blue: return "\x1b[1;34m";
  }
  return "";
}

Ink ink_of(Severity severity) {
  switch (severity) {
    case Severity::error: return Ink::red;
    case Severity::warning: return Ink::yellow;
    case Severity::note: return Ink::cyan;
  }
  return Ink::plain;
}

// --- excerpts ---

// A part of one line that is underlined.
struct Mark {
  std::size_t begin = 0;  // bytes in the line
  std::size_t end = 0;
  bool primary = false;
  std::string_view text;
};

class Excerpt {
 public:
  Excerpt(const Diagnostic& diagnostic, const SourceMap& sources, bool colour)
      : diagnostic_(diagnostic), sources_(sources), colour_(colour) {}

  std::string text() {
    const Ink ink = ink_of(diagnostic_.severity);
    out_ += paint(ink, fmt::format("{}[{}]", severity_name(diagnostic_.severity), diagnostic_.code));
    out_ += paint(Ink::bold, ": " + printable(diagnostic_.message)) + '\n';
    for (const FileId file : files()) add_file(file);
    if (gutter_ == 0) gutter_ = 2;
    const bool notes = !diagnostic_.help.empty() || diagnostic_.fix;
    if (notes && diagnostic_.primary.span.file != kNoFile) out_ += bar() + '\n';
    for (const std::string& help : diagnostic_.help) add_note("help", help);
    if (diagnostic_.fix) add_note("fix", fix_text(*diagnostic_.fix));
    return out_;
  }

 private:
  [[nodiscard]] std::string paint(Ink ink, std::string text) const {
    if (!colour_ || ink == Ink::plain) return text;
    return fmt::format("{}{}\x1b[0m", escape_of(ink), text);
  }
  [[nodiscard]] std::string bar() const { return paint(Ink::blue, fmt::format("{:{}} |", "", gutter_)); }

  void add_note(std::string_view kind, std::string_view text) {
    out_ += paint(Ink::blue, fmt::format("{:{}} = ", "", gutter_));
    out_ += paint(Ink::bold, fmt::format("{}:", kind));
    out_ += fmt::format(" {}\n", printable(text));
  }

  [[nodiscard]] std::string fix_text(const Fix& fix) const {
    const std::string_view old =
        std::string_view(sources_.text(fix.span.file)).substr(fix.span.begin, fix.span.end - fix.span.begin);
    if (old.empty()) return fmt::format("insert `{}`", fix.text);
    if (fix.text.empty()) return fmt::format("remove `{}`", old);
    return fmt::format("replace `{}` by `{}`", old, fix.text);
  }

  // The file of the primary place first.
  [[nodiscard]] std::vector<FileId> files() const {
    std::vector<FileId> files;
    const auto add = [&files](const Label& label) {
      const FileId file = label.span.file;
      if (file != kNoFile && std::find(files.begin(), files.end(), file) == files.end())
        files.push_back(file);
    };
    add(diagnostic_.primary);
    for (const Label& label : diagnostic_.others) add(label);
    return files;
  }

  // Marks by line. A span over several lines is marked on its first and its last.
  void add_marks(const Label& label, bool primary, FileId file,
                 std::map<int, std::vector<Mark>>& marks) const {
    if (label.span.file != file) return;
    const int first = sources_.place(file, label.span.begin).line;
    const int last = sources_.place(file, std::max(label.span.begin, label.span.end)).line;
    const std::size_t first_start = line_start(file, first);
    if (first == last) {
      marks[first].push_back(
          {label.span.begin - first_start, label.span.end - first_start, primary, label.text});
      return;
    }
    marks[first].push_back(
        {label.span.begin - first_start, sources_.line(file, first).size(), primary, std::string_view()});
    const std::string_view last_line = sources_.line(file, last);
    const std::size_t indentation = std::min(last_line.find_first_not_of(" \t"), last_line.size());
    const std::size_t end = label.span.end - line_start(file, last);
    if (end > indentation) {
      marks[last].push_back({indentation, end, primary, label.text});
    } else {
      marks[first].back().text = label.text;
    }
  }

  [[nodiscard]] std::size_t line_start(FileId file, int line) const {
    return static_cast<std::size_t>(sources_.line(file, line).data() - sources_.text(file).data());
  }

  void add_file(FileId file) {
    std::map<int, std::vector<Mark>> marks;
    add_marks(diagnostic_.primary, true, file, marks);
    for (const Label& label : diagnostic_.others) add_marks(label, false, file, marks);
    const Label* head = &diagnostic_.primary;
    for (const Label& label : diagnostic_.others) {
      if (head->span.file != file) head = &label;
    }
    gutter_ = std::max(gutter_, fmt::formatted_size("{}", marks.rbegin()->first));
    const LineColumn place = sources_.place(file, head->span.begin);
    out_ += paint(Ink::blue, fmt::format("{:{}}--> ", "", gutter_));
    out_ += fmt::format("{}:{}:{}\n", printable(sources_.name(file)), place.line, place.column);
    out_ += bar() + '\n';
    int previous = 0;
    for (const auto& [line, line_marks] : marks) {
      if (previous != 0 && line == previous + 2) add_line(file, previous + 1, {});
      if (previous != 0 && line > previous + 2) out_ += paint(Ink::blue, "...") + '\n';
      add_line(file, line, line_marks);
      previous = line;
    }
  }

  void add_line(FileId file, int number, const std::vector<Mark>& marks) {
    const std::vector<Glyph> glyphs = glyphs_of(sources_.line(file, number));
    const int width = column_at(glyphs, std::string_view::npos);
    // A long line is cut around what is marked first.
    int from = 0;
    if (width > kExcerptWidth && !marks.empty()) {
      const int begin = column_at(glyphs, marks.front().begin);
      const int end = column_at(glyphs, marks.front().end);
      if (end > kExcerptWidth - 1) from = std::min(begin - kContext, width - kExcerptWidth);
      from = std::max(from, 0);
    }
    const int to = std::min(width, from + kExcerptWidth);
    std::string shown = from > 0 ? "…" : "";
    for (const Glyph& glyph : glyphs) {
      if (glyph.column >= from && glyph.column + glyph.width <= to) shown += glyph.shown;
    }
    if (to < width) shown += "…";
    shown.erase(shown.find_last_not_of(' ') + 1);
    const std::string line_bar = paint(Ink::blue, fmt::format("{:>{}} |", number, gutter_));
    out_ += shown.empty() ? line_bar + '\n' : fmt::format("{} {}\n", line_bar, shown);

    const int shift = (from > 0 ? 1 : 0) - from;
    for (const Mark& mark : marks) {
      const int begin = std::clamp(column_at(glyphs, mark.begin), from, to);
      const int end = std::clamp(column_at(glyphs, mark.end), begin, to);
      const auto length = static_cast<std::size_t>(std::max(end - begin, 1));
      const Ink ink = mark.primary ? ink_of(diagnostic_.severity) : Ink::blue;
      std::string underline(length, mark.primary ? '^' : '-');
      if (!mark.text.empty()) underline += ' ' + printable(mark.text);
      out_ += fmt::format("{} {:{}}{}\n", bar(), "", begin + shift, paint(ink, underline));
    }
  }

  const Diagnostic& diagnostic_;
  const SourceMap& sources_;
  bool colour_;
  std::size_t gutter_ = 0;
  std::string out_;
};

std::string sentence(std::string_view text) {
  std::string out = printable(text);
  if (!out.empty() && out[0] >= 'a' && out[0] <= 'z') out[0] = static_cast<char>(out[0] - 'a' + 'A');
  if (!out.empty() && std::string_view(".?!").find(out.back()) == std::string_view::npos) out += '.';
  return out;
}

std::string spoken_place(const Span& span, const SourceMap& sources) {
  const LineColumn place = sources.place(span.file, span.begin);
  return fmt::format("{}, line {}, column {}", printable(sources.name(span.file)), place.line, place.column);
}

std::string spoken_text(const Span& span, const SourceMap& sources) {
  constexpr std::size_t kLongest = 80;
  std::string_view text = std::string_view(sources.text(span.file)).substr(span.begin, span.end - span.begin);
  const bool cut = text.size() > kLongest;
  if (cut) {
    std::size_t end = kLongest;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80) --end;
    text = text.substr(0, end);
  }
  return fmt::format("`{}{}`", printable(text), cut ? "…" : "");
}

}  // namespace

std::string_view severity_name(Severity severity) {
  switch (severity) {
    case Severity::error: return "error";
    case Severity::warning: return "warning";
    case Severity::note: return "note";
  }
  return "";
}

std::string render_excerpt(const Diagnostic& diagnostic, const SourceMap& sources, bool colour) {
  return Excerpt(diagnostic, sources, colour).text();
}

std::string render_plain(const Diagnostic& diagnostic, const SourceMap& sources) {
  std::string out = sentence(fmt::format("{} {}", severity_name(diagnostic.severity), diagnostic.code));
  out.pop_back();
  const Span& span = diagnostic.primary.span;
  if (span.file != kNoFile) out += " in " + spoken_place(span, sources);
  out += fmt::format(": {}\n", sentence(diagnostic.message));
  if (span.file != kNoFile && span.end > span.begin) {
    out += fmt::format("The text is {}.\n", spoken_text(span, sources));
  }
  if (!diagnostic.primary.text.empty()) out += sentence(diagnostic.primary.text) + '\n';
  for (const Label& label : diagnostic.others) {
    out += fmt::format("See also {}: {}\n", spoken_place(label.span, sources), sentence(label.text));
  }
  for (const std::string& help : diagnostic.help) out += fmt::format("Help: {}\n", sentence(help));
  if (diagnostic.fix) {
    const Fix& fix = *diagnostic.fix;
    if (fix.span.begin == fix.span.end) {
      out += fmt::format("Fix: insert `{}`.\n", printable(fix.text));
    } else if (fix.text.empty()) {
      out += fmt::format("Fix: remove {}.\n", spoken_text(fix.span, sources));
    } else {
      out += fmt::format("Fix: replace {} by `{}`.\n", spoken_text(fix.span, sources), printable(fix.text));
    }
  }
  return out;
}

std::string render_short(const Diagnostic& diagnostic, const SourceMap& sources) {
  std::string where;
  if (diagnostic.primary.span.file != kNoFile) {
    const Span& span = diagnostic.primary.span;
    const LineColumn place = sources.place(span.file, span.begin);
    where = fmt::format("{}:{}:{}: ", printable(sources.name(span.file)), place.line, place.column);
  }
  return fmt::format("{}{}: {} [{}]\n", where, severity_name(diagnostic.severity),
                     printable(diagnostic.message), diagnostic.code);
}

}  // namespace mancala
