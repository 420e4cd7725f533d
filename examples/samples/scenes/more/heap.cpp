#include "scenes/scenes.hpp"

namespace samples {
namespace {

class Heap final : public Scene {
public:
    Heap() {
        addGround();
        for (const float side : {-1.0f, 1.0f}) {
            addStatic(sat3d::Box{.halfExtents = {0.3f, 3.0f, 6.0f}}, {{6.0f * side, 3.0f, 0.0f}});
            addStatic(sat3d::Box{.halfExtents = {6.0f, 3.0f, 0.3f}}, {{0.0f, 3.0f, 6.0f * side}});
        }
        for (int i = 0; i < 1000; ++i) {
            const sat3d::Pose pose{{1.1f * static_cast<float>(i % 10 - 5) + 0.5f,
                                    1.0f + static_cast<float>(i / 100),
                                    1.1f * static_cast<float>(i / 10 % 10 - 5) + 0.5f}};
            i % 2 == 0 ? addBody(sat3d::Box{.halfExtents = {0.4f, 0.3f, 0.35f}}, pose)
                       : addBody(sat3d::Sphere{.radius = 0.35f}, pose);
        }
        view.target.y = 2.0f, view.distance = 26.0f, view.height = 0.6f;
    }
};

}  // namespace

Sample heap() {
    return sampleOf<Heap>(
        "Worlds", "Threads",
        "A thousand bodies fall into a heap. The panel sets the threads: the hash stays the same.");
}

}  // namespace samples
