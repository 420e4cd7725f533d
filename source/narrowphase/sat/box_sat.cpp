#include "narrowphase/sat/box_sat.hpp"

#include "narrowphase/convex/tolerances.hpp"
#include "shapes/basic/box_topology.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace sat3d::SAT3D_ABI {

namespace {

using FeatureKind = FeaturePair::Kind;

/// The rounding error of a sum of products, as a fraction of the rounding scale.
constexpr double kRounding = 1e-14;

/// The axis or corner after each of three.
constexpr std::array<std::size_t, 3> kNext{1, 2, 0};

/// An array, because GLM's vectors and matrices branch on an index that is not a constant.
using Three = std::array<double, 3>;

Three threeOf(const glm::dvec3& v) {
    return {v.x, v.y, v.z};
}

class BoxAxisSearch {
public:
    BoxAxisSearch(const ConvexProxy& a, const ConvexProxy& b, double limit)
        : a_(a),
          b_(b),
          limit_(limit),
          scale_(roundingScale(a, b)),
          offset_(b.center() - a.center()),
          halfA_(threeOf(a.halfExtents())),
          halfB_(threeOf(b.halfExtents())) {
        for (std::size_t i = 0; i < 3; ++i) {
            offsetInA_[i] = glm::dot(axisOf(a, i), offset_);
            offsetInB_[i] = glm::dot(axisOf(b, i), offset_);
            for (std::size_t j = 0; j < 3; ++j) {
                cosines_[j][i] = glm::dot(axisOf(a, i), axisOf(b, j));
                absolute_[j][i] = std::abs(cosines_[j][i]);
            }
        }
    }

    [[nodiscard]] SeparatingAxis find() {
        for (std::size_t i = 0; i < 3 && !isDecided(); ++i) {
            tryFace(FeatureKind::FaceA, i, offsetInA_[i],
                    halfA_[i] + absolute_[0][i] * halfB_[0] + absolute_[1][i] * halfB_[1] +
                        absolute_[2][i] * halfB_[2]);
        }
        for (std::size_t i = 0; i < 3 && !isDecided(); ++i) {
            tryFace(FeatureKind::FaceB, i, offsetInB_[i],
                    halfB_[i] + absolute_[i][0] * halfA_[0] + absolute_[i][1] * halfA_[1] +
                        absolute_[i][2] * halfA_[2]);
        }
        tryEdges();
        return named();
    }

private:
    [[nodiscard]] bool isDecided() const { return separation_ > limit_; }

    /// @param reach  sum of both boxes' half widths along the face's axis
    void tryFace(FeatureKind kind, std::size_t axis, double offset, double reach) {
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

    /// Whether the cross product of two edges may be a better axis. It needs no normalization: its length is
    /// the sine of the angle between the edges. In A's frame, most of the products are already known.
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
            kind_ = FeatureKind::EdgeEdge;
            axisA_ = i;
            axisB_ = j;
            across_ = normal;
            offsetAlong_ = offset;
        }
    }

    /// The normal from A to B. If both directions of the axis tie, the direction of the face with the lower
    /// number is chosen.
    [[nodiscard]] glm::dvec3 normal() const {
        if (kind_ == FeatureKind::FaceA) {
            return 2.0 * offsetAlong_ > tie_ ? axisOf(a_, axisA_) : -axisOf(a_, axisA_);
        }
        const glm::dvec3 axis = kind_ == FeatureKind::FaceB ? axisOf(b_, axisB_) : across_;
        return -2.0 * offsetAlong_ > tie_ ? -axis : axis;
    }

    [[nodiscard]] SeparatingAxis named() const {
        const glm::dvec3 n = normal();
        SeparatingAxis axis{separation_, n, {kind_, a_.support(n), b_.support(-n)}};
        if (kind_ == FeatureKind::FaceA) {
            axis.features.a = faceOf(a_, axisA_, n);
        } else if (kind_ == FeatureKind::FaceB) {
            axis.features.b = faceOf(b_, axisB_, -n);
        } else {
            axis.features.a = boxEdge(std::uint32_t(axisA_), axis.features.a);
            axis.features.b = boxEdge(std::uint32_t(axisB_), axis.features.b);
        }
        return axis;
    }

    static const glm::dvec3& axisOf(const ConvexProxy& box, std::size_t axis) {
        return box.axes()[static_cast<int>(axis)];
    }
    /// The face that is perpendicular to an axis and whose normal points along a direction.
    static std::uint32_t faceOf(const ConvexProxy& box, std::size_t axis, const glm::dvec3& direction) {
        return static_cast<std::uint32_t>(2 * axis) +
               (glm::dot(axisOf(box, axis), direction) > 0.0 ? 1u : 0u);
    }
    const ConvexProxy &a_, &b_;
    double limit_, scale_, tie_ = kTiedAxes * scale_, noise_ = kRounding * scale_;
    glm::dvec3 offset_;
    Three offsetInA_, offsetInB_, halfA_, halfB_;
    std::array<Three, 3> cosines_, absolute_;  ///< [j][i]: between A's axis i and B's axis j
    double separation_ = -std::numeric_limits<double>::infinity();  ///< the best so far
    FeatureKind kind_ = FeatureKind::FaceA;
    std::size_t axisA_ = 0, axisB_ = 0;
    glm::dvec3 across_{0.0};    ///< unit, perpendicular to two edges
    double offsetAlong_ = 0.0;  ///< from A's center to B's, along the best axis
};

/// Finds the separating axis of a box and a triangle. Ties are resolved as in convexSat().
class TriangleAxisSearch {
public:
    TriangleAxisSearch(const ConvexProxy& box, const ConvexProxy& triangle)
        : box_(box),
          triangle_(triangle),
          tie_(kTiedAxes * roundingScale(box, triangle)),
          half_(threeOf(box.halfExtents())) {
        for (std::uint32_t i = 0; i < 3; ++i) {
            corners_[i] = inBox(triangle.vertex(i) - box.center());
        }
    }

    [[nodiscard]] SeparatingAxis find(double limit) {
        for (std::uint32_t i = 0; i < 3; ++i) {
            const auto [least, most] = std::minmax({corners_[0][i], corners_[1][i], corners_[2][i]});
            tryAxis({-most - half_[i], FeatureKind::FaceA, 2 * i, 0, true});
            tryAxis({least - half_[i], FeatureKind::FaceA, 2 * i + 1, 0, false});
        }
        const Three normal = inBox(triangle_.faceNormal(0));
        const double offset = dot(normal, corners_[0]);
        const double reach =
            half_[0] * std::abs(normal[0]) + half_[1] * std::abs(normal[1]) + half_[2] * std::abs(normal[2]);
        tryAxis({-offset - reach, FeatureKind::FaceB, 0, 0, true});
        tryAxis({offset - reach, FeatureKind::FaceB, 0, 1, false});
        for (std::uint32_t i = 0; i < 3; ++i) {
            for (std::uint32_t j = 0; j < 3 && !(best_.separation > limit); ++j) {
                tryEdges(i, j);
            }
        }
        return named();
    }

private:
    struct Axis {
        double separation;
        FeatureKind kind;
        std::uint32_t ofBox, ofTriangle;  ///< faces or edge directions
        bool isReversed;                  ///< whether the normal is the opposite of the axis
    };

    static double dot(const Three& a, const Three& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
    [[nodiscard]] Three inBox(const glm::dvec3& v) const { return threeOf(v * box_.axes()); }

    void tryAxis(const Axis& axis) {
        if (axis.separation > best_.separation + tie_ || !std::isfinite(best_.separation)) {
            best_ = axis;
        }
    }

    /// The cross product of an axis of the box and an edge of the triangle, as coordinates along the two
    /// other axes of the box. Both ends of the edge have the same place along it.
    void tryEdges(std::uint32_t i, std::uint32_t j) {
        const std::size_t i1 = kNext[i], i2 = kNext[i1];
        const Three &from = corners_[j], &to = corners_[kNext[j]], &third = corners_[kNext[kNext[j]]];
        const double along1 = to[i1] - from[i1], along2 = to[i2] - from[i2], along = to[i] - from[i];
        const double squared = along1 * along1 + along2 * along2;
        if (!(squared > kParallelEdges * kParallelEdges * (squared + along * along))) {
            return;
        }
        const double ofEdge = along1 * from[i2] - along2 * from[i1],
                     ofThird = along1 * third[i2] - along2 * third[i1];
        const double reach = half_[i1] * std::abs(along2) + half_[i2] * std::abs(along1);
        const double least = std::min(ofEdge, ofThird) - reach, opposite = -std::max(ofEdge, ofThird) - reach;
        const double length = std::sqrt(squared);
        if (std::max(least, opposite) > (best_.separation + tie_) * length) {
            tryAxis({least / length, FeatureKind::EdgeEdge, i, j, false});
            tryAxis({opposite / length, FeatureKind::EdgeEdge, i, j, true});
        }
    }

    [[nodiscard]] SeparatingAxis named() const {
        const std::uint32_t ofBox = best_.ofBox;
        if (best_.kind == FeatureKind::FaceA) {
            const glm::dvec3 normal = box_.faceNormal(ofBox);
            return {best_.separation, normal, {FeatureKind::FaceA, ofBox, triangle_.support(-normal)}};
        }
        if (best_.kind == FeatureKind::FaceB) {
            const glm::dvec3 normal = -triangle_.faceNormal(best_.ofTriangle);
            return {best_.separation, normal, {FeatureKind::FaceB, box_.support(normal), best_.ofTriangle}};
        }
        const std::uint32_t from = best_.ofTriangle, to = std::uint32_t(kNext[from]);
        const glm::dvec3 axis = glm::normalize(
            glm::cross(box_.axes()[int(ofBox)], triangle_.vertex(to) - triangle_.vertex(from)));
        const glm::dvec3 normal = best_.isReversed ? -axis : axis;
        return {
            best_.separation,
            normal,
            {FeatureKind::EdgeEdge, boxEdge(ofBox, box_.support(normal)), triangle_.supportingEdge(-normal)}};
    }

    const ConvexProxy &box_, &triangle_;
    double tie_;
    Three half_;
    std::array<Three, 3> corners_;  ///< from the box's center, along its axes
    Axis best_{-std::numeric_limits<double>::infinity(), FeatureKind::FaceA, 0, 0, false};
};

}  // namespace

double halfWidth(const ConvexProxy& box, const glm::dvec3& direction) noexcept {
    const glm::dvec3& half = box.halfExtents();
    return half.x * std::abs(glm::dot(direction, box.axes()[0])) +
           half.y * std::abs(glm::dot(direction, box.axes()[1])) +
           half.z * std::abs(glm::dot(direction, box.axes()[2]));
}

SeparatingAxis boxTriangleSat(const ConvexProxy& box, const ConvexProxy& triangle, double limit) noexcept {
    return TriangleAxisSearch(box, triangle).find(limit);
}

SeparatingAxis boxSat(const ConvexProxy& a, const ConvexProxy& b, double limit) noexcept {
    return BoxAxisSearch(a, b, limit).find();
}

}  // namespace sat3d::SAT3D_ABI
