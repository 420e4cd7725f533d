#include "math/directed_rounding.hpp"

#include <sat3d/geometry/aabb.hpp>

namespace sat3d::SAT3D_ABI {

Aabb Aabb::around(const glm::dvec3& lower, const glm::dvec3& upper) noexcept {
    return {{roundedDown(lower.x), roundedDown(lower.y), roundedDown(lower.z)},
            {roundedUp(upper.x), roundedUp(upper.y), roundedUp(upper.z)}};
}

}  // namespace sat3d::SAT3D_ABI
