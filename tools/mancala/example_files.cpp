#include "example_files.h"

#include <system_error>

#include "context.h"
#include "dsl/read.h"

namespace mancala::cli {

namespace fs = std::filesystem;

fs::path example_folder(const std::string& id) {
  for (const fs::path& folder : library_folders()) {
    for (const char* beside : {"examples", "tests/conformance"}) {
      fs::path examples = fs::absolute(folder).lexically_normal().parent_path() / beside / id;
      std::error_code error;
      if (fs::is_directory(examples, error)) return examples;
    }
  }
  return {};
}

NamedExamples examples_in(const fs::path& path, const std::string& id, SourceMap& sources,
                          Diagnostics& diagnostics) {
  NamedExamples out;
  for (const fs::path& file : yaml_files(path)) {
    const FileId read = read_file(file, sources, diagnostics);
    if (read == kNoFile) continue;
    const auto document = read_document(read, sources, diagnostics);
    if (!document || !is_example(*document)) continue;
    for (Example& example : load_examples(*document, diagnostics)) {
      if (example.variant.value() == id) out.emplace_back(file.filename().string(), std::move(example));
    }
  }
  return out;
}

std::vector<AcceptedMutant> accepted_mutants_in(const fs::path& path, const std::string& id,
                                                SourceMap& sources, Diagnostics& diagnostics) {
  std::vector<AcceptedMutant> out;
  for (const fs::path& file : yaml_files(path)) {
    const FileId read = read_file(file, sources, diagnostics);
    if (read == kNoFile) continue;
    const auto document = read_document(read, sources, diagnostics);
    if (!document || !is_accepted_mutants(*document)) continue;
    AcceptedMutants found = load_accepted_mutants(*document, diagnostics);
    if (found.variant == id) std::move(found.list.begin(), found.list.end(), std::back_inserter(out));
  }
  return out;
}

}  // namespace mancala::cli
