// Queries of a world in motion against the same question to every object.

#include "world/queries/query_scene.hpp"

#include <sat3d/narrowphase/raycast_all.hpp>
#include <sat3d/narrowphase/sweep.hpp>
#include <sat3d/world/moving_queries.hpp>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <tuple>
#include <variant>
#include <vector>

namespace {

using namespace sat3d;
using test::QueryScene;

std::span<const CompoundChild> childrenOf(const Shape& shape) {
    const auto* compound = std::get_if<Compound>(&shape);
    return compound != nullptr ? compound->children() : std::span<const CompoundChild>();
}

/// Motions of about half of the objects, at poses of which the world knows nothing. The parts of some move on
/// their own.
template <class T>
std::vector<BasicObjectMotion<T>> randomMotions(QueryScene<T>& scene) {
    std::vector<BasicObjectMotion<T>> motions;
    const auto add = [&](ObjectId id, std::uint32_t part) {
        const double angle = scene.random().chance(0.2) ? 0.0 : scene.random().uniform(0.0, 3.0);
        const RigidMotion motion{glm::vec3(scene.random().inBox(3.0)),
                                 glm::vec3(angle * scene.random().direction()),
                                 glm::vec3(scene.random().inBox(1.0))};
        motions.push_back({id, scene.edits().randomPose(), motion, part});
    };
    for (const ObjectId id : scene.world.ids()) {
        const std::size_t parts = childrenOf(scene.world.find(id)->shape).size();
        if (parts > 0 && scene.random().chance(0.5)) {
            for (std::uint32_t part = 0; part < parts; ++part) {
                add(id, part);
            }
        }
        if (scene.random().chance(0.5)) {
            add(id, ObjectMotion::kWhole);  // changes nothing if all parts have a motion
        }
    }
    return motions;
}

/// Calls visit(motion, shape) for all objects and parts that a filter selects.
template <class T, class Visit>
void forEachMoving(const QueryScene<T>& scene, const std::vector<BasicObjectMotion<T>>& motions,
                   const QueryFilter& filter, const Visit& visit) {
    scene.forEach(filter, [&](ObjectId id, const BasicObject<T>& object) {
        bool hasParts = false;
        BasicObjectMotion<T> whole{id, object.pose, {}, ObjectMotion::kWhole};
        for (const BasicObjectMotion<T>& motion : motions) {
            if (motion.object == id && motion.part != motion.kWhole) {
                visit(motion, ShapeRef(childrenOf(object.shape)[motion.part].shape));
                hasParts = true;
            } else if (motion.object == id) {
                whole = motion;
            }
        }
        if (!hasParts) {
            visit(whole, ShapeRef(object.shape));
        }
    });
}

template <class T>
void expectShots(std::uint32_t seed, glm::dvec3 center, int trials) {
    QueryScene<T> scene(seed, center);
    BasicObjectMotions<T> motions;
    std::size_t found = 0, misses = 0, full = 0, moving = 0, ofParts = 0;
    for (int trial = 0; trial < trials; ++trial) {
        scene.change();
        const QueryFilter filter = scene.filter();
        const auto list = randomMotions(scene);
        ASSERT_FALSE(motions.set(scene.world, list));
        const BasicRay<T> path{scene.point(), glm::vec3(scene.random().direction()),
                               static_cast<float>(scene.random().uniform(0.0, 20.0))};
        struct Expected {
            ObjectId object;
            MovingRayHit hit;
        };
        std::vector<Expected> expected;
        forEachMoving(scene, list, filter, [&](const BasicObjectMotion<T>& motion, ShapeRef shape) {
            std::array<MovingRayHit, 64> room;
            for (MovingRayHit hit : raycastAll(shape, motion.before, motion.motion, path, room)) {
                hit.hit.entry.child = motion.part != motion.kWhole ? motion.part : hit.hit.entry.child;
                expected.push_back({motion.object, hit});
                ofParts += motion.part != motion.kWhole ? 1 : 0;
            }
        });
        std::ranges::stable_sort(expected, {}, [](const Expected& plate) {
            return std::tuple(plate.hit.entryFraction, plate.object.index, plate.hit.hit.entry.child);
        });
        std::array<PiercedPlate, 20> room;
        const std::size_t capacity = scene.random().chance(0.5) ? room.size() : scene.random().below(3);
        const auto plates = shootThrough(scene.world, motions, path, std::span(room).first(capacity), filter);
        ASSERT_EQ(plates.size(), std::min(capacity, expected.size())) << trial;
        for (std::size_t i = 0; i < plates.size(); ++i) {
            ASSERT_EQ(plates[i].object, expected[i].object) << trial;
            ASSERT_EQ(plates[i].hit.hit.entry.child, expected[i].hit.hit.entry.child);
            ASSERT_EQ(plates[i].hit.entryFraction, expected[i].hit.entryFraction);
            ASSERT_EQ(plates[i].hit.exitFraction, expected[i].hit.exitFraction);
            ASSERT_EQ(plates[i].hit.hit.entry.normal, expected[i].hit.hit.entry.normal);
            ASSERT_GE(plates[i].impactCosine, 0.0f);
            ASSERT_LE(plates[i].impactCosine, 1.0f);
            moving += motions.find(plates[i].object) != nullptr ? 1 : 0;
        }
        found += plates.size();
        misses += expected.empty() ? 1 : 0;
        full += expected.size() > capacity ? 1 : 0;
    }
    EXPECT_GT(found, 500u);
    EXPECT_GT(moving, 200u);
    EXPECT_GT(ofParts, 30u);
    EXPECT_GT(misses, 100u);
    EXPECT_GT(full, 100u);
}

TEST(MovingQueries, ShotsPierceWhatTheyPierceInAllObjects) {
    expectShots<float>(80, {}, 3000);
    expectShots<double>(81, glm::dvec3(1e6, 2e6, -3e6), 3000);
}

template <class T>
void expectSweeps(std::uint32_t seed, glm::dvec3 center, int trials) {
    QueryScene<T> scene(seed, center);
    BasicObjectMotions<T> motions;
    std::size_t hits = 0, misses = 0, overlaps = 0, moving = 0;
    for (int trial = 0; trial < trials; ++trial) {
        scene.change();
        const QueryFilter filter = scene.filter();
        const auto list = randomMotions(scene);
        ASSERT_FALSE(motions.set(scene.world, list));
        const Shape shape = Sphere{.radius = 0.4f};
        const auto pose = scene.edits().randomPose(6.0);
        const RigidMotion motion{glm::vec3(scene.random().inBox(3.0)), glm::vec3(scene.random().inBox(1.0)),
                                 glm::vec3(scene.random().inBox(0.5))};
        std::optional<BasicWorldSweep<T>> expected;
        std::uint32_t expectedPart = 0;
        forEachMoving(scene, list, filter, [&](const BasicObjectMotion<T>& other, ShapeRef ofOther) {
            const auto found = sweep(shape, pose, ofOther, other.before, motion, other.motion);
            const auto key = [](const BasicSweep<T>& s) { return std::tuple(s.fraction, -s.depth); };
            if (found && (!expected || key(found) < key(expected->sweep))) {
                expected = {other.object, found};
                expectedPart = other.part != other.kWhole ? other.part : found.children.b;
            }
        });
        const auto found = sweep(scene.world, motions, shape, pose, motion, filter);
        ASSERT_EQ(found.has_value(), expected.has_value()) << trial;
        if (found) {
            ASSERT_EQ(found->object, expected->object) << trial;
            ASSERT_EQ(found->sweep.fraction, expected->sweep.fraction);
            ASSERT_EQ(found->sweep.children.b, expectedPart);
            overlaps += found->sweep.status == SweepStatus::InitialOverlap ? 1 : 0;
            hits += found->sweep.status == SweepStatus::Hit ? 1 : 0;
            moving += motions.find(found->object) != nullptr ? 1 : 0;
        }
        misses += found ? 0 : 1;
    }
    EXPECT_GT(hits, 50u);
    EXPECT_GT(misses, 50u);
    EXPECT_GT(overlaps, 20u);
    EXPECT_GT(moving, 50u);
}

TEST(MovingQueries, SweepsMeetWhatTheyMeetInAllObjects) {
    expectSweeps<float>(82, {}, 1500);
    expectSweeps<double>(83, glm::dvec3(1e6, 2e6, -3e6), 1500);
}

TEST(MovingQueries, BadMotionsAreRefused) {
    World world;
    const ObjectId tank = world.add({.shape = Sphere{}, .name = "tank"}).value();
    const ObjectId gone = world.add({.shape = Sphere{}}).value();
    ASSERT_TRUE(world.remove(gone));
    ObjectMotions motions;
    const std::array good{ObjectMotion{tank, Pose{}, {.translation = {1, 0, 0}}}};
    ASSERT_FALSE(motions.set(world, good));
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    const auto expectError = [&](const ObjectMotion& bad, WorldError::Code code, const char* says) {
        const std::array both{ObjectMotion{tank, Pose{}, {}}, bad};
        const auto error = motions.set(world, both);
        ASSERT_TRUE(error);
        EXPECT_EQ(error->code, code);
        EXPECT_NE(error->message.find(says), std::string::npos) << error->message;
        ASSERT_EQ(motions.all().size(), 1u);
        EXPECT_EQ(motions.find(tank)->motion.translation, glm::vec3(1, 0, 0)) << "nothing has changed";
    };
    using enum WorldError::Code;
    expectError({tank, Pose{}, {.translation = {kNan, 0, 0}}}, BadMotion, "\"tank\": the motion holds a NaN");
    expectError({tank, Pose{}, {.rotationVector = {0, kInfinity, 0}}}, BadMotion, "\"tank\"");
    expectError({tank, Pose{}, {.localCenter = {0, kNan, 0}}}, BadMotion, "\"tank\"");
    expectError({tank, Pose{}, {.rotationVector = {101, 0, 0}}}, BadMotion, "more than 100 radians");
    expectError({tank, Pose{{0, kNan, 0}}, {}}, BadPose, "the pose before the step holds a NaN");
    expectError({gone, Pose{}, {}}, StaleId, "object 1");
    expectError({tank, Pose{}, {}, 0}, NoSuchPart, "\"tank\" has no part 0");
    EXPECT_EQ(toString(BadMotion), "BadMotion");
}

TEST(MovingQueries, TheLastMotionOfAnObjectCounts) {
    World world;
    const ObjectId tank = world.add({.shape = Sphere{}}).value();
    ObjectMotions motions;
    const std::array both{ObjectMotion{tank, Pose{{5, 0, 0}}, {}}, ObjectMotion{tank, Pose{{0, 9, 0}}, {}}};
    ASSERT_FALSE(motions.set(world, both));
    ASSERT_EQ(motions.all().size(), 1u);
    std::array<PiercedPlate, 4> room;
    EXPECT_TRUE(shootThrough(world, motions, Ray{{-9, 0, 0}, {1, 0, 0}, 20.0f}, room).empty());
    EXPECT_EQ(shootThrough(world, motions, Ray{{-9, 9, 0}, {1, 0, 0}, 20.0f}, room).size(), 1u);
    EXPECT_EQ(shootThrough(world, {}, Ray{{-9, 0, 0}, {1, 0, 0}, 20.0f}, room).size(), 1u) << "it stands";
    ASSERT_TRUE(world.remove(tank));
    EXPECT_TRUE(shootThrough(world, motions, Ray{{-9, 9, 0}, {1, 0, 0}, 20.0f}, room).empty()) << "removed";
    EXPECT_EQ(motions.find(world.add({.shape = Sphere{}}).value()), nullptr) << "another generation";
}

TEST(MovingQueries, PartsWithoutAMotionMoveWithTheirObject) {
    // A tank that drives along y and turns slowly, while its turret, part 1, turns fast.
    const Box plate{.halfExtents = {1.0f, 2.0f, 0.5f}};
    const Pose turretInTank{{0.5f, 0, 2}, glm::angleAxis(0.3f, glm::vec3(0, 0, 1))};
    const Pose barrelInTank{{0, 1, 4}, glm::angleAxis(0.4f, glm::vec3(1, 0, 0))};
    World world;
    const auto shape =
        Compound::fromChildren({{plate, Pose{}}, {plate, turretInTank}, {plate, barrelInTank}});
    const ObjectId tank = world.add({.shape = shape.value(), .pose = {{100, 0, 0}}}).value();
    const Pose before{{0, -3, 0}, glm::angleAxis(0.5f, glm::vec3(0, 0, 1))};
    const RigidMotion ofTank{{0, 5, 0}, {0.1f, 0, 0.4f}, {0.2f, 0.3f, 0}};
    const RigidMotion ofTurret{{0, 5, 0}, {0, 0, 2}};
    const std::array both{ObjectMotion{tank, before * turretInTank, ofTurret, 1},
                          ObjectMotion{tank, before, ofTank}};
    ObjectMotions asGiven, onlyTurret;
    ASSERT_FALSE(asGiven.set(world, both));
    ASSERT_FALSE(onlyTurret.set(world, std::span(both).first(1)));
    ASSERT_EQ(asGiven.all().size(), 3u);
    std::size_t others = 0, turrets = 0;
    std::array<PiercedPlate, 9> room;
    for (float height = -1.0f; height < 6.0f; height += 0.01f) {
        const Ray path{{-8, 0, height}, {1, 0.1f, 0}, 16.0f};
        std::array<MovingRayHit, 9> ofWhole;
        const auto expected = raycastAll(Shape(shape.value()), before, ofTank, path, ofWhole);
        std::ptrdiff_t left =
            std::ranges::count_if(expected, [](const MovingRayHit& hit) { return hit.hit.entry.child != 1; });
        for (const PiercedPlate& found : shootThrough(world, asGiven, path, room)) {
            if (found.hit.hit.entry.child == 1) {
                ++turrets;
                continue;
            }
            const auto same = std::ranges::find_if(expected, [&](const MovingRayHit& hit) {
                return hit.hit.entry.child == found.hit.hit.entry.child &&
                       std::abs(hit.entryFraction - found.hit.entryFraction) < 1e-5f &&
                       glm::distance(hit.hit.entry.normal, found.hit.hit.entry.normal) < 1e-5f;
            });
            ASSERT_NE(same, expected.end()) << height;
            EXPECT_NEAR(found.lengthInside, glm::distance(same->entryPointInShape, same->exitPointInShape),
                        1e-4f);
            --left;
            ++others;
        }
        EXPECT_EQ(left, 0) << height;
        for (const PiercedPlate& found : shootThrough(world, onlyTurret, path, room)) {
            EXPECT_EQ(found.hit.hit.entry.child, 1u) << "the others stand at x = 100";
        }
    }
    EXPECT_GT(turrets, 50u);
    EXPECT_GT(others, 100u);
    const Ray past{{90, 0, 0}, {1, 0, 0}, 20.0f};
    EXPECT_EQ(shootThrough(world, onlyTurret, past, room).size(), 1u) << "part 0";
}

TEST(MovingQueries, PlatesTellAngleAndLength) {
    World world;
    const ObjectId plate = world.add({.shape = Box{.halfExtents = {0.025f, 2.0f, 2.0f}}}).value();
    std::array<PiercedPlate, 4> room;
    const auto still = shootThrough(world, {}, Ray{{-3, 0, 0}, {0.6f, 0.8f, 0}, 10.0f}, room);
    ASSERT_EQ(still.size(), 0u) << "passes above the plate";
    const auto slanted = shootThrough(world, {}, Ray{{-1.5f, -1.5f, 0}, {0.6f, 0.8f, 0}, 10.0f}, room);
    ASSERT_EQ(slanted.size(), 1u);
    EXPECT_NEAR(slanted[0].impactCosine, 0.6f, 1e-6f);
    EXPECT_NEAR(slanted[0].lengthInside, 0.05f / 0.6f, 1e-6f);
    // The plate rises as fast as the shell flies: they meet at 45 degrees.
    ObjectMotions motions;
    const std::array rises{ObjectMotion{plate, Pose{{0, -1, 0}}, {.translation = {0, 4, 0}}}};
    ASSERT_FALSE(motions.set(world, rises));
    const auto met = shootThrough(world, motions, Ray{{-1, 0, 0}, {1, 0, 0}, 4.0f}, room);
    ASSERT_EQ(met.size(), 1u);
    EXPECT_NEAR(met[0].impactCosine, std::sqrt(0.5f), 1e-6f);
    EXPECT_NEAR(met[0].lengthInside, 0.05f * std::sqrt(2.0f), 1e-6f);
    // A step that ends inside the plate, and the rest in the next one.
    const auto first = shootThrough(world, {}, Ray{{-1, 0, 0}, {1, 0, 0}, 0.99f}, room);
    ASSERT_EQ(first.size(), 1u);
    EXPECT_NEAR(first[0].lengthInside, 0.015f, 1e-6f);
    EXPECT_TRUE(std::isinf(first[0].hit.exitFraction));
    const auto rest = shootThrough(world, {}, Ray{{-0.01f, 0, 0}, {1, 0, 0}, 0.99f}, room);
    ASSERT_EQ(rest.size(), 1u);
    EXPECT_TRUE(rest[0].hit.hit.startedInside);
    EXPECT_NEAR(rest[0].lengthInside, 0.035f, 1e-6f);
    EXPECT_EQ(rest[0].impactCosine, 1.0f);
}

}  // namespace
