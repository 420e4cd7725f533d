#include "narrowphase/ray/ray_mesh.hpp"

#include "geometry/primitives/closest_point.hpp"
#include "math/componentwise.hpp"
#include "narrowphase/composite/child_traversal.hpp"
#include "narrowphase/ray/point_in_mesh.hpp"

#include <hwy/base.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

namespace sat3d::SAT3D_ABI {

namespace {

/// Watertight intersection of one ray's line with many triangles. The side on which the line passes an edge
/// depends only on the edge's two vertices, so no line slips between two triangles that share them. Source:
/// S. Woop, C. Benthin, I. Wald, "Watertight Ray/Triangle Intersection", 2013.
class TriangleIntersector {
    static constexpr double kOnePlace = 1e-9;  ///< a fraction of the coordinates and of the triangle

public:
    /// @param length  of the ray
    TriangleIntersector(const Line& line, double length)
        : line_(line), length_(length), reach_(reachOf(line.origin)) {
        const glm::dvec3 size = absOf(line.direction);
        z_ = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
        x_ = (z_ + 1) % 3;
        y_ = (z_ + 2) % 3;
        if (line.direction[z_] < 0.0) {
            std::swap(x_, y_);
        }
        origin_ = glm::dvec3(line.origin[x_], line.origin[y_], line.origin[z_]);
        shear_ = glm::dvec2(line.direction[x_], line.direction[y_]) / line.direction[z_];
    }

    struct Hit {
        double t;
        std::uint32_t face;
        bool isAtEdge;     ///< rounding decides whether the line passes this triangle or the next
        double rounding;   ///< of the line and the triangle
        double steepness;  ///< at most the sine of the angle between them

        /// How much rounding moves the intersection along the line.
        [[nodiscard]] double slack() const { return 2.0 * rounding / steepness; }
        /// The end of the intersection's place: another one before it, with the same side, is the same one to
        /// a path. Triangles that share an edge or a corner are not at exactly equal distances there, nor are
        /// equal triangles with other first corners. Wide, as the planes of slivers round more than corners.
        [[nodiscard]] double endOfPlace() const { return t + kOnePlace / kRayRounding * rounding; }
    };
    /// Returns nothing if the line misses, or lies in the triangle's plane or parallel to it. If the ray
    /// starts or ends on the triangle, up to rounding, t is exactly 0 or the length.
    /// @tparam kBeside  a line beside the triangle by rounding meets it
    template <bool kBeside>
    [[nodiscard]] std::optional<Hit> intersect(const Triangle& triangle) const {
        std::array<glm::dvec2, 3> vertices;  // sheared, relative to the line
        for (std::size_t i = 0; i < 3; ++i) {
            const glm::vec3& vertex = triangle.corners[i];
            const glm::dvec3 from = glm::dvec3(vertex[x_], vertex[y_], vertex[z_]) - origin_;
            vertices[i] = glm::dvec2(from) - shear_ * from.z;
        }
        const auto side = [&](std::size_t i, std::size_t j) {
            return vertices[i].x * vertices[j].y - vertices[i].y * vertices[j].x;
        };
        const double u = side(1, 2), v = side(2, 0), w = side(0, 1), area = u + v + w;
        const double least = std::min({u, v, w}), most = std::max({u, v, w});
        const double slack = kBeside ? kOnePlace * std::abs(area) : 0.0;
        if (least < -slack && most > slack) {
            return std::nullopt;
        }
        // From the plane equation, so that a line that starts in an axis-aligned plane gets exactly 0.
        const glm::dvec3 normal = areaNormal(triangle);
        const double fall = -glm::dot(normal, line_.direction);
        const double t = glm::dot(normal, line_.origin - glm::dvec3(triangle.corners[0])) / fall;
        const double steepness = std::abs(fall) / reachOf(normal);
        if (area == 0.0 || !std::isfinite(t) || steepness < kRayRounding) {
            return std::nullopt;
        }
        const double rounding = kRayRounding * (reach_ + std::abs(t) + reachOfCorners(triangle));
        const auto isAt = [&](double end) {
            const double apart = std::abs(t - end);
            return apart * steepness <= rounding &&
                   (apart <= rounding || isOn(triangle, line_.at(end), 2.0 * rounding));
        };
        const double at = isAt(0.0) ? 0.0 : isAt(length_) ? length_ : t;
        const bool isAtEdge = std::max(least, -most) <= kOnePlace * std::abs(area);
        return Hit{at, fall > 0.0 ? kFrontSide : kBackSide, isAtEdge, rounding, steepness};
    }

    [[nodiscard]] const Line& line() const { return line_; }

private:
    /// Whichever corner is the first.
    static double reachOfCorners(const Triangle& triangle) {
        const glm::dvec3 a(triangle.corners[0]), b(triangle.corners[1]), c(triangle.corners[2]);
        return reachOf(maxOf(maxOf(absOf(a), absOf(b)), absOf(c)));
    }
    /// Whether a point lies on a triangle. That it lies in the triangle's plane is not enough.
    static bool isOn(const Triangle& triangle, const glm::dvec3& point, double rounding) {
        const glm::dvec3 a(triangle.corners[0]), b(triangle.corners[1]), c(triangle.corners[2]);
        const glm::dvec3 weights = closestPointWeights(a, b, c, point);
        return glm::length(weights.x * a + weights.y * b + weights.z * c - point) <= rounding;
    }

    Line line_;
    double length_, reach_;
    int x_, y_, z_;      ///< axes: z is the direction's largest component
    glm::dvec3 origin_;  ///< of the line, in these axes
    glm::dvec2 shear_;
};

/// An intersection with a triangle.
struct TriangleHit : TriangleIntersector::Hit {
    std::uint32_t number;

    /// By distance, at equal ones back faces first, then by number. Where one body ends and the next begins,
    /// the ray leaves the first one before it enters the second one.
    [[nodiscard]] bool isBefore(const TriangleHit& other) const {
        return t != other.t ? t < other.t : face != other.face ? face > other.face : number < other.number;
    }
};

/// Visits the intersections that are accepted, and closer than a limit.
/// @param accepts  bool(double t, std::uint32_t face)
/// @param visit    double(const TriangleHit&, double limit): returns the new limit
/// @tparam kBeside  see TriangleIntersector::intersect()
template <bool kBeside, class Accepts, class Visit>
void forEachIntersection(ShapeRef surface, const TriangleIntersector& intersector, double limit,
                         const Accepts& accepts, const Visit& visit) {
    const Line& line = intersector.line();
    const BoxRay ray{line.origin, line.origin, line.direction};
    forEachTriangle(
        surface, limit, [&](const Aabb& box) { return ray.entry(box); },
        [&](const Triangle& triangle, std::uint32_t number, double nearest) {
            const auto hit = intersector.intersect<kBeside>(triangle);
            const bool isAccepted = hit && hit->t < limit && accepts(hit->t, hit->face);
            // For a line nearly in the triangle's plane, the sides of its edges are rounding errors.
            return isAccepted && ray.entry(boxAround(triangle.corners)) <= nearest
                       ? visit(TriangleHit{*hit, number}, nearest)
                       : nearest;
        });
}

/// The lowest number of the triangles with the same side at the place of an intersection. Rarely asked, so
/// another search is cheap.
template <class Accepts>
HWY_NOINLINE std::uint32_t lowestAtPlace(ShapeRef surface, const TriangleIntersector& intersector,
                                         double limit, const TriangleHit& first, const Accepts& accepts) {
    std::uint32_t lowest = first.number;
    const double end = std::min(limit, std::nextafter(first.endOfPlace(), kInfinity));
    const auto hasSide = [&](double t, std::uint32_t face) { return face == first.face && accepts(t, face); };
    forEachIntersection<true>(surface, intersector, end, hasSide, [&](const TriangleHit& hit, double before) {
        if (std::abs(hit.t - first.t) <= hit.slack() + first.slack()) {
            lowest = std::min(lowest, hit.number);
        }
        return before;
    });
    return lowest;
}

/// The closest intersection that is accepted. If it is at an edge, or if several have the same side at its
/// place, it is that of the lowest numbered triangle there. `endOfPlace` is set to the end of that place.
template <class Accepts>
std::optional<SurfaceIntersection> closestIntersection(ShapeRef surface,
                                                       const TriangleIntersector& intersector, double limit,
                                                       const Accepts& accepts, double& endOfPlace) {
    TriangleHit first{{kInfinity, kFrontSide, false, 0.0, 1.0}, 0};
    bool isShared = false;
    forEachIntersection<false>(surface, intersector, limit, accepts,
                               [&](const TriangleHit& hit, double before) {
                                   const bool isFirst = hit.isBefore(first);
                                   endOfPlace = isFirst ? hit.endOfPlace() : endOfPlace;
                                   isShared = isShared || (isFirst ? first.t : hit.t) <= endOfPlace;
                                   if (isFirst) {
                                       first = hit;
                                   }
                                   return std::min(before, endOfPlace);
                               });
    if (first.t == kInfinity) {
        return std::nullopt;
    }
    if (isShared || first.isAtEdge) {
        first.number = lowestAtPlace(surface, intersector, limit, first, accepts);
    }
    const glm::dvec3 front = glm::normalize(areaNormal(triangleOf(surface, first.number)));
    return SurfaceIntersection{.t = first.t,
                               .normal = first.face == kFrontSide ? front : -front,
                               .face = first.face,
                               .tag = tagOf(surface, first.number),
                               .child = first.number};
}

/// Whether a surface is hit at a distance: a front face from its plane on, a back face only beyond it.
struct IsSurfaceHit {
    Sides sides;
    [[nodiscard]] bool operator()(double t, std::uint32_t face) const {
        return face == kFrontSide ? t >= 0.0 : sides == Sides::Both && t > 0.0;
    }
};

}  // namespace

bool containsPoint(ShapeRef surface, const glm::dvec3& point) noexcept {
    return surface.kind() == ShapeRef::Kind::TriangleMesh && isInsideMesh(surface.mesh(), point);
}

std::optional<RayInterval> throughMesh(ShapeRef surface, const Line& line, double length) noexcept {
    const TriangleIntersector intersector(line, length);
    RayInterval interval;
    double endOfPlace = 0.0;
    if (length == 0.0 && containsPoint(surface, line.origin)) {
        interval.startedInside = true;
        interval.entry = {.t = 0.0, .normal = -line.direction};
    } else if (const auto entry = closestIntersection(surface, intersector, length,
                                                      IsSurfaceHit{sidesOf(surface)}, endOfPlace)) {
        interval.entry = *entry;
    } else {
        return std::nullopt;
    }
    if (isSolid(surface) && interval.entry.face != kBackSide) {
        const auto exit = closestIntersection(
            surface, intersector, std::numeric_limits<double>::infinity(),
            [&](double t, std::uint32_t face) { return face == kBackSide && t > interval.entry.t; },
            endOfPlace);
        if (exit) {
            interval.exit = *exit;
            interval.exit.normal = -exit->normal;  // out of the body
            interval.exit.face = kFrontSide;
        }
    }
    return interval;
}

bool meetsMesh(ShapeRef surface, const Line& line, double length) noexcept {
    bool meets = length == 0.0 && containsPoint(surface, line.origin);
    forEachIntersection<false>(surface, TriangleIntersector(line, length), length,
                               IsSurfaceHit{sidesOf(surface)}, [&](const TriangleHit&, double) {
                                   meets = true;
                                   return -kInfinity;
                               });
    return meets;
}

double sizeOfSurface(ShapeRef surface) noexcept {
    double size = 0.0;
    const auto measure = [&](const Aabb& box) {  // the first box is the root's
        size = std::max(size, 0.5 * diagonal(box));
        return std::numeric_limits<double>::infinity();
    };
    forEachTriangle(surface, 0.0, measure,
                    [](const Triangle&, std::uint32_t, double limit) { return limit; });
    return size;
}

SurfaceCrossings::SurfaceCrossings(ShapeRef surface, const Line& line, double length, double upTo) noexcept
    : surface_(surface), line_(line), length_(length), upTo_(upTo) {
    passed_[kFrontSide] = -std::numeric_limits<double>::min();  // a front face is hit at 0
    passed_[kBackSide] =
        isSolid(surface) || sidesOf(surface) == Sides::Both ? 0.0 : std::numeric_limits<double>::infinity();
}

std::optional<SurfaceIntersection> SurfaceCrossings::next() noexcept {
    double endOfPlace = 0.0;
    const auto found = closestIntersection(
        surface_, TriangleIntersector(line_, length_), upTo_,
        [&](double t, std::uint32_t face) { return t > passed_[face]; }, endOfPlace);
    if (found) {
        passed_[found->face] = endOfPlace;
    }
    return found;
}

}  // namespace sat3d::SAT3D_ABI
