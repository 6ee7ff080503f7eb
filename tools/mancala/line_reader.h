// Lines from whoever plays: with editing and a history on a terminal, plain ones otherwise.
#pragma once

#include <memory>
#include <optional>
#include <string>

namespace mancala::cli {

class LineReader {
 public:
  LineReader();
  ~LineReader();
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;

  // The next line without its end and without blanks around it; empty at the end of the input.
  std::optional<std::string> read(const std::string& prompt);

 private:
  struct Editor;
  std::unique_ptr<Editor> editor_;  // on a terminal
};

}  // namespace mancala::cli
