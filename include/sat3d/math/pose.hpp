#pragma once

/// @file
/// Rigid poses, and their conversion from and to 4x4 matrices.

#include <sat3d/core/result.hpp>

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/ext/matrix_float3x3.hpp>
#include <glm/ext/matrix_float4x4.hpp>
#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/quaternion_float.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/gtc/quaternion.hpp>

#include <string>
#include <string_view>

namespace sat3d::SAT3D_ABI {

/// Position and orientation of a shape. A pose maps points from the shape's local frame to the world: it
/// rotates first, then translates.
/// @code
/// sat3d::Pose tank{{10.0f, 0.0f, 5.0f}, glm::angleAxis(0.5f, glm::vec3(0, 1, 0))};
/// glm::vec3 muzzle = tank * barrelEnd;  // a point: local to world
/// sat3d::Pose turretInWorld = tank * turretInTank;
/// @endcode
/// The rotation must have unit length: queries assert it to 1e-3 and normalize in double. DPose is for worlds
/// in which float positions are too coarse; every query takes both.
template <class T>
struct BasicPose {
    glm::vec<3, T> position{T(0)};                     ///< meters
    glm::qua<T> rotation{T(1), glm::vec<3, T>(T(0))};  ///< unit quaternion, local to world

    /// Maps a local point to the world, like `pose * point`.
    [[nodiscard]] glm::vec<3, T> transformPoint(const glm::vec<3, T>& point) const {
        return position + rotation * point;
    }
    /// Maps a local direction to the world: rotates it, without translation.
    [[nodiscard]] glm::vec<3, T> transformDirection(const glm::vec<3, T>& direction) const {
        return rotation * direction;
    }
    /// Returns the inverse pose, which maps the world to local.
    [[nodiscard]] BasicPose inverse() const {
        const glm::qua<T> back = glm::conjugate(rotation);
        return {back * -position, back};
    }
    /// Returns the pose as a column-major matrix.
    [[nodiscard]] glm::mat<4, 4, T> matrix() const {
        glm::mat<4, 4, T> result = glm::mat4_cast(rotation);
        result[3] = glm::vec<4, T>(position, T(1));
        return result;
    }
    /// Maps a local point to the world, like transformPoint(). For directions use transformDirection().
    [[nodiscard]] friend glm::vec<3, T> operator*(const BasicPose& pose, const glm::vec<3, T>& point) {
        return pose.transformPoint(point);
    }
    /// Composition: applies `right` first, so (a * b) * point == a * (b * point) up to rounding.
    [[nodiscard]] friend BasicPose operator*(const BasicPose& left, const BasicPose& right) {
        return {left.transformPoint(right.position), left.rotation * right.rotation};
    }
};

using Pose = BasicPose<float>;
using DPose = BasicPose<double>;

/// Reason why a matrix cannot be converted to a pose.
struct PoseError {
    enum class Code {
        NotFinite,   ///< an element is a NaN or an infinity
        Projective,  ///< the last row is not 0 0 0 1
        Singular,    ///< the columns lie in one plane, or one of them is zero
        NotRigid,    ///< the matrix contains scale, mirror or shear, and a rigid matrix is required
    };
    Code code;
    std::string message;
};
/// Name of the enumerator, such as "NotRigid".
[[nodiscard]] SAT3D_API std::string_view toString(PoseError::Code code) noexcept;

/// Decomposition of an affine matrix: matrix == pose.matrix() * mat4(scaleShear). `scaleShear` holds scale,
/// shear and mirror. Apply it to the shape once with transformed(), and use the pose in every frame.
struct DecomposedMatrix {
    Pose pose;
    glm::mat3 scaleShear{1.0f};
};

/// Decomposes an affine, invertible matrix by Gram-Schmidt orthogonalization of its columns, in double.
/// @return the error NotFinite, Projective or Singular (the determinant of the normalized columns is below
/// 1e-6)
[[nodiscard]] SAT3D_API Result<DecomposedMatrix, PoseError> decomposeMatrix(const glm::mat4& matrix);

/// Converts a rigid matrix to a pose. Scale, mirror and shear beyond 1e-4 are the error NotRigid.
[[nodiscard]] SAT3D_API Result<Pose, PoseError> poseFromMatrix(const glm::mat4& matrix);

/// Rigid transformation in double, with the rotation as a matrix: pointInA = rotation * pointInB +
/// translation.
struct RigidTransform {
    glm::dmat3 rotation{1.0};
    glm::dvec3 translation{0.0};
};

/// Relative pose of B in the frame of A, computed in double from normalized rotations. The computation loses
/// no precision far from the origin. Only the given positions are coarser there.
[[nodiscard]] SAT3D_API RigidTransform poseBInA(const Pose& poseA, const Pose& poseB) noexcept;
[[nodiscard]] SAT3D_API RigidTransform poseBInA(const DPose& poseA, const DPose& poseB) noexcept;

/// Converts a pose to a transformation from local to world, in double, with the rotation normalized.
[[nodiscard]] SAT3D_API RigidTransform localToWorld(const Pose& pose) noexcept;
[[nodiscard]] SAT3D_API RigidTransform localToWorld(const DPose& pose) noexcept;

}  // namespace sat3d::SAT3D_ABI
