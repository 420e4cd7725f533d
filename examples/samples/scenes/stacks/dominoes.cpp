#include "scenes/scenes.hpp"

namespace samples {
namespace {

class Dominoes final : public Scene {
public:
    Dominoes() {
        addGround();
        constexpr int kCount = 60;
        for (int i = 0; i < kCount; ++i) {
            const float at = 0.94f * static_cast<float>(i) / kCount;
            sat3d::Body body;
            if (i == 0) {
                body.angularVelocity = -3.0f * glm::vec3(sine(at), 0.0f, sine(at + 0.25f));
            }
            addBody(sat3d::Box{.halfExtents = {0.4f, 0.8f, 0.1f}},
                    {{6.0f * sine(at), 0.8f, 6.0f * sine(at + 0.25f)}, turn({0, 1, 0}, at + 0.25f)}, body);
        }
        view.distance = 20.0f, view.height = 0.55f;
    }
};

}  // namespace

Sample dominoes() {
    return sampleOf<Dominoes>("Stacks and friction", "Dominoes",
                              "A circle of dominoes falls, one after the other.");
}

}  // namespace samples
