#include "narrowphase/sweep/sphere_cast.hpp"

#include "narrowphase/convex/sphere_capsule_core.hpp"
#include "narrowphase/ray/ray_capsule.hpp"

#include <glm/geometric.hpp>

#include <algorithm>

namespace sat3d::inline SAT3D_ABI {

namespace {

using detail::ShapeRef;

/// Thinner than this fraction of their way, shapes show no normal to float precision.
constexpr double kThin = 1e-6;

template <class T, class B>
std::optional<RoundHit> ballAgainst(const Sphere& a, const BasicPose<T>& poseA, const B& b,
                                    const BasicPose<T>& poseB, const LinearMotion& motion) {
    const glm::dvec3 positionA(poseA.position), centerA = coreOf(a, poseA).place;
    const glm::dvec3 between = glm::dvec3(poseB.position) - positionA;
    const auto coreB = coreOf(b, poseB);
    // B's core, as A's centre sees it before the step.
    const glm::dvec3 start = between + (coreB.at(0.0) - centerA), end = between + (coreB.at(1.0) - centerA);
    const glm::dvec3 way = glm::dvec3(motion.ofA) - glm::dvec3(motion.ofB);
    const double radius = double(a.radius) + double(b.radius), length = glm::length(way);
    if (!(radius > kThin * (glm::length(start) + glm::length(end) + length))) {
        return std::nullopt;  // also where a pose is not a number
    }
    const Line line{glm::dvec3(0.0), way / length};
    const Span span = throughRound(line, start, end, radius);
    const double t = std::max(span.entry.t, 0.0);  // they touch, and rounding has it that they overlap
    RoundHit hit;
    if (span.isEmpty() || !(t < length)) {
        return hit;
    }
    const glm::dvec3 center = line.at(t);
    const double share = nearestShare(center, start, end);
    const glm::dvec3 normal = glm::normalize(start + share * (end - start) - center);
    if (!(glm::dot(normal, way) > 0.0)) {
        return hit;  // they touch, and slide or part
    }
    hit.fraction = t / length;
    hit.normalAToB = normal;
    hit.point = positionA + (centerA + double(a.radius) * normal + hit.fraction * glm::dvec3(motion.ofA));
    hit.features = featuresOf(Shares{0.0, share});
    return hit;
}

template <class T>
std::optional<RoundHit> sweepRound(const ShapeRef& a, const BasicPose<T>& poseA, const ShapeRef& b,
                                   const BasicPose<T>& poseB, const LinearMotion& motion) {
    if (a.kind() != ShapeRef::Kind::Sphere) {
        return std::nullopt;
    }
    switch (b.kind()) {
        case ShapeRef::Kind::Sphere:
            return ballAgainst(a.sphere(), poseA, b.sphere(), poseB, motion);
        case ShapeRef::Kind::Capsule:
            return ballAgainst(a.sphere(), poseA, b.capsule(), poseB, motion);
        default:
            return std::nullopt;
    }
}

}  // namespace

std::optional<RoundHit> sweepRoundPair(ShapeRef a, const Pose& poseA, ShapeRef b, const Pose& poseB,
                                       const LinearMotion& motion) {
    return sweepRound(a, poseA, b, poseB, motion);
}
std::optional<RoundHit> sweepRoundPair(ShapeRef a, const DPose& poseA, ShapeRef b, const DPose& poseB,
                                       const LinearMotion& motion) {
    return sweepRound(a, poseA, b, poseB, motion);
}

}  // namespace sat3d::inline SAT3D_ABI
