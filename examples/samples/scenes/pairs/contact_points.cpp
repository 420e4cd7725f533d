#include "scenes/scenes.hpp"

namespace samples {
namespace {

class ContactPoints final : public Scene {
public:
    ContactPoints() {
        addStatic(plate_, {});
        hull_ = addMoving(drum_, {{0.0f, 0.7f, 0.0f}});
        view.distance = 6.0f, view.target = {0.0f, 0.4f, 0.0f};
    }
    void draw(sat3d::DebugGeometry& geometry) const override {
        if (contact_) {
            sat3d::draw(geometry, *contact_);
        }
    }

private:
    void beforeStep() override {
        const float tilt = 0.02f * sine(0.08f * seconds());
        const float lowest = 0.7f * sine(tilt + 0.25f) + 0.8f * std::abs(sine(tilt));  // below the center
        const glm::quat tilted = turn({0, 0, 1}, tilt) * turn({0, 1, 0}, 0.03f * seconds());
        move(hull_, {{0.0f, 0.09f + lowest, 0.0f}, tilted});
        contact_ = collide(plate_, sat3d::Pose{}, drum_, world.find(hull_)->pose);
        note(contact_ ? contact_->penetration.depth : 0.0f);
        says = contact_ ? std::to_string(contact_->pointCount) + " points, deepest " +
                              millimeters(contact_->penetration.depth)
                        : "apart";
    }

    sat3d::Box plate_{.halfExtents = {1.5f, 0.1f, 1.5f}};
    sat3d::ConvexHull drum_ = prism(8, 0.8f, 0.7f);
    sat3d::ObjectId hull_;
    std::optional<sat3d::Manifold> contact_;
};

}  // namespace

Sample contactPoints() {
    return sampleOf<ContactPoints>(
        "Pairs and pushes", "Contact points",
        "A drum tips over its edge: the four points of a face become two, or one.");
}

}  // namespace samples
