// What the YAML parser complains about, in words of our own.
#pragma once

#include <yaml-cpp/exceptions.h>

#include <string_view>

#include "dsl/diagnostic.h"
#include "dsl/source.h"

namespace mancala {

// What was being parsed when the parser gave up.
struct ParsedPart {
  FileId file = kNoFile;
  std::string_view source;  // the file's text up to the end of the part
  std::uint32_t begin = 0;  // of the part
  std::uint32_t seen = 0;   // the end of the last value that was understood
};

Diagnostic explain(const YAML::Exception& exception, const ParsedPart& part);

}  // namespace mancala
