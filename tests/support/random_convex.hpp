#pragma once

/// @file
/// Seeded convex shapes of every type.

#include "support/hulls.hpp"
#include "support/random.hpp"
#include "support/random_shapes.hpp"

#include <sat3d/shapes/shape.hpp>

#include <glm/ext/quaternion_float.hpp>
#include <glm/ext/vector_float3.hpp>

#include <cstddef>
#include <cstdint>
#include <variant>

namespace sat3d::test {

inline constexpr std::size_t kConvexTypes = std::variant_size_v<ConvexShape>;

/// Returns a shape of the variant's alternative `type`, about one meter large, not centered at its origin.
inline ConvexShape randomConvex(Random& random, std::size_t type) {
    const glm::vec3 center(random.inBox(1.0));
    const auto radius = static_cast<float>(random.uniform(0.2, 1.0));
    switch (type) {
        case 0:
            return Sphere{center, radius};
        case 1:
            return Capsule{center, center + glm::vec3(random.inBox(1.5)), radius};
        case 2:
            return Box{center, glm::vec3(randomExtents(random)), glm::quat(random.rotation())};
        default:
            return hullOf(
                randomCloud(random, kAllShapeKinds[random.below(std::uint32_t{kAllShapeKinds.size()})]));
    }
}

/// A pose in float, at a random place in a level.
inline Pose randomPose(Random& random, double reach = 20.0) {
    const glm::vec3 position(random.inBox(reach));
    return {position, glm::quat(random.rotation())};
}

}  // namespace sat3d::test
