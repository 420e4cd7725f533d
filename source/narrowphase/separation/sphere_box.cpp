#include "narrowphase/separation/sphere_box.hpp"

#include "math/unit_rotation.hpp"
#include "narrowphase/convex/sphere_capsule_core.hpp"
#include "narrowphase/convex/tolerances.hpp"
#include "narrowphase/distance/box_distance.hpp"
#include "narrowphase/distance/gjk.hpp"

#include <sat3d/core/assert.hpp>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <bit>
#include <cmath>
#include <cstdint>

namespace sat3d::inline SAT3D_ABI {

namespace {

/// The features that gjk() would name for a point.
FeaturePair featuresOf(const NearestOnBox& nearest) {
    using Kind = FeaturePair::Kind;
    switch (std::popcount(nearest.freeAxes)) {
        case 0:
            return {Kind::VertexVertex, 0, nearest.vertex};
        case 1:
            return {Kind::VertexEdge, 0, ConvexProxy::boxEdge(nearest.freeAxes / 2, nearest.vertex)};
        default: {
            const std::uint32_t axis = (~nearest.freeAxes & 7u) / 2;
            return {Kind::FaceB, 0, 2 * axis + (nearest.vertex >> axis & 1u)};
        }
    }
}

}  // namespace

template <class T>
bool separateSphereBox(const PosedPair<T>& pair, const SeparationQuery& query, WorldSeparation<T>& answer) {
    const Sphere& sphere = pair.a.sphere();
    const Box& box = pair.b.box();
    const auto &poseA = pair.poseA, &poseB = pair.poseB;
    const glm::dvec3 positionA(poseA.position), center = coreOf(sphere, poseA).center;
    const glm::dquat toWorld = rotationOf(poseB), axes(box.rotation);
    const bool isRotated = axes.x != 0.0 || axes.y != 0.0 || axes.z != 0.0;
    SAT3D_ASSERT(!isRotated || isUnit(axes), "a box's rotation must have unit length");
    glm::dvec3 inBox = rotated(glm::conjugate(toWorld), (positionA - glm::dvec3(poseB.position)) + center) -
                       glm::dvec3(box.center);
    if (isRotated) {
        inBox = rotated(glm::conjugate(axes), inBox);
    }
    const glm::dvec3 half(box.halfExtents);
    const NearestOnBox nearest(inBox, half);
    glm::dvec3 apart = nearest.point - inBox;
    const double squared = glm::dot(apart, apart);
    if (!(squared > kTouchingCores * kTouchingCores * (glm::dot(half, half) + glm::dot(inBox, inBox)))) {
        return false;  // also for NaN
    }
    const double radius = sphere.radius, farthest = radius + query.limit;
    if (squared > kClearlyFarther * farthest * farthest) {
        return true;
    }
    apart = rotated(toWorld, isRotated ? rotated(axes, apart) : apart);
    const double distance = std::sqrt(squared);
    const glm::dvec3 normal = apart / distance;
    answer.separation = static_cast<float>(distance - radius);
    answer.normal = glm::vec3(normal);
    answer.features = featuresOf(nearest);
    if (query.points == Points::Yes) {
        answer.pointA = glm::vec<3, T>(positionA + (center + radius * normal));
        answer.pointB = glm::vec<3, T>(positionA + (center + apart));
    }
    return true;
}

template bool separateSphereBox(const PosedPair<float>& pair, const SeparationQuery& query,
                                WorldSeparation<float>& answer);
template bool separateSphereBox(const PosedPair<double>& pair, const SeparationQuery& query,
                                WorldSeparation<double>& answer);

}  // namespace sat3d::inline SAT3D_ABI
