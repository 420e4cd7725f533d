#include "narrowphase/separation/separation.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/narrowphase/penetration.hpp>

namespace sat3d::inline SAT3D_ABI::detail {

namespace {

template <class T>
std::optional<Penetration> penetrationOf(const ShapeRef& a, const BasicPose<T>& poseA, const ShapeRef& b,
                                         const BasicPose<T>& poseB, float margin) {
    SAT3D_ASSERT(margin >= 0.0f, "a margin must not be negative");
    SeparationQuery query;
    query.limit = margin;
    const WorldSeparation<T> answer = separationInWorld(a, poseA, b, poseB, query);
    // Made where it is to be: copied as a whole, it would wait for its numbers to be written.
    std::optional<Penetration> found;
    if (answer.separation < margin) {  // never where a pose is not a number
        found.emplace();
        found->normal = answer.normal;
        found->depth = margin - answer.separation;
        // Number by number, as it was written just now: as a whole it would be waited for.
        found->features.kind = answer.features.kind;
        found->features.a = answer.features.a;
        found->features.b = answer.features.b;
        found->pieces = answer.pieces;
    }
    return found;
}

}  // namespace

std::optional<Penetration> penetration(ShapeRef a, const Pose& poseA, ShapeRef b, const Pose& poseB,
                                       float margin) {
    return penetrationOf(a, poseA, b, poseB, margin);
}
std::optional<Penetration> penetration(ShapeRef a, const DPose& poseA, ShapeRef b, const DPose& poseB,
                                       float margin) {
    return penetrationOf(a, poseA, b, poseB, margin);
}

}  // namespace sat3d::inline SAT3D_ABI::detail
