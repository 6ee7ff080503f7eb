// Where the example games of a variant lie, and what is in them.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "dsl/accepted_mutants.h"
#include "dsl/diagnostic.h"
#include "dsl/example.h"
#include "dsl/source.h"

namespace mancala::cli {

// Each with the name of its file, without the folder.
using NamedExamples = std::vector<std::pair<std::string, Example>>;

// The folder of the variant's id: beside the library or among the tests. Empty if there is none.
std::filesystem::path example_folder(const std::string& id);

// The example games of this variant in a file or folder, in order of the files. What is wrong with a file is
// in `diagnostics`.
NamedExamples examples_in(const std::filesystem::path& path, const std::string& id, SourceMap& sources,
                          Diagnostics& diagnostics);

// The living mutants of this variant that a file or folder accepts.
std::vector<AcceptedMutant> accepted_mutants_in(const std::filesystem::path& path, const std::string& id,
                                                SourceMap& sources, Diagnostics& diagnostics);

}  // namespace mancala::cli
