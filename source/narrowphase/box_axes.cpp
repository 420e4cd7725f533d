#include "narrowphase/box_axes.hpp"

#include "narrowphase/core_distance.hpp"

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace sat3d::inline SAT3D_ABI {

namespace {

using Kind = FeaturePair::Kind;

/// What is left of a sum of products after rounding, as a fraction of size.
constexpr double kNoise = 1e-14;

/// Half the width of a box along a unit direction.
double halfWidth(const CoreShape& box, const glm::dvec3& direction) {
    double width = 0.0;
    for (int i = 0; i < 3; ++i) {
        width += box.halfExtents()[i] * std::abs(glm::dot(direction, box.axes()[i]));
    }
    return width;
}

/// Plain, because GLM's vectors and matrices branch on an index that is not a constant.
using Three = std::array<double, 3>;

Three threeOf(const glm::dvec3& v) {
    return {v.x, v.y, v.z};
}

class BoxAxisSearch {
public:
    BoxAxisSearch(const CoreShape& a, const CoreShape& b, double limit)
        : a_(a),
          b_(b),
          limit_(limit),
          tie_(kTiedAxes * sizeOf(a, b)),
          noise_(kNoise * sizeOf(a, b)),
          offset_(b.center() - a.center()),
          offsetInA_(threeOf(glm::transpose(a.axes()) * offset_)),
          offsetInB_(threeOf(glm::transpose(b.axes()) * offset_)),
          halfA_(threeOf(a.halfExtents())),
          halfB_(threeOf(b.halfExtents())) {
        const glm::dmat3 cosines = glm::transpose(a.axes()) * b.axes();
        cosines_ = {threeOf(cosines[0]), threeOf(cosines[1]), threeOf(cosines[2])};
        for (std::size_t j = 0; j < 3; ++j) {
            for (std::size_t i = 0; i < 3; ++i) {
                absolute_[j][i] = std::abs(cosines_[j][i]);
            }
        }
    }

    [[nodiscard]] CoreAxis find() {
        for (std::size_t i = 0; i < 3 && !isDecided(); ++i) {
            tryFace(Kind::FaceOfA, i, offsetInA_[i],
                    halfA_[i] + absolute_[0][i] * halfB_[0] + absolute_[1][i] * halfB_[1] +
                        absolute_[2][i] * halfB_[2]);
        }
        for (std::size_t i = 0; i < 3 && !isDecided(); ++i) {
            tryFace(Kind::FaceOfB, i, offsetInB_[i],
                    halfB_[i] + absolute_[i][0] * halfA_[0] + absolute_[i][1] * halfA_[1] +
                        absolute_[i][2] * halfA_[2]);
        }
        tryEdges();
        return named();
    }

private:
    [[nodiscard]] bool isDecided() const { return separation_ > limit_; }

    /// @param reach  of both boxes along the face's axis
    void tryFace(Kind kind, std::size_t axis, double offset, double reach) {
        const double separation = std::abs(offset) - reach;
        if (separation > separation_ + tie_ || !std::isfinite(separation_)) {
            separation_ = separation;
            kind_ = kind;
            axisA_ = axisB_ = axis;
            offsetAlong_ = offset;
        }
    }

    void tryEdges() {
        for (std::size_t i = 0; i < 3; ++i) {
            for (std::size_t j = 0; j < 3 && !isDecided(); ++j) {
                if (mayBeBetter(i, j)) {
                    tryEdges(i, j);
                }
            }
        }
    }

    /// By the axis across two edges, of the length of their sine: in A's frame most of its products are
    /// there.
    [[nodiscard]] bool mayBeBetter(std::size_t i, std::size_t j) const {
        const std::size_t i1 = kNext[i], i2 = kNext[i1], j1 = kNext[j], j2 = kNext[j1];
        const double sine = std::sqrt(cosines_[j][i1] * cosines_[j][i1] + cosines_[j][i2] * cosines_[j][i2]);
        const double offset = offsetInA_[i2] * cosines_[j][i1] - offsetInA_[i1] * cosines_[j][i2];
        const double reachA = halfA_[i1] * absolute_[j][i2] + halfA_[i2] * absolute_[j][i1];
        const double reachB = halfB_[j1] * absolute_[j2][i] + halfB_[j2] * absolute_[j1][i];
        return std::abs(offset) - reachA - reachB + noise_ > (separation_ + tie_) * sine;
    }

    void tryEdges(std::size_t i, std::size_t j) {
        const glm::dvec3 across = glm::cross(axisOf(a_, i), axisOf(b_, j));
        const double sine = glm::length(across);
        if (!(sine > kParallelEdges)) {
            return;
        }
        const glm::dvec3 normal = across / sine;
        const double offset = glm::dot(offset_, normal);
        const double separation = std::abs(offset) - halfWidth(a_, normal) - halfWidth(b_, normal);
        if (separation > separation_ + tie_) {
            separation_ = separation;
            kind_ = Kind::Edges;
            axisA_ = i;
            axisB_ = j;
            across_ = normal;
            offsetAlong_ = offset;
        }
    }

    /// From A to B. Of two ways that tie, the one that the lower face looks, A's to B, or B's to A.
    [[nodiscard]] glm::dvec3 normal() const {
        if (kind_ == Kind::FaceOfA) {
            return 2.0 * offsetAlong_ > tie_ ? axisOf(a_, axisA_) : -axisOf(a_, axisA_);
        }
        const glm::dvec3 axis = kind_ == Kind::FaceOfB ? axisOf(b_, axisB_) : across_;
        return -2.0 * offsetAlong_ > tie_ ? -axis : axis;
    }

    [[nodiscard]] CoreAxis named() const {
        const glm::dvec3 n = normal();
        CoreAxis axis{separation_, n, {kind_, a_.support(n), b_.support(-n)}};
        if (kind_ == Kind::FaceOfA) {
            axis.features.a = faceOf(a_, axisA_, n);
        } else if (kind_ == Kind::FaceOfB) {
            axis.features.b = faceOf(b_, axisB_, -n);
        } else {
            axis.features.a = edgeOf(axisA_, axis.features.a);
            axis.features.b = edgeOf(axisB_, axis.features.b);
        }
        return axis;
    }

    static const glm::dvec3& axisOf(const CoreShape& box, std::size_t axis) {
        return box.axes()[static_cast<int>(axis)];
    }
    /// Of the faces across an axis, the one that looks that way.
    static std::uint32_t faceOf(const CoreShape& box, std::size_t axis, const glm::dvec3& way) {
        return static_cast<std::uint32_t>(2 * axis) + (glm::dot(axisOf(box, axis), way) > 0.0 ? 1u : 0u);
    }
    /// Of the edges along an axis, the one that ends in a corner.
    static std::uint32_t edgeOf(std::size_t axis, std::uint32_t corner) {
        const std::size_t next = kNext[axis], last = kNext[next];
        return static_cast<std::uint32_t>(4 * axis) + ((corner >> next) & 1u) + 2 * ((corner >> last) & 1u);
    }

    static constexpr std::array<std::size_t, 3> kNext{1, 2, 0};

    const CoreShape &a_, &b_;
    double limit_, tie_, noise_;
    glm::dvec3 offset_;
    Three offsetInA_, offsetInB_, halfA_, halfB_;
    std::array<Three, 3> cosines_, absolute_;                       ///< [j][i]: of A's axis i and B's axis j
    double separation_ = -std::numeric_limits<double>::infinity();  ///< the best so far
    Kind kind_ = Kind::FaceOfA;
    std::size_t axisA_ = 0, axisB_ = 0;
    glm::dvec3 across_{0.0};    ///< unit, of two edges
    double offsetAlong_ = 0.0;  ///< of B's centre from A's, along the axis of the best
};

}  // namespace

CoreAxis boxAxes(const CoreShape& a, const CoreShape& b, double limit) noexcept {
    return BoxAxisSearch(a, b, limit).find();
}

}  // namespace sat3d::inline SAT3D_ABI
