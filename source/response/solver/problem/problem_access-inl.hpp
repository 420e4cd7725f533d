// Access to what a step solves: the states of bodies, the rows of a kind, the row of a constraint.
#if defined(SAT3D_RESPONSE_PROBLEM_ACCESS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_RESPONSE_PROBLEM_ACCESS_INL_HPP
#undef SAT3D_RESPONSE_PROBLEM_ACCESS_INL_HPP
#else
#define SAT3D_RESPONSE_PROBLEM_ACCESS_INL_HPP
#endif

#include "response/motion/locked_axes.hpp"
#include "response/solver/problem/row_block.hpp"
#include "response/solver/rows/body_math_2d-inl.hpp"
#include "response/solver/rows/body_math_3d-inl.hpp"

#include <sat3d/core/parallel_for.hpp>
#include <sat3d/response/contact_solver.hpp>

#include <cstddef>
#include <cstdint>
#include <tuple>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

/// The states and drives of bodies follow each other without gaps.
template <class Dimension>
constexpr bool kIsDense = sizeof(BodyState<Dimension>) == sizeof(float) * DimensionSizes<Dimension>::kState &&
                          sizeof(BodyDrive<Dimension>) == sizeof(float) * DimensionSizes<Dimension>::kDrive;
static_assert(kIsDense<Dimension3> && kIsDense<Dimension2>);

/// The states of all bodies. State 0 is what never moves; body i has state i + 1.
template <class Dimension>
class BodyStates {
public:
    using M = BodyMath<Dimension>;
    using Motion = typename M::template Motion<float>;
    using Displacement = typename M::template Displacement<float>;

    explicit HWY_INLINE BodyStates(SolverProblem<Dimension>& problem) : states_(problem.states.front().all) {}

    [[nodiscard]] HWY_INLINE float* data() const { return states_; }

    [[nodiscard]] HWY_INLINE Motion motionOf(std::size_t body) const { return motionAt(body + 1); }
    [[nodiscard]] HWY_INLINE Displacement displacementOf(std::size_t body) const {
        return displacementAt(body + 1);
    }
    HWY_INLINE void setMotion(std::size_t body, const Motion& motion) const { setMotionAt(body + 1, motion); }

    // By the number of the state.
    [[nodiscard]] HWY_INLINE Motion motionAt(std::size_t state) const {
        return M::template loadMotion<float>([&](std::size_t group) HWY_ATTR {
            return gatherOne(states_ + group, M::kStride, static_cast<std::uint32_t>(state));
        });
    }
    HWY_INLINE void setMotionAt(std::size_t state, const Motion& motion) const {
        M::template storeMotion<float>(motion, [&](std::size_t group, const Four<float>& values) HWY_ATTR {
            scatterOne(values, states_ + group, M::kStride, static_cast<std::uint32_t>(state));
        });
    }
    [[nodiscard]] HWY_INLINE Displacement displacementAt(std::size_t state) const {
        return M::template loadDisplacement<float>([&](std::size_t group) HWY_ATTR {
            return gatherOne(states_ + group, M::kStride, static_cast<std::uint32_t>(state));
        });
    }
    HWY_INLINE void setDisplacementAt(std::size_t state, const Displacement& moved) const {
        M::template storeDisplacement<float>(
            moved, [&](std::size_t group, const Four<float>& values) HWY_ATTR {
                scatterOne(values, states_ + group, M::kStride, static_cast<std::uint32_t>(state));
            });
    }

private:
    float* states_;
};

/// Calls use(rows) for the rows of a kind.
template <std::size_t kKind = 0, class Dimension, class Use>
HWY_INLINE void withRows(SolverProblem<Dimension>& problem, std::size_t kind, const Use& use) {
    if constexpr (kKind < kRowKinds<Dimension>) {
        if (kind == kKind) {
            use(std::get<kKind>(problem.rows));
        } else {
            withRows<kKind + 1>(problem, kind, use);
        }
    }
}

/// Sets the marks of all rows, in SolverProblem::rowMarks, to is(block).
template <class Dimension, class Is>
HWY_INLINE void markRows(SolverProblem<Dimension>& problem, ParallelFor parallelFor, const Is& is) {
    constexpr std::size_t kRowsPerTask = 16;
    for (std::size_t kind = 0; kind < kRowKinds<Dimension>; ++kind) {
        withRows(problem, kind, [&](const auto& rows) HWY_ATTR {
            auto& marks = problem.rowMarks[kind];
            marks.resize(rows.blocks.size());
            detail::forEachIndex(parallelFor, marks.size(), kRowsPerTask, [&](std::size_t i) HWY_ATTR {
                marks[i] = is(rows.blocks[i]) ? std::uint8_t{1} : std::uint8_t{0};
            });
        });
    }
}

/// Calls use(block, lane) for the row of a constraint.
template <class Dimension, class Use>
HWY_INLINE void withRow(SolverProblem<Dimension>& problem, std::size_t constraint, const Use& use) {
    const RowPlace& place = problem.places[constraint];
    withRows(problem, place.kind,
             [&](auto& rows) HWY_ATTR { use(rows.blocks[place.block], std::size_t{place.lane}); });
}

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
