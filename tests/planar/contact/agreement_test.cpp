// The verbs of one pair agree with each other, also where the separation is a rounding away from 0.

#include "support/planar/pair_checks.hpp"
#include "support/planar/planar_shapes.hpp"
#include "support/trials.hpp"

#include <sat3d/planar/raycast.hpp>
#include <sat3d/planar/sweep.hpp>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace {

using namespace sat3d;
using namespace sat3d::test;

/// 0, or up to 1e-7, mostly far smaller.
double tinyNumber(Random& random) {
    const double size = std::pow(10.0, -static_cast<double>(7 + random.below(12)));
    return random.chance(0.2) ? 0.0 : (random.chance(0.5) ? size : -size) * random.unit();
}

struct Agreement {
    int overlapping = 0, apart = 0;
};

template <class T>
void expectAgreement(const PlanarShape& a, const BasicPlanarPose<T>& poseA, const PlanarShape& b,
                     const BasicPlanarPose<T>& poseB, Agreement& counts) {
    const auto gap = distance(a, poseA, b, poseB);
    const bool overlap = gap.separation < 0.0f;
    EXPECT_EQ(overlaps(a, poseA, b, poseB), overlap) << gap.separation;
    const auto hit = penetration(a, poseA, b, poseB);
    EXPECT_EQ(hit.has_value(), overlap) << gap.separation;
    const auto contact = collide(a, poseA, b, poseB);
    EXPECT_EQ(contact.has_value(), overlap) << gap.separation;
    const auto swept = sweep(a, poseA, b, poseB, {{0.5f, 0.25f}});
    EXPECT_EQ(swept.status == SweepStatus::InitialOverlap, overlap) << gap.separation;
    if (hit && contact) {
        EXPECT_EQ(hit->depth, -gap.separation);
        EXPECT_EQ(hit->normal, gap.normal);
        EXPECT_EQ(hit->features, gap.features);
        EXPECT_EQ(hit->children, gap.children);
        EXPECT_EQ(contact->penetration.depth, hit->depth);
        EXPECT_EQ(contact->normal, hit->normal);
        EXPECT_EQ(contact->penetration.features, hit->features);
        EXPECT_EQ(contact->penetration.children, hit->children);
        EXPECT_EQ(swept.depth, hit->depth);
        EXPECT_EQ(swept.normal, hit->normal);
        EXPECT_EQ(swept.features, hit->features);
        EXPECT_EQ(swept.children, hit->children);
        std::array<BasicPlanarManifold<T>, 16> room;
        const auto all = collide(a, poseA, b, poseB, room);
        ASSERT_FALSE(all.empty());
        EXPECT_EQ(all[0].penetration.depth, hit->depth);
        EXPECT_EQ(all[0].penetration.features, hit->features);
        EXPECT_EQ(all[0].penetration.children, hit->children);
    }
    ++(overlap ? counts.overlapping : counts.apart);
}

template <class T>
void checkAgreement(std::uint32_t seed) {
    for (int kindA = 0; kindA < kPlanarKinds; ++kindA) {
        for (int kindB = 0; kindB < kPlanarKinds; ++kindB) {
            if (PlanarKind(kindA) == PlanarKind::HalfPlane && kindB == kindA) {
                continue;  // they never overlap
            }
            SCOPED_TRACE("kinds " + std::to_string(kindA) + " " + std::to_string(kindB));
            Agreement counts;
            forEachTrial(seed, fewTrialsCount(400), [&](Random& random, int) {
                const PlanarShape a = randomPlanarShape(random, PlanarKind(kindA), 1.0);
                const PlanarShape b = randomPlanarShape(random, PlanarKind(kindB), 1.0);
                const auto poseA = randomPlanarPose<T>(random, 1.5);
                auto poseB = randomPlanarPose<T>(random, 1.5);
                // Twice, because the separation is a float.
                for (int i = 0; i < 2; ++i) {
                    const auto gap = distance(a, poseA, b, poseB);
                    poseB.position -= glm::vec<2, T>(glm::dvec2(gap.normal) * double(gap.separation));
                }
                const glm::dvec2 normal(distance(a, poseA, b, poseB).normal);
                poseB.position += glm::vec<2, T>(tinyNumber(random) * normal);
                expectAgreement(a, poseA, b, poseB, counts);
            });
            EXPECT_GT(counts.overlapping, fewTrialsCount(20));
            EXPECT_GT(counts.apart, fewTrialsCount(100));
        }
    }
}

TEST(PlanarAgreement, AtSeparationsAroundZero) {
    checkAgreement<float>(101);
}

TEST(PlanarAgreement, AtSeparationsAroundZeroInDouble) {
    checkAgreement<double>(102);
}

/// A ray of length 0 is a point, and a longer one starts inside exactly if the shape contains its origin.
TEST(PlanarAgreement, RaysStartInsideWhereTheShapeContainsTheirOrigin) {
    for (int kind = 0; kind < kPlanarKinds; ++kind) {
        SCOPED_TRACE("kind " + std::to_string(kind));
        int inside = 0, outside = 0, longer = 0;
        forEachTrial(103, trialCount(4000), [&](Random& random, int) {
            const PlanarShape shape = randomPlanarShape(random, PlanarKind(kind), 1.0);
            const auto pose = randomPlanarPose<double>(random, 1.5);
            const PlanarShape point = Circle{.radius = 0.0f};
            DPlanarRay ray{glm::dvec2(randomInSquare(random, 2.0)), randomInSquare(random, 1.0), 0.0f};
            for (int i = 0; i < 2; ++i) {
                const auto gap = distance(point, DPlanarPose{ray.origin}, shape, pose);
                ray.origin += glm::dvec2(gap.normal) * double(gap.separation);
            }
            ray.origin += tinyNumber(random) * glm::dvec2(randomPlanarRotation(random));
            const bool contained = contains(shape, pose, ray.origin);
            const auto hit = raycast(shape, pose, ray);
            EXPECT_EQ(hit.has_value(), contained);
            if (hit) {
                EXPECT_TRUE(hit->startedInside);
                EXPECT_EQ(hit->entry.distance, 0.0f);
            }
            ray.length = 3.0f;
            if (const auto far = raycast(shape, pose, ray)) {
                EXPECT_EQ(far->startedInside, contained);
                EXPECT_GE(far->entry.distance, 0.0f);
                EXPECT_GE(far->exit.distance, far->entry.distance);
                ++longer;
            }
            ++(contained ? inside : outside);
        });
        EXPECT_GT(outside, trialCount(500));
        EXPECT_GT(longer, trialCount(400));  // of a segment, a sixth of the rays
        if (PlanarKind(kind) != PlanarKind::Segment) {
            EXPECT_GT(inside, trialCount(500));
        }
    }
}

}  // namespace
