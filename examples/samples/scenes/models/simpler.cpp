#include "scenes/scenes.hpp"

namespace samples {
namespace {

class Simpler final : public Scene {
public:
    Simpler() {
        addGround();
        Dice dice(9);
        std::vector<glm::vec3> points;
        for (int i = 0; i < 128; ++i) {
            const float z = dice.roll(-1, 1), y = dice.roll(-1, 1), x = dice.roll(-1, 1);
            points.push_back(glm::vec3(1.2f, 0.8f, 1.0f) * glm::normalize(glm::vec3(x, y, z)));
        }
        const auto stone = sat3d::ConvexHull::fromPoints(points).value();
        addBody(stone, {{-3.5f, 2.0f, 0.0f}});
        says = "surface moved out by";
        for (const std::uint32_t most : {32u, 12u}) {
            const auto simpler = simplify(stone, most).value();
            addBody(simpler.hull, {{most == 32u ? 0.0f : 3.5f, 2.0f, 0.0f}});
            says += " " + millimeters(static_cast<float>(simpler.maxExpansion));
        }
        view.distance = 12.0f;
    }
};

}  // namespace

Sample simpler() {
    return sampleOf<Simpler>(
        "Models", "Fewer vertices",
        "The same body with 128, 32 and 12 vertices: a simpler hull contains the one it stands for.");
}

}  // namespace samples
