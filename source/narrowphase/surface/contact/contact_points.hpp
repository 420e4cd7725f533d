#pragma once

/// @file
/// The contact points of one normal, and the choice of four of them.

#include "narrowphase/manifold/manifold_reduction.hpp"

#include <glm/ext/vector_double2.hpp>
#include <glm/ext/vector_double3.hpp>

#include <array>
#include <cstdint>
#include <limits>
#include <span>

namespace sat3d::SAT3D_ABI {

/// Collects the contact points along one normal, and chooses four that hold the body. A body rests on its
/// deepest points; others hover, and carry load only if the body rolls. So the choice spans a large area, but
/// a point counts as nearer to the middle the more it hovers: a crate across a ridge gets the two points on
/// the ridge, and not only its corners. Of points with equal ids the deepest counts.
class ContactPoints {
public:
    static constexpr std::uint32_t kMaxChosen = 4;

    /// @param normal  unit
    explicit ContactPoints(const glm::dvec3& normal) : normal_(normal) {}

    void add(const ManifoldPoint& point) noexcept;

    [[nodiscard]] std::uint32_t count() const noexcept { return count_; }
    /// The least separation of all added points; infinite without any.
    [[nodiscard]] double deepest() const noexcept { return deepest_; }

    /// Returns at most four points, the deepest among them, in the order of their addition.
    /// @param tolerance  meters: separations that differ by no more count as equal
    [[nodiscard]] std::span<const ManifoldPoint> chosen(double tolerance) noexcept;

private:
    static constexpr std::uint32_t kCapacity = 48;
    using Mask = std::array<bool, kCapacity>;
    struct FlatPoint {
        glm::dvec2 place;
        double cost;  ///< meters, for hovering
    };
    using FlatPoints = std::array<FlatPoint, kCapacity>;

    [[nodiscard]] std::uint32_t deepestIndex(double tolerance) const noexcept;
    [[nodiscard]] FlatPoints flattened(double tolerance) const noexcept;
    void compact() noexcept;
    void chooseFour(double tolerance) noexcept;

    glm::dvec3 normal_;
    double deepest_ = std::numeric_limits<double>::infinity();
    std::array<ManifoldPoint, kCapacity> points_;
    std::uint32_t count_ = 0;
};

}  // namespace sat3d::SAT3D_ABI
