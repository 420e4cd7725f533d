#pragma once

/// @file
/// Shortest pushes out of a triangle over its edges and vertices, along normals that the surface allows
/// there.

#include "narrowphase/pair/feature_id.hpp"
#include "narrowphase/surface/felt_surface.hpp"
#include "narrowphase/surface/normal_arc.hpp"

#include <sat3d/core/config.hpp>

#include <glm/ext/vector_double3.hpp>

#include <array>
#include <cstdint>
#include <limits>
#include <optional>

namespace sat3d::inline SAT3D_ABI {

/// A point of a body and a point of the surface that face each other along a normal.
struct FacingPoints {
    glm::dvec3 onBody, onSurface;
    FeatureCode codeOnBody, codeOnSurface;
};

/// A push along a normal that is allowed at an edge or a vertex, with one or two places where the body then
/// touches.
struct FeaturePush {
    glm::dvec3 outward{0.0};  ///< unit, from the surface to the body
    double separation = 0.0;  ///< of the body from the triangle along the normal; negative: overlap
    std::uint32_t count = 0;
    std::array<FacingPoints, 2> points;
};

/// The pushes out of one triangle over its edges and vertices.
struct TrianglePushes {
    explicit TrianglePushes(double leastWanted) : best(leastWanted), least(leastWanted) {}

    /// The largest separation along any allowed normal, and nothing less than `least`.
    double best;
    /// The triangle whose own normal that is, or kNoIndex.
    std::uint32_t bestIsNormalOf = kNoIndex;
    /// The push with the largest separation of those whose places lie on the body and on the triangle.
    std::optional<FeaturePush> touching;

    /// Whether a separation is larger than that of `touching`, or of `least`.
    [[nodiscard]] bool wants(double separation) const {
        return separation > (touching ? touching->separation : least);
    }
    double least;
};

/// Searches the normals at which a separation can be largest. Along an edge's arc, these are its ends, the
/// normals at which the body's support passes from one vertex to the next, and the directions from the edge
/// to the vertices of a separated body. In a vertex's cone, these are the normals of the body's faces, and
/// the direction to a separated body.
class FeaturePushSearch {
public:
    explicit FeaturePushSearch(const FeltSurface& felt);

    /// O(V) for each step along the silhouette of a body of V vertices.
    /// @param least  meters: pushes along which the separation is no larger are left out
    [[nodiscard]] TrianglePushes pushesOf(const FeltTriangle& triangle, double least) const;

    /// How a triangle faces a sphere.
    enum class Facing : std::uint8_t { Face, Feature, Neighbor };

    /// Finds the part of a triangle that is closest to the center of a sphere.
    /// @param push  receives the push over that edge or vertex if the surface allows it; otherwise a neighbor
    /// is closer
    [[nodiscard]] Facing facingSphere(const FeltTriangle& triangle, FeaturePush& push) const;

    /// The separation along the normals of the body's faces that do not lead behind the triangle: a lower
    /// bound of the separation of both. -infinity for round bodies.
    [[nodiscard]] double separationOverFaces(const FeltTriangle& triangle) const;

private:
    struct EdgeView;
    struct Candidate;
    struct FacePlane {
        glm::dvec3 normal;
        double offset;
    };

    static constexpr std::uint32_t kMostStored = 32;

    /// Points within this fraction of a triangle's size of an edge or vertex lie on it.
    static constexpr double kOnFeature = 2e-5;

    [[nodiscard]] FacePlane plane(std::uint32_t face) const {
        return face < kMostStored ? planes_[face] : computedPlane(face);
    }
    [[nodiscard]] FacePlane computedPlane(std::uint32_t face) const;

    [[nodiscard]] glm::dvec3 vertex(std::uint32_t index) const {
        return isStored_ ? vertices_[index] : felt_.body().vertex(index);
    }
    void tryEdge(const FeltTriangle& triangle, std::uint32_t edge, TrianglePushes& pushes) const;
    void tryArc(const EdgeView& view, const NormalArc& arc, TrianglePushes& pushes) const;
    void tryDirection(const EdgeView& view, const Candidate& candidate, TrianglePushes& pushes) const;
    [[nodiscard]] std::optional<FeaturePush> touchingEdge(const EdgeView& view,
                                                          const Candidate& candidate) const;
    void tryVertex(const FeltTriangle& triangle, std::uint32_t corner, TrianglePushes& pushes) const;
    void tryFacesOver(const FeltTriangle& triangle, std::uint32_t corner, TrianglePushes& pushes) const;
    void tryClosestPoint(const FeltTriangle& triangle, std::uint32_t corner, TrianglePushes& pushes) const;
    [[nodiscard]] bool isAllowedOn(const FeltTriangle& triangle, std::uint32_t edge, const glm::dvec3& place,
                                   const glm::dvec3& outward) const;
    [[nodiscard]] static bool leansToward(const glm::dvec3& outward, const glm::dvec3& toPoint, double near);
    [[nodiscard]] double nearOf(const FeltTriangle& triangle) const;
    [[nodiscard]] glm::dvec3 closestPointOfBody(const glm::dvec3& point) const;
    [[nodiscard]] bool isAllowedAt(const FeltTriangle& triangle, std::uint32_t corner,
                                   const glm::dvec3& outward) const;
    void takeAtVertex(const FeltTriangle& triangle, std::uint32_t corner, const glm::dvec3& outward,
                      double separation, FeatureCode onBody, bool touches, TrianglePushes& pushes) const;

    const FeltSurface& felt_;
    std::uint32_t count_;
    bool isStored_;
    std::array<glm::dvec3, kMostStored> vertices_;
    std::array<FacePlane, kMostStored> planes_;
};

}  // namespace sat3d::inline SAT3D_ABI
