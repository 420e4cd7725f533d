// Random scenes that a game edits between steps, in all that it may change: objects, bodies, joints,
// vehicles, awake and asleep. Handles of removed objects stay invalid. Sleeping bodies do not move. All
// numbers are finite. A restored snapshot continues with the same bits.

#include "response/dynamics/law_scene.hpp"
#include "support/random.hpp"
#include "support/threads/executors.hpp"

#include <sat3d/core/parallel_for.hpp>
#include <sat3d/planar/compound.hpp>
#include <sat3d/response/dynamics.hpp>
#include <sat3d/response/joint.hpp>
#include <sat3d/response/vehicle.hpp>
#include <sat3d/shapes/compound.hpp>
#include <sat3d/world/object.hpp>

#include <glm/ext/vector_double2.hpp>
#include <glm/ext/vector_float2.hpp>
#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace sat3d;
using test::LawSpace;
using test::Random;

template <class T>
typename Space<T>::Shape pairOfBoxes() {
    const auto half = LawSpace<T>::vector(glm::vec2(0.25f));
    if constexpr (Spatial<T>) {
        const Box box{.halfExtents = half + glm::vec3(0, 0, 0.25f)};
        return Compound::fromChildren({{box, Pose{{0.5f, 0, 0}}}, {box, Pose{{-0.5f, 0, 0}}}}).value();
    } else {
        const PlanarBox box{.halfExtents = half};
        return PlanarCompound::fromChildren({{box, PlanarPose{{0.5f, 0}}}, {box, PlanarPose{{-0.5f, 0}}}})
            .value();
    }
}

template <class T>
struct EditedScene : test::LawScene<T> {
    using L = LawSpace<T>;
    using Scene = test::LawScene<T>;
    using Body = BasicBody<typename Space<T>::Dimension>;
    using Scene::dynamics;
    using Scene::world;

    std::vector<ObjectId> removed;
    std::vector<JointId> removedJoints;
    Random random;

    explicit EditedScene(std::uint32_t seed) : Scene(options()), random(seed) {
        Scene::addStatic(L::box(8.0f, 0.5f, 8.0f), L::pose({0.0, -0.5}));
        for (int i = 0; i < 8; ++i) {
            addObject();
        }
    }
    static typename Scene::Options options() {
        typename Scene::Options options;
        options.sleepSeconds = 0.1f;
        return options;
    }

    /// One of all objects. There is always one.
    ObjectId anyObject() {
        const std::vector<ObjectId> ids = world.ids();
        return ids[random.below(static_cast<std::uint32_t>(ids.size()))];
    }
    /// In the middle of cells of a lattice, or anywhere.
    typename Space<T>::Pose anyPose() {
        if (random.chance(0.5)) {
            const double x = random.below(9) - 4.0, y = 0.5 + random.below(4);
            return L::pose({x, y}, 0.5 * 3.14159265358979 * random.below(4));
        }
        const double x = random.uniform(-4.0, 4.0), y = random.uniform(0.2, 4.0);
        return L::pose({x, y}, random.uniform(-3.0, 3.0));
    }
    typename Space<T>::Shape anyShape() {
        const float size = random.chance(0.7) ? 0.5f : 0.1f;
        switch (random.below(5)) {
            case 0:
                return L::ball(size);
            case 1:
                return L::capsule(size, 0.5f * size);
            case 2:
                return pairOfBoxes<T>();
            case 3:
                return L::box(size, 0.5f * size, size);
            default:
                return L::box(size, size, size);
        }
    }
    glm::vec2 anyVelocity() {
        if (random.chance(0.3)) {
            return glm::vec2(0.0f);
        }
        const double x = random.uniform(-5.0, 5.0), y = random.uniform(-5.0, 5.0);
        return glm::vec2(glm::dvec2(x, y));
    }
    Body anyBody(const typename Space<T>::Shape& shape) {
        Body body;
        if (random.chance(0.8)) {
            body.mass = massOfShape(shape, random.chance(0.8) ? 1.0f : 1000.0f).value();
        }
        body.velocity = L::vector(anyVelocity());
        body.material = {.friction = random.chance(0.7) ? 0.6f : 0.0f,
                         .restitution = random.chance(0.7) ? 0.0f : 0.5f};
        body.canSleep = random.chance(0.9);
        body.followsPose = body.isKinematic() && random.chance(0.3);
        body.locked.moveX = random.chance(0.05);
        return body;
    }
    void addObject() {
        const typename Space<T>::Shape shape = anyShape();
        const auto kind = random.chance(0.8) ? ObjectKind::Moving : ObjectKind::Static;
        const ObjectId id = world.add({.shape = shape, .pose = anyPose(), .kind = kind}).value();
        if (random.chance(0.9)) {
            (void)dynamics.setBody(world, id, anyBody(shape));
        }
    }
    void removeObject(ObjectId id) {
        if (world.size() > 4 && world.remove(id)) {
            removed.push_back(id);
        }
    }
    void addJoint() {
        const ObjectId a = random.chance(0.3) ? kWorldFrame : anyObject(), b = anyObject();
        const auto at = world.find(b)->pose.position;
        using Joint = BasicJoint<T>;
        Joint joint = Joint::fixed(world, a, b, at);
        switch (random.below(3)) {
            case 0:
                break;
            case 1:
                joint = Joint::rod(
                    world, a, b,
                    a == kWorldFrame ? L::pose({0.0, 3.0}).position : world.find(a)->pose.position, at);
                break;
            default:
                joint = Joint::slider(world, a, b, at, L::vector({1.0f, 0.0f}));
        }
        joint.collides = random.chance(0.5);
        joint.breakForce = random.chance(0.2) ? 50.0f : joint.breakForce;
        (void)dynamics.addJoint(world, joint);
    }
    void editJoint() {
        const auto joints = dynamics.joints();
        if (joints.size() < 3 && random.chance(0.7)) {
            addJoint();
        } else if (!joints.empty()) {
            const JointId id = joints[random.below(static_cast<std::uint32_t>(joints.size()))];
            if (random.chance(0.5)) {
                EXPECT_TRUE(dynamics.removeJoint(id));
                removedJoints.push_back(id);
            } else {
                auto joint = *dynamics.findJoint(id);
                joint.offsets[0] = JointAxis::free();
                (void)dynamics.setJoint(world, id, joint);
            }
        }
    }
    void editVehicle() {
        if constexpr (Spatial<T>) {
            const auto vehicles = dynamics.vehicles();
            if (vehicles.size() < 2) {
                const std::array<glm::vec3, 4> centers{glm::vec3(0.5f, -0.3f, 0.5f),
                                                       {-0.5f, -0.3f, 0.5f},
                                                       {0.5f, -0.3f, -0.5f},
                                                       {-0.5f, -0.3f, -0.5f}};
                (void)dynamics.addVehicle(world, Vehicle::car(anyObject(), centers, 0.2f));
            } else {
                const VehicleId id = vehicles[random.below(static_cast<std::uint32_t>(vehicles.size()))];
                if (random.chance(0.3)) {
                    EXPECT_TRUE(dynamics.removeVehicle(id));
                } else {
                    EXPECT_TRUE(
                        dynamics.setVehicleInput(id, {.throttle = static_cast<float>(random.below(2))}));
                }
            }
        }
    }

    /// Changes one thing.
    void edit() {
        const ObjectId id = anyObject();
        const auto& object = *world.find(id);
        switch (random.below(20)) {
            case 0:
                addObject();
                break;
            case 1:
                removeObject(id);
                break;
            case 2:
                (void)world.setPose(id, anyPose());
                break;
            case 3:
                (void)world.setPose(id, object.pose);
                break;
            case 4:
                (void)dynamics.setBody(world, id, anyBody(object.shape));
                break;
            case 5:
                dynamics.removeBody(id);
                break;
            case 6: {
                const glm::vec2 velocity = anyVelocity();
                dynamics.setVelocity(id, L::vector(velocity),
                                     L::spin(random.chance(0.5) ? 0.0f : velocity.x));
                break;
            }
            case 7:
                dynamics.applyImpulse(world, id, L::vector(anyVelocity()), object.pose.position);
                break;
            case 8:
                dynamics.applyForce(id, L::vector(20.0f * anyVelocity()));
                break;
            case 9:
                (void)world.setShape(id, anyShape());
                break;
            case 10:
                (void)world.setFilter(id, {.group = static_cast<std::int32_t>(random.below(3)) - 1});
                break;
            case 11:
                (void)world.setKind(id, static_cast<ObjectKind>(random.below(3)));
                break;
            case 12: {
                const auto to = anyPose();
                dynamics.moveKinematic(id, to, 1.0f / 60.0f);
                break;
            }
            case 13:
                dynamics.setMaterial(id, {.friction = random.chance(0.5) ? 0.0f : 1.0f});
                break;
            case 14:
                dynamics.wake(id);
                break;
            case 15:
                dynamics.setGravity(L::vector({0.0f, random.chance(0.8) ? -9.81f : 2.0f}));
                break;
            case 16:
                (void)world.setPartPose(id, random.below(2),
                                        typename BasicWorld<T>::PartPose{L::vector({0.3f, 0.1f})});
                break;
            case 17:
                editJoint();
                break;
            case 18:
                editVehicle();
                break;
            default:  // a body that stands in mid air
                (void)world.setPose(id, L::pose({random.uniform(-4.0, 4.0), 8.0}));
                dynamics.setVelocity(id, L::vector({0.0f, 0.0f}), L::spin(0.0f));
        }
    }
    /// Removes objects as the events of the step name them.
    void removeWhatMet() {
        for (const auto& touch : dynamics.events().begun) {
            if (random.chance(0.3)) {
                removeObject(touch.objects.a);
            }
        }
        for (const ObjectPair& pair : dynamics.events().ended) {
            if (random.chance(0.1)) {
                removeObject(pair.b);
            }
        }
    }

    [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> hash() const {
        return {world.hash(), dynamics.hash()};
    }

    /// Steps, and expects what must hold whatever the game has done.
    void stepAndCheck(float dt, int threads) {
        std::vector<std::pair<ObjectId, typename Space<T>::Pose>> asleep;
        for (const ObjectId id : world.ids()) {
            if (dynamics.isAsleep(id)) {
                asleep.emplace_back(id, world.find(id)->pose);
            }
        }
        if (threads == 1) {
            dynamics.step(world, dt);
        } else {
            dynamics.step(world, dt, test::OnThreads{static_cast<std::size_t>(threads)});
        }
        for (const auto& [id, pose] : asleep) {
            if (dynamics.isAsleep(id)) {
                EXPECT_TRUE(world.find(id)->pose.position == pose.position)
                    << "a sleeping body moved: " << id.index;
            }
        }
        std::size_t awake = 0;
        for (const ObjectId id : world.ids()) {
            const glm::dvec2 at = Scene::position(id);
            EXPECT_TRUE(std::isfinite(at.x + at.y)) << id.index;
            if (const Body* const body = dynamics.find(id)) {
                EXPECT_TRUE(std::isfinite(glm::length(Scene::velocity(id)) + Scene::spin(id))) << id.index;
                awake += dynamics.isAsleep(id) || !body->isDynamic() ? 0 : 1;
            }
        }
        EXPECT_GE(dynamics.awakeCount(), awake);
        EXPECT_FALSE(world.validate());
        for (const ObjectId id : removed) {
            EXPECT_EQ(world.find(id), nullptr);
            EXPECT_EQ(dynamics.find(id), nullptr) << "a body of a removed object";
            EXPECT_FALSE(dynamics.isAsleep(id));
            EXPECT_FALSE(dynamics.setVelocity(id, L::vector({0.0f, 0.0f}), L::spin(0.0f)));
            EXPECT_FALSE(dynamics.wake(id));
        }
        for (const JointId id : removedJoints) {
            EXPECT_EQ(dynamics.findJoint(id), nullptr);
        }
        for (const JointId id : dynamics.joints()) {
            const auto* const joint = dynamics.findJoint(id);
            EXPECT_NE(joint, nullptr);
            EXPECT_NE(world.find(joint->b), nullptr);
        }
        for (const auto& contact : dynamics.contacts()) {
            EXPECT_NE(world.find(contact.objects.a), nullptr);
            EXPECT_NE(world.find(contact.objects.b), nullptr);
        }
    }
    /// Some edits, and a step, or a second without edits, in which bodies fall asleep.
    void playOn() {
        const bool rests = random.chance(0.1);
        const float dt = 1.0f / static_cast<float>(15 << random.below(4));
        const int steps = rests ? static_cast<int>(1.0f / dt) : 1, threads = random.chance(0.2) ? 3 : 1;
        for (std::uint32_t edits = rests ? 0 : random.below(4); edits > 0; --edits) {
            edit();
        }
        for (int i = 0; i < steps; ++i) {
            stepAndCheck(dt, threads);
            if (random.chance(0.2)) {
                removeWhatMet();
            }
        }
    }
};

template <class T>
class EditedScenes : public ::testing::Test {};
TYPED_TEST_SUITE(EditedScenes, test::LawSpaces);

TYPED_TEST(EditedScenes, StaySoundAndAreRestoredToTheBitSlow) {
    using Scene = EditedScene<TypeParam>;
    bool hasSlept = false, hasBeenFull = false;
    for (int trial = 0; trial < 40; ++trial) {
        SCOPED_TRACE("seed " + std::to_string(trial));
        Scene scene(static_cast<std::uint32_t>(trial)), other = scene;
        for (int round = 0; round < 40; ++round) {
            SCOPED_TRACE("round " + std::to_string(round));
            if (round % 4 == 0) {  // other is what the scene was, at least four rounds ago
                const auto world = scene.world.snapshot();
                const auto dynamics = scene.dynamics.snapshot();
                Scene restored = other;
                const auto shapeOf = [&](ObjectId id, std::uint64_t) {
                    return std::optional(scene.world.find(id)->shape);
                };
                const auto error = restored.world.restore(world, shapeOf);
                ASSERT_FALSE(error) << error->message;
                ASSERT_FALSE(restored.dynamics.restore(restored.world, dynamics));
                ASSERT_EQ(restored.dynamics.snapshot(), dynamics);
                ASSERT_EQ(restored.hash(), scene.hash());
                restored.removed = scene.removed, restored.removedJoints = scene.removedJoints;
                restored.random = scene.random;
                other = scene;
                for (int i = 0; i < 3; ++i) {
                    scene.playOn(), restored.playOn();
                    ASSERT_EQ(restored.hash(), scene.hash()) << i << " rounds later";
                }
            }
            scene.playOn();
            if (::testing::Test::HasFailure()) {
                return;
            }
            const auto ids = scene.world.ids();
            hasSlept = hasSlept ||
                       std::ranges::any_of(ids, [&](ObjectId id) { return scene.dynamics.isAsleep(id); });
            hasBeenFull = hasBeenFull || ids.size() > 12;
        }
    }
    EXPECT_TRUE(hasSlept && hasBeenFull);
}

}  // namespace
