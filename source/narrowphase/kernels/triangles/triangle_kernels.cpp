#include "narrowphase/kernels/triangles/triangle_kernels.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <limits>

// Highway includes this file once for every instruction set. The order of these lines matters.
// clang-format off
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrowphase/kernels/triangles/triangle_kernels.cpp"
#include "core/simd/simd_targets.hpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include "core/simd/portable_target_begin-inl.hpp"
#include "narrowphase/kernels/triangles/body_bounds-inl.hpp"
#include "narrowphase/kernels/triangles/triangle_lanes-inl.hpp"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

/// The lanes of a vector that hold triangles.
HWY_INLINE std::uint32_t filledLanes(std::uint32_t count, std::uint32_t first) {
    const std::uint32_t left = count - first;
    return left >= kLanes ? (1u << kLanes) - 1 : (1u << left) - 1;
}

HWY_INLINE void store(const Points& points, TriangleBatch::Row (&rows)[3], std::uint32_t first) {
    const FloatTag d;
    hn::Store(points.x, d, rows[0] + first);
    hn::Store(points.y, d, rows[1] + first);
    hn::Store(points.z, d, rows[2] + first);
}

void judgeAll(const TriangleBatch& triangles, const BodyForTriangles& body, const ActiveRange& range,
              ActiveBatch& batch) {
    const FloatTag d;
    const FloatVector zero = hn::Zero(d);
    batch.clear();
    batch.count = triangles.count;
    constexpr float kLarge = 16.0f;  // times the body's size
    const float margin = range.margin * body.scale, bias = range.bias * body.scale;
    const FloatVector toMeters = all(1.0f / body.scale);
    for (std::uint32_t first = 0; first < batch.count; first += kLanes) {
        const Triangles here(triangles, first, body.fromSurface);
        const FloatMask isBack = hn::Gt(here.offset, zero);
        FloatMask isFar = range.isOneSided ? hn::Gt(here.offset, here.rounding) : hn::Lt(zero, zero);
        const Points outward = chosen(isBack, zeroPoints() - here.normal, here.normal);
        const FloatVector height = hn::Neg(hn::Abs(here.offset));  // of the plane along the outward normal
        const FloatVector limit = hn::Add(all(margin), here.rounding);
        FloatVector separation = hn::Sub(lowestAlong(body, outward), height);
        isFar = hn::Or(isFar, hn::Not(hn::Lt(separation, limit)));  // also for NaN
        const std::uint32_t filled = filledLanes(batch.count, first);
        if ((filled & ~toBits(d, isFar)) == 0) {
            continue;
        }
        FloatMask isFace;
        if (body.form == BodyForTriangles::Form::Segment) {
            // At an edge, the closest point counts as inside if the plane is not closer.
            const SegmentGap gap = gapOfSegment(body, here, separation);
            const FloatMask isPlane = hn::Le(gap.separation, hn::Add(separation, here.rounding));
            isFace = hn::Or(gap.isInside, hn::AndNot(gap.isThrough, isPlane));
            separation = gap.separation;
            isFar = hn::Or(isFar, hn::Not(hn::Lt(separation, limit)));
        } else {
            isFar = hn::Or(isFar, areBeyondAFace(body, here, limit));
            isFace = hn::Ge(separation, all(-bias));
            if ((filled & ~toBits(d, hn::Or(isFar, isFace))) != 0) {
                // A point of the triangle at this depth in the body makes all pushes as long. It is looked
                // for below the body's center, and where the body is deepest.
                const FloatVector depth = hn::Add(hn::Neg(hn::Add(separation, all(bias))), here.rounding);
                const Points center = zeroPoints(), deep = all(0.8f) * lowestPoint(body, outward);
                const Points below = closestTo(here, center).offsets,
                             beside = closestTo(here, deep).offsets + deep;
                isFace = hn::Or(isFace, hn::Ge(hn::Max(depthOf(body, below), depthOf(body, beside)), depth));
            }
        }
        const FloatMask isNearPlane = hn::Le(hn::Abs(here.offset), here.rounding);
        for (int corner = 0; corner < 3; ++corner) {
            store(toMeters * here.corners[corner], batch.corners[corner], first);
        }
        store(outward, batch.outward, first);
        hn::Store(hn::Mul(separation, toMeters), d, batch.separation + first);
        hn::Store(hn::Mul(here.rounding, toMeters), d, batch.rounding + first);
        batch.active |= TriangleSet{filled & ~toBits(d, isFar)} << first;
        batch.isBack |= TriangleSet{toBits(d, isBack)} << first;
        batch.isFace |= TriangleSet{toBits(d, isFace)} << first;
        batch.isNearPlane |= TriangleSet{toBits(d, isNearPlane)} << first;
        for (std::uint32_t i = first; i < std::min(first + kLanes, batch.count); ++i) {
            batch.numbers[i] = triangles.numbers[i];
        }
        batch.isLarge |= TriangleSet{toBits(d, hn::Gt(here.size, all(kLarge * body.boundingRadius)))}
                         << first;
    }
}

std::uint32_t findNumber(const ActiveBatch& batch, std::uint32_t number) {
    const IntTag d;
    const auto wanted = hn::Set(d, static_cast<std::int32_t>(number));
    for (std::uint32_t first = 0; first < batch.count; first += kLanes) {
        const auto* numbers = reinterpret_cast<const std::int32_t*>(batch.numbers + first);
        const std::uint32_t found = toBits(d, hn::Eq(hn::Load(d, numbers), wanted));
        const TriangleSet here = TriangleSet{found} << first & batch.active;
        if (here != 0) {
            return static_cast<std::uint32_t>(std::countr_zero(here));
        }
    }
    return ActiveBatch::kCapacity;
}

TriangleSet facingDirection(const ActiveBatch& batch, const glm::vec3& direction, float cosine) {
    const FloatTag d;
    const Points along = all(direction);
    TriangleSet result = 0;
    for (std::uint32_t first = 0; first < batch.count; first += kLanes) {
        result |= TriangleSet{toBits(d, hn::Gt(dot(load(batch.outward, first), along), all(cosine)))}
                  << first;
    }
    return result & batch.active;
}

TriangleSet belowPlane(const ActiveBatch& batch, const glm::vec3& normal, float offset) {
    const FloatTag d;
    const Points along = all(normal);
    TriangleSet result = 0;
    for (std::uint32_t first = 0; first < batch.count; first += kLanes) {
        const Points a = load(batch.corners[0], first), b = load(batch.corners[1], first),
                     c = load(batch.corners[2], first);
        const FloatVector highest = max3(dot(a, along), dot(b, along), dot(c, along));
        const FloatVector rounding = hn::Mul(all(4e-7f), max3(sizeOf(a), sizeOf(b), sizeOf(c)));
        result |= TriangleSet{toBits(d, hn::Le(hn::Add(highest, rounding), all(offset)))} << first;
    }
    return result & batch.active;
}

TriangleSet inFront(const ActiveBatch& batch, const glm::vec3& motion) {
    const FloatTag d;
    const Points center = all(motion);
    TriangleSet result = 0;
    for (std::uint32_t first = 0; first < batch.count; first += kLanes) {
        const Points outward = load(batch.outward, first), corner = load(batch.corners[0], first);
        const FloatVector rounding = hn::Mul(all(1e-6f), hn::Add(sizeOf(corner), sizeOf(center)));
        result |= TriangleSet{toBits(d, hn::Ge(dot(outward, center - corner), rounding))} << first;
    }
    return result & batch.active;
}

TriangleSet facingMostOf(const ActiveBatch& batch, const Directions& directions, std::uint32_t which,
                         float cosine, float leastSeparation) {
    const FloatTag d;
    TriangleSet result = 0;
    for (std::uint32_t first = 0; first < batch.count; first += kLanes) {
        const Points outward = load(batch.outward, first);
        const FloatVector here = dot(outward, all(directions.directions[which]));
        const FloatVector most =  // that the separation may be
            hn::Add(hn::Load(d, batch.separation + first), hn::Load(d, batch.rounding + first));
        FloatMask isClosest = hn::And(hn::Gt(here, all(cosine)), hn::Ge(most, all(leastSeparation)));
        for (std::uint32_t i = 0; i < directions.count; ++i) {
            const FloatVector other = dot(outward, all(directions.directions[i]));
            const FloatMask isCloser = i < which ? hn::Ge(other, here) : hn::Gt(other, here);
            isClosest = i == which ? isClosest : hn::AndNot(isCloser, isClosest);
        }
        result |= TriangleSet{toBits(d, isClosest)} << first;
    }
    return result & batch.active;
}

/// The lanes of a vector that hold triangles of a set.
HWY_INLINE std::uint32_t lanesOf(TriangleSet set, std::uint32_t first) {
    return static_cast<std::uint32_t>(set >> first) & ((1u << kLanes) - 1);
}
HWY_INLINE bool holdsAny(TriangleSet set, std::uint32_t first) {
    return lanesOf(set, first) != 0;
}

/// Triangles near a face.
struct CornersAtFace {
    Points corners[3];
    FloatVector rounding;  ///< their positions, and those of the face, are off by less

    HWY_INLINE CornersAtFace(const ActiveBatch& batch, std::uint32_t first, const FaceOutline& face)
        : corners{load(batch.corners[0], first), load(batch.corners[1], first),
                  load(batch.corners[2], first)},
          rounding(hn::Mul(
              all(2e-6f),
              hn::Add(max3(sizeOf(corners[0]), sizeOf(corners[1]), sizeOf(corners[2])), all(face.size)))) {}
};

void underCorners(const ActiveBatch& batch, TriangleSet set, const FaceOutline& face,
                  std::array<TriangleSet, FaceOutline::kCapacity>& under) {
    const FloatTag d;
    const Points direction = all(face.direction);
    std::fill_n(under.begin(), face.count, TriangleSet{0});
    for (std::uint32_t first = 0; first < batch.count; first += kLanes) {
        if (!holdsAny(set, first)) {
            continue;
        }
        const CornersAtFace here(batch, first, face);
        const auto& [corners, rounding] = here;
        // The sides of the triangles, seen along the direction. They turn one way or the other.
        Points inward[3];
        FloatVector least[3], slack[3];
        for (int k = 0; k < 3; ++k) {
            inward[k] = cross(direction, corners[k == 2 ? 0 : k + 1] - corners[k]);
            least[k] = dot(inward[k], corners[k]);
            slack[k] = hn::Mul(rounding, sizeOf(inward[k]));
        }
        for (std::uint32_t i = 0; i < face.count; ++i) {
            const Points corner = all(face.corners[i]);
            FloatMask isLeft = hn::Eq(rounding, rounding), isRight = isLeft;
            for (int k = 0; k < 3; ++k) {
                const FloatVector aside = hn::Sub(dot(inward[k], corner), least[k]);
                isLeft = hn::And(isLeft, hn::Ge(aside, hn::Neg(slack[k])));
                isRight = hn::And(isRight, hn::Le(aside, slack[k]));
            }
            under[i] |= TriangleSet{toBits(d, hn::Or(isLeft, isRight))} << first;
        }
    }
    for (std::uint32_t i = 0; i < face.count; ++i) {
        under[i] &= set;
    }
}

/// The parts of edges under a face, as fractions.
struct EdgeParts {
    FloatVector from, to;

    HWY_INLINE EdgeParts() : from(hn::Zero(FloatTag())), to(all(1.0f)) {}

    /// Keeps what is not beyond a side.
    /// @param start, end  how far the ends are beyond it
    HWY_INLINE void cut(FloatVector start, FloatVector end) {
        const FloatVector zero = hn::Zero(FloatTag());
        const FloatVector share = hn::Div(start, hn::Sub(start, end));
        const FloatMask startIsOut = hn::Gt(start, zero), endIsOut = hn::Gt(end, zero);
        from = hn::IfThenElse(startIsOut, hn::Max(from, hn::IfThenElse(endIsOut, all(2.0f), share)), from);
        to = hn::IfThenElse(hn::AndNot(startIsOut, endIsOut), hn::Min(to, share), to);
    }
};

TrianglesUnderFace underFace(const ActiveBatch& batch, TriangleSet set, const FaceOutline& face, float height,
                             float band) {
    const FloatTag d;
    const FloatVector none = all(std::numeric_limits<float>::max()), zero = hn::Zero(d);
    const Points slope = all(face.slope);
    TrianglesUnderFace result{};
    alignas(64) TriangleBatch::Row ofCorners[3], ofCrossings[3];  // heights
    FloatVector closest = none;
    for (std::uint32_t first = 0; first < batch.count; first += kLanes) {
        if (!holdsAny(set, first)) {
            continue;
        }
        const CornersAtFace here(batch, first, face);
        const auto& [corners, rounding] = here;
        EdgeParts parts[3];
        FloatVector farthest[3] = {hn::Neg(none), hn::Neg(none), hn::Neg(none)};  // beyond any side
        for (std::uint32_t side = 0; side < face.sideCount; ++side) {
            const Points outward = all(face.outward[side]);
            const FloatVector most = hn::Add(all(face.reach[side]), rounding);
            FloatVector beyond[3];
            for (int k = 0; k < 3; ++k) {
                beyond[k] = hn::Sub(dot(corners[k], outward), most);
                farthest[k] = hn::Max(farthest[k], beyond[k]);
            }
            for (int k = 0; k < 3; ++k) {
                parts[k].cut(beyond[k], beyond[k == 2 ? 0 : k + 1]);
            }
        }
        FloatVector heights[3];
        for (int k = 0; k < 3; ++k) {
            heights[k] = hn::Add(all(face.heightAtOrigin), dot(corners[k], slope));
        }
        const FloatMask isHere = hn::LoadMaskBits(
            d, std::array<std::uint8_t, 8>{static_cast<std::uint8_t>(lanesOf(set, first))}.data());
        for (std::size_t k = 0; k < 3; ++k) {
            const EdgeParts& part = parts[k];
            const FloatVector rise = hn::Sub(heights[k == 2 ? 0 : k + 1], heights[k]);
            const FloatMask isUnder = hn::And(isHere, hn::Le(part.from, part.to));
            const auto heightAt = [&](FloatVector share, FloatMask crosses) HWY_ATTR {
                return hn::IfThenElse(hn::And(isUnder, crosses), hn::Add(hn::Mul(share, rise), heights[k]),
                                      none);
            };
            const FloatVector corner =
                hn::IfThenElse(hn::And(isHere, hn::Le(farthest[k], zero)), heights[k], none);
            const FloatVector crossing = hn::Min(heightAt(part.from, hn::Gt(part.from, zero)),
                                                 heightAt(part.to, hn::Lt(part.to, all(1.0f))));
            hn::Store(corner, d, ofCorners[k] + first);
            hn::Store(crossing, d, ofCrossings[k] + first);
            closest = min3(closest, corner, crossing);
            result.edges[k] |= TriangleSet{toBits(d, isUnder)} << first;
        }
    }
    const FloatVector limit = all(std::min(height, hn::GetLane(hn::MinOfLanes(d, closest)) + band));
    for (std::uint32_t first = 0; first < batch.count; first += kLanes) {
        for (std::size_t k = 0; k < 3 && holdsAny(set, first); ++k) {
            const auto isRaised = [&](const TriangleBatch::Row& heights) HWY_ATTR {
                return TriangleSet{toBits(d, hn::Lt(hn::Load(d, heights + first), limit))} << first;
            };
            result.raisedCorners[k] |= isRaised(ofCorners[k]);
            result.raisedEdges[k] |= isRaised(ofCrossings[k]);
        }
    }
    return result;
}

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#include "core/simd/portable_target_end-inl.hpp"

#if HWY_ONCE
#include "core/simd/simd_dispatch.hpp"

namespace sat3d::SAT3D_ABI {

HWY_EXPORT(judgeAll);
HWY_EXPORT(findNumber);
HWY_EXPORT(facingDirection);
HWY_EXPORT(belowPlane);
HWY_EXPORT(inFront);
HWY_EXPORT(facingMostOf);
HWY_EXPORT(underCorners);
HWY_EXPORT(underFace);

void judge(const TriangleBatch& triangles, const BodyForTriangles& body, const ActiveRange& range,
           ActiveBatch& judged) {
    SAT3D_DISPATCH(judgeAll)(triangles, body, range, judged);
}
std::uint32_t indexOf(const ActiveBatch& batch, std::uint32_t number) {
    return SAT3D_DISPATCH(findNumber)(batch, number);
}
TriangleSet facing(const ActiveBatch& batch, const glm::vec3& direction, float cosine) {
    return SAT3D_DISPATCH(facingDirection)(batch, direction, cosine);
}
TriangleSet below(const ActiveBatch& batch, const glm::vec3& normal, float offset) {
    return SAT3D_DISPATCH(belowPlane)(batch, normal, offset);
}
TriangleSet inFrontAfter(const ActiveBatch& batch, const glm::vec3& motion) {
    return SAT3D_DISPATCH(inFront)(batch, motion);
}
TriangleSet facingMost(const ActiveBatch& batch, const Directions& directions, std::uint32_t which,
                       float cosine, float leastSeparation) {
    return SAT3D_DISPATCH(facingMostOf)(batch, directions, which, cosine, leastSeparation);
}
void findUnderCorners(const ActiveBatch& batch, TriangleSet set, const FaceOutline& face,
                      std::array<TriangleSet, FaceOutline::kCapacity>& under) {
    SAT3D_DISPATCH(underCorners)(batch, set, face, under);
}
TrianglesUnderFace findUnderFace(const ActiveBatch& batch, TriangleSet set, const FaceOutline& face,
                                 float height, float band) {
    return SAT3D_DISPATCH(underFace)(batch, set, face, height, band);
}

void ActiveBatch::add(const ActiveBatch& batch, std::uint32_t index) noexcept {
    for (int corner = 0; corner < 3; ++corner) {
        for (int axis = 0; axis < 3; ++axis) {
            corners[corner][axis][count] = batch.corners[corner][axis][index];
        }
    }
    for (int axis = 0; axis < 3; ++axis) {
        outward[axis][count] = batch.outward[axis][index];
    }
    separation[count] = batch.separation[index];
    rounding[count] = batch.rounding[index];
    numbers[count] = batch.numbers[index];
    active |= onlyTriangle(count);
    isBack |= (batch.isBack >> index & 1) << count;
    isFace |= (batch.isFace >> index & 1) << count;
    isNearPlane |= (batch.isNearPlane >> index & 1) << count;
    isLarge |= (batch.isLarge >> index & 1) << count;
    ++count;
}

std::uint32_t deepestOf(const ActiveBatch& batch, TriangleSet set) {
    std::uint32_t best = static_cast<std::uint32_t>(std::countr_zero(set));
    for (set &= set - 1; set != 0; set &= set - 1) {
        const auto here = static_cast<std::uint32_t>(std::countr_zero(set));
        const float gap = batch.separation[here] - batch.separation[best];
        best = gap < 0.0f || (gap == 0.0f && batch.numbers[here] < batch.numbers[best]) ? here : best;
    }
    return best;
}

}  // namespace sat3d::SAT3D_ABI
#endif
