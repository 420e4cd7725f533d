#include "narrowphase/composite/child_traversal.hpp"
#include "narrowphase/convex/tolerances.hpp"
#include "narrowphase/distance/gjk.hpp"
#include "narrowphase/pair/canonical_order.hpp"
#include "narrowphase/pair/pair_frame.hpp"
#include "narrowphase/separation/separation.hpp"
#include "narrowphase/sweep/linear_cast.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/narrowphase/depth_along.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace sat3d::inline SAT3D_ABI {

namespace {

/// Casts B back from a position where even the bounding spheres are apart.
/// @param direction  unit, pair's frame
double depthOfConvex(const ConvexProxy& a, const ConvexProxy& b, const glm::dvec3& direction) {
    const double clear = 1.001 * (roundingScale(a, b) + a.convexRadius() + b.convexRadius());
    ConvexProxy away = b;
    away.move(clear * direction);
    Separation start;
    start.normalAToB = direction;
    const auto hit = linearCast(a, away, -clear * direction, start);
    return hit ? clear * (1.0 - hit->fraction) : 0.0;
}

/// Whether the back of a one-sided triangle blocks a push, of B out of A or of A out of B. A push along the
/// triangle's plane, up to rounding, is not blocked.
bool isBlocked(const ShapeRef& b, const DPose& poseB, const glm::dvec3& direction) {
    constexpr double kRounding = 1e-6;
    if (b.kind() != ShapeRef::Kind::Triangle || b.triangle().sides == Sides::Both) {
        return false;
    }
    const glm::dvec3 front = localToWorld(poseB).rotation * glm::normalize(areaNormal(b.triangle().triangle));
    return glm::dot(front, direction) > kRounding;
}

/// Pushes B past all children that it overlaps, then past those that it overlaps there, until there are none.
double depthOfChildren(const PosedShape& a, PosedShape b, const glm::dvec3& direction) {
    constexpr double kRounding = 1e-6;
    for (double depth = 0.0;;) {
        double next = depth;
        b.moved = depth * direction;
        forEachChildPair(
            a, b, 0.0, kGapBound, [&](const ChildShape& childA, const ChildShape& childB, double limit) {
                const auto here =
                    depthAlong(childA.shape, childA.pose, childB.shape, childB.pose, glm::vec3(direction));
                if (here) {
                    next = isBlocked(childB.shape, childB.pose, direction)
                               ? std::numeric_limits<double>::infinity()
                               : std::max(next, depth + double(*here));
                }
                return limit;
            });
        if (!(next > depth * (1.0 + kRounding)) || !std::isfinite(next)) {
            return next;
        }
        depth = next;
    }
}

/// For a pair in the canonical order.
/// @param direction  unit, of B's push
template <class T>
std::optional<float> depthInOrder(const PosedPair<T>& pair, const glm::dvec3& direction) {
    SeparationQuery query;
    query.limit = 0.0;
    const WorldSeparation<T> now = separationInWorld(pair, query);
    if (!(now.separation < 0.0f)) {
        return std::nullopt;
    }
    if (pair.a.isComposite() || pair.b.isComposite()) {
        return static_cast<float>(
            depthOfChildren({pair.a, inDouble(pair.poseA)}, {pair.b, inDouble(pair.poseB)}, direction));
    }
    if (pair.b.kind() == ShapeRef::Kind::HalfSpace) {
        const double along = std::min(glm::dot(glm::dvec3(now.normal), direction), 1.0);  // rounded normal
        return along > 0.0 ? static_cast<float>(-double(now.separation) / along)
                           : std::numeric_limits<float>::infinity();
    }
    const PairFrame frame(pair);
    const glm::dvec3 inPair = glm::transpose(frame.pairToWorld.rotation) * direction;
    return static_cast<float>(
        depthOfConvex(ConvexProxy(pair.a, frame.aInPair), ConvexProxy(pair.b, frame.bInPair), inPair));
}

}  // namespace

template <class T>
std::optional<float> depthAlong(ShapeRef a, const BasicPose<T>& poseA, ShapeRef b,
                                const std::type_identity_t<BasicPose<T>>& poseB, const glm::vec3& direction) {
    const glm::dvec3 unit = glm::normalize(glm::dvec3(direction));
    SAT3D_ASSERT(std::isfinite(unit.x), "a direction must be finite and not zero");
    const PosedPair<T> pair{a, poseA, b, poseB};
    if (!std::isfinite(unit.x)) {
        return std::nullopt;
    }
    return needsSwap(pair) ? depthInOrder(pair.flipped(), -unit) : depthInOrder(pair, unit);
}
template SAT3D_API std::optional<float> depthAlong(ShapeRef, const Pose&, ShapeRef, const Pose&,
                                                   const glm::vec3&);
template SAT3D_API std::optional<float> depthAlong(ShapeRef, const DPose&, ShapeRef, const DPose&,
                                                   const glm::vec3&);

}  // namespace sat3d::inline SAT3D_ABI
