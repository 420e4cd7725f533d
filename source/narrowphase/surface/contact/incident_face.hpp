#pragma once

/// @file
/// The face of a body that faces a surface, seen along a normal.

#include "narrowphase/kernels/triangles/triangle_kernels.hpp"
#include "narrowphase/manifold/support_feature.hpp"
#include "narrowphase/surface/contact/surface_pair.hpp"

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <array>
#include <cstdint>

namespace sat3d::SAT3D_ABI {

/// The face of a body that faces a surface most directly, and its projection along the normal. For a capsule
/// this is its segment, and for a sphere its center: they count as faces of two and of one corner, without
/// sides.
class IncidentFace {
public:
    /// A part of a line over or under the face.
    struct Part {
        static constexpr std::uint32_t kNoSide = 0xffffffffu;
        struct End {
            double share;                  ///< of the length of the line
            std::uint32_t side = kNoSide;  ///< of the face, that ends the part; kNoSide: the line ends
            glm::dvec3 onBody{0.0};        ///< on the core
        };
        std::array<End, 2> ends;
        std::uint32_t count = 0;  ///< 0: the line passes beside; 1: it crosses a segment
    };

    /// @param outward  unit, from the surface to the body
    IncidentFace(const SurfacePair& pair, const glm::dvec3& outward);

    [[nodiscard]] const SupportFeature& feature() const { return face_; }
    [[nodiscard]] std::uint32_t size() const { return face_.size(); }
    [[nodiscard]] bool isFace() const { return face_.isFace(); }
    /// Whether the face is parallel to the surface to 0.8 degrees.
    [[nodiscard]] bool isParallel() const;
    /// Whether the rest of the body hides behind the face: no other face looks in the direction of the
    /// surface, and the face is parallel to it.
    [[nodiscard]] bool hidesBody() const;
    [[nodiscard]] glm::dvec3 corner(std::uint32_t index) const {
        return index < kStored ? corners_[index] : pair_.vertex(face_.vertexIndex(index));
    }

    /// The code of a point on a side. Near an end of the side, it is the code of the corner.
    [[nodiscard]] FeatureCode codeOnSide(std::uint32_t side, const glm::dvec3& point) const;
    /// How far the body reaches below a point of the face, against the normal.
    [[nodiscard]] double reachBelow(const glm::dvec3& onCore) const;

    /// Writes corners and sides, from `first` on, for the kernels.
    void write(std::uint32_t first, FaceOutline& outline) const;

    /// Whether a corner of the face, in projection, lies on a triangle. A corner on a side counts.
    [[nodiscard]] bool isOver(std::uint32_t corner, const ContactTriangle& triangle) const;
    /// Whether a point, in projection, lies on the face. A point on a side counts.
    [[nodiscard]] bool isUnder(const glm::dvec3& point) const;
    /// The part of a segment that the face lies over.
    [[nodiscard]] Part partUnder(const glm::dvec3& start, const glm::dvec3& end) const;
    /// The height of the face over a point of the surface, negative below it, along the normal.
    [[nodiscard]] double heightOver(const glm::dvec3& point) const {
        return (offset_ - glm::dot(normal_, point)) / towardSurface_;
    }
    /// Whether the face, in projection, overlaps a triangle.
    [[nodiscard]] bool overlaps(const ContactTriangle& triangle) const;

private:
    /// Sides of larger faces are computed when they are asked for.
    static constexpr std::uint32_t kStored = 16;

    [[nodiscard]] Part partUnderFace(const glm::dvec3& start, const glm::dvec3& end) const;
    [[nodiscard]] Part crossing(const glm::dvec3& start, const glm::dvec3& end) const;
    /// Unit, in the plane of projection, out of the face.
    [[nodiscard]] glm::dvec3 outOf(std::uint32_t side) const {
        return side < kStored ? out_[side] : computedOut(side);
    }
    [[nodiscard]] glm::dvec3 computedOut(std::uint32_t side) const;
    [[nodiscard]] glm::dvec3 alongSide(std::uint32_t side) const;
    void writeStrip(FaceOutline& outline) const;
    [[nodiscard]] double beyond(std::uint32_t side, const glm::dvec3& point) const {
        return glm::dot(outOf(side), point) - reachOf(side);
    }
    [[nodiscard]] double reachOf(std::uint32_t side) const;

    const SurfacePair& pair_;
    glm::dvec3 outward_;
    SupportFeature face_;
    glm::dvec3 normal_{0.0};                         ///< of the face
    double offset_ = 0.0;                            ///< of its plane
    double towardSurface_ = 0.0;                     ///< dot(normal_, outward_), negative
    std::array<glm::dvec3, kStored> corners_, out_;  ///< of the face's sides
    std::array<double, kStored> reach_;              ///< of the sides along out_
};

}  // namespace sat3d::SAT3D_ABI
