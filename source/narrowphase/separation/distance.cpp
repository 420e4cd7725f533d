#include "narrowphase/separation/separation.hpp"

#include <sat3d/narrowphase/distance.hpp>

namespace sat3d::inline SAT3D_ABI::detail {

namespace {

template <class T>
BasicDistance<T> distanceOf(const ShapeRef& a, const BasicPose<T>& poseA, const ShapeRef& b,
                            const BasicPose<T>& poseB) {
    SeparationQuery query;
    query.points = Points::Yes;
    const WorldSeparation<T> answer = separationInWorld(a, poseA, b, poseB, query);
    return {answer.separation, answer.normal, answer.pointA, answer.pointB, answer.features, answer.pieces};
}

}  // namespace

Distance distance(ShapeRef a, const Pose& poseA, ShapeRef b, const Pose& poseB) {
    return distanceOf(a, poseA, b, poseB);
}
DDistance distance(ShapeRef a, const DPose& poseA, ShapeRef b, const DPose& poseB) {
    return distanceOf(a, poseA, b, poseB);
}

}  // namespace sat3d::inline SAT3D_ABI::detail
