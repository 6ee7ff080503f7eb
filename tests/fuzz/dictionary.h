// The words that a fuzzer may make use of, from the tables of the program.
#pragma once

#include <string>
#include <vector>

namespace mancala::fuzz {

// Of variant files, and of questions about facts.
std::vector<std::string> words_of_language();

// The same with the examples of the vocabulary, as libFuzzer and AFL++ read them.
std::string dictionary();

}  // namespace mancala::fuzz
