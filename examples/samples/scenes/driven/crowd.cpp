#include "scenes/scenes.hpp"

namespace samples {
namespace {

class Crowd final : public Scene {
public:
    Crowd() {
        addGround();
        for (int i = 0; i < 8; ++i) {
            const float at = static_cast<float>(i) / 8.0f;
            addStatic(prism(10, 0.6f, 1.5f), {{5.0f * sine(at), 1.5f, 5.0f * sine(at + 0.25f)}});
        }
        for (int i = 0; i < 60; ++i) {
            const float at = static_cast<float>(i) / 60.0f, far = 9.0f + static_cast<float>(i % 3);
            walkers_.push_back(addMoving(body_, {{far * sine(at), 0.01f, far * sine(at + 0.25f)}}));
        }
        view.distance = 24.0f, view.height = 0.7f;
    }

private:
    void beforeStep() override {
        float mean = 0.0f;
        for (const sat3d::ObjectId& walker : walkers_) {
            const sat3d::Pose pose = world.find(walker)->pose;
            const float far = glm::length(pose.position);
            const glm::vec3 way = pose.position * (-std::min(1.5f, far) / std::max(far, 0.1f));
            move(walker, moveAndSlide(world, body_, pose, {(way + glm::vec3(0, -1, 0)) * kStep},
                                      {.filter = {.without = {&walker, 1}}})
                             .pose);
            mean += far / 60.0f;
        }
        says = "mean distance " + number(mean) + " m";
    }

    sat3d::Capsule body_{.start = {0.0f, 0.3f, 0.0f}, .end = {0.0f, 1.4f, 0.0f}, .radius = 0.3f};
    std::vector<sat3d::ObjectId> walkers_;
};

}  // namespace

Sample crowd() {
    return sampleOf<Crowd>(
        "Movers and vehicles", "A crowd",
        "Sixty walkers want to the middle: each slides along the others and along the pillars.");
}

}  // namespace samples
