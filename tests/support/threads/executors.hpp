#pragma once

/// @file
/// Loops for ParallelFor that run tasks in unusual orders, and on threads.

#include "support/random.hpp"

#include <sat3d/core/parallel_for.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <thread>
#include <utility>
#include <vector>

namespace sat3d::test {

inline constexpr auto kInReverse = [](std::size_t count, ParallelTask task) {
    while (count-- > 0) {
        task(count);
    }
};

/// Runs the tasks on this thread, in a new random order each time.
class InRandomOrder {
public:
    explicit InRandomOrder(std::uint32_t seed) : random_(seed) {}

    void operator()(std::size_t count, ParallelTask task) {
        std::vector<std::size_t> order(count);
        std::iota(order.begin(), order.end(), std::size_t{0});
        for (std::size_t i = count; i > 1; --i) {
            std::swap(order[i - 1], order[random_.below(static_cast<std::uint32_t>(i))]);
        }
        for (const std::size_t number : order) {
            task(number);
        }
    }

private:
    Random random_;
};

/// Runs the tasks on new threads, each task on the first thread that is free.
struct OnThreads {
    std::size_t threadCount;

    void operator()(std::size_t count, ParallelTask task) const {
        std::atomic<std::size_t> next{0};
        const auto work = [&] {
            for (std::size_t number = next++; number < count; number = next++) {
                task(number);
            }
        };
        std::vector<std::thread> threads;
        for (std::size_t i = 1; i < threadCount; ++i) {
            threads.emplace_back(work);
        }
        work();
        for (std::thread& thread : threads) {
            thread.join();
        }
    }
};

}  // namespace sat3d::test
