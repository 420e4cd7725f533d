#pragma once

/// @file
/// A collision model as a page to look at: the bodies in space beside a table of them.

#include <sat3d/core/config.hpp>
#include <sat3d/shapes/collision_model.hpp>

#include <glm/ext/vector_float3.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace sat3d::inline SAT3D_ABI {

/// What is known of a node beside the model itself: an importer's report has it.
struct NodeRemark {
    std::uint32_t node = 0;             ///< index into the model's nodes
    std::string outcome;                ///< ends a sentence that begins with its name: "is seen only"
    std::vector<std::string> warnings;  ///< likewise: "is not convex: ..."
};

struct ModelDrawingOptions {
    std::string title = "Collision model";
    std::vector<std::string> facts;    ///< lines under the heading: where it comes from, unit, axes
    std::vector<std::string> notes;    ///< on the model as a whole
    std::vector<NodeRemark> remarks;   ///< at most one per node
    std::span<const NodeMesh> meshes;  ///< the model as it is seen, drawn under the bodies
    glm::vec3 up{0.0f, 1.0f, 0.0f};    ///< what points up; not zero
    /// Meshes are drawn in their order while their corners together are no more; the page names the others.
    std::size_t maxMeshCorners = 600'000;
};

/// A self-contained HTML page, no network needed: the model to be turned, zoomed and clicked, each body with
/// its node, shape, figures and warnings. Every body's row has data-body, its index.
/// @param model    names may hold anything, they are escaped
/// @param options  a remark or mesh of a node that is none is left out
[[nodiscard]] SAT3D_DEBUG_API std::string drawModelHtml(const CollisionModel& model,
                                                        const ModelDrawingOptions& options = {});

}  // namespace sat3d::inline SAT3D_ABI
