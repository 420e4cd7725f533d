#include "core/parallel/team.hpp"

#include <hwy/cache_control.h>

// WebAssembly without shared memory has one thread, and a library without <thread>.
#if defined(__wasm__) && !defined(_REENTRANT)
#define SAT3D_ONE_THREAD
#else
#include <thread>
#endif

namespace sat3d::SAT3D_ABI {

namespace {

/// Waits a moment, at first without giving the processor away.
class Patience {
public:
    void wait() {
        constexpr int kSpins = 2000;  // about 50 us
        if (spins_ < kSpins) {
            ++spins_;
            hwy::Pause();
        } else {
#ifndef SAT3D_ONE_THREAD  // where nobody waits
            std::this_thread::yield();
#endif
        }
    }

private:
    int spins_ = 0;
};

}  // namespace

void Team::run(ParallelFor parallelFor, CallbackRef<void(ParallelFor loop)> drive) {
    Team team;
    parallelFor(kMaxThreads, [&](std::size_t) {
        const std::uint64_t self = team.threads_.fetch_add(1, std::memory_order_relaxed);
        if (self == 0) {
            drive(team);
            team.stage_.store(kEnd, std::memory_order_release);
        } else {
            team.help(self);
        }
    });
}

void Team::operator()(std::size_t count, ParallelTask task) {
    const std::uint64_t workers = threads_.load(std::memory_order_relaxed);
    if (count <= 1 || workers == 1 || count > kPieces) {
        kInOneThread(count, task);
        return;
    }
    task_ = &task;
    done_.store(0, std::memory_order_relaxed);
    const Stage stage{++generation_ << kGenerationShift | workers << kPieceBits | count};
    stage_.store(stage.word, std::memory_order_release);
    work(stage, 0);
    for (Patience patience; done_.load(std::memory_order_acquire) != count;) {
        patience.wait();
    }
}

/// Helps with all loops until the end.
void Team::help(std::uint64_t self) {
    std::uint64_t last = 0;
    for (Patience patience;;) {
        const std::uint64_t word = stage_.load(std::memory_order_acquire);
        if (word == kEnd) {
            return;
        }
        if (word == last) {
            patience.wait();
            continue;
        }
        last = word;
        patience = {};
        work({word}, self);
    }
}

/// Runs pieces of a loop that nobody has claimed: first those of the thread's own range.
void Team::work(Stage stage, std::uint64_t self) {
    std::uint64_t done = 0;
    for (std::uint64_t k = 0; k < stage.workers(); ++k) {
        done += workRange(stage, (self + k) % stage.workers());
    }
    if (done > 0) {
        done_.fetch_add(done, std::memory_order_release);
    }
}

/// @return number of pieces
std::uint64_t Team::workRange(Stage stage, std::uint64_t range) {
    std::atomic<std::uint64_t>& next = ranges_[static_cast<std::size_t>(range)].next;
    const std::uint64_t first = stage.firstOf(range), end = stage.firstOf(range + 1);
    std::uint64_t done = 0;
    for (std::uint64_t at = next.load(std::memory_order_relaxed);;) {
        // A range that nobody has begun has the number of an earlier loop. One of a later loop tells that
        // this one has ended.
        const bool isBegun = at >> kGenerationShift == stage.generation();
        const std::uint64_t piece = isBegun ? at & kPieces : first;
        if (at >> kGenerationShift > stage.generation() || piece == end) {
            return done;
        }
        if (next.compare_exchange_weak(at, stage.generation() << kGenerationShift | (piece + 1),
                                       std::memory_order_relaxed)) {
            // The driver waits for this piece, so it is still the task of this loop.
            (*task_)(static_cast<std::size_t>(piece));
            ++done;
            at = next.load(std::memory_order_relaxed);
        }
    }
}

}  // namespace sat3d::SAT3D_ABI
