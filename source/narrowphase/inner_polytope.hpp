#pragma once

#include <sat3d/core/config.hpp>

#include <glm/ext/vector_double3.hpp>

#include <array>
#include <cstdint>

namespace sat3d::inline SAT3D_ABI::detail {

/// A polytope that grows inside a convex body, point by point, toward its boundary: the bookkeeping of the
/// expanding polytope algorithm. Its surface is closed at every step, whatever rounding does. Nothing is
/// allocated. Source: van den Bergen, "Proximity queries and penetration depth computation on 3D game
/// objects", 2001.
class InnerPolytope {
public:
    static constexpr std::uint32_t kMaxPoints = 32, kMaxFaces = 2 * kMaxPoints - 4;

    struct Face {
        std::array<std::uint8_t, 3> corners;  ///< counterclockwise from outside
        glm::dvec3 normal;                    ///< unit, outward
        double distance;           ///< of its plane from the origin; negative where that lies outside
        bool isOutermost = false;  ///< nothing of the body lies beyond it
    };

    /// A tetrahedron; false if it is flat, to a part in a million of its size.
    [[nodiscard]] bool start(const std::array<glm::dvec3, 4>& corners);

    /// The convex hull with another point; false where there is no room for it, or it lies beyond no face.
    /// The polytope is of no use then.
    [[nodiscard]] bool add(const glm::dvec3& point);

    /// The face nearest to the origin that is not marked as outermost; null if there is none. It stands until
    /// the next point.
    [[nodiscard]] Face* nearest();

    [[nodiscard]] std::uint32_t pointCount() const { return pointCount_; }
    [[nodiscard]] std::uint32_t faceCount() const { return faceCount_; }
    [[nodiscard]] const Face& face(std::uint32_t i) const { return faces_[i]; }

private:
    bool addFace(std::uint8_t a, std::uint8_t b, std::uint8_t c);

    std::array<glm::dvec3, kMaxPoints> points_;
    std::array<Face, kMaxFaces> faces_;
    std::uint32_t pointCount_ = 0, faceCount_ = 0;
    double size_ = 0.0;  ///< of the first tetrahedron
};

}  // namespace sat3d::inline SAT3D_ABI::detail
