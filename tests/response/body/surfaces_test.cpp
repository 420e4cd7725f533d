// Surfaces of the parts of a body: materials and velocities by the tags of children, triangles and cells.

#include "response/dynamics/dynamics_scene.hpp"
#include "response/dynamics/law_scene.hpp"
#include "support/threads/executors.hpp"

#include <sat3d/planar/compound.hpp>
#include <sat3d/response/body.hpp>
#include <sat3d/response/dynamics.hpp>
#include <sat3d/response/material.hpp>
#include <sat3d/shapes/box.hpp>
#include <sat3d/shapes/collision_model.hpp>
#include <sat3d/shapes/compound.hpp>
#include <sat3d/shapes/convex_hull.hpp>
#include <sat3d/shapes/ground.hpp>
#include <sat3d/shapes/height_field.hpp>
#include <sat3d/shapes/triangle_mesh.hpp>
#include <sat3d/world/model_objects.hpp>
#include <sat3d/world/world.hpp>

#include <glm/ext/vector_double2.hpp>
#include <glm/ext/vector_float2.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using namespace sat3d;
using test::LawScene;
using test::LawSpace;

constexpr float kPull = 9.8f;

/// Plates side by side along x, each 20 m long and with its number as tag.
Shape plates(Space<float>, int count) {
    std::vector<CompoundChild> children;
    for (int i = 0; i < count; ++i) {
        children.push_back({Box{.halfExtents = {10.0f, 1.0f, 10.0f}},
                            Pose{{20.0f * static_cast<float>(i), -1.0f, 0.0f}},
                            static_cast<std::uint32_t>(i)});
    }
    return Compound::fromChildren(children).value();
}
PlanarShape plates(Space<Planar<float>>, int count) {
    std::vector<PlanarCompoundChild> children;
    for (int i = 0; i < count; ++i) {
        children.push_back({PlanarBox{.halfExtents = {10.0f, 1.0f}},
                            PlanarPose{{20.0f * static_cast<float>(i), -1.0f}},
                            static_cast<std::uint32_t>(i)});
    }
    return PlanarCompound::fromChildren(children).value();
}
template <class T>
auto platesOf(int count) {
    using Flat = std::conditional_t<Spatial<T>, float, Planar<float>>;
    return plates(Space<Flat>{}, count);
}

template <class T>
class Surfaces : public testing::Test {
protected:
    using Law = LawSpace<T>;
    using Scene = LawScene<T>;
    using Dimension = typename Space<T>::Dimension;
    using Body = BasicBody<Dimension>;
    using PartSurface = BasicPartSurface<Dimension>;

    /// Three plates: of the body's own material, of ice, and a belt. A crate on each.
    static Scene onPlates(typename Scene::Options options = {}) {
        options.gravity = Law::vector({0.0f, -kPull});
        Scene scene(options);
        Body ground{.material = {.friction = 0.3f, .frictionCombine = CombineMode::Minimum}};
        ground.surfaces = {{.tag = 2, .material = {.friction = 0.9f}, .velocity = Law::vector({2.0f, 0.0f})},
                           {.tag = 1, .material = {.friction = 0.0f}}};
        const ObjectId plate = scene.addStatic(platesOf<T>(3));
        EXPECT_FALSE(scene.dynamics.setBody(scene.world, plate, ground));
        for (int i = 0; i < 3; ++i) {
            scene.add(Law::box(0.5f, 0.25f), Law::pose({20.0 * i, 0.25}),
                      {.velocity = Law::vector({i < 2 ? 4.0f : 0.0f, 0.0f})}, 10.0f);
        }
        return scene;
    }
    static ObjectId crate(const Scene& scene, std::size_t i) { return scene.world.ids()[i + 1]; }
    static void run(Scene& scene, int steps) {
        for (int step = 0; step < steps; ++step) {
            scene.step();
        }
    }
};
TYPED_TEST_SUITE(Surfaces, test::LawSpaces);

TYPED_TEST(Surfaces, EachChildHasItsOwn) {
    typename LawScene<TypeParam>::Options options;
    options.sleepSpeed = 0.0f;
    LawScene<TypeParam> scene = this->onPlates(options);
    this->run(scene, 60);
    EXPECT_NEAR(scene.velocity(this->crate(scene, 0)).x, 4.0f - 0.3f * kPull, 0.02);
    EXPECT_NEAR(scene.velocity(this->crate(scene, 1)).x, 4.0, 1e-4) << "ice";
    EXPECT_NEAR(scene.velocity(this->crate(scene, 2)).x, 2.0, 1e-3) << "a belt";
}

TYPED_TEST(Surfaces, ChangeWhileBodiesSleepOnThem) {
    using L = LawSpace<TypeParam>;
    LawScene<TypeParam> scene = this->onPlates();
    const ObjectId ground = scene.world.ids()[0], sleeper = this->crate(scene, 0);
    this->run(scene, 180);
    ASSERT_TRUE(scene.dynamics.isAsleep(sleeper));
    for (const std::uint32_t tag : {0u, 0u}) {  // a new one, then one that is there
        const bool isNew = scene.dynamics.find(ground)->surfaces.size() == 2;
        const float speed = isNew ? 1.0f : -1.0f;
        ASSERT_TRUE(scene.dynamics.setSurface(ground, {.tag = tag, .velocity = L::vector({speed, 0.0f})}));
        this->run(scene, 60);
        EXPECT_NEAR(scene.velocity(sleeper).x, double(speed), 1e-3);
    }
    EXPECT_EQ(scene.dynamics.find(ground)->surfaces.size(), 3u);
}

TYPED_TEST(Surfaces, AreAPartOfTheState) {
    LawScene<TypeParam> scene = this->onPlates();
    this->run(scene, 20);
    LawScene<TypeParam> other = scene;
    other.dynamics = BasicDynamics<TypeParam>();
    ASSERT_FALSE(other.dynamics.restore(other.world, scene.dynamics.snapshot()));
    LawScene<TypeParam> threaded = scene;
    for (int step = 0; step < 60; ++step) {
        scene.step();
        other.step();
        threaded.dynamics.step(threaded.world, 1.0f / 60.0f, test::OnThreads{3});
        ASSERT_EQ(other.dynamics.hash(), scene.dynamics.hash()) << step;
        ASSERT_EQ(threaded.dynamics.hash(), scene.dynamics.hash()) << step;
    }
    const auto before = scene.dynamics.hash();
    ASSERT_TRUE(scene.dynamics.setSurface(scene.world.ids()[0], {.tag = 1, .material = {.friction = 0.01f}}));
    EXPECT_NE(scene.dynamics.hash(), before);
}

TYPED_TEST(Surfaces, RefuseBadNumbers) {
    using L = LawSpace<TypeParam>;
    LawScene<TypeParam> scene = this->onPlates();
    const ObjectId ground = scene.world.ids()[0];
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    typename TestFixture::Body twice;
    twice.surfaces = {{.tag = 4}, {.tag = 2}, {.tag = 4}};
    const auto error = scene.dynamics.setBody(scene.world, ground, twice);
    ASSERT_TRUE(error);
    EXPECT_NE(error->message.find("same tag"), std::string::npos) << error->message;
    typename TestFixture::Body fast;
    fast.surfaces = {{.tag = 4, .velocity = L::vector({kInfinity, 0.0f})}};
    EXPECT_TRUE(scene.dynamics.setBody(scene.world, ground, fast));
    EXPECT_FALSE(scene.dynamics.setSurface(ground, fast.surfaces[0]));
    EXPECT_FALSE(scene.dynamics.setSurface(ground, {.tag = 4, .material = {.friction = -1.0f}}));
    EXPECT_FALSE(scene.dynamics.setSurface({7, 7}, {.tag = 4}));
    EXPECT_EQ(scene.dynamics.find(ground)->surfaces.size(), 2u);
}

// Two tracks of one body: it turns on the spot, and drives.
TEST(SurfacesInSpace, TwoTracksSteer) {
    test::DynamicsScene scene(test::awake());
    const Box track{.halfExtents = {1.0f, 0.25f, 0.25f}};
    const std::array<glm::vec3, 2> sides{{{0.0f, 0.0f, -1.25f}, {0.0f, 0.0f, 1.25f}}};
    const Shape shape =
        Compound::fromChildren({{track, Pose{sides[0]}, 1},
                                {track, Pose{sides[1]}, 2},
                                {Box{.halfExtents = {1.0f, 0.25f, 1.0f}}, Pose{{0.0f, 0.25f, 0.0f}}}})
            .value();
    const ObjectId tank = scene.add(shape, {{0.0f, 0.25f, 0.0f}}, {}, 20000.0f);
    const auto drive = [&](float left, float right) {
        ASSERT_TRUE(scene.dynamics.setSurface(tank, {.tag = 1, .velocity = {-left, 0.0f, 0.0f}}));
        ASSERT_TRUE(scene.dynamics.setSurface(tank, {.tag = 2, .velocity = {-right, 0.0f, 0.0f}}));
        scene.run(1.0f);
    };
    drive(3.0f, 3.0f);
    EXPECT_NEAR(scene.velocity(tank).x, 3.0f, 1e-3f);
    EXPECT_NEAR(scene.velocity(tank).z, 0.0f, 1e-3f);
    drive(0.0f, 0.0f);
    EXPECT_NEAR(glm::length(scene.velocity(tank)), 0.0f, 1e-3f);
    const glm::vec3 place = scene.position(tank);
    drive(1.0f, -1.0f);
    EXPECT_LT(glm::distance(scene.position(tank), place), 0.02f) << "it turns on the spot";
    EXPECT_NEAR(scene.dynamics.find(tank)->angularVelocity.y, -2.0f / 2.5f, 1e-3f) << "to the right";
}

/// How fast crates slide after half a second that began on two kinds of ground with 4 m/s, at x = -5 and 5.
std::array<float, 2> slideOn(const Shape& ground, const Pose& pose = {}) {
    test::DynamicsScene scene(test::awake());
    scene.world.remove(scene.floor);
    const ObjectId id = *scene.world.add({.shape = ground, .pose = pose, .kind = ObjectKind::Static});
    const Material ice{.friction = 0.0f};
    EXPECT_FALSE(scene.dynamics.setBody(
        scene.world, id, {.material = {.friction = 0.6f}, .surfaces = {{.tag = 7, .material = ice}}}));
    std::array<ObjectId, 2> crates;
    for (int i = 0; i < 2; ++i) {
        crates[static_cast<std::size_t>(i)] =
            scene.add(Box{.halfExtents = {0.4f, 0.2f, 0.4f}}, {{i == 0 ? -5.0f : 5.0f, 0.2f, 0.0f}},
                      {.velocity = {0.0f, 0.0f, 4.0f}});
    }
    scene.run(0.5f);
    return {scene.velocity(crates[0]).z, scene.velocity(crates[1]).z};
}

void expectIceOnTheRight(const Shape& ground, const Pose& pose = {}) {
    const auto [rough, slippery] = slideOn(ground, pose);
    EXPECT_NEAR(rough, 4.0f - 0.6f * 9.81f * 0.5f, 0.05f);
    EXPECT_NEAR(slippery, 4.0f, 1e-3f);
}

TEST(SurfacesInSpace, EachTriangleHasItsOwn) {
    const std::vector<glm::vec3> corners{{-10, 0, -10}, {0, 0, -10}, {10, 0, -10},
                                         {-10, 0, 10},  {0, 0, 10},  {10, 0, 10}};
    const std::vector<std::uint32_t> triangles{0, 3, 1, 1, 3, 4, 1, 4, 2, 2, 4, 5};
    const std::vector<std::uint32_t> tags{1, 1, 7, 7};
    expectIceOnTheRight(TriangleMesh::fromTriangles(corners, triangles, {.tags = tags}).value());
}

TEST(SurfacesInSpace, EachCellHasItsOwn) {
    const std::vector<float> heights(6, 0.0f);
    const std::vector<std::uint32_t> tags{0, 7};
    const HeightField field =
        HeightField::fromHeights(heights, 3, 2, glm::vec2(10.0f, 20.0f), {.tags = tags}).value();
    expectIceOnTheRight(field, levelPose(field, UpAxis::Y, {}));
}

TEST(SurfacesInSpace, EachFaceOfAHullHasItsOwn) {
    const std::vector<glm::vec3> corners{{-10, -1, -10}, {10, -1, -10}, {-10, -1, 10}, {10, -1, 10},
                                         {-10, 0, -10},  {10, 0, -10},  {-10, 0, 10},  {10, 0, 10}};
    const ConvexHull hull = ConvexHull::fromPoints(corners).value();
    std::vector<std::uint32_t> tags(hull.faces().size(), 0);
    for (std::size_t i = 0; i < tags.size(); ++i) {
        tags[i] = hull.faces()[i].plane.normal.y > 0.5f ? 7 : 0;
    }
    EXPECT_NEAR(slideOn(hull.withFaceTags(tags))[0], 4.0f, 1e-3f);
    EXPECT_LT(slideOn(hull)[0], 2.0f);
}

TEST(SurfacesInSpace, ComeFromImportedMaterials) {
    CollisionModel model;
    model.physicsMaterials = {{.name = "ice", .dynamicFriction = 0.1f},
                              {.name = "rubber", .restitution = 0.75f}};
    for (int i = 0; i < 3; ++i) {
        model.bodies.push_back({.name = "part", .shape = Box{.center = {2.0f * float(i), 0.0f, 0.0f}}});
    }
    model.bodies[1].physicsMaterial = 1;
    model.bodies[2].physicsMaterial = 0;
    test::DynamicsScene scene;
    const ObjectId id = addModel(scene.world, model, {.pose = {{0.0f, 5.0f, 0.0f}}}).value();
    ASSERT_FALSE(scene.dynamics.setBody(scene.world, id, {.surfaces = surfacesOf(model)}));
    const auto& surfaces = scene.dynamics.find(id)->surfaces;
    ASSERT_EQ(surfaces.size(), 2u);
    EXPECT_EQ(surfaces[0].tag, 1u);
    EXPECT_EQ(surfaces[0].material, materialOf(model.physicsMaterials[1]));
    EXPECT_EQ(surfaces[1].tag, 2u);
    EXPECT_EQ(surfaces[1].material, materialOf(model.physicsMaterials[0]));
    EXPECT_EQ(std::get<Compound>(scene.world.find(id)->shape).children()[2].tag, surfaces[1].tag);
}

}  // namespace
