#include <sat3d/geometry/aabb.hpp>

#include <bit>
#include <cstdint>
#include <limits>

namespace sat3d::inline SAT3D_ABI {

namespace {

/// std::nextafter() would take most of the time of bounds().
float roundedDown(double value) {
    const auto nearest = static_cast<float>(value);
    if (!(static_cast<double>(nearest) > value)) {
        return nearest;
    }
    const auto bits = std::bit_cast<std::uint32_t>(nearest);
    return nearest > 0.0f   ? std::bit_cast<float>(bits - 1)
           : nearest < 0.0f ? std::bit_cast<float>(bits + 1)
                            : -std::numeric_limits<float>::denorm_min();
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
