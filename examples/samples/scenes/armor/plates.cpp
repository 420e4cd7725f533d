#include "scenes/scenes.hpp"

namespace samples {
namespace {

class Plates final : public Scene {
public:
    Plates() {
        std::vector<sat3d::CompoundChild> plates;
        for (int i = 0; i < 5; ++i) {
            const float thick = 0.05f * static_cast<float>(i + 1);
            plates.push_back({.shape = sat3d::Box{.halfExtents = {thick, 1.0f, 1.5f}},
                              .pose = {{1.2f * static_cast<float>(i - 2), 0.0f, 0.0f}}});
        }
        target_ = addMoving(sat3d::Compound::fromChildren(plates).value(), {{0.0f, 1.2f, 0.0f}}, "target");
        view.distance = 14.0f, view.turns = 0.0f, view.height = 0.6f;
    }
    void draw(sat3d::DebugGeometry& geometry) const override {
        addLine(geometry, kShell.origin, kShell.origin + kShell.direction * kShell.length,
                sat3d::rgba(255, 240, 120));
        for (std::size_t i = 0; i < count_; ++i) {
            sat3d::draw(geometry, kShell, hits_[i].hit, {.normalLength = 0.4f});
        }
    }

private:
    static constexpr sat3d::Ray kShell{{-8.0f, 1.2f, 0.0f}, {1.0f, 0.0f, 0.0f}, 16.0f};
    void beforeStep() override {
        move(target_, {{0.0f, 1.2f, 0.0f}, turn({0, 1, 0}, 0.04f * seconds())});
        count_ = raycastAll(world, kShell, hits_).size();
        float steel = 0.0f;
        for (std::size_t i = 0; i < count_; ++i) {
            steel += hits_[i].hit.exit.distance - hits_[i].hit.entry.distance;
        }
        note(steel);
        says = std::to_string(count_) + " plates, " + millimeters(steel) + " of steel";
    }

    sat3d::ObjectId target_;
    std::array<sat3d::WorldRayHit, 8> hits_;
    std::size_t count_ = 0;
};

}  // namespace

Sample plates() {
    return sampleOf<Plates>(
        "Shells and armor", "Through all plates",
        "A shell passes every plate of a target that turns: entry, exit and thickness of each.");
}

}  // namespace samples
