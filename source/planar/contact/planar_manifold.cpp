#include "planar/contact/planar_manifold.hpp"

#include "planar/polygon/planar_vectors.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace sat3d::inline SAT3D_ABI {

namespace {

/// A common part that is shorter than this share of an edge is one point.
constexpr double kPointLength = 1e-9;

constexpr std::uint32_t kVertexCode = 0, kEdgeCode = 1u << 30, kEndCode = 2u << 30;

std::uint64_t idOf(bool isANamedFirst, std::uint32_t onA, std::uint32_t onB) {
    return isANamedFirst ? std::uint64_t{onA} << 32 | onB : std::uint64_t{onB} << 32 | onA;
}

/// Returns that edge at a vertex whose normal is closer to a direction.
std::uint32_t facingEdge(const PlanarProxy& core, std::uint32_t vertex, const glm::dvec2& direction) {
    const std::uint32_t before = core.before(vertex);
    return glm::dot(core.normal(before), direction) < glm::dot(core.normal(vertex), direction) ? before
                                                                                               : vertex;
}

/// Writes the ends of the common part of an edge of the owner and the edge of the other core that faces it.
/// Returns false if this part is a point, or if the other core has no edges.
/// @param vertex             the deepest of the other core
/// @param isOwnerNamedFirst  whether the owner comes first in the ids
bool writeCommonPart(const PlanarProxy& owner, const PlanarProxy& other, const PlanarTransform& otherInOwner,
                     std::uint32_t edge, std::uint32_t vertex, double margin, bool isOwnerNamedFirst,
                     PlanarPatch& patch) {
    if (other.edgeCount() == 0) {
        return false;
    }
    const glm::dvec2 normal = owner.normal(edge), along = turnedLeft(normal);
    const double top = owner.offset()[edge] + owner.radius() + other.radius();
    const std::uint32_t facing = facingEdge(other, vertex, rotatedBack(otherInOwner.rotation, normal));
    // The edges run in opposite directions.
    const glm::dvec2 low = otherInOwner * other.vertex(other.after(facing)),
                     side = otherInOwner * other.vertex(facing) - low;
    const double atLow = glm::dot(along, low), length = glm::dot(along, side);
    double from = 0.0, to = length;
    if (owner.isBounded()) {
        from = std::max(from, glm::dot(along, owner.vertex(edge)) - atLow);
        to = std::min(to, glm::dot(along, owner.vertex(owner.after(edge))) - atLow);
    }
    if (!(to - from > kPointLength * (std::abs(atLow) + length))) {
        return false;
    }
    const double share[2] = {from / length, to / length};
    const double atStart = glm::dot(normal, low) - top, slope = glm::dot(normal, side);
    const double separation[2] = {atStart + share[0] * slope, atStart + share[1] * slope};
    // One point is as deep as the gap, up to rounding, which may put it at the margin.
    const std::uint32_t deeper = separation[1] < separation[0] ? 1 : 0;
    const std::uint64_t edges = idOf(isOwnerNamedFirst, kEndCode | edge << 1, kEndCode | facing << 1);
    // Ends are counted along the edge of the core that is named first.
    for (std::uint32_t i = 0; i < 2; ++i) {
        const std::uint32_t end = isOwnerNamedFirst ? i : 1 - i;
        if (separation[end] < margin || (end == deeper && !(separation[1 - end] < margin))) {
            const glm::dvec2 point = low + share[end] * side;
            patch.add(owner.toWorld() * (point - (other.radius() + 0.5 * separation[end]) * normal),
                      separation[end], edges | std::uint64_t{i} << 32);
        }
    }
    return true;
}

}  // namespace

std::uint64_t idOfPoint(const PlanarFeatures& features, bool isANamedFirst) noexcept {
    using enum PlanarFeatures::Kind;
    return idOf(isANamedFirst, (features.kind == EdgeA ? kEdgeCode : kVertexCode) | features.a,
                (features.kind == EdgeB ? kEdgeCode : kVertexCode) | features.b);
}

void writePatch(const PlanarProxy& a, const PlanarProxy& b, const PlanarTransform& bInA, const PlanarGap& gap,
                double margin, bool isANamedFirst, PlanarPatch& patch) noexcept {
    using enum PlanarFeatures::Kind;
    const PlanarFeatures& features = gap.features;
    patch.count = 0;
    if (features.kind == EdgeA &&
        writeCommonPart(a, b, bInA, features.a, features.b, margin, isANamedFirst, patch)) {
        return;
    }
    if (features.kind == EdgeB &&
        writeCommonPart(b, a, bInA.inverse(), features.b, features.a, margin, !isANamedFirst, patch)) {
        return;
    }
    const glm::dvec2 middle = gap.pointA + (a.radius() + 0.5 * gap.separation) * gap.normal;
    patch.add(a.toWorld() * middle, gap.separation, idOfPoint(features, isANamedFirst));
}

}  // namespace sat3d::inline SAT3D_ABI
