#include "narrowphase/sweep/closed_forms/sphere_cast.hpp"

#include "geometry/primitives/closest_point.hpp"
#include "narrowphase/convex/sphere_capsule_core.hpp"
#include "narrowphase/pair/visit_shape.hpp"
#include "narrowphase/ray/ray_capsule.hpp"

#include <glm/geometric.hpp>

#include <algorithm>

namespace sat3d::SAT3D_ABI {

namespace {

/// Shapes thinner than this fraction of their path define no normal to float precision.
constexpr double kLeastRadius = 1e-6;

/// Shapes that meet later than after this share of their size and path are apart at first, in spite of
/// rounding.
constexpr double kStartsApart = 1e-5;

template <class T, class B>
std::optional<SphereCastHit> castAgainst(const Sphere& a, const BasicPose<T>& poseA, const B& b,
                                         const BasicPose<T>& poseB, const LinearMotion& motion) {
    const glm::dvec3 positionA(poseA.position), centerA = coreOf(a, poseA).center;
    const glm::dvec3 between = glm::dvec3(poseB.position) - positionA;
    const auto coreB = coreOf(b, poseB);
    // B's core relative to A's center, before the motion.
    const glm::dvec3 start = between + (coreB.at(0.0) - centerA), end = between + (coreB.at(1.0) - centerA);
    const glm::dvec3 relative = glm::dvec3(motion.translationA) - glm::dvec3(motion.translationB);
    const double radius = double(a.radius) + double(b.radius), length = glm::length(relative);
    const double size = glm::length(start) + glm::length(end) + length;
    if (!(radius > kLeastRadius * size && length > 0.0)) {
        return std::nullopt;  // also for NaN
    }
    const Line line{glm::dvec3(0.0), relative / length};
    const RayInterval interval = throughCapsule(line, start, end, radius);
    const double t = std::max(interval.entry.t, 0.0);  // negative if touching shapes overlap by rounding
    SphereCastHit hit;
    const double clear = kStartsApart * size;
    hit.startsApart = interval.isEmpty() || interval.entry.t > clear || interval.exit.t < -clear;
    if (interval.isEmpty() || !(t < length)) {
        return hit;
    }
    const glm::dvec3 center = line.at(t);
    const double onB = closestSegmentParameter(start, end, center);
    const glm::dvec3 normal = glm::normalize(start + onB * (end - start) - center);
    if (!(glm::dot(normal, relative) > 0.0)) {
        return hit;  // touching shapes that slide or part
    }
    hit.fraction = t / length;
    hit.normalAToB = normal;
    hit.point =
        positionA + (centerA + double(a.radius) * normal + hit.fraction * glm::dvec3(motion.translationA));
    hit.features = featuresOf(SegmentParameters{0.0, onB});
    return hit;
}

}  // namespace

template <class T>
std::optional<SphereCastHit> sphereCast(const PosedPair<T>& pair, const LinearMotion& motion) {
    if (pair.a.kind() != ShapeRef::Kind::Sphere) {
        return std::nullopt;
    }
    const auto cast = [&](const auto& b) {
        return castAgainst(pair.a.sphere(), pair.poseA, b, pair.poseB, motion);
    };
    return visitShape(
        pair.b, [&](const Sphere& b) { return cast(b); }, [&](const Capsule& b) { return cast(b); },
        [](const auto&) { return std::optional<SphereCastHit>(); });
}
template std::optional<SphereCastHit> sphereCast(const PosedPair<float>& pair, const LinearMotion& motion);
template std::optional<SphereCastHit> sphereCast(const PosedPair<double>& pair, const LinearMotion& motion);

}  // namespace sat3d::SAT3D_ABI
