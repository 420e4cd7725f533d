#include "scenes/scenes.hpp"

namespace samples {
namespace {

class Tiles final : public Scene {
public:
    Tiles() {
        for (int x = -12; x < 12; ++x) {
            for (int z = -2; z <= 2; ++z) {
                addStatic(sat3d::Box{.halfExtents = {0.5f, 0.1f, 0.5f}},
                          {{static_cast<float>(x) + 0.5f, -0.1f, static_cast<float>(z)}});
            }
        }
        const sat3d::Body smooth{.velocity = {4.0f, 0.0f, 0.0f}, .material = {.friction = 0.0f}};
        ball_ = addBody(sat3d::Sphere{.radius = 0.5f}, {{-10.0f, 0.5f, -1.2f}}, smooth);
        crate_ = addBody(sat3d::Box{.halfExtents = {0.45f, 0.3f, 0.4f}},
                         {{-10.0f, 0.3f, 1.2f}, turn({0, 1, 0}, 0.07f)}, smooth);
        view.distance = 20.0f;
    }

private:
    void afterStep() override {
        const glm::vec3 ball = dynamics.find(ball_)->velocity, crate = dynamics.find(crate_)->velocity;
        says = "ball " + number(ball.x) + " m/s, up " + number(ball.y) + "; crate " + number(crate.x) +
               " m/s, up " + number(crate.y);
    }

    sat3d::ObjectId ball_, crate_;
};

}  // namespace

Sample tiles() {
    return sampleOf<Tiles>(
        "Meshes and terrain", "No ghost edges",
        "A ball and a crate slide without friction over 120 tiles: no seam slows or lifts them.");
}

}  // namespace samples
