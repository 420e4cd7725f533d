#include "support/hulls.hpp"

#include <sat3d/narrowphase/distance.hpp>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <array>

// The axis of a capsule passes an edge at a micrometer. The search for the closest point ended at a billionth
// of the capsule's length, which is far beside such a gap: the normal, from point to point, was off by up to
// 3 degrees.

namespace {

using namespace sat3d;

TEST(LongCapsules, HaveTheNormalOfTheEdgeThatTheyPass) {
    const auto wedge = test::hullOf(std::array<glm::vec3, 6>{
        {{0, -.5f, 0}, {0, .5f, 0}, {-.5f, -.5f, .5f}, {.5f, -.5f, .5f}, {-.5f, .5f, .5f}, {.5f, .5f, .5f}}});
    for (const double gap : {1e-6, 1e-5, 1e-4, 1e-3}) {
        for (int i = 1; i <= 200; ++i) {
            const float slope = 1e-4f * float(i);
            const glm::vec3 along(1, 0.3f, slope);
            const Capsule capsule{along * -40.0f, along * 60.0f, 2.5f};
            const glm::vec3 right = glm::normalize(glm::vec3(-slope, 0, 1));
            for (const bool isFirst : {true, false}) {
                const DPose pose{{0, 0, gap}};
                const glm::vec3 normal = isFirst ? distance(capsule, DPose{}, wedge, pose).normal
                                                 : -distance(wedge, pose, capsule, DPose{}).normal;
                EXPECT_LT(glm::length(normal - right), 1e-5f) << "gap " << gap << ", slope " << slope;
            }
        }
    }
}

}  // namespace
