#pragma once

/// @file
/// Faces of a hull for contact points.

#include "core/no_index.hpp"
#include "geometry/hull_measures/hull_view.hpp"

#include <sat3d/geometry/plane.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// The size of details that count as noise, in meters: 4e-6 of the radius, or the rounding of the largest
/// coordinate if that is more.
[[nodiscard]] double coordinateNoise(const HullView& hull);

/// Faces that only noise divides, merged for contact points.
///
/// Coordinates are rounded to float, and exporters write points twice. This bends the faces of a model: far
/// from the origin a quadrangle becomes two triangles, and a doubled point adds slivers. The minimum
/// translation needs these faces, because it is exact for the vertices as they are. A patch of contact points
/// needs the faces of the model.
struct ContactFaces {
    struct Merged {
        Plane plane;                ///< supports the hull; the vertices lie within the noise below it
        std::uint32_t firstVertex;  ///< the loop is loops[firstVertex, firstVertex + vertexCount)
        std::uint32_t vertexCount;
        std::uint32_t largest;  ///< the largest of the merged faces. It gives the face its name.
    };
    std::vector<Merged> merged;             ///< empty for most hulls
    std::vector<std::uint32_t> loops;       ///< vertices, counterclockwise and convex in projection
    std::vector<std::uint32_t> mergedFrom;  ///< per face of the hull: its index in `merged`, or kNoIndex;
                                            ///< empty if no faces are merged

    [[nodiscard]] bool isMerged(std::uint32_t face) const {
        return !mergedFrom.empty() && mergedFrom[face] != kNoIndex;
    }
    /// The merged face of a face that isMerged().
    [[nodiscard]] const Merged& mergedFace(std::uint32_t face) const { return merged[mergedFrom[face]]; }
    /// The face of the hull that gives its name to the contact face of a face.
    [[nodiscard]] std::uint32_t nameOf(std::uint32_t face) const {
        return isMerged(face) ? mergedFace(face).largest : face;
    }
    [[nodiscard]] std::span<const std::uint32_t> loopOf(const Merged& face) const {
        return std::span(loops).subspan(face.firstVertex, face.vertexCount);
    }
};

/// Merges the faces of a hull for contact points. Linear time for a hull without noise.
[[nodiscard]] ContactFaces mergeContactFaces(const HullView& hull);

}  // namespace sat3d::SAT3D_ABI
