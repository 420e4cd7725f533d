#include "baked_tank.hpp"
#include "scenes/scenes.hpp"

namespace samples {
namespace {

class TankInParts final : public Scene {
public:
    TankInParts() {
        addGround();
        const auto model = sat3d::loadBaked(std::as_bytes(std::span(kBakedTank))).value();
        for (int i = 0; i < 6; ++i) {
            const sat3d::Pose pose{{0.0f, 1.0f + 3.5f * static_cast<float>(i), 0.0f},
                                   turn({0, 1, 0}, 0.08f * static_cast<float>(i))};
            for (const sat3d::CollisionBody& part : model.bodies) {
                // The shapes lie where the artist put them.
                addBody(std::visit([](const auto& shape) { return sat3d::Shape(shape); }, part.shape), pose);
            }
        }
        view.target.y = 3.0f, view.distance = 26.0f;
    }

private:
    void afterStep() override { says = std::to_string(dynamics.awakeCount()) + " of 30 parts awake"; }
};

}  // namespace

Sample tankInParts() {
    return sampleOf<TankInParts>("Models", "A tank in parts",
                                 "Each part of six baked tanks is a body of its own: they fall apart.");
}

}  // namespace samples
