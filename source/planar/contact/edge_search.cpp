#include "planar/contact/edge_search.hpp"

#include "planar/polygon/planar_vectors.hpp"

#include <glm/geometric.hpp>

#include <cmath>

namespace sat3d::inline SAT3D_ABI {

namespace {

/// Two boxes: closed form. The far sides are not tried, because the near ones separate as much or more.
SeparatingEdge bestEdgeOfBox(const PlanarProxy& owner, const PlanarProxy& other,
                             const PlanarTransform& otherInOwner) noexcept {
    const glm::dvec2 &half = owner.vertex(2), &otherHalf = other.vertex(2);
    const glm::dvec2 &center = otherInOwner.position, &turn = otherInOwner.rotation;
    const double c = std::abs(turn.x), s = std::abs(turn.y);
    const double alongX = std::abs(center.x) - half.x - (c * otherHalf.x + s * otherHalf.y);
    const double alongY = std::abs(center.y) - half.y - (s * otherHalf.x + c * otherHalf.y);
    if (alongX > alongY) {
        return {alongX, center.x < 0.0 ? 3u : 1u};
    }
    return {alongY, center.y > 0.0 ? 2u : 0u};
}

}  // namespace

SeparatingEdge bestEdge(const PlanarProxy& owner, const PlanarProxy& other,
                        const PlanarTransform& otherInOwner) noexcept {
    if (owner.isBox() && other.isBox()) {
        return bestEdgeOfBox(owner, other, otherInOwner);
    }
    const auto& [translation, turn] = otherInOwner;
    const double *const x = owner.normalX(), *const y = owner.normalY(), *const offset = owner.offset();
    const std::uint32_t vertexCount = other.vertexCount();
    SeparatingEdge best;
    for (std::uint32_t first = 0; first < owner.edgeCount(); first += kEdgeLanes) {
        // The normals are turned into the frame of `other`, so that its vertices are used as they are.
        double turnedX[kEdgeLanes], turnedY[kEdgeLanes], lowest[kEdgeLanes];
        for (std::uint32_t i = 0; i < kEdgeLanes; ++i) {
            turnedX[i] = turn.x * x[first + i] + turn.y * y[first + i];
            turnedY[i] = turn.x * y[first + i] - turn.y * x[first + i];
            lowest[i] = std::numeric_limits<double>::infinity();
        }
        for (std::uint32_t k = 0; k < vertexCount; ++k) {
            const double vertexX = other.vertex(k).x, vertexY = other.vertex(k).y;
            for (std::uint32_t i = 0; i < kEdgeLanes; ++i) {
                const double height = turnedX[i] * vertexX + turnedY[i] * vertexY;
                lowest[i] = height < lowest[i] ? height : lowest[i];
            }
        }
        for (std::uint32_t i = 0; i < kEdgeLanes; ++i) {
            const double separation =
                lowest[i] + (x[first + i] * translation.x + y[first + i] * translation.y - offset[first + i]);
            if (separation > best.separation) {
                best = {separation, first + i};
            }
        }
    }
    return best;
}

std::uint32_t lowestVertex(const PlanarProxy& core, const glm::dvec2& direction) noexcept {
    std::uint32_t lowest = 0;
    double least = glm::dot(direction, core.vertex(0));
    for (std::uint32_t i = 1; i < core.vertexCount(); ++i) {
        const double height = glm::dot(direction, core.vertex(i));
        if (height < least) {
            least = height;
            lowest = i;
        }
    }
    return lowest;
}

}  // namespace sat3d::inline SAT3D_ABI
