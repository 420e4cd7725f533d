#pragma once

/// @file
/// A progress bar for tests that run for minutes. Only where somebody looks on: nothing in a log.

#include <chrono>
#include <cstdint>
#include <cstdio>

#if __has_include(<unistd.h>)
#include <unistd.h>
#endif

namespace sat3d::test {

class Progress {
public:
    explicit Progress(std::uint64_t total) : total_(total) {}
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    ~Progress() {
        if (watched_) {
            std::fprintf(stderr, "\r%60s\r", "");
        }
    }

    void advance() {
        ++done_;
        if (watched_ && Clock::now() - drawn_ > std::chrono::milliseconds(200)) {
            draw();
        }
    }

private:
    using Clock = std::chrono::steady_clock;

    static bool isWatched() {
#if __has_include(<unistd.h>)
        return isatty(STDERR_FILENO) != 0;
#else
        return false;
#endif
    }

    void draw() {
        drawn_ = Clock::now();
        const double share = static_cast<double>(done_) / static_cast<double>(total_);
        const double elapsed = std::chrono::duration<double>(drawn_ - start_).count();
        constexpr const char* kBar = "##############################";
        constexpr int kWidth = 30;
        std::fprintf(stderr, "\r[%-*.*s] %3.0f %%, %.0f s to go   ", kWidth, static_cast<int>(share * kWidth),
                     kBar, 100.0 * share, elapsed * (1.0 - share) / share);
    }

    std::uint64_t total_, done_ = 0;
    bool watched_ = isWatched();
    Clock::time_point start_ = Clock::now(), drawn_ = start_;
};

}  // namespace sat3d::test
