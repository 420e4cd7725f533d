#include "scenes/scenes.hpp"

namespace samples {
namespace {

class Motors final : public Scene {
public:
    Motors() {
        addGround();
        addWheel();
        addLift();
        addPendulum();
        view.target.y = 1.5f, view.distance = 14.0f;
    }

private:
    /// A motor turns a cross, which throws what it meets.
    void addWheel() {
        const glm::vec3 middle(-4.0f, 2.0f, 0.0f);
        const sat3d::ObjectId arm = addBody(sat3d::Box{.halfExtents = {1.8f, 0.15f, 0.3f}}, {middle});
        sat3d::Joint motor = sat3d::Joint::hinge(world, sat3d::kWorldFrame, arm, middle, {0.0f, 0.0f, 1.0f});
        motor.turns.twist.drive = sat3d::JointDrive::motor(-2.0f, 4000.0f);
        (void)dynamics.addJoint(world, motor);
        addBody(sat3d::Box{.halfExtents = glm::vec3(0.25f)}, {{-2.8f, 0.25f, 0.0f}});
    }
    /// A spring holds a plate on a slider, and a crate falls on it.
    void addLift() {
        const glm::vec3 place(0.0f, 1.5f, 0.0f);
        const sat3d::ObjectId plate = addBody(sat3d::Box{.halfExtents = {1.0f, 0.1f, 1.0f}}, {place});
        sat3d::Joint slider =
            sat3d::Joint::slider(world, sat3d::kWorldFrame, plate, place, {0.0f, 1.0f, 0.0f});
        slider.offsets[0] = sat3d::JointAxis::range(-1.2f, 0.5f);
        slider.offsets[0].drive = sat3d::JointDrive::spring(1.5f, 0.15f);
        (void)dynamics.addJoint(world, slider);
        addBody(sat3d::Box{.halfExtents = glm::vec3(0.4f)}, {{0.0f, 3.5f, 0.0f}});
    }
    /// A bar on a ball joint stays in a cone.
    void addPendulum() {
        const glm::vec3 hook(4.0f, 3.0f, 0.0f);
        const sat3d::ObjectId bar = addBody(sat3d::Box{.halfExtents = {0.15f, 1.0f, 0.15f}},
                                            {hook - glm::vec3(0, 1, 0)}, {.velocity = {6.0f, 0.0f, 2.0f}});
        sat3d::Joint ball = sat3d::Joint::ball(world, sat3d::kWorldFrame, bar, hook, {0.0f, -1.0f, 0.0f});
        ball.turns.swing = sat3d::JointAxis::range(0.0f, 0.6f);
        (void)dynamics.addJoint(world, ball);
    }
};

}  // namespace

Sample motors() {
    return sampleOf<Motors>(
        "Joints", "A motor, a spring, a cone",
        "A motor turns an arm, a spring carries a plate, and a bar swings within its cone.");
}

}  // namespace samples
