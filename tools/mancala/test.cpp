// mancala test: replays example games and says where a variant plays otherwise.
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <system_error>

#include "commands.h"
#include "dsl/example.h"
#include "dsl/read.h"
#include "dsl/replay_example.h"
#include "example_variants.h"
#include "failure.h"
#include "interpreter/notation.h"
#include "output.h"
#include "show.h"

namespace mancala::cli {

namespace {

class Test {
 public:
  explicit Test(const TestOptions& options) : options_(options), variants_(sources_) {}

  int run() {
    for (const std::string& path : options_.paths) {
      std::error_code error;
      const bool folder = std::filesystem::is_directory(path, error);
      for (const std::filesystem::path& file : yaml_files(path)) test_file(file, !folder);
    }
    if (options_.json) {
      print_line(dumped(Json{{"passed", passed_},
                             {"failed", failed_},
                             {"not-checked", not_checked_},
                             {"examples", std::move(examples_)}},
                        2));
    } else {
      const std::string open = not_checked_ > 0 ? fmt::format(", {} not checked", not_checked_) : "";
      print_line(fmt::format("{} passed, {} failed{}", passed_, failed_, open));
    }
    if (unreadable_) return kUnreadable;
    if (passed_ + failed_ + not_checked_ == 0) {
      flush_output();
      print_error("no example games were found\n");
    }
    return failed_ > 0 ? kNo : kFine;
  }

 private:
  // In a folder, files that are no example games are somebody else's; a file that is named must be one.
  void test_file(const std::filesystem::path& path, bool named) {
    Diagnostics diagnostics;
    const FileId file = read_file(path, sources_, diagnostics);
    if (file == kNoFile) {
      unreadable_ = true;
      broken(path, "", diagnostics);
      return;
    }
    const auto document = read_document(file, sources_, diagnostics);
    if (document && !named && !is_example(*document)) return;
    if (!document) {
      broken(path, "", diagnostics);
      return;
    }
    for (const Node& one : games_of(*document)) {
      Diagnostics of_game;
      const std::vector<Example> examples = load_examples(one, of_game);
      if (of_game.has_errors()) {
        broken(path, examples.empty() ? "" : examples.front().title, of_game);
      } else {
        for (const Example& example : examples) test(path, example);
      }
    }
  }

  // The document once for each of its games, with this game only: each is right or wrong by itself.
  static std::vector<Node> games_of(const Node& document) {
    const Node::Entry* games = document.find("games");
    if (games == nullptr || games->value.kind != Node::Kind::list || games->value.items.empty())
      return {document};
    std::vector<Node> out;
    for (const Node& game : games->value.items) {
      Node one = document;
      for (Node::Entry& entry : one.entries) {
        if (entry.key == "games") entry.value.items = {game};
      }
      out.push_back(std::move(one));
    }
    return out;
  }

  // Was the one thing that it says not to be found out?
  static bool is_open(const Example& example, const Replay& replay) {
    return !replay.difference && !replay.unchecked.empty() && example.moves.empty() && !example.legal &&
           !example.result && example.perft.empty();
  }

  static std::string called(const std::filesystem::path& path, const Example& example) {
    return example.title.empty() ? path.string() : path.string() + ": " + example.title;
  }

  // Counts what could not be tested as failed.
  void broken(const std::filesystem::path& path, const std::string& title, const Diagnostics& diagnostics) {
    ++failed_;
    if (options_.json) {
      Json messages = Json::array();
      for (const Diagnostic& diagnostic : diagnostics.sorted()) messages.push_back(diagnostic.message);
      examples_.push_back({{"file", path.string()},
                           {"title", title},
                           {"status", "broken"},
                           {"messages", std::move(messages)}});
    }
    say(diagnostics, sources_);
  }

  void test(const std::filesystem::path& path, const Example& example) {
    Diagnostics diagnostics;
    const Variant* variant = variants_.find(example, diagnostics);
    if (variant == nullptr || !check_example(example, *variant, diagnostics)) {
      if (!diagnostics.empty())
        broken(path, example.title, diagnostics);
      else
        ++failed_;  // the variant's errors have been said with an earlier example
      return;
    }
    const Replay replay = replay_example(example, *variant);
    ++(replay.difference ? failed_ : is_open(example, replay) ? not_checked_ : passed_);
    spdlog::info("{}: {} plies", called(path, example), replay.plies);
    if (options_.json) {
      examples_.push_back(json(path, example, *variant, replay));
      return;
    }
    for (const std::string& unchecked : replay.unchecked) {
      print_line(fmt::format("not checked: {}: {}", called(path, example), unchecked));
    }
    if (!replay.difference) return;
    print_line(
        fmt::format("FAILED: {} ({})", example.title.empty() ? path.string() : example.title, variant->id));
    print_line(difference_text(*replay.difference, *variant, sources_));
  }

  Json json(const std::filesystem::path& path, const Example& example, const Variant& variant,
            const Replay& replay) {
    Json out{{"file", path.string()},
             {"variant", variant.id},
             {"title", example.title},
             {"kind", example.kind},
             {"status", replay.difference          ? "failed"
                        : is_open(example, replay) ? "not-checked"
                                                   : "passed"},
             {"plies", replay.plies}};
    if (!replay.unchecked.empty()) out["unchecked"] = replay.unchecked;
    if (replay.difference) {
      const Difference& difference = *replay.difference;
      if (difference.where.file != kNoFile) {
        const LineColumn place = sources_.place(difference.where.file, difference.where.begin);
        out["line"] = place.line;
        out["column"] = place.column;
      }
      out["message"] = difference.message;
      if (difference.expected) out["expected"] = position_text(variant.program, *difference.expected);
      if (difference.found) out["found"] = position_text(variant.program, *difference.found);
    }
    return out;
  }

  const TestOptions& options_;
  SourceMap sources_;
  ExampleVariants variants_;
  Json examples_ = Json::array();
  int passed_ = 0;
  int failed_ = 0;
  int not_checked_ = 0;
  bool unreadable_ = false;
};

}  // namespace

int run_test(const TestOptions& options) { return Test(options).run(); }

}  // namespace mancala::cli
