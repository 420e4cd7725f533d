// Scenes that are symmetric stay symmetric: no side of a body comes first.

#include "response/dynamics/law_scene.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace {

using namespace sat3d;

/// Bodies in pairs that mirror each other at x = 0, and bodies in the middle.
template <class T>
struct MirroredScene : test::LawScene<T> {
    using L = test::LawSpace<T>;
    using Scene = test::LawScene<T>;
    using Scene::Scene;

    std::vector<std::pair<ObjectId, ObjectId>> twins;
    std::vector<ObjectId> middle;

    void addTwins(const typename Space<T>::Shape& shape, glm::dvec2 at, double angle, glm::vec2 velocity,
                  float spin, const Material& material) {
        const auto addOne = [&](double side) {
            const auto sign = static_cast<float>(side);
            return Scene::add(shape, L::pose({side * at.x, at.y}, side * angle),
                              {.velocity = L::vector({sign * velocity.x, velocity.y}),
                               .angularVelocity = L::spin(sign * spin),
                               .material = material});
        };
        const ObjectId right = addOne(1.0);
        twins.emplace_back(right, addOne(-1.0));
    }
    void addMiddle(const typename Space<T>::Shape& shape, double height, const Material& material) {
        middle.push_back(Scene::add(shape, L::pose({0.0, height}), {.material = material}));
    }
    /// Meters.
    [[nodiscard]] double asymmetry() const {
        double worst = 0.0;
        for (const auto& [right, left] : twins) {
            const glm::dvec2 a = Scene::position(right), b = Scene::position(left);
            worst = std::max(worst, std::hypot(a.x + b.x, a.y - b.y));
        }
        for (const ObjectId id : middle) {
            worst = std::max(worst, std::abs(Scene::position(id).x));
        }
        return worst;
    }
};

template <class T>
class Symmetry : public ::testing::Test {};
TYPED_TEST_SUITE(Symmetry, test::LawSpaces);

/// Two bodies hit a third one at once, from both sides.
TYPED_TEST(Symmetry, OfBlowsFromBothSides) {
    using L = test::LawSpace<TypeParam>;
    const std::array shapes{L::box(0.5f, 0.5f), L::box(0.2f, 0.8f), L::ball(0.5f), L::capsule(0.3f, 0.2f)};
    const auto asymmetryOf = [](const auto& shape, const auto& hit, const Material& material, double height,
                                float speed) {
        MirroredScene<TypeParam> scene;
        scene.addTwins(shape, {2.0, height}, 0.0, {-speed, 0.0f}, 0.0f, material);
        scene.addMiddle(hit, 0.0, material);
        double worst = 0.0;
        for (int i = 0; i < 60; ++i) {
            scene.step();
            worst = std::max(worst, scene.asymmetry());
        }
        return worst;
    };
    for (std::size_t kind = 0; kind < shapes.size(); ++kind) {
        for (const std::size_t hit : {0u, 1u, 2u}) {
            for (const float restitution : {0.0f, 0.5f, 0.7f, 1.0f}) {
                for (const double height : {0.0, 0.1, 0.3, 0.45}) {
                    for (const float speed : {2.0f, 5.0f, 20.0f}) {
                        const Material material{.friction = 0.5f, .restitution = restitution};
                        // A tenth of what a body moves in this second: what sweeps over contacts leave.
                        EXPECT_LT(asymmetryOf(shapes[kind], shapes[hit], material, height, speed),
                                  0.1 * static_cast<double>(speed))
                            << kind << " on " << hit << ", restitution " << restitution << ", " << height
                            << " m, " << speed << " m/s";
                    }
                }
            }
        }
    }
}

/// A ball hits the tip of a triangle of balls that touch, or nearly: each row passes the blow on to the next
/// one at several contacts at once.
TYPED_TEST(Symmetry, OfARackOfBalls) {
    using L = test::LawSpace<TypeParam>;
    constexpr float kSpeed = 10.0f;
    const auto asymmetryOf = [](double gap, float restitution, int rate) {
        const Material material{.friction = 0.0f, .restitution = restitution};
        MirroredScene<TypeParam> scene;
        const ObjectId cue = scene.add(L::ball(0.5f), L::pose({0.0, 4.0}),
                                       {.velocity = L::vector({0.0f, -kSpeed}), .material = material});
        scene.middle.push_back(cue);
        for (int row = 0; row < 5; ++row) {
            const double y = -row * std::sqrt(0.75) * (1.0 + gap);
            for (int side = row % 2; side <= row; side += 2) {
                if (side == 0) {
                    scene.addMiddle(L::ball(0.5f), y, material);
                } else {
                    scene.addTwins(L::ball(0.5f), {0.5 * side * (1.0 + gap), y}, 0.0, {}, 0.0f, material);
                }
            }
        }
        for (int i = 0; i < rate / 2; ++i) {
            scene.step(1.0f / static_cast<float>(rate));
        }
        return scene.asymmetry();
    };
    for (const double gap : {0.0, 1e-5, 1e-4, 1e-3, 1e-2}) {
        for (const float restitution : {0.5f, 0.95f, 1.0f}) {
            for (const int rate : {30, 60, 240}) {
                // A hundredth of what the ball would have moved on.
                EXPECT_LT(asymmetryOf(gap, restitution, rate), 0.002 * static_cast<double>(kSpeed))
                    << gap << " m, restitution " << restitution << ", " << rate << " steps/s";
            }
        }
    }
}

/// Rows of crates meet in the middle, on ice and on ground.
TYPED_TEST(Symmetry, OfTrainsThatMeet) {
    using L = test::LawSpace<TypeParam>;
    for (const float friction : {0.0f, 0.6f}) {
        for (const float restitution : {0.0f, 0.5f}) {
            for (const int count : {1, 2, 4}) {
                MirroredScene<TypeParam> scene{
                    typename MirroredScene<TypeParam>::Options{.sleepSpeed = 0.0f}};
                (void)scene.addStatic(L::box(40.0f, 0.5f, 40.0f), L::pose({0.0, -0.5}));
                const Material material{.friction = friction, .restitution = restitution};
                for (int i = 0; i < count; ++i) {
                    scene.addTwins(L::box(0.5f, 0.5f), {2.0 + 1.3 * i, 0.5}, 0.0, {-5.0f, 0.0f}, 0.0f,
                                   material);
                }
                scene.addMiddle(L::box(0.5f, 1.0f), 1.0, material);
                double worst = 0.0;
                for (int i = 0; i < 120; ++i) {
                    scene.step();
                    worst = std::max(worst, scene.asymmetry());
                }
                EXPECT_LT(worst, 0.25) << friction << " " << restitution << " " << count;
            }
        }
    }
}

/// What lies far apart mirrors each other, too: bodies that fall and turn.
TYPED_TEST(Symmetry, OfFarTwins) {
    using L = test::LawSpace<TypeParam>;
    for (const float restitution : {0.0f, 0.6f}) {
        MirroredScene<TypeParam> scene{typename MirroredScene<TypeParam>::Options{.sleepSpeed = 0.0f}};
        (void)scene.addStatic(L::box(80.0f, 0.5f, 40.0f), L::pose({0.0, -0.5}));
        const std::array shapes{L::box(0.5f, 0.5f), L::box(0.2f, 0.8f), L::ball(0.5f),
                                L::capsule(0.3f, 0.2f)};
        for (int i = 0; i < 8; ++i) {
            scene.addTwins(shapes[static_cast<std::size_t>(i % 4)], {20.0 + 4.0 * i, 1.5}, 0.3 * i,
                           {-2.0f, 0.5f * static_cast<float>(i)}, static_cast<float>(3 - i),
                           {.friction = 0.5f, .restitution = restitution});
        }
        for (int i = 0; i < 60; ++i) {
            scene.step();
        }
        EXPECT_LT(scene.asymmetry(), 0.01) << restitution;
    }
}

}  // namespace
