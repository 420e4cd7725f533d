#include "support/hulls.hpp"
#include "support/random.hpp"
#include "support/random_shapes.hpp"
#include "support/surfaces.hpp"

#include <sat3d/narrowphase/bulk.hpp>
#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/narrowphase/contains.hpp>
#include <sat3d/narrowphase/depth_along.hpp>
#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/narrowphase/raycast.hpp>
#include <sat3d/narrowphase/sweep.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <vector>

// No query allocates. This executable counts every call of operator new.

namespace {

std::atomic<std::uint64_t> allocations{0};

void* allocate(std::size_t size) {
    ++allocations;
    if (void* memory = std::malloc(size != 0 ? size : 1)) {
        return memory;
    }
    throw std::bad_alloc();
}

void* allocateAligned(std::size_t size, std::size_t alignment) {
    ++allocations;
    if (void* memory = std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment)) {
        return memory;
    }
    throw std::bad_alloc();
}

}  // namespace

void* operator new(std::size_t size) {
    return allocate(size);
}
void* operator new[](std::size_t size) {
    return allocate(size);
}
void* operator new(std::size_t size, std::align_val_t alignment) {
    return allocateAligned(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
    return allocateAligned(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete[](void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
    std::free(memory);
}
void operator delete[](void* memory, std::align_val_t) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
    std::free(memory);
}
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept {
    std::free(memory);
}

namespace {

using namespace sat3d;
using test::Random;
using test::ShapeKind;

/// Posed pairs of every kind of shape, far to deep, and the degenerate ones of games.
struct PosedHulls {
    ConvexHull a, b;
    DPose poseA, poseB;
};

ConvexHull sphere(Random& random, int count) {
    test::Cloud cloud;
    for (int i = 0; i < count; ++i) {
        cloud.emplace_back(random.direction());
    }
    return test::hullOf(cloud);
}

std::vector<PosedHulls> posedPairs() {
    Random random(71);
    std::vector<ConvexHull> hulls;
    for (const ShapeKind kind : test::kAllShapeKinds) {
        hulls.push_back(test::hullOf(test::randomCloud(random, kind)));
    }
    hulls.push_back(test::hullOf(test::ellipsoidCloud(random, 300)));
    hulls.push_back(test::hullOf(test::ellipsoidCloud(random, 800)));  // more faces than queries store
    std::vector<PosedHulls> pairs;
    for (const ConvexHull& a : hulls) {
        for (const ConvexHull& b : hulls) {
            for (const double reach : {0.1, 0.6, 1.5}) {
                pairs.push_back({a, b, {}, {random.inBox(reach), random.rotation()}});
                pairs.push_back({a, b, {}, {{reach, 0, 0}, glm::dquat(1, 0, 0, 0)}});
                pairs.push_back({a, b, {}, {{0, reach, reach}, glm::dquat(0, 0, 1, 0)}});
            }
        }
        // As good as touching, where rounding leaves least to decide by.
        pairs.push_back({a, a, {}, {{2.0 * double(a.vertices()[0].x), 0, 0}, glm::dquat(1, 0, 0, 0)}});
    }
    // The least that witnesses can prove: all of very many faces equally near.
    const ConvexHull large = sphere(random, 1100), other = sphere(random, 1000);
    pairs.push_back({large, other, {}, {{1e-4, 0, 0}, random.rotation()}});
    return pairs;
}

class Allocation : public testing::Test {
protected:
    /// @return how many of the pairs overlap.
    template <class Query>
    int expectNone(const Query& query) {
        int overlapping = 0;
        std::uint64_t during = 0;
        for (const PosedHulls& pair : pairs_) {
            const std::uint64_t before = allocations;
            overlapping += query(pair) ? 1 : 0;
            during += allocations - before;
        }
        EXPECT_EQ(during, 0u);
        return overlapping;
    }

    std::vector<PosedHulls> pairs_ = posedPairs();
};

TEST_F(Allocation, IsCounted) {
    const std::uint64_t before = allocations;
    const auto hull = ConvexHull::box({1, 1, 1});
    EXPECT_TRUE(hull);
    EXPECT_GT(allocations, before);
}

TEST_F(Allocation, NoneInPenetration) {
    const int overlapping =
        expectNone([](const PosedHulls& p) { return penetration(p.a, p.poseA, p.b, p.poseB).has_value(); });
    EXPECT_GT(overlapping, 500);
    EXPECT_LT(overlapping, static_cast<int>(pairs_.size()) - 100);
}

TEST_F(Allocation, NoneInOverlaps) {
    EXPECT_GT(expectNone([](const PosedHulls& p) { return overlaps(p.a, p.poseA, p.b, p.poseB); }), 500);
}

TEST_F(Allocation, NoneWithACacheColdAndWarm) {
    std::vector<PairCache> caches(pairs_.size());
    for (int frame = 0; frame < 3; ++frame) {
        auto cache = caches.begin();
        EXPECT_GT(expectNone([&](const PosedHulls& p) {
                      return penetration(p.a, p.poseA, p.b, p.poseB, *cache++).has_value();
                  }),
                  500);
        for (PosedHulls& pair : pairs_) {
            pair.poseB.position.z += 0.01;
        }
    }
}

TEST_F(Allocation, NoneWithStickyFeatures) {
    PairCache cache;  // of the pair before: the least helpful there is
    for (int frame = 0; frame < 2; ++frame) {
        EXPECT_GT(
            expectNone([&](const PosedHulls& p) {
                return penetration(p.a, p.poseA, p.b, p.poseB, cache, {.stickyFeatures = true}).has_value();
            }),
            500);
    }
}

TEST_F(Allocation, NoneInCollide) {
    PairCache cache;
    EXPECT_GT(expectNone([](const PosedHulls& p) { return collide(p.a, p.poseA, p.b, p.poseB).has_value(); }),
              500);
    EXPECT_GT(expectNone([&](const PosedHulls& p) {
                  return collide(p.a, p.poseA, p.b, p.poseB, cache, {.margin = 0.1f}).has_value();
              }),
              500);
}

TEST_F(Allocation, NoneInBulk) {
    std::vector<PosedPair> pairs;
    for (const PosedHulls& p : pairs_) {
        pairs.push_back({&p.a, {}, &p.b, {glm::vec3(p.poseB.position), glm::quat(p.poseB.rotation)}});
    }
    std::vector<std::optional<Penetration>> results(pairs.size());
    std::vector<PairCache> caches(pairs.size());
    const auto verdicts = std::make_unique<bool[]>(pairs.size());

    const std::uint64_t before = allocations;
    penetrations(pairs, results);
    penetrations(pairs, caches, results);
    overlaps(pairs, std::span(verdicts.get(), pairs.size()));
    const std::uint64_t during = allocations - before;
    EXPECT_EQ(during, 0u);
    EXPECT_GT(std::count(verdicts.get(), verdicts.get() + pairs.size(), true), 500);
}

TEST(AllocationOfPieces, NoneInAnyVerb) {
    Random random(72);
    const Compound compound = test::randomCompound(random, 12);
    const std::vector<Shape> shapes{compound, test::randomSoup(random, 200), test::randomField(random),
                                    test::meshOf(test::boxTriangles({1, 2, 3})), HalfSpace{}};
    std::array<Manifold, 16> room;
    int found = 0;
    const std::uint64_t before = allocations;
    for (int trial = 0; trial < 100; ++trial) {
        const Pose pose = test::randomPose(random, 3.0);
        for (const Shape& shape : shapes) {
            found += penetration(compound, pose, shape, Pose{}) ? 1 : 0;
            found += distance(compound, pose, shape, Pose{}).separation < 1.0f ? 1 : 0;
            found += sweep(compound, pose, shape, Pose{}, {{4, 0, 0}, {0, 2, 0}}) ? 1 : 0;
            found += depthAlong(compound, pose, shape, Pose{}, {0, 0, 1}) ? 1 : 0;
            found += contains(shape, pose, glm::vec3(0.1f)) ? 1 : 0;
            found += collide(compound, pose, shape, Pose{}, room, {.margin = 0.1f}).empty() ? 0 : 1;
            found += sweep(compound, pose, shape, Pose{}, RigidMotion{.turn = {0.5f, 1, 0}}, RigidMotion{})
                         ? 1
                         : 0;
            found += raycast(shape, pose, Ray{{3, 3, 3}, -pose.position}) ? 1 : 0;
        }
    }
    Compound moving = compound;
    const std::uint64_t copied = allocations;
    moving.setPartPose(3, test::randomPose(random, 2.0));
    EXPECT_EQ(allocations, copied) << "a part that moves";
    EXPECT_GT(copied, before) << "a copy counts, and nothing else";
    const std::uint64_t again = allocations;
    const Compound another = compound;
    EXPECT_EQ(copied - before, allocations - again);
    EXPECT_GT(found, 500);
}

}  // namespace
