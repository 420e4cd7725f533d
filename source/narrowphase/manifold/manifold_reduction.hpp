#pragma once

/// @file
/// At most four of the many points in which two shapes may touch.

#include <sat3d/core/config.hpp>

#include <glm/ext/vector_double2.hpp>
#include <glm/ext/vector_double3.hpp>

#include <array>
#include <cstdint>
#include <limits>
#include <span>

namespace sat3d::inline SAT3D_ABI {

/// Where two shapes touch, in the frame of the pair. Without initial values: arrays of them would be filled.
struct Contact {
    glm::dvec3 position;  ///< half way between the surfaces
    double separation;    ///< signed, along the normal of the patch
    std::uint64_t id;
};

/// Collects the points of one patch and keeps those that matter. Up to four points are all kept, in the order
/// in which they came. Of more, four that span nearly the largest area, whatever their depths; the deepest
/// takes the place of the one next to it, if none is as deep. A point must beat another by one per cent of
/// the patch's length to be chosen in its place: where corners are as good as equal, noise does not choose
/// between them. Of points with one id the deepest counts. Any number of points, without allocation.
class ManifoldReduction {
public:
    static constexpr std::uint32_t kMost = 4;

    /// @param normal  unit, of the patch
    /// @param along   a direction that moves with one of the shapes, such as that of an edge; of any length.
    ///                Equally good points are told apart by it, so it should not flicker.
    ManifoldReduction(const glm::dvec3& normal, const glm::dvec3& along) noexcept
        : normal_(normal), along_(along) {}

    void add(const Contact& contact) noexcept;

    /// The least separation of all points added; infinite before the first.
    [[nodiscard]] double deepest() const noexcept { return deepest_.separation; }

    [[nodiscard]] std::uint32_t count() const noexcept { return count_; }

    /// Drops points that lie within the outline of the others, or on it between two: they bear nothing,
    /// unless one is the deepest.
    /// @param first  those before it stay
    void dropInner(std::uint32_t first) noexcept;

    /// Chooses. At most kMost points.
    /// @param tolerance  metres: a point that is deeper by no more than this does not count as deeper
    [[nodiscard]] std::span<const Contact> reduced(double tolerance) noexcept;

private:
    static constexpr std::uint32_t kRoom = 16;
    using Mask = std::array<bool, kRoom>;
    using FlatPoints = std::array<glm::dvec2, kRoom>;

    [[nodiscard]] FlatPoints flattened() const noexcept;
    void compact() noexcept;
    void chooseFour() noexcept;
    void bringBackDeepest(double tolerance) noexcept;
    void keepOnly(const Mask& kept) noexcept;

    glm::dvec3 normal_, along_;
    Contact deepest_{{}, std::numeric_limits<double>::infinity(), 0};  ///< of all, kept or not
    std::array<Contact, kRoom> contacts_;
    std::uint32_t count_ = 0;
};

}  // namespace sat3d::inline SAT3D_ABI
