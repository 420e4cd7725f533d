#include "support/hulls.hpp"
#include "support/random.hpp"
#include "support/random_shapes.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/narrowphase/bulk.hpp>
#include <sat3d/narrowphase/penetration.hpp>

#include <gtest/gtest.h>

#include <limits>
#include <optional>

// Poses with numbers that are none, in a program without assertions: no answer, and no reading beyond arrays
// for a face that no comparison found.

namespace {

using namespace sat3d;
using test::ShapeKind;

TEST(BrokenPoses, GiveNoAnswerWhateverTheHulls) {
    const AssertHandler former = setAssertHandler([](const char*, const char*, const char*, int) {});
    const float nan = std::numeric_limits<float>::quiet_NaN(),
                infinity = std::numeric_limits<float>::infinity();
    Pose nanRotation, noRotation, hugeRotation;
    nanRotation.rotation = glm::quat(1, nan, 0, 0);
    noRotation.rotation = glm::quat(0, 0, 0, 0);
    hugeRotation.rotation = glm::quat(infinity, 0, 0, 0);
    test::Random random(91);
    for (const ShapeKind kind : {ShapeKind::Box, ShapeKind::Tank, ShapeKind::Ellipsoid64}) {
        const ConvexHull hull = test::hullOf(test::randomCloud(random, kind));
        for (const Pose& broken :
             {test::at(nan, 0, 0), test::at(0, 0, infinity), nanRotation, noRotation, hugeRotation}) {
            PairCache cache;
            ASSERT_TRUE(penetration(hull, test::at(0, 0, 0), hull, test::at(0.1f, 0, 0), cache));
            EXPECT_FALSE(penetration(hull, test::at(0, 0, 0), hull, broken, cache));
            EXPECT_FALSE(penetration(hull, broken, hull, test::at(0, 0, 0), cache, {.stickyFeatures = true}));
            EXPECT_FALSE(penetration(hull, test::at(0, 0, 0), hull, broken));
            EXPECT_FALSE(overlaps(hull, broken, hull, test::at(0, 0, 0)));
            EXPECT_TRUE(penetration(hull, test::at(0, 0, 0), hull, test::at(0.1f, 0, 0), cache));

            const PosedPair pairs[] = {{&hull, test::at(0, 0, 0), &hull, broken},
                                       {&hull, test::at(0, 0, 0), &hull, test::at(0.1f, 0, 0)}};
            std::optional<Penetration> answers[2];
            bool overlapping[2] = {true, false};
            penetrations(pairs, answers);
            overlaps(pairs, overlapping);
            EXPECT_FALSE(answers[0]);
            EXPECT_FALSE(overlapping[0]);
            EXPECT_TRUE(answers[1]);
            EXPECT_TRUE(overlapping[1]);
        }
    }
    setAssertHandler(former);
}

}  // namespace
