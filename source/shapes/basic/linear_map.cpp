#include "shapes/basic/linear_map.hpp"

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace sat3d::SAT3D_ABI {

namespace {

/// A map is singular if its determinant is below this fraction of the product of its columns' lengths.
constexpr double kFlat = 1e-6;

glm::dvec3 columnLengths(const glm::dmat3& m) {
    return {glm::length(m[0]), glm::length(m[1]), glm::length(m[2])};
}

}  // namespace

glm::dmat3 normalMap(const glm::dmat3& m) {
    const glm::dmat3 cofactors(glm::cross(m[1], m[2]), glm::cross(m[2], m[0]), glm::cross(m[0], m[1]));
    return glm::determinant(m) < 0.0 ? -cofactors : cofactors;
}

std::optional<ShapeError> faultOfMap(const glm::mat3& map) {
    if (!isFinite(map[0]) || !isFinite(map[1]) || !isFinite(map[2])) {
        return ShapeError{ShapeError::Code::NotFinite, "the map holds a NaN or an infinity"};
    }
    const glm::dmat3 m(map);
    const glm::dvec3 lengths = columnLengths(m);
    if (!(std::abs(glm::determinant(m)) > kFlat * lengths.x * lengths.y * lengths.z)) {
        return ShapeError{ShapeError::Code::SingularMap,
                          "the map is singular (scales of " + scaleText(map) +
                              ", or columns in one plane): give every axis a scale other than zero"};
    }
    return std::nullopt;
}

std::optional<double> uniformScale(const glm::mat3& map) {
    const glm::dmat3 m(map);
    const glm::dvec3 lengths = columnLengths(m);
    const double scale = (lengths.x + lengths.y + lengths.z) / 3.0;
    double off = 0.0;
    for (int i = 0; i < 3; ++i) {
        off = std::max({off, std::abs(lengths[i] - scale) * scale, std::abs(glm::dot(m[i], m[(i + 1) % 3]))});
    }
    return off <= kMapTolerance * scale * scale ? std::optional(scale) : std::nullopt;
}

std::string scaleText(const glm::mat3& map) {
    const glm::dvec3 lengths = columnLengths(glm::dmat3(map));
    char text[96];
    std::snprintf(text, sizeof text, "%g x %g x %g", lengths.x, lengths.y, lengths.z);
    return text;
}

ShapeError notUniform(const char* what, const glm::mat3& map) {
    return {ShapeError::Code::NonUniformScale,
            std::string("a ") + what + " takes uniform scale only, not scales of " + scaleText(map) +
                " (or shear): scale all axes equally, or build a ConvexHull from points on "
                "its surface and transform that"};
}

}  // namespace sat3d::SAT3D_ABI
