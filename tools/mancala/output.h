// The standard streams of the program.
#pragma once

#include <string>
#include <string_view>

namespace mancala::cli {

// Is the stream a terminal that wants colour? Never with NO_COLOR.
bool colour_on_output();
bool colour_on_error();

// Writes to standard output; throws ClosedPipe, or Failure if it cannot be written (a full disk).
void print(std::string_view text);
// The same with a line end.
void print_line(std::string_view text);
// Brings out what print has gathered. To be called before anything is asked on a terminal, and at the end.
void flush_output();

// To be called when standard input has no more to give: throws Failure if it cannot be read (it is closed, or
// a folder), and is not merely at its end.
void check_input();

// Writes to standard error, at once. Problems with it are not reported: there is no place left to do so.
void print_error(std::string_view text);

}  // namespace mancala::cli
