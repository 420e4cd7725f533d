#include "scenes/scenes.hpp"

namespace samples {
namespace {

class Doors final : public Scene {
public:
    Doors() {
        addGround();
        for (int i = 0; i < 3; ++i) {
            const float x = 3.0f * static_cast<float>(i) - 3.0f;
            const glm::vec3 corner(x - 0.7f, 1.1f, 0.0f);
            addStatic(sat3d::Box{.halfExtents = {0.1f, 1.1f, 0.1f}}, {corner - glm::vec3(0.12f, 0, 0)});
            const sat3d::ObjectId leaf =
                addBody(sat3d::Box{.halfExtents = {0.7f, 1.0f, 0.04f}}, {{x, 1.1f, 0.0f}}, {}, 300.0f);
            sat3d::Joint door =
                sat3d::Joint::hinge(world, sat3d::kWorldFrame, leaf, corner, {0.0f, 1.0f, 0.0f});
            door.turns.twist = sat3d::JointAxis::range(-1.6f, 1.6f);
            door.turns.twist.drive = i == 0   ? sat3d::JointDrive{}
                                     : i == 1 ? sat3d::JointDrive::spring(0.8f, 0.5f)
                                              : sat3d::JointDrive::motor(0.0f, 20.0f);
            (void)dynamics.addJoint(world, door);
        }
        view.target.y = 1.0f, view.distance = 11.0f;
    }

private:
    void beforeStep() override {
        if (steps % 240 == 30) {
            for (const float x : {-2.7f, 0.3f, 3.3f}) {
                addBody(sat3d::Sphere{.radius = 0.2f}, {{x, 1.2f, 4.0f}}, {.velocity = {0.0f, 1.5f, -9.0f}},
                        1000.0f);
            }
        }
    }
};

}  // namespace

Sample doors() {
    return sampleOf<Doors>(
        "Joints", "Doors",
        "Balls push three doors: one swings freely, a spring closes one, friction holds one.");
}

}  // namespace samples
