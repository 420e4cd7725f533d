// What follows from a row of contacts once in a step: where their points are, their softness, and what
// impulses at them do.
#if defined(SAT3D_RESPONSE_ARRANGE_ROW_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_RESPONSE_ARRANGE_ROW_INL_HPP
#undef SAT3D_RESPONSE_ARRANGE_ROW_INL_HPP
#else
#define SAT3D_RESPONSE_ARRANGE_ROW_INL_HPP
#endif

#include "response/solver/rows/contact_frame-inl.hpp"
#include "response/solver/rows/row-inl.hpp"
#include "response/solver/rows/substep-inl.hpp"

#include <sat3d/response/contact_solver.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

template <class Dimension, class Block>
class RowArranger {
public:
    using F = Lanes;
    using M = BodyMath<Dimension>;
    using Vector = typename M::template Vector<F>;
    using Frame = ContactFrame<Dimension, F>;

    HWY_INLINE RowArranger(const Row<Dimension, Block, F>& row, const Substep& substep)
        : row_(row), block_(row.block), substep_(substep) {}

    /// Places the points, and splits their separations into bases and what comes from their arms.
    HWY_INLINE void arrange(const typename Block::Filling& filling) {
        setSoftness(filling);
        findMiddle(filling);
        placePoints(filling);
        const Frame frame(row_);
        forGaps(row_, frame, row_.loadGaps(frame.normal), [&](auto& point, F ofArms) HWY_ATTR {
            const F base = row_.number(point.base) - ofArms;
            store(base, point.base, row_.lane);
            store(base + ofArms, point.gap, row_.lane);
        });
    }

    /// Computes the effective masses of all points and of friction, once in a step. Where locked axes leave
    /// nothing that answers, old impulses go: nothing else would take them away.
    /// @return whether some may have gone
    HWY_INLINE bool prepare() {
        const auto pair = row_.loadPair();
        const Frame frame(row_);
        const F zero = all<F>(0.0f), ofMasses = pair.inverseMassA + pair.inverseMassB;
        const F least = all<F>(kLeastResponse) * ofMasses,
                negligible = all<F>(kNegligibleResponse) * ofMasses;
        PushDirection<Dimension, F> directions[Block::kPointCount]{};
        for (std::uint32_t i = 0; i < Block::kPointCount; ++i) {
            auto& point = block_.points[i];
            F place[M::kTangents]{};
            for (std::size_t k = 0; k < M::kTangents; ++k) {
                place[k] = row_.number(point.place[k]);
            }
            const Vector arm = frame.armOf(place);
            directions[i].set(frame.middleA + arm, frame.middleB + arm, frame.normal);
            directions[i].setSpins(pair);
            const F response = directions[i].response(pair, directions[i]);
            const F mass = select(negligible < response, inverseOf(maximum(response, least)), zero);
            store(select(zero < row_.number(point.mass), mass, zero), point.mass, row_.lane);
            if (pair.hasLocks) {
                store(select(zero < mass, row_.number(point.impulse), zero), point.impulse, row_.lane);
            }
            for (std::uint32_t k = 0; k < i; ++k) {
                store(directions[i].response(pair, directions[k]), block_.coupling(k, i), row_.lane);
            }
        }
        prepareFriction(pair, frame);
        return pair.hasLocks;
    }

private:
    using Pair = BodyPair<Dimension, F>;

    /// How deep a load presses a body into what stands still or is kinematic at most, by the margin.
    static constexpr float kDeepest = 0.25f;
    /// A push along the normal that locked axes answer by less, to what the masses would answer without them,
    /// would throw the body along another axis: it is weaker, and none at all where hardly anything answers.
    static constexpr float kLeastResponse = 1e-2f, kNegligibleResponse = 1e-6f;

    HWY_INLINE void setSoftness(const typename Block::Filling& filling) {
        const SolverOptions& options = substep_.options;
        const float h = substep_.h, hertz = minimum(options.contactHertz, 0.125f / h);
        const Softness moving = softnessOf(hertz, options.dampingRatio, h),
                       still = softnessOf(2.0f * hertz, 0.5f * options.dampingRatio, h);
        const auto isStill = all<F>(0.0f) < row_.number(filling.isStill);
        const auto set = [&](float Softness::*number, Lane& to) HWY_ATTR {
            store(select(isStill, all<F>(still.*number), all<F>(moving.*number)), to, row_.lane);
        };
        set(&Softness::biasRate, block_.biasRate);
        set(&Softness::massScale, block_.massScale);
        set(&Softness::impulseScale, block_.impulseScale);
        // A spring is as stiff as the lighter body is heavy. A car would press a can through the ground.
        // What pushes it out is no faster than maxPushSpeed.
        const float yieldSpeed =
            std::min(still.biasRate * kDeepest * options.margin, 0.5f * options.maxPushSpeed);
        const auto isFirm = all<F>(0.0f) < row_.number(filling.isFirm);
        store(select(isFirm, all<F>(yieldSpeed), all<F>(std::numeric_limits<float>::max())),
              block_.yieldSpeed, row_.lane);
    }

    HWY_INLINE void findMiddle(const typename Block::Filling& filling) {
        const F zero = all<F>(0.0f), one = all<F>(1.0f), margin = all<F>(substep_.options.margin);
        F weights = zero;
        Vector middleA = M::template zeroVector<F>(), middleB = middleA;
        for (std::uint32_t i = 0; i < Block::kPointCount; ++i) {
            const auto& point = block_.points[i];
            // A point counts less the wider its gap, so that the middle does not hop when a point comes or
            // goes.
            constexpr float kMinWeight = 1e-3f;
            const F gap = maximum(row_.number(point.base), zero), isThere = row_.number(point.mass);
            const F weight = isThere * maximum(one - gap / margin, all<F>(kMinWeight));
            middleA = middleA + row_.vector(filling.armsA[i]) * weight;
            middleB = middleB + row_.vector(filling.armsB[i]) * weight;
            weights = weights + weight;
        }
        const F scale = inverseOf(weights);
        M::template storeVector<F>(middleA * scale, block_.middleA, row_.lane);
        M::template storeVector<F>(middleB * scale, block_.middleB, row_.lane);
    }

    /// Places points in the plane of the tangents. Their heights above it only matter where they differ.
    HWY_INLINE void placePoints(const typename Block::Filling& filling) {
        constexpr float kFlat = 1e-3f;  ///< of the reach
        const Frame frame(row_);
        const F zero = all<F>(0.0f);
        F heightsA[Block::kPointCount]{}, heightsB[Block::kPointCount]{}, farthest = zero, highest = zero;
        for (std::uint32_t i = 0; i < Block::kPointCount; ++i) {
            auto& point = block_.points[i];
            const F isThere = row_.number(point.mass);
            const Vector fromA = (row_.vector(filling.armsA[i]) - frame.middleA) * isThere,
                         fromB = (row_.vector(filling.armsB[i]) - frame.middleB) * isThere;
            // The arms of what stands still may all be 0.
            const F reachA = dot(fromA, fromA), reachB = dot(fromB, fromB);
            const Vector from = select(reachA < reachB, fromB, fromA);
            for (std::size_t k = 0; k < M::kTangents; ++k) {
                store(dot(from, frame.tangents[k]), point.place[k], row_.lane);
            }
            const F reach = squareRoot(maximum(reachA, reachB));
            store(reach, point.reach, row_.lane);
            farthest = maximum(farthest, reach);
            heightsA[i] = dot(fromA, frame.normal), heightsB[i] = dot(fromB, frame.normal);
            for (const F height : {heightsA[i], heightsB[i]}) {
                highest = maximum(highest, maximum(height, -height));
            }
        }
        store(farthest, block_.reach, row_.lane);
        const auto isUneven = all<F>(kFlat) * farthest < highest;
        block_.isUneven = block_.isUneven || isAny(isUneven);
        for (std::uint32_t i = 0; i < Block::kPointCount; ++i) {
            store(select(isUneven, heightsA[i], zero), block_.heightsA[i], row_.lane);
            store(select(isUneven, heightsB[i], zero), block_.heightsB[i], row_.lane);
        }
    }

    HWY_INLINE void prepareFriction(const Pair& pair, const Frame& frame) {
        PushDirection<Dimension, F> directions[M::kTangents]{};
        for (std::size_t i = 0; i < M::kTangents; ++i) {
            directions[i].set(frame.middleA, frame.middleB, frame.tangents[i]);
            directions[i].setSpins(pair);
        }
        F mass[DimensionSizes<Dimension>::kTangentMass]{};
        findTangentMass<Dimension>([&](std::size_t i, std::size_t k)
                                       HWY_ATTR { return directions[i].response(pair, directions[k]); },
                                   mass);
        for (std::size_t i = 0; i < DimensionSizes<Dimension>::kTangentMass; ++i) {
            store(mass[i], block_.tangentMass[i], row_.lane);
        }
        if constexpr (M::kTangents == 2) {
            const auto both = M::sum(pair.inertiaA, pair.inertiaB);
            const F response = dot(frame.normal, M::template times<F>(both, frame.normal));
            store(inverseOf(response), block_.twistMass, row_.lane);
        }
    }

    const Row<Dimension, Block, F>& row_;
    Block& block_;
    const Substep& substep_;
};

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
