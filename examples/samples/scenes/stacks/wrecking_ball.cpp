#include "scenes/scenes.hpp"

namespace samples {
namespace {

class WreckingBall final : public Scene {
public:
    WreckingBall() {
        addGround();
        const sat3d::Box brick{.halfExtents = {0.5f, 0.25f, 0.25f}};
        for (int row = 0; row < 10; ++row) {
            for (int i = 0; i < 9; ++i) {
                const float x = static_cast<float>(i) - 4.0f + (row % 2 == 0 ? 0.0f : 0.5f);
                addBody(brick, {{x, 0.25f + 0.5f * static_cast<float>(row), 0.0f}}, {}, 2000.0f);
            }
        }
        view.target.y = 2.0f, view.distance = 18.0f, view.turns = 0.14f;
    }

private:
    void beforeStep() override {
        if (steps == 60) {
            addBody(sat3d::Sphere{.radius = 0.7f}, {{-1.0f, 2.5f, 9.0f}}, {.velocity = {2.0f, 2.0f, -18.0f}},
                    7800.0f);
        }
    }
};

}  // namespace

Sample wreckingBall() {
    return sampleOf<WreckingBall>("Stacks and friction", "A wall and a ball",
                                  "After a second, a ball of steel flies into a wall of bricks.");
}

}  // namespace samples
