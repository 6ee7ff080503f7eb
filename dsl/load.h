// The whole way from a file to a variant: read, shape, parse, resolve, check, lower, verify.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dsl/diagnostic.h"
#include "dsl/source.h"
#include "dsl/variant.h"

namespace mancala {

// Does a file that is found in a folder lie there, also when links are followed? What a stranger's file names
// must not lead to other files of whoever reads it. False where that cannot be told.
bool lies_in(const std::filesystem::path& folder, const std::filesystem::path& file);

// Where variants are found by id: the folders in order, each searched with its subfolders for ID.yaml
// (files under a folder named `lib` are not variants, nor are links that lead out of the folder). The prelude
// is lib/prelude.yaml of the first folder that has one.
class Library {
 public:
  explicit Library(const std::vector<std::filesystem::path>& folders);

  struct Item {
    std::string id;
    std::filesystem::path path;
  };
  // Every variant, sorted by id; of two with the same id the one of the earlier folder.
  [[nodiscard]] const std::vector<Item>& items() const { return items_; }
  // The file of an id; empty if there is none.
  [[nodiscard]] std::optional<std::filesystem::path> find(std::string_view id) const;
  [[nodiscard]] std::optional<std::filesystem::path> prelude() const { return prelude_; }

 private:
  std::vector<Item> items_;
  std::optional<std::filesystem::path> prelude_;
};

// `--set name=value`, in order; later ones win.
using Settings = std::vector<std::pair<std::string, std::string>>;

// Where the time of loading goes: seconds of the clock, added up over what is loaded.
struct LoadTimes {
  double read = 0;     // from bytes to a tree, with the files that it extends
  double shape = 0;    // every key and value known
  double parse = 0;    // expressions and actions
  double prelude = 0;  // all that for the prelude
  double check = 0;    // names and types; the program, and that of each reading
  double verify = 0;   // what the executors assume

  [[nodiscard]] double sum() const { return read + shape + parse + prelude + check + verify; }
};

// Loads the variant in `path`. Empty if there are errors, which are in `diagnostics`; warnings may be there,
// too. `times`, if there are any, grow by what it took.
std::optional<Variant> load_variant(const std::filesystem::path& path, const Library& library,
                                    const Settings& settings, SourceMap& sources, Diagnostics& diagnostics,
                                    LoadTimes* times = nullptr);

// The same, as if the file `path` had this text.
std::optional<Variant> load_variant_text(const std::filesystem::path& path, std::string text,
                                         const Library& library, const Settings& settings, SourceMap& sources,
                                         Diagnostics& diagnostics);

// The printable form after one pass: read, shape, parse, resolve, check, lower. Empty if the pass was not
// reached.
std::string dump_after(std::string_view pass, const std::filesystem::path& path, const Library& library,
                       const Settings& settings, SourceMap& sources, Diagnostics& diagnostics);

}  // namespace mancala
