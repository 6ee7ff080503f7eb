// What must hold of everything that a fuzzer makes up. Where it does not, that is said and the program ends,
// so that the fuzzer keeps the input.
#pragma once

#include <sstream>
#include <string>
#include <string_view>

namespace mancala::fuzz {

// Says what does not hold, and ends the program.
[[noreturn]] void broken(std::string_view what, std::string_view details);

// `details`, one after the other, are only put together where they are said.
template <class... Details>
void must(bool holds, std::string_view what, const Details&... details) {
  if (holds) return;
  std::ostringstream text;
  ((text << details << '\n'), ...);
  broken(what, text.str());
}

}  // namespace mancala::fuzz
