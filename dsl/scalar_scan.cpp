#include "dsl/scalar_scan.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dsl/bytes.h"

namespace mancala {

namespace {

// A value under construction: bytes with their origins.
struct Decoded {
  std::string value;
  std::vector<std::uint32_t> origins;

  void put(char byte, std::size_t origin) {
    value += byte;
    origins.push_back(static_cast<std::uint32_t>(origin));
  }
  void put(std::string_view bytes, std::size_t origin) {
    for (const char byte : bytes) put(byte, origin);
  }
};

// A run of blanks and line ends: the places of its line ends.
struct SpaceRun {
  std::size_t end = 0;
  std::vector<std::size_t> breaks;
};

SpaceRun space_run(std::string_view source, std::size_t at) {
  SpaceRun run{at, {}};
  for (; run.end < source.size() && is_space(source[run.end]); ++run.end) {
    if (source[run.end] == '\n') run.breaks.push_back(run.end);
  }
  return run;
}

// Plain and quoted scalars fold: blanks around line ends vanish, one line end becomes a space, each further
// one stays. Blanks without a line end stay. Returns the offset after the run.
std::size_t fold_run(std::string_view source, std::size_t at, Decoded& out) {
  const SpaceRun run = space_run(source, at);
  if (run.breaks.empty()) {
    for (std::size_t i = at; i < run.end; ++i) out.put(source[i], i);
  } else if (run.breaks.size() == 1) {
    out.put(' ', at);
  } else {
    for (std::size_t i = 1; i < run.breaks.size(); ++i) out.put('\n', i == 1 ? at : run.breaks[i - 1]);
  }
  return run.end;
}

// A plain scalar ends where its value is used up: what ends it depends on its surroundings, which are not
// known here.
std::optional<std::size_t> decode_plain(std::string_view source, std::size_t at, std::string_view value,
                                        Decoded& out) {
  while (out.value.size() < value.size()) {
    if (at >= source.size()) return std::nullopt;
    if (is_space(source[at])) {
      at = fold_run(source, at, out);
    } else {
      out.put(source[at], at);
      ++at;
    }
    const std::size_t last = out.value.size() - 1;
    if (last < value.size() && out.value[last] != value[last]) return std::nullopt;
  }
  return out.value == value ? std::optional(at) : std::nullopt;
}

// The offset after the closing quote, or nothing.
std::optional<std::size_t> decode_single_quoted(std::string_view source, std::size_t at, Decoded& out) {
  for (++at; at < source.size();) {
    if (source[at] == '\'') {
      if (at + 1 == source.size() || source[at + 1] != '\'') return at + 1;
      out.put('\'', at);
      at += 2;
    } else if (is_space(source[at])) {
      at = fold_run(source, at, out);
    } else {
      out.put(source[at], at);
      ++at;
    }
  }
  return std::nullopt;
}

std::optional<std::uint32_t> hexadecimal(std::string_view digits) {
  std::uint32_t number = 0;
  for (const char digit : digits) {
    number <<= 4;
    if (digit >= '0' && digit <= '9') {
      number |= static_cast<std::uint32_t>(digit - '0');
    } else if (digit >= 'a' && digit <= 'f') {
      number |= static_cast<std::uint32_t>(digit - 'a' + 10);
    } else if (digit >= 'A' && digit <= 'F') {
      number |= static_cast<std::uint32_t>(digit - 'A' + 10);
    } else {
      return std::nullopt;
    }
  }
  return number;
}

// The code point of a one-letter escape.
std::optional<std::uint32_t> short_escape(char letter) {
  constexpr std::string_view kLetters = "0abt\tnvfre \"'/\\N_LP";
  constexpr std::uint32_t kCodePoints[] = {0,   7,   8,    9,   9,    10,   11,   12,     13,    27,
                                           ' ', '"', '\'', '/', '\\', 0x85, 0xA0, 0x2028, 0x2029};
  const std::size_t index = kLetters.find(letter);
  if (index == std::string_view::npos) return std::nullopt;
  return kCodePoints[index];
}

// An escape that starts with the backslash at `at`. Returns the offset after it.
std::optional<std::size_t> decode_escape(std::string_view source, std::size_t at, Decoded& out) {
  if (at + 1 >= source.size()) return std::nullopt;
  const char letter = source[at + 1];
  const std::size_t digits = letter == 'x' ? 2 : letter == 'u' ? 4 : letter == 'U' ? 8 : 0;
  std::string bytes;
  if (digits == 0) {
    const std::optional<std::uint32_t> code_point = short_escape(letter);
    if (!code_point) return std::nullopt;
    append_utf8(bytes, *code_point);
  } else {
    if (source.size() - (at + 2) < digits) return std::nullopt;
    const std::optional<std::uint32_t> code_point = hexadecimal(source.substr(at + 2, digits));
    if (!code_point) return std::nullopt;
    append_utf8(bytes, *code_point);
  }
  out.put(bytes, at);
  return at + 2 + digits;
}

std::optional<std::size_t> decode_double_quoted(std::string_view source, std::size_t at, Decoded& out) {
  for (++at; at < source.size();) {
    const char c = source[at];
    if (c == '"') return at + 1;
    if (is_space(c)) {
      at = fold_run(source, at, out);
    } else if (c != '\\') {
      out.put(c, at);
      ++at;
    } else if (at + 1 < source.size() && is_break(source[at + 1])) {
      // An escaped line end vanishes; empty lines after it stay.
      const SpaceRun run = space_run(source, at + 1);
      for (std::size_t i = 1; i < run.breaks.size(); ++i) out.put('\n', run.breaks[i]);
      at = run.end;
    } else {
      const std::optional<std::size_t> next = decode_escape(source, at, out);
      if (!next) return std::nullopt;
      at = *next;
    }
  }
  return std::nullopt;
}

struct SourceLine {
  std::size_t begin = 0;
  std::size_t end = 0;   // without the line end
  std::size_t next = 0;  // the next line, or the end of the text
  [[nodiscard]] bool has_break() const { return next > end; }
};

SourceLine line_at(std::string_view source, std::size_t begin) {
  const std::size_t newline = source.find('\n', begin);
  if (newline == std::string_view::npos) return {begin, source.size(), source.size()};
  const bool carriage_return = newline > begin && source[newline - 1] == '\r';
  return {begin, newline - (carriage_return ? 1 : 0), newline + 1};
}

std::size_t leading_spaces(std::string_view text) {
  return std::min(text.find_first_not_of(' '), text.size());
}

// How far the lines of a block are indented. With an indentation indicator the parent's indentation would
// have to be known; the first line with text tells as much when compared with the value.
std::size_t block_indentation(std::string_view source, std::size_t first_line, bool indicated,
                              std::string_view value) {
  for (std::size_t at = first_line; at < source.size();) {
    const SourceLine line = line_at(source, at);
    const std::string_view text = source.substr(line.begin, line.end - line.begin);
    const std::size_t spaces = leading_spaces(text);
    if (spaces < text.size()) {
      if (!indicated) return spaces;
      const std::size_t first_text = value.find_first_not_of(" \n");
      if (first_text == std::string_view::npos) return spaces;
      const std::size_t line_start = value.substr(0, first_text).rfind('\n') + 1;  // npos + 1 == 0
      return spaces - std::min(spaces, first_text - line_start);
    }
    at = line.next;
  }
  return source.size();
}

// Literal and folded blocks. Trailing line ends are taken from `value`: what is kept of them is the header's
// choice.
std::optional<std::size_t> decode_block(std::string_view source, std::size_t at, std::string_view value,
                                        Decoded& out) {
  const bool folded = source[at] == '>';
  const SourceLine header = line_at(source, at);
  bool indicated = false;
  for (std::size_t i = at + 1; i < header.end && !is_space(source[i]); ++i) {
    indicated = indicated || (source[i] >= '1' && source[i] <= '9');
  }
  const std::size_t indentation = block_indentation(source, header.next, indicated, value);
  std::size_t end =
      std::min(source.find_last_not_of(" \t", header.end == 0 ? 0 : header.end - 1) + 1, header.end);
  std::vector<std::size_t> breaks;  // line ends since the last line with text, not yet written
  bool any_text = false;
  bool last_indented = false;
  for (std::size_t next = header.next; next < source.size();) {
    const SourceLine line = line_at(source, next);
    const std::string_view whole = source.substr(line.begin, line.end - line.begin);
    const std::size_t spaces = leading_spaces(whole);
    if (spaces < indentation && spaces < whole.size()) break;
    if (whole.size() > indentation) {
      const std::string_view text = whole.substr(indentation);
      const bool indented = is_blank(text[0]);
      const bool fold = folded && any_text && !last_indented && !indented;
      if (fold && breaks.size() == 1) {
        out.put(' ', breaks[0]);
      } else {
        for (std::size_t i = fold ? 1 : 0; i < breaks.size(); ++i) out.put('\n', breaks[i]);
      }
      breaks.clear();
      for (std::size_t i = 0; i < text.size(); ++i) out.put(text[i], line.begin + indentation + i);
      any_text = true;
      last_indented = indented;
      end = line.end;
    }
    if (line.has_break()) breaks.push_back(line.end);
    next = line.next;
  }
  for (const std::size_t line_end : breaks) {
    if (out.value.size() < value.size()) out.put('\n', line_end);
  }
  return out.value == value ? std::optional(end) : std::nullopt;
}

ScalarStyle style_at(std::string_view source, std::size_t at) {
  if (at >= source.size()) return ScalarStyle::plain;
  switch (source[at]) {
    case '\'': return ScalarStyle::single_quoted;
    case '"': return ScalarStyle::double_quoted;
    case '|': return ScalarStyle::literal;
    case '>': return ScalarStyle::folded;
    default: return ScalarStyle::plain;
  }
}

// The YAML parser writes these two escapes as single bytes, which is no UTF-8.
bool has_single_byte_escape(std::string_view text) {
  return text.find("\\N") != std::string_view::npos || text.find("\\_") != std::string_view::npos;
}

}  // namespace

void append_utf8(std::string& out, std::uint32_t code_point) {
  const auto put = [&out](std::uint32_t byte) { out += static_cast<char>(static_cast<unsigned char>(byte)); };
  if (code_point < 0x80) {
    put(code_point);
  } else if (code_point < 0x800) {
    put(0xC0 | code_point >> 6);
    put(0x80 | (code_point & 0x3F));
  } else if (code_point < 0x10000) {
    put(0xE0 | code_point >> 12);
    put(0x80 | (code_point >> 6 & 0x3F));
    put(0x80 | (code_point & 0x3F));
  } else {
    put(0xF0 | (code_point >> 18 & 0x07));
    put(0x80 | (code_point >> 12 & 0x3F));
    put(0x80 | (code_point >> 6 & 0x3F));
    put(0x80 | (code_point & 0x3F));
  }
}

std::string shortened(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  if (text.size() <= kLongest) return std::string(text);
  std::size_t end = kLongest;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80) --end;
  return std::string(text.substr(0, end)) + "…";
}

std::uint32_t skip_blank(std::string_view source, std::uint32_t at) {
  std::size_t next = at;
  while (next < source.size()) {
    if (is_space(source[next])) {
      ++next;
    } else if (source[next] == '#' && (next == 0 || is_space(source[next - 1]))) {
      next = line_at(source, next).end;
    } else {
      break;
    }
  }
  return static_cast<std::uint32_t>(next);
}

ScannedScalar scan_scalar(std::string_view source, std::uint32_t at, std::string_view value, FileId file) {
  ScannedScalar scanned;
  scanned.begin = at;
  scanned.text.file = file;
  scanned.text.style = style_at(source, at);

  Decoded decoded;
  std::optional<std::size_t> end;
  std::size_t inner_end_distance = 0;  // of the end of the text from the end of the scalar: the closing quote
  bool trusted = false;
  switch (scanned.text.style) {
    case ScalarStyle::plain: end = decode_plain(source, at, value, decoded); break;
    case ScalarStyle::single_quoted: end = decode_single_quoted(source, at, decoded); break;
    case ScalarStyle::double_quoted:
      end = decode_double_quoted(source, at, decoded);
      trusted = end && has_single_byte_escape(source.substr(at, *end - at));
      break;
    case ScalarStyle::literal:
    case ScalarStyle::folded: end = decode_block(source, at, value, decoded); break;
  }
  if (scanned.text.style == ScalarStyle::single_quoted || scanned.text.style == ScalarStyle::double_quoted) {
    inner_end_distance = 1;
    scanned.closed = end.has_value();
  }

  if (end && (decoded.value == value || trusted)) {
    scanned.end = static_cast<std::uint32_t>(*end);
    scanned.text.value = std::move(decoded.value);
    scanned.text.byte_map = std::move(decoded.origins);
    // A block's last line ends lie behind its end; the map must not run backwards.
    const auto last = static_cast<std::uint32_t>(*end - inner_end_distance);
    scanned.text.byte_map.push_back(
        scanned.text.byte_map.empty() ? last : std::max(last, scanned.text.byte_map.back()));
    return scanned;
  }
  // Not understood: everything is at the start, and the scalar reaches to the end of its line.
  scanned.end =
      end ? static_cast<std::uint32_t>(*end)
          : static_cast<std::uint32_t>(at < source.size() ? line_at(source, at).end : source.size());
  scanned.text.value = std::string(value);
  scanned.text.byte_map.assign(value.size(), at);
  scanned.text.byte_map.push_back(scanned.end);
  return scanned;
}

}  // namespace mancala
