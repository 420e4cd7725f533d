#include "scenes/scenes.hpp"

namespace samples {
namespace {

class Why final : public Scene {
public:
    Why() {
        a_ = addMoving(left_, {{-0.6f, 1.4f, 0.0f}}, "left");
        b_ = addMoving(right_, {{0.9f, 1.4f, 0.0f}}, "right");
        view.distance = 6.5f;
    }
    void draw(sat3d::DebugGeometry& geometry) const override {
        sat3d::draw(geometry, explain(left_, world.find(a_)->pose, right_, world.find(b_)->pose));
    }

private:
    void beforeStep() override {
        move(a_, {{-0.6f, 1.4f, 0.0f}, turn({0, 1, 0}, 0.04f * seconds())});
        move(b_, {{0.9f, 1.4f, 0.0f}, turn(glm::normalize(glm::vec3(1, 0, 1)), 0.06f * seconds())});
        const auto why = explain(left_, world.find(a_)->pose, right_, world.find(b_)->pose);
        note(static_cast<float>(why.separation));
        says = std::to_string(why.planes.size()) + " planes, " + std::to_string(why.faceAxes.size()) +
               " face axes; separation " + millimeters(static_cast<float>(why.separation));
    }

    sat3d::ConvexHull left_ = prism(6, 1.0f, 0.7f), right_ = prism(3, 1.1f, 0.9f);
    sat3d::ObjectId a_, b_;
};

}  // namespace

Sample why() {
    return sampleOf<Why>(
        "Pairs and pushes", "Why do they collide?",
        "The plane that decides, with both shadows on it, and the best axis with both intervals.");
}

}  // namespace samples
