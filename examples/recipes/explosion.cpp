// An explosion throws crates away, but not the one behind a wall.

#include <sat3d/sat3d.hpp>

#include <glm/geometric.hpp>

#include <array>
#include <cstdio>

namespace {

// [explode]
/// Pushes the bodies that the center sees, with an impulse that falls to 0 at the radius.
/// @param impulse  at the center, newton seconds
void explode(const sat3d::World& world, sat3d::Dynamics& dynamics, const glm::vec3& center, float radius,
             float impulse) {
    std::array<sat3d::ObjectId, 256> buffer;
    const sat3d::Sphere ball{.radius = radius};
    for (const sat3d::ObjectId id : overlapping(world, ball, {center}, buffer)) {
        const auto& object = *world.find(id);
        const auto nearest = distance(sat3d::Sphere{}, sat3d::Pose{center}, object.shape, object.pose);
        const glm::vec3 way = nearest.pointB - center;
        const float length = glm::length(way);
        const std::array<sat3d::ObjectId, 1> itself{id};
        if (length > 0.0f && isVisible(world, center, nearest.pointB, {.without = itself})) {
            dynamics.applyImpulse(world, id, way / length * impulse * (1.0f - length / radius),
                                  nearest.pointB);
        }
    }
}
// [explode]

}  // namespace

int main() {
    sat3d::World world;
    sat3d::Dynamics dynamics;
    (void)world.add({.shape = sat3d::HalfSpace{{0, 1, 0}, 0.0f}, .kind = sat3d::ObjectKind::Static});
    const sat3d::Box wall{.halfExtents = {0.2f, 2.0f, 2.0f}}, box{.halfExtents = glm::vec3(0.5f)};
    (void)world.add({.shape = wall, .pose = {{3, 2, 0}}, .kind = sat3d::ObjectKind::Static});
    const auto addCrate = [&](const glm::vec3& place) {
        const auto id = world.add({.shape = box, .pose = {place}}).value();
        dynamics.setBody(world, id, {.mass = *sat3d::massOfShape(box, 100.0f)});
        return id;
    };
    const auto open = addCrate({-4, 0.5f, 0}), covered = addCrate({4, 0.5f, 0});
    explode(world, dynamics, {0, 0.2f, 0}, 10.0f, 2000.0f);
    for (int i = 0; i < 120; ++i) {
        dynamics.step(world, 1.0f / 60.0f);
    }
    std::printf("the crate in the open was thrown %.1f m, the one behind the wall %.1f m\n",
                double(-4.0f - world.find(open)->pose.position.x),
                double(world.find(covered)->pose.position.x - 4.0f));
}
