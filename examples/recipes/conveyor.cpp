// A conveyor of two belts carries a crate around a corner.

#include <sat3d/sat3d.hpp>

#include <cstdio>

int main() {
    sat3d::World world;
    sat3d::Dynamics dynamics;
    // [belts]
    const sat3d::Box belt{.halfExtents = {4.0f, 0.2f, 1.0f}}, across{.halfExtents = {1.0f, 0.2f, 4.0f}};
    const auto conveyor =
        world
            .add({.shape = *sat3d::Compound::fromChildren(
                      {{belt, sat3d::Pose{{0, -0.2f, 0}}, 1}, {across, sat3d::Pose{{5, -0.2f, 3}}, 2}}),
                  .kind = sat3d::ObjectKind::Static})
            .value();
    dynamics.setBody(world, conveyor,
                     {.surfaces = {{.tag = 1, .velocity = {2, 0, 0}}, {.tag = 2, .velocity = {0, 0, 1}}}});
    // [belts]
    const sat3d::Box box{.halfExtents = {0.3f, 0.3f, 0.3f}};
    const auto crate = world.add({.shape = box, .pose = {{-3, 0.3f, 0}}}).value();
    dynamics.setBody(world, crate, {.mass = *sat3d::massOfShape(box, 20.0f)});
    for (int second = 1; second <= 6; ++second) {
        for (int i = 0; i < 60; ++i) {
            dynamics.step(world, 1.0f / 60.0f);
        }
        const glm::vec3 velocity = dynamics.find(crate)->velocity;
        std::printf("after %d s at %.1f %.1f m/s\n", second, double(velocity.x), double(velocity.z));
    }
    (void)dynamics.setSurface(conveyor, {.tag = 2});  // stops
    for (int i = 0; i < 120; ++i) {
        dynamics.step(world, 1.0f / 60.0f);
    }
    std::printf("the belt stands, and the crate %s\n", dynamics.isAsleep(crate) ? "sleeps" : "moves");
}
