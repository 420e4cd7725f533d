#include "scenes/scenes.hpp"

namespace samples {
namespace {

class Bounces final : public Scene {
public:
    Bounces() {
        addGround();
        for (int i = 0; i <= 10; ++i) {
            const sat3d::Body body{.material = {.restitution = 0.1f * static_cast<float>(i)}};
            addBody(sat3d::Sphere{.radius = 0.4f}, {{1.2f * static_cast<float>(i - 5), 4.4f, 0.0f}}, body);
        }
        view.target.y = 2.0f, view.distance = 18.0f, view.height = 0.1f;
    }
};

}  // namespace

Sample bounces() {
    return sampleOf<Bounces>(
        "Stacks and friction", "Restitution",
        "Balls with restitution 0 to 1 fall from 4 m: the last one comes back each time.");
}

}  // namespace samples
