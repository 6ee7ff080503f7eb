// Work shared out among threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

namespace mancala {

// Calls work(job) for every job below `jobs`, in any order, on so many threads, or as many as there are to be
// had. What the work throws comes out.
template <typename Work>
void share_out(int threads, std::size_t jobs, const Work& work) {
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  std::exception_ptr failure;
  const auto run = [&] {
    try {
      for (std::size_t job = next++; job < jobs; job = next++) work(job);
    } catch (...) {
      next = jobs;
      const std::lock_guard<std::mutex> lock(mutex);
      failure = std::current_exception();
    }
  };
  const auto useful = std::min<std::size_t>(static_cast<std::size_t>(threads), jobs);
  std::vector<std::thread> others;
  others.reserve(useful);
  try {
    for (std::size_t i = 1; i < useful; i++) others.emplace_back(run);
  } catch (const std::system_error&) {  // this machine gives no more of them
  } catch (const std::bad_alloc&) {     // nor memory for them
  }
  run();
  for (std::thread& other : others) other.join();
  if (failure) std::rethrow_exception(failure);
}

// As many threads as there are processors, at least one.
inline int all_threads() { return static_cast<int>(std::max(1U, std::thread::hardware_concurrency())); }

}  // namespace mancala
