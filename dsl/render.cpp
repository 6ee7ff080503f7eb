#include "dsl/render.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "dsl/codes.h"
#include "dsl/render_text.h"

namespace mancala {

namespace {

using Json = nlohmann::ordered_json;

// Of the objects of `--format json`; raised when a program that reads them could be misled.
constexpr int kJsonVersion = 1;

std::string dump(const Json& json) {
  // Paths need not be UTF-8; what is not is replaced.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

Json json_place(const Span& span, const SourceMap& sources) {
  const LineColumn begin = sources.place(span.file, span.begin);
  const LineColumn end = sources.place(span.file, span.end);
  return {{"file", sources.name(span.file)}, {"line", begin.line},
          {"column", begin.column},          {"end_line", end.line},
          {"end_column", end.column},        {"offset", span.begin},
          {"end_offset", span.end}};
}

Json json_diagnostic(const Diagnostic& diagnostic, const SourceMap& sources) {
  Json json = {{"severity", severity_name(diagnostic.severity)},
               {"code", diagnostic.code},
               {"message", diagnostic.message}};
  if (diagnostic.primary.span.file != kNoFile) json["place"] = json_place(diagnostic.primary.span, sources);
  if (!diagnostic.primary.text.empty()) json["label"] = diagnostic.primary.text;
  json["related"] = Json::array();
  for (const Label& label : diagnostic.others) {
    json["related"].push_back({{"message", label.text}, {"place", json_place(label.span, sources)}});
  }
  json["help"] = diagnostic.help;
  if (diagnostic.fix) {
    json["fix"] = {{"place", json_place(diagnostic.fix->span, sources)}, {"text", diagnostic.fix->text}};
  }
  return json;
}

std::string render_json(const std::vector<Diagnostic>& diagnostics, const SourceMap& sources) {
  Json list = Json::array();
  for (const Diagnostic& diagnostic : diagnostics) list.push_back(json_diagnostic(diagnostic, sources));
  return dump({{"version", kJsonVersion}, {"diagnostics", list}});
}

// --- SARIF 2.1.0 (OASIS standard) ---

// A path as a URI reference: what a URI cannot hold is escaped.
std::string uri(std::string_view path) {
  constexpr std::string_view kAllowed =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/!$&'()*+,;=@";
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string out = path.starts_with('/') ? "file://" : "";
  for (const char c : path) {
    if (kAllowed.find(c) != std::string_view::npos) {
      out += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    out += '%';
    out += kDigits[byte >> 4];
    out += kDigits[byte & 0x0F];
  }
  return out;
}

Json sarif_region(const Span& span, const SourceMap& sources) {
  const LineColumn begin = sources.place(span.file, span.begin);
  const LineColumn end = sources.place(span.file, span.end);
  return {{"startLine", begin.line}, {"startColumn", begin.column}, {"endLine", end.line},
          {"endColumn", end.column}, {"byteOffset", span.begin},    {"byteLength", span.end - span.begin}};
}

Json sarif_location(const Span& span, const SourceMap& sources) {
  return {{"physicalLocation",
           {{"artifactLocation", {{"uri", uri(sources.name(span.file))}}},
            {"region", sarif_region(span, sources)}}}};
}

Json sarif_rule(std::string_view code) {
  Json rule = {{"id", code}};
  if (const Code* registered = find_code(code)) {
    rule["shortDescription"] = {{"text", registered->title}};
    rule["fullDescription"] = {{"text", registered->explanation}};
    rule["defaultConfiguration"] = {{"level", severity_name(registered->severity)}};
  }
  return rule;
}

Json sarif_result(const Diagnostic& diagnostic, std::size_t rule_index, const SourceMap& sources) {
  std::string message = diagnostic.message;
  for (const std::string& help : diagnostic.help) message += "\n" + help;
  Json result = {{"ruleId", diagnostic.code},
                 {"ruleIndex", rule_index},
                 {"level", severity_name(diagnostic.severity)},
                 {"message", {{"text", message}}}};
  if (diagnostic.primary.span.file != kNoFile) {
    result["locations"] = Json::array({sarif_location(diagnostic.primary.span, sources)});
  }
  int id = 0;
  for (const Label& label : diagnostic.others) {
    Json location = sarif_location(label.span, sources);
    location["id"] = id++;
    location["message"] = {{"text", label.text}};
    result["relatedLocations"].push_back(std::move(location));
  }
  if (diagnostic.fix) {
    const Span& span = diagnostic.fix->span;
    const Json replacement = {{"deletedRegion", sarif_region(span, sources)},
                              {"insertedContent", {{"text", diagnostic.fix->text}}}};
    const Json change = {{"artifactLocation", {{"uri", uri(sources.name(span.file))}}},
                         {"replacements", Json::array({replacement})}};
    result["fixes"] = Json::array({Json{{"artifactChanges", Json::array({change})}}});
  }
  return result;
}

std::string render_sarif(const std::vector<Diagnostic>& diagnostics, const SourceMap& sources) {
  std::vector<std::string_view> used;
  for (const Diagnostic& diagnostic : diagnostics) used.push_back(diagnostic.code);
  std::sort(used.begin(), used.end());
  used.erase(std::unique(used.begin(), used.end()), used.end());

  Json rules = Json::array();
  for (const std::string_view code : used) rules.push_back(sarif_rule(code));
  Json results = Json::array();
  for (const Diagnostic& diagnostic : diagnostics) {
    const auto rule = std::lower_bound(used.begin(), used.end(), diagnostic.code);
    results.push_back(sarif_result(diagnostic, static_cast<std::size_t>(rule - used.begin()), sources));
  }
  const Json run = {{"tool", {{"driver", {{"name", "mancala"}, {"rules", rules}}}}},
                    {"columnKind", "unicodeCodePoints"},
                    {"results", results}};
  return dump({{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
               {"version", "2.1.0"},
               {"runs", Json::array({run})}});
}

}  // namespace

std::string render(const std::vector<Diagnostic>& diagnostics, const SourceMap& sources, Format format,
                   bool colour) {
  std::string out;
  switch (format) {
    case Format::text:
      for (const Diagnostic& diagnostic : diagnostics) {
        if (!out.empty()) out += '\n';
        out += render_excerpt(diagnostic, sources, colour);
      }
      break;
    case Format::plain:
      for (const Diagnostic& diagnostic : diagnostics) {
        if (!out.empty()) out += '\n';
        out += render_plain(diagnostic, sources);
      }
      break;
    case Format::short_line:
      for (const Diagnostic& diagnostic : diagnostics) out += render_short(diagnostic, sources);
      break;
    case Format::json: out = render_json(diagnostics, sources); break;
    case Format::sarif: out = render_sarif(diagnostics, sources); break;
  }
  return out;
}

}  // namespace mancala
