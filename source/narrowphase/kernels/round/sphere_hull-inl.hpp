// The gap of a sphere and a hull.
#if defined(SAT3D_KERNELS_SPHERE_HULL_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_KERNELS_SPHERE_HULL_INL_HPP
#undef SAT3D_KERNELS_SPHERE_HULL_INL_HPP
#else
#define SAT3D_KERNELS_SPHERE_HULL_INL_HPP
#endif

#include "narrowphase/kernels/round/hull_core-inl.hpp"

#include <sat3d/shapes/sphere.hpp>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

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
