#include "narrowphase/manifold/manifold_reduction.hpp"

#include "narrowphase/pair/feature_id.hpp"
#include "support/random.hpp"

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

namespace {

using namespace sat3d;
using test::Random;

const glm::dvec3 kNormal(0.0, 0.0, 1.0), kAlong(1.0, 0.0, 0.0);

std::vector<ManifoldPoint> reduce(const std::vector<ManifoldPoint>& contacts, double tolerance = 1e-6) {
    ManifoldReduction reduction(kNormal, kAlong);
    for (const ManifoldPoint& contact : contacts) {
        reduction.add(contact);
    }
    const auto kept = reduction.reduced(tolerance);
    return {kept.begin(), kept.end()};
}

double crossOf(const glm::dvec3& a, const glm::dvec3& b) {
    return a.x * b.y - a.y * b.x;
}

/// The area of the convex hull of at most four 2D points: the largest pair of triangles.
double areaOf(const std::vector<ManifoldPoint>& contacts) {
    double largest = 0.0;
    const std::size_t count = contacts.size();
    const auto triangle = [&](std::size_t i, std::size_t j, std::size_t k) {
        return 0.5 * crossOf(contacts[j].position - contacts[i].position,
                             contacts[k].position - contacts[i].position);
    };
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            double left = 0.0, right = 0.0;
            for (std::size_t k = 0; k < count; ++k) {
                left = std::max(left, triangle(i, j, k));
                right = std::max(right, -triangle(i, j, k));
            }
            largest = std::max(largest, left + right);
        }
    }
    return largest;
}

std::vector<ManifoldPoint> randomPatch(Random& random, std::uint32_t count) {
    const double width = random.uniform(0.05, 1.0), angle = random.uniform(0.0, 6.3);
    std::vector<ManifoldPoint> contacts;
    for (std::uint32_t i = 0; i < count; ++i) {
        const double x = random.uniform(-1.0, 1.0), y = width * random.uniform(-1.0, 1.0);
        contacts.push_back(
            {{x * std::cos(angle) - y * std::sin(angle), x * std::sin(angle) + y * std::cos(angle), 0.3},
             -random.unit(),
             i});
    }
    return contacts;
}

TEST(ManifoldReduction, UpToFourAreKeptInOrder) {
    Random random(7);
    for (std::uint32_t count = 1; count <= 4; ++count) {
        const auto contacts = randomPatch(random, count);
        const auto kept = reduce(contacts);
        ASSERT_EQ(kept.size(), count);
        for (std::uint32_t i = 0; i < count; ++i) {
            EXPECT_EQ(kept[i].id, i);
        }
    }
    EXPECT_TRUE(reduce({}).empty());
}

TEST(ManifoldReduction, KeepsTheDeepestPointOfEachId) {
    const auto kept = reduce({{{0, 0, 0}, -0.1, 5}, {{1, 0, 0}, -0.3, 5}, {{2, 0, 0}, -0.2, 5}});
    ASSERT_EQ(kept.size(), 1u);
    EXPECT_EQ(kept[0].separation, -0.3);
    EXPECT_EQ(kept[0].position.x, 1.0);
}

TEST(ManifoldReduction, SpansNearlyTheLargestAreaAndKeepsTheDeepest) {
    Random random(8);
    double worst = 1.0, sum = 0.0;
    constexpr int kTrials = 400;
    for (int trial = 0; trial < kTrials; ++trial) {
        SCOPED_TRACE("seed 8, trial " + std::to_string(trial));
        auto contacts = randomPatch(random, 5 + random.below(trial % 20 == 0 ? 60 : 12));
        const auto deepest =
            std::min_element(contacts.begin(), contacts.end(),
                             [](const auto& a, const auto& b) { return a.separation < b.separation; });
        const std::uint64_t deepestId = deepest->id;
        const auto withDeepest = reduce(contacts);
        EXPECT_TRUE(std::any_of(withDeepest.begin(), withDeepest.end(),
                                [&](const ManifoldPoint& contact) { return contact.id == deepestId; }));
        // Only the area counts for equally deep points.
        for (ManifoldPoint& contact : contacts) {
            contact.separation = -0.1;
        }
        const auto kept = reduce(contacts);
        ASSERT_LE(kept.size(), 4u);
        const double share = areaOf(kept) / areaOf(contacts);
        worst = std::min(worst, share);
        sum += share;
    }
    std::printf("seed 8: area at least %.2f of the largest that four points span, %.3f on average\n", worst,
                sum / kTrials);
    EXPECT_GT(worst, 0.55) << "a diagonal and the farthest points beside it span half of any convex patch";
    EXPECT_GT(sum / kTrials, 0.94);
}

/// The end face of a cylinder with that number of sides.
glm::dvec3 cornerOf32(std::uint32_t i) {
    const double angle = 6.283185307179586 * i / 32.0;
    return {std::cos(angle), std::sin(angle), 0.0};
}

TEST(ManifoldReduction, NoiseDoesNotChangeTheChoice) {
    Random random(9);
    std::vector<std::uint64_t> first;
    for (int frame = 0; frame < 200; ++frame) {
        std::vector<ManifoldPoint> contacts;
        for (std::uint32_t i = 0; i < 32; ++i) {
            contacts.push_back({cornerOf32(i) + random.inBox(1e-4), -0.1, i});
        }
        std::vector<std::uint64_t> ids;
        for (const ManifoldPoint& contact : reduce(contacts)) {
            ids.push_back(contact.id);
        }
        EXPECT_EQ(ids.size(), 4u);
        first = frame == 0 ? ids : first;
        ASSERT_EQ(ids, first) << "frame " << frame;
    }
}

/// A cylinder that rocks slightly: the deepest vertex changes each time, and the other three stay.
TEST(ManifoldReduction, DepthReplacesAtMostOneOfFour) {
    Random random(10);
    std::vector<std::uint64_t> first;
    for (int frame = 0; frame < 200; ++frame) {
        std::vector<ManifoldPoint> contacts;
        for (std::uint32_t i = 0; i < 32; ++i) {
            contacts.push_back({cornerOf32(i), -0.1 - (frame > 0 ? 1e-4 * random.unit() : 0.0), i});
        }
        const auto kept = reduce(contacts);
        ASSERT_EQ(kept.size(), 4u);
        std::vector<std::uint64_t> others;
        for (const ManifoldPoint& contact : kept) {
            first.resize(frame == 0 ? first.size() + 1 : first.size(), contact.id);
            if (std::find(first.begin(), first.end(), contact.id) == first.end()) {
                others.push_back(contact.id);
            }
        }
        const auto deepest = std::min_element(contacts.begin(), contacts.end(),
                                              [](auto& a, auto& b) { return a.separation < b.separation; });
        ASSERT_LE(others.size(), 1u) << "frame " << frame;
        if (!others.empty()) {
            EXPECT_EQ(others[0], deepest->id);
        }
    }
}

TEST(ManifoldReduction, CollinearAndEqualPoints) {
    for (const double spread : {1.0, 0.0}) {
        std::vector<ManifoldPoint> contacts;
        for (std::uint32_t i = 0; i < 40; ++i) {
            contacts.push_back({{spread * i, 0.0, 0.0}, i == 13 ? -2.0 : -1.0, i});
        }
        const auto kept = reduce(contacts);
        ASSERT_LE(kept.size(), 4u);
        EXPECT_TRUE(std::any_of(kept.begin(), kept.end(), [](const ManifoldPoint& c) { return c.id == 13; }));
        if (spread > 0.0) {
            EXPECT_TRUE(
                std::any_of(kept.begin(), kept.end(), [](const ManifoldPoint& c) { return c.id == 39; }));
        }
    }
}

/// Edges of the triangles of a terrain with a power of two of columns.
TEST(ContactId, EdgesOfLargeTerrainHaveDistinctIds) {
    constexpr std::uint32_t kColumns = 1u << 15;
    for (std::uint32_t corner = 10 * kColumns; corner < 10 * kColumns + 2000; ++corner) {
        const std::uint32_t right = corner + 1, above = corner + kColumns, opposite = above + 1;
        std::vector<FeatureCode> names{edgeCode(corner, right), edgeCode(right, opposite),
                                       edgeCode(opposite, corner), edgeCode(opposite, above),
                                       edgeCode(above, corner)};
        std::sort(names.begin(), names.end());
        EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end()) << corner;
        EXPECT_EQ(edgeCode(right, corner), edgeCode(corner, right));
    }
}

}  // namespace
