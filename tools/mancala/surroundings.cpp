#include "surroundings.h"

#include <fcntl.h>
#include <unistd.h>

#include <csignal>

namespace mancala::cli {

void settle_surroundings() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  // The lowest free number is taken: in this order it is that of the stream. Opened the wrong way round,
  // reading and writing fail, as they do where the stream is closed.
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream) {
    if (fcntl(stream, F_GETFD) >= 0) continue;
    [[maybe_unused]] const int taken = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

}  // namespace mancala::cli
