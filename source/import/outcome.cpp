#include "import/outcome.hpp"

#include <algorithm>

namespace sat3d::inline SAT3D_ABI::importing {
namespace {

std::string inQuotes(std::string_view name) {
    return "\"" + std::string(name) + "\"";
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
    if (outcome.kind != ShapeKind::ConvexHull) {
        text += outcome.kind == ShapeKind::Box      ? " as a box"
                : outcome.kind == ShapeKind::Sphere ? " as a sphere"
                                                    : " as a capsule";
    }
    if (outcome.bodies > 1) {
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

std::string outcomeOfDropped(NameRule rule, std::string_view above) {
    return "is left out (" + std::string(toString(rule)) + (above.empty() ? "" : " of " + inQuotes(above)) +
           ")";
}

}  // namespace sat3d::inline SAT3D_ABI::importing
