// Bounds that queries use for culling: always valid, and usually tight enough to help.

#include "narrowphase/distance/gjk.hpp"
#include "narrowphase/sat/convex_sat.hpp"
#include "narrowphase/sat/face_plane_bounds.hpp"
#include "support/all_axes.hpp"
#include "support/hulls.hpp"
#include "support/random_convex.hpp"

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>

namespace {

using namespace sat3d;
using test::Random;

/// Shapes with few vertices: a triangle, a box, a segment.
ConvexProxy randomFew(Random& random, int trial, const detail::SurfaceTriangle& triangle,
                      const ConvexShape& shape) {
    const RigidTransform there = localToWorld(DPose{random.inBox(1.0), random.rotation()});
    return trial % 3 == 0 ? ConvexProxy(triangle, there) : ConvexProxy(shape, there);
}

/// The faces and edges that the planes do not rule out still hold the best axis.
TEST(Bounds, FacePlaneBoundsRuleOutNoBetterAxis) {
    Random random(441);
    int proven = 0, open = 0, facesOut = 0, overlapping = 0;
    for (int trial = 0; trial < 400; ++trial) {
        SCOPED_TRACE(trial);
        const ConvexShape body = test::randomConvex(random, 3);
        const ConvexProxy hull(body, localToWorld(DPose{random.inBox(0.5), random.rotation()}));
        const auto corner = [&] { return glm::vec3(random.inBox(2.0)); };
        const detail::SurfaceTriangle triangle{{{corner(), corner(), corner()}}, Sides::Both};
        const ConvexShape shape = test::randomConvex(random, trial % 3 == 1 ? 2 : 1);
        const ConvexProxy few = randomFew(random, trial, triangle, shape);
        ASSERT_TRUE(FacePlaneBounds::canTake(hull, few));
        const FacePlaneBounds planes(hull, few);
        double best = -1e300;  // of the remaining axes
        for (std::uint32_t face = 0; face < hull.faceCount(); ++face) {
            const double truth = test::separationAlong(hull, few, hull.faceNormal(face));
            EXPECT_GE(planes.mostOverFace(face), truth - 1e-12);
            EXPECT_NEAR(planes.mostOverFace(face), truth, 1e-5) << "tight enough to help";
            facesOut += planes.mostOverFace(face) <= best ? 1 : 0;
            best = std::max(best, truth);
        }
        for (std::uint32_t face = 0; face < few.faceCount(); ++face) {
            best = std::max(best, test::separationAlong(hull, few, -few.faceNormal(face)));
        }
        const double known = best;  // as convexSat() knows it when it starts with the edges
        const auto edges = std::get<ConvexHull>(body).edges();
        for (std::uint32_t edge = 0; edge < hull.edgeCount(); ++edge) {
            const glm::dvec3 p = hull.faceNormal(edges[edge].faces[0]),
                             q = hull.faceNormal(edges[edge].faces[1]);
            if (planes.noneIsBetter(edge, known)) {
                ++proven;
                for (int i = 0; i <= 16; ++i) {
                    const glm::dvec3 between = glm::normalize((i / 16.0) * p + (1.0 - i / 16.0) * q);
                    EXPECT_LE(test::separationAlong(hull, few, between), known + 1e-12);
                }
                continue;
            }
            ++open;
            for (std::uint32_t other = 0; other < few.edgeDirectionCount(); ++other) {
                const glm::dvec3 across = glm::cross(hull.hullEdgeDirection(edge), few.edgeDirection(other));
                if (glm::length(across) > 1e-9) {
                    const glm::dvec3 n = glm::normalize(across);
                    best = std::max(
                        {best, test::separationAlong(hull, few, n), test::separationAlong(hull, few, -n)});
                }
            }
        }
        if (const double depth = test::deepestOfAllAxes(hull, few); depth < 0.0) {
            EXPECT_NEAR(best, depth, 1e-10);
            ++overlapping;
        }
    }
    std::printf("%d edges proven, %d open, %d faces left out\n", proven, open, facesOut);
    EXPECT_GT(proven, 2 * open);
    EXPECT_GT(open, 300);
    EXPECT_GT(facesOut, 1000);
    EXPECT_GT(overlapping, 100);
}

TEST(Bounds, DistancesBeyondALimitAreLowerBoundsAboveIt) {
    Random random(442);
    int early = 0, within = 0;
    for (int trial = 0; trial < 300; ++trial) {
        SCOPED_TRACE(trial);
        const ConvexShape shapeA = test::randomConvex(random, trial % 30 == 0 ? 3 : random.below(3)),
                          shapeB = test::randomConvex(random, 3);
        const ConvexProxy a(shapeA, localToWorld(DPose{random.inBox(2.0), random.rotation()})),
            b(shapeB, localToWorld(DPose{random.inBox(2.0), random.rotation()}));
        if (!(test::deepestOfAllAxes(a, b) > 1e-3)) {
            continue;
        }
        const GjkResult truth = closestFeatures(a, b);
        const double radii = a.convexRadius() + b.convexRadius();
        const double limit = truth.distance - radii + random.uniform(-1.0, 0.5);
        const GjkResult found = gjk(a, b, {}, limit);
        EXPECT_LE(found.distance, truth.distance + 2e-12);
        if (truth.distance - radii <= limit) {
            EXPECT_NEAR(found.distance, truth.distance, 2e-12);
            EXPECT_NEAR(glm::length(found.normalAToB - truth.normalAToB), 0.0, 1e-9);
            ++within;
            continue;
        }
        EXPECT_GT(found.distance - radii, limit);
        EXPECT_GE(test::separationAlong(a, b, found.normalAToB), found.distance - 1e-9)
            << "its axis shows the separation";
        early += found.distance < truth.distance - 1e-9 ? 1 : 0;
    }
    std::printf("%d within the limit, %d ended early\n", within, early);
    EXPECT_GT(within, 50);
    EXPECT_GT(early, 50);
}

}  // namespace
