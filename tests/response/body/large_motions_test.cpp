// Motions that are too large for numbers, in every space: what sets one is refused, and what leads to one
// stops.

#include "response/dynamics/law_scene.hpp"

#include <sat3d/response/body.hpp>
#include <sat3d/response/dynamics.hpp>
#include <sat3d/response/joint.hpp>
#include <sat3d/world/world.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace {

using namespace sat3d;

template <class T>
class LargeMotions : public testing::Test {
protected:
    using Laws = test::LawSpace<T>;
    using Dimension = typename Space<T>::Dimension;

    LargeMotions() {
        scene_.addStatic(Laws::box(50.0f, 1.0f, 50.0f), Laws::pose({0, -1}));
        for (int i = 0; i < 3; ++i) {
            crate_ = scene_.add(Laws::box(0.5f, 0.5f), Laws::pose({0.1 * i, 0.5 + i}), {});
        }
    }
    /// Steps, and expects numbers.
    void expectNumbers() {
        for (int i = 0; i < 5; ++i) {
            scene_.step();
        }
        for (const ObjectId id : scene_.world.ids()) {
            const auto& pose = scene_.world.find(id)->pose;
            EXPECT_TRUE(std::isfinite(pose.position.x) && std::isfinite(pose.position.y));
        }
        EXPECT_FALSE(scene_.dynamics.restore(scene_.world, scene_.dynamics.snapshot()));
    }

    test::LawScene<T> scene_{{}};
    ObjectId crate_;
};
TYPED_TEST_SUITE(LargeMotions, test::LawSpaces, );

constexpr float kLargestNumber = std::numeric_limits<float>::max();

TYPED_TEST(LargeMotions, AreRefusedByWhatSetsThem) {
    using L = test::LawSpace<TypeParam>;
    const BasicBody<typename TestFixture::Dimension> body = *this->scene_.dynamics.find(this->crate_);
    for (const float speed : {2e19f, 1e30f, kLargestNumber}) {
        const auto hash = this->scene_.dynamics.hash();
        EXPECT_FALSE(this->scene_.dynamics.setVelocity(this->crate_, L::vector({speed, 0}), {}));
        EXPECT_FALSE(this->scene_.dynamics.setVelocity(this->crate_, {}, L::spin(-speed)));
        EXPECT_FALSE(
            this->scene_.dynamics.setSurface(this->crate_, {.tag = 0, .velocity = L::vector({0, speed})}));
        auto fast = body, turning = body, belt = body;
        fast.velocity = L::vector({0, -speed});
        turning.angularVelocity = L::spin(speed);
        belt.surfaceVelocity = L::vector({speed, 0});
        for (const auto& bad : {fast, turning, belt}) {
            const auto error = this->scene_.dynamics.setBody(this->scene_.world, this->crate_, bad);
            ASSERT_TRUE(error);
            EXPECT_EQ(error->code, WorldError::Code::BadBody);
        }
        EXPECT_EQ(this->scene_.dynamics.hash(), hash) << "nothing has changed";
    }
    this->expectNumbers();
}

TYPED_TEST(LargeMotions, OfBodiesStop) {
    using L = test::LawSpace<TypeParam>;
    for (const float size : {1e10f, 1e19f, 1e21f, 1e30f, 3e37f, kLargestNumber}) {
        SCOPED_TRACE(size);
        if (size < 1.8e19f) {
            EXPECT_TRUE(
                this->scene_.dynamics.setVelocity(this->crate_, L::vector({size, -size}), L::spin(size)));
            this->expectNumbers();
        }
        EXPECT_TRUE(this->scene_.dynamics.applyForce(this->crate_, L::vector({0, -size}), L::spin(size)));
        this->expectNumbers();
        EXPECT_TRUE(this->scene_.dynamics.applyForce(this->crate_, {}, L::spin(size)));
        this->expectNumbers();
        this->scene_.dynamics.setGravity(L::vector({0, -size}));
        this->expectNumbers();
        this->scene_.dynamics.setGravity(L::vector({0, -9.81f}));
    }
}

/// A direction of any length is one: also if its square is 0 or infinite.
TYPED_TEST(LargeMotions, AxesOfJointsHaveAnyLength) {
    using L = test::LawSpace<TypeParam>;
    using Joint = BasicJoint<TypeParam>;
    const auto slider = [&](float length) {
        return Joint::slider(this->scene_.world, kWorldFrame, this->crate_, typename Joint::Position(0),
                             L::vector({0.5f * length, length}));
    };
    const auto expected = slider(1.0f);
    for (const int exponent : {-140, -80, 80, 126}) {
        EXPECT_EQ(slider(std::ldexp(1.0f, exponent)).frameInB.rotation, expected.frameInB.rotation)
            << exponent;
    }
    EXPECT_FALSE(this->scene_.dynamics.addJoint(this->scene_.world, slider(0.0f)));
    EXPECT_TRUE(this->scene_.dynamics.addJoint(this->scene_.world, slider(1e-40f)));
}

}  // namespace
