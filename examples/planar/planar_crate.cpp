// A crate falls onto a slope in the plane, and slides to rest.

#include <sat3d/sat3d.hpp>

#include <cstdio>

int main() {
    // [world]
    sat3d::PlanarWorld world;
    sat3d::PlanarDynamics dynamics;
    const glm::vec2 tilt(sat3d::planarRotation(-0.4));  // 23 degrees, down to the right
    (void)world.add({.shape = sat3d::HalfPlane{{0, 1}, 0}, .kind = sat3d::ObjectKind::Static});
    (void)world.add({.shape = sat3d::PlanarBox{.halfExtents = {6, 1}},
                     .pose = {{0, 1}, tilt},
                     .kind = sat3d::ObjectKind::Static});

    const sat3d::PlanarBox box{.halfExtents = {0.5f, 0.5f}};
    const auto crate = world.add({.shape = box, .pose = {{-2, 5}}, .name = "crate"});
    dynamics.setBody(world, *crate,
                     {.mass = *sat3d::massFromDensity(box, 700.0f),
                      .material = {.friction = 0.2f, .frictionCombine = sat3d::CombineMode::Minimum}});
    for (int step = 0; step < 600 && !dynamics.isAsleep(*crate); ++step) {
        dynamics.step(world, 1.0f / 60.0f);
    }
    // [world]
    const glm::vec2 place = world.find(*crate)->pose.position;
    std::printf("the crate rests at %.1f, %.2f\n", static_cast<double>(place.x),
                static_cast<double>(place.y));

    // [queries]
    if (const auto hit = raycast(world, {{-20, 0.5f}, {1, 0}, 100})) {
        std::printf("a ray along the ground ends after %.1f m\n",
                    static_cast<double>(hit->hit.entry.distance));
    }
    // [queries]
}
