#pragma once

/// @file
/// Converts hulls and poses to Bullet's types.

#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/convex_hull.hpp>

#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <LinearMath/btTransform.h>
#include <memory>

namespace sat3d::benchmarks {

/// Returns a hull without a margin, so that answers are exact.
inline std::unique_ptr<btConvexHullShape> bulletHull(const ConvexHull& hull) {
    auto result = std::make_unique<btConvexHullShape>();
    for (const glm::vec3& vertex : hull.vertices()) {
        result->addPoint(btVector3(vertex.x, vertex.y, vertex.z), false);
    }
    result->recalcLocalAabb();
    result->setMargin(0);
    return result;
}

inline btVector3 bulletVector(const glm::vec3& v) {
    return {v.x, v.y, v.z};
}

inline btTransform bulletPose(const Pose& pose) {
    const auto& q = pose.rotation;
    return btTransform(btQuaternion(q.x, q.y, q.z, q.w), bulletVector(pose.position));
}

}  // namespace sat3d::benchmarks
