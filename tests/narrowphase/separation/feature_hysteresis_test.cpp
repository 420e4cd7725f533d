#include "support/hulls.hpp"
#include "support/random.hpp"

#include <sat3d/narrowphase/explain.hpp>
#include <sat3d/narrowphase/penetration.hpp>

#include <glm/ext/quaternion_double.hpp>
#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <vector>

// A resting contact with the noise of a solver: several pushes are nearly equally short, and the shortest one
// changes from frame to frame. With hysteresis the answer keeps one of them.

namespace {

using namespace sat3d;
using test::Random;

constexpr int kFrames = 1000;
constexpr double kNoise = 1e-3;

/// The face or the edges of an answer. The supporting vertex of a face is not a choice of its own.
FeaturePair contactOf(const Penetration& answer) {
    FeaturePair features = answer.features;
    switch (features.kind) {
        case FeaturePair::Kind::FaceA:
            features.b = 0;
            break;
        case FeaturePair::Kind::FaceB:
            features.a = 0;
            break;
        default:
            break;
    }
    return features;
}

struct Scene {
    const char* name;
    ConvexHull a, b;
    DPose rest;  ///< of B; A stands at the origin
};

std::vector<Scene> scenes() {
    const ConvexHull cube = test::boxHull({1, 1, 1}), crate = test::boxHull({0.6, 0.5, 0.8});
    const ConvexHull wedge =
        test::hullOf(test::Cloud{{-1, -1, 0}, {1, -1, 0}, {-1, 1, 0}, {1, 1, 0}, {-1, 0, 1}, {1, 0, 1}});
    const glm::dquat upright(1, 0, 0, 0);
    const glm::dquat onItsEdge = glm::angleAxis(0.7853981633974483, glm::dvec3(1, 0, 0));
    return {{"two cubes, corner edge in corner edge", cube, cube, {{1.95, 1.95, 0.3}, upright}},
            {"a crate on a cube's edge", cube, crate, {{0.2, 1.45, 1.75}, upright}},
            {"a crate on its edge, on a wedge's", wedge, crate, {{0.1, 0.0, 1.55}, onItsEdge}}};
}

struct Shaking {
    int switches = 0, frames = 0;
    double worstOverlap = 0.0;  ///< after the push, as a fraction of size
};

/// Both runs get the same noise.
template <class Ask>
Shaking shake(const Scene& scene, const Ask& ask) {
    Random random(61);
    Shaking run;
    std::optional<FeaturePair> former;
    for (int frame = 0; frame < kFrames; ++frame) {
        const DPose poseB{scene.rest.position + random.inBox(kNoise),
                          glm::normalize(glm::dquat(1.0, 0.5 * random.inBox(kNoise)) * scene.rest.rotation)};
        const std::optional<Penetration> answer = ask(scene.a, DPose{}, scene.b, poseB);
        if (!answer) {
            ADD_FAILURE() << "frame " << frame << ": no contact";
            continue;
        }
        ++run.frames;
        const FeaturePair contact = contactOf(*answer);
        run.switches += former && *former != contact ? 1 : 0;
        former = contact;

        const glm::dvec3 push = glm::dvec3(answer->normal) * double(answer->depth);
        const Explanation after = explain(scene.a, DPose{}, scene.b, {poseB.position + push, poseB.rotation});
        const double size = 0.5 * double(scene.a.boundingSphere().radius + scene.b.boundingSphere().radius);
        run.worstOverlap = std::max(run.worstOverlap, -after.separation / size);
    }
    return run;
}

TEST(FeatureHysteresis, RestingContactsDoNotFlicker) {
    int switchesWithout = 0;
    for (const Scene& scene : scenes()) {
        SCOPED_TRACE(scene.name);
        PairCache plainCache, stickyCache;
        const Shaking cold = shake(scene, [](const auto&... pair) { return penetration(pair...); });
        const Shaking plain =
            shake(scene, [&](const auto&... pair) { return penetration(pair..., plainCache); });
        const Shaking sticky = shake(scene, [&](const auto&... pair) {
            return penetration(pair..., stickyCache, {.featureHysteresis = true});
        });
        std::printf("%s: %d switches in %d frames without a cache, %d with, %d sticky\n", scene.name,
                    cold.switches, kFrames, plain.switches, sticky.switches);
        for (const Shaking& run : {cold, plain, sticky}) {
            EXPECT_EQ(run.frames, kFrames);
            EXPECT_LE(run.worstOverlap, 1e-6) << "the push does not separate";
        }
        EXPECT_EQ(sticky.switches, 0);
        EXPECT_GT(cold.switches, kFrames / 20) << "a contact without flicker tests nothing";
        switchesWithout += cold.switches;
    }
    EXPECT_GT(switchesWithout, kFrames / 2);
}

// Hysteresis is a preference among nearly equal pushes only: a crate that is pushed deep over another face
// changes its feature.
TEST(FeatureHysteresis, EndsIfAnotherPushIsClearlyShorter) {
    const ConvexHull cube = test::boxHull({1, 1, 1});
    const PenetrationOptions sticky{.featureHysteresis = true};
    PairCache cache;
    const auto first = penetration(cube, test::at(0, 0, 0), cube, test::at(1.9f, 1.8f, 0), cache, sticky);
    ASSERT_TRUE(first);
    EXPECT_EQ(first->normal, glm::vec3(1, 0, 0));
    // 1 % of size is 0.017, plus 5 % of the shortest push.
    const auto second = penetration(cube, test::at(0, 0, 0), cube, test::at(1.9f, 1.91f, 0), cache, sticky);
    ASSERT_TRUE(second);
    EXPECT_EQ(second->normal, glm::vec3(1, 0, 0)) << "0.1 against 0.09: kept";
    const auto third = penetration(cube, test::at(0, 0, 0), cube, test::at(1.85f, 1.95f, 0), cache, sticky);
    ASSERT_TRUE(third);
    EXPECT_EQ(third->normal, glm::vec3(0, 1, 0)) << "0.15 against 0.05: let go";
    EXPECT_NEAR(third->depth, 0.05f, 1e-6f);
}

}  // namespace
