#include "scenes/scenes.hpp"

namespace samples {
namespace {

class Lift final : public Scene {
public:
    Lift() {
        addGround();
        lift_ = addMoving(sat3d::Box{.halfExtents = {2.5f, 0.15f, 2.5f}}, {{0.0f, 1.0f, 0.0f}}, "lift");
        dynamics.setBody(world, lift_, {});
        for (int i = 0; i < 9; ++i) {
            addBody(sat3d::Box{.halfExtents = {0.4f, 0.4f, 0.4f}},
                    {{1.4f * static_cast<float>(i % 3 - 1), 1.56f, 1.4f * static_cast<float>(i / 3 - 1)}});
        }
        view.distance = 16.0f;
    }

private:
    void beforeStep() override {
        const glm::vec3 velocity(1.5f * sine(0.1f * seconds()), 0.8f * sine(0.25f * seconds()), 0.0f);
        dynamics.setVelocity(lift_, velocity, {});
        says = "level " + number(velocity.x) + " m/s, up " + number(velocity.y) + " m/s";
    }
    sat3d::ObjectId lift_;
};

}  // namespace

Sample lift() {
    return sampleOf<Lift>(
        "Movers and vehicles", "A lift",
        "A platform without mass rises, sinks and moves aside: its velocity carries the crates.");
}

}  // namespace samples
