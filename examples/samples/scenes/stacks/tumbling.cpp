#include "scenes/scenes.hpp"

namespace samples {
namespace {

class Tumbling final : public Scene {
public:
    Tumbling() {
        dynamics.setGravity(glm::vec3(0.0f));
        const sat3d::Box bar{.halfExtents = {1.0f, 0.15f, 0.2f}}, wing{.halfExtents = {0.15f, 0.6f, 0.15f}};
        const auto nut = sat3d::Compound::fromChildren(
                             {{.shape = bar, .pose = {}}, {.shape = wing, .pose = {{0.0f, 0.7f, 0.0f}}}})
                             .value();
        nut_ = addBody(nut, {{0.0f, 1.5f, 0.0f}}, {.angularVelocity = {0.01f, 6.0f, 0.0f}});
        view.target.y = 1.5f, view.distance = 6.0f;
    }

private:
    void afterStep() override {
        const glm::vec3 up = world.find(nut_)->pose.rotation * glm::vec3(0, 1, 0);
        says = up.y > 0.0f ? "the wing points up" : "the wing points down";
    }
    sat3d::ObjectId nut_;
};

}  // namespace

Sample tumbling() {
    return sampleOf<Tumbling>(
        "Stacks and friction", "A nut that flips",
        "A body that spins about its middle axis flips over again and again, with nothing to push it.");
}

}  // namespace samples
