#include "narrowphase/ray/ray_mesh.hpp"

#include "math/componentwise.hpp"
#include "narrowphase/composite/child_traversal.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

namespace sat3d::inline SAT3D_ABI {

namespace {

using Kind = detail::ShapeRef::Kind;

constexpr std::uint32_t kFront = 0, kBack = 1;

/// A line against many triangles. Whether it passes an edge on the left or on the right follows from the
/// edge's two ends alone, so that it passes between no two triangles that share them. Source: S. Woop, C.
/// Benthin, I. Wald, "Watertight Ray/Triangle Intersection", 2013.
class TriangleCrosser {
public:
    explicit TriangleCrosser(const Line& line) : line_(line) {
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
    };
    /// Nothing where the line passes by, or lies in the triangle's plane.
    [[nodiscard]] std::optional<Hit> cross(const Triangle& triangle) const {
        std::array<glm::dvec2, 3> corners;  // as the line sees them, about itself
        for (std::size_t i = 0; i < 3; ++i) {
            const glm::vec3& corner = triangle.corners[i];
            const glm::dvec3 from = glm::dvec3(corner[x_], corner[y_], corner[z_]) - origin_;
            corners[i] = glm::dvec2(from) - shear_ * from.z;
        }
        const auto side = [&](std::size_t i, std::size_t j) {
            return corners[i].x * corners[j].y - corners[i].y * corners[j].x;
        };
        const double u = side(1, 2), v = side(2, 0), w = side(0, 1);
        if (std::min({u, v, w}) < 0.0 && std::max({u, v, w}) > 0.0) {
            return std::nullopt;
        }
        // From the plane, so that a line that starts in one along the axes starts at 0.
        const glm::dvec3 normal = areaNormal(triangle);
        const double fall = -glm::dot(normal, line_.direction);
        const double t = glm::dot(normal, line_.origin - glm::dvec3(triangle.corners[0])) / fall;
        if (u + v + w == 0.0 || !std::isfinite(t)) {
            return std::nullopt;
        }
        return Hit{t, fall > 0.0 ? kFront : kBack};
    }

private:
    Line line_;
    int x_, y_, z_;      ///< the line's axes: z is the one it mostly runs along
    glm::dvec3 origin_;  ///< of the line, in these
    glm::dvec2 shear_;
};

/// The nearest crossing that passes, the lowest numbered of equals.
/// @param passes  bool(double t, std::uint32_t face)
template <class Passes>
std::optional<Crossing> nearestCrossing(detail::ShapeRef surface, const Line& line, double length,
                                        const Passes& passes) {
    const BoxRay ray{line.origin, line.origin, line.direction};
    const TriangleCrosser crosser(line);
    std::optional<Crossing> nearest;
    forEachTriangle(
        surface, length, [&](const Aabb& box) { return ray.entry(box); },
        [&](const Triangle& triangle, std::uint32_t number, double limit) {
            const auto hit = crosser.cross(triangle);
            if (!hit || !(hit->t < length) || !passes(hit->t, hit->face)) {
                return limit;
            }
            // In the triangle's plane, or all but, the sides of its edges are rounding.
            if (!(ray.entry(boxAround(triangle.corners)) <= limit)) {
                return limit;
            }
            if (!nearest || hit->t < nearest->t || (hit->t == nearest->t && number < nearest->piece)) {
                const glm::dvec3 front = glm::normalize(areaNormal(triangle));
                nearest = {hit->t, hit->face == kFront ? front : -front, hit->face, tagOf(surface, number),
                           number};
            }
            return std::min(limit, nearest->t);
        });
    return nearest;
}

}  // namespace

std::optional<Span> throughSurface(detail::ShapeRef surface, const Line& line, double length) noexcept {
    const Sides sides = sidesOf(surface);
    const auto entry = nearestCrossing(surface, line, length, [&](double t, std::uint32_t face) {
        return face == kFront ? t >= 0.0 : sides == Sides::Both && t > 0.0;
    });
    if (!entry) {
        return std::nullopt;
    }
    Span span;
    span.entry = *entry;
    const bool isSolid = surface.kind() == Kind::TriangleMesh && surface.mesh().isSolid();
    if (isSolid && entry->face == kFront) {
        const auto exit =
            nearestCrossing(surface, line, std::numeric_limits<double>::infinity(),
                            [&](double t, std::uint32_t face) { return face == kBack && t > entry->t; });
        if (exit) {
            span.exit = *exit;
            span.exit.normal = -exit->normal;  // out of the body
            span.exit.face = kFront;
        }
    }
    return span;
}

}  // namespace sat3d::inline SAT3D_ABI
