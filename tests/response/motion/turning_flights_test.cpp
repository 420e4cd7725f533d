// Who touches nothing feels nothing, also if it turns far in a step.

#include "response/dynamics/law_scene.hpp"
#include "support/random.hpp"
#include "support/trials.hpp"

#include <sat3d/math/rigid_motion.hpp>
#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/shapes/convex_hull.hpp>

#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace {

using namespace sat3d;
using test::LawScene;
using test::Random;

constexpr int kSteps = 4, kSubsteps = 8;

Shape anyShape(Random& random) {
    const auto size = static_cast<float>(random.uniform(0.2, 1.0));
    switch (random.below(5)) {
        case 0:
            return Sphere{.radius = 0.5f * size};
        case 1:
            return Box{.halfExtents = {size, 0.3f * size, 0.5f * size}};
        case 2:
            return Box{.halfExtents = {size, 0.05f, 0.4f * size}};
        case 3:
            return Capsule{{-size, 0.0f, 0.0f}, {size, 0.0f, 0.0f}, 0.2f * size};
        default: {
            std::vector<glm::vec3> points;
            for (int i = 0; i < 12; ++i) {
                points.push_back(size * glm::vec3(random.direction()));
            }
            return ConvexHull::fromPoints(points).value();
        }
    }
}

/// A body that flies past an obstacle.
struct Flight {
    Shape shape, obstacle;
    Pose start, obstaclePose;
    Body body;
};

/// @param isRound  whether its inertia is that of a ball, so that its axis does not move
Flight anyFlight(Random& random, double maxTurn, bool isRound) {
    Flight flight{anyShape(random), anyShape(random), {}, {}, {}};
    const double speed = std::exp(random.uniform(0.0, 5.0)), turn = random.uniform(0.0, maxTurn);
    const glm::dvec3 direction = random.direction();
    flight.body.velocity = glm::vec3(direction * speed);
    flight.body.angularVelocity = glm::vec3(random.direction() * (60.0 * turn));
    flight.body.mass = massOfShape(flight.shape, 10.0f).value();
    flight.body.mass.inertia = isRound ? glm::mat3(2.0f) : flight.body.mass.inertia;
    const double ahead = speed / 60.0 * random.uniform(0.5, 2.0) + random.uniform(0.3, 1.5);
    flight.start = {glm::vec3(random.inBox(1.2) - direction * ahead), glm::quat(random.rotation())};
    flight.obstaclePose.rotation = glm::quat(random.rotation());
    return flight;
}

/// Velocities after each step of a flight without an obstacle, and how far from the obstacle it passes.
struct Path {
    double clearance = std::numeric_limits<double>::infinity();
    std::array<Body, kSteps> bodies;
};
Path pathOf(const Flight& flight) {
    auto options = LawScene<float>::weightless();
    options.solver.substeps = 1;
    LawScene<float> scene(options);
    const ObjectId id = scene.add(flight.shape, flight.start, flight.body, 0.0f);
    Path path;
    for (int i = 0; i < kSteps * kSubsteps; ++i) {
        const Pose before = scene.world.find(id)->pose;
        scene.step(1.0f / 60.0f / kSubsteps);
        const auto motion = motionBetween(before, scene.world.find(id)->pose, flight.body.mass.center);
        constexpr int kSamples = 40;
        for (int k = 0; k <= kSamples && path.clearance > 0.0; ++k) {
            const Pose pose = poseAtFraction(before, motion, static_cast<double>(k) / kSamples);
            const auto gap = distance(flight.shape, pose, flight.obstacle, flight.obstaclePose).separation;
            path.clearance = std::min(path.clearance, static_cast<double>(gap));
        }
        path.bodies[static_cast<std::size_t>(i / kSubsteps)] = *scene.dynamics.find(id);
    }
    return path;
}

bool isDisturbed(const Flight& flight, const Path& path) {
    LawScene<float> scene;
    scene.addStatic(flight.obstacle, flight.obstaclePose);
    const ObjectId id = scene.add(flight.shape, flight.start, flight.body, 0.0f);
    return std::ranges::any_of(path.bodies, [&](const Body& expected) {
        scene.step();
        const Body& body = *scene.dynamics.find(id);
        return glm::distance(body.velocity, expected.velocity) > 1e-5f * glm::length(expected.velocity) ||
               glm::distance(body.angularVelocity, expected.angularVelocity) > 6e-3f;
    });
}

struct Count {
    int untouched = 0, disturbed = 0;
};
Count fly(double maxTurn, bool isRound, unsigned seed) {
    Random random(seed);
    Count count;
    for (int trial = 0; trial < test::trialCount(2000); ++trial) {
        const Flight flight = anyFlight(random, maxTurn, isRound);
        const Path path = pathOf(flight);
        if (path.clearance > 0.002) {
            ++count.untouched;
            count.disturbed += isDisturbed(flight, path) ? 1 : 0;
        }
    }
    return count;
}

TEST(TurningFlights, OfBallsOfMassAreUndisturbed) {
    const Count count = fly(3.0, true, 2);
    EXPECT_EQ(count.disturbed, 0);
    EXPECT_GT(count.untouched, test::trialCount(1000));
}

// The axis of other bodies moves within the step, on a way that sweeps only approach.
TEST(TurningFlights, OfOtherBodiesAreHardlyEverDisturbed) {
    const Count slow = fly(0.5, false, 6);
    EXPECT_EQ(slow.disturbed, 0);
    EXPECT_GT(slow.untouched, test::trialCount(1000));
    Count fast;
    for (const unsigned seed : {1u, 2u, 3u}) {
        const Count more = fly(1.5, false, seed);
        fast.disturbed += more.disturbed, fast.untouched += more.untouched;
    }
    EXPECT_LE(fast.disturbed, fast.untouched / 500);
    EXPECT_GT(fast.untouched, test::trialCount(3000));
}

}  // namespace
