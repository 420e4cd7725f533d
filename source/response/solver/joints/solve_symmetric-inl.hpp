// Small symmetric systems, one in each lane.
#if defined(SAT3D_RESPONSE_SOLVE_SYMMETRIC_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_RESPONSE_SOLVE_SYMMETRIC_INL_HPP
#undef SAT3D_RESPONSE_SOLVE_SYMMETRIC_INL_HPP
#else
#define SAT3D_RESPONSE_SOLVE_SYMMETRIC_INL_HPP
#endif

#include "response/solver/rows/lanes-inl.hpp"
#include "response/solver/rows/row-inl.hpp"

#include <cstddef>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

/// What is nearly 0 in a matrix, as a part of its size.
inline constexpr float kNegligiblePivot = 1e-6f;

/// Solves a symmetric system, by the factorization L D L^T. Directions in which the matrix is nearly 0 are
/// left alone: their part of the solution is 0.
/// @param m         the lower triangle of a matrix without negative eigenvalues. Is overwritten
/// @param x         the right side, then the solution
/// @param rounding  of the elements on the diagonal, if it is more than a negligible part of them
template <std::size_t kSize, class F>
HWY_INLINE void solveSymmetric(F (&m)[kSize][kSize], F (&x)[kSize], const F (&rounding)[kSize]) {
    F inverse[kSize];
    for (std::size_t i = 0; i < kSize; ++i) {
        // m[i][k] is L D so far.
        F pivot = m[i][i];
        for (std::size_t k = 0; k < i; ++k) {
            const F factor = m[i][k] * inverse[k];
            pivot = pivot - m[i][k] * factor;
            x[i] = x[i] - x[k] * factor;
            for (std::size_t row = i + 1; row < kSize; ++row) {
                m[row][i] = m[row][i] - m[row][k] * factor;
            }
        }
        inverse[i] = inverseOf(
            select(maximum(all<F>(kNegligiblePivot) * m[i][i], rounding[i]) < pivot, pivot, all<F>(0.0f)));
    }
    for (std::size_t i = kSize; i-- > 0;) {
        x[i] = x[i] * inverse[i];
        for (std::size_t row = i + 1; row < kSize; ++row) {
            x[i] = x[i] - m[row][i] * inverse[i] * x[row];
        }
    }
}

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
