#include "narrowphase/manifold/support_feature.hpp"

#include "narrowphase/pair/contact_tolerances.hpp"

#include <glm/geometric.hpp>

#include <algorithm>

namespace sat3d::SAT3D_ABI {

namespace {

/// Smallest area of a reference face, as a fraction of the squared size.
constexpr double kMinArea = 1e-12;

}  // namespace

SupportFeature SupportFeature::ofFace(const ConvexProxy& core, std::uint32_t face) noexcept {
    SupportFeature feature(core);
    feature.isMerged_ = core.isMerged(face);
    if (feature.isMerged_) {
        feature.plane_ = core.mergedPlane(face);
    } else {
        feature.plane_.normal = core.faceNormal(face);
    }
    const std::span<const std::uint32_t> vertices =
        feature.isMerged_ ? core.mergedVertices(face) : core.faceVertices(face);
    feature.face_ = vertices.data();
    feature.size_ = static_cast<std::uint32_t>(vertices.size());
    feature.index_ = face;
    return feature;
}

SupportFeature SupportFeature::ofEdge(const ConvexProxy& core, const ConvexProxy::Edge& edge) noexcept {
    SupportFeature feature(core);
    feature.ends_ = {edge.from, edge.to};
    feature.size_ = 2;
    return feature;
}

SupportFeature SupportFeature::ofVertex(const ConvexProxy& core, std::uint32_t vertex) noexcept {
    SupportFeature feature(core);
    feature.ends_[0] = vertex;
    feature.size_ = 1;
    return feature;
}

SupportFeature SupportFeature::toward(const ConvexProxy& core, const glm::dvec3& direction,
                                      double tolerance) noexcept {
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
    std::uint32_t best = core.contactFaceToward(direction);
    if (!core.isMerged(best) && !holdsSupport(best)) {
        double most = -2.0;
        for (std::uint32_t face = 0; face < core.faceCount(); ++face) {
            const double along = glm::dot(direction, core.contactNormal(face));
            if (along > most && holdsSupport(face)) {
                most = along;
                best = core.contactFace(face);
            }
        }
    }
    return ofFace(core, best);
}

glm::dvec3 SupportFeature::inPlane(const glm::dvec3& vertex) const noexcept {
    return vertex - plane_.signedDistance(vertex) * plane_.normal;
}

bool SupportFeature::hasArea(double size) const noexcept {
    const double least = kMinArea * size * size;
    if (core_->isBox()) {
        const glm::dvec3& half = core_->halfExtents();
        const int axis = static_cast<int>(index_ / 2);
        return 4.0 * half[(axis + 1) % 3] * half[(axis + 2) % 3] > least;
    }
    if (core_->hull() != nullptr) {
        return true;
    }
    const glm::dvec3 first = corner(0);
    return glm::length(glm::cross(corner(1) - first, corner(2) - first)) > least;
}

FeatureCode SupportFeature::code() const noexcept {
    return isFace() ? faceCode(index_) : codeAlong(0, 0.5);
}

FeatureCode SupportFeature::codeAlong(std::uint32_t side, double share) const noexcept {
    if (share < kNearFeature || size_ == 1) {
        return vertexCode(vertexIndex(side));
    }
    return share > 1.0 - kNearFeature ? vertexCode(vertexIndex(side + 1))
                                      : edgeCode(vertexIndex(side), vertexIndex(side + 1));
}

}  // namespace sat3d::SAT3D_ABI
