// The points of a row of contacts, placed from the middle of each contact along its tangents.
#if defined(SAT3D_RESPONSE_CONTACT_FRAME_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_RESPONSE_CONTACT_FRAME_INL_HPP
#undef SAT3D_RESPONSE_CONTACT_FRAME_INL_HPP
#else
#define SAT3D_RESPONSE_CONTACT_FRAME_INL_HPP
#endif

#include "response/solver/rows/row-inl.hpp"

#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

/// A number that each point of a contact has, if it is linear in its place. Or the sums, over all points, of
/// a number and of that number times the place.
template <class Dimension, class F>
struct PlaceSum {
    F ofMiddle, perPlace[BodyMath<Dimension>::kTangents];

    HWY_INLINE PlaceSum() : ofMiddle(all<F>(0.0f)) {
        for (F& one : perPlace) {
            one = ofMiddle;
        }
    }
    [[nodiscard]] HWY_INLINE F at(const auto& point, std::size_t lane) const {
        F sum = ofMiddle;
        for (std::size_t k = 0; k < BodyMath<Dimension>::kTangents; ++k) {
            sum = sum + perPlace[k] * load<F>(point.place[k], lane);
        }
        return sum;
    }
    [[nodiscard]] HWY_INLINE PlaceSum operator+(const PlaceSum& other) const {
        PlaceSum sum = *this;
        sum.ofMiddle = sum.ofMiddle + other.ofMiddle;
        for (std::size_t k = 0; k < BodyMath<Dimension>::kTangents; ++k) {
            sum.perPlace[k] = sum.perPlace[k] + other.perPlace[k];
        }
        return sum;
    }
    /// Adds a number of a point, and the same times its place.
    HWY_INLINE void add(F number, const auto& point, std::size_t lane) {
        ofMiddle = ofMiddle + number;
        for (std::size_t k = 0; k < BodyMath<Dimension>::kTangents; ++k) {
            perPlace[k] = perPlace[k] + number * load<F>(point.place[k], lane);
        }
    }
};

/// The normal of contacts, their middles, where friction acts, and their tangents.
template <class Dimension, class F>
struct ContactFrame {
    using M = BodyMath<Dimension>;
    using Vector = typename M::template Vector<F>;
    using Spin = typename M::template Spin<F>;
    using Pair = BodyPair<Dimension, F>;
    using Sum = PlaceSum<Dimension, F>;

    Vector normal, middleA, middleB;  ///< the middles: from the centers of mass
    typename M::template Tangents<F> tangents;

    template <class Block>
    HWY_INLINE explicit ContactFrame(const Row<Dimension, Block, F>& row)
        : normal(row.vector(row.block.normal)),
          middleA(row.vector(row.block.middleA)),
          middleB(row.vector(row.block.middleB)),
          tangents(M::template tangents<F>(normal, row.vector(row.block.tangent))) {}

    /// From the middle to a place.
    [[nodiscard]] HWY_INLINE Vector armOf(const F (&place)[M::kTangents]) const {
        Vector arm = tangents[0] * place[0];
        for (std::size_t k = 1; k < M::kTangents; ++k) {
            arm = arm + tangents[k] * place[k];
        }
        return arm;
    }
    /// The speeds with which points of B move away from those of A.
    [[nodiscard]] HWY_INLINE Sum speeds(const Pair& pair) const {
        Sum speeds;
        speeds.ofMiddle = dot(normal, pair.relativeVelocity(middleA, middleB));
        setPerPlace(M::template crossSpin<F>(normal, pair.b.w - pair.a.w), speeds);
        return speeds;
    }
    /// The gaps of points after the bodies have moved, less their bases.
    [[nodiscard]] HWY_INLINE Sum gaps(const Gaps<Dimension, F>& from) const {
        Sum gaps;
        gaps.ofMiddle = from.at(middleA, middleB);
        setPerPlace(from.normalInB - from.normalInA, gaps);
        return gaps;
    }
    /// The speeds that parts which move in their bodies add to those of the points.
    [[nodiscard]] HWY_INLINE Sum speeds(const PartSpeeds<Dimension, F>& parts) const {
        Sum speeds;
        speeds.ofMiddle = parts.at(middleB);
        setPerPlace(parts.perArm, speeds);
        return speeds;
    }
    /// Applies impulses along the normal, the sums of those at all places.
    HWY_INLINE void push(Pair& pair, const Sum& impulses) const {
        const Vector arms = armOf(impulses.perPlace);
        pair.push(normal * impulses.ofMiddle);
        pair.turn(M::template armCross<F>(middleA * impulses.ofMiddle + arms, normal),
                  M::template armCross<F>(middleB * impulses.ofMiddle + arms, normal));
    }

private:
    HWY_INLINE void setPerPlace(const Vector& perArm, Sum& sum) const {
        for (std::size_t k = 0; k < M::kTangents; ++k) {
            sum.perPlace[k] = dot(perArm, tangents[k]);
        }
    }
};

/// Calls use(point, what its arms add to its gap) for all points of a row.
template <class Dimension, class Block, class F, class Use>
HWY_INLINE void forGaps(const Row<Dimension, Block, F>& row, const ContactFrame<Dimension, F>& frame,
                        const Gaps<Dimension, F>& gaps, const Use& use) {
    Block& block = row.block;
    const PlaceSum<Dimension, F> sum = frame.gaps(gaps);
    F perHeightA = all<F>(0.0f), perHeightB = perHeightA;
    if (block.isUneven) {
        perHeightA = dot(gaps.normalInA, frame.normal), perHeightB = dot(gaps.normalInB, frame.normal);
    }
    for (std::uint32_t i = 0; i < Block::kPointCount; ++i) {
        F ofArms = sum.at(block.points[i], row.lane);
        if (block.isUneven) {
            ofArms = ofArms + (perHeightB * row.number(block.heightsB[i]) -
                               perHeightA * row.number(block.heightsA[i]));
        }
        use(block.points[i], ofArms);
    }
}

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
