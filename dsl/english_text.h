// Small helpers for English text.
#pragma once

#include <string>
#include <vector>

namespace mancala::english {

// Unicode code points of an UTF-8 text.
std::size_t characters(const std::string& text);
// The first letter as a capital (ASCII only).
std::string capital(std::string text);
// Without line breaks and with single blanks: how a file folds its text says nothing.
std::string one_line(const std::string& text);
// "a", "a or b", "a, b or c".
std::string list_of(const std::vector<std::string>& parts, const std::string& word);
// What holds of one thing: "holds seeds and is not marked dead"; with commas where a part is compound.
std::string all_of(const std::vector<std::string>& verbs);
// What one person does: "captures … and moves again", "captures …, then lifts … and sows on".
std::string one_after_the_other(const std::vector<std::string>& verbs);
// "1 seed", "2 seeds".
std::string counted(std::int64_t n, const std::string& unit);
// "a store", "an end".
std::string with_article(const std::string& noun);
// Does b follow a: "A2" after "A1", "3" after "2", "C" after "B"?
bool run_on(const std::string& a, const std::string& b);
// Labels of holes, at least three consecutive ones drawn together: "A1 to A6", "a6 to a1".
std::vector<std::string> label_ranges(const std::vector<std::string>& labels);
// Lines of at most `width` characters (UTF-8 code points), broken at spaces; the first begins with `first`,
// the others with as many spaces. Every line ends with a newline.
std::string wrap(const std::string& text, const std::string& first, std::size_t width);

}  // namespace mancala::english
