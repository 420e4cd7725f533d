// Thin bodies that pierce flat ground: segments, needles and plates without thickness, and slightly thicker
// ones. The ground consists of random triangles, most of which the body's lowest point does not touch. The
// normal is that of the ground, and the depth that of the lowest point.

#include "support/hulls.hpp"
#include "support/random.hpp"
#include "support/surfaces.hpp"
#include "support/trials.hpp"

#include <sat3d/narrowphase/collide.hpp>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

namespace {

using namespace sat3d;
using test::Random;

template <class T>
class PiercingBodies : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(PiercingBodies, Scalars);

constexpr std::uint32_t kColumns = 9;

/// A square of 8 meters around the origin, z up.
TriangleMesh randomFlatMesh(Random& random, Sides sides) {
    std::vector<glm::vec3> vertices;
    for (std::uint32_t i = 0; i < kColumns * kColumns; ++i) {
        const std::uint32_t column = i % kColumns, row = i / kColumns;
        const auto place = [&](std::uint32_t at) {
            const bool isBorder = at == 0 || at == kColumns - 1;
            return float(double(at) - 4.0 + (isBorder ? 0.0 : random.uniform(-0.2, 0.2)));
        };
        const float x = place(column), y = place(row);
        vertices.emplace_back(x, y, 0.0f);
    }
    test::TriangleList list;
    const bool areShared = random.chance(0.5);
    if (areShared) {
        list.vertices = vertices;
    }
    const auto add = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
        if (areShared) {
            list.indices.insert(list.indices.end(), {a, b, c});
        } else {
            list.add({{vertices[a], vertices[b], vertices[c]}});
        }
    };
    for (std::uint32_t row = 0; row + 1 < kColumns; ++row) {
        for (std::uint32_t column = 0; column + 1 < kColumns; ++column) {
            const std::uint32_t a = row * kColumns + column, b = a + 1, c = b + kColumns, d = a + kColumns;
            if (random.chance(0.5)) {
                add(a, b, c);
                add(a, c, d);
            } else {
                add(a, b, d);
                add(b, c, d);
            }
        }
    }
    return test::meshOf(list, sides);
}

HeightField flatField(Sides sides) {
    const std::vector<float> heights(std::size_t{kColumns} * kColumns, 0.0f);
    return test::fieldOf(heights, kColumns, {1.0f, 1.0f}, {sides, {}, {}});
}

/// A body along the z axis.
/// @param thickness  a fraction of the length
ConvexShape thinBody(Random& random, std::uint32_t kind, double length, double thickness) {
    const auto half = float(0.5 * length), thin = float(0.5 * thickness * length);
    switch (kind) {
        case 0:
            return Capsule{{0.0f, 0.0f, -half}, {0.0f, 0.0f, half}, thin};
        case 1:
            return Box{{}, {thin, thin, half}};
        case 2:
            return Box{{}, {thin, half * float(random.unit()), half}};
        default: {  // a hull is never flat
            const float side = std::max(thin, 1e-3f * half);
            return test::boxHull({side, side, half});
        }
    }
}

/// How far a body reaches from its center along a direction, in its frame.
double reachOf(const ConvexShape& body, const glm::dvec3& direction) {
    if (const auto* const capsule = std::get_if<Capsule>(&body)) {
        return glm::length(glm::dvec3(capsule->end)) * std::abs(direction.z) + double(capsule->radius);
    }
    if (const auto* const hull = std::get_if<ConvexHull>(&body)) {
        return glm::dot(direction, glm::dvec3(support(*hull, glm::vec3(direction))));
    }
    return glm::dot(glm::abs(direction), glm::dvec3(std::get<Box>(body).halfExtents));
}

TYPED_TEST(PiercingBodies, AreFreedAlongTheNormalOfFlatGround) {
    using T = TypeParam;
    constexpr std::array kThicknesses{0.0, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2};
    int shallow = 0, deep = 0;
    test::forEachTrial(41, test::trialCount(8000), [&](Random& random, int) {
        const Sides sides = random.chance(0.5) ? Sides::Front : Sides::Both;
        std::variant<TriangleMesh, HeightField> ground = randomFlatMesh(random, sides);
        glm::dvec3 middle(0.0);
        if (random.chance(0.3)) {
            ground = flatField(sides);
            middle = {4.0, 4.0, 0.0};
        }
        const double length = std::exp(random.uniform(std::log(0.05), std::log(3.0)));
        const double thickness = kThicknesses[random.below(kThicknesses.size())];
        const ConvexShape body = thinBody(random, random.below(4), length, thickness);
        glm::dquat turn = random.rotation();
        if (random.chance(0.2)) {  // nearly level
            turn = glm::angleAxis(random.uniform(0.0, 6.0), glm::dvec3(0.0, 0.0, 1.0)) *
                   glm::angleAxis(random.uniform(1.5, 1.57), glm::dvec3(1.0, 0.0, 0.0));
        }
        const double reach = reachOf(body, glm::conjugate(turn) * glm::dvec3(0.0, 0.0, 1.0));
        const double depth = reach * random.uniform(0.02, 0.98);
        const glm::dvec3 aside(random.uniform(-2.0, 2.0), random.uniform(-2.0, 2.0), reach - depth);
        const BasicPose<T> pose{glm::vec<3, T>(random.inBox(5.0)), glm::qua<T>(random.rotation())};
        const glm::dquat rotation(pose.rotation);
        const BasicPose<T> posed{
            glm::vec<3, T>(rotation * (middle + aside) + glm::dvec3(pose.position)),
            glm::normalize(glm::qua<T>(rotation * turn)),
        };
        std::array<BasicManifold<T>, 16> manifolds;
        const auto surface = std::visit([](const auto& each) { return ShapeRef(each); }, ground);
        const auto found = collide(ShapeRef(body), posed, surface, pose, std::span(manifolds));
        ASSERT_FALSE(found.empty());
        double deepest = 0.0;
        for (const BasicManifold<T>& manifold : found) {
            const glm::dvec3 outward = -glm::dvec3(manifold.normal);
            EXPECT_GT(glm::dot(outward, rotation * glm::dvec3(0.0, 0.0, 1.0)), 1.0 - 1e-6);
            for (const auto& point : manifold.points()) {
                deepest = std::max(deepest, -double(point.separation));
            }
        }
        EXPECT_NEAR(deepest, depth, 2e-5 * length + 2e-6);
        (depth < 0.005 * length ? shallow : deep) += 1;
    });
    EXPECT_GT(shallow, test::trialCount(8000) / 50);
    EXPECT_GT(deep, test::trialCount(8000) / 2);
}

}  // namespace
