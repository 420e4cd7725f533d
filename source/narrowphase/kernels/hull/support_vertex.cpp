#include "narrowphase/kernels/hull/support_vertex.hpp"

#include "shapes/convex_hull/hull_data.hpp"

#include <glm/geometric.hpp>

#include <cmath>
#include <limits>

// clang-format off
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrowphase/kernels/hull/support_vertex.cpp"
#include "core/simd/simd_targets.hpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include "narrowphase/kernels/hull/support_scan-inl.hpp"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

/// Finds the support vertex of a hull.
/// @param direction  at most of length 1
/// @param vertices        the hull's vertices, in its own frame
/// @param exactDirection  the same direction, of any length
std::uint32_t farthest(const KernelHull& hull, const Float4& direction, const glm::vec3* vertices,
                       const glm::dvec3& exactDirection) {
    // Rounding of the vertex, the direction, the products and the sums: 5 * 2^-24, for each of two vertices.
    constexpr float kRounding = 1e-6f;
    const WideTag d;
    const Vector3<WideTag> along = broadcast(direction, d);
    const auto heightsFrom = [&](std::uint32_t i) HWY_ATTR {
        return heightsOf(hull.vertices[i / KernelHull::kBlock], i % KernelHull::kBlock, along);
    };
    WideVector largest = heightsFrom(0);
    for (std::uint32_t i = kWideLanes; i < hull.vertexCount; i += kWideLanes) {
        largest = hn::Max(largest, heightsFrom(i));
    }
    const WideVector least = hn::Sub(hn::MaxOfLanes(d, largest), hn::Set(d, kRounding * hull.radius));
    std::uint32_t best = 0;
    double highest = -std::numeric_limits<double>::infinity();
    for (std::uint32_t i = 0; i < hull.vertexCount; i += kWideLanes) {
        for (std::uint32_t bits = toBits(d, hn::Ge(heightsFrom(i), least)); bits != 0; bits &= bits - 1) {
            const std::uint32_t vertex = i + static_cast<std::uint32_t>(std::countr_zero(bits));
            if (vertex >= hull.vertexCount) {
                break;  // padding
            }
            const double height = glm::dot(exactDirection, glm::dvec3(vertices[vertex]));
            if (height > highest) {
                highest = height;
                best = vertex;
            }
        }
    }
    return best;
}

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "core/simd/simd_dispatch.hpp"

namespace sat3d::SAT3D_ABI {

HWY_EXPORT(farthest);

std::uint32_t supportVertex(const ConvexHull& hull, const glm::dvec3& direction) noexcept {
    const double length = std::abs(direction.x) + std::abs(direction.y) + std::abs(direction.z);
    const glm::dvec3 unit = direction / length;
    return SAT3D_DISPATCH(farthest)(
        hull.data().kernel,
        {{static_cast<float>(unit.x), static_cast<float>(unit.y), static_cast<float>(unit.z), 0.0f}},
        hull.data().mesh.vertices.data(), direction);
}

}  // namespace sat3d::SAT3D_ABI
#endif
