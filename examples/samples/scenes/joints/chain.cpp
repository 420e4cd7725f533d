#include "scenes/scenes.hpp"

namespace samples {
namespace {

class Chain final : public Scene {
public:
    Chain() {
        addGround();
        const float pitch = 0.8f;
        const glm::vec3 hook(0.0f, 9.0f, 0.0f), along(0.0f, -0.25f, 0.97f);
        sat3d::ObjectId before = sat3d::kWorldFrame;
        for (int i = 0; i < 10; ++i) {
            const bool isBall = i == 9;
            const glm::vec3 joint = hook + along * (pitch * static_cast<float>(i));
            const sat3d::ObjectId next =
                isBall ? addBody(sat3d::Sphere{.radius = 0.7f}, {joint + along * 0.8f}, {}, 7800.0f)
                       : addBody(sat3d::Capsule{.start = -0.3f * along, .end = 0.3f * along, .radius = 0.1f},
                                 {joint + along * (0.5f * pitch)}, {}, 5000.0f);
            (void)dynamics.addJoint(world, sat3d::Joint::ball(world, before, next, joint, along));
            before = next;
        }
        for (int i = 0; i < 40; ++i) {
            const auto row = static_cast<float>(i / 8), x = static_cast<float>(i % 8) - 3.5f;
            addBody(sat3d::Box{.halfExtents = {0.49f, 0.4f, 0.4f}}, {{x, 0.4f + 0.8f * row, -2.5f}});
        }
        view.target.y = 3.5f, view.distance = 19.0f, view.turns = 0.2f;
    }
};

}  // namespace

Sample chain() {
    return sampleOf<Chain>(
        "Joints", "A ball on a chain",
        "Nine links carry a ball of 11 t, a hundred times as heavy as one of them, into a wall.");
}

}  // namespace samples
