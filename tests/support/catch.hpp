// The one place that knows which Catch2 this is, and that what is fuzzed has none.
#pragma once

#ifdef MANCALA_FUZZ_TARGETS
#include "tests/fuzz/require.h"
#else
#include <catch2/catch.hpp>
#endif
