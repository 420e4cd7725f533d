#include "core/enum_names.hpp"
#include "core/format_numbers.hpp"
#include "math/compose.hpp"
#include "math/is_finite.hpp"
#include "math/pose_contract.hpp"
#include "math/unit_rotation.hpp"

#include <sat3d/math/engine_frames.hpp>
#include <sat3d/math/pose.hpp>

#include <glm/ext/matrix_double4x4.hpp>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <cmath>

namespace sat3d::SAT3D_ABI {

namespace {

constexpr double kSingular = 1e-6;
constexpr double kRigid = 1e-4;

/// Rotation matrix of a quaternion of any nonzero length. Dividing by the squared length replaces the
/// normalization.
glm::dmat3 rotationMatrix(const glm::dquat& q) noexcept {
    const double s = 2.0 / squaredLength(q);
    const double xx = s * q.x * q.x, yy = s * q.y * q.y, zz = s * q.z * q.z;
    const double xy = s * q.x * q.y, xz = s * q.x * q.z, yz = s * q.y * q.z;
    const double wx = s * q.w * q.x, wy = s * q.w * q.y, wz = s * q.w * q.z;
    return {glm::dvec3(1.0 - yy - zz, xy + wz, xz - wy), glm::dvec3(xy - wz, 1.0 - xx - zz, yz + wx),
            glm::dvec3(xz + wy, yz - wx, 1.0 - xx - yy)};
}

template <class T>
RigidTransform toWorld(const BasicPose<T>& pose) noexcept {
    assertSound(pose);
    return {rotationMatrix(glm::dquat(pose.rotation)), glm::dvec3(pose.position)};
}

/// Gram-Schmidt orthogonalization. The result is right-handed, even if the columns are mirrored.
glm::dmat3 rotationOf(const glm::dmat3& columns) {
    const glm::dvec3 x = glm::normalize(columns[0]);
    const glm::dvec3 y = glm::normalize(columns[1] - x * glm::dot(x, columns[1]));
    return {x, y, glm::cross(x, y)};
}

/// |determinant| of the matrix with normalized columns: 1 for orthogonal columns, 0 for a singular matrix.
double relativeVolume(const glm::dmat3& m) {
    const double lengths = glm::length(m[0]) * glm::length(m[1]) * glm::length(m[2]);
    return lengths > 0.0 ? std::abs(glm::determinant(m)) / lengths : 0.0;
}

}  // namespace

std::string_view toString(MirrorAxis axis) noexcept {
    return enumName<MirrorAxis::Z>(axis, {"X", "Y", "Z"});
}

std::string_view toString(PoseError::Code code) noexcept {
    return enumName<PoseError::Code::NotRigid>(code, {"NotFinite", "Projective", "Singular", "NotRigid"});
}

Result<DecomposedMatrix, PoseError> decomposeMatrix(const glm::mat4& matrix) {
    if (!isFinite(matrix[0]) || !isFinite(matrix[1]) || !isFinite(matrix[2]) || !isFinite(matrix[3])) {
        return Unexpected{PoseError{PoseError::Code::NotFinite, "the matrix holds a NaN or an infinity"}};
    }
    if (matrix[0][3] != 0.0f || matrix[1][3] != 0.0f || matrix[2][3] != 0.0f || matrix[3][3] != 1.0f) {
        return Unexpected{
            PoseError{PoseError::Code::Projective,
                      "the last row of the matrix is not 0 0 0 1: pass a model matrix, not one that "
                      "includes the projection"}};
    }
    const glm::dmat3 linear{glm::mat3(matrix)};
    if (relativeVolume(linear) < kSingular) {
        return Unexpected{
            PoseError{PoseError::Code::Singular,
                      "the matrix flattens space (a scale of zero, or columns in one plane): a solid "
                      "cannot be posed by it"}};
    }
    const glm::dmat3 rotation = rotationOf(linear);
    DecomposedMatrix result;
    result.pose.position = glm::vec3(matrix[3]);
    result.pose.rotation = glm::quat(glm::quat_cast(rotation));
    result.scaleShear = glm::mat3(glm::transpose(rotation) * linear);
    return result;
}

Result<Pose, PoseError> poseFromMatrix(const glm::mat4& matrix) {
    const auto split = decomposeMatrix(matrix);
    if (!split) {
        return Unexpected{split.error()};
    }
    double deviation = 0.0;
    for (int column = 0; column < 3; ++column) {
        for (int row = 0; row < 3; ++row) {
            deviation = std::max(
                deviation, std::abs(double(split->scaleShear[column][row]) - (row == column ? 1.0 : 0.0)));
        }
    }
    if (deviation > kRigid) {
        return Unexpected{
            PoseError{PoseError::Code::NotRigid,
                      "the matrix scales, mirrors or shears (by " + formatNumber(deviation) +
                          "): decompose it with decomposeMatrix, bake scaleShear into the shape with "
                          "transformed(), and use the pose"}};
    }
    return split->pose;
}

RigidTransform poseBInA(const Pose& poseA, const Pose& poseB) noexcept {
    return relative(toWorld(poseA), toWorld(poseB));
}
RigidTransform poseBInA(const DPose& poseA, const DPose& poseB) noexcept {
    return relative(toWorld(poseA), toWorld(poseB));
}
RigidTransform localToWorld(const Pose& pose) noexcept {
    return toWorld(pose);
}
RigidTransform localToWorld(const DPose& pose) noexcept {
    return toWorld(pose);
}

}  // namespace sat3d::SAT3D_ABI
