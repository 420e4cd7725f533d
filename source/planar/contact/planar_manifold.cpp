#include "planar/contact/planar_manifold.hpp"

#include "planar/polygon/planar_vectors.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <utility>

namespace sat3d::inline SAT3D_ABI {

namespace {

/// A common part that is shorter than this share of an edge is one point.
constexpr double kPointLength = 1e-9;

constexpr std::uint32_t kVertexCode = 0, kEdgeCode = 1u << 30, kEndCode = 2u << 30;

std::uint64_t idOf(bool isANamedFirst, std::uint32_t onA, std::uint32_t onB) {
    return isANamedFirst ? std::uint64_t{onA} << 32 | onB : std::uint64_t{onB} << 32 | onA;
}

/// Clips the edge of the other core that faces the owner's edge, in the frame of the owner.
class EdgePatch {
public:
    EdgePatch(const PlanarProxy& owner, const PlanarProxy& other, const PlanarTransform& otherInOwner,
              std::uint32_t edge, std::uint32_t vertex)
        : owner_(owner), other_(other), otherInOwner_(otherInOwner), edge_(edge), vertex_(vertex) {}

    /// Calls add(point on the other core, separation, end): the ends are 0 at the start of the owner's edge
    /// and 1 at its end. A single point without a clear end has end 2.
    template <class Add>
    void points(const Add& add) const {
        const glm::dvec2 normal = owner_.normal(edge_), along = turnedLeft(normal);
        const auto separationAt = [&](const glm::dvec2& point) {
            return glm::dot(normal, point) - owner_.offset()[edge_] - owner_.radius() - other_.radius();
        };
        const glm::dvec2 deepest = otherInOwner_ * other_.vertex(vertex_);
        if (other_.edgeCount() > 0) {
            const std::uint32_t facing = facingEdge();
            // The edges run in opposite directions.
            const glm::dvec2 low = otherInOwner_ * other_.vertex(other_.after(facing)),
                             high = otherInOwner_ * other_.vertex(facing);
            const double atLow = glm::dot(along, low), atHigh = glm::dot(along, high),
                         length = atHigh - atLow;
            double from = atLow, to = atHigh;
            if (owner_.isBounded()) {
                from = std::max(from, glm::dot(along, owner_.vertex(edge_)));
                to = std::min(to, glm::dot(along, owner_.vertex(owner_.after(edge_))));
            }
            if (to - from > kPointLength * (std::abs(atLow) + std::abs(atHigh))) {
                const auto at = [&](double place) {
                    return place == atLow    ? low
                           : place == atHigh ? high
                                             : low + (place - atLow) / length * (high - low);
                };
                const glm::dvec2 first = at(from), second = at(to);
                add(first, separationAt(first), 0u);
                add(second, separationAt(second), 1u);
                return;
            }
        }
        add(deepest, separationAt(deepest), 2u);
    }

    /// Of the two edges at the deepest vertex, the one that faces the owner's edge more squarely.
    [[nodiscard]] std::uint32_t facingEdge() const {
        const glm::dvec2 normal = rotatedBack(otherInOwner_.rotation, owner_.normal(edge_));
        const std::uint32_t before = other_.before(vertex_);
        return glm::dot(other_.normal(before), normal) < glm::dot(other_.normal(vertex_), normal) ? before
                                                                                                  : vertex_;
    }

private:
    const PlanarProxy &owner_, &other_;
    const PlanarTransform& otherInOwner_;
    std::uint32_t edge_, vertex_;
};

/// The points of an edge of the owner.
/// @param isOwnerNamedFirst  whether the owner comes first in the ids
void writeEdgePatch(const PlanarProxy& owner, const PlanarProxy& other, const PlanarTransform& otherInOwner,
                    std::uint32_t edge, std::uint32_t vertex, double margin, bool isOwnerNamedFirst,
                    PlanarPatch& patch) {
    const EdgePatch clipped(owner, other, otherInOwner, edge, vertex);
    const glm::dvec2 normal = owner.normal(edge);
    const auto idAt = [&](std::uint32_t end) {
        if (end == 2) {
            return idOf(isOwnerNamedFirst, kEdgeCode | edge, kVertexCode | vertex);
        }
        // Ends are counted along the edge of the core that is named first.
        return idOf(isOwnerNamedFirst, kEndCode | edge << 1 | (isOwnerNamedFirst ? end : 0u),
                    kEndCode | clipped.facingEdge() << 1 | (isOwnerNamedFirst ? 0u : 1u - end));
    };
    const auto add = [&](const glm::dvec2& point, double separation, std::uint32_t end) {
        const glm::dvec2 middle = point - (other.radius() + 0.5 * separation) * normal;
        patch.add(owner.toWorld() * middle, separation, idAt(end));
    };
    clipped.points([&](const glm::dvec2& point, double separation, std::uint32_t end) {
        if (separation < margin) {
            add(point, separation, end);
        }
    });
    if (patch.count == 0) {  // within rounding of the margin
        clipped.points([&](const glm::dvec2& point, double separation, std::uint32_t end) {
            if (patch.count == 0 || separation < patch.points[0].separation) {
                patch.count = 0;
                add(point, separation, end);
            }
        });
    }
    if (patch.count == 2 &&
        patch.points[1].id < patch.points[0].id) {  // the owner changes from frame to frame
        std::swap(patch.points[0], patch.points[1]);
    }
}

}  // namespace

void writePatch(const PlanarProxy& a, const PlanarProxy& b, const PlanarTransform& bInA, const PlanarGap& gap,
                double margin, bool isANamedFirst, PlanarPatch& patch) noexcept {
    using enum PlanarFeatures::Kind;
    const PlanarFeatures& features = gap.features;
    patch.count = 0;
    if (features.kind == EdgeA) {
        writeEdgePatch(a, b, bInA, features.a, features.b, margin, isANamedFirst, patch);
    } else if (features.kind == EdgeB) {
        const PlanarTransform aInB{rotatedBack(bInA.rotation, -bInA.position),
                                   {bInA.rotation.x, -bInA.rotation.y}};
        writeEdgePatch(b, a, aInB, features.b, features.a, margin, !isANamedFirst, patch);
    } else {
        const glm::dvec2 middle = gap.pointA + (a.radius() + 0.5 * gap.separation) * gap.normal;
        patch.add(a.toWorld() * middle, gap.separation,
                  idOf(isANamedFirst, kVertexCode | features.a, kVertexCode | features.b));
    }
}

}  // namespace sat3d::inline SAT3D_ABI
