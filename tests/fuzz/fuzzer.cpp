// What libFuzzer and AFL++ call. The first word of the command line is the target.
#include <cstdlib>
#include <cstring>

#include "tests/fuzz/must.h"
#include "tests/fuzz/mutate.h"
#include "tests/fuzz/targets.h"

namespace {

using mancala::fuzz::Target;

// How processes that the fuzzer starts itself know the target.
constexpr const char* kVariable = "MANCALA_FUZZ_TARGET";
const Target* target = nullptr;

}  // namespace

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  if (*argc > 1 && mancala::fuzz::find_target((*argv)[1]) != nullptr) {
    setenv(kVariable, (*argv)[1], 1);
    // The fuzzer must not take it for a folder.
    (*argv)[1] = (*argv)[0];
    ++*argv;
    --*argc;
  }
  const char* name = std::getenv(kVariable);
  target = mancala::fuzz::find_target(name != nullptr ? name : "");
  std::string names;
  for (const Target& known : mancala::fuzz::kTargets) names += std::string(known.name) + " ";
  mancala::fuzz::must(target != nullptr, "the first argument is a target", names);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  target->run({reinterpret_cast<const char*>(data), size});
  return 0;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned seed) {
  mancala::test::Picks picks(static_cast<std::uint64_t>(seed));
  if (target->form == Target::Form::choices || picks.below(2) == 0)
    return LLVMFuzzerMutate(data, size, max_size);
  const std::string text = changed({reinterpret_cast<const char*>(data), size}, target->form, picks);
  const size_t length = std::min(text.size(), max_size);
  std::memcpy(data, text.data(), length);
  return length;
}
