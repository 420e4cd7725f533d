#include "support/expect_exact.hpp"

#include <gtest/gtest.h>

#include <string>

// Two roofs, ridge against ridge, rotated by a small angle. The minimum translation is vertical, between the
// nearly parallel ridges. A push along the normals of the adjacent faces is longer. Nearly parallel edges
// were once skipped: overlaps were too deep by 1e-4 of size, and gaps were missed.

namespace {

using namespace sat3d;
using test::Cloud;
using test::Subject;

/// A roof of length 2 along x, with its ridge at the origin and sides of the given slope.
Cloud roof(float slope) {
    return {{-1, 0, 0}, {1, 0, 0}, {-1, -1, -slope}, {-1, 1, -slope}, {1, -1, -slope}, {1, 1, -slope}};
}

TEST(CrossedRidges, NearlyParallelEdgesCount) {
    const glm::dquat upsideDown(0, 1, 0, 0);
    for (const float slope : {0.05f, 0.5f, 1.0f, 8.0f}) {
        const Subject a(roof(slope)), b(roof(slope));
        test::Tally tally;
        for (const double angle : {1e-7, 1e-6, 1e-5, 1e-4, 3e-4, 9e-4, 1.1e-3, 1e-2, 0.1, 1.0}) {
            for (const double depth : {-1e-1, -1e-3, -1e-4, -1e-5, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2}) {
                for (const double along : {0.0, 0.3}) {
                    SCOPED_TRACE("slope " + std::to_string(slope) + ", angle " + std::to_string(angle * 1e6) +
                                 "e-6, depth " + std::to_string(depth * 1e6) + "e-6");
                    const glm::dquat turn = glm::normalize(glm::dquat(1, 0, 0, 0.5 * angle));
                    test::expectExact(a, {}, b, {{along, 0, -depth}, turn * upsideDown}, tally);
                }
            }
        }
        EXPECT_GT(tally.winners[2], 20) << tally.text();
        EXPECT_GT(tally.apart, 20) << tally.text();
    }
}

}  // namespace
