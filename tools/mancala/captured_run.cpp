#include "captured_run.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "failure.h"

extern char** environ;

namespace mancala::cli {

namespace {

// A file descriptor that is closed in any case.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() { close_now(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] int number() const { return number_; }
  void close_now() {
    if (number_ >= 0) ::close(number_);
    number_ = -1;
  }

 private:
  int number_;
};

std::string read_all(const Descriptor& from) {
  std::string text;
  std::array<char, 4096> buffer;
  for (;;) {
    const ssize_t got = ::read(from.number(), buffer.data(), buffer.size());
    if (got > 0) text.append(buffer.data(), static_cast<std::size_t>(got));
    if (got == 0 || (got < 0 && errno != EINTR)) return text;
  }
}

}  // namespace

std::string captured_run(const std::vector<std::string>& words) {
  const auto failed = [&](const std::string& why) {
    return Failure(kUnreadable, fmt::format("`{}` cannot be run: {}", words.front(), why));
  };
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw failed(std::strerror(errno));
  const Descriptor reading(ends[0]);
  Descriptor writing(ends[1]);
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, writing.number(), STDOUT_FILENO);
  pid_t child = 0;
  const int error = ::posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) throw failed(std::strerror(error));
  writing.close_now();
  const std::string text = read_all(reading);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    throw failed(WIFEXITED(status) ? fmt::format("it ended with exit status {}", WEXITSTATUS(status))
                                   : "it ended by a signal");
  }
  return text;
}

}  // namespace mancala::cli
