#include "core/sorted_buffer.hpp"
#include "planar/contact/canonical_planar_order.hpp"
#include "planar/contact/circle_gap.hpp"
#include "planar/contact/planar_children.hpp"
#include "planar/contact/planar_gap.hpp"
#include "planar/contact/planar_penetration.hpp"
#include "planar/polygon/planar_vectors.hpp"
#include "planar/shapes/planar_pose_contract.hpp"
#include "planar/shapes/planar_proxy.hpp"

#include <sat3d/planar/collide.hpp>
#include <sat3d/planar/pose.hpp>

#include <glm/ext/vector_double2.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

namespace sat3d::SAT3D_ABI {

namespace {

struct PlanarPatchPoint {
    double x, y;  ///< position midway between the surfaces, in world frame
    double separation;
    std::uint64_t id;
};

/// Not initialized.
struct PlanarPatch {
    std::array<PlanarPatchPoint, 2> points;
    std::uint32_t count;

    /// Adds a point, member by member (see core/store_forwarding.hpp).
    void add(const glm::dvec2& positionInWorld, double separation, std::uint64_t id) noexcept {
        PlanarPatchPoint& point = points[count++];
        point.x = positionInWorld.x;
        point.y = positionInWorld.y;
        point.separation = separation;
        point.id = id;
    }
};

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

/// Returns the id of the only point of two shapes.
/// @param isANamedFirst  whether A comes first in the id
std::uint64_t idOfPoint(const PlanarFeatures& features, bool isANamedFirst = true) noexcept {
    using enum PlanarFeatures::Kind;
    return idOf(isANamedFirst, (features.kind == EdgeA ? kEdgeCode : kVertexCode) | features.a,
                (features.kind == EdgeB ? kEdgeCode : kVertexCode) | features.b);
}

/// Writes the points of two shapes along the normal of their gap: one or two.
/// @param gap            of the shapes, with a separation below the margin
/// @param isANamedFirst  whether A comes first in the ids
void writePatch(const PlanarProxy& a, const PlanarProxy& b, const PlanarTransform& bInA, const PlanarGap& gap,
                double margin, bool isANamedFirst, PlanarPatch& patch) noexcept {
    patch.count = 0;
    if (!writeCommonPart(a, b, bInA, gap, margin, isANamedFirst, patch)) {
        const glm::dvec2 middle = gap.pointA + (a.radius() + 0.5 * gap.separation) * gap.normal;
        patch.add(a.toWorld() * middle, gap.separation, idOfPoint(gap.features, isANamedFirst));
    }
}

/// Whether A comes first in the ids of two equal shapes. The normal decides, because the order of the poses
/// changes from frame to frame. It is slanted, so that hardly any normal is perpendicular to it.
bool isPlanarNamedFirst(const glm::vec2& normal) {
    return 0.3819660f * normal.x + normal.y > 0.0f;
}

/// Writes the manifolds of the convex parts of both shapes, the deepest first. Returns their number.
/// @param pair  in canonical order
template <class T>
HWY_NOINLINE std::size_t collideParts(const PlanarPair<T>& pair, bool isSameShape, float margin,
                                      std::span<BasicPlanarManifold<T>> manifolds) {
    SortedBuffer buffer(manifolds);
    double limit = margin;
    forEachGap(
        shapesOf(pair), limit,
        [&](const PlanarProxy& a, const PlanarProxy& b, const PlanarTransform& bInA, const PlanarGap& gap) {
            const float depth = depthOf(gap.separation, margin);
            const auto isDeeper = [&](const BasicPlanarManifold<T>& other) {
                return other.penetration.depth < depth;
            };
            BasicPlanarManifold<T>* const manifold = depth > 0.0f ? buffer.open(isDeeper) : nullptr;
            if (manifold == nullptr) {
                return;
            }
            writePenetration(gap, a.toWorld(), depth, manifold->penetration);
            const glm::vec2& normal = manifold->penetration.normal;
            manifold->normal.x = normal.x;
            manifold->normal.y = normal.y;
            PlanarPatch patch;
            writePatch(a, b, bInA, gap, double(margin), !isSameShape || isPlanarNamedFirst(normal), patch);
            manifold->pointCount = patch.count;
            for (std::uint32_t i = 0; i < patch.count; ++i) {
                const PlanarPatchPoint& point = patch.points[i];
                manifold->pointArray[i].position = {T(point.x), T(point.y)};
                manifold->pointArray[i].separation = static_cast<float>(point.separation);
                manifold->pointArray[i].id = point.id;
            }
            if (manifolds.size() == 1) {
                limit = gap.separation;
            }
        });
    return buffer.items().size();
}

/// A circle and a convex shape. Returns whether there is a manifold.
template <class T>
bool collideCircle(const PlanarPair<T>& pair, float margin, BasicPlanarManifold<T>& manifold) {
    CircleGap gap;
    if (!findCircleGap(pair, double(margin), gap)) {
        return false;
    }
    const float depth = depthOf(gap.separation, margin);
    if (!(depth > 0.0f)) {
        return false;
    }
    // Number by number: see core/store_forwarding.hpp.
    manifold.normal.x = manifold.penetration.normal.x = static_cast<float>(gap.normal.x);
    manifold.normal.y = manifold.penetration.normal.y = static_cast<float>(gap.normal.y);
    manifold.penetration.depth = depth;
    copyFeatures(gap.features, manifold.penetration.features);
    manifold.penetration.children = {};
    manifold.pointCount = 1;
    BasicPlanarContactPoint<T>& point = manifold.pointArray[0];
    point.position = glm::vec<2, T>(0.5 * (gap.pointA + gap.pointB));
    point.separation = static_cast<float>(gap.separation);
    point.id = idOfPoint(gap.features);
    return true;
}

/// Writes the manifolds of a pair in the order of queryOrderOf(). Returns their number.
template <class T>
std::size_t collideOrdered(const PlanarPair<T>& pair, bool isSameShape, float margin,
                           std::span<BasicPlanarManifold<T>> manifolds) {
    if (isCircleAndConvex(pair)) {
        return collideCircle(pair, margin, manifolds[0]) ? 1 : 0;
    }
    return collideParts(pair, isSameShape, margin, manifolds);
}

/// Writes the manifolds of any pair. Returns their number.
template <class T>
std::size_t collidePair(const PlanarPair<T>& pair, float margin,
                        std::span<BasicPlanarManifold<T>> manifolds) {
    if (!isUsable(pair) || manifolds.empty()) {
        return 0;
    }
    const PairOrder order = queryOrderOf(pair);
    return inOrder(order.swaps, pair,
                   [&](const PlanarPair<T>& ordered) {
                       return manifolds.first(collideOrdered(ordered, order.isSameShape, margin, manifolds));
                   })
        .size();
}

}  // namespace

template <class T>
std::span<BasicPlanarManifold<T>> collide(PlanarShapeRef a, const BasicPlanarPose<T>& poseA, PlanarShapeRef b,
                                          const std::type_identity_t<BasicPlanarPose<T>>& poseB,
                                          std::type_identity_t<std::span<BasicPlanarManifold<T>>> manifolds,
                                          const PlanarOptions& options) {
    return manifolds.first(collidePair(PlanarPair<T>{a, poseA, b, poseB}, options.margin, manifolds));
}

template <class T>
std::optional<BasicPlanarManifold<T>> collide(PlanarShapeRef a, const BasicPlanarPose<T>& poseA,
                                              PlanarShapeRef b,
                                              const std::type_identity_t<BasicPlanarPose<T>>& poseB,
                                              const PlanarOptions& options) {
    std::optional<BasicPlanarManifold<T>> contact(std::in_place);
    if (collidePair(PlanarPair<T>{a, poseA, b, poseB}, options.margin, std::span(&*contact, 1)) == 0) {
        contact.reset();
    }
    return contact;
}

template SAT3D_API std::optional<PlanarManifold> collide(PlanarShapeRef, const PlanarPose&, PlanarShapeRef,
                                                         const PlanarPose&, const PlanarOptions&);
template SAT3D_API std::optional<DPlanarManifold> collide(PlanarShapeRef, const DPlanarPose&, PlanarShapeRef,
                                                          const DPlanarPose&, const PlanarOptions&);
template SAT3D_API std::span<PlanarManifold> collide(PlanarShapeRef, const PlanarPose&, PlanarShapeRef,
                                                     const PlanarPose&, std::span<PlanarManifold>,
                                                     const PlanarOptions&);
template SAT3D_API std::span<DPlanarManifold> collide(PlanarShapeRef, const DPlanarPose&, PlanarShapeRef,
                                                      const DPlanarPose&, std::span<DPlanarManifold>,
                                                      const PlanarOptions&);

}  // namespace sat3d::SAT3D_ABI
