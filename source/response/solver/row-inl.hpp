// One contact, or a vector of contacts, of a row: its bodies and their motion.
#if defined(SAT3D_RESPONSE_ROW_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_RESPONSE_ROW_INL_HPP
#undef SAT3D_RESPONSE_ROW_INL_HPP
#else
#define SAT3D_RESPONSE_ROW_INL_HPP
#endif

#include "response/solver/dimension_math-inl.hpp"
#include "response/solver/row_block.hpp"

#include <cstddef>
#include <cstdint>
#include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE {

/// The two bodies of a contact.
template <class Dimension, class F>
struct BodyPair {
    using M = Maths<Dimension>;
    using Vector = typename M::template Vector<F>;
    using Spin = typename M::template Spin<F>;

    F inverseMassA, inverseMassB;
    typename M::template Inertia<F> inertiaA, inertiaB;
    typename M::template Motion<F> a, b;

    /// Velocity of a point of B relative to the point of A.
    [[nodiscard]] HWY_INLINE Vector relativeVelocity(const Vector& armA, const Vector& armB) const {
        return (b.v + M::template spinCross<F>(b.w, armB)) - (a.v + M::template spinCross<F>(a.w, armA));
    }
    /// Applies an impulse to B, and its opposite to A.
    HWY_INLINE void push(const Vector& impulse, const Vector& armA, const Vector& armB) {
        push(impulse);
        turn(M::template armCross<F>(armA, impulse), M::template armCross<F>(armB, impulse));
    }
    HWY_INLINE void push(const Vector& impulse) {
        a.v = a.v - impulse * inverseMassA;
        b.v = b.v + impulse * inverseMassB;
    }
    /// Applies angular impulses: the first to A in the opposite direction, the second to B.
    HWY_INLINE void turn(const Spin& onA, const Spin& onB) {
        a.w = a.w - M::template times<F>(inertiaA, onA);
        b.w = b.w + M::template times<F>(inertiaB, onB);
    }
};

/// How the two bodies have moved since the start of the step.
template <class Dimension, class F>
struct PairDisplacement {
    typename Maths<Dimension>::template Displacement<F> a, b;
};

template <class Dimension, class Block, class F>
struct Row {
    using M = Maths<Dimension>;
    using Vector = typename M::template Vector<F>;
    using Pair = BodyPair<Dimension, F>;

    Block& block;
    float* states;
    std::size_t lane;

    [[nodiscard]] HWY_INLINE Four<F> gatherAt(std::size_t group, const std::uint32_t* bodies) const {
        if constexpr (std::is_same_v<F, float>) {
            return gatherOne(states + group, M::kStride, bodies[lane]);
        } else {
            return gather(states + group, M::kStride, bodies + lane);
        }
    }
    HWY_INLINE void scatterAt(std::size_t group, const Four<F>& values, const std::uint32_t* bodies,
                              const bool* moves) const {
        if constexpr (!std::is_same_v<F, float>) {
            scatter(values, states + group, M::kStride, bodies + lane, moves + lane);
        } else if (moves[lane]) {
            scatterOne(values, states + group, M::kStride, bodies[lane]);
        }
    }

    [[nodiscard]] HWY_INLINE Pair loadPair() const {
        const auto at = [&](const std::uint32_t* bodies) HWY_ATTR {
            return M::template loadMotion<F>([&](std::size_t group)
                                                 HWY_ATTR { return gatherAt(group, bodies); });
        };
        return {load<F>(block.inverseMassA, lane),
                load<F>(block.inverseMassB, lane),
                M::template loadInertia<F>(block.inertiaA, lane),
                M::template loadInertia<F>(block.inertiaB, lane),
                at(block.a),
                at(block.b)};
    }
    HWY_INLINE void storePair(const Pair& pair) const {
        const auto at = [&](const auto& motion, const std::uint32_t* bodies, const bool* moves) HWY_ATTR {
            M::template storeMotion<F>(motion, [&](std::size_t group, const Four<F>& values)
                                                   HWY_ATTR { scatterAt(group, values, bodies, moves); });
        };
        at(pair.a, block.a, block.movesA);
        at(pair.b, block.b, block.movesB);
    }
    [[nodiscard]] HWY_INLINE PairDisplacement<Dimension, F> loadDisplacement() const {
        const auto at = [&](const std::uint32_t* bodies) HWY_ATTR {
            return M::template loadDisplacement<F>([&](std::size_t group)
                                                       HWY_ATTR { return gatherAt(group, bodies); });
        };
        return {at(block.a), at(block.b)};
    }

    [[nodiscard]] HWY_INLINE Vector vector(const Lane (&from)[DimensionSizes<Dimension>::kVector]) const {
        return M::template loadVector<F>(from, lane);
    }
    [[nodiscard]] HWY_INLINE F number(const Lane& from) const { return load<F>(from, lane); }

    /// The separation now. The cores of round parts turn with their bodies, but not their surfaces: the
    /// contact stays between the cores.
    [[nodiscard]] HWY_INLINE F separation(const typename Block::Point& point, const Vector& normal,
                                          const PairDisplacement<Dimension, F>& moved) const {
        const Vector coreA = vector(point.armA) - normal * number(block.radiusA);
        const Vector coreB = vector(point.armB) + normal * number(block.radiusB);
        const Vector apart = (moved.b.translation + M::template rotated<F>(moved.b.rotation, coreB)) -
                             (moved.a.translation + M::template rotated<F>(moved.a.rotation, coreA));
        return number(point.base) + dot(normal, apart);
    }
};

}  // namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
