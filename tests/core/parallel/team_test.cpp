#include "core/parallel/team.hpp"

#include "support/threads/executors.hpp"
#include "support/trials.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

// A team in task systems of all kinds. The numbers are not atomic: each loop reads what other pieces of the
// last one have written, so a missing order shows as a wrong sum, and under ThreadSanitizer as a race.

namespace {

using namespace sat3d;

/// Loops of different lengths. Each piece reads its neighbors of the loop before.
std::vector<std::uint64_t> numbersAfterLoops(ParallelFor loop, std::size_t size, std::size_t loops) {
    std::vector<std::uint64_t> now(size), before(size);
    for (std::size_t i = 0; i < size; ++i) {
        now[i] = i;
    }
    for (std::size_t k = 0; k < loops; ++k) {
        std::swap(now, before);
        const std::size_t perPiece = 1 + k % 7;
        loop((size + perPiece - 1) / perPiece, [&](std::size_t piece) {
            for (std::size_t i = piece * perPiece; i < std::min((piece + 1) * perPiece, size); ++i) {
                now[i] = 3 * before[i] + before[(i + 1) % size] + before[(i + size / 2) % size] + k;
            }
        });
    }
    return now;
}

/// A piece that runs twice, or not at all, changes the count.
void expectEachPieceOnce(ParallelFor loop) {
    for (const std::size_t count : {0u, 1u, 2u, 63u, 64u, 65u, 1000u}) {
        std::vector<int> runs(count, 0);
        loop(count, [&](std::size_t piece) { ++runs[piece]; });
        EXPECT_EQ(runs, std::vector<int>(count, 1));
    }
}

/// Task 0 starts at once. The others start later, each after another time, some after the end.
struct WithLateThreads {
    std::size_t threadCount;

    void operator()(std::size_t count, ParallelTask task) const {
        std::vector<std::thread> threads;
        for (std::size_t first = 1; first < threadCount; ++first) {
            threads.emplace_back([=, this] {
                std::this_thread::sleep_for(std::chrono::microseconds(300 * first));
                for (std::size_t number = first; number < count; number += threadCount - 1) {
                    task(number);
                }
            });
        }
        task(0);
        for (std::thread& thread : threads) {
            thread.join();
        }
    }
};

/// No other task starts before the first one has ended, on another thread.
struct DriverAlone {
    void operator()(std::size_t count, ParallelTask task) const {
        std::thread([&] { task(count - 1); }).join();
        test::OnThreads{4}(count - 1, task);
    }
};

std::vector<std::pair<std::string, std::function<void(std::size_t, ParallelTask)>>> taskSystems() {
    return {{"in one thread", kInOneThread},
            {"in reverse", test::kInReverse},
            {"in random order", test::InRandomOrder(3)},
            {"on 2 threads", test::OnThreads{2}},
            {"on 5 threads", test::OnThreads{5}},
            {"on 64 threads", test::OnThreads{64}},
            {"late threads", WithLateThreads{8}},
            {"driver alone", DriverAlone{}}};
}

TEST(Team, ResultsAreThoseOfOneThreadInAnyTaskSystem) {
    constexpr std::size_t kSize = 500, kLoops = 400;
    const auto expected = numbersAfterLoops(kInOneThread, kSize, kLoops);
    for (auto& [name, system] : taskSystems()) {
        SCOPED_TRACE(name);
        for (int run = 0; run < test::trialCount(8); ++run) {
            int drives = 0, calls = 0;
            std::vector<std::uint64_t> numbers;
            const auto counted = [&, &runIn = system](std::size_t count, ParallelTask task) {
                ++calls;
                runIn(count, task);
            };
            Team::run(counted, [&](ParallelFor loop) {
                ++drives;
                expectEachPieceOnce(loop);
                numbers = numbersAfterLoops(loop, kSize, kLoops);
            });
            EXPECT_EQ(drives, 1);
            EXPECT_EQ(calls, 1);
            EXPECT_EQ(numbers, expected);
        }
    }
}

TEST(Team, OtherThreadsRunPieces) {
    bool isShared = false;
    for (int run = 0; run < 100 && !isShared; ++run) {
        Team::run(test::OnThreads{2}, [&](ParallelFor loop) {
            std::vector<std::thread::id> ids(64);
            for (int k = 0; k < 20 && !isShared; ++k) {
                loop(ids.size(), [&](std::size_t piece) {
                    ids[piece] = std::this_thread::get_id();
                    std::this_thread::sleep_for(std::chrono::milliseconds(1));  // Windows sleeps no shorter
                });
                for (const std::thread::id id : ids) {
                    isShared = isShared || id != ids.front();
                }
            }
        });
    }
    EXPECT_TRUE(isShared);
}

}  // namespace
