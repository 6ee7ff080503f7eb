// Whether the tests run under the address sanitizer. There everything takes ten times as long and more
// memory, and what is looked for shows in fewer cases.
#pragma once

namespace mancala::test {

#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool kSanitized = true;
#elif defined(__has_feature)
inline constexpr bool kSanitized = __has_feature(address_sanitizer);
#else
inline constexpr bool kSanitized = false;
#endif

}  // namespace mancala::test
