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

/// As coreDistance() of a point has them.
FeaturePair featuresOf(const NearestOnBox& nearest) {
    using Kind = FeaturePair::Kind;
    switch (std::popcount(nearest.freeAxes)) {
        case 0:
            return {Kind::Vertices, 0, nearest.corner};
        case 1:
            return {Kind::VertexAndEdge, 0, CoreShape::boxEdge(nearest.freeAxes / 2, nearest.corner)};
        default: {
            const std::uint32_t axis = (~nearest.freeAxes & 7u) / 2;
            return {Kind::FaceOfB, 0, 2 * axis + (nearest.corner >> axis & 1u)};
        }
    }
}

template <class T>
bool separate(const Sphere& ball, const BasicPose<T>& poseA, const Box& box, const BasicPose<T>& poseB,
              const SeparationQuery& query, WorldSeparation<T>& answer) {
    const glm::dvec3 positionA(poseA.position), center = coreOf(ball, poseA).place;
    const glm::dquat toWorld = rotationOf(poseB), axes(box.rotation);
    const bool isTurned = axes.x != 0.0 || axes.y != 0.0 || axes.z != 0.0;
    SAT3D_ASSERT(!isTurned || isUnit(axes), "a box's rotation must have unit length");
    glm::dvec3 inBox = rotated(glm::conjugate(toWorld), (positionA - glm::dvec3(poseB.position)) + center) -
                       glm::dvec3(box.center);
    if (isTurned) {
        inBox = rotated(glm::conjugate(axes), inBox);
    }
    const glm::dvec3 half(box.halfExtents);
    const NearestOnBox nearest(inBox, half);
    glm::dvec3 apart = nearest.point - inBox;
    const double squared = glm::dot(apart, apart);
    if (!(squared > kTouchingCores * kTouchingCores * (glm::dot(half, half) + glm::dot(inBox, inBox)))) {
        return false;  // also where a pose is not a number
    }
    const double radius = ball.radius, farthest = radius + query.limit;
    if (squared > kClearlyFarther * farthest * farthest) {
        return true;
    }
    apart = rotated(toWorld, isTurned ? rotated(axes, apart) : apart);
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

}  // namespace

bool separateBallAndBox(const Sphere& ball, const Pose& poseA, const Box& box, const Pose& poseB,
                        const SeparationQuery& query, WorldSeparation<float>& answer) {
    return separate(ball, poseA, box, poseB, query, answer);
}
bool separateBallAndBox(const Sphere& ball, const DPose& poseA, const Box& box, const DPose& poseB,
                        const SeparationQuery& query, WorldSeparation<double>& answer) {
    return separate(ball, poseA, box, poseB, query, answer);
}

}  // namespace sat3d::inline SAT3D_ABI
