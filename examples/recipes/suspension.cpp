// A truck on four springs, each of which casts a ray: it settles, drives, and climbs a ramp.

#include <sat3d/sat3d.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace {

constexpr float kStep = 1.0f / 60.0f;

// [wheel]
struct Wheel {
    glm::vec3 mount;       ///< where the spring is fixed, in the frame of the truck
    float travel = 0.4f;   ///< meters: length of the free spring
    float radius = 0.45f;  ///< meters
    float length = 0.4f;   ///< meters: of the spring now, for the picture
};

/// The forces of one wheel: its spring and damper, its grip, and the engine.
void push(const sat3d::World& world, sat3d::Dynamics& dynamics, sat3d::ObjectId truck, Wheel& wheel,
          float engine) {
    const sat3d::Pose& pose = world.find(truck)->pose;
    const glm::vec3 up = pose.rotation * glm::vec3(0.0f, 1.0f, 0.0f);
    const glm::vec3 top = pose * wheel.mount;
    const auto hit = raycast(world, {top, -up, wheel.travel + wheel.radius}, {.without = {&truck, 1}});
    wheel.length = hit ? std::max(hit->hit.entry.distance - wheel.radius, 0.0f) : wheel.travel;
    if (!hit) {
        return;
    }
    const glm::vec3 point = top - up * hit->hit.entry.distance, normal = hit->hit.entry.normal;
    const glm::vec3 velocity = *dynamics.velocityAt(world, truck, point);  // of the truck at the wheel
    const float share = dynamics.find(truck)->mass.mass / 4.0f;            // kg on this wheel
    // A spring of 2 Hz with 40 % of critical damping, for its share of the mass.
    const float omega = 2.0f * 3.14159f * 2.0f;
    const float load =
        share * (omega * omega * (wheel.travel - wheel.length) - 2.0f * 0.4f * omega * dot(velocity, normal));
    if (load <= 0.0f) {
        return;  // a wheel does not pull
    }
    const glm::vec3 sideways = pose.rotation * glm::vec3(1.0f, 0.0f, 0.0f);
    const glm::vec3 forward = normalize(cross(sideways, normal));
    const float grip = 1.0f * load;  // newtons: friction 1
    const float side = std::clamp(-dot(velocity, sideways) * share / kStep, -grip, grip);
    const float drive = std::clamp(engine, -grip, grip);
    dynamics.applyForce(world, truck, normal * load + sideways * side + forward * drive, point);
}
// [wheel]

}  // namespace

int main() {
    sat3d::World world;
    sat3d::Dynamics dynamics;
    (void)world.add({.shape = sat3d::HalfSpace{{0, 1, 0}, 0.0f}, .kind = sat3d::ObjectKind::Static});
    const glm::vec3 slope(0.0f, std::cos(0.2f), -std::sin(0.2f));  // 11 degrees, from z = 20 m
    (void)world.add({.shape = sat3d::HalfSpace{slope, 20.0f * slope.z}, .kind = sat3d::ObjectKind::Static});

    const sat3d::Box hull{.halfExtents = {1.0f, 0.5f, 2.0f}};
    const auto truck = world.add({.shape = hull, .pose = {{0.0f, 1.6f, 0.0f}}}).value();
    dynamics.setBody(world, truck, {.mass = *sat3d::massOfShape(hull, 2000.0f)});
    std::array<Wheel, 4> wheels{
        {{{-0.9f, -0.3f, 1.5f}}, {{0.9f, -0.3f, 1.5f}}, {{-0.9f, -0.3f, -1.5f}}, {{0.9f, -0.3f, -1.5f}}}};
    // [step]
    for (int i = 0; i < 60 * 8; ++i) {
        const float engine = i < 120 ? 0.0f : 1500.0f;  // newtons on each wheel: four-wheel drive
        for (Wheel& wheel : wheels) {
            push(world, dynamics, truck, wheel, engine);
        }
        dynamics.step(world, kStep);
        // [step]
        if (i == 119 || i == 479) {
            const glm::vec3 at = world.find(truck)->pose.position;
            std::printf("%.2f m up, %.0f m driven, %.1f m/s, springs %.0f mm short\n", double(at.y),
                        double(at.z), double(length(dynamics.find(truck)->velocity)),
                        double(1000.0f * (wheels[0].travel - wheels[0].length)));
        }
    }
}
