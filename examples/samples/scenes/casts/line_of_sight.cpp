#include "scenes/scenes.hpp"

namespace samples {
namespace {

class LineOfSight final : public Scene {
public:
    LineOfSight() {
        addGround();
        for (int i = 0; i < 12; ++i) {
            const float at = static_cast<float>(i) / 12.0f;
            addStatic(sat3d::Box{.halfExtents = {0.9f, 1.5f, 0.3f}},
                      {{5.0f * sine(at), 1.5f, 5.0f * sine(at + 0.25f)}, turn({0, 1, 0}, 0.3f + 2.0f * at)});
        }
        view.distance = 30.0f, view.height = 0.75f;
    }
    void draw(sat3d::DebugGeometry& geometry) const override {
        for (int i = 0; i < kGuards; ++i) {
            const bool sees = isVisible(world, guard(i), thief());
            addLine(geometry, guard(i), thief(), sees ? sat3d::rgba(255, 80, 60) : sat3d::rgba(90, 120, 90));
        }
        sat3d::draw(geometry, sat3d::Sphere{.radius = 0.4f}, sat3d::Pose{thief()},
                    {.show = sat3d::DebugLayer::Edges});
    }

private:
    static constexpr int kGuards = 16;
    static glm::vec3 guard(int number) {
        const float at = static_cast<float>(number) / kGuards;
        return {9.0f * sine(at), 1.2f, 9.0f * sine(at + 0.25f)};
    }
    [[nodiscard]] glm::vec3 thief() const {
        return {2.5f * sine(0.06f * seconds()), 1.2f, 2.5f * sine(0.11f * seconds() + 0.2f)};
    }
    void afterStep() override {
        int seeing = 0;
        for (int i = 0; i < kGuards; ++i) {
            seeing += isVisible(world, guard(i), thief()) ? 1 : 0;
        }
        note(static_cast<float>(seeing));
        says = std::to_string(seeing) + " of 16 guards see the thief";
    }
};

}  // namespace

Sample lineOfSight() {
    return sampleOf<LineOfSight>("Casts", "Line of sight",
                                 "Guards look for a thief between walls: red lines see him.");
}

}  // namespace samples
