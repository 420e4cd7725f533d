#pragma once

/// Linear least squares for a few unknowns.

#include <sat3d/core/config.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>

namespace sat3d::SAT3D_ABI::importing {

/// Collects equations `dot(row, x) = value` and solves their normal equations for x by Gauss-Jordan
/// elimination.
template <std::size_t N>
class LeastSquares {
public:
    using Vector = std::array<double, N>;

    void add(const Vector& row, double value) {
        for (std::size_t i = 0; i < N; ++i) {
            for (std::size_t j = 0; j < N; ++j) {
                matrix_[i][j] += row[i] * row[j];
            }
            right_[i] += row[i] * value;
        }
    }

    /// Returns nothing if the equations do not determine x.
    /// @param damping  fraction of the diagonal of the normal equations that is added to it
    [[nodiscard]] std::optional<Vector> solve(double damping = 0.0) const {
        auto a = matrix_;
        Vector x = right_;
        for (std::size_t i = 0; i < N; ++i) {
            a[i][i] *= 1.0 + damping;
        }
        for (std::size_t step = 0; step < N; ++step) {
            std::size_t pivot = step;
            for (std::size_t i = step + 1; i < N; ++i) {
                pivot = std::abs(a[i][step]) > std::abs(a[pivot][step]) ? i : pivot;
            }
            if (!(std::abs(a[pivot][step]) > 1e-14 * std::abs(matrix_[step][step]))) {
                return std::nullopt;
            }
            std::swap(a[step], a[pivot]);
            std::swap(x[step], x[pivot]);
            for (std::size_t i = 0; i < N; ++i) {
                const double factor = i == step ? 0.0 : a[i][step] / a[step][step];
                for (std::size_t j = step; j < N; ++j) {
                    a[i][j] -= factor * a[step][j];
                }
                x[i] -= factor * x[step];
            }
        }
        for (std::size_t i = 0; i < N; ++i) {
            x[i] /= a[i][i];
        }
        return x;
    }

private:
    std::array<Vector, N> matrix_{};
    Vector right_{};
};

}  // namespace sat3d::SAT3D_ABI::importing
