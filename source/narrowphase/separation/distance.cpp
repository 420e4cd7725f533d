#include "narrowphase/kernels/round/round_kernels.hpp"
#include "narrowphase/separation/separation.hpp"

#include <sat3d/narrowphase/distance.hpp>

namespace sat3d::SAT3D_ABI {

template <class T>
BasicDistance<T> distance(ShapeRef a, const BasicPose<T>& poseA, ShapeRef b,
                          const std::type_identity_t<BasicPose<T>>& poseB) {
    const PosedPair<T> pair{a, poseA, b, poseB};
    SeparationQuery query;
    query.points = Points::Yes;
    // Reads the gap directly: a WorldSeparation in between would take as long as the gap.
    RoundGap gap;
    if (hasRoundGap(a, b) && roundGapKernel(pair, {query.limit, true}, gap) == RoundGapStatus::Found) {
        return {gap.separation,
                gap.normalAToB(),
                gap.touchingPoint(0, poseA),
                gap.touchingPoint(1, poseB),
                gap.features(),
                {}};
    }
    const WorldSeparation<T> answer = separationInWorld<T>(pair, query);
    return {answer.separation, answer.normal, answer.pointA, answer.pointB, answer.features, answer.children};
}
template SAT3D_API Distance distance(ShapeRef, const Pose&, ShapeRef, const Pose&);
template SAT3D_API DDistance distance(ShapeRef, const DPose&, ShapeRef, const DPose&);

}  // namespace sat3d::SAT3D_ABI
