#pragma once

/// @file
/// The side of a body that faces a surface, seen along a normal.

#include "narrowphase/manifold/support_feature.hpp"
#include "narrowphase/surface/felt_surface.hpp"

#include <sat3d/core/config.hpp>

#include <glm/ext/vector_double3.hpp>

#include <array>
#include <cstdint>

namespace sat3d::inline SAT3D_ABI {

/// The face of a body that faces a surface most directly, and its projection along the normal. The segment of
/// a capsule and the center of a sphere count as faces of one and no side.
class Footprint {
public:
    /// A part of a line over or under the footprint.
    struct Part {
        static constexpr std::uint32_t kNoSide = 0xffffffffu;
        struct End {
            double share;                  ///< of the way along the line
            std::uint32_t side = kNoSide;  ///< of the face, that ends the part; kNoSide: the line ends
            glm::dvec3 onBody{0.0};        ///< on the core
        };
        std::array<End, 2> ends;
        std::uint32_t count = 0;  ///< 0: the line passes beside; 1: it crosses a segment
    };

    /// @param outward  unit, from the surface to the body
    Footprint(const FeltSurface& felt, const glm::dvec3& outward);

    [[nodiscard]] const SupportFeature& face() const { return face_; }
    /// Whether the rest of the body hides behind the face: no other face looks in the direction of the
    /// surface, and the face is parallel to it to 0.8 degrees.
    [[nodiscard]] bool hidesBody() const { return hidesBody_; }

    /// Whether a vertex of the face, in projection, lies on a triangle.
    [[nodiscard]] bool isOn(std::uint32_t corner, const FeltTriangle& triangle) const;
    /// The part of a segment that the face lies over.
    [[nodiscard]] Part partUnder(const glm::dvec3& start, const glm::dvec3& end) const;
    /// The height of the face over a point of the surface, negative below it, along the normal.
    [[nodiscard]] double heightOver(const glm::dvec3& point) const;
    /// Whether the face, in projection, overlaps a triangle.
    [[nodiscard]] bool overlaps(const FeltTriangle& triangle) const;

private:
    [[nodiscard]] Part partUnderFace(const glm::dvec3& start, const glm::dvec3& end) const;
    [[nodiscard]] Part crossing(const glm::dvec3& start, const glm::dvec3& end) const;
    /// Unit, in the plane of projection, out of the face.
    [[nodiscard]] glm::dvec3 outOf(std::uint32_t side) const;

    const FeltSurface* felt_;
    glm::dvec3 outward_;
    SupportFeature face_;
    glm::dvec3 normal_{0.0};      ///< of the face
    double towardSurface_ = 0.0;  ///< dot(normal_, outward_), negative
    bool hidesBody_ = false;
};

}  // namespace sat3d::inline SAT3D_ABI
