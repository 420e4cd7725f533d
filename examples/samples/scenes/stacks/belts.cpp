#include "scenes/scenes.hpp"

namespace samples {
namespace {

class Belts final : public Scene {
public:
    Belts() {
        const sat3d::Box belt{.halfExtents = {4.0f, 0.2f, 1.0f}};
        for (int i = 0; i < 4; ++i) {
            const float at = 0.25f * static_cast<float>(i);
            const glm::quat aside = turn({0, 1, 0}, at);
            const auto id = addMoving(
                belt, {aside * glm::vec3(1.0f, 0.2f + 0.05f * static_cast<float>(i % 2), 4.0f), aside});
            dynamics.setBody(world, id,
                             {.material = {.friction = 0.9f}, .surfaceVelocity = {2.0f, 0.0f, 0.0f}});
        }
        for (int i = 0; i < 4; ++i) {  // keeps them on the belts at the corners
            const glm::quat aside = turn({0, 1, 0}, 0.25f * static_cast<float>(i));
            addStatic(sat3d::Box{.halfExtents = {5.3f, 0.4f, 0.1f}},
                      {aside * glm::vec3(0.0f, 0.6f, 5.2f), aside});
        }
        for (int i = 0; i < 7; ++i) {
            addBody(sat3d::Box{.halfExtents = {0.35f, 0.35f, 0.35f}},
                    {{static_cast<float>(i) - 3.0f, 1.0f, 4.0f}});
        }
        view.distance = 20.0f, view.height = 0.6f;
    }
};

}  // namespace

Sample belts() {
    return sampleOf<Belts>(
        "Stacks and friction", "Conveyor belts",
        "Four belts carry crates around: a surface with a velocity, on a body that stands.");
}

}  // namespace samples
