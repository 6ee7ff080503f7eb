// What the program inherits from whoever starts it.
#pragma once

namespace mancala::cli {

// A closed pipe, and a limit on the size of files, show as a failed write, not as the end of the program. A
// standard stream that is closed stays unusable: no file that is opened later takes its place.
void settle_surroundings();

}  // namespace mancala::cli
