#pragma once

/// @file
/// Drawing of a collision model: an HTML page with the bodies in space and a table of them.

#include <sat3d/shapes/collision_model.hpp>

#include <glm/ext/vector_float3.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// Text about a node, for example from an import report.
struct NodeAnnotation {
    std::uint32_t node = 0;             ///< index into the model's nodes
    std::string summary;                ///< end of a sentence whose subject is the node: "is seen only"
    std::vector<std::string> warnings;  ///< ends of such sentences: "is not convex: ..."
};

struct ModelDrawingOptions {
    std::string title = "Collision model";
    std::vector<std::string> headerLines = {};     ///< lines under the heading: source file, unit, axes
    std::vector<std::string> notes = {};           ///< remarks on the whole model
    std::vector<NodeAnnotation> annotations = {};  ///< at most one per node
    std::span<const RenderMesh> meshes = {};       ///< the visible model, drawn behind the bodies
    glm::vec3 up{0.0f, 1.0f, 0.0f};                ///< up direction; not zero
    /// Largest number of mesh indices to draw. A mesh that would exceed this number is left out, and the page
    /// lists its name.
    std::size_t maxMeshCorners = 600'000;
};

/// Draws a model as a self-contained HTML page. The model can be rotated, zoomed and clicked. Each body is
/// listed with its node, shape, numbers and warnings. The table row of a body has the attribute data-body,
/// the index of the body. The page needs no network.
/// @code
/// file << drawModelHtml(model, {.title = "tank"});
/// @endcode
/// @param model    names in it may contain any characters: they are escaped
/// @param options  annotations and meshes of unknown nodes are ignored
[[nodiscard]] SAT3D_DEBUG_API std::string drawModelHtml(const CollisionModel& model,
                                                        const ModelDrawingOptions& options = {});

}  // namespace sat3d::SAT3D_ABI
