// Files that are written whole or not at all.
#pragma once

#include <filesystem>
#include <string_view>

namespace mancala::cli {

// Gives the file this text: a new file beside it takes its place when all of it is written and on the disk,
// with the permissions of the old one. If that fails, the old one stays as it was, and Failure is thrown.
// What a symbolic link points at is replaced, not the link.
void replace_file(const std::filesystem::path& path, std::string_view text);

// Makes a file with this text, whole or not at all, with the usual permissions. Failure if there is a file,
// even one that another program has just made.
void create_file(const std::filesystem::path& path, std::string_view text);

}  // namespace mancala::cli
