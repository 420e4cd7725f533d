#include "scenes/more/planar.hpp"

namespace samples {
namespace {

class FlatPyramid final : public PlanarScene {
public:
    FlatPyramid() {
        addFlat(box(12.0f, 0.5f), {{0.0f, -0.5f}}, false);
        for (int row = 0; row < 12; ++row) {
            for (int i = 0; i < 12 - row; ++i) {
                const float x = 1.02f * (static_cast<float>(i) - 0.5f * static_cast<float>(11 - row));
                addFlat(box(0.5f, 0.5f), {{x, 0.5f + static_cast<float>(row)}});
            }
        }
        addFlat(polygon(16, 1.0f), {{-11.0f, 6.0f}}, true, {.velocity = {45.0f, 3.0f}});
        view = {{0.0f, 5.0f, 0.0f}, 24.0f, 0.0f, 0.0f};
    }
};

}  // namespace

Sample flatPyramid() {
    return sampleOf<FlatPyramid>(
        "The plane", "A flat pyramid",
        "The same crates in two dimensions: a world of its own, with bodies, rays and events.");
}

}  // namespace samples
