#include "import/report/node_summary.hpp"

#include "core/format_numbers.hpp"
#include "import/names/name_effect.hpp"

#include <algorithm>

namespace sat3d::SAT3D_ABI::importing {
namespace {

std::string inQuotes(std::string_view name) {
    return "\"" + std::string(name) + "\"";
}

std::string inParentheses(ColliderSource source) {
    return " (" + std::string(toString(source)) + ")";
}

/// Returns the text for the shape of a collider: "" for one convex hull.
std::string shapeText(const ColliderSummary& collider) {
    if (collider.pieces.count > 0) {
        return " as " + formatCount(collider.pieces.count, "convex piece", "convex pieces") + ", " +
               formatNumber(collider.pieces.concavity) + " m off at most";
    }
    return collider.type == ShapeType::TriangleMesh
               ? " as a static triangle mesh of " + formatCount(collider.triangles, "triangle", "triangles")
           : collider.type == ShapeType::Box     ? " as a box"
           : collider.type == ShapeType::Sphere  ? " as a sphere"
           : collider.type == ShapeType::Capsule ? " as a capsule"
           : collider.bodies > 1
               ? " as " + std::to_string(collider.bodies) + " bodies, one for each loose part"
               : "";
}

/// Joins the texts of the first items, then states the number of further items.
template <class TextOf>
std::string listed(std::size_t count, std::size_t maxListed, const std::string& separator,
                   const std::string& more, const TextOf& textOf) {
    std::string text;
    for (std::size_t k = 0; k < std::min(count, maxListed); ++k) {
        text += (k == 0 ? "" : separator) + textOf(k);
    }
    return text + (count > maxListed ? more + std::to_string(count - maxListed) + " more" : "");
}

}  // namespace

std::string bodySummary(const ColliderSummary& collider, ColliderSource source, bool isCollisionMesh,
                        const std::string& renderMesh) {
    if (collider.isEmpty()) {
        return "gives no body";
    }
    return "collides" + (isCollisionMesh && !renderMesh.empty() ? " for " + inQuotes(renderMesh) : "") +
           shapeText(collider) + (isCollisionMesh && renderMesh.empty() ? ", without a render mesh" : "") +
           (source == ColliderSource::None ? "" : inParentheses(source));
}

std::string declaredSummary(const std::vector<ColliderSummary>& colliders, ColliderSource source) {
    std::string text;
    for (const ColliderSummary& collider : colliders) {
        text += text.empty() ? "" : ", and ";
        text += (collider.isTrigger ? "is a trigger" : "collides") + shapeText(collider);
    }
    return (text.empty() ? "gives no body" : text) + inParentheses(source);
}

std::string renderMeshSummary(const std::vector<std::string>& collisionMeshes) {
    return "is a render mesh: " +
           listed(collisionMeshes.size(), 3, ", ", " and ",
                  [&](std::size_t k) { return inQuotes(collisionMeshes[k]); }) +
           (collisionMeshes.size() == 1 ? " collides for it" : " collide for it");
}

std::string unnamedNote(std::size_t meshes, UnnamedMeshes option, bool fileDeclaresColliders) {
    std::string text =
        formatCount(meshes, "mesh", "meshes") +
        (fileDeclaresColliders ? " without a declared collider" : " without a collision name") +
        (meshes == 1 ? " does" : " do") + " not collide";
    if (option == UnnamedMeshes::Ignore) {
        return text + ", as the option asks (unnamedMeshes, --unnamed)";
    }
    text += fileDeclaresColliders ? ": the file declares what collides"
                                  : ": other meshes of the file are named as collision meshes";
    return text + ". To make all of them collide, set unnamedMeshes (--unnamed) to collide";
}

std::string droppedSummary(ColliderSource source, std::string_view above) {
    return "is left out (" + std::string(toString(source)) + (above.empty() ? "" : " of " + inQuotes(above)) +
           ")";
}

NodeReport::Warning meshReplacedByHull(ColliderSource source, bool isDynamic) {
    return {NodeReport::Warning::Code::MeshReplacedByHull,
            "asks for a triangle mesh" + inParentheses(source) +
                (isDynamic ? ", but is dynamic, which a triangle mesh cannot be; the body"
                           : ", which is switched off (triangleMeshes, --meshes); the body") +
                " is its convex hull. For exact notches, model convex parts" +
                (isDeclared(source) ? "" : " and write -convcol or UCX_")};
}

std::string noCollidersMessage(const ImportReport& report) {
    if (report.nodes.empty()) {
        return "holds no mesh: is it a model at all?";
    }
    constexpr std::size_t kMaxListed = 20;
    const auto textOf = [&](std::size_t k) {
        const NodeReport& node = report.nodes[k];
        return "node " + inQuotes(node.name) + " " +
               (node.warnings.empty() ? node.summary : node.warnings.front().message);
    };
    return "no node gave a body; " + listed(report.nodes.size(), kMaxListed, "; ", "; and ", textOf) +
           (report.nodes.size() > kMaxListed ? " nodes" : "");
}

}  // namespace sat3d::SAT3D_ABI::importing
