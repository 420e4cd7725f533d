#pragma once

/// @file
/// Converts hulls and poses to Box3D's types, and computes manifolds as in Box3D's world.

#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/convex_hull.hpp>

#include <glm/ext/vector_float3.hpp>

#include <array>
#include <box3d/collision.h>
#include <cstddef>
#include <memory>
#include <vector>

namespace sat3d::benchmarks {

struct DestroyBox3dHull {
    void operator()(b3HullData* hull) const { b3DestroyHull(hull); }
};
using Box3dHull = std::unique_ptr<b3HullData, DestroyBox3dHull>;

/// Returns null if Box3D cannot build the hull. It allows 128 vertices, 128 edges and 128 faces.
inline Box3dHull box3dHull(const ConvexHull& hull) {
    std::vector<b3Vec3> points;
    for (const glm::vec3& vertex : hull.vertices()) {
        points.push_back({vertex.x, vertex.y, vertex.z});
    }
    const int count = static_cast<int>(points.size());
    return Box3dHull(b3CreateHull(points.data(), count, count));
}

inline b3WorldTransform box3dPose(const Pose& pose) {
    const auto& [p, q] = pose;
    return {{p.x, p.y, p.z}, {{q.x, q.y, q.z}, q.w}};
}

/// A manifold in world frame.
struct Box3dManifold {
    struct Point {
        b3Vec3 anchorA, anchorB;  ///< relative to the positions of A and B
        float separation;
    };
    b3Vec3 normalAToB{};
    std::size_t pointCount = 0;
    std::array<Point, B3_MAX_MANIFOLD_POINTS> points;
};

/// Computes a manifold as b3ComputeConvexManifold() does, which is not public, without copying impulses.
/// Points that are separated by less than the speculative distance, 2 cm, belong to it too.
inline Box3dManifold box3dManifold(const b3HullData& a, const b3WorldTransform& poseA, const b3HullData& b,
                                   const b3WorldTransform& poseB, b3SATCache& cache) {
    constexpr int kCapacity = 32;
    std::array<b3LocalManifoldPoint, kCapacity> points;
    b3LocalManifold local{};
    local.points = points.data();
    b3CollideHulls(&local, kCapacity, &a, &b, b3InvMulWorldTransforms(poseA, poseB), &cache);
    Box3dManifold manifold;
    manifold.pointCount = static_cast<std::size_t>(local.pointCount);
    if (manifold.pointCount > 0) {
        const b3Matrix3 rotationA = b3MakeMatrixFromQuat(poseA.q);
        const b3Vec3 positionAInB = b3SubPos(poseA.p, poseB.p);
        manifold.normalAToB = b3MulMV(rotationA, local.normal);
        for (std::size_t i = 0; i < manifold.pointCount; ++i) {
            const b3Vec3 anchorA = b3MulMV(rotationA, points[i].point);
            manifold.points[i] = {anchorA, b3Add(anchorA, positionAInB), points[i].separation};
        }
    }
    return manifold;
}

}  // namespace sat3d::benchmarks
