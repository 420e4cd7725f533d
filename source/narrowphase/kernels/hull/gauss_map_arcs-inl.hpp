// The separating axis test of an edge of one hull against an edge of the other.
#if defined(SAT3D_KERNELS_GAUSS_MAP_ARCS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_KERNELS_GAUSS_MAP_ARCS_INL_HPP
#undef SAT3D_KERNELS_GAUSS_MAP_ARCS_INL_HPP
#else
#define SAT3D_KERNELS_GAUSS_MAP_ARCS_INL_HPP
#endif

#include "narrowphase/kernels/hull/support_scan-inl.hpp"

#include <algorithm>
#include <cmath>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

/// An arc of the Gauss map: the normals of an edge's two faces, a vertex of the edge and its direction, one
/// per lane.
using Arc = KernelHull::Edge;

/// Converts an arc of B to A's frame and negates its face normals, because the Minkowski difference contains
/// -B.
HWY_INLINE Arc arcOfB(const Arc& arc, const RelativePose& pose) {
    const Tag4 d;
    const Vector4 x = hn::Load(d, arc.x), y = hn::Load(d, arc.y), z = hn::Load(d, arc.z);
    alignas(16) constexpr float kNegated[4] = {-0.0f, -0.0f, 0.0f, 0.0f};
    const auto isVertex = hn::Eq(hn::Iota(d, 0), hn::Set(d, float{Arc::Vertex}));
    Arc inA;
    float* const rows[3] = {inA.x, inA.y, inA.z};
    for (int i = 0; i < 3; ++i) {
        const Vector4 rotated = hn::Add(hn::Add(hn::Mul(x, hn::Set(d, pose.columns[0].v[i])),
                                                hn::Mul(y, hn::Set(d, pose.columns[1].v[i]))),
                                        hn::Mul(z, hn::Set(d, pose.columns[2].v[i])));
        const Vector4 moved = hn::Add(rotated, hn::Set(d, pose.centerBInA.v[i]));
        hn::Store(hn::IfThenElse(isVertex, moved, hn::Xor(rotated, hn::Load(d, kNegated))), d, rows[i]);
    }
    return inA;
}

/// One of the vectors of an arc.
HWY_INLINE Float4 vectorOf(const Arc& arc, Arc::Lane lane) {
    return {{arc.x[lane], arc.y[lane], arc.z[lane], 0.0f}};
}

HWY_INLINE Float4 sumOfNormals(const Arc& arc) {
    return {{arc.x[Arc::Left] + arc.x[Arc::Right], arc.y[Arc::Left] + arc.y[Arc::Right],
             arc.z[Arc::Left] + arc.z[Arc::Right], 0.0f}};
}

/// The dot products of the arc's vectors with the direction of the other edge.
HWY_INLINE Vector4 alongEdge(const Arc& arc, const Arc& other) {
    const Tag4 d;
    return hn::Add(hn::Add(hn::Mul(hn::Load(d, arc.x), hn::Set(d, other.x[Arc::Direction])),
                           hn::Mul(hn::Load(d, arc.y), hn::Set(d, other.y[Arc::Direction]))),
                   hn::Mul(hn::Load(d, arc.z), hn::Set(d, other.z[Arc::Direction])));
}

/// Computes the unit cross product of both edge directions, oriented out of A.
/// @return false if the edges are parallel within the rounding error of their directions. An adjacent face
/// normal is then as good. Nearly parallel edges give a normal: they form a narrow facet of the Minkowski
/// difference, but the shortest push may go through it.
HWY_INLINE bool edgeNormal(const Arc& a, const Arc& b, Float4& normal) {
    const Float4 d = vectorOf(a, Arc::Direction), e = vectorOf(b, Arc::Direction);
    Float4 n{{d.v[1] * e.v[2] - d.v[2] * e.v[1], d.v[2] * e.v[0] - d.v[0] * e.v[2],
              d.v[0] * e.v[1] - d.v[1] * e.v[0], 0.0f}};
    // The smaller the sine, the larger the relative rounding error. An error along the edges would tilt the
    // normal against them and change the supports, so it is removed. An error across the edges rotates the
    // normal about both edges, which changes almost nothing.
    const float along = dot(n, d);
    n = {{n.v[0] - along * d.v[0], n.v[1] - along * d.v[1], n.v[2] - along * d.v[2], 0.0f}};
    const float sineSquared = dot(n, n);
    constexpr float kParallel = 2e-7f;
    if (!(sineSquared > kParallel * kParallel)) {
        return false;
    }
    const float outward = dot(n, sumOfNormals(a));
    const float scale = std::copysign(1.0f / std::sqrt(sineSquared), outward);
    normal = {{n.v[0] * scale, n.v[1] * scale, n.v[2] * scale, 0.0f}};
    return true;
}

/// Tests whether two arcs cross. Crossing arcs form a facet of the Minkowski difference. In this case,
/// computes the normal and the depth of the facet. Source: Gregorius, "The Separating Axis Test between
/// Convex Polyhedra", GDC 2013.
HWY_INLINE bool crossArcs(const Arc& a, const Arc& b, Float4& normal, float& depth) {
    // Arcs cross if the ends of each arc lie on different sides of the other arc's great circle, and if the
    // arcs lie on the same hemisphere. One branch tests both pairs of ends, because two branches would often
    // be mispredicted.
    const Vector4 sidesOfA = alongEdge(a, b), sidesOfB = alongEdge(b, a);
    const Vector4 lefts = hn::InterleaveLower(Tag4(), sidesOfA, sidesOfB);
    const Vector4 same = hn::Mul(lefts, hn::Shuffle1032(lefts));
    if (!hn::AllFalse(Tag4(), hn::Gt(same, hn::Zero(Tag4()))) || !edgeNormal(a, b, normal) ||
        dot(normal, sumOfNormals(b)) <= 0.0f) {
        return false;
    }
    const Float4 between{{a.x[Arc::Vertex] - b.x[Arc::Vertex], a.y[Arc::Vertex] - b.y[Arc::Vertex],
                          a.z[Arc::Vertex] - b.z[Arc::Vertex], 0.0f}};
    depth = dot(normal, between);
    return true;
}

/// The depth along the normal of crossing arcs. The normal is inexact for short or nearly parallel arcs. The
/// supports along this normal make the depth valid.
/// @param depth  as crossArcs() computes it
template <SizeClass kSize>
HWY_INLINE float supportedDepth(const KernelHull& a, const KernelHull& b, const RelativePose& pose,
                                const Float4& normal, float depth) {
    const SupportScan<kSize> scanA(a, normal);
    const SupportScan<kSize> scanB(b, rotateNegated(pose.rows, normal));
    return std::max(depth, scanA.value() + scanB.value() - dot(normal, pose.centerBInA));
}

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
