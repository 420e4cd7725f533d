#include "support/expect_exact.hpp"

#include <gtest/gtest.h>

#include <string>

// A blade with an edge far sharper than floats resolve, in front of a post. The post's edge lies in the plane
// of the blade's side, up to rounding, but in front of the blade. A point in both planes of a sharp edge need
// not lie in the blade.

namespace {

using namespace sat3d;
using test::Cloud;
using test::Subject;

/// A blade with its edge along y through the origin, thick behind it (toward -x).
Cloud blade(float thickness) {
    return {{0, -1, 0},           {0, 1, 0},          {-1, -1, thickness}, {-1, 1, thickness},
            {-1, -1, -thickness}, {-1, 1, -thickness}};
}

/// A post along z with an edge toward -x at x = 0 and its lower end at z = 0.
Cloud post() {
    return {{0, 0, 0},    {0.5f, -0.5f, 0},    {0.5f, 0.5f, 0},
            {0, 0, 1.5f}, {0.5f, -0.5f, 1.5f}, {0.5f, 0.5f, 1.5f}};
}

TEST(SharpEdges, PostsInFrontOfABladeDoNotOverlapIt) {
    for (const float thickness : {1e-1f, 1e-2f, 1e-3f, 1e-4f}) {
        const Subject a(blade(thickness)), b(post());
        test::Tally tally;
        for (const double before : {-1e-3, -1e-4, 1e-5, 3e-5, 1e-4, 3e-4, 1e-3, 1e-2}) {
            for (const double sunk : {-1e-6, 0.0, 3e-8, 1e-7, 2e-7, 3e-7, 1e-6, 1e-5, 0.5}) {
                SCOPED_TRACE("thickness " + std::to_string(thickness) + ", before " +
                             std::to_string(before * 1e6) + "e-6, sunk " + std::to_string(sunk * 1e6) +
                             "e-6");
                // The post's lower end lies in the plane of the blade's upper side, or slightly below.
                const double height = -double(thickness) * before - sunk;
                test::expectExact(a, {}, b, {{before, 0.1, height}, glm::dquat(1, 0, 0, 0)}, tally);
            }
        }
        EXPECT_GT(tally.apart, 10) << tally.text();
        EXPECT_GE(tally.overlapping, 4) << tally.text();
    }
}

}  // namespace
