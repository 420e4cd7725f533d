#pragma once

/// @file
/// Terrain: a grid of heights.

#include <sat3d/core/config.hpp>
#include <sat3d/core/result.hpp>
#include <sat3d/geometry/aabb.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/shape_error.hpp>
#include <sat3d/shapes/triangle.hpp>

#include <glm/ext/matrix_float3x3.hpp>
#include <glm/ext/vector_float2.hpp>
#include <glm/ext/vector_float3.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace sat3d::inline SAT3D_ABI {

namespace detail {
struct HeightFieldData;  // source/shapes/mesh/height_field_data.hpp
}

/// Why heights make no terrain. All offending ones are named, not only the first.
struct HeightFieldError {
    enum class Code {
        BadSize,    ///< fewer than two rows or columns, 2^30 cells or more, or not rows * columns heights
        BadCell,    ///< a cell size that is not finite and positive, or a field beyond 1e15 m
        NotFinite,  ///< a NaN or an infinity (holes are given as cells); indices: the heights
        BadHole,    ///< no cell of that number; indices: places in the list of holes
        BadTags,    ///< tags, but not one a cell
        Empty,      ///< nothing but holes
    };
    Code code;
    std::string message;                 ///< a sentence with the figures, and what to do about it
    std::vector<std::uint32_t> indices;  ///< those concerned (at most the first 1,000)
};

struct HeightFieldOptions {
    Sides sides = Sides::Front;
    /// Numbers of cells without ground.
    std::span<const std::uint32_t> holes;
    /// User tags (surface materials), one per cell, or none: then all are 0.
    std::span<const std::uint32_t> tags;
};

/// A surface over the rectangle from (0, 0) to (columns - 1, rows - 1) * cellSize of its own frame's x-y
/// plane, its front toward +z; the pose turns it where another axis is up. Immutable; copies share the data.
///
/// Height `row * columns + column` stands at x = column * cellSize.x, y = row * cellSize.y. Cell `row *
/// (columns - 1) + column` has that height at its corner with least x and y. It is cut from there to the
/// opposite corner: triangle 2 * cell lies toward +x, triangle 2 * cell + 1 toward +y.
class HeightField {
public:
    /// @param heights   metres, finite, row by row
    /// @param cellSize  metres, finite and positive
    /// @note  O(n); 4 bytes a height and about 11 a cell. Heights must not be larger than 1e15.
    [[nodiscard]] static SAT3D_API Result<HeightField, HeightFieldError> fromHeights(
        std::span<const float> heights, std::uint32_t columns, std::uint32_t rows, const glm::vec2& cellSize,
        const HeightFieldOptions& options = {});

    [[nodiscard]] SAT3D_API std::span<const float> heights() const noexcept;
    [[nodiscard]] SAT3D_API std::uint32_t columns() const noexcept;
    [[nodiscard]] SAT3D_API std::uint32_t rows() const noexcept;
    [[nodiscard]] SAT3D_API const glm::vec2& cellSize() const noexcept;
    [[nodiscard]] SAT3D_API Sides sides() const noexcept;
    /// Two a cell, those of holes counted.
    [[nodiscard]] SAT3D_API std::uint32_t triangleCount() const noexcept;
    /// @param number  below triangleCount() (asserted)
    [[nodiscard]] SAT3D_API Triangle triangle(std::uint32_t number) const noexcept;
    [[nodiscard]] SAT3D_API bool isHole(std::uint32_t cell) const noexcept;
    /// One per cell.
    [[nodiscard]] SAT3D_API std::span<const std::uint32_t> tags() const noexcept;

    /// The ground above or below a point of the x-y plane; nothing in a hole or beyond the border.
    /// @param x, y  shape's frame, metres
    [[nodiscard]] SAT3D_API std::optional<float> heightAt(float x, float y) const noexcept;

    /// For the library's own queries.
    [[nodiscard]] const detail::HeightFieldData& data() const noexcept { return *data_; }

private:
    explicit HeightField(std::shared_ptr<const detail::HeightFieldData> data) : data_(std::move(data)) {}
    std::shared_ptr<const detail::HeightFieldData> data_;

    friend SAT3D_API Result<HeightField, ShapeError> transformed(const HeightField& field,
                                                                 const glm::mat3& map);
};

/// The smallest box along the axes of the frame that `toFrame` leads to, rounded outward. O(cells).
[[nodiscard]] SAT3D_API Aabb bounds(const HeightField& field, const RigidTransform& toFrame) noexcept;

/// The point of the ground that reaches farthest, the first in the cells' order of equals. O(cells).
/// @param direction  shape's frame, any length but zero
[[nodiscard]] SAT3D_API glm::vec3 support(const HeightField& field, const glm::vec3& direction) noexcept;

/// Mapped by positive scales along its own axes, which leave it a field with its front up. Errors:
/// NotAligned, Flat, NotFinite.
[[nodiscard]] SAT3D_API Result<HeightField, ShapeError> transformed(const HeightField& field,
                                                                    const glm::mat3& map);

}  // namespace sat3d::inline SAT3D_ABI
