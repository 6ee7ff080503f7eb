// mancala check: everything that is wrong with variant files, example games and position lines, in one run.
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <system_error>

#include "commands.h"
#include "dsl/accepted_mutants.h"
#include "dsl/canonical.h"
#include "dsl/codes.h"
#include "dsl/deep_check.h"
#include "dsl/example.h"
#include "dsl/parse_sheet.h"
#include "dsl/read.h"
#include "dsl/render.h"
#include "dsl/replay_example.h"
#include "dsl/shape.h"
#include "example_files.h"
#include "example_variants.h"
#include "failure.h"
#include "interpreter/notation.h"
#include "output.h"
#include "show.h"

namespace mancala::cli {

namespace {

class Check {
 public:
  explicit Check(const CheckOptions& options)
      : options_(options), settings_(settings_of(options.settings)), variants_(sources_) {}

  int run() {
    if (options_.paths.empty() && options_.positions.empty()) {
      throw Failure(kUsage, "nothing to check", {"give a file, a folder, or `--variant V --position P`"});
    }
    if (options_.json && options_.format.value_or(Format::json) != Format::json) {
      throw Failure(kUsage, "`--json` is `--format json`, and another `--format` is given",
                    {"leave one of them out"});
    }
    if (options_.dump_after) return dump();
    check_denied();
    for (const std::string& path : options_.paths) {
      if (path == "-") {
        positions_from_input();
      } else {
        for (const std::filesystem::path& file : yaml_files(existing(path))) check_file(file);
      }
    }
    if (times_.sum() > 0) spdlog::info("{}", times_text(times_));
    for (const std::string& position : options_.positions) check_position(position, "<--position>");
    show();
    if (has_bug(diagnostics_)) return kBug;
    if (unreadable_) return kUnreadable;
    return diagnostics_.has_errors() || denied() ? kNo : kFine;
  }

 private:
  // What is denied is a level or a code.
  void check_denied() const {
    for (const std::string& what : options_.deny) {
      if (what == "warnings" || what == "notes" || find_code(what) != nullptr) continue;
      throw Failure(kUsage, "`--deny` knows no " + ticked(what),
                    {"it is `warnings`, `notes`, or a code such as `M0511`"});
    }
  }

  [[nodiscard]] bool denied() const {
    const std::vector<Diagnostic> found = diagnostics_.sorted();
    return std::any_of(options_.deny.begin(), options_.deny.end(), [&found](const std::string& what) {
      return std::any_of(found.begin(), found.end(), [&what](const Diagnostic& d) {
        const bool level = what == "notes" || (what == "warnings" && d.severity == Severity::warning);
        return level || d.code == what;
      });
    });
  }

  int dump() {
    if (options_.paths.size() != 1) throw Failure(kUsage, "`--dump-after` is for one file", {});
    const std::filesystem::path path = variant_path(options_.paths.front());
    if (!readable(path)) return kUnreadable;
    print(::mancala::dump_after(*options_.dump_after, path, library(), settings_, sources_, diagnostics_));
    say(diagnostics_, sources_);
    return diagnostics_.has_errors() ? kNo : kFine;
  }

  // What is no file may be an id of the library.
  static std::filesystem::path existing(const std::string& path) {
    std::error_code error;
    if (std::filesystem::exists(path, error)) return path;
    return library().find(path).value_or(path);
  }

  void check_file(const std::filesystem::path& path) {
    ++files_;
    SourceMap scratch;
    Diagnostics unread;
    const FileId file = read_file(path, scratch, unread);
    if (file == kNoFile) {
      unreadable_ = true;
      add(unread);
      return;
    }
    const auto document = read_document(file, scratch, unread);
    if (document && is_example(*document)) {
      check_examples(path);
      return;
    }
    if (document && document->find("mancala-library") != nullptr) {
      check_prelude(path);
      return;
    }
    if (document && is_accepted_mutants(*document)) {
      check_accepted_mutants(path);
      return;
    }
    spdlog::info("checking the variant {}", path.string());
    // Errors in one file are none of the next: each has diagnostics of its own.
    Diagnostics found;
    const auto variant = load_variant(path, library(), settings_, sources_, found, &times_);
    if (variant) compare(*variant);
    if (variant && options_.deep) {
      check_parameters(*variant, path, found);
      play(*variant, path, found);
    }
    add(found);
  }

  // The place of a word after another one in the variant's file, as far as it stands there.
  [[nodiscard]] std::optional<Span> place_of(const Variant& variant, std::string_view key,
                                             std::string_view word) const {
    const std::string& text = sources_.text(variant.file);
    const std::size_t block = text.starts_with(key) ? 0 : text.find("\n" + std::string(key));
    if (block == std::string::npos) return {};
    const std::size_t at = text.find(word, block + key.size());
    if (at == std::string::npos) return {};
    return Span{variant.file, static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + word.size())};
  }

  // Has a variant of this run the same rules?
  void compare(const Variant& variant) {
    const auto place = place_of(variant, "id:", variant.id);
    if (!place) return;
    const auto [first, fresh] =
        rules_.try_emplace(Canonical(variant.program).text(), std::pair(variant.id, *place));
    if (fresh || first->second.first == variant.id) return;
    Diagnostic& d =
        diagnostics_.report(Severity::note, "M0519", *place,
                            ticked(variant.id) + " has the same rules as " + ticked(first->second.first));
    d.others.push_back({first->second.second, "the other one"});
  }

  // Does another value of a parameter change anything, under any reading?
  void check_parameters(const Variant& variant, const std::filesystem::path& path, Diagnostics& found) const {
    for (const Parameter& parameter : variant.parameters) {
      const auto place = place_of(variant, "parameters:", parameter.name);
      if (!place) continue;
      bool tried = false;
      const auto changes = [&](const ir::Program& program, const Settings& settings) {
        for (const std::int64_t by : {1, -1, 2}) {
          const auto changed =
              changed_variant(path, settings, parameter.name, std::to_string(parameter.value + by));
          tried = tried || changed;
          if (changed && !same_game(program, changed->program)) return true;
        }
        return false;
      };
      bool some = changes(variant.program, settings_);
      for (const Reading& reading : variant.readings) {
        for (const auto& [value, who] : reading.values) {
          if (some || value == reading.value) continue;
          const auto other = changed_variant(path, settings_, reading.name, value);
          Settings settings = settings_;
          settings.emplace_back(reading.name, value);
          some = other && changes(other->program, settings);
        }
      }
      if (!tried || some) continue;
      found.warning("M0524", *place, "the parameter " + ticked(parameter.name) + " changes nothing")
          .help.push_back("tried were the next values");
    }
  }

  // The variant under one more setting.
  static std::optional<Variant> changed_variant(const std::filesystem::path& path, const Settings& settings,
                                                const std::string& name, const std::string& value) {
    Settings other = settings;
    other.emplace_back(name, value);
    SourceMap scratch;
    Diagnostics unsaid;
    return load_variant(path, library(), other, scratch, unsaid);
  }

  // The example games of a variant that can be played on its board.
  static std::vector<Example> examples_of(const Variant& variant) {
    std::vector<Example> examples;
    SourceMap scratch;
    Diagnostics unsaid;
    const std::filesystem::path folder = example_folder(variant.id);
    if (folder.empty()) return examples;
    for (auto& [file, example] : examples_in(folder, variant.id, scratch, unsaid)) {
      if (check_example(example, variant, unsaid)) examples.push_back(std::move(example));
    }
    return examples;
  }

  // What a rule does under another value of a reading it does.
  static bool of_one_reading(const Diagnostic& d) { return d.code == "M0520" || d.code == "M0521"; }

  void play(const Variant& variant, const std::filesystem::path& path, Diagnostics& found) {
    Diagnostics played;
    const DeepSearch search = check_deep(variant, examples_of(variant), options_.limit, played);
    spdlog::info("played {} moves in {} positions, {} steps", search.moves, search.positions, search.steps);
    if (search.out_of_steps) {
      cut_short_.push_back(fmt::format("{}: {} of {} moves played, which are costly: `--limit {}` plays more",
                                       variant.id, search.moves, options_.limit, options_.limit * 5));
    }
    std::vector<Diagnostic> idle = played.sorted();
    std::size_t values = 0;
    for (const Reading& reading : variant.readings) values += reading.values.size() - 1;
    for (const Reading& reading : variant.readings) {
      for (const auto& [value, who] : reading.values) {
        if (value == reading.value || std::none_of(idle.begin(), idle.end(), of_one_reading)) continue;
        const auto changed = changed_variant(path, settings_, reading.name, value);
        if (!changed) continue;
        Diagnostics idle_there;
        check_deep(*changed, examples_of(*changed), std::max<std::size_t>(options_.limit / values, 1),
                   idle_there);
        const std::vector<Diagnostic> there = idle_there.sorted();
        std::erase_if(idle, [&there](const Diagnostic& d) {
          return of_one_reading(d) && std::none_of(there.begin(), there.end(), [&d](const Diagnostic& same) {
                   return same.code == d.code && same.primary.span.begin == d.primary.span.begin &&
                          same.primary.span.end == d.primary.span.end;
                 });
        });
      }
    }
    for (const Diagnostic& d : idle) {
      found.report(d.severity, d.code, d.primary.span, d.message) = d;
    }
  }

  void add(const Diagnostics& others) {
    for (const Diagnostic& diagnostic : others.sorted()) {
      diagnostics_.report(diagnostic.severity, diagnostic.code, diagnostic.primary.span, diagnostic.message) =
          diagnostic;
    }
  }

  void check_examples(const std::filesystem::path& path) {
    spdlog::info("checking the example games {}", path.string());
    const FileId file = read_file(path, sources_, diagnostics_);
    const auto document = read_document(file, sources_, diagnostics_);
    for (const Example& example : load_examples(*document, diagnostics_)) {
      const Variant* variant = variants_.find(example, diagnostics_);
      if (variant != nullptr) check_example(example, *variant, diagnostics_);
    }
  }

  void check_prelude(const std::filesystem::path& path) {
    const FileId file = read_file(path, sources_, diagnostics_);
    auto definitions = shape_prelude(*read_document(file, sources_, diagnostics_), diagnostics_);
    parse_definitions(definitions, diagnostics_);
  }

  // Whether they live is what `mutate` finds out.
  void check_accepted_mutants(const std::filesystem::path& path) {
    const FileId file = read_file(path, sources_, diagnostics_);
    const AcceptedMutants mutants =
        load_accepted_mutants(*read_document(file, sources_, diagnostics_), diagnostics_);
    if (!mutants.variant.empty() && !library().find(mutants.variant)) {
      diagnostics_.error("M0705", mutants.variant_span,
                         fmt::format("there is no variant `{}`", mutants.variant));
    }
  }

  void positions_from_input() {
    for (std::string line; std::getline(std::cin, line);) {
      if (line.find_first_not_of(" \t\r") != std::string::npos) check_position(line, "<standard input>");
    }
    check_input();
  }

  void check_position(const std::string& text, const std::string& name) {
    ++files_;
    if (!options_.variant) throw Failure(kUsage, "a position of which variant?", {"name it: `--variant V`"});
    if (loaded_ == nullptr) loaded_ = load({*options_.variant, options_.settings});
    const auto parsed = parse_position(loaded_->variant->program, text);
    const auto* error = std::get_if<TextError>(&parsed);
    if (error == nullptr) return;
    const FileId file = sources_.add(name, text);
    Diagnostic& diagnostic =
        diagnostics_.error("M0601", Span{file, error->begin, error->end}, error->message);
    if (!error->help.empty()) diagnostic.help.push_back(error->help);
  }

  void show() {
    const Format format = options_.json ? Format::json : options_.format.value_or(Format::text);
    const bool to_output = format == Format::json || format == Format::sarif;
    const std::string text = render(diagnostics_.sorted(), sources_, format, !to_output && colour_on_error());
    if (to_output) {
      print(text);
      return;
    }
    print_error(text);
    if (format == Format::text || format == Format::plain) {
      const int errors = diagnostics_.count(Severity::error);
      const int warnings = diagnostics_.count(Severity::warning);
      const int notes = diagnostics_.count(Severity::note);
      std::string found = errors + warnings == 0
                              ? "no problems"
                              : fmt::format("{}, {}", counted(errors, "error"), counted(warnings, "warning"));
      if (notes > 0) found += ", " + counted(notes, "note");
      for (const std::string& line : cut_short_) print_error(line + "\n");
      print_error(fmt::format("checked {}: {}\n", counted(files_, "text"), found));
    }
  }

  const CheckOptions& options_;
  Settings settings_;
  LoadTimes times_;
  SourceMap sources_;
  Diagnostics diagnostics_;
  ExampleVariants variants_;
  std::unique_ptr<Loaded> loaded_;  // of position lines
  std::map<std::string, std::pair<std::string, Span>>
      rules_;                           // in canonical form; of what variant, and where
  std::vector<std::string> cut_short_;  // searches that ran out of steps
  int files_ = 0;
  bool unreadable_ = false;
};

}  // namespace

int run_check(const CheckOptions& options) { return Check(options).run(); }

}  // namespace mancala::cli
