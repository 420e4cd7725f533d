#pragma once

/// @file
/// Contacts of a convex body with a surface along one normal.

#include "core/inline_list.hpp"
#include "narrowphase/manifold/manifold_reduction.hpp"
#include "narrowphase/separation/separation.hpp"
#include "narrowphase/surface/feature_push.hpp"
#include "narrowphase/surface/felt_surface.hpp"
#include "narrowphase/surface/footprint.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/narrowphase/manifold.hpp>

#include <glm/ext/vector_double3.hpp>

#include <array>
#include <cstdint>
#include <limits>

namespace sat3d::inline SAT3D_ABI {

/// Collects the contact points along one normal: of a patch of triangles, or of an edge or a vertex. Moving
/// the body by -separation() along the normal takes it off the triangles of the contact.
class SurfaceContact {
public:
    /// @param outward   unit, from the surface to the body
    /// @param triangle  the one that the normal and the name belong to
    SurfaceContact(const FeltSurface& felt, const glm::dvec3& outward, std::uint32_t triangle);

    [[nodiscard]] const glm::dvec3& outward() const { return outward_; }
    [[nodiscard]] const Footprint& footprint() const { return footprint_; }
    /// The triangle of the deepest point.
    [[nodiscard]] std::uint32_t triangle() const { return triangle_; }
    void setTriangle(std::uint32_t number) {
        triangle_ = number;
        hasExact_ = false;
    }
    /// The separation of that triangle, or null if it is not known yet.
    [[nodiscard]] const Separation* exact() const { return hasExact_ ? &exact_ : nullptr; }
    void setExact(const Separation& exact) {
        exact_ = exact;
        hasExact_ = true;
    }
    /// The least separation of the points; infinite without any.
    [[nodiscard]] double separation() const { return separation_; }

    /// Whether the push along this contact takes the body off a triangle, and not behind a one-sided one.
    [[nodiscard]] bool frees(const FeltTriangle& triangle, double tolerance) const {
        constexpr double kBehind = -1e-9;  // a cosine
        return lowest_ - highestAlong(triangle.corners, outward_) >= separation_ - tolerance &&
               !(felt_->isOneSided() && glm::dot(triangle.outward, outward_) < kBehind);
    }

    /// Adds the vertices of the body's face that lie on a triangle of the patch.
    void addCorners(const FeltTriangle& triangle);
    /// Adds the intersections of the patch's border with the outline of the body's face. For all triangles of
    /// the patch, after addCorners().
    void addBorder(const FeltTriangle& triangle);
    /// Adds the deepest vertex or crossing of a triangle under the body's face if it is deeper than all
    /// points. For all triangles of the patch, after addBorder().
    void addBump(const FeltTriangle& triangle);
    /// Adds a point of an edge or a vertex. Its normal may differ by the angle of a patch.
    void addFacing(const FacingPoints& points, std::uint32_t triangle);

    /// Writes normal and points, in the world.
    void write(DManifold& manifold);

private:
    static constexpr std::uint32_t kMostCorners = 16;

    /// A vertex of the body's face, and the deepest triangle that it lies on.
    struct Corner {
        double separation = std::numeric_limits<double>::infinity();
        std::uint64_t id = 0;
    };

    [[nodiscard]] bool isWithin(const FeltTriangle& triangle, std::uint32_t edge, std::uint32_t other) const;
    [[nodiscard]] FeatureCode codeOfDirection(const FeltTriangle& triangle) const;
    void addPoint(const glm::dvec3& onCore, double height, std::uint64_t id, std::uint32_t triangle);
    void note(double separation, std::uint32_t triangle);
    [[nodiscard]] double tolerance() const;

    const FeltSurface* felt_;
    glm::dvec3 outward_;
    Footprint footprint_;
    std::uint32_t triangle_;
    double lowest_;  ///< of the body along the normal
    double separation_ = std::numeric_limits<double>::infinity();
    std::array<Corner, kMostCorners> corners_;
    std::uint32_t cornersOn_ = 0;  ///< how many of them lie on the patch
    ManifoldReduction others_;
    Separation exact_;
    bool hasExact_ = false;
};

}  // namespace sat3d::inline SAT3D_ABI
