// The cache of contacts: it answers what collide() answers, to the bit, whatever it was asked before.

#include "support/hulls.hpp"
#include "support/random.hpp"
#include "support/surfaces.hpp"

#include <sat3d/narrowphase/contact_cache.hpp>
#include <sat3d/shapes/compound.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace {

using namespace sat3d;
using test::Random;

HeightField hills(std::uint32_t columns = 17) {
    Random random(5);
    std::vector<float> heights(std::size_t{columns} * columns);
    for (float& height : heights) {
        height = float(random.uniform(-0.2, 0.2));
    }
    return test::fieldOf(heights, columns);
}

template <class T>
void expectSameBits(std::span<const BasicManifold<T>> a, std::span<const BasicManifold<T>> b) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        ASSERT_EQ(a[i].pointCount, b[i].pointCount);
        EXPECT_EQ(a[i].normal, b[i].normal);
        EXPECT_EQ(a[i].penetration.depth, b[i].penetration.depth);
        EXPECT_EQ(a[i].penetration.children, b[i].penetration.children);
        EXPECT_EQ(a[i].faceTagA, b[i].faceTagA);
        EXPECT_EQ(a[i].faceTagB, b[i].faceTagB);
        for (std::uint32_t k = 0; k < a[i].pointCount; ++k) {
            EXPECT_EQ(a[i].pointArray[k].position, b[i].pointArray[k].position);
            EXPECT_EQ(a[i].pointArray[k].separation, b[i].pointArray[k].separation);
            EXPECT_EQ(a[i].pointArray[k].id, b[i].pointArray[k].id);
        }
    }
}

/// Asks with and without the cache.
template <class T>
void expectRight(ShapeRef a, const BasicPose<T>& poseA, ShapeRef b, const BasicPose<T>& poseB,
                 BasicContactCache<T>& cache, const CollideOptions& options) {
    std::array<BasicManifold<T>, BasicContactCache<T>::kMaxManifolds> manifolds;
    const std::span<const BasicManifold<T>> fresh = collide(a, poseA, b, poseB, manifolds, options);
    expectSameBits<T>(fresh, collide(a, poseA, b, poseB, cache, options));
    expectSameBits<T>(fresh, cache.manifolds());
}

TEST(ContactCache, ReturnsTheFormerAnswer) {
    const Box crate;
    const HeightField field = hills();
    const Pose pose{{5.2f, 6.1f, 0.4f}};
    ContactCache cache;
    EXPECT_TRUE(cache.manifolds().empty());
    const auto first = collide(crate, pose, field, Pose{}, cache, {.margin = 0.01f});
    ASSERT_FALSE(first.empty());
    const std::vector<Manifold> former(first.begin(), first.end());
    const auto second = collide(crate, pose, HeightField(field), Pose{}, cache, {.margin = 0.01f});
    EXPECT_EQ(second.data(), first.data());
    expectSameBits<float>(former, second);
}

template <class T>
void askEverything() {
    Random random(91);
    const Box crate, plank{.halfExtents = {1.0f, 0.2f, 0.1f}};
    const ConvexHull hull = test::boxHull(glm::dvec3(0.5));
    std::vector<std::uint32_t> tags(hull.faces().size(), 7);
    const ConvexHull tagged = hull.withFaceTags(tags);
    HeightField field = hills();
    const TriangleMesh mesh = test::meshOf(test::trianglesOf(field).first);
    Compound tank = test::compoundOf({{crate, {}, 0, 0}, {plank, {{0.0f, 0.0f, 0.5f}}, 0, 0}});
    const HalfSpace plane;
    BasicContactCache<T> cache;
    int touching = 0;
    for (int i = 0; i < 400; ++i) {
        const std::array<ShapeRef, 5> bodies{crate, plank, hull, tagged, tank};
        const std::array<ShapeRef, 4> grounds{field, mesh, plane, crate};
        const ShapeRef body = bodies[random.below(5)], ground = grounds[random.below(4)];
        const BasicPose<T> pose{{T(random.uniform(2.0, 14.0)), T(random.uniform(2.0, 14.0)), T(0.45)}};
        const BasicPose<T> poseOfGround = ground.kind() == ShapeRef::Kind::Box ? pose : BasicPose<T>{};
        for (const CollideOptions& options :
             {CollideOptions{.margin = 0.01f}, CollideOptions{.margin = 0.02f},
              CollideOptions{.margin = 0.02f, .faceBias = 0.0f}}) {
            expectRight(body, pose, ground, poseOfGround, cache, options);
            expectRight(body, pose, ground, poseOfGround, cache, options);
            expectRight(ground, poseOfGround, body, pose, cache, options);
            touching += cache.manifolds().empty() ? 0 : 1;
        }
        tank.setChildPose(1, {{0.01f * float(i % 7), 0.0f, 0.5f}});
        if (i % 10 == 0) {
            const std::vector<float> heights(4, 0.01f * float(i));
            field = *std::move(field).withHeights({.column = 3, .row = 5, .columns = 2, .rows = 2}, heights);
        }
    }
    EXPECT_GT(touching, 300);
}

TEST(ContactCache, ChangesNoBitOfAnyAnswer) {
    askEverything<float>();
    askEverything<double>();
}

/// Each change of the content under a resting body is seen.
TEST(ContactCache, NoticesChangesUnderABody) {
    const Box crate;
    HeightField field = hills();
    const Pose pose{{5.2f, 6.1f, 0.4f}};
    ContactCache cache;
    const auto ask = [&](ShapeRef ground) {
        return collide(crate, pose, ground, Pose{}, cache, {.margin = 0.01f});
    };
    ASSERT_FALSE(ask(field).empty());
    const HeightRange pit{.column = 3, .row = 4, .columns = 6, .rows = 6};
    const HeightField former = field;
    field = *std::move(field).withHeights(pit, std::vector<float>(36, -3.0f));
    EXPECT_TRUE(ask(field).empty());
    EXPECT_FALSE(ask(former).empty());
    std::vector<std::uint32_t> tags(256, 0);
    tags[6 * 16 + 5] = 9;
    const std::vector<float> heights(former.heights().begin(), former.heights().end());
    const HeightField tagged =
        *HeightField::fromHeights(heights, 17, 17, glm::vec2(1.0f), {Sides::Front, {}, tags});
    bool hasTag = false;
    for (const Manifold& manifold : ask(tagged)) {
        hasTag = hasTag || manifold.faceTagB == 9;
    }
    EXPECT_TRUE(hasTag);
    std::vector<std::uint32_t> holes;
    for (std::uint32_t cell = 0; cell < 256; ++cell) {
        if (cell != 0) {
            holes.push_back(cell);
        }
    }
    EXPECT_TRUE(
        ask(*HeightField::fromHeights(heights, 17, 17, glm::vec2(1.0f), {Sides::Front, holes, {}})).empty());
    // Restored heights are the same field again, to the bit.
    std::vector<float> back;
    for (std::uint32_t row = 0; row < 6; ++row) {
        for (std::uint32_t column = 0; column < 6; ++column) {
            back.push_back(heights[(4 + row) * 17 + 3 + column]);
        }
    }
    ASSERT_FALSE(ask(former).empty());
    const Manifold* const answer = cache.manifolds().data();
    field = *std::move(field).withHeights(pit, back);
    EXPECT_EQ(ask(field).data(), answer);
    expectRight<float>(crate, pose, field, Pose{}, cache, {.margin = 0.01f});
}

/// Negative zeros are other bits than zeros, and the answer for a NaN is no contact.
TEST(ContactCache, ComparesBits) {
    const Box crate;
    const HeightField field = hills();
    ContactCache cache;
    Pose pose{{0.0f, 6.1f, 0.4f}};
    expectRight<float>(crate, pose, field, Pose{}, cache, {.margin = 0.01f});
    pose.position.x = -0.0f;
    expectRight<float>(crate, pose, field, Pose{}, cache, {.margin = 0.01f});
}

}  // namespace
