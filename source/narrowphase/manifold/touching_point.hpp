#pragma once

/// @file
/// Manifolds of shapes that touch in one point.

#include "narrowphase/manifold/support_feature.hpp"
#include "narrowphase/pair/canonical_order.hpp"
#include "narrowphase/pair/feature_id.hpp"
#include "shapes/basic/box_topology.hpp"

#include <sat3d/narrowphase/manifold.hpp>
#include <sat3d/narrowphase/penetration.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>

#include <array>
#include <cstdint>

namespace sat3d::SAT3D_ABI {

/// Whether A comes first in the ids of points.
[[nodiscard]] inline bool isFirstInIds(ShapeRef a, ShapeRef b, const glm::vec3& normalAToB) {
    const int order = compareShapes(a, b);
    return order == 0 ? isNamedFirst(normalAToB) : order < 0;
}

[[nodiscard]] inline std::uint64_t idOfTouch(ShapeRef a, ShapeRef b, const glm::vec3& normalAToB,
                                             const FeaturePair& features) {
    const auto edgesOf = [](ShapeRef shape) {
        return [shape](std::uint32_t edge) {
            if (shape.kind() == ShapeRef::Kind::ConvexHull) {
                const auto& [from, to] = shape.hull().data().mesh.edges[edge].vertices;
                return ConvexProxy::Edge{from, to};
            }
            const auto [from, to] = shape.kind() == ShapeRef::Kind::Box ? endsOfBoxEdge(edge)
                                                                        : std::array<std::uint32_t, 2>{0, 1};
            return ConvexProxy::Edge{from, to};
        };
    };
    const std::uint64_t id = contactIdOf(features, edgesOf(a), edgesOf(b)), mirrored = id << 32 | id >> 32;
    return id == mirrored || isFirstInIds(a, b, normalAToB) ? id : mirrored;
}

[[nodiscard]] inline std::uint32_t tagOfFace(ShapeRef shape, std::uint32_t face) {
    return shape.kind() == ShapeRef::Kind::ConvexHull ? shape.hull().data().faceTags[face] : 0;
}

/// The tag of the face of a shape at the touching point. 0 unless the shape is a hull with tags.
/// @param isFace, index  whether the point lies on a face, and on which
template <class T>
[[nodiscard]] std::uint32_t tagOfTouch(ShapeRef shape, const BasicPose<T>& pose, bool isFace,
                                       std::uint32_t index, const glm::vec3& outward) {
    if (shape.kind() != ShapeRef::Kind::ConvexHull || !shape.hull().data().hasTags) {
        return 0;
    }
    return isFace ? tagOfFace(shape, index)
                  : tagToward(ConvexProxy(shape, localToWorld(pose)), glm::dvec3(outward));
}

/// A point where shapes touch, or are closest.
template <class T>
struct TouchingPoint {
    glm::vec<3, T> position;  ///< midway between the surfaces, in the world
    glm::vec3 normalAToB;
    float separation;
    FeaturePair features;
};

/// Writes the manifold with the touching point as its only contact.
/// @param manifold  default-constructed
template <class T>
void writeTouchingPoint(const PosedPair<T>& pair, float margin, const TouchingPoint<T>& touch,
                        BasicManifold<T>& manifold) {
    const auto& [position, normal, separation, features] = touch;
    manifold.normal = normal;
    manifold.pointCount = 1;
    BasicContactPoint<T>& point = manifold.pointArray[0];
    point.position = position;
    point.separation = separation;
    point.id = idOfTouch(pair.a, pair.b, normal, features);
    manifold.penetration.normal = normal;
    manifold.penetration.depth = margin - separation;
    manifold.penetration.features = features;
    manifold.faceTagA =
        tagOfTouch(pair.a, pair.poseA, features.kind == FeaturePair::Kind::FaceA, features.a, normal);
    manifold.faceTagB =
        tagOfTouch(pair.b, pair.poseB, features.kind == FeaturePair::Kind::FaceB, features.b, -normal);
}

}  // namespace sat3d::SAT3D_ABI
