// mancala explain: a diagnostic with its examples.
#include <fmt/format.h>

#include <algorithm>

#include "commands.h"
#include "dsl/codes.h"
#include "failure.h"
#include "output.h"
#include "show.h"

namespace mancala::cli {

namespace {

std::string_view severity_name(Severity severity) {
  switch (severity) {
    case Severity::error: return "error";
    case Severity::warning: return "warning";
    case Severity::note: return "note";
  }
  return {};
}

std::string indented(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    out += fmt::format("    {}", text.substr(0, end));
    out.erase(out.find_last_not_of(' ') + 1);
    out += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

std::string text_of(const Code& code) {
  std::string out = fmt::format("{} ({}): {}\n\n{}\n", code.code, severity_name(code.severity), code.title,
                                code.explanation);
  if (code.kind == ExampleKind::none) {
    if (!code.bad.empty()) out += fmt::format("\n{}\n", code.bad);
    return out;
  }
  if (!code.bad.empty()) out += fmt::format("\nwrong:\n\n{}", indented(code.bad));
  if (!code.good.empty()) out += fmt::format("\nright:\n\n{}", indented(code.good));
  return out;
}

Json json_of(const Code& code) {
  Json out;
  out["code"] = code.code;
  out["severity"] = severity_name(code.severity);
  out["title"] = code.title;
  out["explanation"] = code.explanation;
  out["wrong"] = code.bad;
  out["right"] = code.good;
  return out;
}

}  // namespace

int run_explain(const ExplainOptions& options) {
  if (!options.code) {
    Json all = Json::array();
    for (const Code& code : codes()) {
      all.push_back(json_of(code));
      if (!options.json) print_line(fmt::format("{}  {}", code.code, code.title));
    }
    if (options.json) print_line(dumped(all, 2));
    return kFine;
  }
  std::string wanted = *options.code;
  std::transform(wanted.begin(), wanted.end(), wanted.begin(),
                 [](unsigned char c) { return std::toupper(c); });
  const Code* code = find_code(wanted);
  if (code == nullptr) {
    std::vector<std::string_view> known;
    for (const Code& candidate : codes()) known.push_back(candidate.code);
    std::vector<std::string> help;
    const std::string_view near = nearest(wanted, known);
    if (!near.empty()) help.push_back(fmt::format("did you mean `{}`?", near));
    help.emplace_back("`mancala explain` lists all codes");
    throw Failure(kUsage, fmt::format("there is no diagnostic `{}`", *options.code), help);
  }
  print(options.json ? dumped(json_of(*code), 2) + "\n" : text_of(*code));
  return kFine;
}

}  // namespace mancala::cli
