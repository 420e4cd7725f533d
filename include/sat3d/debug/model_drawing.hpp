#pragma once

/// @file
/// Drawing of a collision model: an HTML page with the bodies in space and a table of them.

#include <sat3d/core/config.hpp>
#include <sat3d/shapes/collision_model.hpp>

#include <glm/ext/vector_float3.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace sat3d::inline SAT3D_ABI {

/// Text about a node, for example from an import report.
struct NodeAnnotation {
    std::uint32_t node = 0;  ///< index into the model's nodes
    std::string summary;     ///< end of a sentence that begins with the node's name: "is seen only"
    std::vector<std::string> warnings;  ///< ends of sentences as well: "is not convex: ..."
};

struct ModelDrawingOptions {
    std::string title = "Collision model";
    std::vector<std::string> headerLines;     ///< lines under the heading: source file, unit, axes
    std::vector<std::string> notes;           ///< remarks on the whole model
    std::vector<NodeAnnotation> annotations;  ///< at most one per node
    std::span<const RenderMesh> meshes;       ///< the visible model, drawn behind the bodies
    glm::vec3 up{0.0f, 1.0f, 0.0f};           ///< up direction; not zero
    /// Meshes are drawn in their order until their indices exceed this number; the page lists the others.
    std::size_t maxMeshCorners = 600'000;
};

/// Draws a model as a self-contained HTML page: the model can be rotated, zoomed and clicked; each body is
/// listed with its node, shape, numbers and warnings. Every body's table row has the attribute data-body, its
/// index. Needs no network.
/// @code
/// file << drawModelHtml(model, {.title = "tank"});
/// @endcode
/// @param model    the names may contain any characters: they are escaped
/// @param options  annotations and meshes of unknown nodes are ignored
[[nodiscard]] SAT3D_DEBUG_API std::string drawModelHtml(const CollisionModel& model,
                                                        const ModelDrawingOptions& options = {});

}  // namespace sat3d::inline SAT3D_ABI
