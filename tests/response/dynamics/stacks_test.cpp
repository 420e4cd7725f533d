// Stacks and pyramids stand, and sink as far as their springs say.

#include "response/dynamics/dynamics_scene.hpp"

#include <sat3d/planar/basic_shapes.hpp>
#include <sat3d/response/dynamics.hpp>
#include <sat3d/shapes/box.hpp>
#include <sat3d/shapes/convex_hull.hpp>
#include <sat3d/shapes/sphere.hpp>
#include <sat3d/world/world.hpp>

#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace {

using namespace sat3d;
using test::awake;
using test::cube;
using test::kStep;
using Scene = test::DynamicsScene;

constexpr double kWeight = 9.81 * 1000.0;  ///< of a crate
constexpr double kTwoPi = 6.283185307179586;

/// How far a stack of crates sinks: at each joint by the load over the stiffness of all points, which is that
/// of a spring of the effective mass of a point. The joint on the ground has twice the frequency.
double sinkOfStack(int count, double mass, double points, double hertz) {
    const double stiffness = points * mass * std::pow(kTwoPi * hertz, 2.0);
    double sink = 0.0;
    for (int joint = 0; joint < count; ++joint) {
        const double load = kWeight * static_cast<double>(count - joint);
        sink += load / (joint == 0 ? 4.0 * 2.0 * stiffness : stiffness);
    }
    return sink;
}

TEST(Stacks, OfTenStandsStillSlow) {
    Scene scene(awake());
    std::vector<ObjectId> boxes;
    for (int i = 0; i < 10; ++i) {
        boxes.push_back(scene.add(cube(1.0f), {{0.0f, 0.5f + static_cast<float>(i), 0.0f}}));
    }
    scene.run(5.0f);
    std::vector<glm::vec3> settled;
    for (const ObjectId id : boxes) {
        settled.push_back(scene.position(id));
    }
    float moved = 0.0f;
    scene.run(55.0f);
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        moved = std::max(moved, glm::distance(settled[i], scene.position(boxes[i])));
        EXPECT_LT(glm::length(scene.velocity(boxes[i])), 1e-3f);
    }
    EXPECT_LT(moved, 0.5e-3f);
    EXPECT_NEAR(scene.position(boxes.back()).y, 9.5f, 10e-3f);
}

TEST(Stacks, OfTwentyStandsForAMinuteSlow) {
    Scene scene(awake());
    std::vector<ObjectId> boxes;
    for (int i = 0; i < 20; ++i) {
        boxes.push_back(scene.add(cube(1.0f), {{0.0f, 0.5f + static_cast<float>(i), 0.0f}}));
    }
    scene.run(60.0f);
    for (const ObjectId id : boxes) {
        const glm::vec3 place = scene.position(id);
        EXPECT_LT(std::hypot(place.x, place.z), 1e-3f);
        EXPECT_LT(glm::length(scene.velocity(id)), 1e-3f);
    }
    EXPECT_NEAR(scene.position(boxes.back()).y, 19.5f - 26.6e-3f, 0.5e-3f);
}

// In space, a corner of a crate has an effective mass of 125 kg; in the plane, of 200 kg.
TEST(Stacks, SinkAsTheirSpringsSay) {
    Scene scene(awake());
    PlanarWorld world;
    PlanarDynamics dynamics({.sleepSpeed = 0.0f});
    (void)world.add({.shape = HalfPlane{}, .kind = ObjectKind::Static});
    ObjectId top, planarTop;
    for (int i = 0; i < 10; ++i) {
        const float height = 0.5f + static_cast<float>(i);
        top = scene.add(cube(1.0f), {{0.0f, height, 0.0f}});
        const PlanarBox box{.halfExtents = {0.5f, 0.5f}};
        planarTop = *world.add({.shape = box, .pose = {{0.0f, height}}});
        EXPECT_FALSE(dynamics.setBody(world, planarTop, {.mass = *massFromDensity(box, 1000.0f)}));
    }
    scene.run(5.0f);
    for (int i = 0; i < 300; ++i) {
        dynamics.step(world, kStep);
    }
    const double sink = 9.5 - static_cast<double>(scene.position(top).y);
    const double planarSink = 9.5 - static_cast<double>(world.find(planarTop)->pose.position.y);
    EXPECT_NEAR(sink, sinkOfStack(10, 125.0, 4.0, 60.0), 0.03 * sink);
    EXPECT_NEAR(planarSink, sinkOfStack(10, 200.0, 2.0, 60.0), 0.03 * planarSink);
    EXPECT_NEAR(sink, 6.4e-3, 0.2e-3);
    EXPECT_NEAR(planarSink, 8.0e-3, 0.2e-3);
}

TEST(Stacks, MoreSubstepsAndAHigherFrequencyAreStiffer) {
    const auto sinkWith = [](const SolverOptions& solver) {
        Scene scene({.solver = solver, .sleepSpeed = 0.0f});
        ObjectId top;
        for (int i = 0; i < 5; ++i) {
            top = scene.add(cube(1.0f), {{0.0f, 0.5f + static_cast<float>(i), 0.0f}});
        }
        scene.run(5.0f);
        return 4.5f - scene.position(top).y;
    };
    const float usual = sinkWith({});
    EXPECT_NEAR(sinkWith({.substeps = 16, .contactHertz = 120.0f}), 0.25f * usual, 0.03f * usual);
    EXPECT_NEAR(sinkWith({.substeps = 8, .contactHertz = 120.0f}), usual, 0.01f * usual)
        << "an eighth of the frequency of substeps is the most";
    EXPECT_NEAR(sinkWith({.substeps = 8, .contactHertz = 30.0f}), 4.0f * usual, 0.2f * usual);
    EXPECT_NEAR(sinkWith({.slop = 2e-3f}), usual + 5.0f * 2e-3f, 0.5e-3f) << "each joint may overlap by it";
}

/// Expects that crates move by less than a limit from 5 s on.
void expectPyramidStands(int rows, float seconds, float limit) {
    Scene scene(awake());
    std::vector<ObjectId> boxes;
    for (int row = 0; row < rows; ++row) {
        for (int i = 0; i < rows - row; ++i) {
            const float x = 1.05f * (static_cast<float>(i) + 0.5f * static_cast<float>(row));
            boxes.push_back(scene.add(cube(1.0f), {{x, 0.5f + static_cast<float>(row), 0.0f}}));
        }
    }
    scene.run(5.0f);
    std::vector<glm::vec3> settled;
    for (const ObjectId id : boxes) {
        settled.push_back(scene.position(id));
    }
    scene.run(seconds - 5.0f);
    float moved = 0.0f;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        moved = std::max(moved, glm::distance(settled[i], scene.position(boxes[i])));
    }
    EXPECT_LT(moved, limit);
    EXPECT_NEAR(scene.position(boxes.back()).y, static_cast<float>(rows) - 0.5f, 10e-3f);
}

TEST(Stacks, PyramidStands) {
    expectPyramidStands(6, 10.0f, 0.1e-3f);
}
TEST(Stacks, PyramidOfTwentyRowsStandsSlow) {
    expectPyramidStands(20, 20.0f, 1e-3f);
}

TEST(Stacks, HeavyBodyRestsOnLightOne) {
    Scene scene(awake());
    scene.add(cube(1.0f), {{0.0f, 0.5f, 0.0f}}, {}, 10.0f);
    const ObjectId heavy = scene.add(cube(1.0f), {{0.0f, 1.5f, 0.0f}}, {}, 1000.0f);
    scene.run(10.0f);
    EXPECT_NEAR(scene.position(heavy).y, 1.5f, 10e-3f);
}

Shape cylinder(int sides) {
    std::vector<glm::vec3> points;
    for (int i = 0; i < sides; ++i) {
        const double angle = kTwoPi * i / sides;
        for (const float y : {-0.5f, 0.5f}) {
            points.emplace_back(0.5 * std::cos(angle), y, 0.5 * std::sin(angle));
        }
    }
    return ConvexHull::fromPoints(points).value();
}

/// A body with many corners would tread round on a light one, from corner to corner, for ever.
TEST(Stacks, HeavyCylindersComeToRestOnLightCubes) {
    for (const int sides : {8, 24, 48}) {
        for (const float mass : {20.0f, 60.0f, 100.0f}) {
            for (const float offset : {0.0f, 0.02f, 0.045f}) {
                Scene scene;
                scene.add(cube(1.0f), {{0.0f, 0.5f, 0.0f}}, {}, 1.0f);
                const glm::quat turn = glm::angleAxis(5.0f * offset, glm::vec3(0, 1, 0));
                const ObjectId heavy = scene.add(cylinder(sides), {{offset, 1.5f, 0.0f}, turn}, {}, mass);
                scene.run(2.0f);
                EXPECT_TRUE(scene.dynamics.isAsleep(heavy)) << sides << " " << mass << " " << offset;
                const glm::vec3 moved = scene.position(heavy) - glm::vec3(offset, 1.5f, 0.0f);
                EXPECT_LT(std::hypot(moved.x, moved.z), 3e-3f) << sides << " " << mass << " " << offset;
                EXPECT_GT(moved.y, -10e-3f) << sides << " " << mass << " " << offset;
            }
        }
    }
}

/// The law of impact holds for bodies that meet fast, whatever their masses are.
TEST(Stacks, HeavyBallsDriveLightOnesOn) {
    for (const float mass : {10.0f, 100.0f}) {
        for (int phase = 0; phase < 10; ++phase) {
            Scene scene = Scene::inSpace();
            Body bouncy{.velocity = {5.0f, 0.0f, 0.0f}, .material = {.restitution = 1.0f}};
            const Sphere ball{.radius = 0.3f};
            const float x = -1.0f - 0.01f * static_cast<float>(phase);
            const ObjectId heavy = scene.add(ball, {{x, 0.0f, 0.0f}}, bouncy, mass);
            bouncy.velocity = {};
            const ObjectId light = scene.add(ball, Pose{}, bouncy, 1.0f);
            scene.run(0.5f);
            const float total = mass + 1.0f;
            EXPECT_NEAR(scene.velocity(heavy).x, 5.0f * (mass - 1.0f) / total, 1e-3f) << mass;
            EXPECT_NEAR(scene.velocity(light).x, 10.0f * mass / total, 1e-3f) << mass;
        }
    }
}

}  // namespace
