// Work for several threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace mancala {

// Calls work(job) for every job below `jobs`, in any order, on so many threads.
template <class Work>
void share_out(int threads, std::size_t jobs, const Work& work) {
  std::atomic<std::size_t> next = 0;
  const auto run = [&] {
    for (std::size_t job = next++; job < jobs; job = next++) work(job);
  };
  std::vector<std::thread> others;
  for (std::size_t i = 1; i < std::min<std::size_t>(static_cast<std::size_t>(std::max(threads, 1)), jobs);
       ++i) {
    others.emplace_back(run);
  }
  run();
  for (std::thread& other : others) other.join();
}

}  // namespace mancala
