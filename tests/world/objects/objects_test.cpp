#include "support/hulls.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/world/world.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <utility>

namespace {

using namespace sat3d;
using testing::HasSubstr;

const float kNan = std::numeric_limits<float>::quiet_NaN();

/// Lets a test break contracts: failed assertions do nothing.
class WithoutAsserts {
public:
    WithoutAsserts() : previous_(setAssertHandler([](const char*, const char*, const char*, int) {})) {}
    ~WithoutAsserts() { setAssertHandler(previous_); }
    WithoutAsserts(const WithoutAsserts&) = delete;
    WithoutAsserts& operator=(const WithoutAsserts&) = delete;

private:
    AssertHandler previous_;
};

TEST(WorldObjects, BadPosesAreRefusedByName) {
    World world;
    const ObjectId tank = world.add({.shape = Sphere{}, .pose = {{1, 2, 3}}, .name = "tank"}).value();
    for (const Pose& bad :
         {Pose{{kNan, 0, 0}}, Pose{{0, std::numeric_limits<float>::infinity(), 0}}, Pose{{0, 0, 1e31f}},
          Pose{{}, glm::quat(2.0f, glm::vec3(0.0f))}, Pose{{}, glm::quat(kNan, glm::vec3(0.0f))}}) {
        const auto error = world.setPose(tank, bad);
        ASSERT_TRUE(error);
        EXPECT_EQ(error->code, WorldError::Code::BadPose);
        EXPECT_THAT(error->message, HasSubstr("object 0 \"tank\": the pose "));
        EXPECT_EQ(world.find(tank)->pose.position, glm::vec3(1, 2, 3));
        const auto added = world.add({.shape = Sphere{}, .pose = bad, .name = "shell"});
        ASSERT_FALSE(added);
        EXPECT_THAT(added.error().message, HasSubstr("object 1 \"shell\": the pose "));
    }
    EXPECT_EQ(world.size(), 1u);
}

TEST(WorldObjects, BadShapesAreRefusedByName) {
    World world;
    const auto added = world.add({.shape = Sphere{.radius = -1.0f}, .name = "ball"});
    ASSERT_FALSE(added);
    EXPECT_EQ(added.error().code, WorldError::Code::BadShape);
    EXPECT_THAT(added.error().message, HasSubstr("object 0 \"ball\": the sphere's radius is -1"));
    const ObjectId ball = world.add({.shape = Sphere{}}).value();
    EXPECT_EQ(world.setShape(ball, Sphere{.radius = kNan})->code, WorldError::Code::BadShape);
}

TEST(WorldObjects, KindsAndDetailsAreEnumerators) {
    World world;
    const ObjectId ball = world.add({.shape = Sphere{}, .name = "ball"}).value();
    const std::uint64_t hash = world.hash();
    constexpr auto kNoKind = static_cast<ObjectKind>(3);
    constexpr auto kNoDetail = static_cast<ContactDetail>(3);
    const auto badKind = world.setKind(ball, kNoKind);
    ASSERT_TRUE(badKind);
    EXPECT_EQ(badKind->code, WorldError::Code::BadKind);
    EXPECT_THAT(badKind->message, HasSubstr("object 0 \"ball\": 3 is not a kind"));
    const auto badFilter = world.setFilter(ball, {.detail = kNoDetail});
    ASSERT_TRUE(badFilter);
    EXPECT_EQ(badFilter->code, WorldError::Code::BadFilter);
    EXPECT_EQ(world.add({.shape = Sphere{}, .kind = kNoKind}).error().code, WorldError::Code::BadKind);
    EXPECT_EQ(world.add({.shape = Sphere{}, .filter = {.detail = kNoDetail}}).error().code,
              WorldError::Code::BadFilter);
    EXPECT_EQ(world.hash(), hash);
}

TEST(WorldObjects, StaleIdsChangeNothing) {
    const WithoutAsserts without;
    World world;
    const ObjectId old = world.add({.shape = Sphere{}}).value();
    EXPECT_TRUE(world.remove(old));
    EXPECT_FALSE(world.remove(old));
    const ObjectId now = world.add({.shape = Sphere{}}).value();
    EXPECT_EQ(old.index, now.index);
    EXPECT_EQ(world.find(old), nullptr);
    EXPECT_EQ(world.find(ObjectId{}), nullptr);
    EXPECT_EQ(world.setPose(old, Pose{{9, 0, 0}})->code, WorldError::Code::StaleId);
    EXPECT_EQ(world.setFilter(old, {})->code, WorldError::Code::StaleId);
    EXPECT_EQ(world.setKind(old, ObjectKind::Static)->code, WorldError::Code::StaleId);
    EXPECT_EQ(world.find(now)->pose.position.x, 0.0f);
}

TEST(WorldObjects, PartsMove) {
    const auto compound =
        Compound::fromChildren({{Sphere{.radius = 1.0f}, Pose{}}, {Sphere{.radius = 1.0f}, Pose{}}});
    World world;
    const ObjectId tank = world.add({.shape = *compound, .name = "tank"}).value();
    (void)world.add({.shape = Sphere{.radius = 1.0f}, .pose = {{5.0f, 0.0f, 0.0f}}}).value();
    EXPECT_TRUE(world.update().begun.empty());
    EXPECT_FALSE(world.setPartPose(tank, 1, Pose{{4.0f, 0.0f, 0.0f}}));
    const Events events = world.update();
    ASSERT_EQ(events.begun.size(), 1u);
    EXPECT_EQ(events.begun[0].penetration.children.a, 1u);
    EXPECT_EQ(world.setPartPose(tank, 2, Pose{})->code, WorldError::Code::NoSuchPart);
    EXPECT_THAT(world.setPartPose(tank, 1, Pose{{kNan, 0, 0}})->message,
                HasSubstr("object 0 \"tank\": the pose of part 1 holds a NaN"));
}

TEST(WorldObjects, GroupsDecideBeforeCategories) {
    ObjectFilter a, b;
    EXPECT_TRUE(canTouch(a, b));
    b.collidesWith = 2;
    EXPECT_FALSE(canTouch(a, b));
    a.categories = 3;
    EXPECT_TRUE(canTouch(a, b));
    b.excludes = 1;
    EXPECT_FALSE(canTouch(a, b));
    EXPECT_FALSE(canTouch(b, a));
    a.group = b.group = 4;
    EXPECT_TRUE(canTouch(a, b));
    a.group = b.group = -4;
    b = a;
    EXPECT_FALSE(canTouch(a, b));
    b.group = -5;
    EXPECT_TRUE(canTouch(a, b));
}

TEST(WorldObjects, ACopyIsIndependent) {
    World world;
    const ObjectId a = world.add({.shape = Sphere{}}).value();
    (void)world.add({.shape = Sphere{}}).value();
    ASSERT_EQ(world.update().begun.size(), 1u);
    World copy = world;
    ASSERT_TRUE(world.remove(a));
    EXPECT_EQ(world.update().ended.size(), 1u);
    EXPECT_EQ(copy.update().stayed.size(), 1u);
    EXPECT_NE(copy.find(a), nullptr);
}

TEST(WorldObjects, AnAssignedWorldIsNewToReadersOfItsChanges) {
    constexpr int kAssignments = 5;
    for (int kind = 0; kind < kAssignments; ++kind) {
        World world;
        const ObjectId ball = world.add({.shape = Sphere{}}).value();
        World backup = world;
        ASSERT_FALSE(world.setPose(ball, {{1.0f, 0.0f, 0.0f}}));
        const ChangeLog::Moment seen = world.changes().now();
        ASSERT_TRUE(world.changes().since(seen));
        switch (kind) {
            case 0:
                world = backup;
                break;
            case 1:
                world = std::move(backup);
                break;
            case 2:
                std::swap(world, backup);
                break;
            case 3:
                ASSERT_FALSE(world.restore(backup.snapshot()));
                break;
            default: {
                const World taken = std::move(world);
                EXPECT_EQ(taken.changes().now(), seen) << "readers go on with what was moved";
                break;
            }
        }
        // As many changes as were undone do not hide them.
        const ObjectId other = world.add({.shape = Sphere{}}).value();
        while (world.changes().now() < seen) {
            ASSERT_FALSE(world.setFilter(other, {}));
        }
        EXPECT_FALSE(world.changes().since(seen)) << kind;
        EXPECT_TRUE(world.changes().since(world.changes().now())) << kind;
    }
}

TEST(WorldObjects, IdsAreSorted) {
    World world;
    const ObjectId a = world.add({.shape = Sphere{}}).value(), b = world.add({.shape = Sphere{}}).value(),
                   c = world.add({.shape = Sphere{}}).value();
    EXPECT_TRUE(world.remove(b));
    EXPECT_TRUE(world.remove(a));
    const ObjectId d = world.add({.shape = Sphere{}}).value();
    EXPECT_EQ(d.index, 0u);
    EXPECT_EQ(world.ids(), (std::vector{d, c}));
    EXPECT_EQ(toString(ObjectKind::Sensor), "Sensor");
    EXPECT_EQ(toString(WorldError::Code::MissingShape), "MissingShape");
}

}  // namespace
