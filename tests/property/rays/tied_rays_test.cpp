// Rays that meet several triangles or several children at one place: at their common edges and corners, and
// where faces lie in each other. Which one is named follows its number, not rounding or the order of a tree.

#include "geometry/primitives/closest_point.hpp"
#include "support/lattice/border_points.hpp"
#include "support/surfaces.hpp"
#include "support/trials.hpp"

#include <sat3d/narrowphase/raycast.hpp>
#include <sat3d/narrowphase/raycast_all.hpp>
#include <sat3d/world/moving_queries.hpp>
#include <sat3d/world/world.hpp>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace {

using namespace sat3d;
using test::Random;

template <class Item>
void shuffle(Random& random, std::vector<Item>& items) {
    for (std::size_t i = items.size(); i > 1; --i) {
        std::swap(items[i - 1], items[random.below(static_cast<std::uint32_t>(i))]);
    }
}

constexpr int kCells = 4;

/// Triangles of a bent sheet on the lattice of quarters, of which many share each corner.
std::vector<Triangle> sheet(Random& random) {
    std::array<std::array<glm::vec3, kCells + 1>, kCells + 1> points;
    for (std::size_t x = 0; x <= kCells; ++x) {
        for (std::size_t y = 0; y <= kCells; ++y) {
            const auto height = static_cast<float>(random.below(4));
            points[x][y] = test::kQuarter *
                           glm::vec3(3.0f * static_cast<float>(x), 3.0f * static_cast<float>(y), height);
        }
    }
    std::vector<Triangle> triangles;
    for (std::size_t x = 0; x < kCells; ++x) {
        for (std::size_t y = 0; y < kCells; ++y) {
            const glm::vec3 &a = points[x][y], &b = points[x + 1][y], &c = points[x + 1][y + 1],
                            &d = points[x][y + 1];
            triangles.push_back({{a, b, c}});
            triangles.push_back({{a, c, d}});
        }
    }
    shuffle(random, triangles);
    return triangles;
}
TriangleMesh meshOfAll(const std::vector<Triangle>& triangles, Sides sides) {
    test::TriangleList list;
    for (const Triangle& triangle : triangles) {
        list.add(triangle);
    }
    return test::meshOf(list, sides);
}

/// A corner of a triangle or the middle of an edge, but not on the border of the sheet, which rays may miss.
glm::vec3 sharedPoint(Random& random, const std::vector<Triangle>& triangles) {
    for (;;) {
        const Triangle& triangle = triangles[random.below(static_cast<std::uint32_t>(triangles.size()))];
        const std::uint32_t corner = random.below(3);
        const glm::vec3 &a = triangle.corners[corner], &b = triangle.corners[(corner + 1) % 3];
        const glm::vec3 point = random.chance(0.5) ? a : 0.5f * (a + b);
        constexpr float kEnd = 3.0f * test::kQuarter * kCells;
        if (std::min(point.x, point.y) > 0.0f && std::max(point.x, point.y) < kEnd) {
            return point;
        }
    }
}

double distanceTo(const Triangle& triangle, const glm::dvec3& point) {
    const glm::dvec3 a(triangle.corners[0]), b(triangle.corners[1]), c(triangle.corners[2]);
    const glm::dvec3 weights = closestPointWeights(a, b, c, point);
    return glm::distance(weights.x * a + weights.y * b + weights.z * c, point);
}
double rise(const Triangle& triangle, const glm::vec3& direction) {
    const auto& [a, b, c] = triangle.corners;
    return glm::dot(glm::dvec3(glm::cross(b - a, c - a)), glm::dvec3(direction));
}

/// A triangle three times, each time with another corner first.
std::vector<Triangle> inAllOrders(const Triangle& triangle) {
    const auto& [a, b, c] = triangle.corners;
    return {{{a, b, c}}, {{b, c, a}}, {{c, a, b}}};
}

struct Answers {
    std::optional<RayHit> first, ofAll;
    std::optional<MovingRayHit> moving;
    std::optional<PiercedPlate> pierced;
};
template <class T>
Answers answersOf(const Shape& shape, const BasicPose<T>& pose, const BasicRay<T>& ray) {
    Answers answers{raycast(shape, pose, ray), {}, {}, {}};
    std::array<RayHit, 3> all;
    if (const auto hits = raycastAll(shape, pose, ray, all); !hits.empty()) {
        answers.ofAll = hits[0];
    }
    std::array<MovingRayHit, 3> moving;
    if (const auto hits = raycastAll(shape, pose, RigidMotion{}, ray, moving); !hits.empty()) {
        answers.moving = hits[0];
    }
    BasicWorld<T> world;
    EXPECT_TRUE(world.add({.shape = shape, .pose = pose}));
    std::array<PiercedPlate, 3> plates;
    if (const auto hits = shootThrough(world, BasicObjectMotions<T>{}, ray, plates); !hits.empty()) {
        answers.pierced = hits[0];
    }
    return answers;
}
void expectChild(const Answers& answers, std::uint32_t child) {
    ASSERT_TRUE(answers.first && answers.ofAll && answers.moving && answers.pierced);
    const auto expectSame = [&](const RayHit& hit) {
        // Rounding decides whether an edge before that is touched.
        if (std::abs(hit.entry.distance - answers.first->entry.distance) < 1e-5f) {
            EXPECT_EQ(hit.entry.child, child);
        }
    };
    expectSame(*answers.first);
    EXPECT_EQ(answers.ofAll->entry.child, child);
    expectSame(answers.moving->hit);
    expectSame(answers.pierced->hit.hit);
}

template <class T>
class TiedRays : public testing::Test {};
using Numbers = testing::Types<float, double>;
TYPED_TEST_SUITE(TiedRays, Numbers);

TYPED_TEST(TiedRays, NameTheLowestNumberedTriangleOfThoseAtOnePlace) {
    using T = TypeParam;
    int tied = 0;
    test::forEachTrial(3418, test::trialCount(400), [&](Random& random, int) {
        const std::vector<Triangle> triangles = sheet(random);
        const Shape mesh = meshOfAll(triangles, random.chance(0.5) ? Sides::Front : Sides::Both);
        const glm::vec3 place = test::kQuarter * test::integers(random, 8);
        const BasicPose<T> pose{glm::vec<3, T>(place), glm::qua<T>(1, 0, 0, 0)};
        for (int i = 0; i < 20; ++i) {
            const glm::vec3 at = sharedPoint(random, triangles);
            const glm::vec3 from = at + test::kQuarter * test::integers(random, 3) + glm::vec3(0, 0, 2);
            const BasicRay<T> ray{glm::vec<3, T>(place + from), at - from, 5.0f};
            const auto hit = raycast(mesh, pose, ray);
            ASSERT_TRUE(hit);
            const glm::dvec3 point =
                glm::dvec3(from) + double(hit->entry.distance) * glm::normalize(glm::dvec3(ray.direction));
            const double side = rise(triangles[hit->entry.child], ray.direction);
            const auto isThere = [&](const Triangle& triangle) {
                return rise(triangle, ray.direction) * side > 0.0 && distanceTo(triangle, point) < 1e-5;
            };
            const auto lowest = std::find_if(triangles.begin(), triangles.end(), isThere);
            ASSERT_NO_FATAL_FAILURE(expectChild(answersOf(mesh, pose, ray),
                                                static_cast<std::uint32_t>(lowest - triangles.begin())));
            tied += std::count_if(triangles.begin(), triangles.end(), isThere) > 1 ? 1 : 0;
        }
    });
    EXPECT_GT(tied, test::trialCount(4000));
}

// The distances there are small, but they round with the coordinates of the corners.
TYPED_TEST(TiedRays, MeetEqualTrianglesOnceNearTheOriginOfTheirMesh) {
    using T = TypeParam;
    int hits = 0;
    test::forEachTrial(3421, test::trialCount(4000), [&](Random& random, int) {
        const glm::dvec3 a = random.inBox(1000.0), b = random.inBox(1000.0);
        const double ofA = random.uniform(0.2, 1.0), ofB = random.uniform(0.2, 1.0);
        const Triangle triangle{{glm::vec3(a), glm::vec3(b), glm::vec3(-ofA * a - ofB * b)}};
        const Shape mesh = meshOfAll(inAllOrders(triangle), Sides::Both);
        const BasicRay<T> ray{glm::vec<3, T>(0), glm::vec3(random.direction()), 5.0f};
        if (raycast(mesh, BasicPose<T>{}, ray)) {  // rounding of the corners decides on which side it starts
            ASSERT_NO_FATAL_FAILURE(expectChild(answersOf(mesh, BasicPose<T>{}, ray), 0));
            std::array<RayHit, 4> all;
            ASSERT_EQ(raycastAll(mesh, BasicPose<T>{}, ray, all).size(), 1u);
            std::array<MovingRayHit, 4> moving;
            ASSERT_EQ(raycastAll(mesh, BasicPose<T>{}, RigidMotion{}, ray, moving).size(), 1u);
            ++hits;
        }
    });
    EXPECT_GT(hits, test::trialCount(1500));
}

TYPED_TEST(TiedRays, FromFarAwayNameADecalAndNotTheGroundBelow) {
    using T = TypeParam;
    test::forEachTrial(3422, test::trialCount(4000), [&](Random& random, int) {
        const double from = std::pow(10.0, random.uniform(0.0, 5.0));
        const double above = (from + 60.0) * std::pow(10.0, random.uniform(-12.0, -3.0));
        const auto triangleAt = [](double z) {
            return Triangle{{glm::vec3(-30, -20, z), glm::vec3(30, -20, z), glm::vec3(0, 40, z)}};
        };
        std::vector<Triangle> triangles = inAllOrders(triangleAt(above));
        triangles.insert(triangles.begin(), triangleAt(0.0));
        const Shape mesh = meshOfAll(triangles, Sides::Front);
        const glm::dvec3 down = 0.5 * random.inBox(1.0) - glm::dvec3(0, 0, 1);
        const glm::dvec3 at = random.inBox(3.0);
        const BasicRay<T> ray{glm::vec<3, T>(glm::dvec3(at.x, at.y, above) - from * down), glm::vec3(down),
                              static_cast<float>(3.0 * from)};
        ASSERT_NO_FATAL_FAILURE(expectChild(answersOf(mesh, BasicPose<T>{}, ray), 1));
    });
}

TYPED_TEST(TiedRays, NameTheLowestNumberedChildOfThoseEnteredAtOneDistance) {
    using T = TypeParam;
    int tied = 0, inside = 0;
    test::forEachTrial(3419, test::trialCount(4000), [&](Random& random, int) {
        std::vector<CompoundChild> children;
        for (std::uint32_t i = 0; i < 12; ++i) {
            const glm::vec3 half = test::kQuarter * (test::integers(random, 1) + 2.0f);
            const Pose pose{test::kQuarter * test::integers(random, 3), test::quarterTurn(random).rotation};
            children.push_back({random.chance(0.5) ? CompoundChild{Box{.halfExtents = half}, pose}
                                                   : CompoundChild{*ConvexHull::box(half), pose}});
        }
        const Shape all = test::compoundOf(children);
        const BasicPose<T> pose{glm::vec<3, T>(test::kQuarter * test::integers(random, 8)),
                                glm::qua<T>(1, 0, 0, 0)};
        for (int i = 0; i < 5; ++i) {
            const glm::vec3 from = test::kQuarter * test::integers(random, random.chance(0.3) ? 4 : 9);
            const glm::vec3 to = test::kQuarter * test::integers(random, 4);
            if (from == to) {
                continue;
            }
            const BasicRay<T> ray{pose.position + glm::vec<3, T>(from), to - from, 5.0f};
            std::optional<std::uint32_t> expected;
            std::optional<RayHit> first;
            int equals = 0;
            for (std::uint32_t child = 0; child < children.size(); ++child) {
                const auto hit = raycast(Shape(test::compoundOf({children[child]})), pose, ray);
                if (!hit) {
                    continue;
                }
                const float difference = first ? hit->entry.distance - first->entry.distance : -1.0f;
                const bool isAtPlace = std::abs(difference) < 1e-6f;
                equals = isAtPlace ? equals + 1 : difference < 0.0f ? 1 : equals;
                if (!first || (isAtPlace ? hit->startedInside && !first->startedInside : difference < 0.0f)) {
                    first = hit;
                    expected = child;
                }
            }
            if (!first) {
                continue;
            }
            ASSERT_NO_FATAL_FAILURE(expectChild(answersOf(all, pose, ray), *expected));
            tied += equals > 1 ? 1 : 0;
            inside += first->startedInside ? 1 : 0;
        }
    });
    EXPECT_GT(std::min(tied, inside), test::trialCount(1000)) << tied << ' ' << inside;
}

}  // namespace
