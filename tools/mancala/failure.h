// What ends a command before its work is done: the exit status and what to say.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace mancala::cli {

// The exit statuses of every command. They are part of the contract in docs/command-line.md.
inline constexpr int kFine = 0;
inline constexpr int kNo = 1;          // diagnostics of level error, a failed example, an illegal move
inline constexpr int kUsage = 2;       // the command line is wrong, an unknown id too
inline constexpr int kUnreadable = 3;  // a file cannot be read or written, or there is no memory left
inline constexpr int kBug = 4;

class Failure : public std::runtime_error {
 public:
  Failure(int status, const std::string& message, std::vector<std::string> help = {})
      : std::runtime_error(message), status_(status), help_(std::move(help)) {}
  [[nodiscard]] int status() const { return status_; }
  [[nodiscard]] const std::vector<std::string>& help() const { return help_; }

 private:
  int status_;
  std::vector<std::string> help_;
};

// Everything has been said already, on standard error.
class Said {
 public:
  explicit Said(int status) : status_(status) {}
  [[nodiscard]] int status() const { return status_; }

 private:
  int status_;
};

// Whoever reads standard output has gone away (`mancala list | head -1`): nothing is wrong, nothing is left
// to do.
class ClosedPipe {};

}  // namespace mancala::cli
