#pragma once

/// @file
/// Contacts of a convex body with a surface, each along one normal.

#include "core/inline_list.hpp"
#include "narrowphase/kernels/triangles/triangle_kernels.hpp"
#include "narrowphase/pair/feature_id.hpp"
#include "narrowphase/surface/contact/contact_points.hpp"
#include "narrowphase/surface/contact/surface_pair.hpp"

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>

namespace sat3d::SAT3D_ABI {

/// On a patch, a vertex of the body keeps its id while it slides from triangle to triangle.
inline constexpr FeatureCode kOnPatch = faceCode(0);

/// A point of the surface that a point of a body faces along a normal.
struct FacingPoint {
    glm::dvec3 onSurface;
    double separation;  ///< of the body along the normal
    std::uint64_t id;   ///< of the contact point
};

/// A push of the body off a triangle along a normal, and one or two places where both then touch.
struct SurfacePush {
    glm::dvec3 outward{0.0};  ///< unit, from the surface to the body
    double separation = 0.0;  ///< of the body from the triangle along the normal; negative: overlap
    std::uint32_t triangle = 0;
    std::uint32_t count = 0;
    std::array<FacingPoint, 2> facing;

    [[nodiscard]] std::span<const FacingPoint> points() const { return {facing.data(), count}; }
};

/// Contact points along one normal. Moving the body along it by -separation takes the body off the triangle.
class SurfaceContact {
public:
    /// @param outward  unit, from the surface to the body
    SurfaceContact(const SurfacePair& pair, const glm::dvec3& outward) noexcept
        : pair_(&pair), outward_(outward), lowest_(pair.lowestAlong(outward)) {}

    [[nodiscard]] const glm::dvec3& outward() const { return outward_; }
    /// The least separation of the points. The deepest lies on the triangle.
    [[nodiscard]] double separation() const { return separation_; }
    [[nodiscard]] std::uint32_t triangle() const { return triangle_; }
    [[nodiscard]] std::span<const ManifoldPoint> points() const { return {points_.data(), pointCount_}; }
    /// Whether the body touches the patch of this normal with one face only, up to 0.8 degrees: see
    /// IncidentFace::hidesBody().
    [[nodiscard]] bool hidesBody() const { return hidesBody_; }

    void setDeepest(double separation, std::uint32_t triangle) {
        separation_ = separation;
        setTriangle(triangle);
    }
    void setTriangle(std::uint32_t triangle) {
        triangle_ = triangle;
        exact_.reset();
    }
    /// @param exact  of the triangle: see exactSeparation()
    void setExactSeparation(const Separation& exact) { exact_ = exact; }
    void setPoints(std::span<const ManifoldPoint> points) {
        pointCount_ = static_cast<std::uint32_t>(points.size());
        std::copy(points.begin(), points.end(), points_.begin());
    }
    void setHidesBody(bool hides) { hidesBody_ = hides; }

    /// The push ends with the body on this plane, perpendicular to the normal.
    [[nodiscard]] double level() const { return lowest_ - separation_; }
    /// How the push moves the body's center, which starts at the origin.
    [[nodiscard]] glm::dvec3 push() const { return std::max(0.0, -separation_) * outward_; }
    /// Whether the push takes the body off a triangle, with its center in front of a one-sided one.
    /// @param slack  meters: an overlap that may be left
    [[nodiscard]] bool frees(const ContactTriangle& triangle, double slack = 0.0) const {
        return highestAlong(triangle.corners, outward_) <= level() + pair_->tolerance() + slack &&
               (!pair_->isOneSided() || glm::dot(triangle.outward, push() - triangle.corners[0]) >= 0.0);
    }
    /// The triangles that the push certainly frees.
    [[nodiscard]] TriangleSet freed(const ActiveBatch& batch) const;

    /// The separation of the triangle, computed once.
    const Separation& exactSeparation();

private:
    const SurfacePair* pair_;
    glm::dvec3 outward_;
    double lowest_;  ///< of the body along the normal
    double separation_ = std::numeric_limits<double>::infinity();
    std::uint32_t triangle_ = 0;
    bool hidesBody_ = false;
    std::optional<Separation> exact_;
    std::uint32_t pointCount_ = 0;
    std::array<ManifoldPoint, ContactPoints::kMaxChosen> points_;
};

/// The contacts of a body with a surface; if there are too many, the deepest.
class SurfaceContacts {
public:
    static constexpr std::size_t kCapacity = 16;

    explicit SurfaceContacts(const SurfacePair& pair) : pair_(pair) {}

    [[nodiscard]] std::size_t size() const { return contacts_.size(); }
    [[nodiscard]] SurfaceContact* begin() { return contacts_.begin(); }
    [[nodiscard]] SurfaceContact* end() { return contacts_.end(); }
    [[nodiscard]] const SurfaceContact* begin() const { return contacts_.begin(); }
    [[nodiscard]] const SurfaceContact* end() const { return contacts_.end(); }
    void erase(SurfaceContact* contact) { contacts_.erase(contact); }

    /// The least separation of all contacts; infinite without any.
    [[nodiscard]] double deepest() const;
    /// Returns the contact whose normal is closest to a direction, if the cosine of their angle exceeds a
    /// limit; otherwise null.
    [[nodiscard]] SurfaceContact* along(const glm::dvec3& outward, double cosine);

    /// Returns the triangles of a set that no contact certainly frees.
    [[nodiscard]] TriangleSet notFreed(const ActiveBatch& batch, TriangleSet triangles) const;

    /// Adds a contact, in place of one of nearly the same normal, or of the shallowest if there are too many.
    void addOrReplace(const SurfaceContact& contact);
    /// Adds the points of a push to the contact of nearly the same normal, or to a new one.
    /// @return null if its separation is not below the margin, or if there are too many deeper contacts
    SurfaceContact* add(const SurfacePush& push);

private:
    SurfaceContact* addDeepest(const SurfaceContact& contact);

    const SurfacePair& pair_;
    InlineList<SurfaceContact, kCapacity> contacts_;
};

}  // namespace sat3d::SAT3D_ABI
