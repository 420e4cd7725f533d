#pragma once

// Shared by the tests of caches: hulls, poses, and the comparison of answers with and without a cache.

#include "support/hulls.hpp"
#include "support/random.hpp"
#include "support/random_shapes.hpp"

#include <sat3d/narrowphase/penetration.hpp>

#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <vector>

namespace sat3d::test {

inline double sizeOf(const ConvexHull& a, const ConvexHull& b) {
    return 0.5 * (double(a.boundingSphere().radius) + double(b.boundingSphere().radius));
}

/// Compares two answers to one query, bit for bit.
struct CacheComparison {
    int overlapping = 0, apart = 0;

    void expectSame(const std::optional<Penetration>& cached, const std::optional<Penetration>& plain) {
        ++(plain ? overlapping : apart);
        ASSERT_EQ(cached.has_value(), plain.has_value());
        if (plain) {
            EXPECT_EQ(cached->depth, plain->depth);
            EXPECT_EQ(cached->normal, plain->normal);
            EXPECT_EQ(cached->features, plain->features);
        }
    }
};

class CacheTest : public testing::Test {
protected:
    ConvexHull shape(ShapeType kind) { return hullOf(randomCloud(random_, kind)); }

    /// Two different and two equal hulls. One hull has many more features than the other.
    std::vector<std::array<ConvexHull, 2>> pairs() {
        const ConvexHull box = shape(ShapeType::Box), round = shape(ShapeType::Ellipsoid64),
                         tank = shape(ShapeType::Tank);
        return {{box, round}, {round, box}, {tank, round}, {tank, tank}, {round, round}, {box, box}};
    }
    DPose somewhere(double reach) { return {random_.inBox(reach), random_.rotation()}; }

    Random random_{52};
    CacheComparison comparison_;
};

}  // namespace sat3d::test
