#pragma once

/// @file
/// The side of a body that faces a surface, seen along a normal.

#include "narrowphase/manifold/support_feature.hpp"
#include "narrowphase/surface/felt_surface.hpp"

#include <sat3d/core/config.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

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

    [[nodiscard]] glm::dvec3 corner(std::uint32_t index) const {
        return index < kMostStored ? corners_[index] : face_.corner(index);
    }
    /// Calls take(index) for the vertices of the face that, in projection, lie on a triangle.
    template <class Take>
    void forEachCornerOn(const FeltTriangle& triangle, const Take& take) const {
        const TriangleSides sides(triangle, outward_, *felt_);
        for (std::uint32_t i = 0; i < face_.size(); ++i) {
            if (sides.contain(corner(i))) {
                take(i);
            }
        }
    }
    /// The first 32 sides of the face that a point lies beyond, as bits. Of points with a common bit, none
    /// lies under the face.
    [[nodiscard]] std::uint32_t sidesBefore(const glm::dvec3& point) const {
        std::uint32_t bits = 0;
        for (std::uint32_t side = 0; face_.isFace() && side < face_.size() && side < 32; ++side) {
            bits |= (beyond(side, point) > felt_->rounding() ? 1u : 0u) << side;
        }
        return bits;
    }
    /// The part of a segment that the face lies over.
    [[nodiscard]] Part partUnder(const glm::dvec3& start, const glm::dvec3& end) const;
    /// The height of the face over a point of the surface, negative below it, along the normal.
    [[nodiscard]] double heightOver(const glm::dvec3& point) const {
        return (offset_ - glm::dot(normal_, point)) / towardSurface_;
    }
    /// Whether the face, in projection, overlaps a triangle.
    [[nodiscard]] bool overlaps(const FeltTriangle& triangle) const;

private:
    /// The sides of a triangle, seen along the normal. A point on a side counts as inside.
    class TriangleSides {
    public:
        TriangleSides(const FeltTriangle& triangle, const glm::dvec3& outward, const FeltSurface& felt);

        [[nodiscard]] bool contain(const glm::dvec3& point) const {
            return glm::dot(inward_[0], point) >= least_[0] && glm::dot(inward_[1], point) >= least_[1] &&
                   glm::dot(inward_[2], point) >= least_[2];
        }

    private:
        TriangleCorners inward_;  ///< as long as the sides
        std::array<double, 3> least_;
    };

    /// Sides of larger faces are computed when they are asked for.
    static constexpr std::uint32_t kMostStored = 16;

    [[nodiscard]] Part partUnderFace(const glm::dvec3& start, const glm::dvec3& end) const;
    [[nodiscard]] Part crossing(const glm::dvec3& start, const glm::dvec3& end) const;
    /// Unit, in the plane of projection, out of the face.
    [[nodiscard]] glm::dvec3 outOf(std::uint32_t side) const {
        return side < kMostStored ? out_[side] : computedOut(side);
    }
    [[nodiscard]] glm::dvec3 computedOut(std::uint32_t side) const;
    [[nodiscard]] double beyond(std::uint32_t side, const glm::dvec3& point) const {
        return glm::dot(outOf(side), point) - (side < kMostStored ? reach_[side] : reachOf(side));
    }
    [[nodiscard]] double reachOf(std::uint32_t side) const;

    const FeltSurface* felt_;
    glm::dvec3 outward_;
    SupportFeature face_;
    glm::dvec3 normal_{0.0};      ///< of the face
    double offset_ = 0.0;         ///< of its plane
    double towardSurface_ = 0.0;  ///< dot(normal_, outward_), negative
    bool hidesBody_ = false;
    std::array<glm::dvec3, kMostStored> corners_, out_;  ///< of the face's sides
    std::array<double, kMostStored> reach_;              ///< of the sides along out_
};

}  // namespace sat3d::inline SAT3D_ABI
