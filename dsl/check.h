// Sheet -> variant: what every name means, that types fit, that every rule stands where it may. The program
// that comes out has parameters and readings put in, definitions expanded and constants folded.
#pragma once

#include <optional>

#include "dsl/diagnostic.h"
#include "dsl/load.h"
#include "dsl/sheet.h"
#include "dsl/variant.h"

namespace mancala {

// Of all readings of a variant together. Each is checked by itself, which takes some milliseconds.
inline constexpr std::size_t kMaxReadingValues = 100;

// `sheet` must have been parsed (parse_sheet). Empty if there are errors.
std::optional<Variant> check(const sheet::Sheet& sheet, const Settings& settings, Diagnostics& diagnostics);

// Values of readings that make no difference, or with which the variant is faulty. `checked` is what `check`
// made of the sheet with these settings. Expensive: checks the sheet once for every other value of every
// reading.
void check_readings(const sheet::Sheet& sheet, const Variant& checked, const Settings& settings,
                    Diagnostics& diagnostics);

}  // namespace mancala
