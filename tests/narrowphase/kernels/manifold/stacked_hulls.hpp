#pragma once

/// @file
/// Two hulls on each other.

#include "support/hulls.hpp"
#include "support/random.hpp"

#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/convex_hull.hpp>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <algorithm>

namespace sat3d::test {

struct PosedHull {
    ConvexHull hull;
    DPose pose;
    [[nodiscard]] double radius() const { return double(hull.boundingSphere().radius); }
};

inline double sizeOf(const PosedHull& a, const PosedHull& b) {
    return 0.5 * (a.radius() + b.radius());
}

/// Two prisms on each other, with many vertices in the patch.
struct Stack {
    PosedHull lower, upper;
};
inline Stack stacked(Random& random, const Cloud& lower, const Cloud& upper, double tilt) {
    Stack stack{{hullOf(lower), {}}, {hullOf(upper), {}}};
    const auto top = [](const ConvexHull& hull, float sign) {
        float most = -1e9f;
        for (const glm::vec3& vertex : hull.vertices()) {
            most = std::max(most, sign * vertex.z);
        }
        return double(most);
    };
    stack.upper.pose.rotation =
        glm::angleAxis(random.uniform(0.0, 6.3), glm::dvec3(0, 0, 1)) *
        glm::angleAxis(tilt, glm::normalize(glm::dvec3(random.inBox(1.0).x, 1.0, 0.0)));
    stack.upper.pose.position = 0.3 * random.inBox(1.0);
    stack.upper.pose.position.z =
        top(stack.lower.hull, 1.0f) + top(stack.upper.hull, -1.0f) - 0.005 * sizeOf(stack.lower, stack.upper);
    return stack;
}

}  // namespace sat3d::test
