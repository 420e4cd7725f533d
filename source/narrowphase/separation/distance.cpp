#include "narrowphase/separation/separation.hpp"

#include <sat3d/narrowphase/distance.hpp>

namespace sat3d::inline SAT3D_ABI {

template <class T>
BasicDistance<T> distance(ShapeRef a, const BasicPose<T>& poseA, ShapeRef b,
                          const std::type_identity_t<BasicPose<T>>& poseB) {
    SeparationQuery query;
    query.points = Points::Yes;
    const WorldSeparation<T> answer = separationInWorld<T>({a, poseA, b, poseB}, query);
    return {answer.separation, answer.normal, answer.pointA, answer.pointB, answer.features, answer.children};
}
template SAT3D_API Distance distance(ShapeRef, const Pose&, ShapeRef, const Pose&);
template SAT3D_API DDistance distance(ShapeRef, const DPose&, ShapeRef, const DPose&);

}  // namespace sat3d::inline SAT3D_ABI
