// A raft floats: forces at its corners by how deep each is under water.

#include <sat3d/sat3d.hpp>

#include <glm/gtc/quaternion.hpp>

#include <algorithm>
#include <array>
#include <cstdio>

namespace {

// [float]
/// Lets water up to height 0 carry a box: each corner stands for an eighth of it.
void floatInWater(const sat3d::World& world, sat3d::Dynamics& dynamics, sat3d::ObjectId id,
                  const glm::vec3& half) {
    constexpr float kWater = 1000.0f, kGravity = 9.81f;  // kg / m3, m / s2
    const float volume = half.x * half.y * half.z;       // of an eighth
    for (int i = 0; i < 8; ++i) {
        const glm::vec3 corner(i & 1 ? 0.5f : -0.5f, i & 2 ? 0.5f : -0.5f, i & 4 ? 0.5f : -0.5f);
        const glm::vec3 point = world.find(id)->pose * (corner * half);       // the middle of the eighth
        const float share = std::clamp(0.5f - point.y / half.y, 0.0f, 1.0f);  // of it under water
        const glm::vec3 drag = *dynamics.velocityAt(world, id, point) * (-2000.0f * volume * share);
        dynamics.applyForce(world, id, glm::vec3(0, kWater * kGravity * volume * share, 0) + drag, point);
    }
}
// [float]

}  // namespace

int main() {
    sat3d::World world;
    sat3d::Dynamics dynamics;
    const glm::vec3 half(2.0f, 0.5f, 1.0f);
    const sat3d::Box box{.halfExtents = half};
    const auto raft =
        world.add({.shape = box, .pose = {{0, 2, 0}, glm::angleAxis(0.5f, glm::vec3(0, 0, 1))}}).value();
    dynamics.setBody(world, raft, {.mass = *sat3d::massFromDensity(box, 700.0f)});  // wood
    for (int i = 0; i < 60 * 20; ++i) {
        floatInWater(world, dynamics, raft, half);
        dynamics.step(world, 1.0f / 60.0f);
    }
    const sat3d::Pose& pose = world.find(raft)->pose;
    std::printf("the raft floats %.2f m deep, its mast at %.3f, %s\n", double(half.y - pose.position.y),
                double((pose.rotation * glm::vec3(0, 1, 0)).y), dynamics.isAsleep(raft) ? "asleep" : "awake");
}
