#pragma once

/// @file
/// What the contenders from Bullet share.

#include "half_extents.hpp"

#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <memory>
#include <pair_timing/contender.hpp>

namespace sat3d::benchmarks {

struct BulletAnswer {
    btScalar distance = 0;  ///< negative is overlap
    btVector3 normalBToA{0, 0, 0};
};

inline pair_timing::GivenAnswer givenBy(const BulletAnswer& answer) {
    const btVector3 n = -answer.normalBToA;
    return {answer.distance < 0, -double{answer.distance}, glm::dvec3(n.x(), n.y(), n.z())};
}

/// Returns null for hulls that are not boxes.
inline std::unique_ptr<btBoxShape> bulletBox(const ConvexHull& hull) {
    const auto halfExtents = halfExtentsOf(hull);
    return halfExtents
               ? std::make_unique<btBoxShape>(btVector3(halfExtents->x, halfExtents->y, halfExtents->z))
               : nullptr;
}

}  // namespace sat3d::benchmarks
