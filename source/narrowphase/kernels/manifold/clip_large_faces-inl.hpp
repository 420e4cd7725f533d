// Clipping of two faces of which at least one has more than eight vertices.
#if defined(SAT3D_KERNELS_CLIP_LARGE_FACES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_KERNELS_CLIP_LARGE_FACES_INL_HPP
#undef SAT3D_KERNELS_CLIP_LARGE_FACES_INL_HPP
#else
#define SAT3D_KERNELS_CLIP_LARGE_FACES_INL_HPP
#endif

#include "narrowphase/kernels/manifold/clip_faces-inl.hpp"
#include "narrowphase/kernels/manifold/contact_sides-inl.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE {

/// A loop of up to kMaxLoop vertices in the plane of the reference face, in memory. Padding repeats the first
/// vertex, and its sides never cut.
struct LargeLoop {
    static constexpr std::uint32_t kRoom = HullAdjacency::kMaxLoop + KernelHull::kWidestVector;

    alignas(64) float x[kRoom], y[kRoom], z[kRoom];  ///< z of the incident face only
    alignas(64) float outwardX[kRoom], outwardY[kRoom], offset[kRoom];
    alignas(64) float start[kRoom], length[kRoom];
    const KernelHull* hull;
    const AdjacentFace* face;
    std::uint32_t size;
    FeatureCode code;

    /// One bit for each vertex.
    [[nodiscard]] HWY_INLINE std::uint64_t bits() const { return ~std::uint64_t{0} >> (64 - size); }
    [[nodiscard]] HWY_INLINE FeatureCode codeOfVertex(std::uint32_t i) const {
        return vertexCode(vertexAt(*hull, *face, i));
    }
    [[nodiscard]] HWY_INLINE std::uint32_t next(std::uint32_t i) const { return i + 1 == size ? 0 : i + 1; }

    /// The vertices of this loop that lie beyond a line.
    [[nodiscard]] HWY_INLINE std::uint64_t beyond(float lineX, float lineY, float lineOffset) const {
        const WideTag d;
        const auto dx = hn::Set(d, lineX), dy = hn::Set(d, lineY), from = hn::Set(d, lineOffset);
        std::uint64_t result = 0;
        for (std::uint32_t i = 0; i < size; i += kWideLanes) {
            const auto along = hn::Add(hn::Mul(dx, hn::Load(d, x + i)), hn::Mul(dy, hn::Load(d, y + i)));
            result |= toBits64(d, hn::Gt(along, from)) << i;
        }
        return result & bits();
    }

    /// The side closest to a point inside the loop, or the side that a point outside is farthest beyond.
    HWY_INLINE std::uint32_t nearestSide(float px, float py, float& height) const {
        const FloatTag d;
        FloatVector most = hn::Set(d, -HullAdjacency::kFar);
        for (std::uint32_t i = 0; i < size; i += kLanes) {
            most = hn::Max(most, heights(i, px, py));
        }
        const FloatVector largest = hn::MaxOfLanes(d, most);
        height = hn::GetLane(largest);
        for (std::uint32_t i = 0; i < size; i += kLanes) {
            const std::uint32_t found = toBits(d, hn::Eq(heights(i, px, py), largest));
            if (found != 0) {
                return std::min(i + static_cast<std::uint32_t>(std::countr_zero(found)), size - 1);
            }
        }
        return 0;
    }
    [[nodiscard]] HWY_INLINE FloatVector heights(std::uint32_t first, float px, float py) const {
        const FloatTag d;
        return hn::Sub(hn::Add(hn::Mul(hn::Load(d, outwardX + first), hn::Set(d, px)),
                               hn::Mul(hn::Load(d, outwardY + first), hn::Set(d, py))),
                       hn::Load(d, offset + first));
    }

    /// Computes the lines of the sides of an incident face, as IncidentLoop does. A copy of the first vertex
    /// must follow the last.
    HWY_INLINE void findSides(float shortest) {
        const FloatTag d;
        const FloatVector limit = hn::Set(d, shortest * shortest), zero = hn::Zero(d);
        for (std::uint32_t i = 0; i < size; i += kLanes) {
            const FloatVector xs = hn::Load(d, x + i), ys = hn::Load(d, y + i);
            const FloatVector dx = hn::Sub(hn::LoadU(d, x + i + 1), xs),
                              dy = hn::Sub(hn::LoadU(d, y + i + 1), ys);
            const FloatVector squared = hn::Add(hn::Mul(dx, dx), hn::Mul(dy, dy));
            const auto cuts = hn::Gt(squared, limit);
            const FloatVector lengths = hn::Sqrt(squared);
            const FloatVector scale = hn::IfThenElse(cuts, hn::Div(hn::Set(d, 1.0f), lengths), zero);
            const FloatVector alongX = hn::Mul(dx, scale), alongY = hn::Mul(dy, scale);
            const FloatVector outX = hn::Sub(zero, alongY);
            const FloatVector height = hn::Add(hn::Mul(outX, xs), hn::Mul(alongX, ys));
            hn::Store(lengths, d, length + i);
            hn::Store(hn::Add(hn::Mul(alongX, xs), hn::Mul(alongY, ys)), d, start + i);
            hn::Store(outX, d, outwardX + i);
            hn::Store(alongX, d, outwardY + i);
            hn::Store(hn::IfThenElse(cuts, height, hn::Set(d, HullAdjacency::kFar)), d, offset + i);
        }
    }

    /// The code of a point on or near a side.
    /// @param along  distance of the point from the side's start, along the side
    [[nodiscard]] HWY_INLINE FeatureCode codeOnSide(std::uint32_t side, float along) const {
        const FeatureCode from = codeOfVertex(side), to = codeOfVertex(next(side));
        return along < kNear * length[side]            ? from
               : along > (1.0f - kNear) * length[side] ? to
                                                       : edgeCode(from, to);
    }
};

/// Clips the incident face in two steps. The first tests its vertices, one per lane, against each side of the
/// reference face. The second clips only those sides of the incident face that are partly outside, with one
/// side of the reference face per lane.
class LargeFaceClipping {
public:
    HWY_INLINE LargeFaceClipping(const LargeLoop& reference, const LargeLoop& incident,
                                 const ContactRules& rules, ContactCandidates& candidates)
        : reference_(reference), incident_(incident), rules_(rules), candidates_(candidates) {
        candidates.count = 0;
        candidates.lowest = HullAdjacency::kFar;
    }

    /// Adds candidates. Their features are the numbers of a side or vertex of each loop, or -1 for the whole
    /// face.
    HWY_INLINE void run(const IncidentPlane& plane) {
        std::uint64_t out = 0, dead = 0;
        for (std::uint32_t side = 0; side < reference_.size; ++side) {
            const std::uint64_t beyond =
                incident_.beyond(reference_.outwardX[side], reference_.outwardY[side],
                                 reference_.offset[side] + rules_.onSide());
            out |= beyond;
            dead |= beyond & ofNext(beyond);
        }
        for (std::uint64_t inside = incident_.bits() & ~out; inside != 0; inside &= inside - 1) {
            const auto i = static_cast<std::uint32_t>(std::countr_zero(inside));
            add(incident_.x[i], incident_.y[i], incident_.z[i], -1, static_cast<std::int32_t>(i));
        }
        for (std::uint64_t cut = (out | ofNext(out)) & ~dead; cut != 0; cut &= cut - 1) {
            clipSide(static_cast<std::uint32_t>(std::countr_zero(cut)));
        }
        if (out != 0 && !plane.isEdgeOn) {
            addReferenceVertices(plane);
        }
    }

    /// Replaces the numbers of the chosen candidates by feature codes. Of candidates with the same codes,
    /// keeps the deepest.
    HWY_INLINE void nameChosen(ChosenContacts& chosen) {
        std::uint32_t count = 0;
        for (std::uint32_t j = 0; j < chosen.count; ++j) {
            const std::uint32_t at = chosen.at[j];
            name(at);
            std::uint32_t i = 0;
            while (i < count && candidates_.features(chosen.at[i]) != candidates_.features(at)) {
                ++i;
            }
            if (i == count || candidates_.z[at] < candidates_.z[chosen.at[i]]) {
                chosen.at[i] = at;
            }
            count += i == count ? 1 : 0;
        }
        chosen.count = count;
    }

private:
    /// Returns for each vertex the bit of the next vertex.
    [[nodiscard]] HWY_INLINE std::uint64_t ofNext(std::uint64_t bits) const {
        return bits >> 1 | (bits & 1) << (incident_.size - 1);
    }

    HWY_INLINE void add(float x, float y, float z, std::int32_t onReference, std::int32_t onIncident) {
        if (z < rules_.margin && candidates_.count < ContactCandidates::kMax) {
            const std::uint32_t at = candidates_.count++;
            candidates_.x[at] = x, candidates_.y[at] = y, candidates_.z[at] = z;
            candidates_.onReference[at] = onReference, candidates_.onIncident[at] = onIncident;
            candidates_.lowest = std::min(candidates_.lowest, z);
        }
    }

    HWY_INLINE void clipSide(std::uint32_t i) {
        const FloatTag d;
        const std::uint32_t next = incident_.next(i);
        const float x = incident_.x[i], y = incident_.y[i], z = incident_.z[i];
        const float dx = incident_.x[next] - x, dy = incident_.y[next] - y, dz = incident_.z[next] - z;
        const FloatVector zero = hn::Zero(d), one = hn::Set(d, 1.0f), tolerance = hn::Set(d, rules_.onSide());
        const FloatVector none = hn::Set(d, -1.0f);
        FloatVector start = none, end = hn::Set(d, 2.0f);
        alignas(64) float starts[LargeLoop::kRoom], ends[LargeLoop::kRoom];
        for (std::uint32_t j = 0; j < reference_.size; j += kLanes) {
            const FloatVector here = reference_.heights(j, x, y),
                              there = reference_.heights(j, incident_.x[next], incident_.y[next]);
            const auto isOut = hn::Gt(here, tolerance), nextIsOut = hn::Gt(there, tolerance);
            const FloatVector share = hn::Min(hn::Max(hn::Div(here, hn::Sub(here, there)), zero), one);
            const FloatVector enters = hn::IfThenElse(hn::AndNot(nextIsOut, isOut), share, none);
            const FloatVector leaves = hn::IfThenElse(hn::AndNot(isOut, nextIsOut), share, hn::Set(d, 2.0f));
            hn::Store(enters, d, starts + j);
            hn::Store(leaves, d, ends + j);
            start = hn::Max(start, enters);
            end = hn::Min(end, leaves);
        }
        const float first = hn::GetLane(hn::MaxOfLanes(d, start)), last = hn::GetLane(hn::MinOfLanes(d, end));
        const auto addAt = [&](float share, const float* shares) HWY_ATTR {
            const auto cut =
                static_cast<std::int32_t>(std::find(shares, shares + reference_.size, share) - shares);
            add(x + share * dx, y + share * dy, z + share * dz, cut, static_cast<std::int32_t>(i));
        };
        if (first > last) {
            return;
        }
        if (first >= 0.0f) {
            addAt(first, starts);
        }
        if (last <= 1.0f && std::max(first, 0.0f) < last) {
            addAt(last, ends);
        }
    }

    HWY_INLINE void addReferenceVertices(const IncidentPlane& plane) {
        const auto [least, most] = std::minmax_element(incident_.z, incident_.z + incident_.size);
        std::uint64_t outside = 0;
        for (std::uint32_t side = 0; side < incident_.size; ++side) {
            outside |= reference_.beyond(incident_.outwardX[side], incident_.outwardY[side],
                                         incident_.offset[side] + rules_.onSide());
        }
        // Without its short sides, which do not cut, the face may have no end.
        const auto [left, right] = std::minmax_element(incident_.x, incident_.x + incident_.size);
        const auto [bottom, top] = std::minmax_element(incident_.y, incident_.y + incident_.size);
        outside |= reference_.beyond(1.0f, 0.0f, *right + rules_.onSide()) |
                   reference_.beyond(-1.0f, 0.0f, -*left + rules_.onSide()) |
                   reference_.beyond(0.0f, 1.0f, *top + rules_.onSide()) |
                   reference_.beyond(0.0f, -1.0f, -*bottom + rules_.onSide());
        for (std::uint64_t inside = reference_.bits() & ~outside; inside != 0; inside &= inside - 1) {
            const auto j = static_cast<std::uint32_t>(std::countr_zero(inside));
            const float x = reference_.x[j], y = reference_.y[j];
            const float overPlane = plane.heightAtOrigin + plane.riseX * x + plane.riseY * y;
            add(x, y, std::min(std::max(overPlane, *least), *most), static_cast<std::int32_t>(j), -1);
        }
    }

    HWY_INLINE void name(std::uint32_t at) {
        const float x = candidates_.x[at], y = candidates_.y[at];
        const auto onReference = static_cast<std::uint32_t>(candidates_.onReference[at]);
        const auto onIncident = static_cast<std::uint32_t>(candidates_.onIncident[at]);
        const bool isVertex = candidates_.onReference[at] < 0, isReferences = candidates_.onIncident[at] < 0;
        FeatureCode reference = 0, incident = 0;
        if (isVertex) {
            const std::uint32_t next = incident_.next(onIncident);
            const float rise = incident_.z[next] - incident_.z[onIncident];
            const float length = incident_.length[onIncident];
            reference = codeNear(reference_, x, y, length * length + rise * rise);
            incident = incident_.codeOfVertex(onIncident);
        } else if (isReferences) {
            const float length = reference_.length[onReference];
            reference = reference_.codeOfVertex(onReference);
            incident = codeNear(incident_, x, y, length * length);
        } else {
            reference = reference_.codeOnSide(onReference, alongSide(reference_, onReference, x, y));
            incident = incident_.codeOnSide(onIncident, alongSide(incident_, onIncident, x, y));
        }
        candidates_.onReference[at] = static_cast<std::int32_t>(reference);
        candidates_.onIncident[at] = static_cast<std::int32_t>(incident);
    }

    /// The distance of a point from the start of a side, along the side. The loop of the reference face is
    /// counterclockwise in its plane, the loop of the incident face clockwise.
    [[nodiscard]] HWY_INLINE float alongSide(const LargeLoop& loop, std::uint32_t side, float x,
                                             float y) const {
        const float along = loop.outwardX[side] * y - loop.outwardY[side] * x;
        return (&loop == &reference_ ? along : -along) - loop.start[side];
    }

    /// The code of the point of a face that lies opposite to a vertex of the other face.
    [[nodiscard]] HWY_INLINE FeatureCode codeNear(const LargeLoop& loop, float x, float y,
                                                  float squaredLength) const {
        float height = 0.0f;
        const std::uint32_t side = loop.nearestSide(x, y, height);
        const bool isClose = height > 0.0f || height * height < squaredLength * (kNear * kNear);
        return isClose ? loop.codeOnSide(side, alongSide(loop, side, x, y)) : loop.code;
    }

    const LargeLoop &reference_, &incident_;
    const ContactRules& rules_;
    ContactCandidates& candidates_;
};

}  // namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
