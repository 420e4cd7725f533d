// Contacts that the game changes: a barrier that breaks without stopping the truck, and a platform of one
// way.

#include <sat3d/sat3d.hpp>

#include <cstdio>

int main() {
    sat3d::World world;
    sat3d::Dynamics dynamics;
    (void)world.add({.shape = sat3d::HalfSpace{{0, 1, 0}, 0.0f}, .kind = sat3d::ObjectKind::Static});
    const sat3d::Box plank{.halfExtents = {0.1f, 0.5f, 3.0f}}, shelf{.halfExtents = {1.5f, 0.1f, 1.5f}};
    const auto barrier =
        world.add({.shape = plank, .pose = {{5, 0.5f, 0}}, .kind = sat3d::ObjectKind::Static}).value();
    const auto platform =
        world.add({.shape = shelf, .pose = {{0, 2, 9}}, .kind = sat3d::ObjectKind::Static}).value();
    const sat3d::Box hull{.halfExtents = {2.0f, 0.75f, 1.0f}}, crate{.halfExtents = {0.25f, 0.5f, 0.25f}};
    const auto truck = world.add({.shape = hull, .pose = {{0, 0.75f, 0}}}).value();
    const auto jumper = world.add({.shape = crate, .pose = {{0, 0.5f, 9}}}).value();
    dynamics.setBody(world, truck,
                     {.mass = *sat3d::massOfShape(hull, 4000.0f),
                      .velocity = {15, 0, 0},
                      .material = {.friction = 0.0f, .frictionCombine = sat3d::CombineMode::Minimum}});
    dynamics.setBody(world, jumper, {.mass = *sat3d::massOfShape(crate, 80.0f), .velocity = {0, 8, 0}});

    // [hook]
    const auto hook = [&](const sat3d::DynamicContact& contact, sat3d::ContactSettings& settings) {
        const auto joins = [&](sat3d::ObjectId id) {
            return contact.objects.a == id || contact.objects.b == id;
        };
        if (joins(barrier)) {
            settings.maxImpulse = 3000.0f;  // it breaks, and takes no more than this of the truck
        }
        if (joins(platform)) {  // from below, what jumps passes through it
            const float up = contact.objects.a == platform ? contact.normal.y : -contact.normal.y;
            settings.isIgnored = up < 0.7f || contact.points()[0].separation < -0.05f;
        }
    };
    // [hook]
    for (int i = 0; i < 180; ++i) {
        dynamics.step(world, 1.0f / 60.0f, sat3d::kInOneThread, hook);
        for (const sat3d::Touch& touch : dynamics.events().begun) {
            if (touch.objects.a == barrier || touch.objects.b == barrier) {
                std::printf("the barrier breaks, and takes %.0f N s\n", double(touch.impulse));
                (void)world.remove(barrier);
            }
        }
    }
    std::printf("the truck goes on at %.2f m/s\n", double(dynamics.find(truck)->velocity.x));
    std::printf("the jumper stands at %.2f m\n", double(world.find(jumper)->pose.position.y));
}
