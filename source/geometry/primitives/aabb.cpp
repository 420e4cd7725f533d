#include <sat3d/geometry/aabb.hpp>

#include <cmath>
#include <limits>

namespace sat3d::inline SAT3D_ABI {

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

float roundedDown(double value) {
    const auto nearest = static_cast<float>(value);
    return static_cast<double>(nearest) > value ? std::nextafter(nearest, -kInfinity) : nearest;
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
