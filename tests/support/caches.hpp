#pragma once

// What the tests of caches share: hulls, poses, and how an answer with a cache is held against one without.

#include "support/hulls.hpp"
#include "support/random.hpp"
#include "support/random_shapes.hpp"

#include <sat3d/narrowphase/penetration.hpp>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

namespace sat3d::test {

constexpr double kExact = 1e-6;  ///< of size

inline double sizeOf(const ConvexHull& a, const ConvexHull& b) {
    return 0.5 * (double(a.boundingSphere().radius) + double(b.boundingSphere().radius));
}

/// Two answers to one question: the same verdict unless the hulls all but touch, the same depth, and for each
/// normal that depth.
struct CacheComparison {
    int overlapping = 0, apart = 0, touching = 0;
    double worst = 0.0;  ///< difference of depths, as a fraction of size

    void expectSame(const std::optional<Penetration>& cached, const std::optional<Penetration>& plain,
                    double size) {
        const double depth =
            std::max(cached ? double(cached->depth) : 0.0, plain ? double(plain->depth) : 0.0);
        if (cached.has_value() != plain.has_value()) {
            ++touching;
            EXPECT_LE(depth, kExact * size) << "another verdict";
            return;
        }
        ++(plain ? overlapping : apart);
        if (plain) {
            const double difference = std::abs(double(cached->depth) - double(plain->depth));
            EXPECT_LE(difference, kExact * size)
                << "depth " << cached->depth << " with, " << plain->depth << " without a cache";
            EXPECT_NEAR(glm::length(cached->normal), 1.0f, 1e-6f);
            worst = std::max(worst, difference / size);
        }
    }
};

class CacheTest : public testing::Test {
protected:
    ConvexHull shape(ShapeKind kind) { return hullOf(randomCloud(random_, kind)); }

    /// Two different and two equal hulls; one with many more features than the other.
    std::vector<std::array<ConvexHull, 2>> pairs() {
        const ConvexHull box = shape(ShapeKind::Box), round = shape(ShapeKind::Ellipsoid64),
                         tank = shape(ShapeKind::Tank);
        return {{box, round}, {round, box}, {tank, round}, {tank, tank}, {round, round}, {box, box}};
    }
    DPose somewhere(double reach) { return {random_.inBox(reach), random_.rotation()}; }

    Random random_{52};
    CacheComparison comparison_;
};

}  // namespace sat3d::test
