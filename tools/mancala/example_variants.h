// The variants that example games are of, each loaded once for each set of parameters and readings.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "context.h"
#include "dsl/example.h"

namespace mancala::cli {

class ExampleVariants {
 public:
  explicit ExampleVariants(SourceMap& sources) : sources_(sources) {}

  // The variant with the example's settings. nullptr if there is none; why is reported, once for each
  // variant.
  const Variant* find(const Example& example, Diagnostics& diagnostics);

 private:
  const Variant* load(const std::string& id, const Settings& settings, const Example& example,
                      Diagnostics& diagnostics);

  SourceMap& sources_;
  std::map<std::pair<std::string, Settings>, std::optional<Variant>> loaded_;
};

}  // namespace mancala::cli
