#include "import/outcome.hpp"

#include "import/figures.hpp"

#include <algorithm>

namespace sat3d::inline SAT3D_ABI::importing {
namespace {

std::string inQuotes(std::string_view name) {
    return "\"" + std::string(name) + "\"";
}

/// Hulls go without saying.
const char* asKind(ShapeKind kind) {
    return kind == ShapeKind::Box       ? " as a box"
           : kind == ShapeKind::Sphere  ? " as a sphere"
           : kind == ShapeKind::Capsule ? " as a capsule"
                                        : "";
}

}  // namespace

std::string outcomeOfBody(const BodyOutcome& outcome) {
    if (outcome.bodies == 0) {
        return "gives no body";
    }
    std::string text = "collides";
    if (outcome.isCollisionMesh) {
        text +=
            outcome.renderMesh.empty() ? " for no mesh that is seen" : " for " + inQuotes(outcome.renderMesh);
    }
    text += asKind(outcome.kind);
    if (outcome.pieces.count > 0) {
        text += " as " + std::to_string(outcome.bodies) +
                (outcome.bodies == 1 ? " convex piece" : " convex pieces") + ", " +
                figure(outcome.pieces.concavity) + " m off at most";
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
        text += (body.isTrigger ? "is a trigger" : "collides") + std::string(asKind(body.kind));
    }
    return (text.empty() ? "gives no body" : text) + " (" + std::string(toString(rule)) + ")";
}

std::string outcomeBesideDeclared() {
    return "is seen only: the file declares what collides";
}

std::string outcomeOfDropped(NameRule rule, std::string_view above) {
    return "is left out (" + std::string(toString(rule)) + (above.empty() ? "" : " of " + inQuotes(above)) +
           ")";
}

}  // namespace sat3d::inline SAT3D_ABI::importing
