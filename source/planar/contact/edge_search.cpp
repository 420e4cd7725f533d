#include "planar/contact/edge_search.hpp"

#include "planar/polygon/planar_vectors.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>

// clang-format off
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "planar/contact/edge_search.cpp"
#include "core/simd/simd_targets.hpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Each lane looks at every fourth edge (or every second or each one, on other instruction sets).
using EdgeTag = hn::CappedTag<double, kEdgeLanes>;
using EdgeVector = hn::Vec<EdgeTag>;

SeparatingEdge bestOfEdges(const PlanarProxy& owner, const PlanarProxy& other,
                           const PlanarTransform& otherInOwner) {
    const EdgeTag d;
    constexpr std::size_t kLanes = hn::MaxLanes(EdgeTag());
    const EdgeVector cosine = hn::Set(d, otherInOwner.rotation.x), sine = hn::Set(d, otherInOwner.rotation.y);
    const EdgeVector moveX = hn::Set(d, otherInOwner.position.x), moveY = hn::Set(d, otherInOwner.position.y);
    const double *const x = owner.normalX(), *const y = owner.normalY(), *const offset = owner.offset();
    const std::uint32_t vertexCount = other.vertexCount();
    EdgeVector best = hn::Set(d, -std::numeric_limits<double>::infinity()), bestFirst = hn::Zero(d);
    for (std::uint32_t first = 0; first < owner.edgeCount(); first += kLanes) {
        // The normals are turned into the frame of `other`, so that its vertices are used as they are.
        const EdgeVector normalX = hn::LoadU(d, x + first), normalY = hn::LoadU(d, y + first);
        const EdgeVector turnedX = hn::Add(hn::Mul(cosine, normalX), hn::Mul(sine, normalY));
        const EdgeVector turnedY = hn::Sub(hn::Mul(cosine, normalY), hn::Mul(sine, normalX));
        EdgeVector lowest = hn::Set(d, std::numeric_limits<double>::infinity());
        for (std::uint32_t k = 0; k < vertexCount; ++k) {
            const glm::dvec2& vertex = other.vertex(k);
            lowest = hn::Min(lowest, hn::Add(hn::Mul(turnedX, hn::Set(d, vertex.x)),
                                             hn::Mul(turnedY, hn::Set(d, vertex.y))));
        }
        const EdgeVector moved = hn::Add(hn::Mul(normalX, moveX), hn::Mul(normalY, moveY));
        const EdgeVector separation = hn::Add(lowest, hn::Sub(moved, hn::LoadU(d, offset + first)));
        const auto isBetter = hn::Gt(separation, best);
        best = hn::IfThenElse(isBetter, separation, best);
        bestFirst = hn::IfThenElse(isBetter, hn::Set(d, static_cast<double>(first)), bestFirst);
    }
    double separations[kLanes], firsts[kLanes];
    hn::StoreU(best, d, separations);
    hn::StoreU(bestFirst, d, firsts);
    SeparatingEdge found;
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
        const auto edge = static_cast<std::uint32_t>(firsts[lane]) + static_cast<std::uint32_t>(lane);
        // Without branches: they would be unpredictable.
        const bool isGreater = separations[lane] > found.separation;
        const bool isEarlier = (separations[lane] == found.separation) & (edge < found.edge);
        found.edge = (isGreater | isEarlier) ? edge : found.edge;
        found.separation = isGreater ? separations[lane] : found.separation;
    }
    return found;
}

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "core/simd/simd_dispatch.hpp"

namespace sat3d::SAT3D_ABI {

HWY_EXPORT(bestOfEdges);

static SeparatingEdge bestOfAllEdges(const PlanarProxy& owner, const PlanarProxy& other,
                                     const PlanarTransform& otherInOwner) {
    return SAT3D_DISPATCH(bestOfEdges)(owner, other, otherInOwner);
}

namespace {

/// Two boxes: closed form. The far sides are not tried, because the near ones separate as much or more.
/// Without branches: they would be unpredictable.
SeparatingEdge bestEdgeOfBox(const glm::dvec2& half, const glm::dvec2& otherHalf, const glm::dvec2& center,
                             const glm::dvec2& turn) noexcept {
    const double c = std::abs(turn.x), s = std::abs(turn.y);
    const double alongX = std::abs(center.x) - half.x - (c * otherHalf.x + s * otherHalf.y);
    const double alongY = std::abs(center.y) - half.y - (s * otherHalf.x + c * otherHalf.y);
    const std::uint32_t edgeX = 1 + 2 * static_cast<std::uint32_t>(center.x < 0.0);
    const std::uint32_t edgeY = 2 * static_cast<std::uint32_t>(center.y > 0.0);
    const bool isX = alongX > alongY;
    return {isX ? alongX : alongY, isX ? edgeX : edgeY};
}

/// Calls separationOf(edge) for all edges and keeps the best, without branches.
template <class SeparationOf>
SeparatingEdge bestOfEach(const PlanarProxy& owner, const SeparationOf& separationOf) {
    SeparatingEdge best;
    for (std::uint32_t edge = 0; edge < owner.edgeCount(); ++edge) {
        const double separation = separationOf(edge);
        const bool isBetter = separation > best.separation;
        best.separation = isBetter ? separation : best.separation;
        best.edge = isBetter ? edge : best.edge;
    }
    return best;
}

}  // namespace

SeparatingEdge bestEdge(const PlanarProxy& owner, const PlanarProxy& other,
                        const PlanarTransform& otherInOwner) noexcept {
    if (owner.isBox() && other.isBox()) {
        return bestEdgeOfBox(owner.vertex(2), other.vertex(2), otherInOwner.position, otherInOwner.rotation);
    }
    if (owner.edgeCount() > 2) {
        return bestOfAllEdges(owner, other, otherInOwner);
    }
    // A segment or a half-plane, whose numbers have just been written: vector loads of them would stall (see
    // core/store_forwarding.hpp).
    return bestOfEach(owner, [&](std::uint32_t edge) {
        const glm::dvec2 normal = owner.normal(edge);
        double lowest = std::numeric_limits<double>::infinity();
        for (std::uint32_t i = 0; i < other.vertexCount(); ++i) {
            lowest = std::min(lowest, glm::dot(normal, otherInOwner * other.vertex(i)));
        }
        return lowest - owner.offset()[edge];
    });
}

SeparatingEdge bestEdgeOfPoint(const PlanarProxy& owner, const glm::dvec2& point) noexcept {
    if (owner.isBox()) {
        return bestEdgeOfBox(owner.vertex(2), glm::dvec2(0.0), point, glm::dvec2(0.0));
    }
    return bestOfEach(owner, [&](std::uint32_t edge) {
        return glm::dot(owner.normal(edge), point) - owner.offset()[edge];
    });
}

std::uint32_t lowestVertex(const PlanarProxy& core, const glm::dvec2& direction) noexcept {
    if (core.isBox()) {
        const auto isLeft = static_cast<std::uint32_t>(direction.x < 0.0),
                   isDown = static_cast<std::uint32_t>(direction.y < 0.0);
        return isLeft ^ (3 * isDown);
    }
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

}  // namespace sat3d::SAT3D_ABI
#endif
