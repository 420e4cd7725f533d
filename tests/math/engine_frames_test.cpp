#include <sat3d/math/engine_frames.hpp>

#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>
#include <gtest/gtest.h>

namespace {

using namespace sat3d;

const Pose kPose{{3.0f, -1.0f, 2.0f}, glm::angleAxis(0.7f, glm::normalize(glm::vec3(1.0f, 2.0f, -1.0f)))};

TEST(EngineFrames, RowMajorElementsAreRows) {
    const glm::mat4 matrix = kPose.matrix();
    const auto elements = rowMajor(matrix);
    EXPECT_EQ(elements[3], 3.0f);
    EXPECT_EQ(elements[7], -1.0f);
    EXPECT_EQ(elements[11], 2.0f);
    EXPECT_EQ(elements[1], matrix[1][0]);
    EXPECT_EQ(fromRowMajor(elements), matrix);
}

TEST(EngineFrames, MirrorsCommuteWithPosesAndAreTheirOwnInverse) {
    for (const MirrorAxis axis : {MirrorAxis::X, MirrorAxis::Y, MirrorAxis::Z}) {
        const glm::vec3 point(0.3f, 1.7f, -0.6f);
        const Pose there = mirrored(kPose, axis);
        EXPECT_LT(glm::distance(there * mirrored(point, axis), mirrored(kPose * point, axis)), 1e-6f);
        const glm::mat4 ofPose = there.matrix(), ofMatrix = mirrored(kPose.matrix(), axis);
        for (int column = 0; column < 4; ++column) {
            EXPECT_LT(glm::distance(ofPose[column], ofMatrix[column]), 1e-6f);
        }
        EXPECT_NEAR(glm::determinant(glm::mat3(ofMatrix)), 1.0f, 1e-5f) << "a rotation, not a mirror";
        EXPECT_EQ(mirrored(ofMatrix, axis), kPose.matrix());
        EXPECT_EQ(mirrored(there, axis).position, kPose.position);
        EXPECT_EQ(mirrored(there, axis).rotation, kPose.rotation);
    }
}

}  // namespace
