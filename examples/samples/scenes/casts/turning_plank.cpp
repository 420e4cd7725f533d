#include "scenes/scenes.hpp"

namespace samples {
namespace {

class TurningPlank final : public Scene {
public:
    TurningPlank() {
        post_ = addStatic(pillar_, {{2.0f, 1.0f, 0.6f}});
        view.distance = 11.0f, view.height = 0.6f;
    }
    void draw(sat3d::DebugGeometry& geometry) const override {
        sat3d::draw(geometry, plank_, start_, motion_, answer_);
    }

private:
    void afterStep() override {
        motion_ = {{0.8f * sine(0.05f * seconds()), 0.0f, 0.5f},
                   {0.0f, 1.6f * sine(0.07f * seconds()), 0.0f}};
        answer_ = sweep(plank_, start_, pillar_, world.find(post_)->pose, motion_, sat3d::RigidMotion{});
        note(answer_.fraction);
        says = answer_ ? "meets the post after " +
                             std::to_string(static_cast<int>(100.0f * answer_.fraction)) + " % of its motion"
                       : "passes the post";
    }

    sat3d::Box plank_{.halfExtents = {2.2f, 0.1f, 0.15f}};
    sat3d::ConvexHull pillar_ = prism(12, 0.3f, 1.0f);
    sat3d::Pose start_{{0.0f, 1.0f, -0.4f}};
    sat3d::ObjectId post_;
    sat3d::RigidMotion motion_;
    sat3d::Sweep answer_;
};

}  // namespace

Sample turningPlank() {
    return sampleOf<TurningPlank>(
        "Casts", "Time of impact with rotation",
        "A plank moves and turns: its edges before the step, and where it meets the post.");
}

}  // namespace samples
