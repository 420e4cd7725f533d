// Walks over the adjacency of a hull: the faces and vertices around a vertex.
#if defined(SAT3D_KERNELS_ADJACENCY_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_KERNELS_ADJACENCY_INL_HPP
#undef SAT3D_KERNELS_ADJACENCY_INL_HPP
#else
#define SAT3D_KERNELS_ADJACENCY_INL_HPP
#endif

#include "core/simd/transpose-inl.hpp"
#include "narrowphase/kernels/hull/support_scan-inl.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

using AdjacentFace = HullAdjacency::Face;

HWY_INLINE Float4 normalOf(const AdjacentFace& face) {
    return {{face.normalOffset[0], face.normalOffset[1], face.normalOffset[2], 0.0f}};
}

/// Dot products of a direction with the normals of four faces.
/// @param face  face(lane): its number
template <class Face>
HWY_INLINE Vector4 cosinesOfFour(const KernelHull& hull, const Float4& direction, const Face& face) {
    const Tag4 d;
    Vector4 rows[4];
    transposeFours(
        d, [&](std::size_t lane) HWY_ATTR { return hull.adjacency.faces[face(lane)].normalOffset; }, rows);
    return dot(rows[0], rows[1], rows[2], broadcast(direction, d));
}

/// Dot products of a direction with four vertices.
/// @param vertex  vertex(lane): its number
template <class Vertex>
HWY_INLINE Vector4 heightsOfFour(const KernelHull& hull, const Float4& direction, const Vertex& vertex) {
    const Tag4 d;
    const auto height = [&](std::size_t lane)
                            HWY_ATTR { return hn::Set(d, dot(direction, vertexOf(hull, vertex(lane)))); };
    return hn::ConcatLowerLower(d, hn::InterleaveLower(d, height(2), height(3)),
                                hn::InterleaveLower(d, height(0), height(1)));
}

/// Returns the face around a vertex whose normal is closest to a direction.
HWY_INLINE std::uint32_t alignedFaceOfFan(const KernelHull& hull, std::uint32_t vertex,
                                          const Float4& direction) {
    const Tag4 d;
    const HullAdjacency& adjacency = hull.adjacency;
    const HullAdjacency::Fan fan = adjacency.fans[vertex];
    const std::uint16_t* const faces = adjacency.fanFaces.data() + fan.first;
    Vector4 best = hn::Set(d, -2.0f), first = hn::Zero(d);
    for (std::uint32_t i = 0; i < fan.count; i += 4) {
        const Vector4 cosines =
            cosinesOfFour(hull, direction, [&](std::size_t lane) HWY_ATTR { return faces[i + lane]; });
        first = hn::IfThenElse(hn::Gt(cosines, best), hn::Set(d, static_cast<float>(i)), first);
        best = hn::Max(best, cosines);
    }
    const auto isBest = hn::Eq(best, hn::MaxOfLanes(d, best));
    alignas(16) constexpr float kLanes4[4] = {0.0f, 1.0f, 2.0f, 3.0f};
    const Vector4 places = hn::Add(first, hn::Load(d, kLanes4));
    const Vector4 lowest = hn::MinOfLanes(d, hn::IfThenElse(isBest, places, hn::Set(d, 1e9f)));
    return faces[static_cast<std::uint32_t>(hn::GetLane(lowest))];
}

/// Whether a point lies over the inside of a face. Returns false for faces without a loop.
/// @param face  by the kernel's order
HWY_INLINE bool isOver(const KernelHull& hull, std::uint32_t face, const Float4& point) {
    using Row = HullAdjacency::Row;
    if (hull.adjacency.faces.empty()) {
        return false;
    }
    const AdjacentFace& on = hull.adjacency.faces[face];
    if (on.padded == 0 || on.isMerged != 0) {
        return false;
    }
    const Tag4 d;
    const auto along = [&](const float(&axis)[4]) HWY_ATTR {
        return hn::Set(d, axis[0] * point.v[0] + axis[1] * point.v[1] + axis[2] * point.v[2]);
    };
    const Vector4 x = along(on.u), y = along(on.v);
    const float* const rows = hull.adjacency.rowsOf(on);
    auto isInside = hn::Eq(x, x);
    for (std::uint32_t i = 0; i < on.padded; i += 4) {
        const auto row = [&](Row number) HWY_ATTR { return hn::LoadU(d, rows + number * on.padded + i); };
        const Vector4 reach = hn::Add(hn::Mul(row(Row::OutwardX), x), hn::Mul(row(Row::OutwardY), y));
        isInside = hn::And(isInside, hn::Lt(reach, row(Row::Offset)));
    }
    return hn::AllTrue(d, isInside);
}

/// Climbs along edges to the support vertex of a direction.
HWY_INLINE std::uint32_t climbed(const KernelHull& hull, const Float4& direction, std::uint32_t vertex,
                                 float& height) {
    const Tag4 d;
    const HullAdjacency& adjacency = hull.adjacency;
    height = dot(direction, vertexOf(hull, vertex));
    for (std::uint32_t step = 0; step < hull.vertexCount; ++step) {
        const HullAdjacency::Fan fan = adjacency.fans[vertex];
        const std::uint16_t* const neighbors = adjacency.fanVertices.data() + fan.first;
        const float before = height;
        for (std::uint32_t i = 0; i < fan.count; i += 4) {
            const Vector4 heights = heightsOfFour(
                hull, direction, [&](std::size_t lane) HWY_ATTR { return neighbors[i + lane]; });
            const Vector4 highest = hn::MaxOfLanes(d, heights);
            if (hn::GetLane(highest) > height) {
                height = hn::GetLane(highest);
                vertex = neighbors[i + static_cast<std::uint32_t>(
                                           std::countr_zero(toBits(d, hn::Eq(heights, highest))))];
            }
        }
        if (!(height > before)) {
            break;
        }
    }
    return vertex;
}

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
