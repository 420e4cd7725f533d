#pragma once

/// @file
/// The directions in which a surface lets bodies out at an edge.

#include "core/no_index.hpp"
#include "narrowphase/surface/contact/surface_thresholds.hpp"
#include "planar/polygon/planar_vectors.hpp"

#include <glm/ext/vector_double2.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cstdint>

namespace sat3d::SAT3D_ABI {

/// The unit normals at an edge of a surface, in the plane perpendicular to the edge. The x axis points from
/// the edge into its triangle and the y axis along the triangle's outward normal. The allowed normals n lean
/// into no triangle at the edge: dot(n, v) <= 0 for the directions v from the edge to its points. These are
/// the arc between the face normals at a convex edge, a half circle at a border, and none at a flat or
/// concave edge.
class NormalArc {
public:
    /// The arc of a border: from the outward normal over -x to its opposite, or to -x for a one-sided
    /// triangle.
    explicit NormalArc(bool isOneSided) noexcept : end_(isOneSided ? -1.0 : 0.0, isOneSided ? 0.0 : -1.0) {}

    /// The largest dot(n, point) of the normals of a border.
    [[nodiscard]] static double most(const glm::dvec2& point, bool isOneSided) noexcept {
        if (point.x < 0.0 && (point.y > 0.0 || !isOneSided)) {
            return glm::length(point);
        }
        return std::max(point.y, isOneSided ? -point.x : -point.y);
    }

    [[nodiscard]] const glm::dvec2& start() const noexcept { return start_; }
    [[nodiscard]] const glm::dvec2& end() const noexcept { return end_; }
    /// The triangles whose normals bound the arc, or kNoIndex.
    [[nodiscard]] std::uint32_t triangleAtStart() const noexcept { return atStart_; }
    [[nodiscard]] std::uint32_t triangleAtEnd() const noexcept { return atEnd_; }

    /// Whether less than 0.8 degrees are left: the edge is flat or concave.
    [[nodiscard]] bool isEmpty() const noexcept {
        return isEmpty_ || (glm::dot(start_, end_) > 0.0 && crossOf(start_, end_) <= kPatchSine);
    }

    /// Keeps the normals that do not lean toward a point of another triangle.
    /// @param toward  from the edge to the point, not zero
    void exclude(const glm::dvec2& toward, std::uint32_t triangle) noexcept {
        const double most = kLeanAtEdge * glm::length(toward);
        const bool keepsStart = glm::dot(start_, toward) <= most, keepsEnd = glm::dot(end_, toward) <= most;
        if (keepsStart && keepsEnd) {  // an arc of 180 degrees may lose all between its ends
            const glm::dvec2 middle =
                glm::dot(start_, end_) < 0.0 ? turnedLeft(start_) - turnedLeft(end_) : start_ + end_;
            isEmpty_ = isEmpty_ || glm::dot(middle, toward) > most;
            return;
        }
        glm::dvec2 limit = turnedLeft(toward) / glm::length(toward);
        if (crossOf(start_, limit) < 0.0 || crossOf(limit, end_) < 0.0) {
            limit = -limit;
        }
        if (keepsStart) {
            end_ = limit;
            atEnd_ = triangle;
        } else if (keepsEnd) {
            start_ = limit;
            atStart_ = triangle;
        } else {
            isEmpty_ = true;
        }
    }

private:
    glm::dvec2 start_{0.0, 1.0}, end_;  ///< counterclockwise, at most 180 degrees
    std::uint32_t atStart_ = kNoIndex, atEnd_ = kNoIndex;
    bool isEmpty_ = false;
};

}  // namespace sat3d::SAT3D_ABI
