// mancala fmt: files in the usual layout.
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include "commands.h"
#include "dsl/format.h"
#include "dsl/read.h"
#include "failure.h"
#include "line_changes.h"
#include "output.h"
#include "replace_file.h"
#include "show.h"

namespace mancala::cli {

namespace {

class Formatter {
 public:
  explicit Formatter(const FmtOptions& options) : options_(options) {}

  int run() {
    if (options_.json && !options_.check && !options_.write)
      throw Failure(kUsage, "`--json` is for `--check` and `--write`", {});
    for (const std::string& path : options_.paths) {
      for (const std::filesystem::path& file : yaml_files(path)) one(file);
    }
    if (options_.json) print_line(dumped(report_, 2));
    if (options_.check || options_.write) summary();
    if (unreadable_ > 0) return kUnreadable;
    const bool changes = options_.check && changed_ > 0;
    return changes || refused_ > 0 ? kNo : kFine;
  }

 private:
  void one(const std::filesystem::path& path) {
    SourceMap sources;
    Diagnostics diagnostics;
    const FileId file = read_file(path, sources, diagnostics);
    if (file == kNoFile) {
      ++unreadable_;
      say(diagnostics, sources);
      return;
    }
    ++files_;
    const std::optional<std::string> text = formatted(file, path, library(), sources, diagnostics);
    if (!text) {
      ++refused_;
      flush_output();
      say(diagnostics, sources);
      note(path, "refused");
      return;
    }
    const std::string& before = sources.text(file);
    if (!options_.check && !options_.write) {
      print(*text);
      return;
    }
    note(path, *text == before ? "same" : options_.write ? "written" : "differs");
    if (*text == before) return;
    ++changed_;
    if (options_.write) {
      replace_file(path, *text);
      spdlog::info("wrote {}", path.string());
    } else if (!options_.json) {
      print(fmt::format("{}\n{}", path.string(), line_changes(before, *text, colour_on_output())));
    }
  }

  void note(const std::filesystem::path& path, const char* what) {
    report_.push_back({{"path", path.string()}, {"result", what}});
  }

  void summary() const {
    flush_output();
    std::string text = fmt::format("{} of {} {}", changed_, counted(files_, "file"),
                                   options_.write ? "changed" : "would change");
    if (refused_ > 0) text += fmt::format(", {} left as {}", refused_, refused_ == 1 ? "it is" : "they are");
    print_error(text + "\n");
  }

  const FmtOptions& options_;
  Json report_ = Json::array();
  int files_ = 0;
  int changed_ = 0;
  int refused_ = 0;
  int unreadable_ = 0;
};

}  // namespace

int run_fmt(const FmtOptions& options) { return Formatter(options).run(); }

}  // namespace mancala::cli
