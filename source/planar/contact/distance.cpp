#include "planar/contact/canonical_planar_order.hpp"
#include "planar/contact/planar_children.hpp"
#include "planar/polygon/planar_vectors.hpp"
#include "planar/shapes/planar_pose_contract.hpp"

#include <sat3d/planar/distance.hpp>

#include <limits>
#include <utility>

namespace sat3d::inline SAT3D_ABI {

namespace {

constexpr float kNoPlanarDistance = std::numeric_limits<float>::infinity();

template <class T>
BasicPlanarDistance<T> distanceInOrder(const PlanarPair<T>& pair) {
    ChildGap least;
    if (!findLeastGap(pair.a, localToWorld(pair.poseA), pair.b, localToWorld(pair.poseB),
                      std::numeric_limits<double>::infinity(), least)) {
        return {kNoPlanarDistance, {}, {}, {}, {}};
    }
    const auto& [gap, aToWorld, radiusA, radiusB] = least;
    using Point = glm::vec<2, T>;
    return {static_cast<float>(gap.separation), glm::vec2(rotatedBy(aToWorld.rotation, gap.normal)),
            Point(aToWorld * (gap.pointA + radiusA * gap.normal)),
            Point(aToWorld * (gap.pointB - radiusB * gap.normal)), gap.features};
}

}  // namespace

template <class T>
BasicPlanarDistance<T> distance(PlanarShapeRef a, const BasicPlanarPose<T>& poseA, PlanarShapeRef b,
                                const std::type_identity_t<BasicPlanarPose<T>>& poseB) {
    if (!isUsable(poseA) || !isUsable(poseB)) {
        return {kNoPlanarDistance, {}, {}, {}, {}};
    }
    const PlanarPair<T> pair{a, poseA, b, poseB};
    if (!orderOf(pair).swaps) {
        return distanceInOrder(pair);
    }
    BasicPlanarDistance<T> answer = distanceInOrder(pair.flipped());
    answer.normal = -answer.normal;
    std::swap(answer.pointA, answer.pointB);
    flip(answer.features);
    return answer;
}

template PlanarDistance distance(PlanarShapeRef, const PlanarPose&, PlanarShapeRef, const PlanarPose&);
template DPlanarDistance distance(PlanarShapeRef, const DPlanarPose&, PlanarShapeRef, const DPlanarPose&);

}  // namespace sat3d::inline SAT3D_ABI
