#include "planar/contact/planar_manifold.hpp"

#include "planar/polygon/planar_vectors.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace sat3d::SAT3D_ABI {

namespace {

/// A common part that is shorter than this share of an edge is one point.
constexpr double kPointLength = 1e-9;

constexpr std::uint32_t kVertexCode = 0, kEdgeCode = 1u << 30, kEndCode = 2u << 30;

std::uint64_t idOf(bool isANamedFirst, std::uint32_t onA, std::uint32_t onB) {
    return isANamedFirst ? std::uint64_t{onA} << 32 | onB : std::uint64_t{onB} << 32 | onA;
}

/// The edge of a core that faces the other core, and the surface around it: heights along the normal, over
/// positions across it.
struct FacingEdge {
    std::uint32_t edge = 0;
    double radius = 0.0;  ///< of the surface; negative if the normal leads into the core
    double low = -std::numeric_limits<double>::infinity();  ///< positions of the ends
    double high = std::numeric_limits<double>::infinity();
    double position = 0.0, height = 0.0, slope = 0.0;  ///< of a point on the edge

    /// The surface of a capsule is as high as the circle around the point of the edge that rises highest
    /// here.
    [[nodiscard]] double surfaceAt(double at) const {
        const double sine = radius == 0.0 ? 0.0 : slope / std::sqrt(1.0 + slope * slope);
        const double center = std::clamp(at + radius * sine, low, high), aside = center - at;
        const double half = std::sqrt(std::max(0.0, radius * radius - aside * aside));
        return height + slope * (center - position) + std::copysign(half, radius);
    }
};

/// @param normal   in the common frame
/// @param outward  1 or -1 times the normal leads out of the core
/// @param isEdge   whether `feature` is the edge; otherwise it is the vertex at which it ends
FacingEdge facingEdge(const PlanarProxy& core, const PlanarTransform& toCommon, const glm::dvec2& normal,
                      double outward, bool isEdge, std::uint32_t feature) {
    FacingEdge facing{.edge = feature, .radius = outward * core.radius()};
    if (!core.isBounded()) {
        facing.height = glm::dot(normal, toCommon * (core.offset()[feature] * core.normal(feature)));
        return facing;
    }
    if (!isEdge) {
        const glm::dvec2 direction = outward * rotatedBack(toCommon.rotation, normal);
        const std::uint32_t before = core.before(feature);
        const bool isBefore =
            glm::dot(core.normal(before), direction) > glm::dot(core.normal(feature), direction);
        facing.edge = isBefore ? before : feature;
    }
    const glm::dvec2 along = turnedLeft(normal), from = toCommon * core.vertex(facing.edge),
                     side = toCommon * core.vertex(core.after(facing.edge)) - from;
    const double length = glm::dot(along, side);
    facing.position = glm::dot(along, from);
    facing.height = glm::dot(normal, from);
    facing.slope = glm::dot(normal, side) / length;
    facing.low = facing.position + std::min(length, 0.0);
    facing.high = facing.position + std::max(length, 0.0);
    return facing;
}

/// Writes the ends of the common part of the edges that face each other, in the frame of A. Returns false if
/// this part is a point, or if one of the cores has no edges.
bool writeCommonPart(const PlanarProxy& a, const PlanarProxy& b, const PlanarTransform& bInA,
                     const PlanarGap& gap, double margin, bool isANamedFirst, PlanarPatch& patch) {
    using enum PlanarFeatures::Kind;
    if (a.edgeCount() == 0 || b.edgeCount() == 0) {
        return false;
    }
    const glm::dvec2 &normal = gap.normal, along = turnedLeft(normal);
    const PlanarFeatures& features = gap.features;
    const FacingEdge onA = facingEdge(a, PlanarTransform{}, normal, 1.0, features.kind == EdgeA, features.a),
                     onB = facingEdge(b, bInA, normal, -1.0, features.kind == EdgeB, features.b);
    const double position[2] = {std::max(onA.low, onB.low), std::min(onA.high, onB.high)};
    if (!(position[1] - position[0] > kPointLength * (std::abs(position[0]) + std::abs(position[1])))) {
        return false;
    }
    double top[2], separation[2];
    for (int end = 0; end < 2; ++end) {
        top[end] = onA.surfaceAt(position[end]);
        separation[end] = onB.surfaceAt(position[end]) - top[end];
    }
    // One point is as deep as the gap, up to rounding, which may put it at the margin.
    const std::uint32_t deeper = separation[1] < separation[0] ? 1 : 0;
    const std::uint64_t edges = idOf(isANamedFirst, kEndCode | onA.edge << 1, kEndCode | onB.edge << 1);
    // Ends are counted along the edge of the core that is named first. The edges run in opposite directions.
    for (std::uint32_t i = 0; i < 2; ++i) {
        const std::uint32_t end = isANamedFirst ? i : 1 - i;
        if (separation[end] < margin || (end == deeper && !(separation[1 - end] < margin))) {
            const glm::dvec2 middle = position[end] * along + (top[end] + 0.5 * separation[end]) * normal;
            patch.add(a.toWorld() * middle, separation[end], edges | std::uint64_t{i} << 32);
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
    patch.count = 0;
    if (!writeCommonPart(a, b, bInA, gap, margin, isANamedFirst, patch)) {
        const glm::dvec2 middle = gap.pointA + (a.radius() + 0.5 * gap.separation) * gap.normal;
        patch.add(a.toWorld() * middle, gap.separation, idOfPoint(gap.features, isANamedFirst));
    }
}

}  // namespace sat3d::SAT3D_ABI
