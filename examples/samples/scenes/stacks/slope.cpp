#include "scenes/scenes.hpp"

namespace samples {
namespace {

class Slope final : public Scene {
public:
    Slope() {
        const glm::quat tilt = turn({1, 0, 0}, 0.058f);
        addStatic(sat3d::Box{.halfExtents = {7.0f, 0.2f, 8.0f}}, {{0.0f, 2.0f, 0.0f}, tilt});
        addGround();
        for (int i = 0; i < 8; ++i) {
            sat3d::Body body{.material = {.friction = 0.1f * static_cast<float>(i + 1),
                                          .frictionCombine = sat3d::CombineMode::Minimum}};
            const glm::vec3 onSlope(1.5f * static_cast<float>(i) - 5.25f, 0.6f, -5.0f);
            crates_[static_cast<std::size_t>(i)] = addBody(sat3d::Box{.halfExtents = {0.5f, 0.4f, 0.5f}},
                                                           {glm::vec3(0, 2, 0) + tilt * onSlope, tilt}, body);
        }
        view.distance = 22.0f, view.turns = 0.12f;
    }

private:
    void afterStep() override {
        says = "level speeds:";
        for (const sat3d::ObjectId crate : crates_) {
            says += " " + number(dynamics.find(crate)->velocity.z);
        }
    }
    std::array<sat3d::ObjectId, 8> crates_;
};

}  // namespace

Sample slope() {
    return sampleOf<Slope>(
        "Stacks and friction", "Friction on a slope",
        "Crates with friction 0.1 to 0.8 on a slope of 21 degrees: those with 0.4 and more stay.");
}

}  // namespace samples
