#include "scenes/scenes.hpp"

namespace samples {
namespace {

class Pyramid final : public Scene {
public:
    Pyramid() {
        addGround();
        constexpr int kRows = 15;
        for (int row = 0; row < kRows; ++row) {
            for (int i = 0; i < kRows - row; ++i) {
                const float x = 1.05f * (static_cast<float>(i) - 0.5f * static_cast<float>(kRows - 1 - row));
                addBody(sat3d::Box{.halfExtents = {0.5f, 0.5f, 0.5f}},
                        {{x, 0.5f + static_cast<float>(row), 0.0f}});
            }
        }
        view.target.y = 5.0f, view.distance = 30.0f, view.height = 0.15f;
    }
};

}  // namespace

Sample pyramid() {
    return sampleOf<Pyramid>("Stacks and friction", "Pyramid",
                             "Fifteen rows of crates stand still and fall asleep. Pull one out.");
}

}  // namespace samples
