// Queries of a world in the plane, against the verbs of all its objects.

#include "world/queries/query_scene.hpp"

#include <sat3d/world/world_queries.hpp>

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
#include <vector>

namespace {

using namespace sat3d;
using test::QueryScene;

template <class T>
class PlanarQueriesIn : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(PlanarQueriesIn, Scalars);

constexpr glm::dvec3 kCenter(3.0, -2.0, 0.0);

TYPED_TEST(PlanarQueriesIn, RaysHitWhatTheyHitInAllObjects) {
    using T = Planar<TypeParam>;
    QueryScene<T> scene(60, kCenter);
    std::size_t hits = 0, misses = 0, several = 0, blocked = 0, inParts = 0;
    for (int trial = 0; trial < 3000; ++trial) {
        scene.change();
        const QueryFilter filter = scene.filter();
        BasicPlanarRay<TypeParam> ray{scene.point(), glm::vec2(scene.random().direction())};
        ray.length = scene.random().chance(0.5) ? 3.0f : std::numeric_limits<float>::infinity();
        std::optional<RayHitIn<T>> expected;
        std::size_t objects = 0;
        scene.forEach(filter, [&](ObjectId id, const BasicObject<T>& object) {
            const auto hit = raycast(object.shape, object.pose, ray);
            objects += hit ? 1 : 0;
            if (hit && (!expected || hit->entry.distance < expected->hit.entry.distance)) {
                expected = {id, *hit};
            }
        });
        const auto first = raycast(scene.world, ray, filter);
        ASSERT_EQ(first.has_value(), expected.has_value()) << trial;
        ASSERT_EQ(raycastAny(scene.world, ray, filter), expected.has_value()) << trial;
        std::array<RayHitIn<T>, 40> room;
        const auto all = raycastAll(scene.world, ray, room, filter);
        ASSERT_GE(all.size(), objects);
        if (expected) {
            ASSERT_EQ(first->object, expected->object) << trial;
            ASSERT_EQ(first->hit.entry.distance, expected->hit.entry.distance);
            ASSERT_NEAR(all.front().hit.entry.distance, expected->hit.entry.distance, 1e-5f);
            ASSERT_TRUE(
                std::ranges::is_sorted(all, {}, [](const auto& hit) { return hit.hit.entry.distance; }));
        }
        for (const auto& hit : all) {
            inParts += hit.hit.entry.child > 0 ? 1 : 0;
        }
        const auto target = scene.point();
        const glm::dvec2 way = glm::dvec2(target) - glm::dvec2(ray.origin);
        const BasicPlanarRay<TypeParam> sight{ray.origin, glm::vec2(way),
                                              static_cast<float>(glm::length(way))};
        bool isFree = true;
        scene.forEach(filter, [&](ObjectId, const BasicObject<T>& object) {
            isFree = isFree && !raycast(object.shape, object.pose, sight);
        });
        ASSERT_EQ(isVisible(scene.world, ray.origin, target, filter), isFree);
        hits += expected ? 1 : 0;
        misses += expected ? 0 : 1;
        several += objects > 1 ? 1 : 0;
        blocked += isFree ? 0 : 1;
    }
    EXPECT_GT(hits, 100u);
    EXPECT_GT(misses, 100u);
    EXPECT_GT(several, 100u);
    EXPECT_GT(blocked, 100u);
    EXPECT_GT(inParts, 20u);
}

TYPED_TEST(PlanarQueriesIn, SweepsMeetWhatTheyMeetInAllObjects) {
    using T = Planar<TypeParam>;
    QueryScene<T> scene(61, kCenter);
    std::size_t hits = 0, misses = 0, overlaps = 0;
    const auto compare = [&](const auto& motion, int trial) {
        const QueryFilter filter = scene.filter();
        const PlanarShape& shape = scene.shape();
        const auto pose = scene.edits().randomPose(6.0);
        std::optional<BasicWorldSweep<T>> expected;
        scene.forEach(filter, [&](ObjectId id, const BasicObject<T>& object) {
            const auto found = [&] {
                if constexpr (std::is_same_v<decltype(motion), const PlanarMotion&>) {
                    return sweep(shape, pose, object.shape, object.pose, motion, PlanarMotion{});
                } else {
                    return sweep(shape, pose, object.shape, object.pose, motion);
                }
            }();
            const auto key = [](const auto& s) { return std::tuple(s.fraction, -s.depth); };
            if (found && (!expected || key(found) < key(expected->sweep))) {
                expected = {id, found};
            }
        });
        const auto found = sweep(scene.world, shape, pose, motion, filter);
        ASSERT_EQ(found.has_value(), expected.has_value()) << trial;
        if (found) {
            ASSERT_EQ(found->object, expected->object) << trial;
            ASSERT_EQ(found->sweep.fraction, expected->sweep.fraction);
            overlaps += found->sweep.status == SweepStatus::InitialOverlap ? 1 : 0;
            hits += found->sweep.status == SweepStatus::Hit ? 1 : 0;
        }
        misses += found ? 0 : 1;
    };
    for (int trial = 0; trial < 3000; ++trial) {
        scene.change();
        const glm::vec2 way = trial % 10 == 0 ? glm::vec2(0.0f) : glm::vec2(scene.random().inBox(4.0));
        ASSERT_NO_FATAL_FAILURE(compare(way, trial));
        const glm::vec3 turn(scene.random().inBox(1.0));
        ASSERT_NO_FATAL_FAILURE(compare(PlanarMotion{way, 2.0f * turn.x, {turn.y, turn.z}}, trial));
    }
    EXPECT_GT(hits, 100u);
    EXPECT_GT(misses, 100u);
    EXPECT_GT(overlaps, 100u);
}

TYPED_TEST(PlanarQueriesIn, OverlapsAndDistancesAreThoseOfAllObjects) {
    using T = Planar<TypeParam>;
    QueryScene<T> scene(62, kCenter);
    std::size_t found = 0, near = 0, inside = 0, pairs = 0;
    for (int trial = 0; trial < 2000; ++trial) {
        scene.change();
        const QueryFilter filter = scene.filter();
        const PlanarShape& shape = scene.shape();
        const auto pose = scene.edits().randomPose(5.0);
        const auto point = scene.point();
        std::vector<ObjectId> touching, around;
        std::optional<BasicWorldDistance<T>> nearest;
        constexpr float kFar = 2.0f;
        scene.forEach(filter, [&](ObjectId id, const BasicObject<T>& object) {
            if (overlaps(shape, pose, object.shape, object.pose)) {
                touching.push_back(id);
            }
            if (contains(object.shape, object.pose, point)) {
                around.push_back(id);
            }
            const auto gap = distance(shape, pose, object.shape, object.pose);
            if (gap.separation <= kFar && (!nearest || gap.separation < nearest->distance.separation)) {
                nearest = {id, gap};
            }
        });
        std::array<ObjectId, 64> room;
        ASSERT_TRUE(std::ranges::equal(overlapping(scene.world, shape, pose, room, filter), touching))
            << trial;
        ASSERT_TRUE(std::ranges::equal(containing(scene.world, point, room, filter), around)) << trial;
        const auto answer = closest(scene.world, shape, pose, kFar, filter);
        ASSERT_EQ(answer.has_value(), nearest.has_value()) << trial;
        if (answer) {
            ASSERT_EQ(answer->object, nearest->object) << trial;
            ASSERT_EQ(answer->distance.separation, nearest->distance.separation);
        }
        if (trial % 20 == 0) {
            std::vector<ObjectPair> expected;
            scene.forEach(filter, [&](ObjectId idA, const BasicObject<T>& a) {
                scene.forEach(filter, [&](ObjectId idB, const BasicObject<T>& b) {
                    if (idA.index < idB.index &&
                        overlaps(a.shape, a.pose, b.shape, b.pose, {.margin = 0.3f})) {
                        expected.push_back({idA, idB});
                    }
                });
            });
            std::vector<ObjectPair> pairRoom(1000);
            ASSERT_TRUE(
                std::ranges::equal(nearPairs(scene.world, 0.3f, std::span(pairRoom), filter), expected));
            pairs += expected.size();
        }
        found += touching.size();
        inside += around.size();
        near += nearest ? 1 : 0;
    }
    EXPECT_GT(found, 100u);
    EXPECT_GT(inside, 100u);
    EXPECT_GT(near, 100u);
    EXPECT_GT(pairs, 100u);
}

}  // namespace
