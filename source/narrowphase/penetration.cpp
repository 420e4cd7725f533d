#include "narrowphase/hull_pair.hpp"
#include "narrowphase/plane_sat.hpp"

#include <sat3d/narrowphase/penetration.hpp>

namespace sat3d::inline SAT3D_ABI {

namespace {

/// The pair in the order given, which is the one that isTurnedRound asks for.
template <class T>
std::optional<Penetration> penetrationInOrder(const ConvexHull& a, const BasicPose<T>& poseA,
                                              const ConvexHull& b, const BasicPose<T>& poseB) {
    const RigidTransform bInA = poseBInA(poseA, poseB);
    if (!(sphereSeparation(a, b, bInA).separation < 0.0)) {
        return std::nullopt;  // also where a pose is not a number
    }
    const PlaneSatResult best = planeSat(a, b, bInA);
    return toPenetration(localToWorld(poseA).rotation * best.normalAToB, best.separation, best.features);
}

template <class T>
std::optional<Penetration> penetrationInEitherOrder(const ConvexHull& a, const BasicPose<T>& poseA,
                                                    const ConvexHull& b, const BasicPose<T>& poseB) {
    if (!isTurnedRound(a, poseA, b, poseB)) {
        return penetrationInOrder(a, poseA, b, poseB);
    }
    auto result = penetrationInOrder(b, poseB, a, poseA);
    if (result) {
        result->normal = -result->normal;
        result->features = turnedRound(result->features);
    }
    return result;
}

}  // namespace

bool overlaps(const ConvexHull& a, const Pose& poseA, const ConvexHull& b, const Pose& poseB) {
    return penetration(a, poseA, b, poseB).has_value();
}
bool overlaps(const ConvexHull& a, const DPose& poseA, const ConvexHull& b, const DPose& poseB) {
    return penetration(a, poseA, b, poseB).has_value();
}

std::optional<Penetration> penetration(const ConvexHull& a, const Pose& poseA, const ConvexHull& b,
                                       const Pose& poseB) {
    return penetrationInEitherOrder(a, poseA, b, poseB);
}
std::optional<Penetration> penetration(const ConvexHull& a, const DPose& poseA, const ConvexHull& b,
                                       const DPose& poseB) {
    return penetrationInEitherOrder(a, poseA, b, poseB);
}

}  // namespace sat3d::inline SAT3D_ABI
