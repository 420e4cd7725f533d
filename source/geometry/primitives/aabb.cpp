#include <sat3d/geometry/aabb.hpp>

#include <bit>
#include <cstdint>

namespace sat3d::inline SAT3D_ABI {

namespace {

/// Without branches, because rounding goes up for half of the values: mispredicted branches took most of the
/// time of bounds().
float roundedDown(double value) {
    const auto nearest = static_cast<float>(value);
    const auto bits = std::bit_cast<std::uint32_t>(nearest);
    // The next lower float has the next lower bits, or the next higher ones below zero. A value that is
    // rounded up to zero gives -0.
    const std::uint32_t isTooHigh = static_cast<double>(nearest) > value ? 1 : 0;
    const std::uint32_t isNegative = bits >> 31;
    return std::bit_cast<float>(bits - isTooHigh + 2 * (isTooHigh & isNegative));
}

float roundedUp(double value) {
    return -roundedDown(-value);
}

}  // namespace

Aabb Aabb::around(const glm::dvec3& lower, const glm::dvec3& upper) noexcept {
    return {{roundedDown(lower.x), roundedDown(lower.y), roundedDown(lower.z)},
            {roundedUp(upper.x), roundedUp(upper.y), roundedUp(upper.z)}};
}

}  // namespace sat3d::inline SAT3D_ABI
