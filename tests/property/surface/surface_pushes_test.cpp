// Contacts of bodies at borders, on ridges, in notches and deep in soups: each point lies on both bodies, no
// contact is much deeper than the shortest push, and meeting the contacts takes the body out.

#include "support/difference.hpp"
#include "support/meshes.hpp"
#include "support/surfaces.hpp"
#include "support/trials.hpp"

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
#include <string>
#include <variant>
#include <vector>

namespace {

using namespace sat3d;
using test::Random;

using Room = std::array<Manifold, 32>;

/// Hills with holes.
HeightField randomHills(Random& random) {
    constexpr std::uint32_t kColumns = 9;
    const double steepness = random.uniform(0.0, 1.2);
    std::vector<float> heights(std::size_t{kColumns} * kColumns);
    for (float& height : heights) {
        height = float(steepness * random.uniform(-0.5, 0.5));
    }
    std::vector<std::uint32_t> holes;
    for (std::uint32_t cell = 0; cell < (kColumns - 1) * (kColumns - 1); ++cell) {
        if (random.chance(0.1)) {
            holes.push_back(cell);
        }
    }
    return test::fieldOf(heights, kColumns, {0.7f, 0.6f}, {Sides::Both, holes, {}});
}

/// A closed surface of stacked blocks: steps, notches, tunnels.
TriangleMesh randomBlocks(Random& random) {
    std::array<bool, 64> isFilled;
    for (bool& filled : isFilled) {
        filled = random.chance(0.4);
    }
    const test::Cells cells{{4, 4, 4}, [&](const glm::ivec3& cell) {
                                return isFilled[std::size_t(cell.x + 4 * cell.y + 16 * cell.z)];
                            }};
    const test::Mesh mesh = test::moved(cells.mesh(), random.rotation(), 0.7, {0.0, 0.0, 0.0});
    return test::meshOf(test::TriangleList{mesh.vertices, mesh.triangles});
}

TriangleMesh randomGrid(Random& random) {
    return test::meshOf(test::trianglesOf(randomHills(random)).first);
}

ConvexShape randomBody(Random& random, std::size_t type) {
    if (type == 2) {
        return Box{{},
                   glm::vec3(0.1f) + 0.5f * glm::abs(glm::vec3(random.inBox(1.0))),
                   glm::quat(random.rotation())};
    }
    return test::randomConvex(random, type);
}

struct Tally {
    int pairs = 0, points = 0, offBody = 0, offSurface = 0, shallow = 0, tooDeep = 0, inside = 0, stuck = 0;

    void add(const Tally& other) {
        pairs += other.pairs;
        points += other.points;
        offBody += other.offBody;
        offSurface += other.offSurface;
        shallow += other.shallow;
        tooDeep += other.tooDeep;
        inside += other.inside;
        stuck += other.stuck;
    }
};

/// The shortest translation that meets all points of all manifolds, by Hildreth's method.
glm::vec3 shortestShift(std::span<const Manifold> manifolds) {
    struct Bound {
        glm::dvec3 outward;
        double depth, pressure = 0.0;
    };
    std::vector<Bound> bounds;
    for (const Manifold& manifold : manifolds) {
        double depth = 0.0;
        for (const ContactPoint& point : manifold.points()) {
            depth = std::max(depth, -double(point.separation));
        }
        bounds.push_back({-glm::normalize(glm::dvec3(manifold.normal)), depth});
    }
    glm::dvec3 shift(0.0);
    for (int round = 0; round < 300; ++round) {
        for (Bound& bound : bounds) {
            const double lacking = bound.depth - glm::dot(bound.outward, shift);
            const double pressure = std::max(0.0, bound.pressure + lacking);
            shift += (pressure - bound.pressure) * bound.outward;
            bound.pressure = pressure;
        }
    }
    return glm::vec3(shift);
}

/// Whether meeting all contacts, twenty times, takes the body out.
template <class S>
bool comesOut(const ConvexShape& body, Pose pose, const S& surface) {
    Room room;
    for (int push = 0; push < 20; ++push) {
        const auto manifolds = collide(body, pose, surface, Pose{}, room);
        if (manifolds.empty()) {
            return true;
        }
        const glm::vec3 shift = shortestShift(manifolds);
        pose.position += shift * (1.0f + 1e-4f) + 1e-6f * glm::normalize(shift);
    }
    return !penetration(body, pose, surface, Pose{}, {.margin = -0.0f});
}

template <class S>
void tallyPair(const ConvexShape& body, const Pose& pose, const S& surface, float margin, Tally& tally) {
    Room room;
    const auto manifolds = collide(body, pose, surface, Pose{}, room, {.margin = margin});
    const auto hit = penetration(body, pose, surface, Pose{}, {.margin = margin});
    ASSERT_EQ(hit.has_value(), !manifolds.empty());
    if (!hit) {
        return;
    }
    ++tally.pairs;
    float deepest = 1.0f;
    for (const Manifold& manifold : manifolds) {
        for (const ContactPoint& point : manifold.points()) {
            const glm::vec3 half = 0.5f * point.separation * manifold.normal;
            // Triangles of a patch differ by up to 0.8 degrees.
            const float off = 1e-5f + 0.015f * std::abs(point.separation);
            ++tally.points;
            tally.offSurface +=
                distance(test::kPoint, Pose{point.position + half}, surface, Pose{}).separation > off ? 1 : 0;
            tally.offBody +=
                distance(body, pose, test::kPoint, Pose{point.position - half}).separation > off ? 1 : 0;
            deepest = std::min(deepest, point.separation);
        }
    }
    const float exact = margin - hit->depth;
    EXPECT_LE(deepest, exact + 2e-5f);
    if (exact < -1e-4f && exact > -0.1f) {
        ++tally.shallow;
        tally.tooDeep += deepest < 2.0f * exact ? 1 : 0;
    }
    if (exact < 0.0f) {
        ++tally.inside;
        tally.stuck += comesOut(body, pose, surface) ? 0 : 1;
    }
}

/// Bodies that come from outside and sink in, by a millimeter to a third of a meter.
template <class S>
void tallyBodies(Random& random, const S& surface, Tally& tally) {
    const Aabb box = bounds(surface, Pose{});
    for (int i = 0; i < 16; ++i) {
        const ConvexShape body = randomBody(random, std::size_t(i) % test::kConvexTypes);
        const glm::vec3 target = box.center() + box.halfExtents() * glm::vec3(random.inBox(0.8));
        const glm::vec3 from = 8.0f * glm::vec3(random.direction());
        Pose pose{target + from, glm::quat(random.rotation())};
        const Sweep approach = sweep(body, pose, surface, Pose{}, LinearMotion{-from, {}});
        if (approach.status == Sweep::Status::Hit) {
            const auto sink = float(std::pow(10.0, random.uniform(-3.0, -0.5)));
            pose.position -= (approach.fraction + sink / 8.0f) * from;
            tallyPair(body, pose, surface, i % 8 < 4 ? 0.0f : 0.02f, tally);
        }
    }
}

/// @return the tally of all trials
template <class MakeSurface>
Tally tallyOf(const char* what, std::uint32_t seed, const MakeSurface& makeSurface) {
    Tally tally;
    const auto trials = static_cast<int>(test::fromEnvironment("SAT3D_TRIALS", 60));
    test::forEachTrial(seed, trials,
                       [&](Random& random, int) { tallyBodies(random, makeSurface(random), tally); });
    std::printf(
        "%s, seed %u: %d pairs, %d points, %d off the body, %d off the surface; %d shallow, %d deeper than "
        "twice the "
        "push; %d inside, %d stuck\n",
        what, seed, tally.pairs, tally.points, tally.offBody, tally.offSurface, tally.shallow, tally.tooDeep,
        tally.inside, tally.stuck);
    EXPECT_GT(tally.points, 300);
    EXPECT_GT(tally.shallow, 10);
    EXPECT_GT(tally.inside, 100);
    EXPECT_EQ(tally.offBody, 0);
    EXPECT_EQ(tally.offSurface, 0);
    return tally;
}

TEST(SurfacePushes, PointsLieOnBothBodiesAndPushesAreShort) {
    Tally all;
    all.add(tallyOf("hills", 871, randomHills));
    all.add(tallyOf("grids", 872, randomGrid));
    all.add(tallyOf("blocks", 873, randomBlocks));
    all.add(tallyOf("soups", 874, [](Random& random) { return test::randomSoup(random, 30); }));
    EXPECT_LE(50 * all.tooDeep, all.shallow) << "of " << all.shallow;
    EXPECT_LE(500 * all.stuck, all.inside) << "of " << all.inside;
}

}  // namespace
