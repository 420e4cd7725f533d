#pragma once

/// @file
/// Contact manifolds of a convex body with a surface.

#include "core/inline_list.hpp"
#include "narrowphase/separation/separation.hpp"
#include "narrowphase/surface/feature_push.hpp"
#include "narrowphase/surface/felt_surface.hpp"
#include "narrowphase/surface/surface_contact.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/narrowphase/manifold.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>

namespace sat3d::inline SAT3D_ABI {

/// Finds the contacts of a convex body with a surface: along the normals of triangles, and along normals that
/// the surface allows at its edges and vertices (docs/decisions/0028). Each contact frees the body of its
/// triangles, and each triangle that the body touches is freed by a contact or needs no longer push than the
/// longest of them.
class SurfaceManifolds {
public:
    /// If there are more contacts, the deepest are kept.
    static constexpr std::size_t kMaxContacts = 16;

    /// @param body     a convex child
    /// @param surface  a TriangleMesh or a HeightField
    SurfaceManifolds(const ChildShape& body, const PosedShape& surface, const CollideOptions& options);

    /// Calls take(const DManifold&) for each contact.
    template <class Take>
    void forEach(const Take& take) {
        for (SurfaceContact& contact : contacts_) {
            take(manifoldOf(contact));
        }
    }

private:
    /// How a triangle takes part.
    enum class Role : std::uint8_t {
        Face,     ///< along its own normal
        Feature,  ///< over one of its edges or vertices
        Passive,  ///< by contacts of its neighbors
    };
    struct Felt {
        FeltTriangle triangle;
        Role role;
    };
    /// Triangles of one normal.
    struct Patch {
        glm::dvec3 outward;
        double separation;  ///< of the deepest
        std::uint32_t triangle;
    };
    struct Feature {
        FeaturePush push;
        std::uint32_t triangle;
    };

    /// More triangles are searched and judged anew for each step.
    static constexpr std::size_t kMaxStored = 256;
    static constexpr std::size_t kMaxFeatures = 32;

    template <class Take>
    void forEachFelt(const Take& take) const;
    [[nodiscard]] Role roleFrom(const TrianglePushes& pushes) const;
    [[nodiscard]] Role roleOf(const FeltTriangle& triangle) const;
    [[nodiscard]] TrianglePushes pushesOf(const FeltTriangle& triangle) const;
    [[nodiscard]] bool isFaceAtOnce(const FeltTriangle& triangle) const;

    void collect();
    Role take(const FeltTriangle& triangle);
    [[nodiscard]] Role roleFacingSphere(const FeltTriangle& triangle, FeaturePush& push) const;
    void noteFeature(const FeaturePush& push, std::uint32_t triangle);
    void addToPatch(const FeltTriangle& triangle);
    void addPatchPoints();
    void addFeature(const FeaturePush& push, std::uint32_t triangle);
    void dropUntouched();
    void dropLongPushes();
    void coverTriangles();
    [[nodiscard]] double deepestSeparation() const;
    [[nodiscard]] std::optional<double> uncoveredSeparation(const FeltTriangle& triangle, Role role,
                                                            std::optional<double> known);
    void cover(const FeltTriangle& triangle, Role role, double separation);
    [[nodiscard]] double leastSeparation(const FeltTriangle& triangle) const;
    void addExactPush(const FeltTriangle& triangle, const Separation& exact);

    [[nodiscard]] SurfaceContact* contactAlong(const glm::dvec3& outward, double cosine);
    [[nodiscard]] SurfaceContact* roomFor(const glm::dvec3& outward, double separation,
                                          std::uint32_t triangle);
    [[nodiscard]] bool isShortened(double separation, double cosine) const;
    [[nodiscard]] Separation exactSeparation(std::uint32_t triangle, Points points) const;
    [[nodiscard]] const Separation& exactSeparation(SurfaceContact& contact) const;
    [[nodiscard]] std::optional<Separation> separationOverFace(const FeltTriangle& triangle) const;
    [[nodiscard]] bool isTouched(const Separation& exact) const;
    [[nodiscard]] DManifold manifoldOf(SurfaceContact& contact) const;

    CollideOptions options_;
    std::uint32_t numberOfBody_;
    FeltSurface felt_;
    FeaturePushSearch search_;
    double tolerance_, bias_;
    InlineList<Felt, kMaxStored> stored_;
    bool isStored_ = true;  ///< whether stored_ holds all
    InlineList<Patch, kMaxContacts> patches_;
    InlineList<Feature, kMaxFeatures> features_;
    InlineList<SurfaceContact, kMaxContacts> contacts_;
};

/// Calls take(const FeltTriangle&, Role).
template <class Take>
void SurfaceManifolds::forEachFelt(const Take& take) const {
    if (isStored_) {
        for (const Felt& felt : stored_) {
            take(felt.triangle, felt.role);
        }
    } else {
        felt_.forEachFelt([&](const FeltTriangle& triangle) { take(triangle, roleOf(triangle)); });
    }
}

}  // namespace sat3d::inline SAT3D_ABI
