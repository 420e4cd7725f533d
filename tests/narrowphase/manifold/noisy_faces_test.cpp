// Contact patches of hulls whose faces are bent by noise: by the rounding of coordinates far from the origin
// of the model, and by points that exporters write twice. The patches are those of the clean model.

#include "support/hulls.hpp"
#include "support/queries/contact_patch.hpp"
#include "support/random.hpp"

#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/shapes/convex_shape.hpp>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>

namespace {

using namespace sat3d;
using test::ContactPatch;
using test::Random;

constexpr double kFaceMargin = 0.01;

/// Puts the points of a model far from its origin. With `twice`, each point appears again, one float step
/// away on one axis.
test::Cloud movedFar(Random& random, const test::Cloud& model, const DPose& place, bool twice) {
    test::Cloud moved;
    for (const glm::vec3& point : model) {
        glm::vec3 position(place.transformPoint(glm::dvec3(point)));
        moved.push_back(position);
        if (twice) {
            float& coordinate = position[static_cast<int>(random.below(3))];
            coordinate = std::nextafter(coordinate, random.chance(0.5) ? 1e9f : -1e9f);
            moved.push_back(position);
        }
    }
    return moved;
}

struct FaceTally {
    int patches = 0, small = 0, tipping = 0, split = 0;

    void print(const std::string& name) const {
        std::printf("%s: %d patches, %d of them small, %d do not hold the middle; %d hulls of split faces\n",
                    name.c_str(), patches, small, tipping, split);
    }
};

/// A crate whose vertices lie far from its origin, at rest on a slab. Its whole face touches.
FaceTally cratesOnASlab(double distance, bool twice) {
    Random random(851);
    const ConvexHull slab = test::boxHull({5.0, 5.0, 0.5});
    const glm::dvec3 half(1.0, 0.7, 0.5);
    FaceTally tally;
    for (int trial = 0; trial < 200; ++trial) {
        SCOPED_TRACE("trial " + std::to_string(trial));
        const DPose place{distance * random.direction(), random.rotation()};
        const ConvexHull crate = test::hullOf(movedFar(random, test::boxCloud(half), place, twice));
        const DPose atRest = DPose{{0.0, 0.0, 0.5 + half.z - 1e-3}} * place.inverse();
        const auto manifold = collide(slab, DPose{}, crate, atRest, {.margin = float(kFaceMargin)});
        EXPECT_TRUE(manifold);
        if (manifold) {
            ++tally.patches;
            tally.split += crate.faces().size() > 6 ? 1 : 0;
            const ContactPatch patch(*manifold);
            tally.small += patch.area() < 0.9 * 4.0 * half.x * half.y ? 1 : 0;
            tally.tipping += patch.holds({0.0, 0.0, 0.0}) ? 0 : 1;
        }
    }
    tally.print(std::to_string(distance) + " m from its origin" + (twice ? ", points doubled" : ""));
    return tally;
}

TEST(NoisyFaces, FarFromTheOriginACrateRestsOnItsWholeFace) {
    for (const double distance : {0.0, 1.0, 3.0, 10.0, 30.0, 100.0, 2300.0}) {
        for (const bool twice : {false, true}) {
            const FaceTally tally = cratesOnASlab(distance, twice);
            EXPECT_EQ(tally.patches, 200);
            EXPECT_EQ(tally.small, 0);
            EXPECT_EQ(tally.tipping, 0);
            EXPECT_EQ(tally.split > 50, distance >= 10.0) << "the faces of the hull itself are exact";
        }
    }
}

/// A crate on a ramp whose vertices are baked in the world, as those of levels are.
TEST(NoisyFaces, ACrateOnARampOfALevelHasItsMiddleOverThePatch) {
    Random random(852);
    const ConvexHull crate = test::boxHull({0.5, 0.5, 0.5});
    for (const double distance : {0.0, 100.0, 300.0, 1000.0}) {
        FaceTally tally;
        for (int trial = 0; trial < 300; ++trial) {
            SCOPED_TRACE("trial " + std::to_string(trial));
            const DPose place{distance * random.direction(),
                              glm::angleAxis(random.uniform(-3.0, 3.0), glm::dvec3(0, 0, 1)) *
                                  glm::angleAxis(random.uniform(0.05, 0.4), glm::dvec3(1, 0, 0))};
            const ConvexHull ramp =
                test::hullOf(movedFar(random, test::boxCloud({4.0, 4.0, 0.5}), place, trial % 2 == 0));
            const DPose onRamp{{random.uniform(-2.0, 2.0), random.uniform(-2.0, 2.0), 1.0 - 1e-3},
                               glm::angleAxis(random.uniform(0.0, 6.3), glm::dvec3(0, 0, 1))};
            const DPose pose = place * onRamp;
            const auto manifold = collide(ramp, DPose{}, crate, pose, {.margin = float(kFaceMargin)});
            ASSERT_TRUE(manifold);
            ++tally.patches;
            tally.split += ramp.faces().size() > 6 ? 1 : 0;
            const ContactPatch patch(*manifold);
            tally.small += patch.area() < 0.9 ? 1 : 0;
            tally.tipping += patch.holds(pose.position) ? 0 : 1;
        }
        tally.print("ramp at " + std::to_string(distance) + " m");
        EXPECT_EQ(tally.small, 0);
        EXPECT_EQ(tally.tipping, 0);
        EXPECT_EQ(tally.split > 50, distance > 0.0);
    }
}

/// Two prisms on each other. The points of both are doubled on all axes.
TEST(NoisyFaces, DoubledPointsKeepThePatch) {
    Random random(853);
    for (const double apart : {1e-7, 3e-7, 1e-6}) {
        FaceTally tally;
        double worst = 1.0;
        for (int trial = 0; trial < 300; ++trial) {
            const test::Cloud lower = test::prismCloud(random), upper = test::prismCloud(random);
            const auto doubled = [&](test::Cloud cloud) {
                for (std::size_t i = cloud.size(); i-- > 0;) {
                    cloud.emplace_back(glm::dvec3(cloud[i]) + random.inBox(apart));
                }
                return test::hullOf(cloud);
            };
            const ConvexHull a = test::hullOf(lower), b = test::hullOf(upper);
            DPose pose{0.3 * random.inBox(1.0),
                       glm::angleAxis(random.uniform(0.0, 6.3), glm::dvec3(0, 0, 1))};
            pose.position.z = double(bounds(a, Pose{}).upper.z - bounds(b, Pose{}).lower.z) - 0.003;
            const CollideOptions options{.margin = float(kFaceMargin)};
            const auto clean = collide(a, DPose{}, b, pose, options);
            const ConvexHull doubledA = doubled(lower), doubledB = doubled(upper);
            const auto noisy = collide(doubledA, DPose{}, doubledB, pose, options);
            ASSERT_TRUE(clean && noisy);
            const double expected = ContactPatch(*clean).area(), area = ContactPatch(*noisy).area();
            ++tally.patches;
            tally.split += doubledA.faces().size() > a.faces().size() ? 1 : 0;
            // Of more than eight vertices the choice of four is not exactly the largest.
            tally.small += area < 0.9 * expected ? 1 : 0;
            worst = std::min(worst, area / expected);
        }
        tally.print("doubled within " + std::to_string(1e9 * apart) + " nm");
        EXPECT_LE(tally.small, 1);
        EXPECT_GT(worst, 0.8);
        EXPECT_EQ(tally.split > 50, apart > 2e-7);
    }
}

/// The push stays that of the exact faces, and the deepest point is at least as deep, up to the noise.
TEST(NoisyFaces, ThePushIsExactAndThePointsFollowIt) {
    Random random(854);
    int merged = 0, exact = 0;
    for (int trial = 0; trial < 2000; ++trial) {
        SCOPED_TRACE("trial " + std::to_string(trial));
        const double distance = trial % 2 == 0 ? 30.0 : 300.0, noise = distance * 0x1p-20;
        const DPose placeA{distance * random.direction(), random.rotation()},
            placeB{distance * random.direction(), random.rotation()};
        const auto cloud = [&] {
            return trial % 3 == 0 ? test::tankCloud(random) : test::prismCloud(random);
        };
        const ConvexHull a = test::hullOf(movedFar(random, cloud(), placeA, false)),
                         b = test::hullOf(movedFar(random, cloud(), placeB, trial % 5 == 0));
        const DPose poseA = placeA.inverse(),
                    poseB = DPose{random.inBox(1.0), random.rotation()} * placeB.inverse();
        const auto manifold = collide(a, poseA, b, poseB);
        const auto hit = penetration(a, poseA, b, poseB);
        ASSERT_EQ(manifold.has_value(), hit.has_value());
        if (!manifold) {
            continue;
        }
        EXPECT_EQ(manifold->penetration.depth, hit->depth);
        EXPECT_EQ(-double(hit->depth), double(sat3d::distance(a, poseA, b, poseB).separation));
        double deepest = 1e300;
        for (const DContactPoint& point : manifold->points()) {
            deepest = std::min(deepest, double(point.separation));
        }
        EXPECT_LE(deepest, 1e-5 - double(hit->depth));
        const bool isPush = manifold->normal == hit->normal;
        EXPECT_GE(deepest, -double(hit->depth) - (isPush ? 1e-5 + noise : 0.03));
        ++(isPush ? exact : merged);
    }
    std::printf("%d manifolds along the push, %d along another face\n", exact, merged);
    EXPECT_GT(exact, 200);
    EXPECT_GT(merged, 200);
}

}  // namespace
