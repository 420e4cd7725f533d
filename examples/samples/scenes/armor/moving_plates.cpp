#include "scenes/scenes.hpp"

namespace samples {
namespace {

class MovingPlates final : public Scene {
public:
    MovingPlates() {
        for (int i = 0; i < 3; ++i) {
            plates_.push_back(addMoving(sat3d::Box{.halfExtents = {0.04f, 1.5f, 1.5f}},
                                        {{kFirst + 3.0f * static_cast<float>(i), 1.5f, 0.0f}}));
        }
        view.distance = 16.0f, view.target = {0.0f, 1.5f, 0.0f}, view.turns = 0.05f;
    }
    void draw(sat3d::DebugGeometry& geometry) const override {
        addLine(geometry, {-8.0f, 1.5f, 0.0f}, {8.0f, 1.5f, 0.0f}, sat3d::rgba(255, 240, 120));
        for (const glm::vec3& hole : holes_) {
            addLine(geometry, hole, hole + glm::vec3(0.0f, 0.8f, 0.0f), sat3d::rgba(255, 60, 40));
        }
    }

private:
    static constexpr float kFirst = -3.0f;
    void beforeStep() override {
        std::vector<sat3d::ObjectMotion> motions;
        for (std::size_t i = 0; i < plates_.size(); ++i) {
            const sat3d::Pose pose = world.find(plates_[i])->pose;
            const sat3d::RigidMotion turns{{}, {0.0f, (i % 2 == 0 ? 2.0f : -3.0f) * kStep, 0.0f}};
            motions.push_back({plates_[i], pose, turns});
            move(plates_[i], poseAtFraction(pose, turns, 1.0));
        }
        sat3d::ObjectMotions all;
        if (const auto error = all.set(world, motions)) {
            says = error->message;
            return;
        }
        std::array<sat3d::PiercedPlate, 8> buffer;
        holes_.clear();
        float steel = 0.0f;
        for (const sat3d::PiercedPlate& plate :
             shootThrough(world, all, {{-8, 1.5f, 0}, {1, 0, 0}, 28.0f}, buffer)) {
            holes_.push_back({-8.0f + plate.hit.hit.entry.distance, 1.5f, 0.0f});
            steel += plate.lengthInside;
        }
        note(steel);
        says = std::to_string(holes_.size()) + " plates, " + millimeters(steel) + " of steel";
    }

    std::vector<sat3d::ObjectId> plates_;
    std::vector<glm::vec3> holes_;
};

}  // namespace

Sample movingPlates() {
    return sampleOf<MovingPlates>("Shells and armor", "A fast shell, a turning plate",
                                  "At 1,700 m/s a shell flies 28 m in a step, and misses no plate: "
                                  "shootThrough takes the motion of both.");
}

}  // namespace samples
