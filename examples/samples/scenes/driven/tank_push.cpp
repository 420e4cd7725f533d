#include "scenes/scenes.hpp"

namespace samples {
namespace {

class TankPush final : public Scene {
public:
    TankPush() {
        addGround();
        addStatic(sat3d::Box{.halfExtents = {12.0f, 1.0f, 0.5f}},
                  {{0.0f, 1.0f, -6.0f}, turn({0, 1, 0}, 0.03f)});
        tank_ = addMoving(hull_, {{-9.0f, 1.01f, -1.0f}, turn({0, 1, 0}, 0.06f)}, "tank");
        for (int i = 0; i < 6; ++i) {
            addMoving(
                sat3d::Box{.halfExtents = {0.8f, 0.8f, 0.8f}},
                {{2.5f * static_cast<float>(i) - 5.0f, 0.81f, 0.4f * static_cast<float>(i % 3) - 2.0f}});
        }
        view.distance = 24.0f, view.height = 0.6f;
    }

private:
    void beforeStep() override {
        sat3d::Pose pose = world.find(tank_)->pose;
        pose.position += pose.rotation * glm::vec3(3.0f * kStep, 0.0f, 0.0f);
        move(tank_, pose);
        const auto done = pushApart(world, [this](sat3d::ObjectId id) { return id == tank_ ? 0.1f : 1.0f; });
        says = std::to_string(done.rounds) + " rounds, " + std::to_string(done.overlaps) + " overlaps";
    }

    sat3d::Box hull_{.halfExtents = {1.6f, 1.0f, 1.0f}};
    sat3d::ObjectId tank_;
};

}  // namespace

Sample tankPush() {
    return sampleOf<TankPush>(
        "Movers and vehicles", "A tank without physics",
        "A driven box pushes others by their masses, and slides along the wall: pushApart.");
}

}  // namespace samples
