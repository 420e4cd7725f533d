// Vehicles and crates on lattices: in line with the tiles, flush with their edges, exactly on seams and
// corners, turned by quarter turns, and with sizes of 0.

#include "response/vehicle/vehicle_scene.hpp"

#include <sat3d/core/parallel_for.hpp>
#include <sat3d/response/contact_settings.hpp>
#include <sat3d/response/joint.hpp>
#include <sat3d/response/material.hpp>
#include <sat3d/response/vehicle.hpp>
#include <sat3d/shapes/compound.hpp>
#include <sat3d/shapes/height_field.hpp>
#include <sat3d/shapes/triangle_mesh.hpp>
#include <sat3d/world/object.hpp>

#include <glm/ext/vector_float2.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace {

using namespace sat3d;
using test::CarSize;
using test::kWheelCasts;
using test::VehicleScene;

constexpr int kTiles = 12;  ///< from the middle to each side. A tile is a meter wide
/// Its wheels stand on corners of tiles, if its middle does.
constexpr CarSize kSize{.halfTrack = 1.0f, .halfBase = 1.0f};

glm::quat quarterTurns(int count) {
    return glm::angleAxis(0.5f * 3.14159265f * static_cast<float>(count), glm::vec3(0, 1, 0));
}
std::uint32_t tagOfTile(int x, int z) {
    return static_cast<std::uint32_t>((x + z + 2 * kTiles) % 2);
}

/// @param halfHeight  of the tiles, meters: 0 for plates
Shape tiles(float halfHeight = 0.25f) {
    std::vector<CompoundChild> children;
    for (int x = -kTiles; x < kTiles; ++x) {
        for (int z = -kTiles; z < kTiles; ++z) {
            children.push_back(
                {Box{.halfExtents = {0.5f, halfHeight, 0.5f}},
                 Pose{{static_cast<float>(x) + 0.5f, -halfHeight, static_cast<float>(z) + 0.5f}},
                 tagOfTile(x, z)});
        }
    }
    return Compound::fromChildren(children).value();
}
Shape mesh() {
    constexpr std::uint32_t kRow = 2 * kTiles + 1;
    std::vector<glm::vec3> points;
    std::vector<std::uint32_t> corners;
    for (int x = -kTiles; x <= kTiles; ++x) {
        for (int z = -kTiles; z <= kTiles; ++z) {
            points.emplace_back(x, 0, z);
            if (x > -kTiles && z > -kTiles) {
                const auto at = static_cast<std::uint32_t>(points.size()) - 1;
                corners.insert(corners.end(), {at - kRow - 1, at - kRow, at - 1, at - 1, at - kRow, at});
            }
        }
    }
    return TriangleMesh::fromTriangles(points, corners).value();
}

struct Floor {
    std::string name;
    Shape shape;
    Pose pose;
};
std::vector<Floor> floors() {
    const std::size_t size = 2 * kTiles + 1;
    const Shape field =
        HeightField::fromHeights(std::vector<float>(size * size, 0.0f), size, size, glm::vec2(1.0f)).value();
    const auto end = static_cast<float>(kTiles);
    const Pose upright{{-end, 0.0f, end}, glm::angleAxis(-0.5f * 3.14159265f, glm::vec3(1, 0, 0))};
    return {{"tiles", tiles(), {}}, {"mesh", mesh(), {}}, {"field", field, upright}};
}

struct LatticeScene : VehicleScene {
    LatticeScene() : VehicleScene(test::awake()) {}

    void addLatticeCar(WheelCast cast, const Pose& standing, float travel = 0.3f) {
        addCar(standing, kSize, [&](Vehicle& car) {
            car.engine = VehicleEngine::constant(1500.0f, 60.0f);
            for (VehicleWheel& wheel : car.wheels) {
                wheel.cast = cast;
                wheel.travel = travel;
            }
        });
    }
    void replaceFloor(const Floor& by) {
        world.remove(floor);
        floor = *world.add({.shape = by.shape, .pose = by.pose, .kind = ObjectKind::Static});
        EXPECT_FALSE(dynamics.setBody(world, floor, {.material = {.friction = 1.0f}}));
    }
};

TEST(WheelLattices, WheelsStandOnSeamsAndCornersAsOnAPlane) {
    for (const WheelCast cast : kWheelCasts) {
        for (const float travel : {0.3f, 0.0f}) {
            LatticeScene plane;
            plane.addLatticeCar(cast, {}, travel);
            plane.run(0.5f);
            for (const Floor& floor : floors()) {
                for (const glm::vec2 offset : {glm::vec2(0), glm::vec2(0.5f, 0), glm::vec2(0.5f)}) {
                    for (int turns = 0; turns < 4; ++turns) {
                        SCOPED_TRACE(floor.name + " cast " + std::string(toString(cast)) + " at " +
                                     std::to_string(offset.x) + " " + std::to_string(offset.y) + " turned " +
                                     std::to_string(turns) + " travel " + std::to_string(travel));
                        LatticeScene scene;
                        scene.addLatticeCar(cast, {{offset.x, 0, offset.y}, quarterTurns(turns)}, travel);
                        scene.replaceFloor(floor);
                        scene.run(0.5f);
                        for (std::size_t i = 0; i < 4; ++i) {
                            ASSERT_TRUE(scene.state().wheels[i].touches);
                            ASSERT_NEAR(scene.state().wheels[i].compression,
                                        plane.state().wheels[i].compression, 1e-4f);
                        }
                        ASSERT_NEAR(scene.pose().position.y, plane.pose().position.y, 1e-4f);
                        ASSERT_LT(glm::length(scene.spin()), 2e-3f);
                    }
                }
            }
        }
    }
}

/// With 7.5 m/s, the wheels are exactly at a corner of tiles in every eighth step.
TEST(WheelLattices, WheelsRollAlongSeams) {
    for (const WheelCast cast : kWheelCasts) {
        for (const Floor& floor : floors()) {
            for (int turns = 0; turns < 4; ++turns) {
                SCOPED_TRACE(floor.name + " cast " + std::string(toString(cast)) + " turned " +
                             std::to_string(turns));
                LatticeScene scene;
                const glm::quat turn = quarterTurns(turns);
                scene.addLatticeCar(cast, {turn * glm::vec3(0, 0, -9), turn});
                scene.replaceFloor(floor);
                scene.run(0.5f);
                scene.launch(7.5f);
                scene.run(0.75f);
                float worst = 0.0f;
                for (int i = 0; i < 60; ++i) {
                    scene.run(scene.dt);
                    worst = std::max({worst, std::abs(scene.velocity().y), glm::length(scene.spin())});
                }
                EXPECT_LT(worst, 0.01f);
                EXPECT_GT(glm::dot(scene.pose().position, scene.forward()), 2.0f);
            }
        }
    }
}

/// Plates without a thickness are ground for all that is wider than a ray.
TEST(WheelLattices, PlatesOfNoHeightCarryWheels) {
    for (const WheelCast cast : {WheelCast::SphereCast, WheelCast::CylinderCast}) {
        LatticeScene plane, scene;
        plane.addLatticeCar(cast, {});
        scene.addLatticeCar(cast, {});
        scene.replaceFloor({"plates", tiles(0.0f), {}});
        plane.run(0.5f), scene.run(0.5f);
        EXPECT_NEAR(scene.pose().position.y, plane.pose().position.y, 1e-4f);
    }
}

/// Every second tile is dropped by a hook. Below is another floor.
TEST(WheelLattices, HooksDropTiles) {
    for (const WheelCast cast : kWheelCasts) {
        for (const glm::vec2 offset :
             {glm::vec2(0), glm::vec2(0.5f, 0), glm::vec2(0.5f), glm::vec2(0.5f, 1.5f)}) {
            for (int turns = 0; turns < 4; ++turns) {
                LatticeScene scene;
                scene.addLatticeCar(cast, {{offset.x, 0, offset.y}, quarterTurns(turns)});
                scene.replaceFloor({"tiles", tiles(0.025f), {}});
                const ObjectId below =
                    *scene.world.add({.shape = HalfSpace{{0, 1, 0}, -0.1f}, .kind = ObjectKind::Static});
                Body body = *scene.dynamics.find(scene.body);
                body.locked = {true, true, true, true, true, true};
                ASSERT_FALSE(scene.dynamics.setBody(scene.world, scene.body, body));
                const Shape shape = scene.world.find(scene.floor)->shape;
                const auto& children = std::get<Compound>(shape).children();
                scene.dynamics.step(scene.world, scene.dt, kInOneThread,
                                    [&](const DynamicContact& contact, ContactSettings& settings) {
                                        const bool isA = contact.objects.a == scene.floor;
                                        const std::uint32_t child =
                                            isA ? contact.children.a : contact.children.b;
                                        settings.isIgnored = (isA || contact.objects.b == scene.floor) &&
                                                             children[child].tag == 0;
                                    });
                for (const WheelState& wheel : scene.state().wheels) {
                    SCOPED_TRACE("cast " + std::string(toString(cast)) + " at " +
                                 std::to_string(wheel.point.x) + " " + std::to_string(wheel.point.z));
                    ASSERT_TRUE(wheel.touches);
                    const float x = wheel.point.x, z = wheel.point.z;
                    const bool isOnSeam =
                        std::abs(x - std::round(x)) < 1e-3f || std::abs(z - std::round(z)) < 1e-3f;
                    const bool isKept =
                        tagOfTile(static_cast<int>(std::floor(x)), static_cast<int>(std::floor(z))) == 1;
                    EXPECT_EQ(wheel.ground, isOnSeam || isKept ? scene.floor : below);
                    EXPECT_NEAR(wheel.point.y, wheel.ground == below ? -0.1f : 0.0f, 1e-4f);
                }
            }
        }
    }
}

/// Crates slide over tiles of two materials: flush with their edges, and across corners.
TEST(MaterialLattices, PairsOfMaterialsAreAsTheTableSaysOnEverySeam) {
    enum : std::uint32_t { kNone, kWood, kRock, kIce };
    for (const float onIce : {0.25f, 0.1f}) {
        for (int turns = 0; turns < 4; ++turns) {
            for (const float x : {0.0f, 0.5f}) {  // on a seam, and within tiles
                DynamicsOptions options = test::awake();
                options.materialTable.pairs = {{.a = kWood, .b = kRock, .friction = 0.25f},
                                               {.a = kIce, .b = kWood, .friction = onIce}};
                test::DynamicsScene scene(options);
                scene.world.remove(scene.floor);
                const ObjectId floor = *scene.world.add({.shape = tiles(), .kind = ObjectKind::Static});
                ASSERT_FALSE(scene.dynamics.setBody(
                    scene.world, floor,
                    {.material = {.id = kRock},
                     .surfaces = {{.tag = 1, .material = {.friction = 0.9f, .id = kIce}}}}));
                const glm::quat turn = quarterTurns(turns);
                Body wood{.material = {.friction = 0.8f, .id = kWood}};
                const ObjectId crate = scene.add(Box{.halfExtents = {0.5f, 0.25f, 0.5f}},
                                                 {turn * glm::vec3(x, 0.25f, -8.5f), turn}, wood, 100.0f);
                scene.run(0.25f);  // it sinks until the floor carries it
                const glm::vec3 forward = turn * glm::vec3(0, 0, 1);
                ASSERT_TRUE(scene.dynamics.setVelocity(crate, 6.0f * forward, glm::vec3(0.0f)));
                scene.run(1.0f);
                const float lost = 6.0f - glm::dot(scene.velocity(crate), forward);
                EXPECT_LT(lost, 0.25f * test::kGravity * 1.02f) << turns << " " << x;
                EXPECT_GT(lost, onIce * test::kGravity * 0.98f) << turns << " " << x;
                EXPECT_LT(glm::length(scene.dynamics.find(crate)->angularVelocity),
                          onIce == 0.25f ? 0.01f : 1.0f);
            }
        }
    }
}

/// A truck with a trailer in line, along the seams and across them.
TEST(WheelLattices, TrucksWithTrailersDriveStraight) {
    for (const WheelCast cast : kWheelCasts) {
        std::vector<float> ways;
        for (int turns = 0; turns < 4; ++turns) {
            LatticeScene scene;
            const glm::quat turn = quarterTurns(turns);
            scene.addLatticeCar(cast, {turn * glm::vec3(0, 0, -5), turn});
            const ObjectId trailer = scene.add(Box{.halfExtents = {0.7f, 0.25f, 1.0f}},
                                               {turn * glm::vec3(0, 0.6f, -9), turn}, {}, 600.0f);
            Vehicle cart = *scene.dynamics.findVehicle(scene.id);
            cart.body = trailer;
            cart.wheels.resize(2);
            cart.axles.clear();
            cart.engine = {};
            for (VehicleWheel& wheel : cart.wheels) {
                wheel.center.z = 0.0f;
                wheel.steers = false;
            }
            ASSERT_TRUE(scene.dynamics.addVehicle(scene.world, cart));
            ASSERT_TRUE(scene.dynamics.addJoint(
                scene.world, Joint::ball(scene.world, scene.body, trailer, turn * glm::vec3(0, 0.5f, -7),
                                         turn * glm::vec3(0, 0, 1))));
            scene.replaceFloor({"tiles", tiles(), {}});
            scene.run(0.5f);
            scene.drive({.throttle = 1.0f});
            scene.run(2.0f);
            const glm::vec3 place = scene.pose().position, way = glm::conjugate(turn) * place;
            EXPECT_NEAR(way.x, 0.0f, 2e-3f) << turns << toString(cast);
            EXPECT_GT(scene.up().y, 0.99f);
            ways.push_back(way.z);
        }
        EXPECT_GT(ways[0], -4.0f);
        for (const float way : ways) {
            EXPECT_NEAR(way, ways[0], 5e-3f) << "quarter turns change nothing";
        }
    }
}

}  // namespace
