#pragma once

/// Time limit of an import.

#include <sat3d/core/config.hpp>

#include <chrono>

namespace sat3d::SAT3D_ABI::importing {

class Deadline {
public:
    explicit Deadline(double seconds)
        : end_(std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds)) {}
    [[nodiscard]] bool passed() const { return std::chrono::steady_clock::now() >= end_; }

private:
    std::chrono::time_point<std::chrono::steady_clock, std::chrono::duration<double>> end_;
};

}  // namespace sat3d::SAT3D_ABI::importing
