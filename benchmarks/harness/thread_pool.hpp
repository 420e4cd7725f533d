#pragma once

/// @file
/// A small thread pool for ParallelFor.

#include <sat3d/core/parallel_for.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

namespace sat3d::benchmarks {

/// Threads that sleep between loops. The calling thread works as well.
class ThreadPool {
public:
    /// @param threadCount  with the calling thread, at least 1
    explicit ThreadPool(std::size_t threadCount) {
        for (std::size_t i = 1; i < threadCount; ++i) {
            threads_.emplace_back([this] { serve(); });
        }
    }
    ~ThreadPool() {
        isStopping_ = true;
        ++loop_;
        loop_.notify_all();
        for (std::thread& thread : threads_) {
            thread.join();
        }
    }
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    /// Number of threads, with the calling one.
    [[nodiscard]] std::size_t size() const { return threads_.size() + 1; }

    /// A ParallelFor. For one calling thread at a time.
    void operator()(std::size_t count, ParallelTask task) {
        task_ = &task;
        count_ = count;
        next_ = 0;
        working_ = threads_.size();
        ++loop_;
        loop_.notify_all();
        work();
        for (std::size_t working = working_; working != 0; working = working_) {
            working_.wait(working);
        }
    }

private:
    void serve() {
        for (std::uint32_t done = 0;; ++done) {
            loop_.wait(done);
            if (isStopping_) {
                return;
            }
            work();
            --working_;
            working_.notify_one();
        }
    }
    void work() {
        for (std::size_t number = next_++; number < count_; number = next_++) {
            (*task_)(number);
        }
    }

    const ParallelTask* task_ = nullptr;
    std::size_t count_ = 0;
    std::atomic<std::size_t> next_{0}, working_{0};
    std::atomic<std::uint32_t> loop_{0};
    std::atomic<bool> isStopping_{false};
    std::vector<std::thread> threads_;
};

}  // namespace sat3d::benchmarks
