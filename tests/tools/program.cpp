#include "tests/tools/program.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <stdexcept>

#include "dsl/codes.h"

namespace mancala::tests {

namespace {

struct Pipe {
  Pipe() {
    if (pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  }
  ~Pipe() {
    close_end(0);
    close_end(1);
  }
  void close_end(std::size_t i) {
    if (ends[i] >= 0) close(ends[i]);
    ends[i] = -1;
  }
  std::array<int, 2> ends{-1, -1};
};

[[noreturn]] void become(const std::vector<std::string>& arguments, const Surroundings& surroundings,
                         const Pipe& in, const Pipe& out, const Pipe& err) {
  int output = out.ends[1];
  if (!surroundings.output_to.empty()) output = open(surroundings.output_to.c_str(), O_WRONLY);
  dup2(in.ends[0], STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(err.ends[1], STDERR_FILENO);
  if (surroundings.memory != 0) {
    const rlimit most{surroundings.memory, surroundings.memory};
    setrlimit(RLIMIT_DATA, &most);
  }
  if (chdir(surroundings.folder.c_str()) != 0) _exit(127);
  unsetenv("MANCALA_PATH");
  unsetenv("NO_COLOR");
  for (const auto& [name, value] : surroundings.environment) setenv(name.c_str(), value.c_str(), 1);
  std::vector<char*> argv = {const_cast<char*>("mancala")};
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  execv(surroundings.program.c_str(), argv.data());
  _exit(127);
}

// Feeds and drains the pipes until the program has closed its ends.
void talk(const Surroundings& surroundings, Pipe& in, Pipe& out, Pipe& err, Result& result, pid_t child) {
  const auto start = std::chrono::steady_clock::now();
  std::size_t written = 0;
  const std::string& input = surroundings.input;
  if (input.empty()) in.close_end(1);
  while (out.ends[0] >= 0 || err.ends[0] >= 0) {
    if (std::chrono::steady_clock::now() - start > surroundings.patience) {
      kill(child, SIGKILL);
      return;
    }
    std::array<pollfd, 3> watched = {
        {{out.ends[0], POLLIN, 0}, {err.ends[0], POLLIN, 0}, {in.ends[1], POLLOUT, 0}}};
    poll(watched.data(), watched.size(), 100);
    std::array<char, 65536> buffer;
    for (std::size_t i = 0; i < 2; ++i) {
      if ((watched[i].revents & (POLLIN | POLLHUP)) == 0) continue;
      Pipe& pipe = i == 0 ? out : err;
      const ssize_t n = read(pipe.ends[0], buffer.data(), buffer.size());
      if (n <= 0) {
        pipe.close_end(0);
      } else {
        (i == 0 ? result.out : result.err).append(buffer.data(), static_cast<std::size_t>(n));
      }
    }
    if ((watched[2].revents & (POLLOUT | POLLERR)) != 0) {
      const ssize_t n = write(in.ends[1], input.data() + written, input.size() - written);
      if (n > 0) written += static_cast<std::size_t>(n);
      if (n < 0 || written == input.size()) in.close_end(1);
    }
  }
}

}  // namespace

Result run_mancala(const std::vector<std::string>& arguments, const Surroundings& surroundings) {
  signal(SIGPIPE, SIG_IGN);
  Pipe in;
  Pipe out;
  Pipe err;
  Result result;
  const auto start = std::chrono::steady_clock::now();
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("no process");
  if (child == 0) {
    if (surroundings.close_output) close(out.ends[0]);
    become(arguments, surroundings, in, out, err);
  }
  in.close_end(0);
  out.close_end(1);
  err.close_end(1);
  if (surroundings.close_output) out.close_end(0);
  talk(surroundings, in, out, err, result, child);
  int status = 0;
  waitpid(child, &status, 0);
  result.time =
      std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start);
  if (WIFEXITED(status)) result.status = WEXITSTATUS(status);
  return result;
}

bool has_shell(const std::string& shell) {
  return std::system(("command -v " + shell + " >/dev/null 2>&1").c_str()) == 0;
}

std::string text_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return std::string((std::istreambuf_iterator<char>(in)), {});
}

int files_in(const std::filesystem::path& folder) {
  using Files = std::filesystem::directory_iterator;
  return static_cast<int>(std::distance(Files(folder), Files()));
}

Folder::Folder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "mancala-test-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
  path_ = pattern;
}

Folder::~Folder() {
  std::error_code error;
  std::filesystem::remove_all(path_, error);
}

std::string Folder::file(const std::string& name, const std::string& text) const {
  const std::filesystem::path path = path_ / name;
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
  return path.string();
}

SmallLibrary::SmallLibrary(std::size_t memory) : memory_(memory) {
  const std::filesystem::path prelude = std::filesystem::path("variants") / "lib" / "prelude.yaml";
  std::filesystem::create_directories((folder_.path() / prelude).parent_path());
  std::filesystem::copy_file(std::filesystem::path(MANCALA_SOURCE_DIR) / prelude, folder_.path() / prelude);
}

void SmallLibrary::add(const std::string& id, const std::string& keys) const {
  file(id, with_keys(base_variant(), "id: " + id + "\n" + keys));
}

void SmallLibrary::file(const std::string& id, const std::string& text) const {
  folder_.file("variants/" + id + ".yaml", text);
}

void SmallLibrary::examples(const std::string& id, const std::string& text) const {
  std::filesystem::create_directories(folder_.path() / "examples" / id);
  folder_.file("examples/" + id + "/games.yaml", text);
}

Result SmallLibrary::run(const std::vector<std::string>& arguments) const {
  Surroundings surroundings;
  surroundings.folder = folder_.path();
  surroundings.memory = memory_;
  return run_mancala(arguments, surroundings);
}

}  // namespace mancala::tests
