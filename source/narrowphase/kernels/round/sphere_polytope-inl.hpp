// The gap of a sphere and a box, whose closest point is found by clamping, and of a sphere and a hull.
#if defined(SAT3D_KERNELS_SPHERE_POLYTOPE_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_KERNELS_SPHERE_POLYTOPE_INL_HPP
#undef SAT3D_KERNELS_SPHERE_POLYTOPE_INL_HPP
#else
#define SAT3D_KERNELS_SPHERE_POLYTOPE_INL_HPP
#endif

#include "narrowphase/kernels/round/box_core-inl.hpp"
#include "narrowphase/kernels/round/hull_core-inl.hpp"

#include <sat3d/shapes/sphere.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

/// Returns false if a number is not finite.
HWY_INLINE bool findGap(Double4 center, Double4 half, CoreGap& gap) {
    const double squaredSize = dot3(half, half) + dot3(center, center);
    if (!(squaredSize <= std::numeric_limits<double>::max())) {
        return false;
    }
    if (!findNearestPoint(center, half, squaredSize, gap)) {
        const std::uint32_t face =
            findNearestFace(center, center, half, kTiedAxes * squareRoot(squaredSize), gap);
        gap.features = {FeaturePair::Kind::FaceB, 0, face};
    }
    return true;
}

/// @param isSwapped  whether the caller's first shape is the box
HWY_NOINLINE RoundGapStatus gapOfSphereAndPolytope(const Sphere& sphere, const Box& b,
                                                   const PairPlaces& places, bool isSwapped,
                                                   const RoundGapQuery& query, RoundGap& gap) {
    const auto& [rotationA, rotationB, aFromB] = places;
    if (!places.areUsable()) {
        return RoundGapStatus::Undefined;
    }
    const BoxCore box(b, rotationB);
    Double4 center = load4(&sphere.center.x);
    if (sphere.center != glm::vec3(0.0f)) {
        center = rotationA(center);
    }
    const Double4 fromBox = aFromB + center;
    const Double4 inBox = box.inBox(fromBox);
    const double radius = sphere.radius;
    const glm::vec3& half = b.halfExtents;
    if (isDecidedByBall(squareRoot(dot3(inBox, inBox)), std::min({half.x, half.y, half.z}),
                        half.x + half.y + half.z, radius, query)) {
        return RoundGapStatus::WithinLimit;
    }
    CoreGap found{};
    if (!findGap(inBox, box.half(), found)) {
        return RoundGapStatus::Undefined;
    }
    const double separation = found.distance - radius;
    if (separation > query.limit) {
        return RoundGapStatus::BeyondLimit;
    }
    const Double4 normal = box.inWorld(found.normal);
    writeGap(separation, normal, center + all4(radius) * normal, fromBox + all4(found.distance) * normal,
             found.features, false, isSwapped, gap);
    return RoundGapStatus::Found;
}

/// @param isSwapped  whether the caller's first shape is the hull
HWY_NOINLINE RoundGapStatus gapOfSphereAndPolytope(const Sphere& sphere, const HullData& hull,
                                                   const PairPlaces& places, bool isSwapped,
                                                   const RoundGapQuery& query, RoundGap& gap) {
    const auto& [rotationA, rotationB, aFromB] = places;
    if (!(places.areUsable() && hasNearest(hull))) {
        return RoundGapStatus::Undefined;
    }
    Double4 center = load4(&sphere.center.x);
    if (sphere.center != glm::vec3(0.0f)) {
        center = rotationA(center);
    }
    const Double4 fromHull = aFromB + center;
    const glm::dvec3 point = vectorOf(rotationB.inverse(fromHull));
    const CoreOverHull<1> core(hull, {point});
    if (!core.isInReach()) {
        return RoundGapStatus::Undefined;
    }
    const double radius = sphere.radius, limit = query.limit;
    if (isDecidedByBall(core.reach(), hull.kernel.innerRadius, hull.kernel.radius, radius, query)) {
        return RoundGapStatus::WithinLimit;
    }
    const FaceHeight<float> highest = core.highest();
    if (static_cast<double>(highest.height - core.rounding()) > radius + limit) {
        return RoundGapStatus::BeyondLimit;
    }
    CoreGap found{};
    const FaceHeight<double> exact = core.isClearlyOver(highest)
                                         ? FaceHeight<double>{highest.face, highest.height}
                                         : core.exactHighest(highest);
    NearestOnHull nearest;
    if (exact.height > 0.0) {
        nearest = nearestOnHull(hull, point, exact.face);
    }
    if (exact.height > 0.0 && areApart(nearest.squaredDistance, core.squaredSize())) {
        setApart(hull, nearest, scaled(nearest.point - point, nearest.squaredDistance), found);
    } else {
        found.distance = exact.height;
        found.normal = load4(-core.planeOf(exact.face).normal);
        found.features = {FeaturePair::Kind::FaceB, 0, hull.kernel.faceIds[exact.face]};
    }
    const double separation = found.distance - radius;
    if (separation > limit) {
        return RoundGapStatus::BeyondLimit;
    }
    const Double4 normal = rotationB(found.normal);
    writeGap(separation, normal, center + all4(radius) * normal, fromHull + all4(found.distance) * normal,
             found.features, false, isSwapped, gap);
    return RoundGapStatus::Found;
}

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
