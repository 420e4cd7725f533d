#pragma once

/// @file
/// Many small loops inside one call of the caller's ParallelFor.

#include <sat3d/core/callback.hpp>
#include <sat3d/core/parallel_for.hpp>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace sat3d::SAT3D_ABI {

/// Threads that help with the loops of one of them. A call of the caller's ParallelFor costs as much as
/// waking threads; with a team, hundreds of loops of a few microseconds share one call.
///
/// The first task that runs drives: it does all the work, and publishes its loops. The other tasks claim
/// pieces of the present loop. Nobody waits for a task that has not started: the driver waits for pieces that
/// a running task has claimed, the others wait for the driver, and a task that starts after the end returns
/// at once. So it works with any ParallelFor, also with one that runs the tasks one after the other. Who runs
/// which piece changes no result, because the pieces of a loop are independent.
///
/// Source: E. Catto, Box3D, 2025, solver stages.
class Team {
public:
    /// Calls drive(loop) once; the loop is a ParallelFor for it. Returns after all tasks have ended.
    static void run(ParallelFor parallelFor, CallbackRef<void(ParallelFor loop)> drive);

    Team(const Team&) = delete;
    Team& operator=(const Team&) = delete;

    /// The driver's ParallelFor.
    void operator()(std::size_t count, ParallelTask task);

private:
    /// More threads do not help a step. A task that finds nothing to do costs some nanoseconds.
    static constexpr std::size_t kMaxThreads = 64;
    static constexpr unsigned kPieceBits = 32, kWorkerBits = 8, kGenerationShift = kPieceBits + kWorkerBits;
    static constexpr std::uint64_t kPieces = (std::uint64_t{1} << kPieceBits) - 1;
    static constexpr std::uint64_t kEnd = ~std::uint64_t{0};

    /// A loop in one word: its number, the threads among which its pieces are divided, and their count.
    struct Stage {
        std::uint64_t word;

        [[nodiscard]] std::uint64_t generation() const { return word >> kGenerationShift; }
        [[nodiscard]] std::uint64_t workers() const {
            return word >> kPieceBits & ((std::uint64_t{1} << kWorkerBits) - 1);
        }
        [[nodiscard]] std::uint64_t pieces() const { return word & kPieces; }
        [[nodiscard]] std::uint64_t firstOf(std::uint64_t range) const {
            return range * pieces() / workers();
        }
    };
    /// The part of a loop that one thread takes first: so it finds the data of the last loops in its cache.
    struct alignas(64) Range {
        std::atomic<std::uint64_t> next{
            0};  ///< the loop's number, and the first piece that nobody has claimed
    };

    Team() = default;
    void help(std::uint64_t self);
    void work(Stage stage, std::uint64_t self);
    [[nodiscard]] std::uint64_t workRange(Stage stage, std::uint64_t range);

    std::array<Range, kMaxThreads> ranges_;
    alignas(64) std::atomic<std::uint64_t> stage_{0};  ///< the present loop, or kEnd
    alignas(64) std::atomic<std::uint64_t> done_{0};   ///< pieces of the present loop
    alignas(64) const ParallelTask* task_ = nullptr;   ///< of the present loop
    std::uint64_t generation_ = 0;
    std::atomic<std::uint64_t> threads_{0};  ///< that have started
};

}  // namespace sat3d::SAT3D_ABI
