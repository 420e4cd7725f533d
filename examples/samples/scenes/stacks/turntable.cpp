#include "scenes/scenes.hpp"

namespace samples {
namespace {

class Turntable final : public Scene {
public:
    Turntable() {
        addGround();
        disk_ = addMoving(prism(32, 5.0f, 0.2f), {{0.0f, 1.0f, 0.0f}});
        dynamics.setBody(world, disk_, {});
        for (int ring = 1; ring <= 4; ++ring) {
            for (int i = 0; i < 6; ++i) {
                const float at = static_cast<float>(i) / 6.0f, radius = 1.1f * static_cast<float>(ring);
                addBody(sat3d::Box{.halfExtents = {0.2f, 0.2f, 0.2f}},
                        {{radius * sine(at), 1.4f, radius * sine(at + 0.25f)}, turn({0, 1, 0}, at)});
            }
        }
        view.distance = 17.0f, view.height = 0.6f;
    }

private:
    void beforeStep() override {
        const float speed = std::min(0.5f * seconds(), 6.0f);
        dynamics.setVelocity(disk_, {}, {0.0f, speed, 0.0f});
        says = number(speed) + " rad/s";
    }
    sat3d::ObjectId disk_;
};

}  // namespace

Sample turntable() {
    return sampleOf<Turntable>("Stacks and friction", "Turntable",
                               "A disk turns faster and faster: the outer crates leave it first.");
}

}  // namespace samples
