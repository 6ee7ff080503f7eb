#include "dsl/read.h"

#include <fmt/format.h>
#include <unistd.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "dsl/bytes.h"
#include "dsl/open_things.h"
#include "dsl/scalar_scan.h"
#include "dsl/text_check.h"
#include "dsl/tree_builder.h"
#include "dsl/yaml_errors.h"

namespace mancala {

namespace {

constexpr int kMaxSplits = 6;  // how deep a broken text is taken apart

struct Part {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

struct Line {
  std::uint32_t begin = 0;
  std::uint32_t indentation = 0;
  std::string_view text;  // without indentation and line end
};

// The lines that are neither empty nor a comment.
std::vector<Line> lines_of(std::string_view source, Part part) {
  std::vector<Line> lines;
  for (std::size_t at = part.begin; at < part.end;) {
    const std::size_t newline = std::min<std::size_t>(source.find('\n', at), part.end);
    const std::size_t first = std::min(source.find_first_not_of(' ', at), newline);
    std::string_view text = source.substr(first, newline - first);
    if (text.ends_with('\r')) text.remove_suffix(1);
    if (!text.empty() && text[0] != '#') {
      lines.push_back({static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(first - at), text});
    }
    at = newline + 1;
  }
  return lines;
}

// `key:` alone: what belongs to it is below.
bool is_bare_key(std::string_view line) {
  const std::size_t comment = line.find(" #");
  if (comment != std::string_view::npos) line = line.substr(0, comment);
  const std::size_t last = line.find_last_not_of(" \t");
  return last != std::string_view::npos && line[last] == ':';
}

bool begins_entry(std::string_view line) {
  if (line.starts_with("- ") || line == "-" || line.starts_with("? ")) return true;
  if (line.starts_with(':')) return false;  // the value of a `?`
  return line.find(": ") != std::string_view::npos || is_bare_key(line);
}

// The entries of a block, which can be read one by one: what is wrong in one does not hide what is wrong in
// the next.
std::vector<Part> split(std::string_view source, Part part, bool whole) {
  std::vector<Line> lines = lines_of(source, part);
  if (!whole) {
    if (lines.empty() || !is_bare_key(lines.front().text)) return {};
    lines.erase(lines.begin());
  }
  if (lines.empty()) return {};
  const std::uint32_t indentation =
      std::min_element(lines.begin(), lines.end(), [](const Line& a, const Line& b) {
        return a.indentation < b.indentation;
      })->indentation;
  std::vector<Part> parts = {{whole ? part.begin : lines.front().begin, part.end}};
  for (const Line& line : lines) {
    if (line.begin == parts.back().begin || line.indentation != indentation || !begins_entry(line.text))
      continue;
    parts.back().end = line.begin;
    parts.push_back({line.begin, part.end});
  }
  if (whole && parts.size() == 1) return split(source, part, false);
  return parts;
}

// The blanks at the beginning of a line; other spaces of Unicode look the same but are text to YAML.
struct Indentation {
  std::uint32_t end = 0;
  std::optional<Span> tab;
  std::optional<Span> odd_space;
};

Indentation indentation_at(std::string_view source, std::uint32_t at, FileId file) {
  constexpr std::array<std::string_view, 8> kOddSpaces = {"\u00A0", "\u2002", "\u2003", "\u2007",
                                                          "\u2009", "\u200B", "\u202F", "\u3000"};
  Indentation found{at, std::nullopt, std::nullopt};
  while (found.end < source.size()) {
    const std::string_view rest = source.substr(found.end);
    const auto* const odd = std::find_if(kOddSpaces.begin(), kOddSpaces.end(),
                                         [rest](std::string_view space) { return rest.starts_with(space); });
    const std::size_t length = odd != kOddSpaces.end() ? odd->size() : 1;
    if (rest[0] == '\t' && !found.tab) found.tab = Span{file, found.end, found.end + 1};
    if (odd != kOddSpaces.end() && !found.odd_space) {
      found.odd_space = Span{file, found.end, found.end + static_cast<std::uint32_t>(length)};
    }
    if (odd == kOddSpaces.end() && rest[0] != ' ' && rest[0] != '\t') break;
    found.end += static_cast<std::uint32_t>(length);
  }
  return found;
}

class Reader {
 public:
  Reader(FileId file, const SourceMap& sources, Diagnostics& diagnostics)
      : file_(file), source_(sources.text(file)), diagnostics_(diagnostics) {}

  std::optional<Node> read() {
    const Part whole{
        static_cast<std::uint32_t>(source_.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0),
        static_cast<std::uint32_t>(source_.size())};
    if (const OpenThings open = find_open(source_, whole.begin); open.too_deep) {
      diagnostics_.error("M0107", {file_, *open.too_deep, *open.too_deep + 1},
                         fmt::format("lists and maps are nested deeper than {} levels", kMaxDepth));
      return std::nullopt;
    }
    Result result = parse(whole, true);
    // Where the indentation is no indentation, whatever else YAML says is a consequence.
    const bool indented = check_indentation(whole, result);
    if (result.outcome == Outcome::stopped || !indented) return std::nullopt;
    if (result.outcome == Outcome::broken || result.misread) {
      report_broken(whole, result, 0);
      return std::nullopt;
    }
    if (!result.root || (result.root->kind == Node::Kind::null && result.usable && !rest_reported_)) {
      diagnostics_.error("M0109", {file_, whole.begin, whole.begin}, "the file has no content");
      return std::nullopt;
    }
    if (!result.usable || result.root->kind == Node::Kind::null) return std::nullopt;
    return std::move(result.root);
  }

 private:
  enum class Outcome {
    read,
    broken,   // the parser gave up
    stopped,  // a limit was reached, and reported
  };

  struct Result {
    Outcome outcome = Outcome::read;
    std::optional<Node> root;
    std::optional<Diagnostic> problem;  // why it is broken, unless that has been reported
    std::uint32_t reached = 0;          // how far the parser came
    bool usable = true;
    bool misread = false;
    std::vector<Span> long_texts;
  };

  Result parse(Part part, bool whole) {
    Result result;
    const std::string_view source = source_.substr(0, part.end);
    std::istringstream stream{std::string(source.substr(part.begin))};
    TreeBuilder builder(file_, source, part.begin, diagnostics_);
    result.reached = part.end;
    try {
      YAML::Parser parser(stream);
      parser.HandleNextDocument(builder);
      if (whole && builder.root() && !builder.misread()) check_rest(parser, *builder.root());
    } catch (const StopReading&) {
      result.outcome = Outcome::stopped;
      result.reached = builder.end();
    } catch (const YAML::Exception& exception) {
      result.outcome = Outcome::broken;
      if (!exception.mark.is_null()) {
        result.reached = std::min(part.end, part.begin + static_cast<std::uint32_t>(exception.mark.pos));
      }
      if (!builder.misread()) {
        result.problem = explain(exception, {file_, source, part.begin, builder.end()});
      }
    }
    result.root = std::move(builder.root());
    result.usable = builder.usable();
    result.misread = builder.misread();
    result.long_texts = builder.long_texts();
    return result;
  }

  // The parser is content when a document is over, whatever follows. It is asked once more and never in a
  // loop: there are texts of which it never uses anything up.
  void check_rest(YAML::Parser& parser, const Node& root) {
    bool more = true;
    Diagnostics unused;
    TreeBuilder rest(file_, source_, 0, unused);
    try {
      more = parser.HandleNextDocument(rest);
    } catch (const StopReading&) {
    } catch (const YAML::Exception&) {
    }
    if (!more) return;
    rest_reported_ = true;
    std::uint32_t at = skip_blank(source_, root.span.end);
    if (source_.substr(at).starts_with("...")) at = skip_blank(source_, at + 3);
    const std::size_t line_end = std::min(source_.find_first_of("\r\n", at), source_.size());
    const Span where{file_, at, static_cast<std::uint32_t>(line_end)};
    if (source_.substr(at).starts_with("---")) {
      diagnostics_.error("M0116", where, "a second document begins here")
          .help.emplace_back("a file holds one document: put the other one into a file of its own");
    } else {
      diagnostics_.error("M0116", where, "text after the end of the document")
          .help.emplace_back("is the bracket or quote before it closed too early?");
    }
  }

  bool check_indentation(Part whole, const Result& result) {
    std::optional<Span> tab;
    std::optional<Span> odd_space;
    int tabs = 0;
    auto long_text = result.long_texts.begin();
    for (std::uint32_t at = whole.begin; at < whole.end && at <= result.reached;) {
      const auto newline =
          static_cast<std::uint32_t>(std::min<std::size_t>(source_.find('\n', at), whole.end));
      while (long_text != result.long_texts.end() && long_text->end < at) ++long_text;
      const bool in_text = long_text != result.long_texts.end() && long_text->begin < at;
      const Indentation found = indentation_at(source_.substr(0, newline), at, file_);
      const bool has_text = found.end < newline && source_[found.end] != '#' && source_[found.end] != '\r';
      if (has_text && !in_text) {
        if (found.tab) ++tabs;
        if (!tab) tab = found.tab;
        if (!odd_space) odd_space = found.odd_space;
      }
      at = newline + 1;
    }
    if (tab) {
      Diagnostic& diagnostic = diagnostics_.error("M0105", *tab, "a tab in the indentation");
      diagnostic.help.emplace_back("indent with spaces: editors do not agree on how wide a tab is");
      if (tabs > 1) {
        diagnostic.help.push_back(
            fmt::format("the file has {} more line{} like this", tabs - 1, tabs == 2 ? "" : "s"));
      }
    }
    if (odd_space) {
      diagnostics_.error("M0106", *odd_space, "the indentation has a space that is no ordinary one")
          .help.emplace_back("replace it by the space of the keyboard");
    }
    return !tab && !odd_space;
  }

  // Takes the text apart and reports what is wrong in each entry by itself; only if all entries can be read
  // is it the way they stand together.
  void report_broken(Part part, Result& broken, int depth) {
    bool explained = false;
    std::vector<Node::Entry> entries;
    const std::vector<Part> parts =
        depth < kMaxSplits ? split(source_, part, depth == 0) : std::vector<Part>();
    for (const Part& entry : parts) {
      if (diagnostics_.count(Severity::error) - errors_before_ >= kMaxReports) return;
      Result result = parse(entry, false);
      if (result.outcome == Outcome::stopped) return;
      if (result.outcome == Outcome::broken) report_broken(entry, result, depth + 1);
      explained = explained || result.outcome == Outcome::broken || result.misread;
      if (result.root && result.root->kind == Node::Kind::map) {
        std::move(result.root->entries.begin(), result.root->entries.end(), std::back_inserter(entries));
      }
    }
    remove_duplicate_keys(entries, diagnostics_);
    if (explained || !broken.problem) return;
    Diagnostic& diagnostic =
        diagnostics_.error(broken.problem->code, broken.problem->primary.span, broken.problem->message);
    diagnostic = std::move(*broken.problem);
  }

  FileId file_;
  std::string_view source_;
  Diagnostics& diagnostics_;
  int errors_before_ = diagnostics_.count(Severity::error);  // of other files
  bool rest_reported_ = false;
};

}  // namespace

FileId read_file(const std::filesystem::path& path, SourceMap& sources, Diagnostics& diagnostics) {
  const std::string name = path.string();
  std::error_code status_error;
  const std::filesystem::file_status status = std::filesystem::status(path, status_error);
  if (status.type() == std::filesystem::file_type::not_found) {
    diagnostics.error("M0701", {}, fmt::format("there is no file `{}`", name));
    return kNoFile;
  }
  if (std::filesystem::is_directory(status) && access(path.c_str(), R_OK | X_OK) != 0) {
    diagnostics.error("M0703", {}, fmt::format("the folder `{}` cannot be read", name))
        .help.emplace_back("is it yours to read?");
    return kNoFile;
  }
  if (std::filesystem::is_directory(status)) {
    diagnostics.error("M0702", {}, fmt::format("`{}` is a directory, not a file", name));
    return kNoFile;
  }
  // To open a pipe or a device may take for ever; what the shell has opened may be a pipe.
  const bool opened = name == "/dev/stdin" || name.starts_with("/dev/fd/");
  const bool pipe = std::filesystem::is_fifo(status) && !opened;
  if (pipe || std::filesystem::is_socket(status) || std::filesystem::is_character_file(status) ||
      std::filesystem::is_block_file(status)) {
    diagnostics.error("M0703", {}, fmt::format("the file `{}` cannot be read", name))
        .help.emplace_back("it is a pipe or a device: copy what it says into a file");
    return kNoFile;
  }
  std::string text(kMaxFileBytes + 1, '\0');
  std::ifstream stream(path, std::ios::binary);
  if (stream) stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (!stream.is_open() || stream.bad()) {
    diagnostics.error("M0703", {}, fmt::format("the file `{}` cannot be read", name))
        .help.emplace_back("is it yours to read?");
    return kNoFile;
  }
  text.resize(static_cast<std::size_t>(stream.gcount()));
  if (text.empty() && std::filesystem::is_fifo(status)) {
    diagnostics.error("M0703", {}, fmt::format("the file `{}` cannot be read", name))
        .help.emplace_back("it is a pipe, and says what it has to say once only: copy that into a file");
    return kNoFile;
  }
  if (text.size() > kMaxFileBytes) {
    diagnostics
        .error("M0704", {}, fmt::format("the file `{}` is larger than {} KiB", name, kMaxFileBytes / 1024))
        .help.emplace_back("a variant takes a few KiB: is this the right file?");
    return kNoFile;
  }
  return sources.add(name, std::move(text));
}

std::optional<Node> read_document(FileId file, const SourceMap& sources, Diagnostics& diagnostics) {
  if (!check_text(file, sources, diagnostics)) return std::nullopt;
  return Reader(file, sources, diagnostics).read();
}

}  // namespace mancala
