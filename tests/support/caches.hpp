#pragma once

// Shared by the tests of caches: hulls, poses, and the comparison of answers with and without a cache.

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

constexpr double kExact = 1e-6;  ///< as a fraction of size

inline double sizeOf(const ConvexHull& a, const ConvexHull& b) {
    return 0.5 * (double(a.boundingSphere().radius) + double(b.boundingSphere().radius));
}

/// Compares two answers to one query: the same verdict unless the hulls nearly touch, the same depth, and
/// that depth along each normal.
struct CacheComparison {
    int overlapping = 0, apart = 0, touching = 0;
    double worst = 0.0;  ///< largest difference of depths, as a fraction of size

    void expectSame(const std::optional<Penetration>& cached, const std::optional<Penetration>& plain,
                    double size) {
        const double depth =
            std::max(cached ? double(cached->depth) : 0.0, plain ? double(plain->depth) : 0.0);
        if (cached.has_value() != plain.has_value()) {
            ++touching;
            EXPECT_LE(depth, kExact * size) << "different verdict";
            return;
        }
        ++(plain ? overlapping : apart);
        if (plain) {
            const double difference = std::abs(double(cached->depth) - double(plain->depth));
            EXPECT_LE(difference, kExact * size)
                << "depth " << cached->depth << " with a cache, " << plain->depth << " without";
            EXPECT_NEAR(glm::length(cached->normal), 1.0f, 1e-6f);
            worst = std::max(worst, difference / size);
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
