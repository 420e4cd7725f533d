#include "narrowphase/manifold/support_feature.hpp"

#include <glm/geometric.hpp>

#include <algorithm>

namespace sat3d::inline SAT3D_ABI {

namespace {

/// Nearer to a corner than this share of the side, a place counts as the corner.
constexpr double kAtCorner = 0.01;

}  // namespace

Outline Outline::ofFace(const CoreShape& core, std::uint32_t face) noexcept {
    Outline outline(core);
    outline.face_ = core.faceVertices(face).data();
    outline.size_ = static_cast<std::uint32_t>(core.faceVertices(face).size());
    outline.index_ = face;
    return outline;
}

Outline Outline::ofEdge(const CoreShape& core, const CoreShape::Edge& edge) noexcept {
    Outline outline(core);
    outline.ends_ = {edge.from, edge.to};
    outline.size_ = 2;
    return outline;
}

Outline Outline::ofVertex(const CoreShape& core, std::uint32_t vertex) noexcept {
    Outline outline(core);
    outline.ends_[0] = vertex;
    outline.size_ = 1;
    return outline;
}

Outline Outline::toward(const CoreShape& core, const glm::dvec3& direction, double tolerance) noexcept {
    if (core.faceCount() == 0) {
        return core.edgeCount() > 0 ? ofEdge(core, core.edge(0)) : ofVertex(core, 0);
    }
    const std::uint32_t support = core.support(direction);
    const double reach = glm::dot(direction, core.vertex(support)) - tolerance;
    const auto holdsSupport = [&](std::uint32_t face) {
        const auto corners = core.faceVertices(face);
        return std::any_of(corners.begin(), corners.end(), [&](std::uint32_t corner) {
            return corner == support || glm::dot(direction, core.vertex(corner)) >= reach;
        });
    };
    std::uint32_t best = core.faceToward(direction);
    if (!holdsSupport(best)) {
        double most = -2.0;
        for (std::uint32_t face = 0; face < core.faceCount(); ++face) {
            const double along = glm::dot(direction, core.faceNormal(face));
            if (along > most && holdsSupport(face)) {
                most = along;
                best = face;
            }
        }
    }
    return ofFace(core, best);
}

FeatureCode Outline::code() const noexcept {
    return isFace() ? faceCode(index_) : codeAlong(0, 0.5);
}

FeatureCode Outline::codeAlong(std::uint32_t side, double share) const noexcept {
    if (share < kAtCorner || size_ == 1) {
        return vertexCode(vertexIndex(side));
    }
    return share > 1.0 - kAtCorner ? vertexCode(vertexIndex(side + 1))
                                   : edgeCode(vertexIndex(side), vertexIndex(side + 1));
}

}  // namespace sat3d::inline SAT3D_ABI
