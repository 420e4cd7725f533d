#pragma once

/// @file
/// Height field: terrain as a grid of heights.

#include <sat3d/core/result.hpp>
#include <sat3d/core/shared_data.hpp>
#include <sat3d/geometry/aabb.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/shape_error.hpp>
#include <sat3d/shapes/triangle.hpp>

#include <glm/ext/matrix_float3x3.hpp>
#include <glm/ext/vector_float2.hpp>
#include <glm/ext/vector_float3.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sat3d::SAT3D_ABI {

namespace detail {
struct HeightFieldData;  // source/shapes/mesh/height_field_data.hpp
}

/// Reason why heights make no terrain. Lists all offending elements, not only the first.
struct HeightFieldError {
    enum class Code {
        BadSize,    ///< fewer than two rows or columns, 2^30 cells or more, or not rows * columns heights
        BadRange,   ///< a range of heights that reaches beyond the field
        BadCell,    ///< a cell size that is not finite and positive, or a field beyond 1e15 m
        NotFinite,  ///< a height that is NaN or infinite (holes are given as cells); indices: the heights
        BadHole,    ///< a cell number out of range; indices: positions in the list of holes
        BadTags,    ///< tags given, but not one per cell
        Empty,      ///< every cell is a hole
    };
    Code code;
    std::string message;                 ///< one sentence with the numbers, and what to do about it
    std::vector<std::uint32_t> indices;  ///< the offending elements (at most the first 1,000)
};

struct HeightFieldOptions {
    Sides sides = Sides::Front;
    /// Numbers of the cells without ground.
    std::span<const std::uint32_t> holes = {};
    /// User tags (surface materials), one per cell, or none: then all are 0.
    std::span<const std::uint32_t> tags = {};
};

/// A rectangle of heights of a field: `columns` x `rows` of them, from the height at (column, row) on. It may
/// be empty.
struct HeightRange {
    std::uint32_t column = 0, row = 0;
    std::uint32_t columns = 0, rows = 0;
};

/// A surface over the rectangle from (0, 0) to (columns - 1, rows - 1) * cellSize of the x-y plane of its own
/// frame. Its front faces +z; if another axis is up, the pose rotates it (levelPose() in ground.hpp). A
/// value: copies share the data, and changing one (withHeights) changes no other.
///
/// Height `row * columns + column` is at x = column * cellSize.x, y = row * cellSize.y. Cell `row *
/// (columns - 1) + column` has that height at its vertex with the smallest x and y. The cell's diagonal joins
/// this vertex and the opposite one: triangle 2 * cell is on the +x side, triangle 2 * cell + 1 on the +y
/// side.
class HeightField {
public:
    /// Builds a height field.
    /// @code
    /// auto hills = HeightField::fromHeights(heights, 65, 65, {4.0f, 4.0f});
    /// @endcode
    /// @param heights   meters, finite, row by row, at most 1e15
    /// @param cellSize  meters, finite and positive
    /// @note  O(n) time; 4 bytes per height and about 11 per cell.
    [[nodiscard]] static SAT3D_API Result<HeightField, HeightFieldError> fromHeights(
        std::span<const float> heights, std::uint32_t columns, std::uint32_t rows, const glm::vec2& cellSize,
        const HeightFieldOptions& options = {});

    /// Returns the field with other heights in a range, as a crater needs it: the same, to the bit, as a
    /// field made anew by fromHeights(). Cell size, sides, tags and holes stay.
    ///
    ///     if (auto changed = std::move(ground).withHeights(crater, deeper))
    ///         ground = *std::move(changed);
    ///
    /// Called on an rvalue that shares its data with no copy, it changes them in place, in time of the range.
    /// Otherwise it copies the field first (about 12 bytes per cell): copies made before keep their heights.
    /// After an error the field is what it was.
    /// @param heights  meters, of the range, row by row: range.columns * range.rows of them
    [[nodiscard]] SAT3D_API Result<HeightField, HeightFieldError> withHeights(
        const HeightRange& range, std::span<const float> heights) const&;
    [[nodiscard]] SAT3D_API Result<HeightField, HeightFieldError> withHeights(
        const HeightRange& range, std::span<const float> heights) &&;

    [[nodiscard]] SAT3D_API std::span<const float> heights() const noexcept;
    [[nodiscard]] SAT3D_API std::uint32_t columns() const noexcept;
    [[nodiscard]] SAT3D_API std::uint32_t rows() const noexcept;
    [[nodiscard]] SAT3D_API const glm::vec2& cellSize() const noexcept;
    [[nodiscard]] SAT3D_API Sides sides() const noexcept;
    /// Two per cell, including holes.
    [[nodiscard]] SAT3D_API std::uint32_t triangleCount() const noexcept;
    /// @param number  below triangleCount() (asserted)
    [[nodiscard]] SAT3D_API Triangle triangle(std::uint32_t number) const noexcept;
    [[nodiscard]] SAT3D_API bool isHole(std::uint32_t cell) const noexcept;
    /// One per cell.
    [[nodiscard]] SAT3D_API std::span<const std::uint32_t> tags() const noexcept;

    /// Returns the height of the ground at a point of the x-y plane; nothing in a hole or beyond the border.
    /// @param x, y  in the shape's frame, meters
    [[nodiscard]] SAT3D_API std::optional<float> heightAt(float x, float y) const noexcept;

    /// Internal data, for the library's own queries.
    [[nodiscard]] const detail::HeightFieldData& data() const noexcept { return *data_; }

private:
    explicit HeightField(detail::SharedData<detail::HeightFieldData> data) : data_(std::move(data)) {}
    detail::SharedData<detail::HeightFieldData> data_;  ///< changed only by a sole owner

    friend SAT3D_API Result<HeightField, ShapeError> transformed(const HeightField& field,
                                                                 const glm::mat3& map);
};

/// Returns the axis-aligned bounding box, in the target frame of `toFrame`, of the ground's own box: the
/// smallest box around the ground where the axes of both frames are parallel, as for a level field with any
/// axis up, and larger for a tilted field. Rounded outward. O(1).
[[nodiscard]] SAT3D_API Aabb bounds(const HeightField& field, const RigidTransform& toFrame) noexcept;

/// Returns the support point: the point of the ground farthest along the direction; on ties, the first in the
/// order of the heights. O(cells).
/// @param direction  in the shape's frame, not zero
[[nodiscard]] SAT3D_API glm::vec3 support(const HeightField& field, const glm::vec3& direction) noexcept;

/// Applies positive scales along the field's own axes. Errors: NonAxisAlignedScale, SingularMap, NotFinite.
[[nodiscard]] SAT3D_API Result<HeightField, ShapeError> transformed(const HeightField& field,
                                                                    const glm::mat3& map);

/// Returns the name of the enumerator: "BadSize".
[[nodiscard]] SAT3D_API std::string_view toString(HeightFieldError::Code code) noexcept;

}  // namespace sat3d::SAT3D_ABI
