#pragma once

/// @file
/// Where a convex shape touches a surface of triangles.

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

/// Takes triangle after triangle, and gathers those that are touched along one normal in one patch. Normals
/// are those of the triangles, or where a convex edge or a border is touched those of isOutermost().
class SurfacePatches {
public:
    /// Of more patches the deepest are kept.
    static constexpr std::size_t kMostPatches = 16;

    /// @param a        a convex piece
    /// @param surface  not of a compound
    SurfacePatches(const Piece& a, const PosedShape& surface, const CollideOptions& options);

    [[nodiscard]] std::uint32_t numberOfA() const { return a_.number; }

    /// @param triangle  of the surface, and there for A
    void add(const Piece& triangle);

    /// Calls take(const DManifold&) for each patch. When none holds a point as deep as the deepest triangle,
    /// that one's is added.
    template <class Take>
    void finish(const Take& take) {
        dropLongWays();
        addDropped();
        for (Patch& patch : patches_) {
            take(manifoldOf(patch));
        }
    }

private:
    /// A triangle that is touched.
    struct Touched {
        CoreShape core;
        detail::SurfaceTriangle shape;
        std::uint32_t number;
        Separation nearest;  ///< signed; points not known
        std::uint32_t side;  ///< the face that looks to A's middle
    };

    /// Corners of A are kept apart from where the triangles' sides cross those of A: when it comes to the
    /// last four they are preferred, lest the patch depend on how it is cut into triangles.
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
        bool isFirm = false;  ///< not told merely for want of another way out of its triangles
        Touched of;           ///< the deepest
        ManifoldReduction corners, others;
    };

    template <class Take>
    void forEachPointOverFace(const Touched& touched, const Take& take) const;
    [[nodiscard]] double deepestOverFace(const Touched& touched) const;
    [[nodiscard]] double addFace(const Touched& touched, bool isFirm);
    [[nodiscard]] double addOutermost(const Touched& touched, bool alongFace);
    void noteDropped(const Touched& touched);
    void dropLongWays();
    void addDropped();
    void addPoint(const Touched& touched, const glm::dvec3& normalAToB, const Contact& contact, bool isCorner,
                  bool isFirm);
    [[nodiscard]] Patch* patchFor(const Touched& touched, const glm::dvec3& normalAToB, double separation);
    [[nodiscard]] std::optional<Separation> shorterWay(const Touched& touched, double overFace,
                                                       const glm::dvec3& toA) const;
    [[nodiscard]] bool hasEasierWay(const Touched& touched) const;
    [[nodiscard]] bool isOutermostAt(const Touched& touched, const Separation& along) const;
    [[nodiscard]] bool isWithinPatch(const Touched& touched, const Contact& contact) const;
    /// From the pair's frame to the surface's.
    [[nodiscard]] glm::dvec3 toSurface(const glm::dvec3& direction) const;
    [[nodiscard]] glm::dvec3 onSurface(const glm::dvec3& place) const;
    [[nodiscard]] double nearOn(const Touched& touched, const glm::dvec3& place) const;
    [[nodiscard]] FeatureCode codeOfPatch(const Touched& touched) const;
    [[nodiscard]] FeatureCode codeOnSurface(const Touched& touched, FeatureCode code) const;
    [[nodiscard]] double tolerance(const Touched& touched) const;
    [[nodiscard]] DManifold manifoldOf(Patch& patch) const;

    Piece a_;
    detail::ShapeRef surface_;
    PairFrame frame_;
    CoreShape coreA_;
    CollideOptions options_;
    InlineList<Patch, kMostPatches> patches_;
    std::optional<Touched> dropped_;  ///< the deepest triangle of which no point as deep as it was told
};

}  // namespace sat3d::inline SAT3D_ABI
