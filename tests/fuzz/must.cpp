#include "tests/fuzz/must.h"

#include <unistd.h>

#include <cstdlib>

namespace mancala::fuzz {

void broken(std::string_view what, std::string_view details) {
  // Not by stderr: what runs here may have taken it away.
  const std::string text = "\nThis does not hold: " + std::string(what) + "\n" + std::string(details) + "\n";
  for (std::size_t at = 0; at < text.size();) {
    const ssize_t written = write(STDERR_FILENO, text.data() + at, text.size() - at);
    if (written <= 0) break;
    at += static_cast<std::size_t>(written);
  }
  std::abort();
}

}  // namespace mancala::fuzz
