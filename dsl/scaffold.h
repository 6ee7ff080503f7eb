// A variant file from the answers to the questions of a rule sheet.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/questions.h"

namespace mancala {

// The word that leaves a question open; the same as no answer.
inline constexpr std::string_view kUnknown = "unknown";

// By the key of a question. What is left open becomes a reading of the file where the language can say it
// so, and else stands in the file as usual; both are marked by the comment `open`.
using Answers = std::map<std::string, std::string, std::less<>>;

// Does the question come up after these answers? What hangs on a question that is open comes up, too.
bool comes_up(const Question& question, const Answers& answers);

// The choices that there are after these answers.
std::vector<const Choice*> choices_of(const Question& question, const Answers& answers);

// What is wrong with an answer to this question; empty: nothing.
std::string answer_error(const Question& question, const Answers& answers, std::string_view answer);

// The id that a file about a game of this name would have; empty if the name has no letters for it.
std::string id_from_name(std::string_view name);

// The text of the file: it is checked without errors, whatever the answers, if none of them is in error.
std::string scaffold(std::string_view id, const Answers& answers);

}  // namespace mancala
