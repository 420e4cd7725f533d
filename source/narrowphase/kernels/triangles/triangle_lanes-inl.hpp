// Triangles in lanes: positions, normals, closest points.
#if defined(SAT3D_KERNELS_TRIANGLE_LANES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_KERNELS_TRIANGLE_LANES_INL_HPP
#undef SAT3D_KERNELS_TRIANGLE_LANES_INL_HPP
#else
#define SAT3D_KERNELS_TRIANGLE_LANES_INL_HPP
#endif

#include "narrowphase/kernels/simd/simd-inl.hpp"
#include "narrowphase/kernels/triangles/triangle_kernels.hpp"

#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

/// One point or direction per lane.
using Points = Vector3<FloatTag>;

HWY_INLINE FloatVector all(float number) {
    return hn::Set(FloatTag(), number);
}
HWY_INLINE Points all(const glm::vec3& a) {
    return {all(a.x), all(a.y), all(a.z)};
}
/// The sum of the absolute values of the coordinates: at least the length, at most twice as much.
HWY_INLINE FloatVector sizeOf(const Points& a) {
    return hn::Add(hn::Add(hn::Abs(a.x), hn::Abs(a.y)), hn::Abs(a.z));
}
HWY_INLINE Points chosen(FloatMask mask, const Points& yes, const Points& no) {
    return {hn::IfThenElse(mask, yes.x, no.x), hn::IfThenElse(mask, yes.y, no.y),
            hn::IfThenElse(mask, yes.z, no.z)};
}
HWY_INLINE Points load(const TriangleBatch::Row (&rows)[3], std::uint32_t first) {
    const FloatTag d;
    return {hn::Load(d, rows[0] + first), hn::Load(d, rows[1] + first), hn::Load(d, rows[2] + first)};
}
HWY_INLINE FloatVector min3(FloatVector a, FloatVector b, FloatVector c) {
    return hn::Min(hn::Min(a, b), c);
}
HWY_INLINE FloatVector max3(FloatVector a, FloatVector b, FloatVector c) {
    return hn::Max(hn::Max(a, b), c);
}

/// Triangles in the axes of a body, around its center.
struct Triangles {
    Points corners[3];
    Points u, v;         ///< from the first corner to the others
    Points normal;       ///< unit, toward the front
    FloatVector offset;  ///< of the plane along the normal
    FloatVector size;    ///< no coordinate is larger
    /// Positions and heights over the plane are off by less.
    FloatVector rounding;

    HWY_INLINE Triangles(const TriangleBatch& batch, std::uint32_t first, const glm::mat3& toBody) {
        const Points x = all(toBody[0]), y = all(toBody[1]), z = all(toBody[2]);
        const auto rotated = [&](const Points& a) HWY_ATTR { return a.x * x + a.y * y + a.z * z; };
        corners[0] = rotated(load(batch.corner, first));
        u = rotated(load(batch.sides[0], first));
        v = rotated(load(batch.sides[1], first));
        corners[1] = corners[0] + u;
        corners[2] = corners[0] + v;
        // The normal is less exact where its sides are nearly parallel: best are those that meet opposite the
        // longest one.
        const Points w = v - u;
        const FloatVector vv = dot(v, v), ww = dot(w, w);
        const FloatMask isFirst = hn::Gt(dot(u, u), hn::Max(vv, ww)), isLast = hn::Gt(vv, ww);  // the longest
        const Points from = chosen(isFirst, v, u), to = chosen(hn::Or(isFirst, isLast), w, v);
        const Points area = cross(from, to);  // of any two
        const FloatVector twiceArea = hn::Sqrt(dot(area, area));
        normal = hn::Div(all(1.0f), twiceArea) * area;
        offset = dot(normal, corners[0]);
        const FloatVector slenderness = hn::Div(hn::Mul(sizeOf(from), sizeOf(to)), twiceArea);
        size = hn::Add(sizeOf(corners[0]), hn::Add(sizeOf(u), sizeOf(v)));
        rounding = hn::Mul(all(1e-6f), hn::Mul(size, slenderness));
    }
};

/// The points of triangles that are closest to a point.
struct ClosestPoints {
    Points offsets;       ///< from the point
    FloatVector squared;  ///< of their lengths
    FloatMask isInside;   ///< not on an edge

    HWY_INLINE ClosestPoints() {}
};

/// The fraction of a side at which it is closest to the origin.
HWY_INLINE FloatVector closestFraction(const Points& from, const Points& along) {
    const FloatVector fraction = hn::Div(hn::Neg(dot(from, along)), dot(along, along));
    return hn::Min(hn::Max(fraction, hn::Zero(FloatTag())), all(1.0f));
}

/// The points of triangles that are closest to a point. Inside, they are found by the normal and not by the
/// fractions of the sides: these lose the square of the slenderness to rounding, the normal loses it once.
HWY_INLINE ClosestPoints closestTo(const Triangles& triangles, const Points& point) {
    const FloatVector zero = hn::Zero(FloatTag());
    const Points a = triangles.corners[0] - point, b = triangles.corners[1] - point;
    const Points &u = triangles.u, &v = triangles.v, w = v - u;
    const auto isBeside = [&](const Points& corner, const Points& side)
                              HWY_ATTR { return dot(cross(corner, side), triangles.normal); };
    ClosestPoints closest;
    closest.isInside = hn::And(hn::And(hn::Gt(isBeside(a, u), zero), hn::Gt(isBeside(b, w), zero)),
                               hn::Lt(isBeside(a, v), zero));
    closest.offsets = dot(a, triangles.normal) * triangles.normal;
    const Points onFirst = a + closestFraction(a, u) * u, onLast = a + closestFraction(a, v) * v,
                 onSecond = b + closestFraction(b, w) * w;
    const FloatVector first = dot(onFirst, onFirst), second = dot(onSecond, onSecond),
                      last = dot(onLast, onLast);
    const Points onEdge =
        chosen(hn::Le(first, hn::Min(second, last)), onFirst, chosen(hn::Le(second, last), onSecond, onLast));
    closest.offsets = chosen(closest.isInside, closest.offsets, onEdge);
    closest.squared = dot(closest.offsets, closest.offsets);
    return closest;
}

/// The squared distance of a segment from sides of triangles.
HWY_INLINE FloatVector squaredDistance(const Points& start, const Points& along, const Points& from,
                                       const Points& side) {
    const FloatVector zero = hn::Zero(FloatTag()), one = all(1.0f);
    const auto clamped = [&](FloatVector a) HWY_ATTR { return hn::Min(hn::Max(a, zero), one); };
    const Points between = start - from;
    const FloatVector aa = dot(along, along), ss = dot(side, side), as = dot(along, side),
                      ab = dot(along, between), sb = dot(side, between);
    const FloatVector denominator = hn::Sub(hn::Mul(aa, ss), hn::Mul(as, as));
    const FloatVector share =
        clamped(hn::Div(hn::Sub(hn::Mul(as, sb), hn::Mul(ab, ss)), hn::Max(denominator, all(1e-30f))));
    const FloatVector onSide = clamped(hn::Div(hn::Add(hn::Mul(as, share), sb), ss));
    const FloatVector onSegment =
        clamped(hn::Div(hn::Sub(hn::Mul(as, onSide), ab), hn::Max(aa, all(1e-30f))));
    const Points gap = between + onSegment * along - onSide * side;
    return dot(gap, gap);
}

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
