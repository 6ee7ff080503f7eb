#include "replace_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>
#include <system_error>

#include "failure.h"

namespace mancala::cli {

namespace {

// While it lives, the signals that end the program wait.
class Undisturbed {
 public:
  Undisturbed() {
    sigset_t ending;
    sigemptyset(&ending);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) sigaddset(&ending, signal);
    pthread_sigmask(SIG_BLOCK, &ending, &before_);
  }
  ~Undisturbed() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  Undisturbed(const Undisturbed&) = delete;
  Undisturbed& operator=(const Undisturbed&) = delete;

 private:
  sigset_t before_ = {};
};

// A new file that goes away again unless it gets a place. Where the system has files without a name, it has
// none until all of it is written: then nothing is left behind even if the program is killed.
class NewFile {
 public:
  explicit NewFile(const std::filesystem::path& beside) : beside_(beside.string()) {
    const std::filesystem::path folder = beside.has_parent_path() ? beside.parent_path() : ".";
    descriptor_ = ::open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
    if (descriptor_ >= 0) return;
    std::string name = beside_ + ".XXXXXX";
    descriptor_ = mkostemp(name.data(), O_CLOEXEC);
    if (descriptor_ >= 0) name_ = name;
  }
  ~NewFile() {
    if (descriptor_ >= 0) close(descriptor_);
    if (!name_.empty()) unlink(name_.c_str());
  }
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  // Each step, or false: errno says why.
  [[nodiscard]] bool open() const { return descriptor_ >= 0; }
  [[nodiscard]] bool write(std::string_view text) const {
    while (!text.empty()) {
      const ssize_t written = ::write(descriptor_, text.data(), text.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) return false;
      text.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
  }
  // The owner as well, where the system lets us.
  [[nodiscard]] bool take_permissions(const struct stat& of) const {
    if (fchown(descriptor_, of.st_uid, of.st_gid) != 0 && errno != EPERM) return false;
    return fchmod(descriptor_, of.st_mode & 07777) == 0;
  }
  [[nodiscard]] bool usual_permissions() const {
    const mode_t mask = umask(0);
    umask(mask);
    return fchmod(descriptor_, 0666 & ~mask) == 0;
  }
  [[nodiscard]] bool finish() const { return fsync(descriptor_) == 0; }
  [[nodiscard]] bool replace(const std::filesystem::path& old) {
    if (name_.empty() && !take_name()) return false;
    if (std::rename(name_.c_str(), old.c_str()) != 0) return false;
    name_.clear();
    return true;
  }

  // Not over a file that is there.
  [[nodiscard]] bool become(const std::filesystem::path& fresh) {
    if (name_.empty()) return give_name(fresh.string());
    if (link(name_.c_str(), fresh.c_str()) == 0) return true;
    // Some file systems have no links.
    if (errno != EPERM && errno != EOPNOTSUPP && errno != ENOSYS) return false;
    if (renameat2(AT_FDCWD, name_.c_str(), AT_FDCWD, fresh.c_str(), RENAME_NOREPLACE) != 0) return false;
    name_.clear();
    return true;
  }

 private:
  [[nodiscard]] bool give_name(const std::string& name) const {
    const std::string self = "/proc/self/fd/" + std::to_string(descriptor_);
    return linkat(AT_FDCWD, self.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
  }
  // A free one beside the file, for the moment before it takes the file's own: a link replaces nothing.
  [[nodiscard]] bool take_name() {
    for (int n = 0; n < 1'000; ++n) {
      const std::string name = fmt::format("{}.{}-{}", beside_, getpid(), n);
      if (give_name(name)) {
        name_ = name;
        return true;
      }
      if (errno != EEXIST) return false;
    }
    return false;
  }

  Undisturbed undisturbed_;  // until the file has gone away or has its place
  std::string beside_;
  std::string name_;  // empty: it has none
  int descriptor_ = -1;
};

}  // namespace

void replace_file(const std::filesystem::path& path, std::string_view text) {
  std::error_code error;
  const std::filesystem::path target = std::filesystem::canonical(path, error);
  struct stat old = {};
  if (!error && stat(target.c_str(), &old) == 0 && !S_ISREG(old.st_mode)) {
    throw Failure(kUnreadable,
                  fmt::format("the file `{}` cannot be written: it is no regular file", path.string()));
  }
  NewFile file(target);
  const bool done = !error && stat(target.c_str(), &old) == 0 && file.open() && file.write(text) &&
                    file.take_permissions(old) && file.finish() && file.replace(target);
  if (done) return;
  throw Failure(kUnreadable,
                fmt::format("the file `{}` cannot be written: {}", path.string(),
                            error ? error.message() : std::strerror(errno)),
                {"it is as it was"});
}

void create_file(const std::filesystem::path& path, std::string_view text) {
  NewFile file(path);
  const bool done =
      file.open() && file.write(text) && file.usual_permissions() && file.finish() && file.become(path);
  if (done) return;
  throw Failure(kUnreadable,
                fmt::format("the file `{}` cannot be written: {}", path.string(), std::strerror(errno)),
                {"nothing has been written"});
}

}  // namespace mancala::cli
