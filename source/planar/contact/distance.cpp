#include "planar/contact/canonical_planar_order.hpp"
#include "planar/contact/circle_gap.hpp"
#include "planar/contact/planar_children.hpp"
#include "planar/polygon/planar_vectors.hpp"
#include "planar/shapes/planar_pose_contract.hpp"

#include <sat3d/planar/distance.hpp>

#include <limits>

namespace sat3d::SAT3D_ABI {

namespace {

constexpr float kNoPlanarDistance = std::numeric_limits<float>::infinity();

template <class T>
BasicPlanarDistance<T> distanceInOrder(const PlanarPair<T>& pair) {
    BasicPlanarDistance<T> answer{kNoPlanarDistance, {}, {}, {}, {}, {}};
    using Point = glm::vec<2, T>;
    double limit = std::numeric_limits<double>::infinity();
    if (CircleGap gap; isCircleAndConvex(pair)) {
        if (findCircleGap(pair, limit, gap)) {
            answer = {static_cast<float>(gap.separation),
                      glm::vec2(gap.normal),
                      Point(gap.pointA),
                      Point(gap.pointB),
                      gap.features,
                      {}};
        }
        return answer;
    }
    forEachGap(shapesOf(pair), limit,
               [&](const PlanarProxy& a, const PlanarProxy& b, const PlanarTransform&, const PlanarGap& gap) {
                   const auto separation = static_cast<float>(gap.separation);
                   if (!(separation < answer.separation)) {
                       return;  // the first of equals, as for penetration() and collide()
                   }
                   limit = gap.separation;
                   answer.separation = separation;
                   answer.normal = glm::vec2(rotatedBy(a.toWorld().rotation, gap.normal));
                   answer.pointA = Point(a.toWorld() * (gap.pointA + a.radius() * gap.normal));
                   answer.pointB = Point(a.toWorld() * (gap.pointB - b.radius() * gap.normal));
                   answer.features = gap.features;
                   answer.children = gap.children;
               });
    return answer;
}

}  // namespace

template <class T>
BasicPlanarDistance<T> distance(PlanarShapeRef a, const BasicPlanarPose<T>& poseA, PlanarShapeRef b,
                                const std::type_identity_t<BasicPlanarPose<T>>& poseB) {
    const PlanarPair<T> pair{a, poseA, b, poseB};
    if (!isUsable(pair)) {
        return {kNoPlanarDistance, {}, {}, {}, {}, {}};
    }
    return inOrder(queryOrderOf(pair).swaps, pair,
                   [](const PlanarPair<T>& ordered) { return distanceInOrder(ordered); });
}

template SAT3D_API PlanarDistance distance(PlanarShapeRef, const PlanarPose&, PlanarShapeRef,
                                           const PlanarPose&);
template SAT3D_API DPlanarDistance distance(PlanarShapeRef, const DPlanarPose&, PlanarShapeRef,
                                            const DPlanarPose&);

}  // namespace sat3d::SAT3D_ABI
