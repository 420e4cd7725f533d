#include "scenes/scenes.hpp"

namespace samples {
namespace {

class Rollback final : public Scene {
public:
    Rollback() {
        addGround();
        for (int i = 0; i < 40; ++i) {
            addBody(sat3d::Box{.halfExtents = {0.4f, 0.4f, 0.4f}},
                    {{0.3f * static_cast<float>(i % 4), 0.5f + 0.9f * static_cast<float>(i),
                      0.25f * static_cast<float>(i % 3)}});
        }
        view.target.y = 3.0f, view.distance = 20.0f;
    }

private:
    void afterStep() override {
        if (steps % 60 == 30) {
            savedWorld_ = world.snapshot(), savedBodies_ = dynamics.snapshot();
        } else if (steps % 60 == 0 && !savedWorld_.empty()) {
            const std::uint64_t before = world.hash() ^ dynamics.hash();
            const bool isBack = !world.restore(savedWorld_) && !dynamics.restore(world, savedBodies_);
            for (int i = 0; i < 30; ++i) {
                dynamics.step(world, kStep);
            }
            const bool isSame = isBack && before == (world.hash() ^ dynamics.hash());
            note(isSame ? 1.0f : 0.0f);
            says = isSame ? "30 steps again: the same bits" : "30 steps again: other bits";
        }
    }
    std::vector<std::byte> savedWorld_, savedBodies_;
};

}  // namespace

Sample rollback() {
    return sampleOf<Rollback>(
        "Worlds", "Rollback",
        "Every second this world goes back by half a second, and plays the steps again: the same bits.");
}

}  // namespace samples
