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

namespace sat3d::inline SAT3D_ABI::detail {

namespace {

/// Back from a place where even the balls around the shapes are apart. @param direction  unit, pair's frame
double depthOfCores(const CoreShape& a, const CoreShape& b, const glm::dvec3& direction) {
    const double clear = 1.001 * (roundingScale(a, b) + a.radius() + b.radius());
    CoreShape away = b;
    away.move(clear * direction);
    Separation start;
    start.normalAToB = direction;
    const auto hit = coreSweep(a, away, -clear * direction, start);
    return hit ? clear * (1.0 - hit->fraction) : 0.0;
}

/// Whether a way of B out of A, of A out of B as well, is barred by the back of a one-sided triangle. Ways
/// off its plane by rounding are not.
bool isBarred(const ShapeRef& b, const DPose& poseB, const glm::dvec3& direction) {
    constexpr double kRounding = 1e-6;
    if (b.kind() != ShapeRef::Kind::Triangle || b.triangle().sides == Sides::Both) {
        return false;
    }
    const glm::dvec3 front = localToWorld(poseB).rotation * glm::normalize(areaNormal(b.triangle().triangle));
    return glm::dot(front, direction) > kRounding;
}

/// From piece to piece: past all those that B overlaps, then past all that it overlaps there, until there are
/// none.
double depthOfPieces(const PosedShape& a, PosedShape b, const glm::dvec3& direction) {
    constexpr double kRounding = 1e-6;
    for (double depth = 0.0;;) {
        double next = depth;
        b.moved = depth * direction;
        forEachPiecePair(a, b, 0.0, kGapBound, [&](const Piece& pieceA, const Piece& pieceB, double limit) {
            const auto here =
                depthAlong(pieceA.shape, pieceA.pose, pieceB.shape, pieceB.pose, glm::vec3(direction));
            if (here) {
                next = isBarred(pieceB.shape, pieceB.pose, direction)
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

/// The pair in the library's order, B moving.
template <class T>
std::optional<float> depthInOrder(const ShapeRef& a, const BasicPose<T>& poseA, const ShapeRef& b,
                                  const BasicPose<T>& poseB, const glm::dvec3& direction) {
    SeparationQuery query;
    query.limit = 0.0;
    const WorldSeparation<T> now = separationInWorld(a, poseA, b, poseB, query);
    if (!(now.separation < 0.0f)) {
        return std::nullopt;
    }
    if (a.hasPieces() || b.hasPieces()) {
        const double depth = depthOfPieces({a, inDouble(poseA)}, {b, inDouble(poseB)}, direction);
        return static_cast<float>(depth);
    }
    if (b.kind() == ShapeRef::Kind::HalfSpace) {
        const double along = std::min(glm::dot(glm::dvec3(now.normal), direction), 1.0);  // rounded normal
        return along > 0.0 ? static_cast<float>(-double(now.separation) / along)
                           : std::numeric_limits<float>::infinity();
    }
    const PairFrame frame(a, poseA, poseB);
    const glm::dvec3 inPair = glm::transpose(frame.pairToWorld.rotation) * direction;
    return static_cast<float>(depthOfCores(CoreShape(a, frame.aInPair), CoreShape(b, frame.bInPair), inPair));
}

template <class T>
std::optional<float> depthOf(const ShapeRef& a, const BasicPose<T>& poseA, const ShapeRef& b,
                             const BasicPose<T>& poseB, const glm::vec3& direction) {
    const glm::dvec3 unit = glm::normalize(glm::dvec3(direction));
    SAT3D_ASSERT(std::isfinite(unit.x), "a direction must be finite and not zero");
    return comesSecond(a, poseA, b, poseB) ? depthInOrder(b, poseB, a, poseA, -unit)
                                           : depthInOrder(a, poseA, b, poseB, unit);
}

}  // namespace

std::optional<float> depthAlong(ShapeRef a, const Pose& poseA, ShapeRef b, const Pose& poseB,
                                const glm::vec3& direction) {
    return depthOf(a, poseA, b, poseB, direction);
}
std::optional<float> depthAlong(ShapeRef a, const DPose& poseA, ShapeRef b, const DPose& poseB,
                                const glm::vec3& direction) {
    return depthOf(a, poseA, b, poseB, direction);
}

}  // namespace sat3d::inline SAT3D_ABI::detail
