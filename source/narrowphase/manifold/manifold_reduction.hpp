#pragma once

/// @file
/// Reduction of contact points to at most four.

#include <sat3d/core/config.hpp>

#include <glm/ext/vector_double2.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

namespace sat3d::SAT3D_ABI {

/// A contact point in the frame of the pair. No default values, as arrays of it would be filled with them.
struct ManifoldPoint {
    glm::dvec3 position;  ///< midway between the surfaces
    double separation;    ///< signed, along the normal of the patch
    std::uint64_t id;
};

/// Keeps the points of a set, in their order.
/// @param count  of the points
/// @return the number of those kept
template <std::size_t kCapacity>
[[nodiscard]] std::uint32_t keepOnly(const std::array<bool, kCapacity>& kept,
                                     std::array<ManifoldPoint, kCapacity>& points,
                                     std::uint32_t count) noexcept {
    std::uint32_t left = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
        if (kept[i]) {
            points[left++] = points[i];
        }
    }
    return left;
}

/// A contact point must be better by this fraction to replace another: rounding does not choose between
/// nearly equal ones.
inline constexpr double kNearlyAsGood = 0.01;

/// Collects the points of one patch and reduces them to at most four. Up to four points are all kept, in the
/// order of their addition. Of more, it keeps four that span nearly the largest area, whatever their depths.
/// If none of these is as deep as the deepest, the deepest replaces the one closest to it. A point must be
/// better by 1 % of the patch's length to replace another, so that rounding does not choose between nearly
/// equal ones. Of points with equal ids, their positions decide which is kept. Takes any number of points,
/// without allocation.
class ManifoldReduction {
public:
    static constexpr std::uint32_t kMaxPoints = 4;

    /// @param normal  unit, of the patch
    /// @param along   a direction that moves with one of the shapes, for example of an edge; of any length.
    /// It decides
    ///                between equally good points, so it should be stable from frame to frame.
    ManifoldReduction(const glm::dvec3& normal, const glm::dvec3& along) noexcept
        : normal_(normal),
          along_(along),
          tieDirection_(kTieAlong * along + kTieAcross * glm::cross(normal, along)) {}

    void add(const ManifoldPoint& contact) noexcept;

    /// The least separation of all added points; infinite without any.
    [[nodiscard]] double deepest() const noexcept { return deepest_.separation; }

    /// Returns at most kMaxPoints points.
    /// @param tolerance  meters: a point deeper by no more than this does not count as deeper
    [[nodiscard]] std::span<const ManifoldPoint> reduced(double tolerance) noexcept;

private:
    static constexpr std::uint32_t kCapacity = 16;
    /// Direction whose coordinate decides between tied points, as in the kernel (see ContactCandidates).
    static constexpr double kTieAlong = 0.3623749, kTieAcross = 0.9320324;
    using Mask = std::array<bool, kCapacity>;
    using FlatPoints = std::array<glm::dvec2, kCapacity>;

    [[nodiscard]] FlatPoints flattened() const noexcept;
    void compact() noexcept;
    void chooseFour() noexcept;
    void bringBackDeepest(double tolerance) noexcept;

    glm::dvec3 normal_, along_, tieDirection_;
    ManifoldPoint deepest_{{}, std::numeric_limits<double>::infinity(), 0};  ///< of all, kept or not
    std::array<ManifoldPoint, kCapacity> contacts_;
    std::uint32_t count_ = 0;
};

}  // namespace sat3d::SAT3D_ABI
