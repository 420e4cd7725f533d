#include "narrowphase/separation/separation.hpp"

#include "narrowphase/composite/child_traversal.hpp"
#include "narrowphase/convex/tolerances.hpp"
#include "narrowphase/distance/box_distance.hpp"
#include "narrowphase/distance/gjk.hpp"
#include "narrowphase/pair/canonical_order.hpp"
#include "narrowphase/pair/pair_frame.hpp"
#include "narrowphase/sat/convex_sat.hpp"
#include "narrowphase/separation/child_separation.hpp"
#include "narrowphase/separation/hull_hull.hpp"
#include "narrowphase/separation/sphere_box.hpp"
#include "narrowphase/separation/sphere_capsule.hpp"

#include <sat3d/narrowphase/penetration.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>

namespace sat3d::inline SAT3D_ABI {

namespace {

using detail::ShapeRef;
using Kind = ShapeRef::Kind;

/// Beyond this fraction of size, the rounding of the kernels cannot make an overlap of a gap.
constexpr double kClearlyApart = 1e-5;

/// Overlapping cores are pulled apart by this fraction of size to find the points where they would touch.
constexpr double kPull = 1e-3;

/// Farther apart than this many times that, they only pass each other (what lies behind a one-sided triangle
/// would touch): the point is one of B's.
constexpr double kPast = 1.01;

/// Two shapes in the library's order, brought together: a half-space is always B.
template <class T>
class PosedPair {
public:
    PosedPair(const ShapeRef& a, const BasicPose<T>& poseA, const ShapeRef& b, const BasicPose<T>& poseB,
              const SeparationQuery& query)
        : refA_(a),
          refB_(b),
          poseA_(poseA),
          poseB_(poseB),
          query_(query),
          frame_(a, poseA, poseB),
          a_(a, frame_.aInPair) {}

    /// Nothing where the pair is farther apart than the limit.
    [[nodiscard]] WorldSeparation<T> answer() const {
        if (refB_.kind() == Kind::HalfSpace) {
            const PairHalfSpace b(refB_.halfSpace(), frame_.bInPair);
            return toWorld(separationOf(a_, b.normal, b.offset));
        }
        const CoreShape b(refB_, frame_.bInPair);
        if (ballGap(a_, b) > query_.limit) {
            return {};
        }
        if (refA_.kind() == Kind::ConvexHull && refB_.kind() == Kind::ConvexHull) {
            return ofHulls(b);
        }
        return toWorld(refB_.kind() == Kind::Triangle
                           ? separationOf(a_, b, refB_.triangle().sides, query_.points, query_.limit)
                           : separationOf(a_, b, query_.points, query_.limit));
    }

private:
    /// Hulls that are clearly apart are that to the fast kernels, too. Nearer ones they decide on, and how
    /// deeply they overlap.
    [[nodiscard]] WorldSeparation<T> ofHulls(const CoreShape& b) const {
        const CoreDistance apart = coreDistance(a_, b);
        if (apart.distance > kClearlyApart * roundingScale(a_, b)) {
            return toWorld(separationOf(a_, b, apart));
        }
        Separation result;
        const auto hit = penetration(refA_.hull(), poseA_, refB_.hull(), poseB_);
        if (hit) {
            result.separation = -static_cast<double>(hit->depth);
            result.normalAToB = frame_.directionInPair(hit->normal);
            result.features = hit->features;
        } else if (apart.distance > 0.0) {
            result = separationOf(a_, b, apart);
        } else {
            result = touchingHulls(b);
        }
        if (query_.points == Points::Yes && !(result.separation > 0.0)) {
            addPoints(a_, b, result);
        }
        WorldSeparation<T> answer = toWorld(result);
        if (hit) {
            answer.normal = hit->normal;  // to the bit
        }
        return answer;
    }

    /// Nearer than distances can tell: any axis that separates will do.
    [[nodiscard]] Separation touchingHulls(const CoreShape& b) const {
        Separation result;
        result.normalAToB = separatingAxis(refA_.hull(), poseA_, refB_.hull(), poseB_);
        result.features = {FeaturePair::Kind::Vertices, a_.support(result.normalAToB),
                           b.support(-result.normalAToB)};
        return result;
    }

    [[nodiscard]] WorldSeparation<T> toWorld(const Separation& inPair) const {
        if (query_.simplex != nullptr) {
            *query_.simplex = inPair.simplex;
        }
        WorldSeparation<T> answer;
        answer.separation = static_cast<float>(inPair.separation);
        answer.normal = frame_.directionInWorld(inPair.normalAToB);
        answer.features = inPair.features;
        if (query_.points == Points::Yes) {
            answer.pointA = frame_.template pointInWorld<T>(inPair.pointA);
            answer.pointB = frame_.template pointInWorld<T>(inPair.pointB);
        }
        return answer;
    }

    ShapeRef refA_, refB_;
    const BasicPose<T>&poseA_, &poseB_;
    const SeparationQuery& query_;
    PairFrame frame_;
    CoreShape a_;
};

template <class T>
WorldSeparation<T> ofBallAndBox(const ShapeRef& a, const BasicPose<T>& poseA, const ShapeRef& b,
                                const BasicPose<T>& poseB, const SeparationQuery& query) {
    WorldSeparation<T> answer;
    if (!separateBallAndBox(a.sphere(), poseA, b.box(), poseB, query, answer)) {
        answer = PosedPair<T>(a, poseA, b, poseB, query).answer();
    }
    return answer;
}

/// In the library's order. Answers are made where they are to be: copied, they would take the time of a
/// closed form.
template <class T>
WorldSeparation<T> inOrder(const ShapeRef& a, const BasicPose<T>& poseA, const ShapeRef& b,
                           const BasicPose<T>& poseB, const SeparationQuery& query) {
    if (a.hasPieces() || b.hasPieces()) {
        const auto found = separationOfPieces(a, inDouble(poseA), b, inDouble(poseB), query);
        return {found.separation,
                found.normal,
                found.features,
                found.pieces,
                glm::vec<3, T>(found.pointA),
                glm::vec<3, T>(found.pointB)};
    }
    return isBallAndBox(a, b) ? ofBallAndBox(a, poseA, b, poseB, query)
                              : PosedPair<T>(a, poseA, b, poseB, query).answer();
}

/// Of shapes whose cores overlap.
Separation overlapAlong(const CoreAxis& axis, const CoreShape& a, const CoreShape& b, Points points) {
    Separation result{axis.separation - a.radius() - b.radius(), axis.normalAToB, axis.features, {}, {}, {}};
    if (points == Points::Yes) {
        addPoints(a, b, result);
    }
    return result;
}

/// @param axis   that keeps them apart: most often, its features are the nearest
/// @param first  where to begin if not, or none
CoreDistance distanceOfBoxes(const CoreShape& a, const CoreShape& b, const CoreAxis& axis,
                             const VertexPairs& first) {
    const std::optional<CoreDistance> apart = boxDistance(a, b, axis);
    return apart ? *apart : coreDistance(a, b, first);
}

template <class T>
WorldSeparation<T> inAnyOrder(const ShapeRef& a, const BasicPose<T>& poseA, const ShapeRef& b,
                              const BasicPose<T>& poseB, const SeparationQuery& query) {
    const bool isTurned = comesSecond(a, poseA, b, poseB);
    WorldSeparation<T> answer =
        isTurned ? inOrder(b, poseB, a, poseA, query) : inOrder(a, poseA, b, poseB, query);
    if (isTurned) {
        turnRound(answer);
    }
    return answer;
}

template <class T>
WorldSeparation<T> ofRoundPair(const ShapeRef& a, const BasicPose<T>& poseA, const ShapeRef& b,
                               const BasicPose<T>& poseB, const SeparationQuery& query) {
    WorldSeparation<T> answer;
    if (!separateRoundPair(a, poseA, b, poseB, query, answer)) {
        answer = inAnyOrder(a, poseA, b, poseB, query);
    }
    return answer;
}

template <class T>
WorldSeparation<T> inWorld(const ShapeRef& a, const BasicPose<T>& poseA, const ShapeRef& b,
                           const BasicPose<T>& poseB, const SeparationQuery& query) {
    return isRound(a) && isRound(b) ? ofRoundPair(a, poseA, b, poseB, query)
                                    : inAnyOrder(a, poseA, b, poseB, query);
}

}  // namespace

bool isFartherThan(double limit, const CoreShape& a, const Triangle& triangle, const RigidTransform& toPair,
                   const glm::dvec3& way) noexcept {
    constexpr double kRounding = 1e-7;
    std::array<glm::dvec3, 3> corners;
    double size = a.reach();
    for (std::size_t i = 0; i < 3; ++i) {
        corners[i] = toPair.rotation * glm::dvec3(triangle.corners[i]) + toPair.translation - a.center();
        size += glm::length(corners[i]);
    }
    const double most = limit + a.radius() + kRounding * size;
    for (int axis = 0; a.isBox() && axis < 3; ++axis) {
        const glm::dvec3& unit = a.axes()[axis];
        const double x = glm::dot(unit, corners[0]), y = glm::dot(unit, corners[1]),
                     z = glm::dot(unit, corners[2]), along = glm::dot(unit, way);
        const double beyond = a.halfExtents()[axis] + most;
        if (std::min({x, y, z}) + std::min(along, 0.0) > beyond ||
            std::max({x, y, z}) + std::max(along, 0.0) < -beyond) {
            return true;
        }
    }
    glm::dvec3 normal = glm::cross(corners[1] - corners[0], corners[2] - corners[0]);
    if (glm::dot(normal, corners[0]) < 0.0) {
        normal = -normal;  // from A to the triangle
    }
    const double length = glm::length(normal);
    const double height = glm::dot(normal, corners[0]) + std::min(glm::dot(normal, way), 0.0);
    return height > most * length &&
           height - glm::dot(normal, a.vertex(a.support(normal)) - a.center()) > most * length;
}

double ballGap(const CoreShape& a, const CoreShape& b) noexcept {
    return glm::length(b.center() - a.center()) - a.coreReach() - b.coreReach() - a.radius() - b.radius();
}

Separation separationOf(const CoreShape& a, const CoreShape& b, const CoreDistance& apart,
                        double limit) noexcept {
    const glm::dvec3& normal = apart.normalAToB;
    const double separation = apart.distance - a.radius() - b.radius();
    if (separation > limit) {
        return {separation, normal, {}, {}, {}, {}};
    }
    return {separation,
            normal,
            featuresOf(a, b, apart),
            apart.onA + a.radius() * normal,
            apart.onB - b.radius() * normal,
            apart.simplex};
}

Separation separationOf(const CoreShape& a, const CoreShape& b, Points points, double limit) noexcept {
    const bool areBoxes = a.isBox() && b.isBox();  // their axes are few: asked first, they mostly decide
    CoreAxis axis;
    if (areBoxes) {
        axis = coreSat(a, b, limit);
        if (axis.separation > limit) {
            return {axis.separation, axis.normalAToB, axis.features, {}, {}, {}};
        }
    }
    if (!(axis.separation < 0.0)) {
        const CoreDistance apart = areBoxes ? distanceOfBoxes(a, b, axis, {}) : coreDistance(a, b, {}, limit);
        if (apart.distance > 0.0) {
            return separationOf(a, b, apart, limit);
        }
    }
    if (!areBoxes) {
        axis = coreSat(a, b);
    }
    return overlapAlong(axis, a, b, points);
}

Separation separationOf(const CoreShape& a, const CoreShape& triangle, Sides sides, Points points,
                        double limit) noexcept {
    const Separation result = separationOf(a, triangle, points, limit);
    const bool leadsBehind =
        result.separation < 0.0 && glm::dot(result.normalAToB, triangle.faceNormal(0)) > kAlongPlane;
    return sides == Sides::Front && leadsBehind
               ? overlapAlong(coreSatInFront(a, triangle), a, triangle, points)
               : result;
}

void addPoints(const CoreShape& a, const CoreShape& b, Separation& separation,
               const VertexPairs& first) noexcept {
    // B pulled straight out stays nearest to A along the normal, in the points where it would touch.
    const glm::dvec3& normal = separation.normalAToB;
    const double coreSeparation = separation.separation + a.radius() + b.radius();
    const double pull = kPull * roundingScale(a, b);
    CoreShape pulled = b;
    pulled.move(normal * (pull - coreSeparation));
    const CoreDistance apart = a.isBox() && b.isBox()
                                   ? distanceOfBoxes(a, pulled, {pull, normal, separation.features}, first)
                                   : coreDistance(a, pulled, first);
    if (apart.distance > kPast * pull) {
        separation.pointB = apart.onB + normal * (coreSeparation - pull - b.radius());
        separation.pointA = separation.pointB - separation.separation * normal;
        return;
    }
    const glm::dvec3 onCore = apart.distance > 0.0 ? apart.onA : a.vertex(a.support(normal));
    separation.pointA = onCore + a.radius() * normal;
    separation.pointB = separation.pointA + separation.separation * normal;
}

Separation separationOf(const CoreShape& a, const glm::dvec3& normal, double offset) noexcept {
    const std::uint32_t vertex = a.support(-normal);
    Separation result;
    result.pointA = a.vertex(vertex) - a.radius() * normal;
    result.separation = glm::dot(normal, result.pointA) - offset;
    result.normalAToB = -normal;
    result.pointB = result.pointA - result.separation * normal;
    result.features = {FeaturePair::Kind::FaceOfB, vertex, 0};
    return result;
}

WorldSeparation<float> separationInWorld(ShapeRef a, const Pose& poseA, ShapeRef b, const Pose& poseB,
                                         const SeparationQuery& query) {
    return inWorld(a, poseA, b, poseB, query);
}
WorldSeparation<double> separationInWorld(ShapeRef a, const DPose& poseA, ShapeRef b, const DPose& poseB,
                                          const SeparationQuery& query) {
    return inWorld(a, poseA, b, poseB, query);
}

}  // namespace sat3d::inline SAT3D_ABI
