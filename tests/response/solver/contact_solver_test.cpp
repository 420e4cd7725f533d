#include <sat3d/response/contact_solver.hpp>

#include <glm/ext/vector_float2.hpp>
#include <glm/ext/vector_float3.hpp>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

namespace {

using namespace sat3d;

/// The same tests in space and in the plane, with more bodies than a row has.
template <class Dimension>
class ContactSolverIn : public testing::Test {
protected:
    using Vector = typename Dimension::Vector;
    using Body = BasicSolverBody<Dimension>;
    using Contact = BasicSolverContact<Dimension>;
    static constexpr std::size_t kBodies = 21;
    static constexpr float kStep = 1.0f / 60.0f;

    static Vector vector(float x, float y) {
        Vector v(0.0f);
        v.x = x;
        v.y = y;
        return v;
    }
    static const Vector& gravity() {
        static const Vector kGravity = vector(0.0f, -10.0f);
        return kGravity;
    }

    BasicContactSolver<Dimension> solver;
    std::vector<Body> bodies = std::vector<Body>(kBodies);
};
using Dimensions = testing::Types<Dimension3, Dimension2>;
TYPED_TEST_SUITE(ContactSolverIn, Dimensions);

TYPED_TEST(ContactSolverIn, FreeBodiesFollowTheirParabolas) {
    std::vector<typename TestFixture::Vector> positions(this->kBodies, this->vector(0.0f, 0.0f));
    for (std::size_t i = 0; i < this->kBodies; ++i) {
        this->bodies[i].velocity = this->vector(static_cast<float>(i), 5.0f);
        this->bodies[i].inverseMass = 0.5f;
        this->bodies[i].acceleration = this->gravity();
    }
    for (int step = 0; step < 60; ++step) {
        this->solver.step(this->bodies, {}, this->kStep);
        for (std::size_t i = 0; i < this->kBodies; ++i) {
            positions[i] += this->bodies[i].translation;
        }
    }
    for (std::size_t i = 0; i < this->kBodies; ++i) {
        EXPECT_NEAR(positions[i].x, static_cast<float>(i), 2e-5f) << i;
        EXPECT_NEAR(positions[i].y, 0.0f, 1e-5f) << i;
        EXPECT_NEAR(this->bodies[i].velocity.y, -5.0f, 1e-5f) << i;
    }
}

TYPED_TEST(ContactSolverIn, ContactsCarryTheWeight) {
    std::vector<typename TestFixture::Contact> contacts(this->kBodies);
    std::vector<float> heights(this->kBodies, 0.0f);
    for (std::uint32_t i = 0; i < this->kBodies; ++i) {
        this->bodies[i].inverseMass = 1.0f / static_cast<float>(i + 1);
        this->bodies[i].acceleration = this->gravity();
        contacts[i].bodyB = i;
        contacts[i].normal = this->vector(0.0f, 1.0f);
        contacts[i].pointCount = 1;
        contacts[i].points[0].armB = this->vector(0.0f, -1.0f);
        contacts[i].friction = 0.5f;
    }
    for (int step = 0; step < 120; ++step) {
        for (std::size_t i = 0; i < this->kBodies; ++i) {
            contacts[i].points[0].separation = heights[i];
        }
        this->solver.step(this->bodies, contacts, this->kStep);
        for (std::size_t i = 0; i < this->kBodies; ++i) {
            heights[i] += this->bodies[i].translation.y;
        }
    }
    for (std::size_t i = 0; i < this->kBodies; ++i) {
        EXPECT_NEAR(heights[i], 0.0f, 1e-3f) << i;
        EXPECT_LT(heights[i], 0.0f) << i;
        const float mass = static_cast<float>(i + 1);
        EXPECT_NEAR(contacts[i].points[0].impulse, mass * 10.0f / 480.0f, mass * 1e-5f) << i;
    }
}

// A block that slides on the ground loses friction times gravity in speed, and does not turn.
TYPED_TEST(ContactSolverIn, FrictionSlowsASlidingBlock) {
    std::vector<typename TestFixture::Contact> contacts(this->kBodies);
    for (std::uint32_t i = 0; i < this->kBodies; ++i) {
        auto& body = this->bodies[i];
        body.velocity = this->vector(4.0f, 0.0f);
        body.inverseMass = 1.0f;
        body.inverseInertia = typename TypeParam::Inertia(6.0f);
        body.acceleration = this->gravity();
        contacts[i].bodyB = i;
        contacts[i].normal = this->vector(0.0f, 1.0f);
        contacts[i].pointCount = 2;
        contacts[i].points[0].armB = this->vector(-1.0f, -0.1f);
        contacts[i].points[1].armB = this->vector(1.0f, -0.1f);
        contacts[i].friction = 0.02f * static_cast<float>(i);
    }
    for (int step = 0; step < 30; ++step) {
        this->solver.step(this->bodies, contacts, this->kStep);
    }
    for (std::size_t i = 0; i < this->kBodies; ++i) {
        const float expected = 4.0f - 0.02f * static_cast<float>(i) * 10.0f * 0.5f;
        EXPECT_NEAR(this->bodies[i].velocity.x, expected, 0.01f) << i;
    }
}

// The end of a bar swings down, and its other point is far above the ground. At the end of the step, the
// solver looks ahead by a substep: a millimeter decides whether the end is held.
TYPED_TEST(ContactSolverIn, PointsAtDifferentHeightsSwingAsTheyAre) {
    constexpr float kSpin = 6.0f, kTurn = kSpin * TestFixture::kStep, kX = 0.1f;
    // No impacts, and both points count alike.
    BasicContactSolver<TypeParam> exact(SolverOptions{.restitutionThreshold = 10.0f, .margin = 1e-4f});
    const float closed = kX * std::sin(kTurn) - (1.0f - std::cos(kTurn)), ahead = kX * kTurn / 8.0f;
    for (const bool isHeld : {false, true}) {
        std::vector<typename TestFixture::Contact> contacts(this->kBodies);
        for (std::uint32_t i = 0; i < this->kBodies; ++i) {
            auto& body = this->bodies[i] = {};
            if constexpr (std::is_same_v<TypeParam, Dimension3>) {
                body.angularVelocity.z = kSpin;
            } else {
                body.angularVelocity = kSpin;
            }
            body.inverseMass = 1.0f;
            body.inverseInertia = typename TypeParam::Inertia(1.0f);
            contacts[i].bodyB = i;
            contacts[i].normal = this->vector(0.0f, 1.0f);
            contacts[i].pointCount = 2;
            contacts[i].points[0].armB = this->vector(-kX, -1.0f);
            contacts[i].points[1].armB = this->vector(kX, -0.2f);
            contacts[i].points[0].separation = closed + ahead + (isHeld ? -5e-4f : 5e-4f);
            contacts[i].points[1].separation = contacts[i].points[0].separation + 0.8f;
        }
        exact.step(this->bodies, contacts, this->kStep);
        for (std::size_t i = 0; i < this->kBodies; ++i) {
            EXPECT_EQ(contacts[i].points[0].totalImpulse > 0.0f, isHeld) << i;
            EXPECT_EQ(contacts[i].points[1].totalImpulse, 0.0f) << i;
        }
    }
}

// Contacts that are open do nothing until their bodies arrive, and have the same bits whatever shares their
// row.
TYPED_TEST(ContactSolverIn, OpenContactsWaitForTheirBodies) {
    std::vector<typename TestFixture::Contact> contacts(this->kBodies);
    for (std::uint32_t i = 0; i < this->kBodies; ++i) {
        const bool isOpen = i % 3 != 0;
        this->bodies[i].inverseMass = 1.0f;
        this->bodies[i].acceleration = this->gravity();
        this->bodies[i].velocity = this->vector(0.1f, isOpen ? -0.1f * static_cast<float>(i % 5) : 0.0f);
        contacts[i].bodyB = i;
        contacts[i].normal = this->vector(0.0f, 1.0f);
        contacts[i].pointCount = 1;
        contacts[i].points[0].armB = this->vector(0.0f, -1.0f);
        contacts[i].points[0].separation = isOpen ? 4e-3f : 0.0f;
        contacts[i].points[0].impulse = isOpen ? 0.0f : 10.0f / 480.0f;
        contacts[i].friction = 0.5f;
    }
    auto alone = contacts;
    auto aloneBodies = this->bodies;
    this->solver.step(this->bodies, contacts, this->kStep);
    for (std::uint32_t i = 0; i < this->kBodies; ++i) {
        const bool arrives = i % 3 == 0 || i % 5 >= 2;
        EXPECT_EQ(contacts[i].points[0].totalImpulse > 0.0f, arrives) << i;
        EXPECT_GT(this->bodies[i].translation.y, -4.1e-3f) << i;
        alone[i].bodyB = 0;
        this->solver.step(std::span(aloneBodies).subspan(i, 1), std::span(alone).subspan(i, 1), this->kStep);
        EXPECT_EQ(aloneBodies[i].velocity, this->bodies[i].velocity) << i;
        EXPECT_EQ(aloneBodies[i].translation, this->bodies[i].translation) << i;
        EXPECT_EQ(std::bit_cast<std::uint32_t>(alone[i].frictionImpulse.x),
                  std::bit_cast<std::uint32_t>(contacts[i].frictionImpulse.x))
            << i;
    }
}

}  // namespace
