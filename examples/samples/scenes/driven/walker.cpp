#include "scenes/scenes.hpp"

namespace samples {
namespace {

class Walker final : public Scene {
public:
    Walker() {
        addGround();
        for (int step = 0; step < 16; ++step) {
            const float height = 0.18f * static_cast<float>(step < 8 ? step + 1 : 16 - step);
            addStatic(sat3d::Box{.halfExtents = {0.2f, 0.5f * height, 1.5f}},
                      {{0.4f * static_cast<float>(step) - 3.0f, 0.5f * height, 0.0f}});
        }
        man_ = addMoving(body_, {{-5.0f, 0.0f, 0.0f}}, "walker");
        view.distance = 13.0f;
    }

private:
    void beforeStep() override {
        const sat3d::Pose pose = world.find(man_)->pose;
        direction_ = pose.position.x > 5.0f ? -1.0f : pose.position.x < -5.0f ? 1.0f : direction_;
        velocity_ = {2.0f * direction_, velocity_.y - 9.81f * kStep, 0.0f};
        const auto moved =
            moveAndSlide(world, body_, pose, {velocity_ * kStep}, {.filter = {.without = {&man_, 1}}});
        velocity_ -= moved.left / kStep;
        move(man_, moved.pose);
        says = "height " + number(moved.pose.position.y) + " m, " +
               (moved.isStanding() ? "standing" : "falling");
    }

    sat3d::Capsule body_{.start = {0.0f, 0.3f, 0.0f}, .end = {0.0f, 1.4f, 0.0f}, .radius = 0.3f};
    sat3d::ObjectId man_;
    glm::vec3 velocity_{0.0f};
    float direction_ = 1.0f;
};

}  // namespace

Sample walker() {
    return sampleOf<Walker>(
        "Movers and vehicles", "A character on stairs",
        "A capsule walks up and down: moveAndSlide climbs the steps, and never touches anything.");
}

}  // namespace samples
