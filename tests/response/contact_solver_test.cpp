#include <sat3d/response/contact_solver.hpp>

#include <glm/ext/vector_float3.hpp>
#include <gtest/gtest.h>

#include <vector>

namespace {

using namespace sat3d;

constexpr glm::vec3 kGravity(0.0f, -10.0f, 0.0f);

TEST(ContactSolver, FreeBodyFollowsTheParabola) {
    ContactSolver solver;
    std::vector<SolverBody> bodies(1);
    bodies[0] = {.velocity = {3.0f, 5.0f, 0.0f}, .inverseMass = 0.5f, .acceleration = kGravity};
    glm::vec3 position(0.0f);
    for (int i = 0; i < 60; ++i) {
        solver.step(bodies, {}, 1.0f / 60.0f);
        position += bodies[0].translation;
    }
    EXPECT_NEAR(position.x, 3.0f, 1e-5f);
    EXPECT_NEAR(position.y, 0.0f, 1e-5f);
    EXPECT_NEAR(bodies[0].velocity.y, -5.0f, 1e-5f);
}

TEST(ContactSolver, ContactCarriesTheWeight) {
    ContactSolver solver;
    std::vector<SolverBody> bodies(1);
    bodies[0] = {.inverseMass = 0.5f, .acceleration = kGravity};
    std::vector<SolverContact> contacts(1);
    contacts[0].bodyB = 0;
    contacts[0].normal = {0.0f, 1.0f, 0.0f};
    contacts[0].pointCount = 1;
    contacts[0].points[0].armB = {0.0f, -1.0f, 0.0f};
    contacts[0].friction = 0.5f;
    float height = 0.0f;
    for (int i = 0; i < 120; ++i) {
        contacts[0].points[0].separation = height;
        solver.step(bodies, contacts, 1.0f / 60.0f);
        height += bodies[0].translation.y;
    }
    EXPECT_NEAR(height, 0.0f, 1e-3f);
    EXPECT_LT(height, 0.0f);
    EXPECT_NEAR(contacts[0].points[0].impulse, 2.0f * 10.0f / 480.0f, 1e-5f);
}

}  // namespace
