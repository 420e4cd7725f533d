#include "scenes/scenes.hpp"

namespace samples {
namespace {

class PushedApart final : public Scene {
public:
    PushedApart() {
        Dice dice(7);
        for (int i = 0; i < 40; ++i) {
            const float z = dice.roll(-2.0f, 2.0f), x = dice.roll(-2.0f, 2.0f);
            const glm::vec3 at(x, 1.0f, z);
            const glm::quat level = turn({0, 1, 0}, dice.roll());
            i % 2 == 0 ? addMoving(sat3d::Box{.halfExtents = {0.9f, 1.0f, 0.5f}}, {at, level})
                       : addMoving(sat3d::Sphere{.radius = 0.8f}, {at});
        }
        addStatic(sat3d::Box{.halfExtents = {1.0f, 1.5f, 1.0f}}, {{0.0f, 1.0f, 0.0f}});
        view.distance = 24.0f, view.height = 0.8f;
    }

private:
    void beforeStep() override {
        if (steps >= 60) {  // first, one can see the heap
            const auto done = pushApart(world, {.rounds = 1});
            says =
                std::to_string(done.overlaps) + " pairs overlap, the deepest by " + millimeters(done.deepest);
        }
    }
};

}  // namespace

Sample pushedApart() {
    return sampleOf<PushedApart>(
        "Pairs and pushes", "Pushed apart",
        "A heap without physics: after a second, pushApart() finds room for everybody.");
}

}  // namespace samples
