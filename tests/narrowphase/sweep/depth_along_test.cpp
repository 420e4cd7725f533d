#include "support/random_convex.hpp"
#include "support/surfaces.hpp"
#include "support/trials.hpp"

#include <sat3d/narrowphase/depth_along.hpp>
#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/narrowphase/penetration.hpp>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

namespace {

using namespace sat3d;
using test::Random;

TEST(DepthAlong, ClearsOneSidedGroundBesideAPeak) {
    const std::vector<float> heights{0, 0, 0, 1, 0, 0, 0, 2, 0};
    const HeightField field = test::fieldOf(heights, 3);
    const Box box{.halfExtents = glm::vec3(0.3f)};
    Pose pose{{1.2f, 1.2f, 0.2f}};
    const auto push = pushOutAlong(field, Pose{}, box, pose, {0, 0, 1});
    ASSERT_TRUE(push);
    EXPECT_NEAR(push->z, 1.2f, 1e-5f);
    pose.position += *push;
    EXPECT_FALSE(overlaps(field, Pose{}, box, pose));
}

/// Boxes above and below the ground, pushed roughly upward: clear afterwards, and overlapping all along the
/// way.
TEST(DepthAlong, IsTheFirstClearPlaceOfOneSidedTerrain) {
    int above = 0, below = 0, oblique = 0, overlapsOnWay = 0, tooFar = 0;
    Random random(651);
    while (above + below < 10000) {
        std::vector<float> heights(25);
        for (float& height : heights) {
            height = float(random.uniform(-1.0, 1.0));
        }
        const HeightField field = test::fieldOf(heights, 5);
        const Box box{.halfExtents =
                          glm::vec3{float(random.uniform(0.1, 0.6)), float(random.uniform(0.1, 0.6)),
                                    float(random.uniform(0.1, 0.6))}};
        for (int i = 0; i < 20; ++i) {
            const DPose pose{{random.uniform(0.0, 4.0), random.uniform(0.0, 4.0), random.uniform(-1.0, 1.0)},
                             random.rotation()};
            const glm::vec3 up = glm::normalize(
                glm::vec3{float(random.uniform(-0.35, 0.35)), float(random.uniform(-0.35, 0.35)), 1.0f});
            const auto depth = depthAlong(field, DPose{}, box, pose, up);
            ASSERT_EQ(depth.has_value(), overlaps(field, DPose{}, box, pose));
            if (!depth) {
                continue;
            }
            const float ground =
                field.heightAt(float(pose.position.x), float(pose.position.y)).value_or(0.0f);
            (float(pose.position.z) >= ground ? above : below) += 1;
            oblique += up.z < 0.95f ? 1 : 0;
            ASSERT_TRUE(std::isfinite(*depth));
            const glm::dvec3 unit = glm::normalize(glm::dvec3(up));
            const DPose after{pose.position + unit * double(*depth), pose.rotation};
            ASSERT_FALSE(overlaps(field, DPose{}, box, after)) << "seed step " << above + below;
            // No farther than needed: every place before overlaps, up to rounding.
            for (int step = 0; step < 8; ++step) {
                const double before = (double(*depth) - 1e-5) * step / 8.0;
                if (before > 0.0 &&
                    !overlaps(field, DPose{}, box, DPose{pose.position + unit * before, pose.rotation})) {
                    ++tooFar;
                    break;
                }
                ++overlapsOnWay;
            }
        }
    }
    std::printf("%d above, %d below, %d oblique, %d places before\n", above, below, oblique, overlapsOnWay);
    EXPECT_EQ(tooFar, 0);
    EXPECT_GT(above, 3000);
    EXPECT_GT(below, 1000);
    EXPECT_GT(oblique, 500);
}

/// As a game adds it: the new position is rounded to float, far from the origin too.
TEST(DepthAlong, PushOfAPoseIsClearWhenItIsAdded) {
    Random random(652);
    int pushed = 0;
    for (int trial = 0; trial < 300; ++trial) {
        std::vector<float> heights(25);
        for (float& height : heights) {
            height = float(random.uniform(-1.0, 1.0));
        }
        const HeightField field = test::fieldOf(heights, 5);
        const double far = trial % 3 == 0 ? 0.0 : trial % 3 == 1 ? 130.0 : 2000.0;
        const Pose ground{glm::vec3(random.inBox(far))};
        const Box box{.halfExtents = glm::vec3(random.inBox(0.25)) + 0.35f};
        for (int i = 0; i < 20; ++i) {
            Pose pose{
                ground.position + glm::vec3{float(random.uniform(0.0, 4.0)), float(random.uniform(0.0, 4.0)),
                                            float(random.uniform(-1.0, 1.0))},
                glm::quat(random.rotation())};
            if (const auto push = pushOutAlong(field, ground, box, pose, {0, 0, 1})) {
                ++pushed;
                pose.position += *push;
                EXPECT_FALSE(overlaps(field, ground, box, pose)) << trial;
            }
        }
    }
    EXPECT_GT(pushed, 2500);
}

/// Between boxes that meet, a gap may be so narrow that the rounded sum of position and push misses it.
template <class T>
void expectClearOnALattice(int& pushed) {
    Random random(655);
    const auto quarters = [&](int least, int most) {
        const auto one = [&] {
            return 0.25f * float(least + int(random.below(std::uint32_t(most - least + 1))));
        };
        const float x = one(), y = one();
        return glm::vec3(x, y, one());
    };
    for (int trial = 0; trial < test::fewTrialsCount(20000); ++trial) {
        const Box box{.halfExtents = quarters(1, 4)};
        std::vector<CompoundChild> children;
        for (int i = 0; i < 3; ++i) {
            const Pose inCompound{quarters(-3, 3)};
            children.push_back({Box{.halfExtents = quarters(1, 4)}, inCompound});
        }
        const Compound compound = *Compound::fromChildren(children);
        BasicPose<T> pose{glm::vec<3, T>(quarters(-6, 6))};
        const BasicPose<T> poseOfCompound{glm::vec<3, T>(quarters(-6, 6))};
        const glm::vec3 direction = quarters(-1, 1);
        if (direction == glm::vec3(0.0f)) {
            continue;
        }
        if (const auto push = pushOutAlong(compound, poseOfCompound, box, pose, direction)) {
            ++pushed;
            pose.position += glm::vec<3, T>(*push);
            ASSERT_FALSE(overlaps(compound, poseOfCompound, box, pose)) << "seed 655, trial " << trial;
        }
    }
}

TEST(DepthAlong, PushPassesGapsThatRoundingMisses) {
    int pushed = 0;
    expectClearOnALattice<float>(pushed);
    expectClearOnALattice<double>(pushed);
    EXPECT_GT(pushed, test::fewTrialsCount(5000));
}

/// Bodies that touch up to rounding: "push until clear" must neither lack a push nor go on forever.
template <class S>
void expectPushesUntilClear(Random& random, const S& surface, int& overlapping) {
    const ConvexShape body = test::randomConvex(random, random.below(test::kConvexTypes));
    DPose pose{{random.uniform(0.0, 2.0), random.uniform(0.0, 2.0), random.uniform(-1.0, 1.0)},
               random.rotation()};
    for (int step = 0; step < 3; ++step) {
        const DDistance now = distance(surface, DPose{}, body, pose);
        if (std::isinf(now.separation)) {
            return;  // a field of holes
        }
        pose.position -= double(now.separation) * glm::dvec3(now.normal);
    }
    const glm::vec3 direction(random.direction());
    EXPECT_EQ(depthAlong(surface, DPose{}, body, pose, direction).has_value(),
              overlaps(surface, DPose{}, body, pose));
    int pushes = 0;
    for (; pushes < 5 && overlaps(surface, DPose{}, body, pose); ++pushes) {
        const auto push = pushOutAlong(surface, DPose{}, body, pose, direction);
        ASSERT_TRUE(push);
        pose.position += glm::dvec3(*push);
    }
    EXPECT_FALSE(overlaps(surface, DPose{}, body, pose));
    overlapping += pushes > 0 ? 1 : 0;
}

TEST(DepthAlong, AnswersAlsoIfOnlyRoundingDecidesThatShapesOverlap) {
    int overlapping = 0;
    test::forEachTrial(654, test::fewTrialsCount(3000), [&](Random& random, int) {
        expectPushesUntilClear(random, test::randomSoup(random, 12, Sides::Both), overlapping);
        expectPushesUntilClear(random, test::randomField(random), overlapping);
        expectPushesUntilClear(random, test::randomCompound(random, 3), overlapping);
        expectPushesUntilClear(random, test::boxHull({1.0, 0.5, 0.25}), overlapping);
    });
    std::printf("%d of 12000 overlap by rounding\n", overlapping);
    EXPECT_GT(overlapping, 500);
}

TEST(DepthAlong, EndsWhereTheCenterPassesBehindAOneSidedTriangle) {
    const std::vector<float> flat(4, 0.0f);
    const HeightField front = test::fieldOf(flat, 2, {10, 10}),
                      both = test::fieldOf(flat, 2, {10, 10}, {Sides::Both, {}, {}});
    const Sphere ball{.radius = 1.0f};
    const Pose pose{{3, 6, 0.5f}};
    EXPECT_NEAR(*depthAlong(front, Pose{}, ball, pose, {0, 0, -1}), 0.5f, 1e-5f);
    EXPECT_NEAR(*depthAlong(both, Pose{}, ball, pose, {0, 0, -1}), 1.5f, 1e-5f);
    EXPECT_NEAR(*depthAlong(front, Pose{}, ball, pose, {0, 0, 1}), 0.5f, 1e-5f);
}

/// The squares of such lengths are no floats.
TEST(DepthAlong, TheLengthOfTheDirectionDoesNotCount) {
    const Compound two = *Compound::fromChildren(
        {{Sphere{.radius = 1.0f}, Pose{}}, {Sphere{.radius = 1.0f}, Pose{{0, 0, 1}}}});
    const Sphere ball{.radius = 0.5f};
    const Pose pose{{0.25f, 0, 0}};
    const auto push = pushOutAlong(two, Pose{}, ball, pose, {0, 0, 1});
    ASSERT_TRUE(push);
    for (const float length : {1e-37f, 1e-30f, 1e-20f, 1e20f, 1e30f, 3e38f}) {
        EXPECT_EQ(pushOutAlong(two, Pose{}, ball, pose, {0, 0, length}), push);
        EXPECT_EQ(depthAlong(two, Pose{}, ball, pose, {0, 0, length}),
                  depthAlong(two, Pose{}, ball, pose, {0, 0, 1}));
    }
}

}  // namespace
