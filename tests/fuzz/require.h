// Stands in for Catch where what a test compares is compared for a fuzzer.
#pragma once

#include "tests/fuzz/must.h"

#define REQUIRE(...) ::mancala::fuzz::must(static_cast<bool>(__VA_ARGS__), #__VA_ARGS__)
#define INFO(...) static_cast<void>(0)
