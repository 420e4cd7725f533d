#include "scenes/scenes.hpp"

namespace samples {
namespace {

class Cradle final : public Scene {
public:
    Cradle() {
        dynamics.setGravity(glm::vec3(0.0f));
        const sat3d::Material steel{.friction = 0.0f, .restitution = 1.0f};
        for (int i = 0; i < 6; ++i) {
            const float x = i == 0 ? -6.0f : static_cast<float>(i) - 3.0f;
            const sat3d::Body body{.velocity = {i == 0 ? 4.0f : 0.0f, 0.0f, 0.0f}, .material = steel};
            balls_[static_cast<std::size_t>(i)] =
                addBody(sat3d::Sphere{.radius = 0.5f}, {{x, 1.0f, 0.0f}}, body, 7800.0f);
        }
        addStatic(sat3d::Box{.halfExtents = {0.2f, 1.0f, 1.0f}}, {{9.0f, 1.0f, 0.0f}});
        view.distance = 18.0f;
    }

private:
    void afterStep() override {
        says = "speeds:";
        for (const sat3d::ObjectId ball : balls_) {
            says += " " + number(dynamics.find(ball)->velocity.x);
        }
    }
    std::array<sat3d::ObjectId, 6> balls_;
};

}  // namespace

Sample cradle() {
    return sampleOf<Cradle>(
        "Stacks and friction", "A row of steel balls",
        "A ball hits a row of five without a gap: the last one leaves with all of the speed.");
}

}  // namespace samples
