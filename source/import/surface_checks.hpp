#pragma once

/// What is wrong with a surface, in figures.

#include "geometry/hull_measures/hull_view.hpp"
#include "import/surface.hpp"

#include <sat3d/import/import.hpp>

#include <cstdint>

namespace sat3d::inline SAT3D_ABI::importing {

/// How the faces of a welded surface hang together.
struct Topology {
    std::uint32_t openEdges = 0;      ///< used by an odd number of faces
    glm::vec3 openEdgeMiddle{0.0f};   ///< of the longest of them
    std::uint32_t clashingEdges = 0;  ///< whose two faces run through them in the same direction
    std::uint32_t areaLessFaces = 0;
    [[nodiscard]] bool closed() const { return openEdges == 0; }
};
Topology topology(const Surface& surface);

/// Signed volume inside a closed surface, cubic metres: negative when it is inside out. Faces count as fans.
double signedVolume(const Surface& surface);
/// The same of a hull.
double volume(const HullView& hull);

/// The point of the surface (a vertex or the middle of an edge) that lies deepest inside its hull.
struct Notch {
    bool found = false;
    double depth = 0.0;  ///< metres
    glm::vec3 place{0.0f};
    bool complete = true;  ///< false when the search was cut short: there may be a deeper one
};

/// @param hull          of the surface's vertices
/// @param ignoredDepth  metres; what is no deeper counts as convex
Notch deepestNotch(const Surface& surface, const HullView& hull, double ignoredDepth);

}  // namespace sat3d::inline SAT3D_ABI::importing
