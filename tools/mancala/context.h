// What the commands share: where variants are found, how one is loaded, what was reported.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "dsl/diagnostic.h"
#include "dsl/load.h"
#include "dsl/source.h"
#include "dsl/variant.h"
#include "interpreter/fuse.h"
#include "interpreter/match.h"

namespace mancala::cli {

// The folders of the library: `variants/` here, those of MANCALA_PATH, the installed one.
std::vector<std::filesystem::path> library_folders();
const Library& library();

// The options that every command about one variant has.
struct VariantOptions {
  std::string variant;                // a path or an id
  std::vector<std::string> settings;  // `name=value`
};

// `--notation own|default`.
struct NotationOption {
  std::string choice = "default";
  [[nodiscard]] bool own() const { return choice == "own"; }
};

// A variant and the texts that it came from.
struct Loaded {
  SourceMap sources;
  std::optional<Variant> variant;
};

// `name=value` … as Settings. Throws Failure if one is not.
Settings settings_of(const std::vector<std::string>& texts);

// The file that a user means by `name`: a path, or an id of the library. Throws Failure for an unknown id.
std::filesystem::path variant_path(const std::string& name);

// Loads the variant or throws, when everything has been said.
std::unique_ptr<Loaded> load(const VariantOptions& options);

// What `-v` says of the time that loading took.
std::string times_text(const LoadTimes& times);

// The variant's fused program, as `fuse`; `-v` says how long that took.
std::optional<FusedProgram> fused_program(const Variant& variant, std::string* why_not = nullptr);

// Reads a position of this variant given on the command line (`what` names it in messages, such as
// `--position`), or throws, when the diagnostic has been said.
Position position_of(Loaded& loaded, const std::string& text, const std::string& what);

// Prints diagnostics to standard error as text.
void say(const Diagnostics& diagnostics, const SourceMap& sources);

// Is one of them a mistake of this program, not of a file?
bool has_bug(const Diagnostics& diagnostics);

// Can the file be read at all? Says why not otherwise.
bool readable(const std::filesystem::path& path);

// The YAML files that a path means: itself, or all in the folder, sorted (not those under a folder `lib`).
// Pipes, sockets, devices and links that lead out of the folder are passed over; a folder that may not be
// read stands for its files, so that whoever reads them says so.
std::vector<std::filesystem::path> yaml_files(const std::filesystem::path& path);

// "file:line" of a place.
std::string place_text(const SourceMap& sources, Span span);

}  // namespace mancala::cli
