#pragma once

/// @file
/// Converts shapes and poses of the plane to Box2D's types, and computes manifolds as in Box2D's world.

#include <sat3d/planar/pose.hpp>
#include <sat3d/planar/shape.hpp>

#include <glm/ext/vector_float2.hpp>

#include <array>
#include <box2d/collision.h>
#include <variant>
#include <vector>

namespace sat3d::benchmarks {

inline b2Vec2 box2dVector(const glm::dvec2& v) {
    return {static_cast<float>(v.x), static_cast<float>(v.y)};
}
inline b2WorldTransform box2dPose(const PlanarPose& pose) {
    return {{pose.position.x, pose.position.y}, {pose.rotation.x, pose.rotation.y}};
}

using Box2dShape = std::variant<b2Circle, b2Polygon>;

/// @param shape  a circle, a box around its origin, or a polygon of at most 8 vertices
inline Box2dShape box2dShape(const PlanarShape& shape) {
    if (const auto* circle = std::get_if<Circle>(&shape)) {
        return b2Circle{{circle->center.x, circle->center.y}, circle->radius};
    }
    if (const auto* box = std::get_if<PlanarBox>(&shape)) {
        return b2MakeBox(box->halfExtents.x, box->halfExtents.y);
    }
    std::vector<b2Vec2> points;
    for (const glm::dvec2& vertex : std::get<ConvexPolygon>(shape).vertices()) {
        points.push_back(box2dVector(vertex));
    }
    const b2Hull hull = b2ComputeHull(points.data(), static_cast<int>(points.size()));
    return b2MakePolygon(&hull, 0.0f);
}

/// A manifold in world frame.
struct Box2dManifold {
    struct Point {
        b2Vec2 anchorA, anchorB;  ///< relative to the positions of A and B
        float separation;
    };
    b2Vec2 normalAToB{};
    int pointCount = 0;
    std::array<Point, 2> points;
};

/// Selects the function by the types of the shapes, as Box2D's contact.c does.
/// @param a  not a circle if b is a polygon: Box2D orders the pairs of a world
inline b2LocalManifold box2dCollide(const Box2dShape& a, const Box2dShape& b, b2Transform bInA) {
    if (const auto* polygonB = std::get_if<b2Polygon>(&b)) {
        return b2CollidePolygons(std::get_if<b2Polygon>(&a), polygonB, bInA);
    }
    const auto* circleB = std::get_if<b2Circle>(&b);
    if (const auto* circleA = std::get_if<b2Circle>(&a)) {
        return b2CollideCircles(circleA, circleB, bInA);
    }
    return b2CollidePolygonAndCircle(std::get_if<b2Polygon>(&a), circleB, bInA);
}

/// Computes a manifold as b2UpdateContact() does, without copying impulses. Shapes that are closer than the
/// speculative distance, 2 cm, have a manifold too.
inline Box2dManifold box2dManifold(const Box2dShape& a, const b2WorldTransform& poseA, const Box2dShape& b,
                                   const b2WorldTransform& poseB) {
    const b2LocalManifold local = box2dCollide(a, b, b2InvMulWorldTransforms(poseA, poseB));
    Box2dManifold manifold;
    manifold.pointCount = local.pointCount;
    manifold.normalAToB = b2RotateVector(poseA.q, local.normal);
    const b2Vec2 positionAInB = b2SubPos(poseA.p, poseB.p);
    for (int i = 0; i < local.pointCount; ++i) {
        const b2Vec2 anchorA = b2RotateVector(poseA.q, local.points[i].point);
        manifold.points[static_cast<std::size_t>(i)] = {anchorA, b2Add(anchorA, positionAInB),
                                                        local.points[i].separation};
    }
    return manifold;
}

}  // namespace sat3d::benchmarks
