#include "core/inline_list.hpp"
#include "geometry/primitives/closest_point.hpp"
#include "narrowphase/composite/child_traversal.hpp"
#include "narrowphase/convex/convex_proxy.hpp"
#include "narrowphase/convex/tolerances.hpp"
#include "narrowphase/pair/pair_frame.hpp"
#include "narrowphase/separation/convex_separation.hpp"
#include "narrowphase/separation/separation.hpp"

#include <sat3d/math/pose.hpp>
#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/shapes/triangle.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>

namespace sat3d::SAT3D_ABI {

namespace {

/// Whether a triangle is beyond a face of a hull, by more than a distance.
class HullFaces {
public:
    HullFaces(const ConvexProxy& a, const std::array<glm::dvec3, 3>& fromCenter, double distance)
        : faces_(a.hull()->faces()), distance_(distance) {
        for (std::size_t i = 0; i < 3; ++i) {
            corners_[i] = a.inHull(a.center() + fromCenter[i]);
        }
    }
    [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(faces_.size()); }
    [[nodiscard]] bool isBeyond(std::uint32_t face) const {
        const auto& [normal, offset] = faces_[face].plane;
        return std::min({glm::dot(normal, corners_[0]), glm::dot(normal, corners_[1]),
                         glm::dot(normal, corners_[2])}) > offset + distance_;
    }

private:
    std::span<const ConvexHull::Face> faces_;
    std::array<glm::dvec3, 3> corners_;  // in the hull's frame
    double distance_;
};

/// Whether the plane of a triangle, or a face of a box or hull, proves that the shape and the triangle are
/// farther apart than a limit. This cheap test finds nearly all distant triangles: on terrain, about one in a
/// hundred of the triangles whose boxes meet the shape's box remains.
/// @param toPair    from the triangle's frame to the pair's
/// @param lastFace  the hull's face that is tried first; receives the face that culled the triangle
bool isFartherThan(double limit, const ConvexProxy& a, const Triangle& triangle, const RigidTransform& toPair,
                   std::uint32_t& lastFace) noexcept {
    constexpr double kRounding = 1e-7;
    std::array<glm::dvec3, 3> vertices;  // relative to A's center
    double scale = a.boundingRadius();
    for (std::size_t i = 0; i < 3; ++i) {
        vertices[i] = toPair.rotation * glm::dvec3(triangle.corners[i]) + toPair.translation - a.center();
        scale += glm::length(vertices[i]);
    }
    const double reach = limit + a.convexRadius() + kRounding * scale;
    for (int axis = 0; a.isBox() && axis < 3; ++axis) {
        const glm::dvec3& unit = a.axes()[axis];
        const double x = glm::dot(unit, vertices[0]), y = glm::dot(unit, vertices[1]),
                     z = glm::dot(unit, vertices[2]);
        const double beyond = a.halfExtents()[axis] + reach;
        if (std::min({x, y, z}) > beyond || std::max({x, y, z}) < -beyond) {
            return true;
        }
    }
    // The face that culled the last triangle usually culls its neighbors.
    const auto faces = a.hull() ? std::optional<HullFaces>(std::in_place, a, vertices, reach) : std::nullopt;
    if (faces && lastFace < faces->count() && faces->isBeyond(lastFace)) {
        return true;
    }
    glm::dvec3 normal = glm::cross(vertices[1] - vertices[0], vertices[2] - vertices[0]);
    if (glm::dot(normal, vertices[0]) < 0.0) {
        normal = -normal;  // from A to the triangle
    }
    const double length = glm::length(normal);
    const double height = glm::dot(normal, vertices[0]);
    if (height > reach * length &&
        height - glm::dot(normal, a.vertex(a.support(normal)) - a.center()) > reach * length) {
        return true;
    }
    for (std::uint32_t face = 0; faces && face < faces->count(); ++face) {
        if (faces->isBeyond(face)) {
            lastFace = face;
            return true;
        }
    }
    return false;
}

/// Whether a sphere is closer to a triangle than a margin, or nothing if rounding decides.
std::optional<bool> isSphereCloser(const ConvexProxy& sphere, const Triangle& triangle,
                                   const RigidTransform& toPair, double margin) {
    std::array<glm::dvec3, 3> vertices;  // relative to the sphere's center
    const double reach = sphere.convexRadius() + margin;
    double scale = reach;
    for (std::size_t i = 0; i < 3; ++i) {
        vertices[i] =
            toPair.rotation * glm::dvec3(triangle.corners[i]) + toPair.translation - sphere.center();
        scale += glm::length(vertices[i]);
    }
    const double beyond = distanceToTriangle(vertices[0], vertices[1], vertices[2], glm::dvec3(0.0)) - reach;
    return std::abs(beyond) > kNoise * scale ? std::optional(beyond < 0.0) : std::nullopt;
}

/// Culls the triangles of a surface against a convex child, which is prepared once.
class TriangleCuller {
public:
    /// Whether isFartherThan() proves that both children are farther apart than a limit. False if B is no
    /// triangle.
    [[nodiscard]] bool culls(const ChildShape& a, const ChildShape& b, double limit) {
        if (b.shape.kind() != ShapeRef::Kind::Triangle) {
            return false;
        }
        Prepared& child = prepared(a, b.pose);
        return isFartherThan(limit, child.core, b.shape.triangle().triangle, child.frame.bInPair,
                             child.lastFace);
    }
    /// Whether the separation of a child and a triangle is below a margin.
    [[nodiscard]] bool areCloser(const ChildShape& a, const ChildShape& triangle, float margin);

private:
    struct Prepared {
        Prepared(const ChildShape& a, const DPose& surface)
            : number(a.number), frame(a.shape, a.pose, surface), core(a.shape, frame.aInPair) {}

        std::uint32_t number;
        PairFrame frame;
        ConvexProxy core;
        std::uint32_t lastFace = 0;
    };

    Prepared& prepared(const ChildShape& a, const DPose& surface) {
        if (prepared_.empty() || prepared_.begin()->number != a.number) {
            prepared_.clear();
            prepared_.add(a, surface);
        }
        return *prepared_.begin();
    }

    InlineList<Prepared, 1> prepared_;
};

bool TriangleCuller::areCloser(const ChildShape& a, const ChildShape& b, float margin) {
    auto& [number, frame, core, lastFace] = prepared(a, b.pose);
    const auto& [triangle, sides] = b.shape.triangle();
    if (core.isPoint()) {
        if (const std::optional<bool> isCloser = isSphereCloser(core, triangle, frame.bInPair, margin)) {
            return *isCloser;
        }
    } else if (isFartherThan(margin, core, triangle, frame.bInPair, lastFace)) {
        return false;
    }
    const ConvexProxy proxy(b.shape, frame.bInPair);
    return !(boundingSphereGap(core, proxy) > margin) &&
           static_cast<float>(triangleSeparation(core, proxy, sides, margin).separation) < margin;
}

/// Adds a slack to a limit. Answers are rounded to float, but bounds are not. The slack keeps children whose
/// answer ties with the best one.
double withSlack(double limit) {
    constexpr double kLimitSlack = 1e-6;
    return limit + kLimitSlack * std::abs(limit);
}

}  // namespace

WorldSeparation<double> separationOfChildren(ShapeRef a, const DPose& poseA, ShapeRef b, const DPose& poseB,
                                             const SeparationQuery& query) {
    WorldSeparation<double> best;
    TriangleCuller culler;
    const auto visit = [&](const ChildShape& childA, const ChildShape& childB, double limit) {
        if (culler.culls(childA, childB, limit)) {
            return limit;
        }
        const ChildPair children{childA.number, childB.number};
        const auto separationWith = [&](Points points) {
            return separationInWorld<double>({childA.shape, childA.pose, childB.shape, childB.pose},
                                             {limit, points});
        };
        WorldSeparation<double> here = separationWith(Points::No);
        if (here.separation < best.separation ||
            (here.separation == best.separation && children < best.children)) {
            best = query.points == Points::Yes ? separationWith(Points::Yes) : here;
            best.children = children;
        }
        // The overlap of two boxes does not bound the depth of their children, so the limit stays at 0 or
        // above.
        return std::min(limit, withSlack(std::max(double(best.separation), 0.0)));
    };
    forEachChildPair({a, poseA}, {b, poseB}, query.limit, kGapBound, visit);
    return best;
}

bool areChildrenCloser(ShapeRef a, const DPose& poseA, ShapeRef b, const DPose& poseB, float margin) {
    bool found = false;
    TriangleCuller culler;
    const auto visit = [&](const ChildShape& childA, const ChildShape& childB, double limit) {
        found = found ||  // a bound of -infinity is within every limit
                (childB.shape.kind() == ShapeRef::Kind::Triangle
                     ? culler.areCloser(childA, childB, margin)
                     : overlaps<double>(childA.shape, childA.pose, childB.shape, childB.pose, {margin}));
        return found ? -std::numeric_limits<double>::infinity() : limit;
    };
    const PosedShape posedA{a, poseA}, posedB{b, poseB};
    forEachChildPair(posedA, posedB, margin, MakeReachBound(posedA, posedB, margin), visit);
    return found;
}

}  // namespace sat3d::SAT3D_ABI
