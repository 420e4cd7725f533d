// A bulldozer on two tracks pushes rubble with a blade that the game lowers.

#include <sat3d/sat3d.hpp>

#include <algorithm>
#include <cstdio>
#include <vector>

int main() {
    sat3d::World world;
    sat3d::Dynamics dynamics;
    (void)world.add({.shape = sat3d::HalfSpace{{0, 1, 0}, 0.0f}, .kind = sat3d::ObjectKind::Static});
    // [dozer]
    constexpr std::uint32_t kLeft = 1, kRight = 2, kBlade = 3;  // tags; the blade is also the child
    const sat3d::Box hull{.halfExtents = {1.5f, 0.5f, 0.8f}}, track{.halfExtents = {1.5f, 0.3f, 0.25f}},
        plate{.halfExtents = {0.1f, 0.5f, 1.6f}};
    const sat3d::Pose raised{{2.2f, 1.4f, 0}}, lowered{{2.2f, 0.55f, 0}};
    const sat3d::Shape shape = *sat3d::Compound::fromChildren({{hull, sat3d::Pose{{0, 0.9f, 0}}},
                                                               {track, sat3d::Pose{{0, 0.3f, -1}}, kLeft},
                                                               {track, sat3d::Pose{{0, 0.3f, 1}}, kRight},
                                                               {plate, raised, kBlade}});
    const auto dozer = world.add({.shape = shape}).value();
    dynamics.setBody(world, dozer,
                     {.mass = *sat3d::massOfShape(shape, 20000.0f),
                      .surfaces = {{.tag = kLeft, .material = {.friction = 1.0f}},
                                   {.tag = kRight, .material = {.friction = 1.0f}}}});
    const auto drive = [&](float left, float right) {
        for (const auto& [tag, speed] : {std::pair(kLeft, left), std::pair(kRight, right)}) {
            dynamics.setSurface(dozer,
                                {.tag = tag, .material = {.friction = 1.0f}, .velocity = {-speed, 0, 0}});
        }
    };
    // [dozer]
    const sat3d::Box rock{.halfExtents = {0.25f, 0.25f, 0.25f}};
    std::vector<sat3d::ObjectId> rubble;
    for (int i = 0; i < 12; ++i) {
        const glm::vec3 place(4.0f + 0.6f * static_cast<float>(i / 4), 0.25f,
                              0.6f * static_cast<float>(i % 4) - 0.9f);
        rubble.push_back(world.add({.shape = rock, .pose = {place}}).value());
        dynamics.setBody(world, rubble.back(), {.mass = *sat3d::massFromDensity(rock, 2000.0f)});
    }
    for (int i = 0; i < 60 * 5; ++i) {
        const float share = std::min(static_cast<float>(i) / 60.0f, 1.0f);  // lowers the blade in a second
        (void)world.setPartPose(dozer, kBlade,
                                {glm::mix(raised.position, lowered.position, share), raised.rotation});
        drive(share * 2.0f, share * 2.0f);
        dynamics.step(world, 1.0f / 60.0f);
    }
    const float front = world.find(dozer)->pose.position.x + 2.3f;
    const auto pushed = std::ranges::count_if(
        rubble, [&](sat3d::ObjectId id) { return world.find(id)->pose.position.x > front - 0.05f; });
    std::printf("driven %.0f m, %d of 12 rocks are before the blade\n",
                double(world.find(dozer)->pose.position.x), static_cast<int>(pushed));
}
