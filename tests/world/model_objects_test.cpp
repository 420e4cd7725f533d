#include "support/hulls.hpp"
#include "support/random.hpp"

#include <sat3d/world/model_objects.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace {

using namespace sat3d;

/// A tank: a hull, a turret on it, and a trigger.
CollisionModel tankModel() {
    CollisionModel model;
    model.nodes = {{"hull", std::nullopt, Pose{}}, {"turret", 0u, Pose{{0, 0, 1}}}};
    model.bodies.resize(3);
    model.bodies[0] = {.name = "zone", .shape = Sphere{.radius = 9.0f}, .node = 0, .trigger = 0};
    model.bodies[1] = {.name = "hull", .shape = Box{.halfExtents = {2.0f, 1.0f, 0.5f}}, .node = 0};
    model.bodies[2] = {.name = "barrel",
                       .shape = Box{.center = {2.0f, 0.0f, 1.0f}, .halfExtents = {2.0f, 0.1f, 0.1f}},
                       .node = 1};
    return model;
}

TEST(ModelObjects, AVehicleIsOneObjectWhosePartsMove) {
    const CollisionModel model = tankModel();
    World world;
    const ObjectId tank = addModel(world, model, {.pose = {{10, 0, 0}}, .name = "tank"}).value();
    const ObjectId crate =
        world.add({.shape = Box{.halfExtents = glm::vec3(0.5f)}, .pose = {{10.0f, 3.0f, 1.0f}}}).value();
    const auto& parts = std::get<Compound>(world.find(tank)->shape);
    ASSERT_EQ(parts.children().size(), 2u);
    EXPECT_EQ(model.bodies[parts.children()[1].tag].name, "barrel");
    EXPECT_EQ(parts.find("hull"), 0u);
    EXPECT_EQ(parts.find("barrel"), 1u);
    EXPECT_FALSE(parts.find("zone")) << "a trigger is no part";
    EXPECT_TRUE(world.update().begun.empty());

    std::vector<Pose> moves(2), transforms(2);
    moves[1].rotation = glm::angleAxis(1.57079633f, glm::vec3(0, 0, 1));  // the barrel points to +y
    computeNodeTransforms(model, moves, transforms);
    EXPECT_FALSE(setPartPoses(world, tank, model, transforms));
    const Events events = world.update();
    ASSERT_EQ(events.begun.size(), 1u);
    EXPECT_EQ(events.begun[0].objects, (ObjectPair{tank, crate}));
    EXPECT_EQ(events.begun[0].penetration.children.a, 1u);
    EXPECT_EQ(setPartPoses(world, crate, model, transforms)->code, WorldError::Code::NoSuchPart);
    EXPECT_EQ(addModel(world, CollisionModel{}).error().code, WorldError::Code::Empty);
}

bool excludes(const CollisionFilter& filter, const CollisionFilter& other) {
    const auto isIn = [&](const std::vector<std::string>& groups) {
        return std::ranges::any_of(
            other.groups, [&](const std::string& group) { return std::ranges::count(groups, group) > 0; });
    };
    return (!filter.includedGroups.empty() && !isIn(filter.includedGroups)) || isIn(filter.excludedGroups);
}

TEST(ModelObjects, FiltersByNameAllowTheSamePairs) {
    test::Random random(3);
    CategoryNames names;
    const auto someGroups = [&](std::uint32_t atMost) {
        std::vector<std::string> groups;
        for (std::uint32_t i = random.below(atMost + 1); i-- > 0;) {
            groups.push_back("group " + std::to_string(random.below(6)));
        }
        return groups;
    };
    std::vector<CollisionFilter> filters(60);
    for (CollisionFilter& filter : filters) {
        filter.groups = someGroups(2);
        (random.chance(0.5) ? filter.includedGroups : filter.excludedGroups) = someGroups(3);
    }
    int allowed = 0, forbidden = 0;
    for (const CollisionFilter& a : filters) {
        for (const CollisionFilter& b : filters) {
            const bool expected = !excludes(a, b) && !excludes(b, a);
            EXPECT_EQ(canTouch(names.filterOf(a).value(), names.filterOf(b).value()), expected);
            ++(expected ? allowed : forbidden);
        }
    }
    EXPECT_GT(allowed, 100);
    EXPECT_GT(forbidden, 100);
    EXPECT_EQ(names.names().size(), 6u);
}

TEST(ModelObjects, TakeTheFilterOfTheModel) {
    CollisionModel model = tankModel();
    model.filters = {{.name = "vehicles", .groups = {"vehicle"}, .excludedGroups = {"ghost"}},
                     {.name = "zones", .groups = {"zone"}}};
    model.bodies[0].filter = 1;  // of the trigger: does not count
    model.bodies[1].filter = model.bodies[2].filter = 0;
    CategoryNames categories;
    World world;
    const ObjectFilter own{.group = 7, .detail = ContactDetail::Push};
    const ObjectId tank = addModel(world, model, categories, {.filter = own, .name = "tank"}).value();
    const ObjectFilter ofTank = world.find(tank)->filter;
    const ObjectFilter ofModel = categories.filterOf(model.filters[0]).value();
    EXPECT_EQ(ofTank.categories, ofModel.categories);
    EXPECT_EQ(ofTank.collidesWith, ofModel.collidesWith);
    EXPECT_EQ(ofTank.excludes, ofModel.excludes);
    EXPECT_NE(ofTank.excludes, 0u);
    EXPECT_EQ(ofTank.group, 7);
    EXPECT_EQ(ofTank.detail, ContactDetail::Push);

    model.bodies[2].filter = std::nullopt;
    const auto refused = addModel(world, model, categories, {.name = "tank"});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, WorldError::Code::BadFilter);
    EXPECT_NE(refused.error().message.find("barrel"), std::string::npos) << refused.error().message;
    model.bodies[1].filter = std::nullopt;
    EXPECT_EQ(world.find(addModel(world, model, categories).value())->filter, ObjectFilter{});
    EXPECT_EQ(addModel(world, CollisionModel{}, categories).error().code, WorldError::Code::Empty);
    EXPECT_EQ(world.size(), 2u);
}

TEST(ModelObjects, TooManyNamesAreRefused) {
    CategoryNames names;
    CollisionFilter filter;
    for (int i = 0; i < 63; ++i) {
        filter.groups.push_back(std::to_string(i));
    }
    EXPECT_EQ(names.filterOf(filter).value().categories, ~std::uint64_t{1});
    const auto refused = names.filterOf({.name = "late", .groups = {"one more"}});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, WorldError::Code::TooManyCategories);
    EXPECT_EQ(names.names().size(), 63u);
}

}  // namespace
