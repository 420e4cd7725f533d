// Who touches nothing feels nothing.

#include "response/dynamics/law_scene.hpp"
#include "support/random.hpp"
#include "support/trials.hpp"

#include <sat3d/planar/compound.hpp>
#include <sat3d/planar/convex_polygon.hpp>
#include <sat3d/shapes/compound.hpp>
#include <sat3d/shapes/convex_hull.hpp>
#include <sat3d/shapes/height_field.hpp>
#include <sat3d/shapes/triangle_mesh.hpp>

#include <glm/ext/vector_double2.hpp>
#include <glm/ext/vector_float2.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace {

using namespace sat3d;
using test::LawScene;
using test::LawSpace;
using test::Random;

/// Something that reaches up to the height 0, around x = 0.
template <class T>
struct Obstacle {
    std::string name;
    typename Space<T>::Shape shape;
    typename Space<T>::Pose pose;
};

/// A floor with a ridge along z, 45 degrees steep, and a tall triangle far away, which makes its box large.
TriangleMesh ridge() {
    std::vector<glm::vec3> vertices;
    for (const float z : {-40.0f, 40.0f}) {
        for (const glm::vec2 at : {glm::vec2(-40, -1), {-1, -1}, {0, 0}, {1, -1}, {40, -1}}) {
            vertices.emplace_back(at, z);
        }
    }
    vertices.insert(vertices.end(), {{0, 9, 60}, {1, -1, 60}, {-1, -1, 60}});
    std::vector<std::uint32_t> triangles{10, 11, 12};
    for (std::uint32_t i = 0; i < 4; ++i) {
        triangles.insert(triangles.end(), {i, i + 5, i + 1, i + 1, i + 5, i + 6});
    }
    return TriangleMesh::fromTriangles(vertices, triangles).value();
}

/// A crest of 14 degrees along the field's y axis, and a high corner.
HeightField crest() {
    constexpr std::uint32_t kSize = 41;
    std::vector<float> heights(std::size_t{kSize} * kSize);
    for (std::uint32_t i = 0; i < heights.size(); ++i) {
        heights[i] = -0.25f * std::abs(static_cast<float>(i % kSize) - 20.0f);
    }
    heights.back() = 6.0f;
    return HeightField::fromHeights(heights, kSize, kSize, glm::vec2(1.0f)).value();
}

template <class T>
std::vector<Obstacle<T>> obstacles() {
    using L = LawSpace<T>;
    using Vector = typename Space<T>::Dimension::Vector;
    std::vector<Obstacle<T>> all{
        {"box", L::box(2.0f, 1.0f, 9.0f), L::pose({0.0, -1.0})},
        {"wall", L::box(0.05f, 1.0f, 9.0f), L::pose({0.0, -1.0})},
        {"edge", L::box(1.0f, 1.0f, 9.0f), L::pose({0.0, -std::sqrt(2.0)}, 0.785398163397448)}};
    const auto box = [](glm::vec2 half, glm::vec2 center) {
        if constexpr (Spatial<T>) {
            return Box{.center = {center, 0.0f}, .halfExtents = {half, 9.0f}};
        } else {
            return PlanarBox{.center = center, .halfExtents = half};
        }
    };
    // A table with a tower far behind it: its box reaches around the path.
    all.push_back({"table",
                   Space<T>::Compound::fromChildren(
                       {{box({4.0f, 1.0f}, {0.0f, -1.0f}), {}}, {box({4.0f, 1.0f}, {0.0f, 900.0f}), {}}})
                       .value(),
                   L::pose({})});
    std::vector<Vector> points;
    for (const glm::vec2 at : {glm::vec2(-3, -1), {-1, -0.25f}, {0, 0}, {2, -1}}) {
        if constexpr (Spatial<T>) {
            points.insert(points.end(), {{at, -9.0f}, {at, 9.0f}});
        } else {
            points.push_back(at);
        }
    }
    if constexpr (Spatial<T>) {
        all.push_back({"hull", ConvexHull::fromPoints(points).value(), L::pose({})});
        all.push_back({"mesh", ridge(), L::pose({})});
        const glm::quat up = glm::angleAxis(-1.57079632679f, glm::vec3(1, 0, 0));
        all.push_back({"terrain", crest(), {{-20, 0, 20}, glm::qua<T>(up)}});
    } else {
        all.push_back({"polygon", ConvexPolygon::fromPoints(points).value(), L::pose({})});
        all.push_back({"line", PlanarSegment{{-1.0f, -1.0f}, {0.0f, 0.0f}}, L::pose({})});
    }
    return all;
}

template <class T>
struct Passer {
    std::string name;
    typename Space<T>::Shape shape;
    double below;   ///< how far it reaches below its center
    double radius;  ///< the same, however it has turned
};
template <class T>
std::vector<Passer<T>> passers() {
    using L = LawSpace<T>;
    std::vector<Passer<T>> all{{"ball", L::ball(0.5f), 0.5, 0.5},
                               {"cube", L::box(0.5f, 0.5f), 0.5, std::sqrt(0.75)},
                               {"plate", L::box(1.0f, 0.05f), 0.05, std::sqrt(1.2525)},
                               {"capsule", L::capsule(0.75f, 0.25f), 0.25, 1.0}};
    if constexpr (Spatial<T>) {
        all.push_back({"truck",
                       Compound::fromChildren(
                           {{Box{.halfExtents = {2.0f, 0.5f, 1.0f}}, {}},
                            {Box{.center = {1.0f, 1.0f, 0.0f}, .halfExtents = {0.5f, 0.5f, 1.0f}}, {}}})
                           .value(),
                       0.5, 3.0});
    }
    return all;
}

/// The largest change of velocity, as a fraction of the speed, and of angular velocity, of a body that passes
/// above an obstacle.
template <class T>
double disturbance(Random& random, const Passer<T>& passer, const Obstacle<T>& obstacle, float speed,
                   double clearance) {
    using L = LawSpace<T>;
    LawScene<T> scene;
    scene.addStatic(obstacle.shape, obstacle.pose);
    const bool isSpinning = random.chance(0.5);
    const float spin = isSpinning ? static_cast<float>(random.uniform(-100.0, 100.0)) : 0.0f;
    const double step = static_cast<double>(speed) / 60.0, ahead = 4.0 + random.uniform(1.0, 2.0) * step;
    const double height = (isSpinning ? passer.radius : passer.below) + clearance;
    BasicBody<typename Space<T>::Dimension> body;
    body.velocity = L::vector({speed, 0.0f});
    body.angularVelocity = L::spin(spin);
    body.mass.mass = 100.0f;
    body.mass.inertia = L::roundInertia(20.0f);
    const ObjectId id = scene.add(passer.shape, L::pose({-ahead, height}), body, 0.0f);
    double worst = 0.0;
    for (double x = -ahead; x < 4.0 + step; x += step) {
        scene.step();
        worst = std::max(worst, glm::length(scene.velocity(id) - glm::dvec3(speed, 0.0, 0.0)) /
                                    static_cast<double>(speed));
        worst = std::max(worst, std::abs(scene.spin(id) - static_cast<double>(spin)) / 100.0);
    }
    return worst;
}

template <class T>
class Untouched : public testing::Test {};
TYPED_TEST_SUITE(Untouched, test::LawSpaces);

TYPED_TEST(Untouched, BodiesKeepTheirVelocity) {
    using T = TypeParam;
    Random random(7);
    int trials = 0;
    for (const Obstacle<T>& obstacle : obstacles<T>()) {
        for (const Passer<T>& passer : passers<T>()) {
            int disturbed = 0;
            double worst = 0.0;
            for (const float speed : {5.0f, 30.0f, 130.0f, 1000.0f}) {
                for (const double clearance : {0.01, 0.03, 0.1, 0.3}) {
                    for (int phase = 0; phase < test::trialCount(4); ++phase, ++trials) {
                        const double change = disturbance(random, passer, obstacle, speed, clearance);
                        worst = std::max(worst, change);
                        disturbed += change > 1e-5 ? 1 : 0;
                    }
                }
            }
            EXPECT_EQ(disturbed, 0) << passer.name << " over " << obstacle.name << ": by up to " << worst;
        }
    }
    EXPECT_GT(trials, 300);
}

/// Level flights over a level top, which no random pose makes: closer than the margin of contacts, and with
/// edges that are parallel. What a body has just passed must not catch it.
TYPED_TEST(Untouched, CubesPassInLine) {
    using T = TypeParam;
    using L = LawSpace<T>;
    for (const float speed : {5.0f, 17.0f, 30.0f, 130.0f, 1000.0f}) {
        for (const double clearance : {1e-4, 5e-4, 1e-3, 2e-3, 5e-3}) {
            for (const double phase : {0.25, 0.5, 0.7}) {
                LawScene<T> scene;
                scene.addStatic(L::box(2.0f, 1.0f, 9.0f), L::pose({0.0, -1.0}));
                BasicBody<typename Space<T>::Dimension> body;
                body.velocity = L::vector({speed, 0.0f});
                const double step = static_cast<double>(speed) / 60.0;
                const ObjectId id = scene.add(L::box(0.5f, 0.5f),
                                              L::pose({-2.5 - (3.0 + phase) * step, 0.5 + clearance}), body);
                double worst = 0.0;
                for (double x = -3.0 * step; x < 6.0 + 3.0 * step; x += step) {
                    scene.step();
                    worst = std::max(worst, glm::length(scene.velocity(id) - glm::dvec3(speed, 0.0, 0.0)));
                }
                EXPECT_LT(worst, 1e-5 * static_cast<double>(speed))
                    << speed << " " << clearance << " " << phase;
            }
        }
    }
}

/// A step ends just behind a corner: the contact from corner to corner that was seen across the gap must not
/// catch the body.
TYPED_TEST(Untouched, CubesPassCornersAtTheEndOfAStep) {
    using T = TypeParam;
    using L = LawSpace<T>;
    for (const double clearance : {1e-3, 1.0001e-3, 2e-3, 5e-3}) {
        for (const float restitution : {0.0f, 1.0f}) {
            for (int i = -4; i < 12; ++i) {
                LawScene<T> scene;
                scene.addStatic(L::box(2.0f, 1.0f, 9.0f), L::pose({0.0, -1.0}));
                BasicBody<typename Space<T>::Dimension> body;
                body.velocity = L::vector({3.0f, 0.0f});
                body.material.restitution = restitution;
                const double passed = 1.25e-4 * i;
                const ObjectId id =
                    scene.add(L::box(0.5f, 0.5f), L::pose({-2.5 - 0.1 + passed, 0.5 + clearance}), body);
                for (int step = 0; step < 4; ++step) {
                    scene.step();
                    EXPECT_LT(glm::length(scene.velocity(id) - glm::dvec3(3.0, 0.0, 0.0)), 3e-5)
                        << clearance << " " << restitution << " " << passed;
                }
            }
        }
    }
}

/// A cube hits another one with its corner: one moves off as the other came, along the normal of the face.
TYPED_TEST(Untouched, GlancingCubesObeyTheLawOfImpact) {
    using T = TypeParam;
    using L = LawSpace<T>;
    for (const float scale : {3.0f, 5.0f, 10.0f, 20.0f, 60.0f}) {
        for (int phase = 0; phase < 16; ++phase) {
            LawScene<T> scene;
            BasicBody<typename Space<T>::Dimension> body;
            body.material = {.friction = 0.0f, .restitution = 1.0f};
            const glm::vec2 velocity = glm::vec2(-1.0f, 2.0f) * scale;
            // The flat sides meet at x = 1, with the centers at the same height.
            const double ahead = (0.3 + phase / 16.0) / 60.0 + 0.05 / static_cast<double>(scale);
            const glm::dvec2 start = glm::dvec2(1.0, 0.0) - glm::dvec2(velocity) * ahead;
            body.velocity = L::vector(velocity);
            const ObjectId a = scene.add(L::box(0.5f, 0.5f), L::pose(start), body);
            body.velocity = L::vector({});
            const ObjectId b = scene.add(L::box(0.5f, 0.5f), L::pose({}), body);
            for (int i = 0; i < 10; ++i) {
                scene.step();
            }
            const double size = static_cast<double>(glm::length(velocity));
            EXPECT_NEAR(scene.velocity(b).x, static_cast<double>(velocity.x), 2e-3 * size)
                << scale << " " << phase;
            EXPECT_NEAR(scene.velocity(b).y, 0.0, 2e-3 * size) << scale << " " << phase;
            EXPECT_NEAR(scene.velocity(a).x, 0.0, 2e-3 * size) << scale << " " << phase;
            EXPECT_NEAR(scene.velocity(a).y, static_cast<double>(velocity.y), 2e-3 * size)
                << scale << " " << phase;
        }
    }
}

}  // namespace
