#include <sat3d/math/pose.hpp>

#include <glm/ext/matrix_transform.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace {

using sat3d::DPose;
using sat3d::Pose;
using sat3d::PoseError;

const glm::vec3 kAxis = glm::normalize(glm::vec3(1.0f, 2.0f, -0.5f));

double distance(const glm::dvec3& a, const glm::dvec3& b) {
    return glm::length(a - b);
}

TEST(Pose, InverseMapsBack) {
    const Pose pose{{1.0f, -2.0f, 3.0f}, glm::angleAxis(0.7f, kAxis)};
    const glm::vec3 point{0.3f, 5.0f, -1.0f};
    EXPECT_LT(distance(pose.inverse().transformPoint(pose.transformPoint(point)), point), 2e-6);
}

TEST(Pose, TimesAPointIsTransformPoint) {
    const Pose pose{{1.0f, -2.0f, 3.0f}, glm::angleAxis(0.7f, kAxis)};
    const glm::vec3 point{0.3f, 5.0f, -1.0f};
    EXPECT_EQ(pose * point, pose.transformPoint(point));
    const DPose precise{{1.0, -2.0, 3.0}, glm::angleAxis(0.7, glm::dvec3(kAxis))};
    EXPECT_EQ(precise * glm::dvec3(point), precise.transformPoint(point));
}

TEST(Pose, ProductAppliesTheRightPoseFirst) {
    const Pose a{{1.0f, 0.0f, 0.0f}, glm::angleAxis(0.5f, kAxis)};
    const Pose b{{0.0f, 4.0f, 0.0f}, glm::angleAxis(-1.5f, glm::vec3(0, 0, 1))};
    const glm::vec3 point{2.0f, 3.0f, 4.0f};
    EXPECT_LT(distance((a * b).transformPoint(point), a.transformPoint(b.transformPoint(point))), 2e-6);
    EXPECT_LT(
        distance(glm::vec3(a.matrix() * b.matrix() * glm::vec4(point, 1.0f)), (a * b).transformPoint(point)),
        2e-6);
}

TEST(DecomposeMatrix, SeparatesScaleMirrorAndShear) {
    const glm::mat4 rigid = Pose{{4.0f, 5.0f, 6.0f}, glm::angleAxis(1.1f, kAxis)}.matrix();
    const glm::mat4 scaleShear = glm::mat4(glm::mat3(2.0f, 0.0f, 0.0f, 0.5f, -1.0f, 0.0f, 0.0f, 0.25f, 3.0f));
    const glm::mat4 matrix = rigid * scaleShear;
    const auto decomposed = sat3d::decomposeMatrix(matrix);
    ASSERT_TRUE(decomposed);
    EXPECT_LT(glm::determinant(decomposed->scaleShear), 0.0f)
        << "the mirror is part of scaleShear, not of the rotation";
    const glm::mat4 again = decomposed->pose.matrix() * glm::mat4(decomposed->scaleShear);
    for (int column = 0; column < 4; ++column) {
        EXPECT_LT(glm::length(again[column] - matrix[column]), 3e-6f);
    }
}

TEST(DecomposeMatrix, RejectsInvalidMatrices) {
    glm::mat4 nan(1.0f);
    nan[1][2] = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(sat3d::decomposeMatrix(nan).error().code, PoseError::Code::NotFinite);
    glm::mat4 projective(1.0f);
    projective[2][3] = -1.0f;
    EXPECT_EQ(sat3d::decomposeMatrix(projective).error().code, PoseError::Code::Projective);
    EXPECT_EQ(sat3d::decomposeMatrix(glm::scale(glm::mat4(1.0f), {1.0f, 0.0f, 1.0f})).error().code,
              PoseError::Code::Singular);
}

TEST(PoseFromMatrix, AcceptsRigidMatricesOnly) {
    const Pose pose{{4.0f, 5.0f, 6.0f}, glm::angleAxis(2.5f, kAxis)};
    const auto back = sat3d::poseFromMatrix(pose.matrix());
    ASSERT_TRUE(back);
    EXPECT_EQ(back->position, pose.position);
    EXPECT_NEAR(std::abs(glm::dot(back->rotation, pose.rotation)), 1.0f, 1e-6f);
    EXPECT_EQ(sat3d::poseFromMatrix(glm::scale(glm::mat4(1.0f), glm::vec3(1.01f))).error().code,
              PoseError::Code::NotRigid);
    EXPECT_EQ(sat3d::poseFromMatrix(glm::scale(glm::mat4(1.0f), {1.0f, 1.0f, -1.0f})).error().code,
              PoseError::Code::NotRigid);
}

TEST(PoseBInA, KeepsPrecisionFarFromTheOrigin) {
    const glm::dquat rotation = glm::angleAxis(0.9, glm::dvec3(kAxis));
    const DPose a{{1e6, -2e6, 3e6}, rotation};
    const DPose b{{1e6 + 0.125, -2e6 + 0.25, 3e6}, rotation};
    const auto relative = sat3d::poseBInA(a, b);
    EXPECT_LT(distance(a.transformDirection(relative.translation), {0.125, 0.25, 0.0}), 1e-9);
    EXPECT_LT(distance(relative.rotation * glm::dvec3(1, 2, 3), {1, 2, 3}), 1e-14);
}

TEST(PoseBInA, RenormalizesTheRotation) {
    Pose b{{1.0f, 0.0f, 0.0f}, glm::angleAxis(0.9f, kAxis)};
    b.rotation *= 1.0005f;
    const auto relative = sat3d::poseBInA(Pose{}, b);
    EXPECT_NEAR(glm::determinant(relative.rotation), 1.0, 1e-14);
}

TEST(PoseError, HasNames) {
    EXPECT_EQ(toString(PoseError::Code::NotFinite), "NotFinite");
    EXPECT_EQ(toString(PoseError::Code::NotRigid), "NotRigid");
    EXPECT_EQ(toString(PoseError::Code(99)), "?");
}

}  // namespace
