#pragma once

/// @file
/// The distance of two boxes that are apart, in double, from the axis that separates them most.

#include "narrowphase/kernels/box/box_axis.hpp"
#include "narrowphase/pair/clearly_apart.hpp"

#include <sat3d/math/pose.hpp>
#include <sat3d/narrowphase/feature_pair.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace sat3d::SAT3D_ABI {

/// Two boxes in the frame of A, around its center. The distance of the features of an axis is the separation
/// along it, which is at most the distance of the boxes. If the features lie over each other, it is at least
/// the distance of the boxes, too, and so equals it.
class BoxGap {
public:
    using Vector = std::array<double, 3>;

    /// @param bInA  around the centers
    BoxGap(const KernelBox::Box& a, const KernelBox::Box& b, const RigidTransform& bInA) {
        for (std::size_t i = 0; i < 3; ++i) {
            const auto at = static_cast<int>(i);
            rotation_[i] = {bInA.rotation[0][at], bInA.rotation[1][at], bInA.rotation[2][at]};
            center_[i] = bInA.translation[at];
            halfA_[i] = double{a.halfExtents[i]};
            halfB_[i] = double{b.halfExtents[i]};
        }
    }

    /// Returns the distance of the boxes, or a number below zero if the features do not lie over each other,
    /// or overlap along the axis.
    /// @param axis  index into kBoxAxes
    /// @param positiveInA, negativeInB  see BoxPush
    [[nodiscard]] double along(std::uint32_t axis, std::uint32_t positiveInA,
                               std::uint32_t negativeInB) const {
        const std::size_t group = axis / 4, lane = axis % 4;
        const Vector cornerA = cornerOf(halfA_, positiveInA), cornerB = cornerOf(halfB_, negativeInB);
        if (group == 0) {
            return faceAndVertex(halfA_, cornerA, inA(cornerB), lane);
        }
        if (group == 1) {
            return faceAndVertex(halfB_, cornerB, inB(cornerA), lane);
        }
        return edges(group - 2, lane, cornerA, cornerB);
    }

    /// The sum of both radii.
    [[nodiscard]] double radii() const { return radiusOf(halfA_) + radiusOf(halfB_); }
    [[nodiscard]] bool areSpheresApart() const {
        return sat3d::areSpheresApart(radiusOf(center_), radiusOf(halfA_), radiusOf(halfB_));
    }

private:
    static constexpr double kApart = -1.0;

    static double radiusOf(const Vector& v) { return std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }

    static constexpr std::size_t next(std::size_t i) { return (i + 1) % 3; }

    static Vector cornerOf(const Vector& half, std::uint32_t positive) {
        Vector corner;
        for (std::size_t i = 0; i < 3; ++i) {
            corner[i] = (positive >> i & 1u) != 0 ? half[i] : -half[i];
        }
        return corner;
    }
    [[nodiscard]] Vector inA(const Vector& point) const {
        Vector result;
        for (std::size_t i = 0; i < 3; ++i) {
            const Vector& row = rotation_[i];
            result[i] = row[0] * point[0] + row[1] * point[1] + row[2] * point[2] + center_[i];
        }
        return result;
    }
    [[nodiscard]] Vector inB(const Vector& point) const {
        const Vector from{point[0] - center_[0], point[1] - center_[1], point[2] - center_[2]};
        Vector result;
        for (std::size_t j = 0; j < 3; ++j) {
            result[j] = rotation_[0][j] * from[0] + rotation_[1][j] * from[1] + rotation_[2][j] * from[2];
        }
        return result;
    }

    /// @param corner  a corner of the face
    static double faceAndVertex(const Vector& half, const Vector& corner, const Vector& vertex,
                                std::size_t axis) {
        const std::size_t u = next(axis), v = next(u);
        const bool isOver = std::abs(vertex[u]) <= half[u] && std::abs(vertex[v]) <= half[v];
        const double height = corner[axis] > 0.0 ? vertex[axis] : -vertex[axis];
        return isOver ? height - half[axis] : kApart;
    }

    /// @param i, j  axes of the edges
    [[nodiscard]] double edges(std::size_t i, std::size_t j, Vector onA, Vector onB) const {
        onA[i] = 0.0;  // the middles of the edges
        onB[j] = 0.0;
        const Vector middle = inA(onB), along{rotation_[0][j], rotation_[1][j], rotation_[2][j]};
        const Vector between{middle[0] - onA[0], middle[1] - onA[1], middle[2] - onA[2]};
        const std::size_t u = next(i), v = next(u);
        const double cosine = along[i], squaredSine = along[u] * along[u] + along[v] * along[v];
        const double alongB = along[0] * between[0] + along[1] * between[1] + along[2] * between[2];
        const double placeA = (between[i] - cosine * alongB) / squaredSine,
                     placeB = (cosine * between[i] - alongB) / squaredSine;
        const bool isOver = std::abs(placeA) <= halfA_[i] && std::abs(placeB) <= halfB_[j];
        // Along the axis from A's center to B's: boxes that overlap along it have edges in the other order.
        const auto across = [&](const Vector& w) { return w[v] * along[u] - w[u] * along[v]; };
        const double apart = across(center_) < 0.0 ? -across(between) : across(between);
        return isOver ? apart / std::sqrt(squaredSine) : kApart;
    }

    std::array<Vector, 3> rotation_;
    Vector center_, halfA_, halfB_;
};

}  // namespace sat3d::SAT3D_ABI
