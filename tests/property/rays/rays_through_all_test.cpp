// raycastAll() against the rays through each child alone.

#include "support/children_in_world.hpp"
#include "support/queries/answer_bits.hpp"
#include "support/trials.hpp"

#include <sat3d/narrowphase/contains.hpp>
#include <sat3d/narrowphase/raycast_all.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace {

using namespace sat3d;
using test::bitsOf;
using test::Random;

struct CrossingTally {
    int empty = 0, one = 0, many = 0, startedInside = 0, full = 0, exits = 0, backs = 0;
};

/// Checks order, the first hit and smaller rooms. Returns all hits.
template <class S>
std::vector<RayHit> allHits(const S& shape, const Pose& pose, const Ray& ray, CrossingTally& tally) {
    std::array<RayHit, 64> buffer;
    const auto hits = raycastAll(shape, pose, ray, buffer);
    EXPECT_LT(hits.size(), buffer.size());
    const std::optional<RayHit> first = raycast(shape, pose, ray);
    EXPECT_EQ(bitsOf(hits.empty() ? std::optional<RayHit>() : hits.front()), bitsOf(first));
    EXPECT_TRUE(std::is_sorted(hits.begin(), hits.end(), [](const RayHit& a, const RayHit& b) {
        return a.entry.distance < b.entry.distance;
    }));
    std::array<RayHit, 64> small;
    for (std::size_t size = 1; size < hits.size(); ++size) {
        const auto kept = raycastAll(Shape(shape), pose, ray, std::span(small).first(size));
        EXPECT_EQ(bitsOf(kept), bitsOf(hits.first(size)));
        ++tally.full;
    }
    ++(hits.empty() ? tally.empty : hits.size() == 1 ? tally.one : tally.many);
    return {hits.begin(), hits.end()};
}

template <class S>
Ray randomRay(Random& random, const S& shape, const Pose& pose) {
    const Aabb box = bounds(shape, pose);
    const double size = glm::length(glm::dvec3(box.halfExtents()));
    const glm::vec3 from = box.center() + glm::vec3(random.inBox(random.chance(0.3) ? 0.3 * size : size));
    const glm::vec3 to = box.center() + glm::vec3(random.inBox(0.4 * size));
    return {from, to - from, float(random.chance(0.3) ? random.uniform(0.2, 1.0) * size : 100.0)};
}

/// The difference of two distances, measured across the face: poses of children are rounded.
float heightDifference(const RayIntersection& a, const RayIntersection& b, const Ray& ray) {
    return (a.distance - b.distance) * glm::dot(a.normal, glm::normalize(ray.direction));
}

TEST(RaysThroughAll, OfACompoundAreThoseOfItsChildren) {
    CrossingTally tally;
    test::forEachTrial(4101, 1500, [&](Random& random, int) {
        const Compound compound = test::randomCompound(random, 1 + random.below(12));
        const Pose pose = test::randomPose(random, 5.0);
        const Ray ray = randomRay(random, compound, pose);
        const std::vector<RayHit> hits = allHits(compound, pose, ray, tally);
        std::size_t count = 0;
        for (const test::ChildInWorld& child : test::childrenOf(compound, pose)) {
            const auto expected = raycast(child.shape, child.pose, ray);
            count += expected ? 1 : 0;
            const auto found = std::find_if(
                hits.begin(), hits.end(), [&](const RayHit& hit) { return hit.entry.child == child.number; });
            ASSERT_EQ(found != hits.end(), expected.has_value());
            if (expected) {
                EXPECT_NEAR(heightDifference(found->entry, expected->entry, ray), 0.0f, 4e-6f);
                EXPECT_NEAR(heightDifference(found->exit, expected->exit, ray), 0.0f, 4e-6f);
                EXPECT_EQ(found->entry.face, expected->entry.face);
                tally.startedInside += expected->startedInside ? 1 : 0;
            }
        }
        ASSERT_EQ(hits.size(), count);
    });
    EXPECT_GT(tally.empty, 50);
    EXPECT_GT(tally.many, 200);
    EXPECT_GT(tally.startedInside, 50);
    EXPECT_GT(tally.full, 300);
}

/// The crossings of a two-sided copy of each triangle: distance and side, without the sides that do not
/// count.
template <class S>
std::vector<std::pair<float, std::uint32_t>> crossingsOf(const S& surface, const Pose& pose, const Ray& ray) {
    std::vector<std::pair<float, std::uint32_t>> crossings;
    for (const test::ChildInWorld& child : test::childrenOf(surface, pose)) {
        const TriangleMesh both = test::twoSided(std::get<TriangleMesh>(child.shape));
        const auto hit = raycast(both, child.pose, ray);
        if (hit && (hit->entry.face == 0 || surface.sides() == Sides::Both)) {
            crossings.emplace_back(hit->entry.distance, hit->entry.face);
        }
    }
    std::sort(crossings.begin(), crossings.end());
    crossings.erase(std::unique(crossings.begin(), crossings.end(),  // duplicated triangles
                                [](const auto& a, const auto& b) {
                                    return a.second == b.second && b.first - a.first < 1e-7f;
                                }),
                    crossings.end());
    return crossings;
}

TEST(RaysThroughAll, OfAnOpenSurfaceAreItsCrossings) {
    CrossingTally tally;
    test::forEachTrial(4102, test::trialCount(600), [&](Random& random, int) {
        const Pose pose = test::randomPose(random, 5.0);
        const auto expectCrossings = [&](const auto& surface) {
            const Ray ray = randomRay(random, surface, pose);
            const std::vector<RayHit> hits = allHits(surface, pose, ray, tally);
            const auto crossings = crossingsOf(surface, pose, ray);
            ASSERT_EQ(hits.size(), crossings.size());
            for (std::size_t i = 0; i < hits.size(); ++i) {
                EXPECT_EQ(hits[i].entry.distance, crossings[i].first);
                EXPECT_EQ(hits[i].entry.face, crossings[i].second);
                EXPECT_TRUE(std::isinf(hits[i].exit.distance));
                tally.backs += hits[i].entry.face == 1 ? 1 : 0;
            }
        };
        expectCrossings(test::randomSoup(random, 250, random.chance(0.5) ? Sides::Both : Sides::Front));
        expectCrossings(test::randomField(random, random.chance(0.5) ? Sides::Both : Sides::Front));
    });
    EXPECT_GT(tally.empty, test::trialCount(100));
    EXPECT_GT(tally.one, test::trialCount(100));
    EXPECT_GT(tally.many, test::trialCount(150));
    EXPECT_GT(tally.full, test::trialCount(200));
    EXPECT_GT(tally.backs, test::trialCount(100));
}

/// Boxes in one mesh: the passages must be those of a Compound, as long as the boxes are apart.
TEST(RaysThroughAll, OfASolidMeshAreItsBodies) {
    CrossingTally tally;
    test::forEachTrial(4103, 800, [&](Random& random, int) {
        test::TriangleList list;
        std::vector<CompoundChild> children;
        for (std::uint32_t i = 0; i < 5; ++i) {
            const glm::vec3 half(test::randomExtents(random));
            const glm::vec3 center(3.2f * static_cast<float>(i), 0.0f, 0.0f);
            children.push_back({Box{center, half}, Pose{}});
            const test::TriangleList box = test::boxTriangles(half);
            for (const std::uint32_t index : box.indices) {
                list.indices.push_back(index + 8 * i);
            }
            for (const glm::vec3& vertex : box.vertices) {
                list.vertices.push_back(vertex + center);
            }
        }
        const TriangleMesh mesh = test::meshOf(list, random.chance(0.5) ? Sides::Both : Sides::Front);
        ASSERT_TRUE(mesh.isWatertight());
        const Compound compound = test::compoundOf(children);
        const Pose pose = test::randomPose(random, 5.0);
        Ray ray = randomRay(random, compound, pose);
        if (random.chance(0.5)) {  // along the row
            ray.direction = pose.rotation * glm::vec3(1.0f, 0.05f, 0.02f);
            ray.origin = pose * glm::vec3(-3.0f, -0.2f, 0.1f);
        }
        if (contains(compound, pose, ray.origin)) {
            ++tally.startedInside;  // the mesh has no hit there, or one of a back face
            return;
        }
        const std::vector<RayHit> hits = allHits(mesh, pose, ray, tally);
        std::array<RayHit, 8> buffer;
        const auto expected = raycastAll(compound, pose, ray, buffer);
        ASSERT_EQ(hits.size(), expected.size());
        for (std::size_t i = 0; i < hits.size(); ++i) {
            EXPECT_NEAR(hits[i].entry.distance, expected[i].entry.distance, 1e-5f);
            EXPECT_NEAR(hits[i].exit.distance, expected[i].exit.distance, 1e-5f);
            EXPECT_GT(glm::dot(hits[i].exit.normal, expected[i].exit.normal), 0.999f);
            ++tally.exits;
        }
    });
    EXPECT_GT(tally.many, 200);
    EXPECT_GT(tally.exits, 1000);
    EXPECT_GT(tally.full, 200);
}

}  // namespace
