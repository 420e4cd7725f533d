// Snapshots that were damaged on purpose, with a checksum that is right again, so that the damage gets past
// it.

#include "core/checksum.hpp"
#include "core/little_endian.hpp"
#include "fuzz/damage.hpp"
#include "response/dynamics/law_scene.hpp"
#include "response/joints/joint_table.hpp"
#include "response/vehicle/vehicle_table.hpp"
#include "support/random.hpp"
#include "support/trials.hpp"
#include "world/snapshot_frame.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/response/dynamics.hpp>
#include <sat3d/response/joint.hpp>
#include <sat3d/response/vehicle.hpp>
#include <sat3d/shapes/compound.hpp>
#include <sat3d/world/world.hpp>

#include <glm/ext/vector_double2.hpp>
#include <glm/ext/vector_float3.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <type_traits>
#include <variant>
#include <vector>

namespace {

using namespace sat3d;

void correctChecksum(std::vector<std::byte>& snapshot) {
    if (snapshot.size() >= kSnapshotHeaderSize) {
        const auto sum = toLittleEndian(checksum(std::span(snapshot).subspan(kSnapshotHeaderSize)));
        std::ranges::copy(sum, snapshot.begin() + 8);
    }
}

std::vector<std::byte> damaged(test::Random& random, std::span<const std::byte> snapshot) {
    test::Bytes bytes(snapshot.size());
    std::memcpy(bytes.data(), snapshot.data(), snapshot.size());
    test::damage(random, bytes);
    std::vector<std::byte> result(bytes.size());
    std::memcpy(result.data(), bytes.data(), bytes.size());
    correctChecksum(result);
    return result;
}

template <class T>
struct EverythingScene : test::LawScene<T> {
    using L = test::LawSpace<T>;
    using Dimension = typename Space<T>::Dimension;
    using Position = typename Space<T>::Position;
    using Joint = BasicJoint<T>;

    std::vector<JointId> joints;

    EverythingScene() : test::LawScene<T>(typename test::LawScene<T>::Options{}) {
        this->addStatic(L::box(60.0f, 1.0f, 60.0f), L::pose({0, -1}));
        addPile();
        addJoints();
        addSensors();
        if constexpr (Spatial<T>) {
            addVehicles();
        }
    }

private:
    ObjectId addBody(const typename Space<T>::Shape& shape, glm::dvec2 at,
                     const BasicBody<Dimension>& body = {}) {
        return this->add(shape, L::pose(at), body);
    }
    void addPile() {
        for (int i = 0; i < 4; ++i) {
            addBody(L::box(0.5f, 0.5f), {0.1 * i, 0.5 + i});
        }
        addBody(L::ball(0.5f), {5, 0.5});
        BasicBody<Dimension> fast;
        fast.velocity = L::vector({30, 0});
        fast.maxSpeed = 40.0f;
        fast.material.rollingResistance = 0.1f;
        addBody(L::ball(0.2f), {-8, 3}, fast);
        BasicBody<Dimension> locked;
        locked.locked.moveX = true;
        locked.angularDamping = 0.2f;
        addBody(L::capsule(0.5f, 0.2f), {8, 2}, locked);
        BasicBody<Dimension> parts;
        parts.surfaces = {{.tag = 7, .material = {}, .velocity = L::vector({1, 0})}};
        using Part = test::LawSpace<std::conditional_t<Spatial<T>, float, Planar<float>>>;
        using Box = std::conditional_t<Spatial<T>, sat3d::Box, PlanarBox>;
        const auto box = std::get<Box>(L::box(0.5f, 0.5f));
        addBody(Space<T>::Compound::fromChildren({{box, Part::pose({}), 7}, {box, Part::pose({1, 0}), 8}})
                    .value(),
                {12, 1}, parts);
        const ObjectId lift = this->add(L::box(1, 0.1f), L::pose({15, 0.5}), {}, 0.0f);
        addBody(L::box(0.3f, 0.3f), {15, 1});
        (void)this->dynamics.moveKinematic(lift, L::pose({15, 3}), 2.0f);
    }
    void addJoints() {
        ObjectId last = kWorldFrame;
        for (int i = 0; i < 5; ++i) {
            const ObjectId link = addBody(L::box(0.4f, 0.1f, 0.1f), {20.5 + i, 5});
            addJoint(Joint::fixed(this->world, last, link, Position(L::pose({20.0 + i, 5}).position)), i);
            last = link;
        }
        this->dynamics.removeJoint(joints[1]);
        this->dynamics.removeJoint(joints[4]);
    }
    void addJoint(Joint joint, int kind) {
        joint.turns.twist = kind % 2 == 0 ? JointAxis::range(-0.5f, 0.5f)
                                          : JointAxis::driven(JointDrive::spring(2.0f, 0.7f, 0.2f, 50.0f));
        joint.breakForce = kind == 2 ? 1e4f : joint.breakForce;
        joints.push_back(this->dynamics.addJoint(this->world, joint).value());
    }
    void addSensors() {
        for (const double x : {0.0, 12.0}) {
            (void)this->world.add(
                {.shape = L::box(3, 3), .pose = L::pose({x, 1}), .kind = ObjectKind::Sensor});
        }
    }
    void addVehicles() requires Spatial<T> {
        for (int i = 0; i < 3; ++i) {
            const ObjectId body =
                this->add(L::box(0.7f, 0.25f, 1.9f), L::pose({-10.0 - 5.0 * i, 0.6}), {}, 1600.0f);
            std::vector<glm::vec3> left, right;
            for (const float z : {1.4f, 0.0f, -1.4f}) {
                left.emplace_back(0.8f, -0.25f, z);
                right.emplace_back(-0.8f, -0.25f, z);
            }
            const std::array<glm::vec3, 4> wheels = {left[0], right[0], left[2], right[2]};
            Vehicle vehicle =
                i == 1 ? Vehicle::tank(body, left, right, 0.35f) : Vehicle::car(body, wheels, 0.35f);
            if (i == 0) {
                for (VehicleWheel& wheel : vehicle.wheels) {
                    wheel.cast = WheelCast::CylinderCast;
                    wheel.width = 0.2f;
                }
            }
            const VehicleId id = this->dynamics.addVehicle(this->world, vehicle).value();
            (void)this->dynamics.setVehicleInput(id, {.throttle = 1.0f, .steering = 0.3f});
            if (i == 2) {
                this->dynamics.removeVehicle(id);
            }
        }
    }
};

template <class T>
class DamagedSnapshots : public testing::Test {};
TYPED_TEST_SUITE(DamagedSnapshots, test::LawSpaces, );

/// What is accepted is a state: it can be stepped, and its own snapshot is accepted. Damage gives bodies all
/// speeds, and assertions say when poses get out of bounds by them.
TYPED_TEST(DamagedSnapshots, AreRefusedOrAState) {
    using Scene = EverythingScene<TypeParam>;
    const AssertHandler former = setAssertHandler([](const char*, const char*, const char*, int) {});
    Scene scene;
    int accepted = 0, refused = 0;
    for (int moment = 0; moment < 4; ++moment) {
        for (int i = 0; i < (moment == 3 ? 300 : 7); ++i) {
            scene.step();
        }
        const auto good = scene.dynamics.snapshot();
        const auto seed = 7u + static_cast<std::uint32_t>(moment);
        test::forEachTrial(seed, test::fewTrialsCount(400), [&](test::Random& random, int) {
            const auto bad = damaged(random, good);
            Scene other = scene;
            if (other.dynamics.restore(other.world, bad)) {
                ++refused;
                ASSERT_EQ(other.dynamics.hash(), scene.dynamics.hash());
                return;
            }
            ++accepted;
            const std::uint64_t hash = other.dynamics.hash();
            ASSERT_FALSE(other.dynamics.restore(other.world, other.dynamics.snapshot()));
            ASSERT_EQ(other.dynamics.hash(), hash);
            for (int i = 0; i < 3; ++i) {
                other.step();
            }
            (void)other.dynamics.hash();
        });
    }
    setAssertHandler(former);
    EXPECT_GT(accepted, 10);
    EXPECT_GT(refused, 10);
}

/// An infinite impulse, or none that is a number, would hold a body for ever.
TYPED_TEST(DamagedSnapshots, HaveFiniteImpulses) {
    using L = test::LawSpace<TypeParam>;
    test::LawScene<TypeParam> scene;
    scene.addStatic(L::box(60.0f, 1.0f, 60.0f), L::pose({0, -1}));
    scene.add(L::box(0.5f, 0.5f), L::pose({0, 0.5}), {});
    for (int i = 0; i < 5; ++i) {
        scene.step();
    }
    const auto good = scene.dynamics.snapshot();
    ASSERT_FALSE(scene.dynamics.contacts().empty());
    int refused = 0;
    for (std::size_t at = kSnapshotHeaderSize; at + sizeof(float) <= good.size(); ++at) {
        for (const float number :
             {std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()}) {
            auto bytes = good;
            std::ranges::copy(toLittleEndian(number), bytes.begin() + static_cast<std::ptrdiff_t>(at));
            correctChecksum(bytes);
            auto other = scene.dynamics;
            if (other.restore(scene.world, bytes)) {
                ++refused;
                continue;
            }
            for (const auto& contact : other.contacts()) {
                for (const auto& point : contact.points()) {
                    ASSERT_TRUE(std::isfinite(point.impulse)) << "byte " << at;
                }
            }
        }
    }
    EXPECT_GT(refused, 20);
}

/// What moves a kinematic body divides by the length of the last step.
TYPED_TEST(DamagedSnapshots, HaveALengthOfTheLastStep) {
    EverythingScene<TypeParam> scene;
    scene.step();
    for (const float length :
         {-1.0f / 480.0f, std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
        auto bytes = scene.dynamics.snapshot();
        constexpr std::size_t kSpace = 1,
                              kGravity = sizeof(typename EverythingScene<TypeParam>::Dimension::Vector);
        const auto number = toLittleEndian(length);
        std::ranges::copy(number, bytes.begin() + kSnapshotHeaderSize + kSpace + kGravity);
        correctChecksum(bytes);
        EXPECT_TRUE(scene.dynamics.restore(scene.world, bytes)) << length;
    }
}

/// So the memory that a snapshot asks for is in proportion to its size, whatever it says.
TYPED_TEST(DamagedSnapshots, HaveRoomForWhatWasRemoved) {
    using T = TypeParam;
    using L = test::LawSpace<T>;
    test::LawScene<T> scene;
    const ObjectId body = scene.add(L::box(1, 1), L::pose({}), {});
    auto& dynamics = scene.dynamics;
    const auto size = [&] { return dynamics.snapshot().size(); };
    const std::size_t without = size();
    const auto joint = BasicJoint<T>::fixed(scene.world, kWorldFrame, body, L::pose({}).position);
    ASSERT_TRUE(dynamics.removeJoint(dynamics.addJoint(scene.world, joint).value()));
    EXPECT_GT(2 * (size() - without), sizeof(JointRecord<T>));
    if constexpr (Spatial<T>) {
        const std::size_t withJoint = size();
        const std::array<glm::vec3, 4> wheels = {glm::vec3(1, -1, 1), glm::vec3(-1, -1, 1),
                                                 glm::vec3(1, -1, -1), glm::vec3(-1, -1, -1)};
        const Vehicle car = Vehicle::car(body, wheels, 0.5f);
        ASSERT_TRUE(dynamics.removeVehicle(dynamics.addVehicle(scene.world, car).value()));
        EXPECT_GT(5 * (size() - withJoint), sizeof(VehicleRecord<T>));
    }
}

}  // namespace
