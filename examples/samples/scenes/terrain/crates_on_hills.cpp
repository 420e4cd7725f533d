#include "scenes/terrain/hills.hpp"

namespace samples {
namespace {

class CratesOnHills final : public Scene {
public:
    CratesOnHills() {
        const sat3d::HeightField ground = hills(1.6f);
        addStatic(ground, levelPose(ground, sat3d::UpAxis::Y, {0, 0, 0}));
        Dice dice(11);
        for (int i = 0; i < 60; ++i) {
            const sat3d::Pose pose{
                {dice.roll(-12.0f, 12.0f), dice.roll(4.0f, 9.0f), dice.roll(-12.0f, 12.0f)},
                dice.turnAnyway()};
            i % 3 == 0
                ? addBody(sat3d::Sphere{.radius = 0.5f}, pose, {.material = {.rollingResistance = 0.02f}})
            : i % 3 == 1 ? addBody(sat3d::Box{.halfExtents = {0.5f, 0.5f, 0.5f}}, pose)
                         : addBody(prism(6, 0.5f, 0.6f), pose);
        }
        view.distance = 32.0f;
    }

private:
    void afterStep() override { says = std::to_string(dynamics.awakeCount()) + " of 60 awake"; }
};

}  // namespace

Sample cratesOnHills() {
    return sampleOf<CratesOnHills>("Meshes and terrain", "Crates on hills",
                                   "Sixty bodies fall on a height field, roll, and fall asleep.");
}

}  // namespace samples
