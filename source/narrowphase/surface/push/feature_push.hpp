#pragma once

/// @file
/// Shortest pushes out of a triangle over its edges and vertices, along normals that the surface allows
/// there.

#include "narrowphase/surface/contact/incident_face.hpp"
#include "narrowphase/surface/contact/surface_contact.hpp"
#include "narrowphase/surface/contact/surface_pair.hpp"
#include "narrowphase/surface/push/normal_arc.hpp"

#include <glm/ext/vector_double3.hpp>

#include <array>
#include <cstdint>
#include <optional>

namespace sat3d::SAT3D_ABI {

/// The pushes out of one triangle over its edges and vertices.
struct TrianglePushes {
    explicit TrianglePushes(double leastWanted) : least(leastWanted), best(leastWanted) {}

    double least;  ///< meters: pushes along which the separation is no larger are left out
    /// The largest separation along any allowed normal, and nothing less than `least`.
    double best;
    /// The triangle whose own normal that is, or kNoIndex.
    std::uint32_t bestIsNormalOf = kNoIndex;
    /// The push with the largest separation of those whose places lie on the body and on the triangle.
    std::optional<SurfacePush> touching;

    /// Whether a separation is larger than that of `touching`, or of `least`.
    [[nodiscard]] bool wants(double separation) const {
        return separation > (touching ? touching->separation : least);
    }
};

/// Searches the normals at which a separation can be largest. Along an edge's arc, these are its ends, the
/// normals at which the body's support passes from one vertex to the next, and the directions from the edge
/// to the vertices of a separated body. In a vertex's cone, these are the normals of the body's faces, and
/// the direction to a separated body.
class FeaturePushSearch {
public:
    explicit FeaturePushSearch(const SurfacePair& pair);

    /// O(V) for each step along the silhouette of a body of V vertices.
    /// @param least  meters: pushes along which the separation is no larger are left out
    [[nodiscard]] TrianglePushes pushesOf(const ContactTriangle& triangle, double least) const;

    /// Returns the push of a sphere off the point of a triangle that is closest to its center; nothing if the
    /// surface does not allow it, as a neighbor is closer then.
    [[nodiscard]] std::optional<SurfacePush> pushOfSphere(const ContactTriangle& triangle) const;

    /// Whether a push off a triangle leads into a neighbor: over an edge or a vertex where the surface does
    /// not allow it, and the body overlaps that neighbor afterwards. Not where a one-sided neighbor faces
    /// away from the body's center: the body has come through it.
    /// @param push  of the body
    [[nodiscard]] bool leadsIntoNeighbor(const ContactTriangle& triangle, const glm::dvec3& push) const;

    /// The separation along the normals of the body's faces that do not lead behind the triangle: a lower
    /// bound of the separation of both. -infinity for round bodies.
    [[nodiscard]] double separationOverFaces(const ContactTriangle& triangle) const;

private:
    struct EdgeView;
    struct Candidate;
    struct FacePlane {
        glm::dvec3 normal;
        double offset;
    };

    static constexpr std::uint32_t kMaxStored = 32;

    [[nodiscard]] FacePlane plane(std::uint32_t face) const {
        return face < kMaxStored ? planes_[face] : computedPlane(face);
    }
    [[nodiscard]] FacePlane computedPlane(std::uint32_t face) const;

    [[nodiscard]] glm::dvec3 vertex(std::uint32_t index) const {
        return isStored_ ? vertices_[index] : pair_.body().vertex(index);
    }
    void tryEdge(const ContactTriangle& triangle, std::uint32_t edge, TrianglePushes& pushes) const;
    [[nodiscard]] std::uint32_t supportAlong(const EdgeView& view, const glm::dvec2& normal) const;
    void tryArc(const EdgeView& view, const NormalArc& arc, TrianglePushes& pushes) const;
    void tryDirection(const EdgeView& view, const Candidate& candidate, TrianglePushes& pushes) const;
    [[nodiscard]] std::optional<SurfacePush> touchingEdge(const EdgeView& view,
                                                          const Candidate& candidate) const;
    [[nodiscard]] bool touchUnderFace(const EdgeView& view, const IncidentFace& face,
                                      SurfacePush& push) const;
    [[nodiscard]] bool touchUnderVertices(const EdgeView& view, std::uint32_t support,
                                          SurfacePush& push) const;
    [[nodiscard]] std::uint64_t idOn(const EdgeView& view, const glm::dvec3& outward, FeatureCode onBody,
                                     double along) const;
    void tryVertex(const ContactTriangle& triangle, std::uint32_t corner, TrianglePushes& pushes) const;
    [[nodiscard]] bool isUnder(std::uint32_t face, const glm::dvec3& point) const;
    void tryClosestPoint(const ContactTriangle& triangle, std::uint32_t corner, TrianglePushes& pushes) const;
    [[nodiscard]] bool facesAwayAt(const ContactTriangle& triangle, std::uint32_t corner) const;
    /// @param push  of the body: neighbors that it overlaps no more afterwards do not count. Null: all count.
    [[nodiscard]] bool isAllowedOn(const ContactTriangle& triangle, std::uint32_t edge,
                                   const glm::dvec3& place, const glm::dvec3& outward,
                                   const glm::dvec3* push = nullptr) const;
    [[nodiscard]] static bool leansToward(const glm::dvec3& outward, const glm::dvec3& toPoint, double near);
    [[nodiscard]] bool leansInto(const glm::dvec3& outward, const TriangleCorners& neighbor,
                                 const glm::dvec3& place, double near) const;
    [[nodiscard]] double nearOf(const TriangleCorners& corners) const;
    [[nodiscard]] glm::dvec3 closestPointOfBody(const glm::dvec3& point) const;
    [[nodiscard]] bool isAllowedAt(const ContactTriangle& triangle, std::uint32_t corner,
                                   const glm::dvec3& outward, const glm::dvec3* push = nullptr) const;
    void takeAtVertex(const ContactTriangle& triangle, std::uint32_t corner, const glm::dvec3& outward,
                      double separation, FeatureCode onBody, bool touches, TrianglePushes& pushes) const;

    const SurfacePair& pair_;
    std::uint32_t count_;
    bool isStored_;
    std::array<glm::dvec3, kMaxStored> vertices_;
    std::array<FacePlane, kMaxStored> planes_;
};

}  // namespace sat3d::SAT3D_ABI
