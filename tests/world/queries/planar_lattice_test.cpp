// Queries of a world in the plane whose objects lie on a lattice: in one line, flush, touching and with sizes
// of 0, against brute force and against the verbs of each object.

#include "support/planar/lattice_shapes.hpp"
#include "support/trials.hpp"

#include <sat3d/world/world_queries.hpp>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace {

using namespace sat3d;
using namespace sat3d::test;

/// Below this separation, rounding and the tolerance of common borders decide.
constexpr Real kClose = 1e-5L;

struct LatticeObject {
    ObjectId id;
    PlanarShape shape;
    PlanarPose pose;
    std::vector<PointsAndRadius> parts;
};

struct LatticeScene {
    PlanarWorld world;
    std::vector<LatticeObject> objects;

    LatticeScene(PlanarLattice& lattice, Random& random, int count) {
        for (int i = 0; i < count; ++i) {
            const PlanarShape shape = lattice.shape(PlanarKind(random.below(kPlanarKinds)));
            const PlanarPose pose = lattice.pose<float>(false);
            const ObjectId id = world.add({.shape = shape, .pose = pose, .kind = ObjectKind::Static}).value();
            objects.push_back({id, shape, pose, convexPartsOf(shape, pose)});
        }
    }
};

/// Checks a set of ids against the separation of each object.
void expectIds(const LatticeScene& scene, std::span<const ObjectId> found,
               const std::vector<PointsAndRadius>& parts, int& count) {
    for (const LatticeObject& object : scene.objects) {
        const Real separation = separationByBruteForce(parts, object.parts);
        if (std::abs(separation) > kClose) {
            EXPECT_EQ(std::find(found.begin(), found.end(), object.id) != found.end(), separation < 0.0L)
                << object.shape.index() << ' ' << static_cast<double>(separation);
            count += separation < 0.0L ? 1 : 0;
        }
    }
}

TEST(PlanarLatticeWorld, FindsWhatAShapeOverlapsContainsAndIsClosestTo) {
    int overlaps = 0, contains = 0, apart = 0;
    forEachTrial(111, trialCount(400), [&](Random& random, int) {
        PlanarLattice lattice(random, 0.25, 20);
        const LatticeScene scene(lattice, random, 12);
        const PlanarShape shape = lattice.shape(PlanarKind(random.below(5)));
        const PlanarPose pose = lattice.pose<float>(false);
        const auto parts = convexPartsOf(shape, pose);
        std::array<ObjectId, 16> room;
        expectIds(scene, overlapping(scene.world, shape, pose, room), parts, overlaps);
        const glm::vec2 point = lattice.point();
        expectIds(scene, containing(scene.world, point, room), {{{RealVector(point)}, 0.0L, {}, 0.0L}},
                  contains);
        Real least = std::numeric_limits<Real>::infinity();
        for (const LatticeObject& object : scene.objects) {
            least = std::min(least, separationByBruteForce(parts, object.parts));
        }
        const auto nearest = closest(scene.world, shape, pose);
        ASSERT_TRUE(nearest);
        EXPECT_NEAR(nearest->distance.separation, static_cast<double>(least), 1e-5);
        apart += least > 0.0L ? 1 : 0;
    });
    EXPECT_GT(std::min({overlaps, contains, apart}), trialCount(20))
        << overlaps << ' ' << contains << ' ' << apart;
}

TEST(PlanarLatticeWorld, RaysAndSweepsMeetWhatTheyMeetInAllObjects) {
    int hits = 0, misses = 0, visible = 0, hidden = 0, sweeps = 0;
    forEachTrial(112, trialCount(400), [&](Random& random, int trial) {
        PlanarLattice lattice(random, trial % 2 == 0 ? 0.25 : 0.1, 20);
        const LatticeScene scene(lattice, random, 6);
        const glm::vec2 from = lattice.point(), to = random.chance(0.2) ? from : lattice.point();
        const float length = glm::length(to - from);
        const PlanarRay ray{from, length > 0.0f ? to - from : glm::vec2(1.0f, 0.0f), length};
        const PlanarShape shape = lattice.shape(PlanarKind(random.below(5)));
        const PlanarPose pose = lattice.pose<float>(false);
        const glm::vec2 way = lattice.point();
        std::optional<float> entry, fraction;
        for (const LatticeObject& object : scene.objects) {
            if (const auto hit = raycast(object.shape, object.pose, ray)) {
                entry = std::min(entry.value_or(hit->entry.distance), hit->entry.distance);
            }
            if (const auto hit = sweep(shape, pose, object.shape, object.pose, way)) {
                fraction = std::min(fraction.value_or(hit.fraction), hit.fraction);
            }
        }
        const auto hit = raycast(scene.world, ray);
        ASSERT_EQ(hit.has_value(), entry.has_value());
        EXPECT_EQ(raycastAny(scene.world, ray), entry.has_value());
        if (hit) {
            EXPECT_EQ(hit->hit.entry.distance, *entry);
        }
        EXPECT_EQ(isVisible(scene.world, from, to), !entry.has_value());
        const auto swept = sweep(scene.world, shape, pose, way);
        ASSERT_EQ(swept.has_value(), fraction.has_value());
        if (swept) {
            EXPECT_EQ(swept->sweep.fraction, *fraction);
            ++sweeps;
        }
        ++(hit ? hits : misses);
        ++(entry ? hidden : visible);
    });
    EXPECT_GT(std::min({hits, misses, visible, hidden, sweeps}), trialCount(60));
}

}  // namespace
