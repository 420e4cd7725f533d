#pragma once

/// @file
/// A convex shape in a pose.

#include "support/random_convex.hpp"

#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/shape.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <cstddef>

namespace sat3d::test {

/// Half the diagonal of the shape's bounding box.
inline double radiusOf(const ConvexShape& shape) {
    const Aabb box = bounds(shape, Pose{});
    return 0.5 * glm::length(glm::dvec3(box.upper) - glm::dvec3(box.lower));
}

struct Posed {
    ConvexShape shape;
    DPose pose;

    /// The center of the bounding box in the world.
    [[nodiscard]] glm::dvec3 middle() const { return glm::dvec3(bounds(shape, pose).center()); }
    [[nodiscard]] double radius() const { return radiusOf(shape); }
};

inline Posed randomPosed(Random& random, std::size_t type, double reach) {
    return {randomConvex(random, type), {random.inBox(reach), random.rotation()}};
}

}  // namespace sat3d::test
