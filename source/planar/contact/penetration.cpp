#include "core/enum_names.hpp"
#include "planar/contact/canonical_planar_order.hpp"
#include "planar/contact/circle_gap.hpp"
#include "planar/contact/planar_children.hpp"
#include "planar/contact/planar_penetration.hpp"
#include "planar/shapes/planar_pose_contract.hpp"

#include <sat3d/planar/penetration.hpp>

namespace sat3d::SAT3D_ABI {

namespace {

template <class T>
std::optional<PlanarPenetration> penetrationInOrder(const PlanarPair<T>& pair, float margin) {
    std::optional<PlanarPenetration> deepest;
    if (CircleGap gap; isCircleAndConvex(pair)) {
        if (findCircleGap(pair, double(margin), gap)) {
            if (const float depth = depthOf(gap.separation, margin); depth > 0.0f) {
                deepest = {glm::vec2(gap.normal), depth, gap.features, {}};
            }
        }
        return deepest;
    }
    double limit = margin;
    forEachGap(shapesOf(pair), limit,
               [&](const PlanarProxy& a, const PlanarProxy&, const PlanarTransform&, const PlanarGap& gap) {
                   const float depth = depthOf(gap.separation, margin);
                   if (depth > (deepest ? deepest->depth : 0.0f)) {
                       limit = gap.separation;
                       writePenetration(gap, a.toWorld(), depth, deepest.emplace());
                   }
               });
    return deepest;
}

}  // namespace

std::string_view toString(PlanarFeatures::Kind kind) noexcept {
    return enumName<PlanarFeatures::Kind::Vertices>(kind, {"EdgeA", "EdgeB", "Vertices"});
}

template <class T>
std::optional<PlanarPenetration> penetration(PlanarShapeRef a, const BasicPlanarPose<T>& poseA,
                                             PlanarShapeRef b,
                                             const std::type_identity_t<BasicPlanarPose<T>>& poseB,
                                             const PlanarOptions& options) {
    const PlanarPair<T> pair{a, poseA, b, poseB};
    if (!isUsable(pair)) {
        return std::nullopt;
    }
    return inOrder(queryOrderOf(pair).swaps, pair,
                   [&](const PlanarPair<T>& ordered) { return penetrationInOrder(ordered, options.margin); });
}

template <class T>
bool overlaps(PlanarShapeRef a, const BasicPlanarPose<T>& poseA, PlanarShapeRef b,
              const std::type_identity_t<BasicPlanarPose<T>>& poseB, const PlanarOptions& options) {
    return penetration(a, poseA, b, poseB, options).has_value();
}

template SAT3D_API bool overlaps(PlanarShapeRef, const PlanarPose&, PlanarShapeRef, const PlanarPose&,
                                 const PlanarOptions&);
template SAT3D_API bool overlaps(PlanarShapeRef, const DPlanarPose&, PlanarShapeRef, const DPlanarPose&,
                                 const PlanarOptions&);
template SAT3D_API std::optional<PlanarPenetration> penetration(PlanarShapeRef, const PlanarPose&,
                                                                PlanarShapeRef, const PlanarPose&,
                                                                const PlanarOptions&);
template SAT3D_API std::optional<PlanarPenetration> penetration(PlanarShapeRef, const DPlanarPose&,
                                                                PlanarShapeRef, const DPlanarPose&,
                                                                const PlanarOptions&);

}  // namespace sat3d::SAT3D_ABI
