#include "narrowphase/sat/box_sat.hpp"

#include "narrowphase/convex/tolerances.hpp"
#include "shapes/basic/box_topology.hpp"

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace sat3d::inline SAT3D_ABI {

namespace {

using FeatureKind = FeaturePair::Kind;

/// The rounding error of a sum of products, as a fraction of the rounding scale.
constexpr double kNoise = 1e-14;

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
    static constexpr std::array<std::size_t, 3> kNext{1, 2, 0};

    const ConvexProxy &a_, &b_;
    double limit_, scale_, tie_ = kTiedAxes * scale_, noise_ = kNoise * scale_;
    glm::dvec3 offset_;
    Three offsetInA_, offsetInB_, halfA_, halfB_;
    std::array<Three, 3> cosines_, absolute_;  ///< [j][i]: between A's axis i and B's axis j
    double separation_ = -std::numeric_limits<double>::infinity();  ///< the best so far
    FeatureKind kind_ = FeatureKind::FaceA;
    std::size_t axisA_ = 0, axisB_ = 0;
    glm::dvec3 across_{0.0};    ///< unit, perpendicular to two edges
    double offsetAlong_ = 0.0;  ///< from A's center to B's, along the best axis
};

/// Finds the separating axis of a point or segment and a box. Ties are resolved as in convexSat().
class SegmentAxisSearch {
public:
    SegmentAxisSearch(const ConvexProxy& segment, const ConvexProxy& box)
        : segment_(segment),
          box_(box),
          tie_(kTiedAxes * roundingScale(segment, box)),
          half_(threeOf(box.halfExtents())) {
        const glm::dmat3 toBox = glm::transpose(box.axes());
        start_ = threeOf(toBox * (segment.vertex(0) - box.center()));
        end_ = segment.isPoint() ? start_ : threeOf(toBox * (segment.vertex(1) - box.center()));
    }

    [[nodiscard]] SeparatingAxis find() {
        for (std::size_t i = 0; i < 3; ++i) {
            tryFace(2 * i, std::min(-start_[i], -end_[i]) - half_[i]);
            tryFace(2 * i + 1, std::min(start_[i], end_[i]) - half_[i]);
        }
        SeparatingAxis axis{separation_, faceNormal(), {FeatureKind::FaceB, 0, std::uint32_t(face_)}};
        axis.features.a = segment_.support(axis.normalAToB);
        for (std::size_t j = 0; segment_.isSegment() && j < 3; ++j) {
            tryEdge(j, axis);
        }
        return axis;
    }

private:
    void tryFace(std::size_t face, double separation) {
        if (separation > separation_ + tie_ || !std::isfinite(separation_)) {
            separation_ = separation;
            face_ = face;
        }
    }

    [[nodiscard]] glm::dvec3 faceNormal() const {
        const glm::dvec3& axis = box_.axes()[int(face_ / 2)];
        return face_ % 2 == 1 ? -axis : axis;
    }

    void tryEdge(std::size_t j, SeparatingAxis& best) const {
        const glm::dvec3 across = glm::cross(segment_.edgeDirection(0), box_.edgeDirection(std::uint32_t(j)));
        const double sine = glm::length(across);
        if (!(sine > kParallelEdges)) {
            return;
        }
        glm::dvec3 normal = across / sine;
        const double offset = glm::dot(normal, box_.center() - segment_.vertex(0));
        normal = -2.0 * offset > tie_ ? -normal : normal;
        const double separation = std::abs(offset) - halfWidth(box_, normal);
        if (separation > best.separation + tie_) {
            best = {separation,
                    normal,
                    {FeatureKind::EdgeEdge, 0, boxEdge(std::uint32_t(j), box_.support(-normal))}};
        }
    }

    const ConvexProxy &segment_, &box_;
    double tie_;
    Three half_, start_, end_;
    double separation_ = -std::numeric_limits<double>::infinity();
    std::size_t face_ = 0;
};

}  // namespace

double halfWidth(const ConvexProxy& box, const glm::dvec3& direction) noexcept {
    const glm::dvec3& half = box.halfExtents();
    return half.x * std::abs(glm::dot(direction, box.axes()[0])) +
           half.y * std::abs(glm::dot(direction, box.axes()[1])) +
           half.z * std::abs(glm::dot(direction, box.axes()[2]));
}

SeparatingAxis segmentBoxSat(const ConvexProxy& segment, const ConvexProxy& box) noexcept {
    return SegmentAxisSearch(segment, box).find();
}

SeparatingAxis boxSat(const ConvexProxy& a, const ConvexProxy& b, double limit) noexcept {
    return BoxAxisSearch(a, b, limit).find();
}

}  // namespace sat3d::inline SAT3D_ABI
