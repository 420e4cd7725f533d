// A lift: a kinematic body that goes up to a floor and down again, with a passenger.

#include <sat3d/sat3d.hpp>

#include <cstdio>

int main() {
    sat3d::World world;
    sat3d::Dynamics dynamics;
    const sat3d::Box cabin{.halfExtents = {1.0f, 0.1f, 1.0f}}, box{.halfExtents = {0.3f, 0.9f, 0.3f}};
    const auto lift = world.add({.shape = cabin, .pose = {{0, -0.1f, 0}}}).value();
    dynamics.setBody(world, lift, {});
    const auto passenger = world.add({.shape = box, .pose = {{0.2f, 0.9f, 0}}}).value();
    dynamics.setBody(world, passenger,
                     {.mass = *sat3d::massOfShape(box, 80.0f),
                      .locked = {.turnX = true, .turnZ = true}});  // stays upright
    for (const float floor : {3.0f, 0.0f}) {
        // [ride]
        dynamics.moveKinematic(lift, {{0, floor - 0.1f, 0}}, 2.0f);
        for (int i = 0; i < 180; ++i) {
            dynamics.step(world, 1.0f / 60.0f);
        }
        // [ride]
        const glm::vec3 place = world.find(passenger)->pose.position;
        std::printf("the lift is at %.2f m, the passenger %.3f m over it\n",
                    double(world.find(lift)->pose.position.y + 0.1f), double(place.y - 0.9f - floor));
    }
}
