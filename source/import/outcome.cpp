#include "import/outcome.hpp"

#include "core/figures.hpp"
#include "import/node_decisions.hpp"

#include <algorithm>

namespace sat3d::inline SAT3D_ABI::importing {
namespace {

std::string inQuotes(std::string_view name) {
    return "\"" + std::string(name) + "\"";
}

/// Hulls go without saying.
std::string asKind(ShapeKind kind, std::uint32_t triangles = 0) {
    return kind == ShapeKind::TriangleMesh
               ? " as a static triangle mesh of " + count(triangles, "triangle", "triangles")
           : kind == ShapeKind::Box     ? " as a box"
           : kind == ShapeKind::Sphere  ? " as a sphere"
           : kind == ShapeKind::Capsule ? " as a capsule"
                                        : "";
}

std::string asPieces(const NodeReport::Pieces& pieces) {
    return " as " + count(pieces.count, "convex piece", "convex pieces") + ", " + figure(pieces.concavity) +
           " m off at most";
}

}  // namespace

std::string outcomeOfBody(const BodyOutcome& outcome) {
    if (outcome.bodies == 0 && outcome.triangles == 0) {
        return "gives no body";
    }
    std::string text = "collides";
    if (outcome.isCollisionMesh) {
        text +=
            outcome.renderMesh.empty() ? " for no mesh that is seen" : " for " + inQuotes(outcome.renderMesh);
    }
    text += asKind(outcome.kind, outcome.triangles);
    if (outcome.pieces.count > 0) {
        text += asPieces(outcome.pieces);
    } else if (outcome.bodies > 1) {
        text += " as " + std::to_string(outcome.bodies) + " bodies, one for each loose part";
    }
    const std::string_view rule = toString(outcome.rule);
    return text + (rule.empty() ? "" : " (" + std::string(rule) + ")");
}

std::string outcomeOfRenderMesh(const std::vector<std::string>& collisionMeshes) {
    constexpr std::size_t kMostNamed = 3;
    std::string text = "is seen only: ";
    for (std::size_t k = 0; k < std::min(collisionMeshes.size(), kMostNamed); ++k) {
        text += (k == 0 ? "" : ", ") + inQuotes(collisionMeshes[k]);
    }
    if (collisionMeshes.size() > kMostNamed) {
        text += " and " + std::to_string(collisionMeshes.size() - kMostNamed) + " more";
    }
    return text + (collisionMeshes.size() == 1 ? " collides for it" : " collide for it");
}

std::string outcomeOfDeclared(const std::vector<DeclaredOutcome>& bodies, NameRule rule) {
    std::string text;
    for (const DeclaredOutcome& body : bodies) {
        text += text.empty() ? "" : ", and ";
        text += (body.isTrigger ? "is a trigger" : "collides") +
                (body.pieces.count > 0 ? asPieces(body.pieces) : asKind(body.kind, body.triangles));
    }
    return (text.empty() ? "gives no body" : text) + " (" + std::string(toString(rule)) + ")";
}

NodeReport::Warning hullForMesh(NameRule rule, bool moves) {
    return {NodeReport::Warning::Code::HullForMesh,
            "asks for a triangle mesh (" + std::string(toString(rule)) + ")" +
                (moves ? " and moves by itself, as no triangle mesh does; the body"
                       : ", which is switched off (triangleMeshes, --meshes); the body") +
                " is its convex hull. For exact notches, model convex parts" +
                (isDeclaredRule(rule) ? "" : " and write -convcol or UCX_")};
}

std::string nothingToCollide(const ImportReport& report) {
    if (report.nodes.empty()) {
        return "holds no mesh: is it a model at all?";
    }
    constexpr std::size_t kMostNamed = 20;
    std::string message = "no node gave a body";
    for (std::size_t k = 0; k < std::min(report.nodes.size(), kMostNamed); ++k) {
        const NodeReport& node = report.nodes[k];
        message += "; node \"" + node.name + "\" " +
                   (node.warnings.empty() ? node.outcome : node.warnings.front().message);
    }
    if (report.nodes.size() > kMostNamed) {
        message += "; and " + std::to_string(report.nodes.size() - kMostNamed) + " more nodes";
    }
    return message;
}

std::string outcomeBesideDeclared() {
    return "is seen only: the file declares what collides";
}

std::string outcomeOfDropped(NameRule rule, std::string_view above) {
    return "is left out (" + std::string(toString(rule)) + (above.empty() ? "" : " of " + inQuotes(above)) +
           ")";
}

}  // namespace sat3d::inline SAT3D_ABI::importing
