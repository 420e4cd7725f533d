#pragma once

/// @file
/// The progress of tests that run for minutes. It is shown only on a terminal, not in a log.

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
        if (!watched_ || Clock::now() - drawn_ < std::chrono::milliseconds(200)) {
            return;
        }
        drawn_ = Clock::now();
        const double share = static_cast<double>(done_) / static_cast<double>(total_);
        const double elapsed = std::chrono::duration<double>(drawn_ - start_).count();
        std::fprintf(stderr, "\r%3.0f %%, %.0f s to go   ", 100.0 * share, elapsed * (1.0 - share) / share);
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

    std::uint64_t total_, done_ = 0;
    bool watched_ = isWatched();
    Clock::time_point start_ = Clock::now(), drawn_ = start_;
};

}  // namespace sat3d::test
