// Manifolds on a surface as a game needs them: they free shapes that have sunk into it, and push them no
// farther than they sank.

#include "property/surface/shortest_shift.hpp"
#include "support/meshes.hpp"
#include "support/surfaces.hpp"

#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/narrowphase/sweep.hpp>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <span>
#include <vector>

namespace {

using namespace sat3d;
using test::Random;

constexpr std::array kSinks{0.001, 0.005, 0.02};

/// Hills about a meter across, of cells of that size.
HeightField hills(Random& random, double height, double cell) {
    const auto columns = static_cast<std::uint32_t>(8.0 / cell) + 1;
    const double first = random.uniform(0.0, 6.0), second = random.uniform(0.0, 6.0);
    std::vector<float> heights;
    for (std::uint32_t i = 0; i < columns * columns; ++i) {
        const double x = cell * (i % columns), y = cell * (i / columns);
        const double noise = 0.3 * cell * random.uniform(-1.0, 1.0);
        heights.push_back(float(height * (std::sin(first + 1.7 * x) + std::cos(second + 2.1 * y) + noise)));
    }
    return test::fieldOf(heights, columns, glm::vec2(float(cell)));
}

TriangleMesh meshOf(const test::Mesh& mesh) {
    return test::meshOf(test::TriangleList{mesh.vertices, mesh.triangles});
}

/// Blocks of half a meter, stacked one to three high: stairs, shafts and corners.
TriangleMesh blocks(Random& random) {
    std::array<std::uint32_t, 64> heights;
    for (std::uint32_t& height : heights) {
        height = 1 + random.below(3);
    }
    const test::Cells cells{{8, 8, 4}, [&](const glm::ivec3& cell) {
                                return std::uint32_t(cell.z) < heights[std::size_t(cell.x + 8 * cell.y)];
                            }};
    return meshOf(test::moved(cells.mesh(), {1, 0, 0, 0}, 0.5, {2.0, 2.0, 0.0}));
}

ConvexShape bodyOnSurface(Random& random) {
    std::vector<glm::vec3> points;
    switch (random.below(6)) {
        case 0:
            return Sphere{{}, 0.4f};
        case 1:
            return Capsule{{-0.4f, 0, 0}, {0.4f, 0, 0}, 0.25f};
        case 2:
            return Box{{}, {0.6f, 0.4f, 0.25f}};
        case 3:
            return Box{{}, {0.15f, 0.12f, 0.1f}};
        case 4:
            for (int i = 0; i < 40; ++i) {
                points.emplace_back(0.5 * random.direction());
            }
            return test::hullOf(points);
        default:  // a drum with a dented bottom
            for (int i = 0; i < 16; ++i) {
                const float angle = 0.39269908f * float(i), x = 0.4f * std::cos(angle),
                            y = 0.4f * std::sin(angle);
                points.emplace_back(x, y, 0.3f);
                points.emplace_back(x, y, -0.3f);
            }
            points.emplace_back(0.0f, 0.0f, -0.35f);
            return test::hullOf(points);
    }
}

struct ContactTally {
    int sunk = 0, several = 0, left = 0, far = 0;
    double longest = 0.0, mean = 0.0;
};

/// Drops bodies on a surface and lets them sink in slightly.
template <class S>
void sinkBodies(Random& random, const S& surface, int count, ContactTally& tally) {
    for (int i = 0; i < count; ++i) {
        const ConvexShape body = bodyOnSurface(random);
        Pose pose{{float(random.uniform(2.5, 5.5)), float(random.uniform(2.5, 5.5)), 4.0f}};
        if (random.chance(0.7)) {
            pose.rotation = glm::quat(random.rotation());
        }
        const Sweep fall = sweep(body, pose, surface, Pose{}, {{0, 0, -8}});
        const double sink = kSinks[random.below(kSinks.size())];
        pose.position.z += float(sink) * -1.0f - 8.0f * fall.fraction;
        const auto hit = penetration(body, pose, surface, Pose{});
        if (fall.status != Sweep::Status::Hit || !hit || double(hit->depth) < 0.1 * sink) {
            continue;
        }
        // Moving back up leaves every triangle, so the minimum translation is no longer than that.
        EXPECT_LE(hit->depth, sink + 4e-6) << "sunk by " << sink;
        std::array<Manifold, 32> room;
        const auto manifolds = collide(body, pose, surface, Pose{}, room, {.margin = float(2.0 * sink)});
        const glm::dvec3 shift = test::shortestShift(manifolds);
        const Pose after{pose.position + glm::vec3(shift), pose.rotation};
        const double left = -double(distance(body, after, surface, Pose{}).separation);
        ++tally.sunk;
        tally.several += manifolds.size() > 1 ? 1 : 0;
        tally.left += left > 0.1 * sink + 1e-6 ? 1 : 0;
        tally.far += glm::length(shift) > 1.1 * sink + 1e-6 ? 1 : 0;
        tally.longest = std::max(tally.longest, glm::length(shift) / sink);
        tally.mean += glm::length(shift) / sink;
    }
}

void report(const char* what, const ContactTally& tally) {
    std::printf(
        "%s: %d sunk, %d with several manifolds; shifted by %.2f of the way in at the mean, %.2f at most; "
        "%d too far, %d not freed\n",
        what, tally.sunk, tally.several, tally.mean / tally.sunk, tally.longest, tally.far, tally.left);
    EXPECT_GT(tally.sunk, 100);
    EXPECT_GT(tally.several, 10);
    EXPECT_LT(tally.mean / tally.sunk, 1.0);
}

TEST(SurfaceContacts, SeparateShapesSunkIntoTerrain) {
    Random random(861);
    ContactTally tally;
    for (const auto& [height, cell] :
         std::array<std::array<double, 2>, 3>{{{0.1, 0.5}, {0.4, 0.5}, {0.2, 0.1}}}) {
        for (int trial = 0; trial < 5; ++trial) {
            sinkBodies(random, hills(random, height, cell), 12, tally);
        }
    }
    report("terrain, seed 861", tally);
    EXPECT_EQ(tally.left, 0);
    EXPECT_EQ(tally.far, 0);
}

TEST(SurfaceContacts, SeparateShapesSunkIntoARoundMesh) {
    Random random(862);
    ContactTally tally;
    const TriangleMesh ring =
        meshOf(test::moved(test::torusMesh(1.5, 0.6, 40, 24), {1, 0, 0, 0}, 1.0, {4.0, 4.0, 0.0}));
    sinkBodies(random, ring, 160, tally);
    report("ring, seed 862", tally);
    EXPECT_EQ(tally.left, 0);
    EXPECT_EQ(tally.far, 0);
}

/// At corners, two pushes may be equally short and both be reported. Together they may be longer than the
/// path in.
TEST(SurfaceContacts, SeparateShapesSunkIntoBlocks) {
    Random random(863);
    ContactTally tally;
    for (int trial = 0; trial < 10; ++trial) {
        sinkBodies(random, blocks(random), 20, tally);
    }
    report("blocks, seed 863", tally);
    EXPECT_EQ(tally.left, 0);
    EXPECT_LT(tally.far, tally.sunk / 20);
    EXPECT_LT(tally.longest, 2.0);
}

/// A crate on a smaller block, about to slip off. It overlaps the block's sides slightly, but a push along
/// the normal of a side that the crate spans would be long.
TEST(SurfaceContacts, SidesUnderACrateDoNotPush) {
    const test::Cells step{
        {3, 3, 2}, [](const glm::ivec3& cell) { return cell.z == 0 || (cell.x == 1 && cell.y == 1); }};
    const TriangleMesh block = meshOf(test::moved(step.mesh(), {1, 0, 0, 0}, 0.5, {0.0, 0.0, 0.0}));
    const Box crate{{}, {0.6f, 0.4f, 0.25f}};
    std::array<Manifold, 8> room;
    for (int i = 0; i < 100; ++i) {
        const float over = 0.0001f * float(i), sink = 0.001f;
        const Pose pose{{0.7f + 0.001f * float(i), 1.4f - over, 1.25f - sink}};
        for (const Manifold& manifold : collide(crate, pose, block, Pose{}, room)) {
            EXPECT_NEAR(manifold.normal.x, 0.0f, 1e-6f) << "step " << i;
            for (const ContactPoint& point : manifold.points()) {
                EXPECT_GT(point.separation, -std::max(over, sink) - 2e-6f) << "step " << i;
            }
        }
    }
}

}  // namespace
