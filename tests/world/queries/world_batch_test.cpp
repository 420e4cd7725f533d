// Queries over spans against single queries, in every order and on threads.

#include "support/threads/executors.hpp"
#include "world/queries/query_scene.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/world/world_batch.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace {

using namespace sat3d;
using test::QueryScene;

constexpr std::size_t kQueries = 150, kShare = 3;

template <class RayHit>
bool isEqual(const BasicWorldRayHit<RayHit>& a, const BasicWorldRayHit<RayHit>& b) {
    return a.object == b.object && a.hit.entry.distance == b.hit.entry.distance &&
           a.hit.entry.normal == b.hit.entry.normal && a.hit.exit.distance == b.hit.exit.distance;
}
template <class T>
bool isEqual(const BasicWorldSweep<T>& a, const BasicWorldSweep<T>& b) {
    return a.object == b.object && a.sweep.fraction == b.sweep.fraction && a.sweep.normal == b.sweep.normal;
}
template <class T>
bool isEqual(const BasicWorldDistance<T>& a, const BasicWorldDistance<T>& b) {
    return a.object == b.object && a.distance.separation == b.distance.separation;
}
bool isEqual(const PiercedPlate& a, const PiercedPlate& b) {
    return a.object == b.object && a.hit.entryFraction == b.hit.entryFraction &&
           a.impactCosine == b.impactCosine && a.lengthInside == b.lengthInside;
}
bool isEqual(ObjectId a, ObjectId b) {
    return a == b;
}
template <class Item>
bool isEqual(const std::optional<Item>& a, const std::optional<Item>& b) {
    return a.has_value() == b.has_value() && (!a || isEqual(*a, *b));
}

/// Results of a query with a part of the room for each.
template <class Item>
struct Shares {
    std::vector<Item> room = std::vector<Item>(kQueries * kShare + 2);  // the rest is of no use
    std::vector<std::uint32_t> counts = std::vector<std::uint32_t>(kQueries, 77u);

    void expect(std::size_t query, std::span<const Item> single) const {
        ASSERT_EQ(counts[query], single.size());
        for (std::size_t i = 0; i < single.size(); ++i) {
            ASSERT_TRUE(isEqual(room[query * kShare + i], single[i]));
        }
    }
};

QueryFilter filterAt(std::span<const QueryFilter> filters, std::size_t query) {
    return filters.empty() ? QueryFilter{} : filters[filters.size() > 1 ? query : 0];
}

RigidMotion turning(const glm::vec3& way, const glm::vec3& turn) {
    return {way, turn};
}
PlanarMotion turning(const glm::vec2& way, const glm::vec3& turn) {
    return {way, turn.z};
}

/// Questions of all kinds to one world.
template <class T>
class Questions {
public:
    using Hit = RayHitIn<T>;

    Questions(std::uint32_t seed, glm::dvec3 center) : scene_(seed, center) {
        using Vector = typename Space<T>::Dimension::Vector;
        scene_.change();
        for (std::size_t i = 0; i < kQueries; ++i) {
            auto& random = scene_.random();
            shapes_.push_back(scene_.shape());
            poses_.push_back(scene_.edits().randomPose());
            points_.push_back(scene_.point());
            rays_.push_back({scene_.point(), Vector(random.direction()), 5.0f});
            sights_.push_back({scene_.point(), scene_.point()});
            ways_.push_back(Vector(random.inBox(3.0)));
            motions_.push_back(turning(ways_.back(), glm::vec3(random.inBox(1.0))));
            filters_.push_back({random.below(8), {}, random.chance(0.5)});
        }
        refs_.assign(shapes_.begin(), shapes_.end());
    }

    void expectAnswers(std::span<const QueryFilter> filters, ParallelFor parallelFor) const {
        const BasicWorld<T>& world = scene_.world;
        std::vector<std::optional<Hit>> rays(kQueries);
        std::array<bool, kQueries> isHit{}, isSeen{};
        Shares<Hit> allHits;
        raycastBatch(world, rays_, rays, filters, parallelFor);
        raycastAllBatch(world, rays_, allHits.room, allHits.counts, filters, parallelFor);
        raycastAnyBatch(world, rays_, isHit, filters, parallelFor);
        isVisibleBatch(world, sights_, isSeen, filters, parallelFor);
        std::vector<std::optional<BasicWorldSweep<T>>> sweeps(kQueries);
        sweepBatch(world, refs_, poses_, ways_, sweeps, filters, {}, parallelFor);
        std::vector<std::optional<BasicWorldSweep<T>>> turningSweeps(kQueries);
        sweepBatch(world, refs_, poses_, motions_, turningSweeps, filters, {.skin = 0.01f}, parallelFor);
        Shares<ObjectId> overlapped, around;
        overlappingBatch(world, refs_, poses_, overlapped.room, overlapped.counts, filters, parallelFor);
        containingBatch(world, points_, around.room, around.counts, filters, parallelFor);
        std::vector<std::optional<BasicWorldDistance<T>>> nearest(kQueries);
        closestBatch(world, refs_, poses_, nearest, 1.0f, filters, parallelFor);
        std::array<std::size_t, 6> found{};
        std::size_t turned = 0;
        for (std::size_t i = 0; i < kQueries; ++i) {
            const QueryFilter filter = filterAt(filters, i);
            ASSERT_TRUE(isEqual(rays[i], raycast(world, rays_[i], filter))) << i;
            ASSERT_EQ(isHit[i], raycastAny(world, rays_[i], filter)) << i;
            ASSERT_EQ(isSeen[i], isVisible(world, sights_[i].from, sights_[i].to, filter)) << i;
            ASSERT_TRUE(isEqual(sweeps[i], sweep(world, refs_[i], poses_[i], ways_[i], filter))) << i;
            ASSERT_TRUE(isEqual(turningSweeps[i],
                                sweep(world, refs_[i], poses_[i], motions_[i], filter, {.skin = 0.01f})))
                << i;
            turned += turningSweeps[i] && !isEqual(turningSweeps[i], sweeps[i]) ? 1 : 0;
            ASSERT_TRUE(isEqual(nearest[i], closest(world, refs_[i], poses_[i], 1.0f, filter))) << i;
            std::array<Hit, kShare> hits;
            std::array<ObjectId, kShare> ids;
            ASSERT_NO_FATAL_FAILURE(allHits.expect(i, raycastAll(world, rays_[i], hits, filter)));
            ASSERT_NO_FATAL_FAILURE(
                overlapped.expect(i, overlapping(world, refs_[i], poses_[i], ids, filter)));
            ASSERT_NO_FATAL_FAILURE(around.expect(i, containing(world, points_[i], ids, filter)));
            const std::array now{rays[i].has_value() ? 1u : 0u,   allHits.counts[i],    isSeen[i] ? 1u : 0u,
                                 sweeps[i].has_value() ? 1u : 0u, overlapped.counts[i], around.counts[i]};
            std::ranges::transform(found, now, found.begin(), std::plus<>());
        }
        for (const std::size_t count : found) {
            EXPECT_GT(count, 0u);
        }
        EXPECT_GT(turned, 0u);
    }
    [[nodiscard]] const std::vector<QueryFilter>& filters() const { return filters_; }

private:
    QueryScene<T> scene_;
    std::vector<typename Space<T>::Shape> shapes_;
    std::vector<typename Space<T>::ShapeRef> refs_;
    std::vector<typename Space<T>::Pose> poses_;
    std::vector<typename Space<T>::Position> points_;
    std::vector<typename Space<T>::Ray> rays_;
    std::vector<BasicSight<T>> sights_;
    std::vector<typename Space<T>::Dimension::Vector> ways_;
    std::vector<typename Space<T>::Motion> motions_;
    std::vector<QueryFilter> filters_;
};

/// Questions among moving objects: in space only.
template <class T>
class MovingQuestions {
public:
    MovingQuestions(std::uint32_t seed, glm::dvec3 center) : scene_(seed, center) {
        scene_.change();
        for (std::size_t i = 0; i < kQueries; ++i) {
            auto& random = scene_.random();
            shapes_.push_back(scene_.shape());
            poses_.push_back(scene_.edits().randomPose());
            paths_.push_back({scene_.point(), glm::vec3(random.direction()), 5.0f});
            motions_.push_back({glm::vec3(random.inBox(2.0)), glm::vec3(random.inBox(1.0))});
            filters_.push_back({random.below(8), {}, random.chance(0.5)});
        }
        refs_.assign(shapes_.begin(), shapes_.end());
        const std::array moved{BasicObjectMotion<T>{scene_.world.ids()[0], poses_[0], motions_[0]},
                               BasicObjectMotion<T>{scene_.world.ids()[1], poses_[1], motions_[1]}};
        EXPECT_FALSE(ofObjects_.set(scene_.world, moved));
    }

    void expectAnswers(std::span<const QueryFilter> filters, ParallelFor parallelFor) const {
        const BasicWorld<T>& world = scene_.world;
        std::vector<std::optional<BasicWorldSweep<T>>> sweeps(kQueries);
        sweepBatch(world, ofObjects_, refs_, poses_, motions_, sweeps, filters, {}, parallelFor);
        Shares<PiercedPlate> plates;
        shootThroughBatch(world, ofObjects_, paths_, plates.room, plates.counts, filters, parallelFor);
        std::size_t hits = 0, pierced = 0;
        for (std::size_t i = 0; i < kQueries; ++i) {
            const QueryFilter filter = filterAt(filters, i);
            ASSERT_TRUE(
                isEqual(sweeps[i], sweep(world, ofObjects_, refs_[i], poses_[i], motions_[i], filter)));
            std::array<PiercedPlate, kShare> room;
            ASSERT_NO_FATAL_FAILURE(
                plates.expect(i, shootThrough(world, ofObjects_, paths_[i], room, filter)));
            hits += sweeps[i] ? 1 : 0;
            pierced += plates.counts[i];
        }
        EXPECT_GT(std::min(hits, pierced), 0u);
    }
    [[nodiscard]] const std::vector<QueryFilter>& filters() const { return filters_; }

private:
    QueryScene<T> scene_;
    std::vector<Shape> shapes_;
    std::vector<ShapeRef> refs_;
    std::vector<BasicPose<T>> poses_;
    std::vector<BasicRay<T>> paths_;
    std::vector<RigidMotion> motions_;
    std::vector<QueryFilter> filters_;
    BasicObjectMotions<T> ofObjects_;
};

template <class Questions>
void expectBatches(std::uint32_t seed, glm::dvec3 center) {
    const Questions questions(seed, center);
    const std::span<const QueryFilter> filters = questions.filters();
    const QueryFilter all{.sensors = true};
    ASSERT_NO_FATAL_FAILURE(questions.expectAnswers({}, kInOneThread));
    ASSERT_NO_FATAL_FAILURE(questions.expectAnswers({&all, 1}, test::kInReverse));
    test::InRandomOrder inRandomOrder(3);
    ASSERT_NO_FATAL_FAILURE(questions.expectAnswers(filters, inRandomOrder));
    ASSERT_NO_FATAL_FAILURE(questions.expectAnswers(filters, test::OnThreads{3}));
}

TEST(WorldBatch, AnswersLikeSingleQueries) {
    expectBatches<Questions<float>>(90, {});
    expectBatches<Questions<double>>(91, glm::dvec3(1e6, 2e6, -3e6));
    expectBatches<Questions<Planar<float>>>(92, {});
    expectBatches<Questions<Planar<double>>>(93, glm::dvec3(1e6, 2e6, 0.0));
}

TEST(WorldBatch, AnswersLikeSingleQueriesAmongMovingObjects) {
    expectBatches<MovingQuestions<float>>(94, {});
    expectBatches<MovingQuestions<double>>(95, glm::dvec3(1e6, 2e6, -3e6));
}

TEST(WorldBatch, TheSmallestSpanCounts) {
    const AssertHandler former = setAssertHandler([](const char*, const char*, const char*, int) {});
    World world;
    ASSERT_TRUE(world.add({.shape = Sphere{}}));
    const std::vector<Ray> rays(3, Ray{{-5, 0, 0}, {1, 0, 0}});
    std::array<std::optional<WorldRayHit>, 2> hits;
    raycastBatch(world, rays, hits);
    EXPECT_TRUE(hits[0] && hits[1]);
    std::array<bool, 3> isHit{};
    const std::array<QueryFilter, 2> two{};
    raycastAnyBatch(world, rays, isHit, two);
    EXPECT_TRUE(isHit[0] && isHit[1]);
    EXPECT_FALSE(isHit[2]);
    raycastBatch(world, {}, {});
    std::array<std::uint32_t, 3> counts{9, 9, 9};
    raycastAllBatch(world, rays, {}, counts);
    EXPECT_EQ(counts, (std::array<std::uint32_t, 3>{})) << "no room";
    setAssertHandler(former);
}

}  // namespace
