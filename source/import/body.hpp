#pragma once

/// From a mesh node to its body and its line in the report.

#include "import/scene.hpp"

#include <sat3d/import/import.hpp>
#include <sat3d/shapes/convex_hull.hpp>

#include <optional>

namespace sat3d::inline SAT3D_ABI::importing {

struct NodeResult {
    NodeReport report;
    std::optional<ConvexHull> hull;  ///< none: a warning in the report says why
};

/// @param toModel  from the node's frame to the result's
NodeResult buildBody(const Scene& scene, const Node& node, const glm::dmat4& toModel,
                     const ImportOptions& options);

}  // namespace sat3d::inline SAT3D_ABI::importing
