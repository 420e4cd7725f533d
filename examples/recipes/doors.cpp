// A swing door that a walker pushes open and that closes by itself, and a sliding door that the game moves.

#include <sat3d/sat3d.hpp>

#include <algorithm>
#include <cstdio>

int main() {
    sat3d::World world;
    sat3d::Dynamics dynamics({.gravity = glm::vec3(0.0f)});
    const sat3d::Box panel{.halfExtents = {0.5f, 1.0f, 0.03f}};
    // [swing]
    const auto leaf = world.add({.shape = panel, .pose = {{0.5f, 1, 0}}}).value();
    dynamics.setBody(world, leaf, {.mass = *sat3d::massOfShape(panel, 25.0f)});
    auto hinge = sat3d::Joint::hinge(world, sat3d::kWorldFrame, leaf, {0, 1, 0}, {0, 1, 0});
    hinge.turns.twist = sat3d::JointAxis::range(-1.5f, 1.5f);
    hinge.turns.twist.drive = sat3d::JointDrive::spring(0.4f, 1.0f, 0.0f, 20.0f);
    const auto door = dynamics.addJoint(world, hinge).value();
    // [swing]
    // [slide]
    const auto slider = world.add({.shape = panel, .pose = {{0.5f, 1, 4}}}).value();
    dynamics.setBody(world, slider, {});
    dynamics.moveKinematic(slider, {{1.6f, 1, 4}}, 1.0f);
    // [slide]
    const sat3d::Sphere body{.radius = 0.35f};
    const auto walker = world.add({.shape = body, .pose = {{0.6f, 1, -1.5f}}}).value();
    dynamics.setBody(world, walker, {.mass = *sat3d::massOfShape(body, 80.0f), .locked = {.moveY = true}});
    float widest = 0.0f;
    for (int i = 0; i < 60 * 8; ++i) {
        if (i < 60 * 4) {  // walks through both doors
            dynamics.setVelocity(walker, {0, 0, 1.5f}, {});
        }
        dynamics.step(world, 1.0f / 60.0f);
        widest = std::max(widest, std::abs(dynamics.jointState(world, door)->twist));
    }
    std::printf("the swing door has opened by %.1f rad, and stands at %.2f rad\n", double(widest),
                double(std::abs(dynamics.jointState(world, door)->twist)));
    std::printf("the walker is at %.1f m\n", double(world.find(walker)->pose.position.z));
}
