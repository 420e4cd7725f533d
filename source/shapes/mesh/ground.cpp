#include "math/is_finite.hpp"
#include "shapes/mesh/height_field_data.hpp"

#include <sat3d/shapes/ground.hpp>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <algorithm>

namespace sat3d::SAT3D_ABI {

namespace {

/// A place on the grid: a cell, and the position within it, in cells.
struct GridPlace {
    std::uint32_t column, row;
    double u, v;  ///< 0 .. 1 along x and y
};

/// Returns nothing beyond the border.
std::optional<GridPlace> placeAt(const HeightFieldData& data, double x, double y) {
    const std::uint32_t columns = data.columns - 1, rows = data.rows - 1;
    // The ground ends at its last vertices, whose coordinates are rounded.
    const auto inCells = [](double along, double size, std::uint32_t cells) {
        const bool isGround = along <= double(static_cast<float>(size * cells));
        return isGround ? std::min(along / size, double(cells)) : along / size;
    };
    const double column = inCells(x, double(data.cellSize.x), columns),
                 row = inCells(y, double(data.cellSize.y), rows);
    if (!(column >= 0.0 && column <= columns && row >= 0.0 && row <= rows)) {
        return std::nullopt;
    }
    const std::uint32_t i = std::min(static_cast<std::uint32_t>(column), columns - 1);
    const std::uint32_t j = std::min(static_cast<std::uint32_t>(row), rows - 1);
    return GridPlace{i, j, column - i, row - j};
}

bool isGround(const HeightFieldData& data, const GridPlace& place) {
    return data.isHole[std::size_t{place.row} * (data.columns - 1) + place.column] == 0;
}

/// Returns the place, or the same on a neighboring cell: the border of a hole belongs to its neighbors.
std::optional<GridPlace> groundPlace(const HeightFieldData& data, const GridPlace& place) {
    if (isGround(data, place)) {
        return place;
    }
    const GridPlace left{place.column - 1, place.row, 1.0, place.v},
        below{place.column, place.row - 1, place.u, 1.0}, across{place.column - 1, place.row - 1, 1.0, 1.0};
    const bool hasLeft = place.u == 0.0 && place.column > 0, hasBelow = place.v == 0.0 && place.row > 0;
    if (hasLeft && isGround(data, left)) {
        return left;
    }
    if (hasBelow && isGround(data, below)) {
        return below;
    }
    return hasLeft && hasBelow && isGround(data, across) ? std::optional(across) : std::nullopt;
}

/// Whether the place belongs to the cell's first triangle, on the +x side of the diagonal.
bool isOnFirst(const GridPlace& place) {
    return place.u >= place.v;
}

double heightOf(const HeightFieldData& data, const GridPlace& place) {
    const auto [i, j, u, v] = place;
    const double corner = data.point(i, j).z, opposite = data.point(i + 1, j + 1).z;
    const double side = isOnFirst(place) ? data.point(i + 1, j).z : data.point(i, j + 1).z;
    return isOnFirst(place) ? corner + u * (side - corner) + v * (opposite - side)
                            : corner + v * (side - corner) + u * (opposite - side);
}

/// Returns the normal of a triangle's front, of any length.
glm::dvec3 frontOf(const HeightFieldData& data, const GridPlace& place) {
    const auto [i, j, u, v] = place;
    const double corner = data.point(i, j).z, opposite = data.point(i + 1, j + 1).z;
    const double side = isOnFirst(place) ? data.point(i + 1, j).z : data.point(i, j + 1).z;
    const double alongX = isOnFirst(place) ? side - corner : opposite - side,
                 alongY = isOnFirst(place) ? opposite - side : side - corner;
    return {-alongX / double(data.cellSize.x), -alongY / double(data.cellSize.y), 1.0};
}

std::uint32_t cellOf(const HeightFieldData& data, const GridPlace& place) {
    return place.row * (data.columns - 1) + place.column;
}

glm::dvec3 inFrame(const RigidTransform& frame, const glm::dvec3& point) {
    return glm::transpose(frame.rotation) * (point - frame.translation);
}

}  // namespace

std::optional<float> HeightField::heightAt(float x, float y) const noexcept {
    const std::optional<GridPlace> place = placeAt(*data_, x, y);
    const std::optional<GridPlace> ground = place ? groundPlace(*data_, *place) : std::nullopt;
    return ground ? std::optional(static_cast<float>(heightOf(*data_, *ground))) : std::nullopt;
}

template <class T>
std::optional<BasicGround<T>> groundAt(const HeightField& field, const BasicPose<T>& pose,
                                       const std::type_identity_t<glm::vec<3, T>>& pointInWorld) noexcept {
    const HeightFieldData& data = field.data();
    const RigidTransform frame = localToWorld(pose);
    const glm::dvec3 local = inFrame(frame, glm::dvec3(pointInWorld));
    const std::optional<GridPlace> place = placeAt(data, local.x, local.y);
    const std::optional<GridPlace> found = place ? groundPlace(data, *place) : std::nullopt;
    if (!found || !(isFinite(local))) {
        return std::nullopt;
    }
    const double height = heightOf(data, *found);
    BasicGround<T> ground;
    ground.point = glm::vec<3, T>(frame.rotation * glm::dvec3(local.x, local.y, height) + frame.translation);
    ground.normal = glm::vec3(frame.rotation * glm::normalize(frontOf(data, *found)));
    ground.height = static_cast<float>(local.z - height);
    ground.triangle = 2 * cellOf(data, *found) + (isOnFirst(*found) ? 0 : 1);
    ground.tag = data.tags[cellOf(data, *found)];
    return ground;
}
template SAT3D_API std::optional<Ground> groundAt(const HeightField&, const Pose&, const glm::vec3&) noexcept;
template SAT3D_API std::optional<DGround> groundAt(const HeightField&, const DPose&,
                                                   const glm::dvec3&) noexcept;

template <class T>
std::optional<std::uint32_t> cellAt(const HeightField& field, const BasicPose<T>& pose,
                                    const std::type_identity_t<glm::vec<3, T>>& pointInWorld) noexcept {
    const glm::dvec3 local = inFrame(localToWorld(pose), glm::dvec3(pointInWorld));
    const std::optional<GridPlace> place = placeAt(field.data(), local.x, local.y);
    if (!place) {
        return std::nullopt;
    }
    return cellOf(field.data(), groundPlace(field.data(), *place).value_or(*place));
}
template SAT3D_API std::optional<std::uint32_t> cellAt(const HeightField&, const Pose&,
                                                       const glm::vec3&) noexcept;
template SAT3D_API std::optional<std::uint32_t> cellAt(const HeightField&, const DPose&,
                                                       const glm::dvec3&) noexcept;

template <class T>
BasicPose<T> levelPose(const HeightField& field, UpAxis up,
                       const std::type_identity_t<glm::vec<3, T>>& center) noexcept {
    constexpr T kRoot = T(0.70710678118654752440);
    const glm::vec<3, T> middle(T(0.5 * double(field.cellSize().x) * (field.columns() - 1)),
                                T(0.5 * double(field.cellSize().y) * (field.rows() - 1)), T(0));
    if (up == UpAxis::Z) {
        return {center - middle, glm::qua<T>(T(1), T(0), T(0), T(0))};
    }
    return {center - glm::vec<3, T>(middle.x, T(0), -middle.y), glm::qua<T>(kRoot, -kRoot, T(0), T(0))};
}
template SAT3D_API Pose levelPose(const HeightField&, UpAxis, const glm::vec3&) noexcept;
template SAT3D_API DPose levelPose(const HeightField&, UpAxis, const glm::dvec3&) noexcept;

}  // namespace sat3d::SAT3D_ABI
