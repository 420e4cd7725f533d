#include "scenes/scenes.hpp"

namespace samples {
namespace {

class TwoBoxes final : public Scene {
public:
    TwoBoxes() {
        still_ = addMoving(box_, {{0.0f, 1.2f, 0.0f}}, "still");
        turning_ = addMoving(box_, {{1.5f, 1.2f, 0.0f}}, "turning");
        view.distance = 7.0f;
    }
    void draw(sat3d::DebugGeometry& geometry) const override {
        if (hit_) {
            sat3d::draw(geometry, *hit_, world.find(turning_)->pose.position);
        }
    }

private:
    void beforeStep() override {
        const glm::vec3 at(1.5f + 0.6f * sine(0.1f * seconds()), 1.2f, 0.0f);
        move(turning_, {at, turn(glm::normalize(glm::vec3(1, 2, 3)), 0.07f * seconds())});
        hit_ = penetration(box_, world.find(still_)->pose, box_, world.find(turning_)->pose);
        note(hit_ ? hit_->depth : 0.0f);
        says = hit_ ? "push " + millimeters(hit_->depth) : "apart";
    }

    sat3d::Box box_{.halfExtents = {1.0f, 0.6f, 0.8f}};
    sat3d::ObjectId still_, turning_;
    std::optional<sat3d::Penetration> hit_;
};

}  // namespace

Sample twoBoxes() {
    return sampleOf<TwoBoxes>(
        "Pairs and pushes", "Two boxes",
        "A box turns in another one. The arrow is the shortest push that separates them.");
}

}  // namespace samples
