// Crates fall onto a slope, and slide or stay.

#include <sat3d/sat3d.hpp>

#include <cmath>
#include <cstdio>

int main() {
    // [setup]
    sat3d::World world;
    sat3d::Dynamics dynamics;
    const glm::vec3 up(-std::sin(0.4f), std::cos(0.4f), 0.0f);  // a slope of 23 degrees
    (void)world.add({.shape = sat3d::HalfSpace{up, 0.0f}, .kind = sat3d::ObjectKind::Static});

    const sat3d::Box box{.halfExtents = {0.5f, 0.25f, 0.5f}};
    const auto addCrate = [&](float z, float friction) {
        const auto id = world.add({.shape = box, .pose = {{0.0f, 2.0f, z}}});
        sat3d::Body body{.mass = *sat3d::massFromDensity(box, 700.0f)};  // wood
        body.material = {.friction = friction, .frictionCombine = sat3d::CombineMode::Minimum};
        dynamics.setBody(world, *id, body);
        return *id;
    };
    const sat3d::ObjectId rough = addCrate(0.0f, 0.6f), smooth = addCrate(5.0f, 0.2f);
    // [setup]

    // [loop]
    sat3d::FixedStep clock(1.0f / 60.0f);
    for (int frame = 0; frame < 144 * 3; ++frame) {  // three seconds at 144 frames per second
        for (std::uint32_t steps = clock.advance(1.0 / 144.0); steps > 0; --steps) {
            dynamics.step(world, clock.seconds());
            for (const sat3d::Touch& touch : dynamics.events().begun) {
                if (touch.approachSpeed > 3.0f) {
                    std::printf("bump at %.1f m/s\n", static_cast<double>(touch.approachSpeed));
                }
            }
        }
    }
    // [loop]
    for (const sat3d::ObjectId id : {rough, smooth}) {
        std::printf("%s, %.0f m down\n", dynamics.isAsleep(id) ? "at rest" : "sliding",
                    static_cast<double>(-world.find(id)->pose.position.y + 2.0f));
    }
}
