// Every verb for every pair of shapes, decided at run time: as a Shape and as its alternative, alone and in a
// batch, the answers have the same bits.

#include "support/queries/answer_bits.hpp"
#include "support/queries/batch_objects.hpp"
#include "support/surfaces.hpp"

#include <sat3d/narrowphase/batch.hpp>
#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/narrowphase/contains.hpp>
#include <sat3d/narrowphase/depth_along.hpp>
#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/narrowphase/explain.hpp>
#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/narrowphase/raycast.hpp>
#include <sat3d/narrowphase/raycast_all.hpp>
#include <sat3d/narrowphase/sweep.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace {

using namespace sat3d;
using test::append;
using test::Bits;
using test::bitsOf;
using test::Random;

constexpr std::size_t kKinds = std::variant_size_v<Shape>;

/// A shape of the variant's alternative `kind`, about one meter large.
Shape randomShape(Random& random, std::size_t kind) {
    switch (kind) {
        case 4:
            return HalfSpace{glm::vec3(random.direction()), float(random.uniform(-0.5, 0.5))};
        case 5:
            return test::randomCompound(random, 3);
        case 6:
            return test::randomSoup(random, 12, random.chance(0.5) ? Sides::Both : Sides::Front);
        case 7:
            return test::randomField(random);
        default:
            return std::visit([](const auto& shape) { return Shape(shape); },
                              test::randomConvex(random, kind));
    }
}

bool hasInside(const Shape& shape) {
    return shape.index() < 4 || std::holds_alternative<Compound>(shape);
}

template <class T>
BasicPose<T> randomPose(Random& random) {
    const glm::dvec3 position = random.inBox(1.5);
    return {glm::vec<3, T>(position), glm::qua<T>(random.rotation())};
}

/// The bits of all verbs. A and B are Shape or its alternatives.
template <class A, class B, class T>
Bits answersOf(const A& a, const BasicPose<T>& poseA, const B& b, const BasicPose<T>& poseB) {
    const glm::vec3 way(0.8f, -0.5f, 1.1f);
    const RigidMotion rigid{.translation = way, .rotationVector = {0.3f, 0.2f, -0.4f}};
    const BasicRay<T> ray{poseB.position, glm::vec3(poseA.position - poseB.position), 5.0f};
    std::array<BasicManifold<T>, 4> manifolds;
    Bits bits = bitsOf(overlaps(a, poseA, b, poseB), overlaps(a, poseA, b, poseB, {.margin = 0.1f}),
                       penetration(a, poseA, b, poseB), penetration(a, poseA, b, poseB, {.margin = 0.1f}),
                       distance(a, poseA, b, poseB), depthAlong(a, poseA, b, poseB, way),
                       pushOutAlong(a, poseA, b, poseB, way));
    append(bits, collide(a, poseA, b, poseB, manifolds, {.margin = 0.05f}));
    append(bits, sweep(a, poseA, b, poseB, way));
    append(bits, sweep(a, poseA, b, poseB, {way}, {-way}));
    append(bits, sweep(a, poseA, b, poseB, rigid, RigidMotion{}));
    append(bits, raycast(a, poseA, ray));
    std::array<RayHit, 8> rayHits;
    append(bits, raycastAll(a, poseA, ray, rayHits));
    std::array<MovingRayHit, 8> movingHits;
    append(bits, raycastAll(a, poseA, rigid, ray, movingHits));
    append(bits, contains(a, poseA, poseB.position));
    append(bits, explain(a, poseA, b, poseB));
    return bits;
}

/// What the headers document for two shapes that are surfaces or half-spaces.
template <class T>
void expectNoAnswer(const Shape& a, const BasicPose<T>& poseA, const Shape& b, const BasicPose<T>& poseB) {
    const float infinity = std::numeric_limits<float>::infinity();
    std::array<BasicManifold<T>, 4> manifolds;
    const PenetrationOptions wide{.margin = 100.0f};
    EXPECT_FALSE(overlaps(a, poseA, b, poseB, {.margin = 100.0f}));
    EXPECT_FALSE(penetration(a, poseA, b, poseB, wide));
    EXPECT_FALSE(collide(a, poseA, b, poseB, manifolds, {.margin = 100.0f}));
    BasicDistance<T> apart;
    apart.separation = infinity;
    EXPECT_EQ(bitsOf(distance(a, poseA, b, poseB)), bitsOf(apart));
    EXPECT_FALSE(depthAlong(a, poseA, b, poseB, {1, 0, 0}));
    EXPECT_EQ(bitsOf(sweep(a, poseA, b, poseB, glm::vec3(9, 0, 0))), bitsOf(BasicSweep<T>{}));
    EXPECT_EQ(bitsOf(sweep(a, poseA, b, poseB, RigidMotion{{9, 0, 0}, {1, 2, 3}})), bitsOf(BasicSweep<T>{}));
    EXPECT_EQ(explain(a, poseA, b, poseB).separation, double(infinity));
}

template <class T>
void expectSameAnswers(std::uint32_t seed) {
    Random random(seed);
    int overlapping = 0, withoutAnswer = 0, swept = 0;
    for (int trial = 0; trial < 6; ++trial) {
        for (std::size_t kindA = 0; kindA < kKinds; ++kindA) {
            for (std::size_t kindB = 0; kindB < kKinds; ++kindB) {
                SCOPED_TRACE("seed " + std::to_string(seed) + ", trial " + std::to_string(trial) +
                             ", alternatives " + std::to_string(kindA) + " and " + std::to_string(kindB));
                const Shape a = randomShape(random, kindA), b = randomShape(random, kindB);
                const auto poseA = randomPose<T>(random), poseB = randomPose<T>(random);
                const Bits atRunTime = answersOf(a, poseA, b, poseB);
                std::visit(
                    [&](const auto& typedA, const auto& typedB) {
                        EXPECT_EQ(answersOf(typedA, poseA, typedB, poseB), atRunTime);
                    },
                    a, b);
                if (!hasInside(a) && !hasInside(b)) {
                    expectNoAnswer(a, poseA, b, poseB);
                    ++withoutAnswer;
                }
                overlapping += overlaps(a, poseA, b, poseB) ? 1 : 0;
                swept += sweep(a, poseA, b, poseB, glm::vec3(4, 2, -3)).status == SweepStatus::Hit ? 1 : 0;
            }
        }
    }
    EXPECT_GT(overlapping, 100);
    EXPECT_EQ(withoutAnswer, 6 * 3 * 3);
    EXPECT_GT(swept, 15);
}

TEST(AnyShapes, AnswerAtRunTimeAsTheirAlternativesDo) {
    expectSameAnswers<float>(611);
    expectSameAnswers<double>(612);
}

TEST(AnyShapes, OfCollisionBodiesNeedNoAlternative) {
    Random random(613);
    for (std::size_t a = 0; a < test::kConvexTypes; ++a) {
        for (std::size_t b = 0; b < test::kConvexTypes; ++b) {
            const ConvexShape shapeA = test::randomConvex(random, a), shapeB = test::randomConvex(random, b);
            const Pose poseA = randomPose<float>(random), poseB = randomPose<float>(random);
            std::array<Manifold, 1> manifolds;
            const auto one = collide(shapeA, poseA, shapeB, poseB, {.margin = 0.2f});
            const auto many = collide(shapeA, poseA, shapeB, poseB, manifolds, {.margin = 0.2f});
            EXPECT_EQ(one.has_value(), !many.empty());
            EXPECT_EQ(bitsOf(one), bitsOf(many.empty() ? std::optional<Manifold>() : many.front()));
        }
    }
}

/// A hull, or a box in one of its forms. Batches compute boxes in lanes.
Shape randomSolid(Random& random, std::size_t form) {
    switch (form) {
        case 0:
            return test::hullOf(test::tankCloud(random));
        case 1:
            return test::boxHull(test::randomExtents(random));
        default:
            return Box{glm::vec3(random.inBox(0.3)), glm::vec3(test::randomExtents(random))};
    }
}

/// Objects of all kinds, boxes and other hulls more often, close to each other.
template <class T>
struct Crowd {
    explicit Crowd(Random& random) {
        for (std::size_t i = 0; i < 60; ++i) {
            shapes.push_back(randomShape(random, i < kKinds ? i : i % 4));
            if (i >= 20) {
                shapes.back() = randomSolid(random, i % 3);
            }
        }
        for (const Shape& shape : shapes) {
            objects.add(shape, randomPose<T>(random));
        }
        const auto count = static_cast<std::uint32_t>(shapes.size());
        for (int i = 0; i < 1003; ++i) {  // no multiple of any vector width
            objects.pairs.push_back({random.below(count), random.below(count)});
        }
    }

    std::vector<Shape> shapes;
    test::BatchObjects<T> objects;
};

template <class T>
void expectBatchesAsSingles(std::uint32_t seed, float margin) {
    Random random(seed);
    const Crowd<T> crowd(random);
    const auto& [shapes, poses, pairs] = crowd.objects;
    const auto verdicts = std::make_unique<bool[]>(pairs.size());
    std::vector<std::optional<Penetration>> hits(pairs.size());
    std::vector<BasicManifold<T>> manifolds(4 * pairs.size());
    std::vector<std::uint32_t> ends(pairs.size());
    int overlapping = 0;
    const PenetrationOptions options{.margin = margin};
    overlapBatch(shapes, poses, pairs, {verdicts.get(), pairs.size()}, {.margin = margin});
    penetrationBatch(shapes, poses, pairs, hits, options);
    const auto all = collideBatch(shapes, poses, pairs, manifolds, ends, {.margin = margin});
    ASSERT_EQ(all.size(), ends.back());
    ASSERT_EQ(all.data(), manifolds.data());
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        SCOPED_TRACE("seed " + std::to_string(seed) + ", pair " + std::to_string(i));
        crowd.objects.single(i, [&](ShapeRef a, const auto& poseA, ShapeRef b, const auto& poseB) {
            const auto hit = penetration(a, poseA, b, poseB, options);
            EXPECT_EQ(bitsOf(hits[i]), bitsOf(hit));
            EXPECT_EQ(verdicts[i], hit.has_value());
            const std::size_t first = i > 0 ? ends[i - 1] : 0;
            std::array<BasicManifold<T>, 64> buffer;
            EXPECT_EQ(bitsOf(std::span(manifolds).subspan(first, ends[i] - first)),
                      bitsOf(collide(a, poseA, b, poseB, buffer, {.margin = margin})));
            overlapping += hit ? 1 : 0;
        });
    }
    EXPECT_GT(overlapping, 200);
    EXPECT_LT(overlapping, 800);
}

TEST(AnyShapes, AnswerInABatchAsAlone) {
    for (const float margin : {0.0f, 0.15f}) {
        expectBatchesAsSingles<float>(621, margin);
        expectBatchesAsSingles<double>(622, margin);
    }
}

}  // namespace
