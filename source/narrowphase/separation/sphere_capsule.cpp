#include "narrowphase/separation/sphere_capsule.hpp"

#include "narrowphase/convex/sphere_capsule_core.hpp"
#include "narrowphase/convex/tolerances.hpp"
#include "narrowphase/distance/gjk.hpp"
#include "narrowphase/pair/canonical_order.hpp"

#include <glm/geometric.hpp>

#include <cmath>

namespace sat3d::inline SAT3D_ABI {

namespace {

using detail::ShapeRef;

/// @param between  from A's position to B's, here and below
inline Shares nearestOf(const PointCore&, const PointCore&, const glm::dvec3&) {
    return {};
}
inline Shares nearestOf(const SegmentCore& a, const PointCore& b, const glm::dvec3& between) {
    return {clampedShare(glm::dot(a.along, between + (b.place - a.start)), a.squaredLength()), 0.0};
}
inline Shares nearestOf(const PointCore& a, const SegmentCore& b, const glm::dvec3& between) {
    return {0.0, nearestOf(b, a, -between).ofA};
}
/// C. Ericson: Real-Time Collision Detection, 5.1.9.
inline Shares nearestOf(const SegmentCore& a, const SegmentCore& b, const glm::dvec3& between) {
    const glm::dvec3 fromStart = between + (b.start - a.start);
    const double squaredA = a.squaredLength(), squaredB = b.squaredLength(),
                 both = glm::dot(a.along, b.along);
    const double fromA = glm::dot(a.along, fromStart), fromB = glm::dot(b.along, fromStart);
    // Of segments all but parallel the middle drowns in rounding, but then it costs next to nothing of the
    // distance: at a sine of 1e-8, where nothing is left of it, that much of their length.
    const double middle = clampedShare(fromA * squaredB - both * fromB, squaredA * squaredB - both * both);
    const double ofB = clampedShare(middle * both - fromB, squaredB);
    return {clampedShare(fromA + ofB * both, squaredA), ofB};
}

template <class T, class A, class B>
bool separatePair(const A& a, const BasicPose<T>& poseA, const B& b, const BasicPose<T>& poseB,
                  const SeparationQuery& query, WorldSeparation<T>& answer) {
    const glm::dvec3 positionA(poseA.position), positionB(poseB.position);
    const auto coreA = coreOf(a, poseA);
    const auto coreB = coreOf(b, poseB);
    const glm::dvec3 between = positionB - positionA;
    const Shares nearest = nearestOf(coreA, coreB, between);
    const glm::dvec3 &onA = coreA.at(nearest.ofA), &onB = coreB.at(nearest.ofB);
    const glm::dvec3 apart = between + (onB - onA);
    const double squared = glm::dot(apart, apart);
    if (!(squared > kTouchingCores * kTouchingCores * (coreA.squaredLength() + coreB.squaredLength()))) {
        return false;  // also where a pose is not a number
    }
    const double radiusA = a.radius, radiusB = b.radius, farthest = radiusA + radiusB + query.limit;
    if (squared > kClearlyFarther * farthest * farthest) {
        return true;
    }
    const double distance = std::sqrt(squared);
    const glm::dvec3 normal = apart / distance;
    answer.separation = static_cast<float>(distance - (radiusA + radiusB));
    answer.normal = glm::vec3(normal);
    answer.features = featuresOf(nearest);
    if (query.points == Points::Yes) {
        answer.pointA = glm::vec<3, T>(positionA + (onA + radiusA * normal));
        answer.pointB = glm::vec<3, T>(positionB + (onB - radiusB * normal));
    }
    return true;
}

/// Of two capsules, any order will do: mostly their lengths tell one.
template <class T>
bool isSecond(const Capsule& a, const BasicPose<T>& poseA, const Capsule& b, const BasicPose<T>& poseB) {
    const glm::vec3 alongA = a.end - a.start, alongB = b.end - b.start;
    const float squaredA = glm::dot(alongA, alongA), squaredB = glm::dot(alongB, alongB);
    return squaredA < squaredB || squaredB < squaredA ? squaredB < squaredA : comesSecond(a, poseA, b, poseB);
}

/// All but two capsules give the same bits in either order; those are put in one.
template <class T>
bool separateRound(const ShapeRef& a, const BasicPose<T>& poseA, const ShapeRef& b, const BasicPose<T>& poseB,
                   const SeparationQuery& query, WorldSeparation<T>& answer) {
    if (a.kind() == ShapeRef::Kind::Sphere) {
        return b.kind() == ShapeRef::Kind::Sphere
                   ? separatePair(a.sphere(), poseA, b.sphere(), poseB, query, answer)
                   : separatePair(a.sphere(), poseA, b.capsule(), poseB, query, answer);
    }
    if (b.kind() == ShapeRef::Kind::Sphere) {
        return separatePair(a.capsule(), poseA, b.sphere(), poseB, query, answer);
    }
    if (!isSecond(a.capsule(), poseA, b.capsule(), poseB)) {
        return separatePair(a.capsule(), poseA, b.capsule(), poseB, query, answer);
    }
    const bool isFound = separatePair(b.capsule(), poseB, a.capsule(), poseA, query, answer);
    turnRound(answer);
    return isFound;
}

}  // namespace

bool separateRoundPair(const ShapeRef& a, const Pose& poseA, const ShapeRef& b, const Pose& poseB,
                       const SeparationQuery& query, WorldSeparation<float>& answer) {
    return separateRound(a, poseA, b, poseB, query, answer);
}
bool separateRoundPair(const ShapeRef& a, const DPose& poseA, const ShapeRef& b, const DPose& poseB,
                       const SeparationQuery& query, WorldSeparation<double>& answer) {
    return separateRound(a, poseA, b, poseB, query, answer);
}

}  // namespace sat3d::inline SAT3D_ABI
