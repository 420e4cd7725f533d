#pragma once

#include <cstdint>

namespace tank_arena {

/// Random numbers that are the same on every platform (SplitMix64).
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t bits() { return mixed(state_ += 0x9e3779b97f4a7c15u); }
    /// In low .. high.
    float between(float low, float high) {
        return low + (high - low) * static_cast<float>(bits() >> 40) * 0x1p-24f;
    }
    /// In 0 .. count - 1.
    std::uint32_t below(std::uint32_t count) { return static_cast<std::uint32_t>(bits() % count); }

    [[nodiscard]] static std::uint64_t mixed(std::uint64_t x) {
        x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
        x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
        return x ^ (x >> 31);
    }
    [[nodiscard]] std::uint64_t state() const { return state_; }

private:
    std::uint64_t state_;
};

}  // namespace tank_arena
