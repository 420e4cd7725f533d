#include "core/inline_list.hpp"
#include "core/shell_sort.hpp"
#include "math/directed_rounding.hpp"
#include "narrowphase/composite/body_over_surface.hpp"
#include "narrowphase/composite/child_traversal.hpp"
#include "narrowphase/convex/tolerances.hpp"
#include "narrowphase/distance/gjk.hpp"
#include "narrowphase/pair/canonical_order.hpp"
#include "narrowphase/pair/pair_frame.hpp"
#include "narrowphase/separation/separation.hpp"
#include "narrowphase/sweep/linear_cast.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/narrowphase/depth_along.hpp>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <tuple>
#include <type_traits>

namespace sat3d::SAT3D_ABI {

namespace {

/// Casts B back from a position where even the bounding spheres are apart.
/// @param direction  unit, pair's frame
/// @param least      a shorter depth does not matter
/// @return the depth; `least` if it is not longer
double depthOfConvex(const ConvexProxy& a, const ConvexProxy& b, const glm::dvec3& direction,
                     double least = 0.0) {
    const double clear = 1.001 * (roundingScale(a, b) + a.convexRadius() + b.convexRadius());
    const double length = clear - least;
    if (!(length > 0.0)) {
        return least;
    }
    ConvexProxy away = b;
    away.move(clear * direction);
    Separation start;
    start.normalAToB = direction;
    const auto hit = linearCast(a, away, -length * direction, start);
    return hit ? clear - length * hit->fraction : least;
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
std::optional<double> depthOfPair(const PosedPair<double>& pair, const glm::dvec3& direction) {
    SeparationQuery query;
    query.limit = 0.0;
    const WorldSeparation<double> now = separationInWorld(pair, query);
    if (!(now.separation < 0.0f)) {
        return std::nullopt;
    }
    const PairFrame frame(pair);
    const glm::dvec3 inPair = glm::transpose(frame.pairToWorld.rotation) * direction;
    if (pair.b.kind() == ShapeRef::Kind::HalfSpace) {
        const double along = -glm::dot(PairHalfSpace(pair.b.halfSpace(), frame.bInPair).normal, inPair);
        return along > kNoise ? -double(now.separation) / along : std::numeric_limits<double>::infinity();
    }
    return depthOfConvex(ConvexProxy(pair.a, frame.aInPair), ConvexProxy(pair.b, frame.bInPair), inPair);
}

std::optional<double> depthInAnyOrder(const PosedPair<double>& pair, const glm::dvec3& direction) {
    return needsSwap(pair) ? depthOfPair(pair.flipped(), -direction) : depthOfPair(pair, direction);
}

/// The overlap of a body with a triangle while the body moves, by the triangle's plane and the body's lowest
/// point over it.
class OverlapOfPlane {
public:
    /// @param motion  unit, direction of the body's motion, in its frame
    OverlapOfPlane(const BodyOverSurface& body, std::uint32_t triangle, const glm::dvec3& motion)
        : number_(triangle), corners_(body.corners(triangle)) {
        outward_ = glm::normalize(glm::cross(corners_[1] - corners_[0], corners_[2] - corners_[0]));
        planeHeight_ = glm::dot(outward_, corners_[0]);
        if (planeHeight_ > 0.0) {  // the body's center is the origin
            outward_ = -outward_;
            planeHeight_ = -planeHeight_;
        }
        lowest_ = body.core.vertex(body.core.support(-outward_)) - body.core.convexRadius() * outward_;
        depth_ = planeHeight_ - glm::dot(outward_, lowest_);
        const double rise = glm::dot(outward_, motion);
        end_ = rise > 0.0 ? std::max(depth_, 0.0) / rise : std::numeric_limits<double>::infinity();
        most_ = rise > 0.0 ? end_ + body.rounding / rise : end_;
        isCertain_ = depth_ > body.rounding && std::isfinite(end_) &&
                     isInside(planeHeight_ / (planeHeight_ - depth_) * lowest_, body.rounding) &&
                     isInside(lowest_ + end_ * motion, body.rounding);
    }

    [[nodiscard]] std::uint32_t number() const { return number_; }
    /// How deep the lowest point is below the plane.
    [[nodiscard]] double depth() const { return depth_; }
    /// The overlap certainly ends within this distance.
    [[nodiscard]] double most() const { return most_; }
    /// The distance to the end, if both certainly overlap now and the lowest point leaves the triangle last:
    /// the line from the center to that point passes through the triangle now, and the point leaves its
    /// inside at the end.
    [[nodiscard]] std::optional<double> certainEnd() const {
        return isCertain_ ? std::optional(end_) : std::nullopt;
    }

private:
    [[nodiscard]] bool isInside(const glm::dvec3& onPlane, double margin) const {
        const glm::dvec3 area = glm::cross(corners_[1] - corners_[0], corners_[2] - corners_[0]);
        for (std::size_t i = 0; i < 3; ++i) {
            const glm::dvec3 inward = glm::cross(area, corners_[i == 2 ? 0 : i + 1] - corners_[i]);
            if (!(glm::dot(inward, onPlane - corners_[i]) > margin * glm::length(inward))) {
                return false;
            }
        }
        return true;
    }

    std::uint32_t number_;
    std::array<glm::dvec3, 3> corners_;
    glm::dvec3 outward_, lowest_;
    double planeHeight_, depth_, end_, most_;
    bool isCertain_;
};

/// Visits the triangles that a body may overlap, of each batch those with a certain end first, and then those
/// whose overlap may last longest.
/// @param motion  unit, direction of the body's motion, in its frame
/// @param visit   (const OverlapOfPlane&)
template <class Visit>
void forEachOverlap(const BodyOverSurface& body, const glm::dvec3& motion, const Visit& visit) {
    const ActiveRange range{roundedUp(body.rounding), 0.0f, sidesOf(body.surface) == Sides::Front};
    forEachBatchIn(body, body.boxOfTriangles(0.0), range, [&](const ActiveBatch& batch) {
        InlineList<OverlapOfPlane, ActiveBatch::kCapacity> overlaps;
        forEachIn(batch.active, [&](std::uint32_t index) {
            const OverlapOfPlane overlap(body, batch.numbers[index], motion);
            if (overlap.depth() >= -body.rounding) {
                overlaps.add(overlap);
            }
        });
        shellSort(overlaps, [](const OverlapOfPlane& p, const OverlapOfPlane& q) {
            return std::tuple(!p.certainEnd(), -p.most(), p.number()) <
                   std::tuple(!q.certainEnd(), -q.most(), q.number());
        });
        for (const OverlapOfPlane& overlap : overlaps) {
            visit(overlap);
        }
    });
}

/// A push of B out of A and all its children.
class PushOfChildren {
public:
    /// @param direction  unit, of B's push
    PushOfChildren(const PosedShape& a, const PosedShape& b, const glm::dvec3& direction)
        : a_(a), b_(b), direction_(direction) {}

    /// Every overlap lasts for one interval of the path. The push ends at the first place that no interval
    /// holds: there, separationInWorld() finds no overlap, as for the other verbs. Nothing if the shapes do
    /// not overlap at its start.
    /// @param translationBy  (double depth) -> glm::dvec3, of B by a push
    template <class TranslationBy>
    [[nodiscard]] std::optional<double> depth(const TranslationBy& translationBy) {
        std::optional<double> depth;
        const double beyond = isSurface(b_.shape) ? kBeyond : kBeyondConvex;
        for (int share = isSurface(b_.shape) ? 1 : 0; std::isfinite(depth.value_or(0.0));) {
            const glm::dvec3 translation = depth ? translationBy(*depth) : glm::dvec3(0.0);
            const double start = depth ? std::max(*depth, glm::dot(direction_, translation)) : 0.0;
            const std::optional<double> end = endOfOverlaps(translation, start, beyond * share);
            if (!end) {
                break;
            }
            // Where rounding keeps an overlap alive, a longer step ends it.
            share = share == 0 || *end - start > 2.0 * beyond * share * size_ ? 1 : 2 * share;
            depth = end;
        }
        return depth;
    }

private:
    /// An overlap counts as over at this fraction of size behind its end. At the end itself, it may still be
    /// there: the overlap with a one-sided triangle ends abruptly.
    static constexpr double kBeyond = 2e-7;
    /// Convex shapes end where the cast does, and by this fraction behind it only if rounding asks for it.
    static constexpr double kBeyondConvex = 5e-8;

    /// Returns the last end of all overlaps at a place of the path; nothing if there is none.
    /// @param depth   of the place
    /// @param beyond  a fraction of size, added
    [[nodiscard]] std::optional<double> endOfOverlaps(const glm::dvec3& translation, double depth,
                                                      double beyond) {
        const PosedShape b{b_.shape, {b_.pose.position + translation, b_.pose.rotation}};
        double last = depth;
        bool isAny = false;
        size_ = 0.0;
        const auto addEnd = [&](const ChildShape& childA, const ChildShape& childB, double rest) {
            const double size = boundingRadiusOf(childA.shape) + boundingRadiusOf(childB.shape);
            size_ = std::max(size_, size);
            isAny = true;
            last = std::max(last,
                            depth + std::min(rest, depthBehind(childA, childB, direction_)) + beyond * size);
        };
        const auto exactRest = [&](const ChildShape& childA, const ChildShape& childB) {
            return depthInAnyOrder(PosedPair<double>{childA.shape, childA.pose, childB.shape, childB.pose},
                                   direction_);
        };
        if (!isSurface(b.shape)) {
            forEachChildPair(a_, b, 0.0, kGapBound,
                             [&](const ChildShape& childA, const ChildShape& childB, double limit) {
                                 if (const auto rest = exactRest(childA, childB)) {
                                     addEnd(childA, childB, *rest);
                                 }
                                 return limit;
                             });
            return isAny ? std::optional(last) : std::nullopt;
        }
        const auto unbounded = [](const Aabb&) { return -std::numeric_limits<double>::infinity(); };
        detail::SurfaceTriangle triangle{{}, sidesOf(b.shape)};
        forEachChild(a_.shape, a_.pose, 0.0, unbounded, [&](const ChildShape& child, double limit) {
            const BodyOverSurface body(child, b);
            const glm::dvec3 motion = glm::transpose(body.frame.pairToWorld.rotation) * -direction_;
            forEachOverlap(body, motion, [&](const OverlapOfPlane& overlap) {
                if (depth + overlap.most() <= last) {
                    return;
                }
                triangle.triangle = triangleOf(b.shape, overlap.number());
                const ChildShape childB{triangle, b.pose, overlap.number()};
                if (const auto certain = overlap.certainEnd()) {
                    addEnd(child, childB, *certain);
                } else if (!(last > depth) ||  // only a known overlap may hide a shorter one
                           last - depth < depthOfConvex(body.core, ConvexProxy(triangle, body.frame.bInPair),
                                                        -motion, last - depth)) {
                    if (const auto rest = exactRest(child, childB)) {
                        addEnd(child, childB, *rest);
                    }
                }
            });
            return limit;
        });
        return isAny ? std::optional(last) : std::nullopt;
    }

    const PosedShape &a_, &b_;
    glm::dvec3 direction_;
    double size_ = 0.0;  ///< the largest of the pairs that overlapped last
};

/// Returns the depth along a direction; nothing if the shapes do not overlap.
/// @param direction      unit, of B's push
/// @param translationBy  (double depth) -> glm::dvec3, of B by a push
template <class T, class TranslationBy>
std::optional<double> pushDepth(const PosedPair<T>& given, const glm::dvec3& direction,
                                const TranslationBy& translationBy) {
    const PosedPair<T> pair = needsSwap(given) ? given.flipped() : given;
    if (!isUsable(pair) || !(hasInside(pair.a) || hasInside(pair.b))) {
        return std::nullopt;
    }
    const double sign = pair.isSwapped ? -1.0 : 1.0;
    const PosedShape a{pair.a, inDouble(pair.poseA)}, b{pair.b, inDouble(pair.poseB)};
    return PushOfChildren(a, b, sign * direction).depth([&](double depth) {
        return sign * translationBy(depth);
    });
}

/// Returns the push by a depth, longer by what the caller's addition to a position rounds away.
/// @param direction  unit
template <class T>
glm::vec3 pushBy(double depth, const BasicPose<T>& pose, const glm::dvec3& direction) {
    const glm::vec3 unit(direction);
    const float length = roundedUp(depth);
    float largest = length;
    if constexpr (std::is_same_v<T, float>) {
        const glm::vec3 after = glm::abs(pose.position + length * unit);
        largest = std::max({largest, after.x, after.y, after.z});
    }
    return (length + 4.0f * 0.5f * std::numeric_limits<float>::epsilon() * largest) * unit;
}

/// Asserts the contract of a direction; nothing if it is broken.
std::optional<glm::dvec3> soundDirection(const glm::vec3& direction) {
    const glm::dvec3 unit = glm::normalize(glm::dvec3(direction));
    SAT3D_ASSERT(std::isfinite(unit.x), "a direction must be finite and not zero");
    return std::isfinite(unit.x) ? std::optional(unit) : std::nullopt;
}

}  // namespace

template <class T>
std::optional<float> depthAlong(ShapeRef a, const BasicPose<T>& poseA, ShapeRef b,
                                const std::type_identity_t<BasicPose<T>>& poseB, const glm::vec3& direction) {
    const std::optional<glm::dvec3> unit = soundDirection(direction);
    if (!unit) {
        return std::nullopt;
    }
    const std::optional<double> depth =
        pushDepth(PosedPair<T>{a, poseA, b, poseB}, *unit, [&](double length) { return length * *unit; });
    return depth ? std::optional(roundedUp(*depth)) : std::nullopt;
}
template SAT3D_API std::optional<float> depthAlong(ShapeRef, const Pose&, ShapeRef, const Pose&,
                                                   const glm::vec3&);
template SAT3D_API std::optional<float> depthAlong(ShapeRef, const DPose&, ShapeRef, const DPose&,
                                                   const glm::vec3&);

template <class T>
std::optional<glm::vec3> pushOutAlong(ShapeRef a, const BasicPose<T>& poseA, ShapeRef b,
                                      const std::type_identity_t<BasicPose<T>>& poseB,
                                      const glm::vec3& direction) {
    const std::optional<glm::dvec3> unit = soundDirection(direction);
    if (!unit) {
        return std::nullopt;
    }
    // Places where the caller's addition puts B: an exact one may be clear, and its rounded neighbor not.
    const std::optional<double> depth =
        pushDepth(PosedPair<T>{a, poseA, b, poseB}, *unit, [&](double length) {
            const glm::vec<3, T> after = poseB.position + glm::vec<3, T>(pushBy(length, poseB, *unit));
            return glm::dvec3(after) - glm::dvec3(poseB.position);
        });
    return depth && std::isfinite(*depth) ? std::optional(pushBy(*depth, poseB, *unit)) : std::nullopt;
}
template SAT3D_API std::optional<glm::vec3> pushOutAlong(ShapeRef, const Pose&, ShapeRef, const Pose&,
                                                         const glm::vec3&);
template SAT3D_API std::optional<glm::vec3> pushOutAlong(ShapeRef, const DPose&, ShapeRef, const DPose&,
                                                         const glm::vec3&);

}  // namespace sat3d::SAT3D_ABI
