#include "scenes/terrain/hills.hpp"

#include <utility>

namespace samples {
namespace {

class Crater final : public Scene {
public:
    Crater() : ground_(hills(0.4f)) {
        object_ = addStatic(ground_, levelPose(ground_, sat3d::UpAxis::Y, {0, 0, 0}));
        for (int i = 0; i < 36; ++i) {
            addBody(sat3d::Box{.halfExtents = {0.4f, 0.4f, 0.4f}},
                    {{2.0f * static_cast<float>(i % 6 - 3) + 1.0f, 1.5f,
                      2.0f * static_cast<float>(i / 6 - 3) + 1.0f}});
        }
        view.distance = 26.0f, view.height = 0.5f;
    }

private:
    void beforeStep() override {
        if (steps % 90 != 60) {
            return;
        }
        // A shell digs: the heights of 5 x 5 points sink.
        const std::uint32_t column = dice_.roll() < 0.5f ? 10 : 17, row = dice_.roll() < 0.5f ? 10 : 17;
        std::vector<float> deeper;
        for (std::uint32_t y = 0; y < 5; ++y) {
            for (std::uint32_t x = 0; x < 5; ++x) {
                const float far =
                    std::abs(static_cast<float>(x) - 2.0f) + std::abs(static_cast<float>(y) - 2.0f);
                const std::size_t at = (row + y) * std::size_t{33} + column + x;
                deeper.push_back(ground_.heights()[at] - std::max(0.0f, 0.8f - 0.25f * far));
            }
        }
        ground_ = ground_.withHeights({column, row, 5, 5}, deeper).value();
        if (const auto error = world.setShape(object_, ground_)) {
            says = error->message;
        }
        ++craters_;
        says = std::to_string(craters_) + " craters";
    }

    sat3d::HeightField ground_;
    sat3d::ObjectId object_;
    Dice dice_{5};
    int craters_ = 0;
};

}  // namespace

Sample crater() {
    return sampleOf<Crater>("Meshes and terrain", "Craters",
                            "Shells change the heights of the ground under sleeping crates.");
}

}  // namespace samples
