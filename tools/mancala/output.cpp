#include "output.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "failure.h"

namespace mancala::cli {

namespace {

bool colour_on(int descriptor) {
  const char* no_colour = std::getenv("NO_COLOR");
  if (no_colour != nullptr && *no_colour != '\0') return false;
  const char* terminal = std::getenv("TERM");
  if (terminal != nullptr && std::strcmp(terminal, "dumb") == 0) return false;
  return isatty(descriptor) != 0;
}

void check_written(bool written) {
  if (written) return;
  const int reason = errno;
  if (reason == EPIPE) throw ClosedPipe();
  throw Failure(kUnreadable, std::string("standard output cannot be written: ") + std::strerror(reason));
}

}  // namespace

bool colour_on_output() { return colour_on(STDOUT_FILENO); }
bool colour_on_error() { return colour_on(STDERR_FILENO); }

void print(std::string_view text) {
  check_written(std::fwrite(text.data(), 1, text.size(), stdout) == text.size());
}

void print_line(std::string_view text) {
  print(text);
  print("\n");
}

void flush_output() { check_written(std::fflush(stdout) == 0); }

void check_input() {
  if (std::ferror(stdin) != 0) throw Failure(kUnreadable, "standard input cannot be read");
}

void print_error(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

}  // namespace mancala::cli
