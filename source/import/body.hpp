#pragma once

/// From a mesh node to its bodies and its line in the report.

#include "import/scene.hpp"

#include <sat3d/import/import.hpp>
#include <sat3d/shapes/convex_hull.hpp>

#include <vector>

namespace sat3d::inline SAT3D_ABI::importing {

struct NodeResult {
    NodeReport report;
    std::vector<ConvexHull> hulls;  ///< none: the first warning in the report says why
};

/// What becomes of a node's mesh.
enum class Treatment { Measure, OneHull, HullForEachIsland };

/// @param toModel    from the node's frame to the result's
/// @param treatment  a mesh with holes is not split into islands, for its faces may hang together nowhere
NodeResult buildBodies(const Scene& scene, const Node& node, const glm::dmat4& toModel, Treatment treatment,
                       const ImportOptions& options);

}  // namespace sat3d::inline SAT3D_ABI::importing
