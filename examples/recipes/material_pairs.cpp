// Rubber brakes on the road, and on ice: what two kinds of surfaces do together.

#include <sat3d/sat3d.hpp>

#include <cstdint>
#include <cstdio>

int main() {
    // [pairs]
    enum : std::uint32_t { kNone, kRubber, kRoad, kIce };  // the game's own numbers
    sat3d::DynamicsOptions options;
    options.materialTable.pairs = {{.a = kRubber, .b = kRoad, .friction = 0.9f},
                                   {.a = kRubber, .b = kIce, .friction = 0.15f}};
    sat3d::Dynamics dynamics(options);
    // [pairs]
    sat3d::World world;
    for (const std::uint32_t ground : {kRoad, kIce}) {
        const float x = ground == kIce ? 10.0f : 0.0f;
        const sat3d::Box lane{.halfExtents = {2.0f, 1.0f, 100.0f}}, box{.halfExtents = {0.5f, 0.2f, 0.5f}};
        const auto under =
            world.add({.shape = lane, .pose = {{x, -1.0f, 0.0f}}, .kind = sat3d::ObjectKind::Static});
        dynamics.setBody(world, *under, {.material = {.id = ground}});
        const auto block = world.add({.shape = box, .pose = {{x, 0.2f, 0.0f}}});
        dynamics.setBody(world, *block,
                         {.mass = *sat3d::massOfShape(box, 20.0f),
                          .velocity = {0.0f, 0.0f, 10.0f},
                          .material = {.id = kRubber}});
        for (int i = 0; i < 600; ++i) {
            dynamics.step(world, 1.0f / 60.0f);
        }
        std::printf("on %s it slides %.0f m\n", ground == kIce ? "ice" : "the road",
                    static_cast<double>(world.find(*block)->pose.position.z));
    }
}
