// The gap of a capsule and a box.
#if defined(SAT3D_KERNELS_CAPSULE_BOX_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_KERNELS_CAPSULE_BOX_INL_HPP
#undef SAT3D_KERNELS_CAPSULE_BOX_INL_HPP
#else
#define SAT3D_KERNELS_CAPSULE_BOX_INL_HPP
#endif

#include "narrowphase/kernels/round/box_core-inl.hpp"

#include <sat3d/shapes/capsule.hpp>

#include <cmath>
#include <cstdint>
#include <limits>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

constexpr double kFourthLane[4] = {0.0, 0.0, 0.0, 1.0};

/// A segment in the frame of a box. Points are start + share * along with a share of 0 .. 1.
struct SegmentInBox {
    Double4 start, along;

    [[nodiscard]] HWY_INLINE Double4 at(double share) const { return start + all4(share) * along; }
};

/// Finds the point of a segment that is closest to a box. The squared distance is convex along the segment,
/// and its slope is linear between the planes of the faces. So the slopes at these planes, one per lane,
/// give the part of the segment in which the slope is zero.
/// @return the share of the point; the first of several
HWY_INLINE double nearestShare(const SegmentInBox& segment, Double4 half) {
    const Double4 zero = all4(0.0), one = all4(1.0), &along = segment.along;
    const auto slopeAt = [&](Double4 share) HWY_ATTR {
        const auto ofAxis = [&](Double4 start, Double4 direction, Double4 limit) HWY_ATTR {
            const Double4 place = start + share * direction;
            return (place - minOf(maxOf(place, negated(limit)), limit)) * direction;
        };
        return ofAxis(all4<0>(segment.start), all4<0>(along), all4<0>(half)) +
               ofAxis(all4<1>(segment.start), all4<1>(along), all4<1>(half)) +
               ofAxis(all4<2>(segment.start), all4<2>(along), all4<2>(half));
    };
    // The fourth lanes get the ends. A segment parallel to the planes of an axis never crosses them.
    const Double4 isFourth = load4(kFourthLane), isParallel = negated(absolute(along));
    const auto sharesAt = [&](Double4 place, Double4 end) HWY_ATTR {
        const Double4 share = minOf(maxOf((place - segment.start) / along, zero), one);
        return select(zero < isFourth, end, select(isParallel < zero, share, zero));
    };
    const Double4 shares[2] = {sharesAt(negated(half), zero), sharesAt(half, one)};
    const Double4 slopes[2] = {slopeAt(shares[0]), slopeAt(shares[1])};
    const Double4 far = all4(-std::numeric_limits<double>::max());
    const auto mostOf = [&](const auto& at) HWY_ATTR { return largestOf(maxOf(at(0), at(1))); };
    const double slopeAtLow =
        mostOf([&](int i) HWY_ATTR { return select(slopes[i] < zero, slopes[i], far); });
    const double slopeAtHigh =
        -mostOf([&](int i) HWY_ATTR { return select(slopes[i] < zero, far, negated(slopes[i])); });
    const double low = mostOf([&](int i) HWY_ATTR { return select(slopes[i] < zero, shares[i], far); });
    const double high =
        -mostOf([&](int i) HWY_ATTR { return select(slopes[i] < zero, far, negated(shares[i])); });
    if (!(low >= 0.0)) {
        return 0.0;
    }
    return high <= 1.0 ? low + slopeAtLow / (slopeAtLow - slopeAtHigh) * (high - low) : 1.0;
}

/// Finds the separating axis of a segment that intersects a box: the normals of the faces, and their cross
/// products with the segment. If several tie, it is the first.
HWY_INLINE void findSeparatingAxis(const SegmentInBox& segment, Double4 half, double squaredSize,
                                   CoreGap& gap) {
    const double tie = kTiedAxes * squareRoot(squaredSize);
    const Double4 &d = segment.along, &p = segment.start, end = p + d;
    const std::uint32_t face = findNearestFace(minOf(p, end), maxOf(p, end), half, tie, gap);
    gap.features = {FeaturePair::Kind::FaceB, dot3(gap.normal, d) > 0.0 ? 1u : 0u, face};
    // Lane j: the cross product of the segment and axis j.
    const Double4 dNext = yzx(d), dLast = zxy(d), absNext = absolute(dNext), absLast = absolute(dLast);
    double aside[4], reach[4], squaredLength[4], next[4], last[4];
    storeLanes(dLast * yzx(p) - dNext * zxy(p), aside);
    storeLanes(yzx(half) * absLast + zxy(half) * absNext, reach);
    storeLanes(dNext * dNext + dLast * dLast, squaredLength);
    storeLanes(dNext, next);
    storeLanes(dLast, last);
    const double shortest = kParallelEdges * kParallelEdges * dot3(d, d);
    for (std::uint32_t axis = 0; axis < 3; ++axis) {
        const double length = squareRoot(squaredLength[axis]);
        const double separation = (std::abs(aside[axis]) - reach[axis]) / length;
        if (squaredLength[axis] > shortest && separation > gap.distance + tie) {
            const double scale = (2.0 * aside[axis] > tie * length ? -1.0 : 1.0) / length;
            double normal[4] = {};
            normal[(axis + 1) % 3] = scale * last[axis];
            normal[(axis + 2) % 3] = -scale * next[axis];
            const std::uint32_t support =
                (normal[0] < 0.0 ? 1u : 0u) | (normal[1] < 0.0 ? 2u : 0u) | (normal[2] < 0.0 ? 4u : 0u);
            gap.distance = separation;
            gap.normal = load4(normal);
            gap.features = {FeaturePair::Kind::EdgeEdge, 0, boxEdge(axis, support)};
        }
    }
}

/// Replaces the vertex of A by the feature of a segment that holds a point.
HWY_INLINE void nameFeatureOfA(double share, FeaturePair& features) {
    using Kind = FeaturePair::Kind;
    if (share > 0.0 && share < 1.0) {
        features.kind = features.kind == Kind::VertexVertex ? Kind::EdgeVertex
                        : features.kind == Kind::VertexEdge ? Kind::EdgeEdge
                                                            : features.kind;
    } else {
        features.a = share > 0.0 ? 1 : 0;
    }
}

/// @param isSwapped  whether the caller's first shape is the box
HWY_NOINLINE RoundGapStatus gapOfCapsuleAndPolytope(const Capsule& capsule, const Box& b,
                                                    const PairPlaces& places, bool isSwapped,
                                                    const RoundGapQuery& query, RoundGap& gap) {
    const auto& [rotationA, rotationB, aFromB] = places;
    if (!places.areUsable()) {
        return RoundGapStatus::Undefined;
    }
    const BoxCore box(b, rotationB);
    const Double4 start = rotationA(load4(&capsule.start.x)),
                  along = rotationA(load4(&capsule.end.x) - load4(&capsule.start.x));
    const SegmentInBox segment{box.inBox(aFromB + start), box.directionInBox(along)};
    const Double4 half = box.half(), end = segment.at(1.0);
    const double squaredSize = dot3(half, half) + dot3(segment.start, segment.start) + dot3(end, end);
    if (!(squaredSize <= std::numeric_limits<double>::max())) {
        return RoundGapStatus::Undefined;
    }
    double share = nearestShare(segment, half);
    CoreGap found{};
    const bool isApart = findNearestPoint(segment.at(share), half, squaredSize, found);
    if (isApart) {
        nameFeatureOfA(share, found.features);
    } else {
        findSeparatingAxis(segment, half, squaredSize, found);
    }
    const double radius = capsule.radius, separation = found.distance - radius;
    if (separation > query.limit) {
        return RoundGapStatus::BeyondLimit;
    }
    if (!isApart && query.needsPoints) {
        // Moves the segment out of the box along the normal. Its closest point is then the point sought.
        const double pull = kPull * squareRoot(squaredSize) - found.distance;
        share = nearestShare({segment.start - all4(pull) * found.normal, segment.along}, half);
    }
    const Double4 normal = box.inWorld(found.normal), onCore = start + all4(share) * along;
    writeGap(separation, normal, onCore + all4(radius) * normal,
             aFromB + onCore + all4(found.distance) * normal, found.features, true, isSwapped, gap);
    return RoundGapStatus::Found;
}

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
