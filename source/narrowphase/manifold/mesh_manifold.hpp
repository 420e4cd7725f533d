#pragma once

/// @file
/// Contact manifolds of a convex shape with a surface.

#include "core/inline_list.hpp"
#include "narrowphase/composite/child_traversal.hpp"
#include "narrowphase/convex/convex_proxy.hpp"
#include "narrowphase/manifold/manifold_reduction.hpp"
#include "narrowphase/pair/feature_id.hpp"
#include "narrowphase/pair/pair_frame.hpp"
#include "narrowphase/separation/separation.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/narrowphase/manifold.hpp>

#include <glm/ext/vector_double3.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace sat3d::inline SAT3D_ABI {

/// Collects the contacts with the triangles of a surface, one patch for each normal. Normals are those of the
/// triangles; at convex edges and borders they are those that isActiveFeature() accepts.
class MeshManifoldBuilder {
public:
    /// If there are more patches, the deepest are kept.
    static constexpr std::size_t kMaxPatches = 16;

    /// @param a        a convex child
    /// @param surface  a TriangleMesh or a HeightField
    MeshManifoldBuilder(const ChildShape& a, const PosedShape& surface, const CollideOptions& options);

    [[nodiscard]] std::uint32_t numberOfA() const { return numberOfA_; }

    /// @param triangle  of the surface, on a side that collides with A
    void add(const ChildShape& triangle);

    /// Calls take(const DManifold&) for each patch. If none holds a point as deep as the deepest triangle,
    /// that point is added.
    template <class Take>
    void finish(const Take& take) {
        dropLongPushes();
        addDropped();
        for (Patch& patch : patches_) {
            take(manifoldOf(patch));
        }
    }

private:
    /// A triangle that A touches.
    struct Touched {
        ConvexProxy core;
        detail::SurfaceTriangle shape;
        std::uint32_t number;
        Separation nearest;  ///< signed; without points
        std::uint32_t side;  ///< the face on the side of A's center
    };

    /// A's vertices are collected separately from the intersections of the triangles' edges with A's. The
    /// reduction to four prefers them, so that the patch does not depend on the triangulation.
    struct Patch {
        Patch(const glm::dvec3& normal, double separation, const Touched& touched)
            : normalAToB(normal),
              deepest(separation),
              of(touched),
              corners(normal, kAxisOfA),
              others(normal, kAxisOfA) {}

        [[nodiscard]] double deepestPoint() const { return std::min(corners.deepest(), others.deepest()); }

        static constexpr glm::dvec3 kAxisOfA{1.0, 0.0, 0.0};
        glm::dvec3 normalAToB;
        double deepest;       ///< separation of a triangle
        bool isFirm = false;  ///< certain, not just for lack of a shorter push out of its triangles
        Touched of;           ///< the deepest
        ManifoldReduction corners, others;
    };

    template <class Take>
    void forEachPointOverFace(const Touched& touched, const Take& take) const;
    [[nodiscard]] double deepestOverFace(const Touched& touched) const;
    [[nodiscard]] double addFace(const Touched& touched, bool isFirm);
    [[nodiscard]] double addActiveFeature(const Touched& touched, bool alongFace);
    void noteDropped(const Touched& touched);
    void dropLongPushes();
    void addDropped();
    void addPoint(const Touched& touched, const glm::dvec3& normalAToB, const ManifoldPoint& contact,
                  bool isCorner, bool isFirm);
    [[nodiscard]] Patch* patchFor(const Touched& touched, const glm::dvec3& normalAToB, double separation);
    [[nodiscard]] std::optional<Separation> shorterPush(const Touched& touched, double overFace,
                                                        const glm::dvec3& toA) const;
    [[nodiscard]] bool hasEasierPush(const Touched& touched) const;
    [[nodiscard]] bool isActiveAt(const Touched& touched, const Separation& along) const;
    [[nodiscard]] bool isWithinPatch(const Touched& touched, const ManifoldPoint& contact) const;
    /// Transforms from the pair's frame to the surface's.
    [[nodiscard]] glm::dvec3 toSurface(const glm::dvec3& direction) const;
    [[nodiscard]] glm::dvec3 onSurface(const glm::dvec3& point) const;
    [[nodiscard]] double nearOn(const Touched& touched, const glm::dvec3& point) const;
    [[nodiscard]] FeatureCode codeOfPatch(const Touched& touched) const;
    [[nodiscard]] FeatureCode codeOnSurface(const Touched& touched, FeatureCode code) const;
    [[nodiscard]] double tolerance(const Touched& touched) const;
    [[nodiscard]] DManifold manifoldOf(Patch& patch) const;

    std::uint32_t numberOfA_;
    ShapeRef surface_;
    PairFrame frame_;
    ConvexProxy coreA_;
    CollideOptions options_;
    InlineList<Patch, kMaxPatches> patches_;
    std::optional<Touched> dropped_;  ///< the deepest triangle without a point as deep as it
};

}  // namespace sat3d::inline SAT3D_ABI
