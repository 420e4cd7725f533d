#pragma once

/// @file
/// Poses and matrices for engines with other conventions: row-major matrices, left-handed axes.

#include <sat3d/math/pose.hpp>

#include <glm/ext/matrix_float4x4.hpp>
#include <glm/ext/quaternion_float.hpp>
#include <glm/ext/vector_float3.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace sat3d::SAT3D_ABI {

// glm::mat4, as Pose::matrix() returns it and poseFromMatrix() takes it, is column-major, like OpenGL and
// three.js: the translation is m[3], elements 12 to 14 in memory.

/// Returns the elements row by row, as OGRE, Assimp and most math on paper have them: the translation is at
/// 3, 7 and 11. Irrlicht and Direct3D store the transposed matrix row by row, which is glm::mat4 in memory.
[[nodiscard]] inline std::array<float, 16> rowMajor(const glm::mat4& matrix) noexcept {
    std::array<float, 16> elements{};
    for (std::size_t i = 0; i < 16; ++i) {
        elements[i] = matrix[static_cast<int>(i % 4)][static_cast<int>(i / 4)];
    }
    return elements;
}
/// Returns the matrix with these elements, row by row.
[[nodiscard]] inline glm::mat4 fromRowMajor(std::span<const float, 16> elements) noexcept {
    glm::mat4 matrix(0.0f);
    for (std::size_t i = 0; i < 16; ++i) {
        matrix[static_cast<int>(i % 4)][static_cast<int>(i / 4)] = elements[i];
    }
    return matrix;
}

/// The axis of which a mirror negates the coordinates. Left-handed engines with y up (Irrlicht, Unity,
/// Direct3D) take Z, Unreal with z up takes Y.
enum class MirrorAxis : std::uint8_t { X, Y, Z };
/// Returns the name of the enumerator: "X".
[[nodiscard]] SAT3D_API std::string_view toString(MirrorAxis axis) noexcept;

// Mirrors convert in both directions: each is its own inverse.

/// Returns a point or a direction in the mirrored frame.
[[nodiscard]] inline glm::vec3 mirrored(glm::vec3 vector, MirrorAxis axis = MirrorAxis::Z) noexcept {
    float& coordinate = vector[static_cast<int>(axis)];
    coordinate = -coordinate;
    return vector;
}
/// Returns the pose in the mirrored frame. The points of the shape must be mirrored as well.
[[nodiscard]] inline Pose mirrored(const Pose& pose, MirrorAxis axis = MirrorAxis::Z) noexcept {
    const glm::vec3 turn(-pose.rotation.x, -pose.rotation.y, -pose.rotation.z);
    return {mirrored(pose.position, axis), glm::quat(pose.rotation.w, mirrored(turn, axis))};
}
/// Returns the matrix in the mirrored frame: negates the elements whose row or column, but not both, is the
/// axis.
[[nodiscard]] inline glm::mat4 mirrored(glm::mat4 matrix, MirrorAxis axis = MirrorAxis::Z) noexcept {
    const auto k = static_cast<int>(axis);
    for (int other = 0; other < 4; ++other) {
        if (other != k) {
            matrix[k][other] = -matrix[k][other];
            matrix[other][k] = -matrix[other][k];
        }
    }
    return matrix;
}

}  // namespace sat3d::SAT3D_ABI
