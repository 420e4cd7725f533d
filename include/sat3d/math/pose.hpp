#pragma once

/// @file
/// Rigid poses, and the way between them and a renderer's 4x4 matrices.

#include <sat3d/core/config.hpp>
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

namespace sat3d::inline SAT3D_ABI {

/// Where a shape stands: points go from the shape's frame to the world by rotation, then translation.
/// The rotation must have unit length (queries assert it to 1e-3 and renormalise in double).
/// DPose is for worlds so large that float positions are coarse; every verb takes either.
template <class T>
struct BasicPose {
    glm::vec<3, T> position{T(0)};                     ///< in world units (metres)
    glm::qua<T> rotation{T(1), glm::vec<3, T>(T(0))};  ///< unit quaternion, local to world

    /// Local point to world.
    [[nodiscard]] glm::vec<3, T> transformPoint(const glm::vec<3, T>& point) const {
        return position + rotation * point;
    }
    /// Local direction to world (no translation).
    [[nodiscard]] glm::vec<3, T> transformDirection(const glm::vec<3, T>& direction) const {
        return rotation * direction;
    }
    /// The pose that undoes this one: world to local.
    [[nodiscard]] BasicPose inverse() const {
        const glm::qua<T> back = glm::conjugate(rotation);
        return {back * -position, back};
    }
    /// Column-major matrix for a renderer.
    [[nodiscard]] glm::mat<4, 4, T> matrix() const {
        glm::mat<4, 4, T> result = glm::mat4_cast(rotation);
        result[3] = glm::vec<4, T>(position, T(1));
        return result;
    }
    /// Applies `right` first: (a * b).transformPoint(p) == a.transformPoint(b.transformPoint(p)).
    [[nodiscard]] friend BasicPose operator*(const BasicPose& left, const BasicPose& right) {
        return {left.transformPoint(right.position), left.rotation * right.rotation};
    }
};

using Pose = BasicPose<float>;
using DPose = BasicPose<double>;

/// Why a matrix is not a pose.
struct PoseError {
    enum class Code {
        NotFinite,   ///< a NaN or an infinity
        Projective,  ///< last row is not 0 0 0 1
        Singular,    ///< a zero scale: the matrix flattens
        NotRigid,    ///< scale, mirror or shear where only a rigid matrix fits
    };
    Code code;
    std::string message;
};

/// A matrix taken apart: matrix == pose.matrix() * mat4(stretch). `stretch` holds scale, shear and mirror:
/// bake it into the shape with transformed(), once, and use the pose in every frame.
struct PoseAndStretch {
    Pose pose;
    glm::mat3 stretch{1.0f};
};

/// Takes an affine, invertible matrix apart (Gram-Schmidt on its columns, in double). Errors: NotFinite,
/// Projective, Singular (the columns within 1e-6 of one plane, whatever their lengths, or one of no length).
[[nodiscard]] SAT3D_API Result<PoseAndStretch, PoseError> splitMatrix(const glm::mat4& matrix);

/// The pose of a rigid matrix; refuses scale, mirror and shear beyond 1e-4 (NotRigid: the message names the
/// cure).
[[nodiscard]] SAT3D_API Result<Pose, PoseError> poseFromMatrix(const glm::mat4& matrix);

/// A frame change in full precision: pointInA = rotation * pointInB + translation.
struct RigidTransform {
    glm::dmat3 rotation{1.0};
    glm::dvec3 translation{0.0};
};

/// B seen from A, computed in double and renormalised: a kilometre from the origin costs no precision beyond
/// that of the positions themselves.
[[nodiscard]] SAT3D_API RigidTransform poseBInA(const Pose& poseA, const Pose& poseB) noexcept;
[[nodiscard]] SAT3D_API RigidTransform poseBInA(const DPose& poseA, const DPose& poseB) noexcept;

/// Local to world in double, renormalised.
[[nodiscard]] SAT3D_API RigidTransform localToWorld(const Pose& pose) noexcept;
[[nodiscard]] SAT3D_API RigidTransform localToWorld(const DPose& pose) noexcept;

}  // namespace sat3d::inline SAT3D_ABI
