#include "dsl/load.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <set>
#include <system_error>

#include "dsl/check.h"
#include "dsl/check_clauses.h"
#include "dsl/check_rounds.h"
#include "dsl/extend.h"
#include "dsl/parse_sheet.h"
#include "dsl/prelude.h"
#include "dsl/read.h"
#include "dsl/shape.h"
#include "interpreter/dump.h"
#include "interpreter/steps.h"
#include "interpreter/verify.h"

namespace mancala {

namespace fs = std::filesystem;

bool lies_in(const fs::path& folder, const fs::path& file) {
  std::error_code error;
  const fs::path where = fs::canonical(folder, error);
  if (error) return false;
  const fs::path what = fs::canonical(file, error);
  if (error) return false;
  return std::mismatch(where.begin(), where.end(), what.begin(), what.end()).first == where.end();
}

Library::Library(const std::vector<fs::path>& folders) {
  for (const fs::path& folder : folders) {
    std::error_code error;
    if (!prelude_ && fs::is_regular_file(folder / "lib" / "prelude.yaml", error))
      prelude_ = folder / "lib" / "prelude.yaml";
    fs::recursive_directory_iterator it(folder, fs::directory_options::skip_permission_denied, error);
    for (const fs::recursive_directory_iterator end; !error && it != end; it.increment(error)) {
      const fs::path& path = it->path();
      if (it->is_directory(error) && path.filename() == "lib") {
        it.disable_recursion_pending();
      } else if (path.extension() == ".yaml" && it->is_regular_file(error) &&
                 (!it->is_symlink(error) || lies_in(folder, path))) {
        const std::string id = path.stem().string();
        if (!find(id)) items_.push_back({id, path});
      }
    }
  }
  std::sort(items_.begin(), items_.end(), [](const Item& a, const Item& b) { return a.id < b.id; });
}

std::optional<fs::path> Library::find(std::string_view id) const {
  const auto item = std::find_if(items_.begin(), items_.end(), [id](const Item& i) { return i.id == id; });
  return item == items_.end() ? std::nullopt : std::optional<fs::path>(item->path);
}

namespace {

// The definitions of the prelude, below those of the sheet.
void add_prelude(sheet::Sheet& sheet, const Library& library, SourceMap& sources, Diagnostics& diagnostics) {
  if (!library.prelude()) {
    diagnostics
        .warning("M0706", Span{},
                 "no prelude was found, so `occupied`, `captured` and its other definitions are missing")
        .help.push_back(
            "the prelude is `lib/prelude.yaml` of the library: the folder `variants` here, the folders in "
            "MANCALA_PATH, or the installed library");
    return;
  }
  const FileId file = read_file(*library.prelude(), sources, diagnostics);
  if (file == kNoFile) return;
  // What the sheet defines itself stays.
  sheet.definitions.merge(prelude_definitions(file, sources, diagnostics));
}

// Tells the seconds since it was asked last.
class Stopwatch {
 public:
  double lap() {
    const auto now = std::chrono::steady_clock::now();
    const double seconds = std::chrono::duration<double>(now - begun_).count();
    begun_ = now;
    return seconds;
  }

 private:
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

// A clause that one move cannot pay for is of no use.
void check_costs(const Variant& variant, Diagnostics& diagnostics) {
  StepCosts costs(variant.program);
  std::set<std::int32_t> reported;  // a clause may have been put into several lists
  for (const ir::ClauseList& list : variant.program.lists) {
    for (const ir::Clause& clause : list.clauses) {
      const auto origin = static_cast<std::size_t>(clause.origin);
      if (costs.clause(clause) <= kMaxSteps || clause.origin < 0 || origin >= variant.origins.size())
        continue;
      if (!reported.insert(clause.origin).second) continue;
      diagnostics
          .error("M0570", variant.origins[origin].span,
                 fmt::format("this clause alone may take more than the {} steps of a move", kMaxSteps))
          .help.emplace_back(
              "loops in loops, and `where` in them, multiply: over a smaller set they take less");
    }
  }
}

struct Passes {
  std::optional<Node> document;
  std::optional<sheet::Sheet> sheet;
  std::optional<Variant> variant;
};

// `file` has the text of the file `path`.
Passes load(FileId file, const fs::path& path, const Library& library, const Settings& settings,
            SourceMap& sources, Diagnostics& diagnostics, LoadTimes& times) {
  Passes passes;
  if (file == kNoFile) return passes;
  Stopwatch watch;
  passes.document = read_with_bases(file, library, sources, diagnostics);
  times.read += watch.lap();
  if (!passes.document) return passes;
  passes.sheet = shape(*passes.document, file, diagnostics);
  times.shape += watch.lap();
  parse_sheet(*passes.sheet, diagnostics);
  times.parse += watch.lap();
  add_prelude(*passes.sheet, library, sources, diagnostics);
  times.prelude += watch.lap();
  const std::string stem = path.stem().string();
  if (!passes.sheet->id.empty() && stem != passes.sheet->id && path.extension() == ".yaml") {
    Diagnostic& d = diagnostics.warning(
        "M0208", passes.sheet->id_span,
        "the file of " + ticked(passes.sheet->id) + " is called " + ticked(stem + ".yaml"));
    d.help.push_back("a variant is found by its file's name: rename the file or change the `id`");
  }
  passes.variant = check(*passes.sheet, settings, diagnostics);
  if (passes.variant) check_readings(*passes.sheet, *passes.variant, settings, diagnostics);
  if (diagnostics.has_errors()) passes.variant.reset();
  times.check += watch.lap();
  if (passes.variant) {
    for (const std::string& fault : ir::verify(passes.variant->program)) {
      // How many seeds a set-up lays out shows when it is worked out, not before.
      if (fault.starts_with("setup: ")) {
        diagnostics.error("M0510", passes.sheet->setup->span,
                          "the seeds cannot be laid out: " + fault.substr(7));
        continue;
      }
      diagnostics.error("M0590", passes.sheet->id_span, "internal error: " + fault)
          .help.push_back("this is a bug of the program, not of the file: please report it with the file");
    }
    check_costs(*passes.variant, diagnostics);
    if (diagnostics.has_errors()) passes.variant.reset();
  }
  times.verify += watch.lap();
  if (passes.variant) check_clauses(*passes.sheet, *passes.variant, settings, diagnostics);
  if (passes.variant) check_rounds(*passes.sheet, *passes.variant, diagnostics);
  times.check += watch.lap();
  return passes;
}

std::string dump_node(const Node& node, int indent) {
  const std::string pad(static_cast<std::size_t>(indent) * 2, ' ');
  switch (node.kind) {
    case Node::Kind::null: return pad + "(nothing)\n";
    case Node::Kind::scalar: return pad + "\"" + node.scalar.value + "\"\n";
    case Node::Kind::list: {
      std::string out;
      for (const Node& item : node.items) out += pad + "-\n" + dump_node(item, indent + 1);
      return out;
    }
    case Node::Kind::map: {
      std::string out;
      for (const Node::Entry& e : node.entries) out += pad + e.key + ":\n" + dump_node(e.value, indent + 1);
      return out;
    }
  }
  return {};
}

}  // namespace

std::optional<Variant> load_variant(const fs::path& path, const Library& library, const Settings& settings,
                                    SourceMap& sources, Diagnostics& diagnostics, LoadTimes* times) {
  LoadTimes own;
  LoadTimes& spent = times != nullptr ? *times : own;
  Stopwatch watch;
  const FileId file = read_file(path, sources, diagnostics);
  spent.read += watch.lap();
  return load(file, path, library, settings, sources, diagnostics, spent).variant;
}

std::optional<Variant> load_variant_text(const fs::path& path, std::string text, const Library& library,
                                         const Settings& settings, SourceMap& sources,
                                         Diagnostics& diagnostics) {
  const FileId file = sources.add(path.string(), std::move(text));
  LoadTimes times;
  return load(file, path, library, settings, sources, diagnostics, times).variant;
}

std::string dump_after(std::string_view pass, const fs::path& path, const Library& library,
                       const Settings& settings, SourceMap& sources, Diagnostics& diagnostics) {
  const FileId file = read_file(path, sources, diagnostics);
  LoadTimes times;
  const Passes passes = load(file, path, library, settings, sources, diagnostics, times);
  if (pass == "read") return passes.document ? dump_node(*passes.document, 0) : "";
  if (pass == "shape") return passes.sheet ? dump_sheet(*passes.sheet, false) : "";
  if (pass == "parse") return passes.sheet ? dump_sheet(*passes.sheet, true) : "";
  return passes.variant ? ir::to_text(passes.variant->program) : "";
}

}  // namespace mancala
