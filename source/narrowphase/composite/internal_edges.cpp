#include "narrowphase/composite/internal_edges.hpp"

#include "geometry/primitives/closest_point.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace sat3d::inline SAT3D_ABI {

namespace {

/// Corners that rise by less than this, of the triangle's size, do not: rounding of their coordinates.
constexpr double kRise = 1e-5;

struct FaceCorners {
    glm::dvec3 a, b, c;

    explicit FaceCorners(const Triangle& triangle)
        : a(triangle.corners[0]), b(triangle.corners[1]), c(triangle.corners[2]) {}

    [[nodiscard]] glm::dvec3 normal() const { return glm::normalize(glm::cross(b - a, c - a)); }
};

/// Whether any triangle at a place is such.
/// @param isSuch  bool(const FaceCorners&, std::uint32_t number)
template <class IsSuch>
bool anyAt(detail::ShapeRef surface, const glm::dvec3& place, double near, const IsSuch& isSuch) {
    const Aabb here = Aabb::around(place, place);
    const auto bound = [&](const Aabb& box) { return gapBetween(box, here); };
    bool found = false;
    forEachPiece(surface, DPose{}, near, bound, [&](const Piece& piece, double limit) {
        const FaceCorners corners(piece.shape.triangle().triangle);
        found = distanceToTriangle(corners.a, corners.b, corners.c, place) <= near &&
                isSuch(corners, piece.number);
        return found ? -1.0 : limit;  // enough is known
    });
    return found;
}

}  // namespace

bool isOutermost(detail::ShapeRef surface, const glm::dvec3& place, const glm::dvec3& outward,
                 double near) noexcept {
    return !anyAt(surface, place, near, [&](const FaceCorners& triangle, std::uint32_t) {
        const auto& [a, b, c] = triangle;
        const double least =
            kRise * (glm::length(b - a) + glm::length(c - a)) + kFloatRounding * glm::length(a);
        const auto rises = [&](const glm::dvec3& corner) {
            return glm::dot(outward, corner - place) > least;
        };
        return std::abs(glm::dot(triangle.normal(), outward)) <= kSameDirection &&
               (rises(a) || rises(b) || rises(c));
    });
}

bool goesOn(detail::ShapeRef surface, std::uint32_t triangle, const glm::dvec3& place,
            const glm::dvec3& outward, double near) noexcept {
    return anyAt(surface, place, near, [&](const FaceCorners& other, std::uint32_t number) {
        return number != triangle && std::abs(glm::dot(other.normal(), outward)) > kSamePatch;
    });
}

bool meetInCorner(const Triangle& a, const Triangle& b, double near) noexcept {
    const auto hasCornerOn = [&](const Triangle& from, const Triangle& onto) {
        const FaceCorners corners(onto);
        return std::any_of(from.corners.begin(), from.corners.end(), [&](const glm::vec3& corner) {
            return distanceToTriangle(corners.a, corners.b, corners.c, glm::dvec3(corner)) <= near;
        });
    };
    return a != b && (hasCornerOn(a, b) || hasCornerOn(b, a));
}

}  // namespace sat3d::inline SAT3D_ABI
