#include "narrowphase/separation/sphere_capsule.hpp"

#include "narrowphase/convex/sphere_capsule_core.hpp"
#include "narrowphase/convex/tolerances.hpp"
#include "narrowphase/distance/gjk.hpp"
#include "narrowphase/pair/canonical_order.hpp"

#include <glm/geometric.hpp>

#include <cmath>

namespace sat3d::inline SAT3D_ABI {

namespace {

/// Closest points of two cores. @param between  from A's position to B's
inline SegmentParameters nearestOf(const PointCore&, const PointCore&, const glm::dvec3&) {
    return {};
}
inline SegmentParameters nearestOf(const SegmentCore& a, const PointCore& b, const glm::dvec3& between) {
    return {clampedParameter(glm::dot(a.along, between + (b.center - a.start)), a.squaredLength()), 0.0};
}
inline SegmentParameters nearestOf(const PointCore& a, const SegmentCore& b, const glm::dvec3& between) {
    return {0.0, nearestOf(b, a, -between).onA};
}
/// Source: C. Ericson, Real-Time Collision Detection, 5.1.9.
inline SegmentParameters nearestOf(const SegmentCore& a, const SegmentCore& b, const glm::dvec3& between) {
    const glm::dvec3 fromStart = between + (b.start - a.start);
    const double squaredA = a.squaredLength(), squaredB = b.squaredLength(),
                 both = glm::dot(a.along, b.along);
    const double fromA = glm::dot(a.along, fromStart), fromB = glm::dot(b.along, fromStart);
    // For nearly parallel segments, `middle` is inaccurate. But it then hardly changes the distance: at a
    // sine of 1e-8, by 1e-8 of the segments' length.
    const double middle =
        clampedParameter(fromA * squaredB - both * fromB, squaredA * squaredB - both * both);
    const double ofB = clampedParameter(middle * both - fromB, squaredB);
    return {clampedParameter(fromA + ofB * both, squaredA), ofB};
}

template <class T, class A, class B>
bool separatePair(const A& a, const BasicPose<T>& poseA, const B& b, const BasicPose<T>& poseB,
                  const SeparationQuery& query, WorldSeparation<T>& answer) {
    const glm::dvec3 positionA(poseA.position), positionB(poseB.position);
    const auto coreA = coreOf(a, poseA);
    const auto coreB = coreOf(b, poseB);
    const glm::dvec3 between = positionB - positionA;
    const SegmentParameters nearest = nearestOf(coreA, coreB, between);
    const glm::dvec3 &onA = coreA.at(nearest.onA), &onB = coreB.at(nearest.onB);
    const glm::dvec3 apart = between + (onB - onA);
    const double squared = glm::dot(apart, apart);
    if (!(squared > kTouchingCores * kTouchingCores * (coreA.squaredLength() + coreB.squaredLength()))) {
        return false;  // also for NaN
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

/// Whether A is the second of two capsules in the order of the computation. Any order that does not depend on
/// the caller is valid. Usually the lengths of the capsules decide.
template <class T>
bool isSecond(const PosedPair<T>& pair) {
    const glm::vec3 alongA = pair.a.capsule().end - pair.a.capsule().start,
                    alongB = pair.b.capsule().end - pair.b.capsule().start;
    const float squaredA = glm::dot(alongA, alongA), squaredB = glm::dot(alongB, alongB);
    return squaredA < squaredB || squaredB < squaredA ? squaredB < squaredA : needsSwap(pair);
}

}  // namespace

template <class T>
bool separateSphereCapsule(const PosedPair<T>& pair, const SeparationQuery& query,
                           WorldSeparation<T>& answer) {
    const auto& [a, poseA, b, poseB, isSwapped] = pair;
    if (a.kind() == ShapeRef::Kind::Sphere) {
        return b.kind() == ShapeRef::Kind::Sphere
                   ? separatePair(a.sphere(), poseA, b.sphere(), poseB, query, answer)
                   : separatePair(a.sphere(), poseA, b.capsule(), poseB, query, answer);
    }
    if (b.kind() == ShapeRef::Kind::Sphere) {
        return separatePair(a.capsule(), poseA, b.sphere(), poseB, query, answer);
    }
    // The order changes the bits of two capsules only.
    if (!isSecond(pair)) {
        return separatePair(a.capsule(), poseA, b.capsule(), poseB, query, answer);
    }
    const bool isFound = separatePair(b.capsule(), poseB, a.capsule(), poseA, query, answer);
    flip(answer);
    return isFound;
}
template bool separateSphereCapsule(const PosedPair<float>& pair, const SeparationQuery& query,
                                    WorldSeparation<float>& answer);
template bool separateSphereCapsule(const PosedPair<double>& pair, const SeparationQuery& query,
                                    WorldSeparation<double>& answer);

}  // namespace sat3d::inline SAT3D_ABI
