#include "math/directed_rounding.hpp"
#include "narrowphase/composite/child_traversal.hpp"
#include "narrowphase/convex/tolerances.hpp"
#include "narrowphase/distance/gjk.hpp"
#include "narrowphase/pair/canonical_order.hpp"
#include "narrowphase/pair/pair_frame.hpp"
#include "narrowphase/separation/separation.hpp"
#include "narrowphase/separation/triangle_culling.hpp"
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

/// Returns how far B must move until the center of A passes behind a one-sided triangle of B, which it does
/// not collide with there; infinite if it stays in front.
double depthBehind(const ChildShape& a, const ChildShape& b, const glm::dvec3& direction) {
    if (b.shape.kind() != ShapeRef::Kind::Triangle || b.shape.triangle().sides == Sides::Both) {
        return std::numeric_limits<double>::infinity();
    }
    const RigidTransform triangleToWorld = localToWorld(b.pose), aInB = poseBInA(b.pose, a.pose);
    const Triangle& triangle = b.shape.triangle().triangle;
    const glm::dvec3 front = glm::normalize(areaNormal(triangle));
    const glm::dvec3 center = aInB.rotation * middleOf(a.shape) + aInB.translation;
    const double height = glm::dot(front, center - glm::dvec3(triangle.corners[0])),
                 rise = glm::dot(triangleToWorld.rotation * front, direction);
    return rise > 0.0 ? std::max(height, 0.0) / rise : std::numeric_limits<double>::infinity();
}

/// For a convex pair in the canonical order, or with a half-space. Nothing if they do not overlap.
/// @param direction  unit, of B's push, world frame
template <class T>
std::optional<double> depthOfPair(const PosedPair<T>& pair, const glm::dvec3& direction) {
    SeparationQuery query;
    query.limit = 0.0;
    const WorldSeparation<T> now = separationInWorld(pair, query);
    if (!(now.separation < 0.0f)) {
        return std::nullopt;
    }
    if (pair.b.kind() == ShapeRef::Kind::HalfSpace) {
        const double along = std::min(glm::dot(glm::dvec3(now.normal), direction), 1.0);  // rounded normal
        return along > 0.0 ? -double(now.separation) / along : std::numeric_limits<double>::infinity();
    }
    const PairFrame frame(pair);
    const glm::dvec3 inPair = glm::transpose(frame.pairToWorld.rotation) * direction;
    return depthOfConvex(ConvexProxy(pair.a, frame.aInPair), ConvexProxy(pair.b, frame.bInPair), inPair);
}

template <class T>
std::optional<double> depthInAnyOrder(const PosedPair<T>& pair, const glm::dvec3& direction) {
    return needsSwap(pair) ? depthOfPair(pair.flipped(), -direction) : depthOfPair(pair, direction);
}

/// A push of B out of all children of A.
class PushOfChildren {
public:
    PushOfChildren(const PosedShape& a, const PosedShape& b, const glm::dvec3& direction)
        : a_(a), b_(b), direction_(direction) {}

    /// Every overlap lasts for one interval of the path. The push ends at the first place that no interval
    /// holds. Nothing if the shapes do not overlap at its start.
    [[nodiscard]] std::optional<double> depth() {
        double depth = 0.0;
        for (int share = 1; std::isfinite(depth);) {
            const double end = endOfOverlaps(depth, kBeyond * share);
            if (end == depth) {
                break;
            }
            // Where rounding keeps an overlap alive, a longer step ends it.
            share = end - depth > 2.0 * kBeyond * share * size_ ? 1 : 2 * share;
            depth = end;
        }
        return depth > 0.0 ? std::optional(depth) : std::nullopt;
    }

private:
    /// An overlap counts as over at this fraction of size behind its end. At the end itself, it may still be
    /// there: the overlap with a one-sided triangle ends abruptly.
    static constexpr double kBeyond = 2e-7;

    /// Returns the last end of all overlaps that hold a depth; the depth if there is none.
    /// @param beyond  a fraction of size, added
    [[nodiscard]] double endOfOverlaps(double depth, double beyond) {
        const PosedShape b{b_.shape, {b_.pose.position + depth * direction_, b_.pose.rotation}};
        TriangleCuller culler;
        double last = depth;
        size_ = 0.0;
        forEachChildPair(
            a_, b, 0.0, kGapBound, [&](const ChildShape& childA, const ChildShape& childB, double limit) {
                if (culler.culls(childA, childB, limit)) {
                    return limit;
                }
                const PosedPair<double> pair{childA.shape, childA.pose, childB.shape, childB.pose};
                if (const auto rest = depthInAnyOrder(pair, direction_)) {
                    const double size = boundingRadiusOf(childA.shape) + boundingRadiusOf(childB.shape);
                    size_ = std::max(size_, size);
                    last = std::max(last, depth + std::min(*rest, depthBehind(childA, childB, direction_)) +
                                              beyond * size);
                }
                return limit;
            });
        return last;
    }

    const PosedShape &a_, &b_;
    const glm::dvec3& direction_;
    double size_ = 0.0;  ///< the largest of the pairs that overlapped last
};

/// For a pair in the canonical order.
/// @param direction  unit, of B's push
template <class T>
std::optional<float> depthInOrder(const PosedPair<T>& pair, const glm::dvec3& direction) {
    if (!isUsable(pair)) {
        return std::nullopt;
    }
    if (pair.a.isComposite() || pair.b.isComposite()) {
        const PosedShape a{pair.a, inDouble(pair.poseA)}, b{pair.b, inDouble(pair.poseB)};
        const bool canOverlap = hasInside(pair.a) || hasInside(pair.b);
        const auto depth = canOverlap ? PushOfChildren(a, b, direction).depth() : std::nullopt;
        return depth ? std::optional(roundedUp(*depth)) : std::nullopt;
    }
    const std::optional<double> depth = depthOfPair(pair, direction);
    return depth ? std::optional(static_cast<float>(*depth)) : std::nullopt;
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
