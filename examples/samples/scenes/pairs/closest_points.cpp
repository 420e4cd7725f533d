#include "scenes/scenes.hpp"

namespace samples {
namespace {

class ClosestPoints final : public Scene {
public:
    ClosestPoints() {
        capsule_ = addMoving(pill_, {{0.0f, 1.5f, 0.0f}});
        hull_ = addMoving(gem_, {{2.5f, 1.5f, 0.0f}});
        view.distance = 8.0f;
    }
    void draw(sat3d::DebugGeometry& geometry) const override {
        addLine(geometry, answer_.pointA, answer_.pointB, sat3d::rgba(255, 255, 120));
    }

private:
    void beforeStep() override {
        move(capsule_, {{0.0f, 1.5f, 0.0f}, turn({0, 0, 1}, 0.1f * seconds())});
        move(hull_,
             {{2.5f, 1.5f + 0.8f * sine(0.13f * seconds()), 0.0f}, turn({0, 1, 0}, 0.05f * seconds())});
        answer_ = distance(pill_, world.find(capsule_)->pose, gem_, world.find(hull_)->pose);
        note(answer_.separation);
        says = "distance " + millimeters(answer_.separation);
    }

    sat3d::Capsule pill_{.start = {-1.0f, 0.0f, 0.0f}, .end = {1.0f, 0.0f, 0.0f}, .radius = 0.3f};
    sat3d::ConvexHull gem_ = prism(5, 1.0f, 0.6f);
    sat3d::ObjectId capsule_, hull_;
    sat3d::Distance answer_;
};

}  // namespace

Sample closestPoints() {
    return sampleOf<ClosestPoints>("Pairs and pushes", "Closest points",
                                   "The line joins the two points that are nearest to each other.");
}

}  // namespace samples
