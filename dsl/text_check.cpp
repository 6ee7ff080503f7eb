#include "dsl/text_check.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>

namespace mancala {

namespace {

struct Character {
  std::uint32_t code_point = 0;
  std::size_t length = 1;
};

// The character at `at`; nothing if the bytes are no UTF-8: a wrong or missing continuation byte, an overlong
// form, a surrogate, or a code point beyond Unicode.
std::optional<Character> character_at(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(at);
  if (lead < 0x80) return Character{lead, 1};
  const std::size_t length = lead >= 0xC2 && lead < 0xE0   ? 2
                             : lead >= 0xE0 && lead < 0xF0 ? 3
                             : lead >= 0xF0 && lead < 0xF5 ? 4
                                                           : 0;
  if (length == 0 || text.size() - at < length) return std::nullopt;
  std::uint32_t code_point = lead & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(at + i) & 0xC0U) != 0x80) return std::nullopt;
    code_point = code_point << 6 | (byte(at + i) & 0x3FU);
  }
  const bool overlong = (length == 3 && code_point < 0x800) || (length == 4 && code_point < 0x10000);
  const bool surrogate = code_point >= 0xD800 && code_point < 0xE000;
  if (overlong || surrogate || code_point > 0x10FFFF) return std::nullopt;
  return Character{code_point, length};
}

bool is_control(std::uint32_t code_point) {
  const bool allowed = code_point == '\t' || code_point == '\n' || code_point == '\r';
  return (code_point < 0x20 && !allowed) || (code_point >= 0x7F && code_point < 0xA0);
}

// A first place, and how many more there are.
struct Wrong {
  std::optional<Span> first;
  std::string what;
  int count = 0;

  void add(Span span, std::string found) {
    ++count;
    if (first) return;
    first = span;
    what = std::move(found);
  }
};

void report(const Wrong& found, std::string_view code, std::string message, std::string help,
            Diagnostics& diagnostics) {
  if (!found.first) return;
  Diagnostic& diagnostic = diagnostics.error(code, *found.first, std::move(message));
  diagnostic.help.push_back(std::move(help));
  if (found.count > 1) {
    diagnostic.help.push_back(
        fmt::format("the file has {} more place{} like this", found.count - 1, found.count == 2 ? "" : "s"));
  }
}

// UTF-32 first: its little-endian mark begins with the one of UTF-16.
std::string_view foreign_encoding(std::string_view text) {
  using namespace std::string_view_literals;
  if (text.starts_with("\xFF\xFE\0\0"sv) || text.starts_with("\0\0\xFE\xFF"sv)) return "UTF-32";
  if (text.starts_with("\xFF\xFE"sv) || text.starts_with("\xFE\xFF"sv)) return "UTF-16";
  return "";
}

}  // namespace

bool check_text(FileId file, const SourceMap& sources, Diagnostics& diagnostics) {
  const std::string& text = sources.text(file);
  if (const std::string_view encoding = foreign_encoding(text); !encoding.empty()) {
    diagnostics.error("M0103", {file, 0, 0}, fmt::format("the file is written in {}", encoding))
        .help.push_back("save it as UTF-8");
    return false;
  }

  Wrong not_utf8;
  Wrong control;
  Wrong carriage_return;
  for (std::size_t at = 0; at < text.size();) {
    const auto begin = static_cast<std::uint32_t>(at);
    const std::optional<Character> character = character_at(text, at);
    if (!character) {
      not_utf8.add({file, begin, begin + 1}, fmt::format("{:02X}", static_cast<unsigned char>(text[at])));
      ++at;
      continue;
    }
    at += character->length;
    const Span span{file, begin, static_cast<std::uint32_t>(at)};
    if (is_control(character->code_point)) control.add(span, fmt::format("U+{:04X}", character->code_point));
    if (character->code_point == '\r' && (at == text.size() || text[at] != '\n'))
      carriage_return.add(span, "");
  }

  report(not_utf8, "M0101", fmt::format("the byte {} is no UTF-8 text here", not_utf8.what),
         "save the file as UTF-8; it may have been written in another encoding, or be no text at all",
         diagnostics);
  report(control, "M0102", fmt::format("control character {}", control.what),
         control.what == "U+0000" ? "this does not look like a text file" : "remove it", diagnostics);
  report(carriage_return, "M0104", "a carriage return without a line feed",
         "end lines with a line feed (LF), or with both (CR LF)", diagnostics);
  return !not_utf8.first && !control.first && !carriage_return.first;
}

}  // namespace mancala
