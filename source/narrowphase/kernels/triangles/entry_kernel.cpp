#include "narrowphase/kernels/triangles/entry_kernel.hpp"

#include <glm/geometric.hpp>

// Highway includes this file once for every instruction set. The order of these lines matters.
// clang-format off
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrowphase/kernels/triangles/entry_kernel.cpp"
#include "core/simd/simd_targets.hpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include "core/simd/portable_target_begin-inl.hpp"
#include "narrowphase/kernels/triangles/body_bounds-inl.hpp"
#include "narrowphase/kernels/triangles/triangle_lanes-inl.hpp"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

/// When a gap that changes at a constant rate closes: at once if it is not positive at the start.
HWY_INLINE FloatVector closingTime(FloatVector before, FloatVector after) {
    const FloatVector zero = hn::Zero(FloatTag());
    const FloatVector time = hn::Div(before, hn::Sub(before, after));
    const FloatVector later = hn::IfThenElse(hn::Gt(after, zero), all(EntryTimes::kNever), time);
    return hn::IfThenElse(hn::Gt(before, zero), later, zero);
}

/// The latest of the times at which the triangles stop to be beyond a face of a box or hull.
HWY_INLINE FloatVector entryOverFaces(const MovingBody& body, const Triangles& triangles, FloatVector slack) {
    const auto& [a, b, c] = triangles.corners;
    FloatVector latest = hn::Zero(FloatTag());
    const auto test = [&](std::uint32_t face, FloatVector nearest, float highest, float along) HWY_ATTR {
        const FloatVector gap = hn::Sub(nearest, slack);
        const float atEnd = body.turns ? body.highestAtEnd[face] : highest + along;
        latest = hn::Max(latest, closingTime(hn::Sub(gap, all(highest)), hn::Sub(gap, all(atEnd))));
    };
    if (body.start.form == BodyForTriangles::Form::Box) {
        const auto testBoth = [&](std::uint32_t axis, FloatVector x, FloatVector y, FloatVector z) HWY_ATTR {
            const float half = body.start.halfExtents[int(axis)], along = body.displacement[int(axis)];
            test(2 * axis, hn::Neg(max3(x, y, z)), half, -along);
            test(2 * axis + 1, min3(x, y, z), half, along);
        };
        testBoth(0, a.x, b.x, c.x);
        testBoth(1, a.y, b.y, c.y);
        testBoth(2, a.z, b.z, c.z);
        return latest;
    }
    const KernelHull& hull = *body.start.hull;
    for (std::uint32_t i = 0; i < hull.faceCount && hull.faceCount <= MovingBody::kMaxFaces; ++i) {
        const glm::vec3 normal = hull.normal(i);
        const Points along = all(normal);
        const float highest = hull.faceOffset(i) * body.start.scale + glm::dot(normal, body.start.hullCenter);
        test(i, min3(dot(a, along), dot(b, along), dot(c, along)), highest,
             glm::dot(normal, body.displacement));
    }
    return latest;
}

/// The latest of the times at which a body that does not turn stops to be beyond a side of the triangles, in
/// the triangles' planes.
HWY_INLINE FloatVector entryOverSides(const MovingBody& body, const Triangles& triangles, FloatVector slack) {
    const Points displacement = all(body.displacement);
    const auto test = [&](const Points& from, const Points& along) HWY_ATTR {
        const Points across = cross(along, triangles.normal);
        const Points outward = hn::Div(all(1.0f), hn::Sqrt(dot(across, across))) * across;
        const FloatVector gap = hn::Sub(hn::Sub(lowestAlong(body.start, outward), dot(from, outward)), slack);
        return closingTime(gap, hn::Add(gap, dot(outward, displacement)));
    };
    const auto& [a, b, c] = triangles.corners;
    return max3(test(a, triangles.u), test(b, triangles.v - triangles.u),
                test(a, zeroPoints() - triangles.v));
}

void entriesOf(const TriangleBatch& triangles, const MovingBody& body, EntryTimes& entries) {
    const FloatTag d;
    const FloatVector zero = hn::Zero(d);
    const float ofBody =
        1e-6f * (glm::length(body.displacement) + body.start.boundingRadius);  // rounding of its points
    const Points endX = all(body.toEnd[0]), endY = all(body.toEnd[1]), endZ = all(body.toEnd[2]);
    for (std::uint32_t first = 0; first < triangles.count; first += kLanes) {
        const Triangles here(triangles, first, body.start.fromSurface);
        const FloatMask isBack = hn::Gt(here.offset, zero);
        const Points outward = chosen(isBack, zeroPoints() - here.normal, here.normal);
        const FloatVector height = hn::Neg(hn::Abs(here.offset));  // of the plane along the outward normal
        const FloatVector slack =
            hn::Add(hn::Add(here.rounding, all(body.bend + ofBody)),
                    hn::Mul(all(body.bendPerSize), hn::Add(sizeOf(here.u), sizeOf(here.v))));
        const FloatVector plane = hn::Add(height, slack);
        const Points outwardAtEnd =
            body.turns ? outward.x * endX + outward.y * endY + outward.z * endZ : outward;
        const FloatVector before = lowestAlong(body.start, outward),
                          atEnd = body.turns ? lowestAlong(body.start, outwardAtEnd) : before;
        FloatVector time = closingTime(hn::Sub(before, plane),
                                       hn::Sub(hn::Add(atEnd, dot(outward, all(body.displacement))), plane));
        if (body.start.form != BodyForTriangles::Form::Segment) {
            time = hn::Max(time, entryOverFaces(body, here, slack));
        }
        if (!body.turns && body.start.form == BodyForTriangles::Form::Segment) {
            time = hn::Max(time, entryOverSides(body, here, hn::Add(slack, slack)));
        }
        const FloatMask isSkipped = body.isOneSided ? hn::Gt(here.offset, here.rounding) : hn::Lt(zero, zero);
        constexpr float kEarlier = 1.0f - 1e-6f;
        hn::Store(hn::IfThenElse(isSkipped, all(EntryTimes::kNever), hn::Mul(time, all(kEarlier))), d,
                  entries.times + first);
    }
}

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#include "core/simd/portable_target_end-inl.hpp"

#if HWY_ONCE
#include "core/simd/simd_dispatch.hpp"

namespace sat3d::SAT3D_ABI {

HWY_EXPORT(entriesOf);

void findEntries(const TriangleBatch& triangles, const MovingBody& body, EntryTimes& entries) {
    SAT3D_DISPATCH(entriesOf)(triangles, body, entries);
}

}  // namespace sat3d::SAT3D_ABI
#endif
