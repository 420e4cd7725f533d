// Materials, pairs of them, surfaces of parts and hooks in the interface for C: in space and in the plane,
// they do what they do in C++, bit for bit, and bad input changes nothing.

#include "c_test.hpp"

#include <sat3d/core/parallel_for.hpp>
#include <sat3d/response/contact_settings.hpp>
#include <sat3d/response/material.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <sat3d.h>
#include <vector>

namespace sat3d::test {
namespace {

constexpr float kSeconds = 1.0f / 60.0f, kGravity = 9.81f;
enum : std::uint32_t { kNone, kWood, kRoad, kIce };
constexpr std::array<s3_material_pair, 2> kPairs{{{kWood, kRoad, 0.5f, 0.0f}, {kIce, kWood, 0.05f, 0.0f}}};

s3_vector vectorInC(float x, float y) {
    s3_vector result{};
    result.x = x, result.y = y;
    return result;
}
c::Vector inCpp(float x, float y) {
    c::Vector result(0.0f);
    result.x = x, result.y = y;
    return result;
}
s3_local_pose localAt(float x, float y) {
    s3_local_pose pose = S3_NO_LOCAL_POSE;
    pose.position.x = x, pose.position.y = y;
    return pose;
}

/// Half extents: wide in the plane's missing direction, too.
s3_vector halfInC(float x, float y) {
    return asC<s3_vector>([&] {
        c::Vector half(x);
        half.y = y;
        return half;
    }());
}
s3_shape* boxOf(float x, float y) {
    s3_shape* box = nullptr;
    EXPECT_OK(s3_box_create(s3_vector{}, halfInC(x, y), S3_NO_ROTATION, &box));
    return box;
}

/// A crate on a floor of two slabs that meet at x = 0: with the tags 1 and 2. In C, and in C++.
class CMaterials : public testing::Test {
protected:
    CMaterials() {
        s3_world_options options = s3_default_world_options();
        options.material_pairs = kPairs.data();
        options.material_pair_count = kPairs.size();
        EXPECT_OK(s3_world_create(&options, &inC_));
        s3_shape *slab = boxOf(20.0f, 0.5f), *floor = nullptr;
        const std::array<s3_compound_child, 2> children{
            {{slab, localAt(-20, -0.5f), 1, 0}, {slab, localAt(20, -0.5f), 2, 0}}};
        EXPECT_OK(s3_compound_create(children.data(), children.size(), &floor));
        floor_ = add(floor, S3_STATIC, -0.0f);
        s3_body ground = s3_default_body();
        ground.material_id = kRoad;
        EXPECT_OK(s3_world_set_body(inC_, floor_, &ground));
        s3_shape* const box = boxOf(0.5f, 0.25f);
        crate_ = add(box, S3_MOVING, 0.25f);
        s3_body crate = s3_default_body();
        EXPECT_OK(s3_shape_mass(box, 700.0f, &crate.mass));
        crate.material_id = kWood;
        EXPECT_OK(s3_world_set_body(inC_, crate_, &crate));
        for (s3_shape* shape : {slab, floor, box}) {
            s3_shape_release(shape);
        }
    }
    ~CMaterials() override { s3_world_destroy(inC_); }

    s3_id add(const s3_shape* shape, std::uint32_t kind, float height) {
        s3_object object = s3_default_object();
        object.shape = shape, object.kind = kind;
        object.pose.position.y = height;
        s3_id id = 0;
        EXPECT_OK(s3_world_add(inC_, &object, &id));
        return id;
    }
    void slide(float x, float speed) {
        s3_pose pose = S3_NO_POSE;
        pose.position.x = x, pose.position.y = Real(0.25f);
        EXPECT_OK(s3_world_set_pose(inC_, crate_, &pose));
        EXPECT_OK(s3_world_set_velocity(inC_, crate_, vectorInC(speed, 0), s3_spin{}));
    }
    float speedAfter(int steps) {
        for (int i = 0; i < steps; ++i) {
            EXPECT_OK(s3_world_step(inC_, kSeconds));
        }
        return speed();
    }
    [[nodiscard]] float speed() {
        s3_body body{};
        EXPECT_OK(s3_world_get_body(inC_, crate_, &body));
        return body.velocity.x;
    }
    [[nodiscard]] std::uint64_t hash() {
        std::uint64_t value = 0;
        EXPECT_OK(s3_world_hash(inC_, &value));
        return value;
    }

    s3_world* inC_ = nullptr;
    s3_id floor_ = 0, crate_ = 0;
};

TEST_F(CMaterials, PairsAndSurfacesOfPartsGiveTheFriction) {
    slide(-10.0f, 4.0f);
    EXPECT_NEAR(speedAfter(30), 4.0f - 0.5f * kGravity * 0.5f, 0.02f) << "the pair of wood and road";
    s3_part_surface ice{2, s3_default_material(), s3_vector{}};
    ice.material.id = kIce;
    EXPECT_OK(s3_world_set_surface(inC_, floor_, &ice));
    slide(10.0f, 4.0f);
    EXPECT_NEAR(speedAfter(30), 4.0f - 0.05f * kGravity * 0.5f, 0.02f) << "the second slab is ice";
    slide(-10.0f, 4.0f);
    EXPECT_NEAR(speedAfter(30), 4.0f - 0.5f * kGravity * 0.5f, 0.02f) << "the first one is not";

    s3_material stone = s3_default_material();
    stone.friction = 0.3f, stone.friction_combine = S3_COMBINE_MINIMUM;
    EXPECT_OK(s3_world_set_material(inC_, crate_, &stone));
    s3_material back{};
    EXPECT_OK(s3_world_get_material(inC_, crate_, &back));
    EXPECT_TRUE(equal(back, stone));
    slide(-10.0f, 4.0f);
    EXPECT_NEAR(speedAfter(30), 4.0f - 0.3f * kGravity * 0.5f, 0.02f) << "no pair is listed; the rule counts";
}

TEST_F(CMaterials, TheSurfaceOfAPartMoves) {
    std::array<s3_part_surface, 2> belts{
        {{2, s3_default_material(), vectorInC(-1.5f, 0)}, {1, s3_default_material(), vectorInC(1, 0)}}};
    EXPECT_OK(s3_world_set_surfaces(inC_, floor_, belts.data(), belts.size()));
    slide(-10.0f, 0.0f);
    EXPECT_NEAR(speedAfter(60), 1.0f, 1e-3f);
    slide(10.0f, 0.0f);
    EXPECT_NEAR(speedAfter(60), -1.5f, 1e-3f);
    std::array<s3_part_surface, 2> back{};
    std::size_t count = 0;
    EXPECT_OK(s3_world_get_surfaces(inC_, floor_, back.data(), back.size(), &count));
    ASSERT_EQ(count, 2u);
    EXPECT_TRUE(equal(back[0], belts[1]) && equal(back[1], belts[0])) << "sorted by tag";
    EXPECT_OK(s3_world_get_surfaces(inC_, floor_, nullptr, 0, &count));
    EXPECT_EQ(count, 2u);
    s3_body body{};
    EXPECT_OK(s3_world_get_body(inC_, floor_, &body));
    EXPECT_OK(s3_world_set_body(inC_, floor_, &body));
    EXPECT_OK(s3_world_get_surfaces(inC_, floor_, nullptr, 0, &count));
    EXPECT_EQ(count, 2u) << "a body that is set anew keeps its surfaces";
    EXPECT_OK(s3_world_set_surfaces(inC_, floor_, nullptr, 0));
    slide(-10.0f, 0.0f);
    EXPECT_NEAR(speedAfter(60), 0.0f, 1e-3f);
}

/// What the C++ library gives for the same world and steps, to the bit.
TEST_F(CMaterials, AreThoseOfTheLibrary) {
    c::Dynamics::Options options;
    options.materialTable.pairs = {{kWood, kRoad, 0.5f, 0.0f}, {kIce, kWood, 0.05f, 0.0f}};
    c::World world;
    c::Dynamics dynamics(options);
    c::Vector half(20.0f);
    half.y = 0.5f;
    const c::Box slab{.halfExtents = half};
    c::LocalPose left, right;
    left.position.x = -20.0f, right.position.x = 20.0f, left.position.y = right.position.y = -0.5f;
    const std::vector<c::CompoundChild> children{{slab, left, 1}, {slab, right, 2}};
    const auto floor = world.add({.shape = *c::Compound::fromChildren(children), .kind = ObjectKind::Static});
    c::Body ground;
    ground.material.id = kRoad;
    ground.surfaces = {
        {2, {.friction = 0.1f, .frictionCombine = CombineMode::Average, .id = 9}, inCpp(0, 0)}};
    ASSERT_FALSE(dynamics.setBody(world, *floor, ground));
    half = c::Vector(0.5f);
    half.y = 0.25f;
    c::Pose start;
    start.position.x = Real(-1.0f), start.position.y = Real(0.25f);
    const c::Box box{.halfExtents = half};
    const auto crate = world.add({.shape = box, .pose = start});
    c::Body body{.mass = *massFromDensity(box, 700.0f)};
    body.material.id = kWood;
    ASSERT_FALSE(dynamics.setBody(world, *crate, body));
    dynamics.setVelocity(*crate, inCpp(6, 0), {});

    s3_part_surface second{2, s3_default_material(), s3_vector{}};
    second.material.friction = 0.1f, second.material.friction_combine = S3_COMBINE_AVERAGE,
    second.material.id = 9;
    EXPECT_OK(s3_world_set_surface(inC_, floor_, &second));
    slide(-1.0f, 6.0f);
    for (int i = 0; i < 60; ++i) {
        EXPECT_OK(s3_world_step(inC_, kSeconds));
        dynamics.step(world, kSeconds);
        s3_pose pose{};
        EXPECT_OK(s3_world_get_pose(inC_, crate_, &pose));
        ASSERT_TRUE(equal(pose, world.find(*crate)->pose)) << i;
    }
}

/// What a hook has seen, and what it shall do.
struct Seen {
    s3_contact_settings before{}, set{};
    s3_impact contact{};
    std::uint32_t wheel = 0;
    int calls = 0;
};
void change(const s3_impact* contact, std::uint32_t wheel, s3_contact_settings* settings, void* data) {
    Seen& seen = *static_cast<Seen*>(data);
    ++seen.calls;
    seen.before = *settings, seen.contact = *contact, seen.wheel = wheel;
    *settings = seen.set;
}

TEST_F(CMaterials, HooksChangeContacts) {
    const auto run = [&](Seen& seen) {
        slide(-10.0f, 4.0f);
        for (int i = 0; i < 30; ++i) {
            EXPECT_OK(s3_world_step_with_hook(inC_, kSeconds, &change, &seen));
        }
        return speed();
    };
    Seen seen;
    seen.set = {0.25f, 0.0f, 0.0f, s3_vector{}, kInfinity, false};
    EXPECT_NEAR(run(seen), 4.0f - 0.25f * kGravity * 0.5f, 0.02f);
    EXPECT_GE(seen.calls, 30);
    EXPECT_EQ(seen.before.friction, 0.5f) << "of the pair";
    EXPECT_EQ(seen.before.max_impulse, kInfinity);
    EXPECT_EQ(seen.wheel, S3_NO_WHEEL);
    EXPECT_EQ(seen.contact.a, floor_);
    EXPECT_EQ(seen.contact.b, crate_);
    EXPECT_EQ(seen.contact.children.a, 0u);
    EXPECT_NEAR(seen.contact.normal.y, 1.0f, 1e-6f);
    EXPECT_GT(seen.contact.point_count, 0u);
    seen.set.surface_velocity = vectorInC(-2, 0);  // of the crate relative to the floor
    slide(-10.0f, 4.0f);
    for (int i = 0; i < 120; ++i) {
        EXPECT_OK(s3_world_step_with_hook(inC_, kSeconds, &change, &seen));
    }
    EXPECT_NEAR(speed(), 2.0f, 1e-3f);
    seen.set = {0.25f, 0.0f, 0.0f, s3_vector{}, kInfinity, true};
    EXPECT_NEAR(run(seen), 4.0f, 1e-6f) << "it falls";
    s3_pose pose{};
    EXPECT_OK(s3_world_get_pose(inC_, crate_, &pose));
    EXPECT_LT(pose.position.y, -0.5f);
}

/// A hook in a language without the rules of C: it uses the world that steps, and destroys it.
TEST_F(CMaterials, AHookCannotUseTheWorldThatSteps) {
    struct Use {
        s3_world* world;
        s3_id crate;
        int calls;
    };
    const s3_contact_hook use = [](const s3_impact*, std::uint32_t, s3_contact_settings*, void* data) {
        Use& uses = *static_cast<Use*>(data);
        ++uses.calls;
        std::uint64_t value = 0;
        EXPECT_EQ(s3_world_remove(uses.world, uses.crate), S3_WORLD_IN_STEP);
        EXPECT_NE(std::string_view(s3_last_error()).find("a contact hook cannot use it"),
                  std::string_view::npos);
        EXPECT_EQ(s3_world_step(uses.world, kSeconds), S3_WORLD_IN_STEP);
        EXPECT_EQ(s3_world_hash(uses.world, &value), S3_WORLD_IN_STEP);
    };
    slide(-10.0f, 4.0f);
    Use uses{inC_, crate_, 0};
    EXPECT_OK(s3_world_step_with_hook(inC_, kSeconds, use, &uses));
    EXPECT_GT(uses.calls, 0);
    EXPECT_OK(s3_world_step(inC_, kSeconds));
    const s3_contact_hook end = [](const s3_impact*, std::uint32_t, s3_contact_settings*, void* data) {
        s3_world_destroy(static_cast<s3_world*>(data));
    };
    EXPECT_OK(s3_world_step_with_hook(inC_, kSeconds, end, inC_));
    inC_ = nullptr;  // the world has ended
}

TEST_F(CMaterials, WhatAHookSetsOutOfRangeLeavesTheContactAsItWas) {
    for (int bad = 0; bad < 7; ++bad) {
        Seen seen;
        seen.set = {0.0f, 0.0f, 0.0f, s3_vector{}, kInfinity, false};
        (bad == 0   ? seen.set.friction
         : bad == 1 ? seen.set.restitution
         : bad == 2 ? seen.set.rolling_resistance
         : bad == 3 ? seen.set.max_impulse
                    : seen.set.surface_velocity.x) = bad == 5  ? kInfinity
                                                     : bad < 4 ? -1.0f
                                                               : kNaN;
        seen.set.restitution = bad == 6 ? 1.5f : seen.set.restitution;
        slide(-10.0f, 4.0f);
        for (int i = 0; i < 30; ++i) {
            EXPECT_OK(s3_world_step_with_hook(inC_, kSeconds, &change, &seen));
        }
        EXPECT_GT(seen.calls, 0);
        EXPECT_NEAR(speed(), 4.0f - 0.5f * kGravity * 0.5f, 0.02f) << bad;
    }
}

TEST_F(CMaterials, BadInputChangesNothing) {
    const std::uint64_t before = hash();
    const s3_material sound = s3_default_material();
    s3_material material{};
    EXPECT_EQ(s3_world_set_material(inC_, crate_, nullptr), S3_NULL_ARGUMENT);
    EXPECT_EQ(s3_world_set_material(inC_, 77, &sound), S3_WORLD_STALE_ID);
    EXPECT_EQ(s3_world_get_material(nullptr, crate_, &material), S3_NULL_ARGUMENT);
    EXPECT_EQ(s3_world_get_material(inC_, crate_, nullptr), S3_NULL_ARGUMENT);
    for (const float number : {-1.0f, kNaN, kInfinity}) {
        for (float s3_material::*member :
             {&s3_material::friction, &s3_material::restitution, &s3_material::rolling_resistance}) {
            material = sound;
            material.*member = number;
            EXPECT_EQ(s3_world_set_material(inC_, crate_, &material), S3_BAD_NUMBER);
            const s3_part_surface surface{1, material, s3_vector{}};
            EXPECT_EQ(s3_world_set_surface(inC_, crate_, &surface), S3_BAD_NUMBER);
        }
    }
    material = sound;
    material.restitution_combine = 5;
    EXPECT_EQ(s3_world_set_material(inC_, crate_, &material), S3_BAD_ENUM);
    s3_body body{};
    EXPECT_OK(s3_world_get_body(inC_, crate_, &body));
    body.friction_combine = 0xffffffffu;
    EXPECT_EQ(s3_world_set_body(inC_, crate_, &body), S3_BAD_ENUM);
    std::array<s3_part_surface, 2> surfaces{{{3, sound, s3_vector{}}, {3, sound, s3_vector{}}}};
    EXPECT_EQ(s3_world_set_surfaces(inC_, floor_, surfaces.data(), 2), S3_BAD_NUMBER) << "one tag twice";
    surfaces[1] = {4, sound, vectorInC(kNaN, 0)};
    EXPECT_EQ(s3_world_set_surfaces(inC_, floor_, surfaces.data(), 2), S3_BAD_NUMBER);
    EXPECT_EQ(s3_world_set_surfaces(inC_, floor_, nullptr, 2), S3_NULL_ARGUMENT);
    EXPECT_EQ(s3_world_get_surfaces(inC_, floor_, surfaces.data(), 2, nullptr), S3_NULL_ARGUMENT);
    EXPECT_EQ(s3_world_step_with_hook(inC_, kSeconds, nullptr, nullptr), S3_NULL_ARGUMENT);
    EXPECT_EQ(s3_world_step_with_hook(inC_, -kSeconds, &change, nullptr), S3_BAD_NUMBER);
    EXPECT_EQ(hash(), before);

    s3_world* other = nullptr;
    for (const s3_material_pair& bad :
         {s3_material_pair{0, 1, 0.5f, 0.0f}, s3_material_pair{5, 6, -0.5f, 0.0f},
          s3_material_pair{5, 6, 0.5f, 2.0f}, s3_material_pair{5, 6, kNaN, 0.0f},
          s3_material_pair{kRoad, kWood, 0.5f, 0.0f}}) {
        const std::array pairs{kPairs[0], bad};
        s3_world_options options = s3_default_world_options();
        options.material_pairs = pairs.data(), options.material_pair_count = pairs.size();
        EXPECT_EQ(s3_world_create(&options, &other), S3_BAD_NUMBER);
        EXPECT_THAT(s3_last_error(), testing::HasSubstr("pair of materials"));
        options.material_pairs = nullptr;
        EXPECT_EQ(s3_world_create(&options, &other), S3_NULL_ARGUMENT);
    }
    EXPECT_EQ(other, nullptr);
}

}  // namespace
}  // namespace sat3d::test
