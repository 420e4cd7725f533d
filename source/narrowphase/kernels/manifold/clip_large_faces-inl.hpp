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
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

/// A loop of up to kMaxLoop vertices in the plane of the reference face, in memory. The padding repeats
/// vertices and sides.
struct LargeLoop {
    static constexpr std::uint32_t kRoom = HullAdjacency::kMaxLoop + KernelHull::kWidestVector;

    alignas(64) float x[kRoom], y[kRoom], z[kRoom];  ///< z of the incident face only
    alignas(64) float outwardX[kRoom], outwardY[kRoom], offset[kRoom], length[kRoom];
    const KernelHull* hull;
    const AdjacentFace* face;
    std::uint32_t size;
    FeatureCode code;

    /// Loads the loop in the face's own plane.
    HWY_INLINE void load(const KernelHull& ofHull, const AdjacentFace& ofFace) {
        using Row = HullAdjacency::Row;
        const float* const rows = ofHull.adjacency.rowsOf(ofFace);
        const auto copy = [&](Row row, float* to) {
            const float* const from = rows + row * ofFace.padded;
            std::fill_n(std::copy_n(from, ofFace.padded, to), KernelHull::kWidestVector, from[0]);
        };
        copy(Row::X, x);
        copy(Row::Y, y);
        copy(Row::OutwardX, outwardX);
        copy(Row::OutwardY, outwardY);
        copy(Row::Offset, offset);
        copy(Row::Length, length);
        hull = &ofHull;
        face = &ofFace;
        size = ofFace.vertexCount;
        code = faceCode(ofFace.id);
    }

    /// Projects an incident face, as IncidentLoop does.
    HWY_INLINE void project(const IncidentFrame& frame) {
        const FloatTag d;
        const auto all = [&](float value) HWY_ATTR { return hn::Set(d, value); };
        const Float4 u = store(frame.axisU), v = store(frame.axisV), foot = store(frame.foot);
        const FloatVector ux = all(u.v[0]), uy = all(u.v[1]), uz = all(u.v[2]), vx = all(v.v[0]),
                          vy = all(v.v[1]), vz = all(v.v[2]);
        // One vertex more than the loop: a copy of the first one.
        for (std::uint32_t i = 0; i < size + 1; i += kLanes) {
            const FloatVector ownX = hn::Load(d, x + i), ownY = hn::Load(d, y + i);
            const FloatVector alongX = hn::Neg(hn::Load(d, outwardY + i)), alongY = hn::Load(d, outwardX + i);
            const FloatVector placeX = all(foot.v[0]) + (ownX * ux + ownY * vx),
                              placeY = all(foot.v[1]) + (ownX * uy + ownY * vy);
            const FloatVector dx = alongX * ux + alongY * vx, dy = alongX * uy + alongY * vy;
            const FloatVector scale = hn::Sqrt(dx * dx + dy * dy), inverse = all(1.0f) / scale;
            const FloatVector outX = hn::Neg(dy * inverse), outY = dx * inverse;
            hn::Store(placeX, d, x + i);
            hn::Store(placeY, d, y + i);
            hn::Store(all(foot.v[2]) + (ownX * uz + ownY * vz), d, z + i);
            hn::Store(outX, d, outwardX + i);
            hn::Store(outY, d, outwardY + i);
            hn::Store(outX * placeX + outY * placeY, d, offset + i);
            hn::Store(hn::Load(d, length + i) * scale, d, length + i);
        }
    }

    [[nodiscard]] HWY_INLINE FeatureCode codeOfVertex(std::uint32_t i) const {
        return vertexCode(vertexAt(*hull, *face, i));
    }
    [[nodiscard]] HWY_INLINE std::uint32_t next(std::uint32_t i) const { return i + 1 == size ? 0 : i + 1; }

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
        return hn::Load(d, outwardX + first) * hn::Set(d, px) +
               hn::Load(d, outwardY + first) * hn::Set(d, py) - hn::Load(d, offset + first);
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
        std::uint32_t insideCount = 0, cutCount = 0;
        std::uint32_t cutSides[HullAdjacency::kMaxLoop];
        forEachVector(
            incident_, reference_,
            [&](std::uint32_t first, std::uint64_t inside, std::uint64_t cut) HWY_ATTR {
                insideCount += static_cast<std::uint32_t>(std::popcount(inside));
                forEachVertex(first, inside, [&](std::uint32_t i) HWY_ATTR {
                    add(incident_.x[i], incident_.y[i], incident_.z[i], -1, static_cast<std::int32_t>(i));
                });
                forEachVertex(first, cut, [&](std::uint32_t i) HWY_ATTR { cutSides[cutCount++] = i; });
            });
        for (std::uint32_t i = 0; i < cutCount; ++i) {
            clipSide(cutSides[i]);
        }
        if (insideCount < incident_.size && !plane.isEdgeOn) {
            addReferenceVertices(plane);
        }
    }

    /// Replaces the numbers of the chosen candidates by feature codes, of which some may be equal.
    HWY_INLINE void nameChosen(ChosenContacts& chosen) {
        for (std::uint32_t i = 0; i < chosen.count; ++i) {
            name(chosen.at[i]);
        }
        chosen.count = candidates_.dropTwins(chosen.at, chosen.count, rules_.depthSlack());
    }

private:
    /// Calls visit(vertex) for the bits of a vector of vertices.
    template <class Visit>
    static HWY_INLINE void forEachVertex(std::uint32_t first, std::uint64_t bits, const Visit& visit) {
        for (; bits != 0; bits &= bits - 1) {
            visit(first + static_cast<std::uint32_t>(std::countr_zero(bits)));
        }
    }

    /// Tests the vertices of a loop, a vector of them at a time, against all sides of another loop. Calls
    /// visit(first vertex, bits of vertices inside, bits of sides that may enter or leave).
    template <class Visit>
    HWY_INLINE void forEachVector(const LargeLoop& loop, const LargeLoop& other, const Visit& visit) const {
        const WideTag d;
        const WideVector tolerance = hn::Set(d, rules_.onSide());
        for (std::uint32_t i = 0; i < loop.size; i += kWideLanes) {
            const WideVector x = hn::Load(d, loop.x + i), y = hn::Load(d, loop.y + i),
                             nextX = hn::LoadU(d, loop.x + i + 1), nextY = hn::LoadU(d, loop.y + i + 1);
            WideVector most = hn::Set(d, -HullAdjacency::kFar), mostOfNext = most, mostOfBoth = most;
            for (std::uint32_t side = 0; side < other.size; ++side) {
                const WideVector outX = hn::Set(d, other.outwardX[side]),
                                 outY = hn::Set(d, other.outwardY[side]),
                                 offset = hn::Set(d, other.offset[side]);
                const WideVector here = outX * x + outY * y - offset,
                                 next = outX * nextX + outY * nextY - offset;
                most = hn::Max(most, here);
                mostOfNext = hn::Max(mostOfNext, next);
                mostOfBoth = hn::Max(mostOfBoth, hn::Min(here, next));
            }
            const auto beyond = [&](WideVector heights)
                                    HWY_ATTR { return toBits64(d, hn::Gt(heights, tolerance)); };
            const std::uint64_t out = beyond(most),
                                used = (std::uint64_t{1} << std::min(loop.size - i, kWideLanes)) - 1;
            visit(i, ~out & used, (out | beyond(mostOfNext)) & ~beyond(mostOfBoth) & used);
        }
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
            const FloatVector share = hn::Min(hn::Max(here / (here - there), zero), one);
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
        const float lowest = *least, highest = *most;
        const auto addVertex = [&](std::uint32_t j) HWY_ATTR {
            const float x = reference_.x[j], y = reference_.y[j];
            const float overPlane = plane.heightAtOrigin + plane.riseX * x + plane.riseY * y;
            add(x, y, std::min(std::max(overPlane, lowest), highest), static_cast<std::int32_t>(j), -1);
        };
        forEachVector(reference_, incident_,
                      [&](std::uint32_t first, std::uint64_t inside, std::uint64_t)
                          HWY_ATTR { forEachVertex(first, inside, addVertex); });
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
        const float along =
            loop.outwardX[side] * (y - loop.y[side]) - loop.outwardY[side] * (x - loop.x[side]);
        return &loop == &reference_ ? along : -along;
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

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
