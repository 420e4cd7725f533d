// A convex body beside triangles in lanes: its lowest point, its faces, its distance.
#if defined(SAT3D_KERNELS_BODY_BOUNDS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_KERNELS_BODY_BOUNDS_INL_HPP
#undef SAT3D_KERNELS_BODY_BOUNDS_INL_HPP
#else
#define SAT3D_KERNELS_BODY_BOUNDS_INL_HPP
#endif

#include "narrowphase/kernels/triangles/triangle_lanes-inl.hpp"

#include <cstdint>
#include <limits>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

/// Hulls with more faces are not compared with triangles face by face.
constexpr std::uint32_t kMaxFacesTested = 32;

HWY_INLINE Points zeroPoints() {
    return all(glm::vec3(0.0f));
}

/// The least of dot(direction, p) over the points p of a body, for one unit direction per lane.
HWY_INLINE FloatVector lowestAlong(const BodyForTriangles& body, const Points& direction) {
    if (body.form == BodyForTriangles::Form::Box) {
        const Points turned(hn::Abs(direction.x), hn::Abs(direction.y), hn::Abs(direction.z));
        return hn::Neg(dot(turned, all(body.halfExtents)));
    }
    if (body.form == BodyForTriangles::Form::Segment) {
        return hn::Sub(hn::Min(dot(direction, all(body.start)), dot(direction, all(body.end))),
                       all(body.radius));
    }
    const KernelHull& hull = *body.hull;
    FloatVector lowest = all(std::numeric_limits<float>::max());
    for (std::uint32_t i = 0; i < hull.vertexCount; ++i) {
        lowest = hn::Min(lowest, dot(direction, all(hull.vertex(i))));
    }
    return hn::Add(hn::Mul(lowest, all(body.scale)), dot(direction, all(body.hullCenter)));
}

/// The point of a box or hull that is lowest along a direction, for one direction per lane.
HWY_INLINE Points lowestPoint(const BodyForTriangles& body, const Points& direction) {
    if (body.form == BodyForTriangles::Form::Box) {
        const Points half = all(body.halfExtents);
        return {hn::CopySign(half.x, hn::Neg(direction.x)), hn::CopySign(half.y, hn::Neg(direction.y)),
                hn::CopySign(half.z, hn::Neg(direction.z))};
    }
    const KernelHull& hull = *body.hull;
    FloatVector lowest = all(std::numeric_limits<float>::max());
    Points best = zeroPoints();
    for (std::uint32_t i = 0; i < hull.vertexCount; ++i) {
        const Points vertex = all(hull.vertex(i));
        const FloatVector here = dot(direction, vertex);
        best = chosen(hn::Lt(here, lowest), vertex, best);
        lowest = hn::Min(lowest, here);
    }
    return all(body.scale) * best + all(body.hullCenter);
}

/// Whether triangles are beyond a face of a box or hull, by more than a limit.
HWY_INLINE FloatMask areBeyondAFace(const BodyForTriangles& body, const Triangles& triangles,
                                    FloatVector limit) {
    const FloatVector zero = hn::Zero(FloatTag());
    const auto& [a, b, c] = triangles.corners;
    FloatMask isBeyond = hn::Lt(zero, zero);
    if (body.form == BodyForTriangles::Form::Box) {
        const auto test = [&](FloatVector first, FloatVector second, FloatVector third, float half) HWY_ATTR {
            const FloatVector most = hn::Add(all(half), limit);
            isBeyond = hn::Or(isBeyond, hn::Or(hn::Gt(min3(first, second, third), most),
                                               hn::Lt(max3(first, second, third), hn::Neg(most))));
        };
        test(a.x, b.x, c.x, body.halfExtents.x);
        test(a.y, b.y, c.y, body.halfExtents.y);
        test(a.z, b.z, c.z, body.halfExtents.z);
        return isBeyond;
    }
    const KernelHull& hull = *body.hull;
    const Points center = all(body.hullCenter);
    for (std::uint32_t i = 0; i < hull.faceCount && hull.faceCount <= kMaxFacesTested; ++i) {
        const Points normal = all(hull.normal(i));
        const FloatVector most =
            hn::Add(hn::Add(all(hull.faceOffset(i) * body.scale), dot(normal, center)), limit);
        isBeyond = hn::Or(isBeyond, hn::Gt(min3(dot(a, normal), dot(b, normal), dot(c, normal)), most));
    }
    return isBeyond;
}

/// The depths of points in a box or hull; a negative number if they are outside or if it is not known.
HWY_INLINE FloatVector depthOf(const BodyForTriangles& body, const Points& points) {
    if (body.form == BodyForTriangles::Form::Box) {
        const Points depths =
            all(body.halfExtents) - Points(hn::Abs(points.x), hn::Abs(points.y), hn::Abs(points.z));
        return min3(depths.x, depths.y, depths.z);
    }
    const KernelHull& hull = *body.hull;
    if (hull.faceCount > kMaxFacesTested) {
        return all(-1.0f);
    }
    const Points fromCenter = points - all(body.hullCenter);
    FloatVector depth = all(std::numeric_limits<float>::max());
    for (std::uint32_t i = 0; i < hull.faceCount; ++i) {
        const Points normal = all(hull.normal(i));
        depth = hn::Min(depth, hn::Sub(all(hull.faceOffset(i) * body.scale), dot(fromCenter, normal)));
    }
    return depth;
}

/// The separation of a segment with a radius from triangles.
struct SegmentGap {
    /// Where the segment passes through a triangle, no distance tells how far: the separation from its plane,
    /// which is a lower bound.
    FloatVector separation;
    FloatMask isInside;   ///< an end of the segment is closest, to the inside of the triangle
    FloatMask isThrough;  ///< the segment passes through the triangle
};

/// @param fromPlane  the separation of the body from the planes of the triangles
HWY_INLINE SegmentGap gapOfSegment(const BodyForTriangles& body, const Triangles& triangles,
                                   FloatVector fromPlane) {
    const FloatTag d;
    const Points start = all(body.start);
    ClosestPoints closest = closestTo(triangles, start);
    FloatMask isThrough = hn::Lt(closest.squared, hn::Zero(d));
    if (body.start != body.end) {
        const Points along = all(body.end - body.start);
        const ClosestPoints atEnd = closestTo(triangles, all(body.end));
        const FloatMask isEnd = hn::Lt(atEnd.squared, closest.squared);
        closest.isInside = hn::Or(hn::And(isEnd, atEnd.isInside), hn::AndNot(isEnd, closest.isInside));
        closest.squared = hn::Min(closest.squared, atEnd.squared);
        FloatVector beside = closest.squared;
        for (int k = 0; k < 3; ++k) {
            const Points &from = triangles.corners[k], &to = triangles.corners[k == 2 ? 0 : k + 1];
            const Points toCorner = start - from;
            const Points onCorner = toCorner + closestFraction(toCorner, along) * along;
            beside = min3(beside, dot(onCorner, onCorner), squaredDistance(start, along, from, to - from));
        }
        // If the segment passes through a triangle, neither end is closest.
        const FloatVector before = hn::Sub(dot(triangles.normal, start), triangles.offset),
                          after = hn::Add(before, dot(triangles.normal, along));
        const FloatMask crosses = hn::Lt(hn::Mul(before, after), hn::Zero(d));
        const FloatVector share = hn::Div(before, hn::Sub(before, after));
        const Points crossing = start + hn::IfThenElseZero(crosses, share) * along;
        isThrough = hn::And(crosses, closestTo(triangles, crossing).isInside);
        closest.isInside = hn::AndNot(isThrough, hn::And(closest.isInside, hn::Le(closest.squared, beside)));
        closest.squared = beside;
    }
    const FloatVector beside = hn::Sub(hn::Sqrt(closest.squared), all(body.radius));
    return {hn::IfThenElse(isThrough, fromPlane, beside), closest.isInside, isThrough};
}

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
