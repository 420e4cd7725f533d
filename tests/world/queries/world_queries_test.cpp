// Queries of a world against the same question to every object.

#include "support/trials.hpp"
#include "world/queries/query_scene.hpp"

#include <sat3d/narrowphase/contains.hpp>
#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/narrowphase/raycast.hpp>
#include <sat3d/narrowphase/raycast_all.hpp>
#include <sat3d/narrowphase/sweep.hpp>
#include <sat3d/world/world_queries.hpp>

#include <glm/geometric.hpp>
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
#include <type_traits>
#include <vector>

namespace {

using namespace sat3d;
using test::QueryScene;

bool isEqual(const RayHit& a, const RayHit& b) {
    return a.entry.distance == b.entry.distance && a.entry.normal == b.entry.normal &&
           a.entry.child == b.entry.child && a.exit.distance == b.exit.distance &&
           a.startedInside == b.startedInside;
}

template <class T>
void expectRays(std::uint32_t seed, glm::dvec3 center, int trials) {
    QueryScene<T> scene(seed, center);
    std::size_t hits = 0, misses = 0, blocked = 0, full = 0;
    for (int trial = 0; trial < trials; ++trial) {
        scene.change();
        const QueryFilter filter = scene.filter();
        BasicRay<T> ray{scene.point(), glm::vec3(scene.random().direction())};
        ray.direction[trial % 7 % 3] *= trial % 7 < 3 ? 0.0f : 1.0f;
        ray.length = scene.random().chance(0.5) ? 3.0f : std::numeric_limits<float>::infinity();
        std::vector<WorldRayHit> expected;
        scene.forEach(filter, [&](ObjectId id, const BasicObject<T>& object) {
            std::array<RayHit, 64> room;
            for (const RayHit& hit : raycastAll(object.shape, object.pose, ray, room)) {
                expected.push_back({id, hit});
            }
        });
        std::ranges::stable_sort(expected, {}, [](const WorldRayHit& hit) {
            return std::tuple(hit.hit.entry.distance, hit.object.index);
        });
        const auto first = raycast(scene.world, ray, filter);
        ASSERT_EQ(first.has_value(), !expected.empty()) << trial;
        if (first) {
            ASSERT_EQ(first->object, expected[0].object) << trial;
            ASSERT_TRUE(isEqual(first->hit, expected[0].hit));
        }
        ASSERT_EQ(raycastAny(scene.world, ray, filter), !expected.empty()) << trial;
        std::array<WorldRayHit, 3> room;
        const std::size_t capacity = scene.random().below(4);
        const auto all = raycastAll(scene.world, ray, std::span(room).first(capacity), filter);
        ASSERT_EQ(all.size(), std::min(capacity, expected.size())) << trial;
        for (std::size_t i = 0; i < all.size(); ++i) {
            ASSERT_EQ(all[i].object, expected[i].object);
            ASSERT_TRUE(isEqual(all[i].hit, expected[i].hit));
        }
        const glm::vec<3, T> target = scene.point();
        const glm::dvec3 way = glm::dvec3(target) - glm::dvec3(ray.origin);
        const BasicRay<T> sight{ray.origin, glm::vec3(way), static_cast<float>(glm::length(way))};
        bool isFree = true;
        scene.forEach(filter, [&](ObjectId, const BasicObject<T>& object) {
            isFree = isFree && !raycast(object.shape, object.pose, sight);
        });
        ASSERT_EQ(isVisible(scene.world, ray.origin, target, filter), isFree);
        hits += expected.empty() ? 0 : 1;
        misses += expected.empty() ? 1 : 0;
        full += expected.size() > capacity ? 1 : 0;
        blocked += isFree ? 0 : 1;
    }
    EXPECT_GT(hits, 100u);
    EXPECT_GT(misses, 100u);
    EXPECT_GT(blocked, 100u);
    EXPECT_GT(full, 100u);
}

TEST(WorldQueries, RaysHitWhatTheyHitInAllObjects) {
    expectRays<float>(40, {}, 6000);
    expectRays<double>(41, glm::dvec3(1e6, 2e6, -3e6), 4000);
}

template <class T, class Motion>
void expectSweeps(std::uint32_t seed, glm::dvec3 center, int trials) {
    QueryScene<T> scene(seed, center);
    std::size_t hits = 0, misses = 0, overlaps = 0;
    for (int trial = 0; trial < trials; ++trial) {
        scene.change();
        const QueryFilter filter = scene.filter();
        const Shape& shape = scene.shape();
        const auto pose = scene.edits().randomPose(6.0);
        Motion motion;
        if constexpr (std::is_same_v<Motion, glm::vec3>) {
            motion = trial % 10 == 0 ? glm::vec3(0.0f) : glm::vec3(scene.random().inBox(4.0));
        } else {
            motion = {glm::vec3(scene.random().inBox(2.0)), glm::vec3(scene.random().inBox(2.0)),
                      glm::vec3(scene.random().inBox(0.5))};
        }
        std::optional<BasicWorldSweep<T>> expected;
        scene.forEach(filter, [&](ObjectId id, const BasicObject<T>& object) {
            const auto found = sweep(shape, pose, object.shape, object.pose, motion);
            const auto key = [](const BasicSweep<T>& s) { return std::tuple(s.fraction, -s.depth); };
            if (found && (!expected || key(found) < key(expected->sweep))) {
                expected = {id, found};
            }
        });
        const auto found = sweep(scene.world, shape, pose, motion, filter);
        ASSERT_EQ(found.has_value(), expected.has_value()) << trial;
        if (found) {
            ASSERT_EQ(found->object, expected->object) << trial;
            ASSERT_EQ(found->sweep.fraction, expected->sweep.fraction);
            ASSERT_EQ(found->sweep.normal, expected->sweep.normal);
            overlaps += found->sweep.status == SweepStatus::InitialOverlap ? 1 : 0;
            hits += found->sweep.status == SweepStatus::Hit ? 1 : 0;
        }
        misses += found ? 0 : 1;
    }
    EXPECT_GT(hits, 50u);
    EXPECT_GT(misses, 50u);
    EXPECT_GT(overlaps, 50u);
}

TEST(WorldQueries, SweepsMeetWhatTheyMeetInAllObjects) {
    expectSweeps<float, glm::vec3>(50, {}, 1500);
    expectSweeps<double, glm::vec3>(51, glm::dvec3(1e6, 2e6, -3e6), 1500);
    expectSweeps<float, RigidMotion>(52, {}, 1500);
}

/// A sweep with a skin goes no farther than the sweeps to all objects do. A sweep to one object can end much
/// too early, if it passes the object closely. If the world's does not, it keeps the gap.
template <class Motion>
void expectSkin(std::uint32_t seed) {
    const SweepOptions options{.skin = 0.2f};
    QueryScene<float> scene(seed, {});
    std::size_t stops = 0;
    for (int trial = 0; trial < 1500; ++trial) {
        scene.change();
        const QueryFilter filter = scene.filter();
        const Shape& shape = scene.shape();
        const Pose pose = scene.edits().randomPose(6.0);
        const Motion motion{glm::vec3(scene.random().inBox(4.0))};
        const auto found = sweep(scene.world, shape, pose, motion, filter, options);
        const float fraction = found ? found->sweep.fraction : 1.0f;
        scene.forEach(filter, [&](ObjectId, const BasicObject<float>& object) {
            Sweep one;
            Pose after = pose;
            if constexpr (std::is_same_v<Motion, RigidMotion>) {
                one = sweep(shape, pose, object.shape, object.pose, motion, RigidMotion{}, options);
                after = poseAtFraction(pose, motion, fraction);
            } else {
                one = sweep(shape, pose, object.shape, object.pose, {motion}, {}, options);
                after.position += motion * fraction;
            }
            const float gap = distance(shape, after, object.shape, object.pose).separation;
            EXPECT_TRUE(one.fraction >= fraction || gap > 0.49f * options.skin) << trial;
            stops += one && one.fraction == fraction ? 1 : 0;
        });
    }
    EXPECT_GT(stops, 200u);
}

TEST(WorldQueries, SweepsKeepTheSkinToAllObjects) {
    expectSkin<glm::vec3>(53);
    expectSkin<RigidMotion>(54);
}

template <class T>
void expectOverlapsAndDistances(std::uint32_t seed, glm::dvec3 center, int trials) {
    QueryScene<T> scene(seed, center);
    std::size_t found = 0, full = 0, near = 0, far = 0, inside = 0;
    for (int trial = 0; trial < trials; ++trial) {
        scene.change();
        const QueryFilter filter = scene.filter();
        const Shape& shape = scene.shape();
        const auto pose = scene.edits().randomPose(trial % 5 == 0 ? 40.0 : 4.0);
        const auto point = scene.point();
        const float maxDistance = trial % 2 == 0 ? std::numeric_limits<float>::infinity() : 0.5f;
        std::vector<ObjectId> overlapped, around;
        std::optional<BasicWorldDistance<T>> closestOne;
        scene.forEach(filter, [&](ObjectId id, const BasicObject<T>& object) {
            if (overlaps(shape, pose, object.shape, object.pose)) {
                overlapped.push_back(id);
            }
            if (contains(object.shape, object.pose, point)) {
                around.push_back(id);
            }
            const auto gap = distance(shape, pose, object.shape, object.pose);
            if (std::isfinite(gap.separation) && gap.separation <= maxDistance &&
                (!closestOne || gap.separation < closestOne->distance.separation)) {
                closestOne = {id, gap};
            }
        });
        std::array<ObjectId, 2> room;
        const auto ids = overlapping(scene.world, shape, pose, room, filter);
        ASSERT_EQ(ids.size(), std::min(overlapped.size(), room.size())) << trial;
        ASSERT_TRUE(std::ranges::equal(ids, std::span(overlapped).first(ids.size())));
        found += ids.size();
        full += overlapped.size() > room.size() ? 1 : 0;
        const auto holders = containing(scene.world, point, room, filter);
        ASSERT_TRUE(std::ranges::equal(holders, std::span(around).first(holders.size())));
        ASSERT_EQ(holders.size(), std::min(around.size(), room.size()));
        inside += holders.size();
        const auto nearest = closest(scene.world, shape, pose, maxDistance, filter);
        ASSERT_EQ(nearest.has_value(), closestOne.has_value()) << trial;
        if (nearest) {
            ASSERT_EQ(nearest->object, closestOne->object) << trial;
            ASSERT_EQ(nearest->distance.separation, closestOne->distance.separation);
            near += nearest->distance.separation < 0.0f ? 1 : 0;
            far += nearest->distance.separation > 5.0f ? 1 : 0;
        }
    }
    EXPECT_GT(found, 100u);
    EXPECT_GT(full, 20u);
    EXPECT_GT(near, 50u);
    EXPECT_GT(far, 20u);
    EXPECT_GT(inside, 20u);
}

TEST(WorldQueries, OverlapsAndDistancesAreThoseOfAllObjects) {
    expectOverlapsAndDistances<float>(60, {}, 4000);
    expectOverlapsAndDistances<double>(61, glm::dvec3(1e6, 2e6, -3e6), 4000);
}

template <class T>
void expectNearPairs(std::uint32_t seed, glm::dvec3 center, int trials) {
    QueryScene<T> scene(seed, center);
    std::size_t found = 0, full = 0, none = 0, apart = 0;
    for (int trial = 0; trial < trials; ++trial) {
        scene.change();
        const QueryFilter filter = scene.filter();
        const float nearest = trial % 4 == 0 ? 0.0f : static_cast<float>(scene.random().uniform(0.0, 2.0));
        std::vector<ObjectPair> expected;
        scene.forEach(filter, [&](ObjectId idA, const BasicObject<T>& a) {
            scene.forEach(filter, [&](ObjectId idB, const BasicObject<T>& b) {
                const OverlapOptions options{.margin = nearest};
                if (idA.index < idB.index && overlaps(a.shape, a.pose, b.shape, b.pose, options)) {
                    expected.push_back({idA, idB});
                    apart += overlaps(a.shape, a.pose, b.shape, b.pose) ? 0 : 1;
                }
            });
        });
        std::array<ObjectPair, 40> room;
        const std::size_t capacity = scene.random().below(static_cast<std::uint32_t>(room.size() + 1));
        const auto pairs = nearPairs(scene.world, nearest, std::span(room).first(capacity), filter);
        ASSERT_EQ(pairs.size(), std::min(capacity, expected.size())) << trial;
        ASSERT_TRUE(std::ranges::equal(pairs, std::span(expected).first(pairs.size()))) << trial;
        found += pairs.size();
        full += expected.size() > capacity ? 1 : 0;
        none += expected.empty() ? 1 : 0;
    }
    EXPECT_GT(found, 1000u);
    EXPECT_GT(full, 50u);
    EXPECT_GT(none, 50u);
    EXPECT_GT(apart, 1000u);
}

TEST(WorldQueries, NearPairsAreThoseOfAllPairs) {
    expectNearPairs<float>(70, {}, 800);
    expectNearPairs<double>(71, glm::dvec3(1e6, 2e6, -3e6), 800);
}

#if !SAT3D_ENABLE_ASSERTS
TEST(WorldQueries, NothingIsVisibleFromNowhere) {
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN(),
                    kInfinity = std::numeric_limits<float>::infinity();
    const World world;
    for (const float bad : {kNan, kInfinity, -kInfinity}) {
        EXPECT_FALSE(isVisible(world, {0, bad, 0}, {1, 1, 1}));
        EXPECT_FALSE(isVisible(world, {0, 0, 0}, {1, bad, 1}));
    }
    EXPECT_TRUE(isVisible(world, {1, 1, 1}, {1, 1, 1}));
}
#endif

TEST(WorldQueries, APointSeesItselfUnlessItIsInside) {
    World world;
    ASSERT_TRUE(world.add({.shape = Box{.halfExtents = {1, 1, 1}}, .pose = {{5, 0, 0}}}));
    EXPECT_TRUE(isVisible(world, {0, 0, 0}, {0, 0, 0}));
    EXPECT_TRUE(isVisible(world, {4, 0, 0}, {4, 0, 0})) << "on the border";
    EXPECT_FALSE(isVisible(world, {5, 0, 0}, {5, 0, 0}));
    EXPECT_FALSE(isVisible(world, {5, 0, 0}, {5, 0, 1e-6f}));
}

TEST(WorldQueries, AnEmptyWorldHasNoAnswers) {
    const World world;
    std::array<ObjectId, 2> room;
    std::array<ObjectPair, 2> pairs;
    EXPECT_FALSE(raycast(world, Ray{}));
    EXPECT_FALSE(raycastAny(world, Ray{}));
    EXPECT_TRUE(nearPairs(world, 1.0f, pairs).empty());
    EXPECT_TRUE(isVisible(world, {0, 0, 0}, {1, 1, 1}));
    EXPECT_TRUE(overlapping(world, Sphere{}, Pose{}, room).empty());
    EXPECT_FALSE(closest(world, Sphere{}, Pose{}));
    EXPECT_FALSE(sweep(world, Sphere{}, Pose{}, glm::vec3(1.0f)));
}

/// The distance is rounded to float, in which the box around the search may be smaller.
TEST(WorldQueries, TheClosestObjectMayBeExactlyAsFarAsAllowed) {
    World world;
    (void)world.add({.shape = HalfSpace{.normal = {0, 0, 1}, .offset = -0.5f}});
    test::forEachTrial(62, 2000, [&](test::Random& random, int) {
        const Box box{glm::vec3(random.inBox(1.0)), glm::vec3(0.1 + glm::abs(random.inBox(1.0)))};
        const Pose pose{{0.0f, 0.0f, float(random.uniform(1.5, 8.0))}};
        const auto found = closest(world, box, pose);
        ASSERT_TRUE(found);
        const float gap = found->distance.separation;
        EXPECT_TRUE(gap < 0.0f || closest(world, box, pose, gap));
        EXPECT_FALSE(gap > 0.0f && closest(world, box, pose, std::nextafter(gap, 0.0f)));
    });
}

}  // namespace
