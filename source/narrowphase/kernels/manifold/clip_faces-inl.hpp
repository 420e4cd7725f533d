// Clipping of an incident face against a reference face; both have at most eight vertices.
#if defined(SAT3D_KERNELS_CLIP_FACES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_KERNELS_CLIP_FACES_INL_HPP
#undef SAT3D_KERNELS_CLIP_FACES_INL_HPP
#else
#define SAT3D_KERNELS_CLIP_FACES_INL_HPP
#endif

#include "core/simd/lanes-inl.hpp"
#include "narrowphase/kernels/manifold/contact_candidates.hpp"
#include "narrowphase/kernels/manifold/manifold_kernels.hpp"
#include "narrowphase/pair/contact_tolerances.hpp"

#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

/// kNearFeature, in float.
constexpr auto kNear = static_cast<float>(kNearFeature);

/// The codes of points on edges between two vertices.
template <std::size_t kCount>
HWY_INLINE Ints<kCount> edgeCodes(const Ints<kCount>& from, const Ints<kCount>& to) {
    const Ints<kCount> ends = shiftedLeft<15>(minOf(from, to)) | maxOf(from, to);
    return ends | allInts<kCount>(1 << 30);
}

/// The loop of a face in the plane of the reference face. Each lane has a vertex, and the side from this
/// vertex to the next. The lane after the last vertex repeats the first one. The sides of further lanes
/// repeat others, or cut nothing.
template <std::size_t kCount>
struct FlatLoop {
    Floats<kCount> x, y;
    Floats<kCount> outwardX, outwardY, offset;  ///< lines of the sides
    Floats<kCount> alongX, alongY;              ///< unit vectors along the sides
    Floats<kCount> start, length;               ///< of the sides, measured along them
    Ints<kCount> vertex;
    std::uint32_t size;
    FeatureCode code;  ///< of the face

    HWY_INLINE FlatLoop() {}

    /// The code of a point on or near a side.
    /// @param side  for each point the lane of the side
    [[nodiscard]] HWY_INLINE Ints<kCount> codesAlong(const Ints<kCount>& side, const Floats<kCount>& px,
                                                     const Floats<kCount>& py) const {
        const Floats<kCount> along =
            px * lookUp(alongX, side) + py * lookUp(alongY, side) - lookUp(start, side);
        const Floats<kCount> whole = lookUp(length, side);
        const Ints<kCount> from = lookUp(vertex, side), to = lookUp(nextLanes(vertex), side);
        const Floats<kCount> atEnd = whole * allFloats<kCount>(1.0f - kNear);
        return select(along < whole * allFloats<kCount>(kNear), from,
                      select(along > atEnd, to, edgeCodes(from, to)));
    }
};

/// Whether an incident face covers no area over the reference face.
/// @param cosine  between their normals
HWY_INLINE bool isEdgeOn(float cosine) {
    return !(cosine < -static_cast<float>(kEdgeOn));
}

/// The plane of the incident face over the plane of the reference face: z = heightAtOrigin + riseX x + riseY
/// y.
struct IncidentPlane {
    float heightAtOrigin, riseX, riseY;
    bool isEdgeOn;
};

/// The frame of an incident face in that of the reference face: where the face's axes and the foot of its
/// hull's center lie. Lanes are the coordinates along the axes of the reference face: x, y, z.
struct IncidentFrame {
    Vector4 axisU, axisV, normal, foot;

    [[nodiscard]] HWY_INLINE IncidentPlane plane() const {
        const Float4 n = store(normal), f = store(foot);
        const float riseX = -n.v[0] / n.v[2], riseY = -n.v[1] / n.v[2];
        return {f.v[2] - riseX * f.v[0] - riseY * f.v[1], riseX, riseY, isEdgeOn(n.v[2])};
    }
};

/// The loop of the incident face with its heights over the reference face.
template <std::size_t kCount>
struct IncidentLoop : FlatLoop<kCount> {
    Floats<kCount> z;
    IncidentPlane plane;

    HWY_INLINE IncidentLoop() {}

    /// Projects a loop from its own plane. It stays convex, because all vertices lie in that plane. The
    /// directions of sides are exact, however short the sides are.
    HWY_INLINE void project(const FlatLoop<kCount>& own, const IncidentFrame& frame) {
        const Floats<kCount> ux = broadcastLane<0, kCount>(frame.axisU),
                             uy = broadcastLane<1, kCount>(frame.axisU),
                             uz = broadcastLane<2, kCount>(frame.axisU),
                             vx = broadcastLane<0, kCount>(frame.axisV),
                             vy = broadcastLane<1, kCount>(frame.axisV),
                             vz = broadcastLane<2, kCount>(frame.axisV);
        this->x = broadcastLane<0, kCount>(frame.foot) + own.x * ux + own.y * vx;
        this->y = broadcastLane<1, kCount>(frame.foot) + own.x * uy + own.y * vy;
        z = broadcastLane<2, kCount>(frame.foot) + own.x * uz + own.y * vz;
        const Floats<kCount> dx = own.alongX * ux + own.alongY * vx, dy = own.alongX * uy + own.alongY * vy;
        const Floats<kCount> squared = dx * dx + dy * dy;
        const Floats<kCount> scale = squareRoot(squared);
        const Floats<kCount> inverse = allFloats<kCount>(1.0f) / scale;
        this->alongX = dx * inverse;
        this->alongY = dy * inverse;
        this->length = own.length * scale;
        this->start = this->alongX * this->x + this->alongY * this->y;
        // Seen from the reference face, the loop runs clockwise.
        this->outwardX = allFloats<kCount>(0.0f) - this->alongY;
        this->outwardY = this->alongX;
        this->offset = this->outwardX * this->x + this->outwardY * this->y;
        this->vertex = own.vertex;
        this->size = own.size;
        this->code = own.code;
        plane = frame.plane();
    }
};

/// The lines of a loop's sides, stored in memory so that they can be broadcast one by one.
template <std::size_t kCount>
struct SideLines {
    alignas(32) float outwardX[kCount], outwardY[kCount], offset[kCount];

    HWY_INLINE explicit SideLines(const FlatLoop<kCount>& loop) {
        storeLanes(loop.outwardX, outwardX);
        storeLanes(loop.outwardY, outwardY);
        storeLanes(loop.offset, offset);
    }
    /// Distances of points from the line of a side, positive outside.
    [[nodiscard]] HWY_INLINE Floats<kCount> heights(std::size_t side, const Floats<kCount>& x,
                                                    const Floats<kCount>& y) const {
        return x * allFloats<kCount>(outwardX[side]) + y * allFloats<kCount>(outwardY[side]) -
               allFloats<kCount>(offset[side]);
    }
};

/// Clips the faces in SIMD lanes. Each point gets the codes of its features before it is known which points
/// remain, because branches by kind of point would often be mispredicted.
/// @tparam Lines  computes heights() over the sides of the reference face
template <std::size_t kCount, class Lines = SideLines<kCount>>
class FaceClipping {
public:
    HWY_INLINE FaceClipping(const FlatLoop<kCount>& reference, const Lines& lines,
                            const IncidentLoop<kCount>& incident, const ContactRules& rules)
        : reference_(reference),
          lines_(lines),
          incident_(incident),
          rules_(rules),
          lowest_(all(HullAdjacency::kFar)) {}

    HWY_INLINE void run(ContactCandidates& candidates) {
        candidates.count = 0;
        clipIncidentSides(candidates);
        if (!incident_.plane.isEdgeOn) {
            addReferenceVertices(candidates);
        }
        candidates.lowest = smallestOf(lowest_);
    }

private:
    using F = Floats<kCount>;
    using I = Ints<kCount>;
    using L = LaneMask<float, kCount>;
    static HWY_INLINE F all(float value) { return allFloats<kCount>(value); }

    /// The side closest to each vertex.
    struct Nearest {
        F height;
        I side;
        HWY_INLINE Nearest() : height(all(-HullAdjacency::kFar)), side(allInts<kCount>(0)) {}
        HWY_INLINE void look(std::size_t which, const F& heights) {
            side = select(heights > height, allInts<kCount>(static_cast<std::int32_t>(which)), side);
            height = maxOf(height, heights);
        }
        /// Whether the closest side is close to the vertex, relative to the length of the vertex's own side.
        [[nodiscard]] HWY_INLINE L isClose(const F& squaredLength) const {
            return (height > all(0.0f)) | (height * height < squaredLength * all(kNear * kNear));
        }
    };

    HWY_INLINE void clipIncidentSides(ContactCandidates& candidates) {
        const F &x = incident_.x, &y = incident_.y, &z = incident_.z;
        const F tolerance = all(rules_.onSide()), zero = all(0.0f), one = all(1.0f);
        F start = zero, end = one;
        I startCut = allInts<kCount>(-1), endCut = startCut;
        L dead = zero > zero;
        Nearest nearest;
        for (std::size_t side = 0; side < kCount; ++side) {
            const F here = lines_.heights(side, x, y), next = nextLanes(here);
            const L isOut = here > tolerance, nextIsOut = next > tolerance;
            const F share = minOf(maxOf(here / (here - next), zero), one);
            const L entersHere = without(nextIsOut, isOut) & (share >= start);
            const L leavesHere = without(isOut, nextIsOut) & (share <= end);
            const I number = allInts<kCount>(static_cast<std::int32_t>(side));
            dead = dead | (isOut & nextIsOut);
            start = select(entersHere, share, start);
            startCut = select(entersHere, number, startCut);
            end = select(leavesHere, share, end);
            endCut = select(leavesHere, number, endCut);
            nearest.look(side, here);
        }
        const F dx = nextLanes(x) - x, dy = nextLanes(y) - y, dz = nextLanes(z) - z;
        const L remains = without(dead, firstLanes<kCount>(incident_.size)) & (start <= end);
        const F limit = all(rules_.margin);
        const I from = incident_.vertex, to = nextLanes(from), edges = edgeCodes(from, to);
        const auto alongIncident = [&](const F& share) HWY_ATTR {
            return select(share < all(kNear), from, select(share > all(1.0f - kNear), to, edges));
        };
        {
            const F px = x + start * dx, py = y + start * dy, pz = z + start * dz;
            const L isVertex = areNegative(startCut);
            const I side = select(isVertex, nearest.side, startCut);
            const L isOnSide = without(isVertex, remains) | nearest.isClose(dx * dx + dy * dy + dz * dz);
            const I face = allInts<kCount>(static_cast<std::int32_t>(reference_.code));
            const I codes = select(isOnSide, reference_.codesAlong(side, px, py), face);
            add(remains & (pz < limit), px, py, pz, codes, alongIncident(start), candidates);
        }
        const L ends = without(areNegative(endCut), remains) & (start < end);
        const F px = x + end * dx, py = y + end * dy, pz = z + end * dz;
        const I side = maxOf(endCut, allInts<kCount>(0));
        add(ends & (pz < limit), px, py, pz, reference_.codesAlong(side, px, py), alongIncident(end),
            candidates);
    }

    HWY_INLINE void addReferenceVertices(ContactCandidates& candidates) {
        const F &x = reference_.x, &y = reference_.y;
        const SideLines<kCount> lines(incident_);
        const F tolerance = all(rules_.onSide());
        L isWithin = firstLanes<kCount>(reference_.size);
        Nearest nearest;
        for (std::size_t side = 0; side < kCount; ++side) {
            const F heights = lines.heights(side, x, y);
            isWithin = isWithin & (heights <= tolerance);
            nearest.look(side, heights);
        }
        const F overPlane = all(incident_.plane.heightAtOrigin) + all(incident_.plane.riseX) * x +
                            all(incident_.plane.riseY) * y;
        // The plane of a steep face is inexact, so its height is limited to that of the face's vertices.
        const F z = minOf(maxOf(overPlane, all(smallestOf(incident_.z))), all(largestOf(incident_.z)));
        const I face = allInts<kCount>(static_cast<std::int32_t>(incident_.code));
        const I codes = select(nearest.isClose(reference_.length * reference_.length),
                               incident_.codesAlong(nearest.side, x, y), face);
        add(isWithin & (z < all(rules_.margin)), x, y, z, reference_.vertex, codes, candidates);
    }

    HWY_INLINE void add(const L& chosen, const F& x, const F& y, const F& z, const I& onReference,
                        const I& onIncident, ContactCandidates& candidates) {
        lowest_ = minOf(lowest_, select(chosen, z, all(HullAdjacency::kFar)));
        const Compression<kCount> compressed(chosen);
        const std::uint32_t at = candidates.count;
        compressed.store(x, candidates.x + at);
        compressed.store(y, candidates.y + at);
        compressed.store(z, candidates.z + at);
        compressed.store(onReference, candidates.onReference + at);
        compressed.store(onIncident, candidates.onIncident + at);
        candidates.count += compressed.count();
    }

    const FlatLoop<kCount>& reference_;
    const Lines& lines_;
    const IncidentLoop<kCount>& incident_;
    const ContactRules& rules_;
    F lowest_;  ///< the smallest z of the added points, in each lane
};

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
