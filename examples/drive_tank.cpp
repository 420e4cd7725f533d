// Drives a tank without physics: it pushes another tank aside, climbs a slope, slides along a wall, and
// stands.

#include <sat3d/sat3d.hpp>

#include <array>
#include <cstdint>
#include <cstdio>

namespace {

constexpr std::uint64_t kScenery = 1, kTanks = 2;
constexpr float kStep = 1.0f / 60.0f;

const sat3d::Box hull{.center = {0.0f, 1.1f, 0.0f}, .halfExtents = {3.0f, 1.1f, 1.6f}};
const std::array<glm::vec3, 4> corners{{{-3, 0, -1.6f}, {-3, 0, 1.6f}, {3, 0, -1.6f}, {3, 0, 1.6f}}};

void addScenery(sat3d::World& world, const sat3d::Shape& shape, const sat3d::Pose& pose) {
    (void)world.add({.shape = shape, .pose = pose, .kind = sat3d::ObjectKind::Static});
}
sat3d::ObjectId addTank(sat3d::World& world, const sat3d::Pose& pose) {
    return *world.add({.shape = hull, .pose = pose, .filter = {.categories = kTanks}});
}

}  // namespace

int main() {
    sat3d::World world;
    addScenery(world, sat3d::HalfSpace{{0, 1, 0}, 0.0f}, {});
    addScenery(world, sat3d::HalfSpace{{-0.28f, 0.96f, 0}, 0.0f}, {{30, 0, 0}});  // a slope of 16 degrees
    const sat3d::Pose aslant{{62, 0, 0}, glm::angleAxis(-0.4f, glm::vec3(0, 1, 0))};
    addScenery(world, sat3d::Box{.halfExtents = {0.5f, 30, 30}}, aslant);  // a wall

    const sat3d::ObjectId tank = addTank(world, {});
    const sat3d::ObjectId other = addTank(world, {{14, 0, 2}, glm::angleAxis(0.6f, glm::vec3(0, 1, 0))});
    const sat3d::QueryFilter ground{.categories = kScenery};
    const auto inverseMass = [&](sat3d::ObjectId id) { return id == tank ? 1.0f / 38e3f : 1.0f / 23e3f; };

    glm::vec3 velocity(0.0f);
    for (int i = 1; i <= 7 * 60; ++i) {
        velocity = {12.0f, velocity.y - 9.81f * kStep, 0.0f};
        const sat3d::RigidMotion motion{velocity * kStep, {}, hull.center};
        // Other tanks do not stop it. It overlaps them, and is pushed apart from them.
        const sat3d::Moved moved =
            sat3d::moveAndSlide(world, hull, world.find(tank)->pose, motion, {.filter = ground});
        velocity -= moved.left / kStep;
        if (const auto error = world.setPose(tank, moved.pose)) {
            std::puts(error->message.c_str());
        }
        sat3d::pushApart(world, inverseMass);

        if (i % 60 == 0) {
            const auto stands = sat3d::standOn(world, world.find(tank)->pose, corners, {.filter = ground});
            const glm::vec3 at = stands->pose.position;
            std::printf("at %.0f %.1f %.1f, up %.2f%s\n", double(at.x), double(at.y), double(at.z),
                        double(stands->normal.y), moved.stops().empty() ? "" : ", slides along the wall");
        }
    }
    const glm::vec3 pushed = world.find(other)->pose.position;
    std::printf("pushed the other tank to %.0f, %.1f aside\n", double(pushed.x), double(pushed.z - 2.0f));
}
