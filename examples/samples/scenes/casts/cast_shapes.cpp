#include "scenes/scenes.hpp"

namespace samples {
namespace {

class CastShapes final : public Scene {
public:
    CastShapes() {
        for (int i = 0; i < 9; ++i) {
            const float x = 2.0f * static_cast<float>(i - 4);
            addStatic(prism(3 + i, 0.7f, 0.5f), {{x, 0.5f + 0.2f * static_cast<float>(i % 3), 0.0f}});
        }
        view.distance = 20.0f;
    }
    void draw(sat3d::DebugGeometry& geometry) const override {
        for (const Cast& cast : casts_) {
            if (cast.hit) {
                sat3d::draw(geometry, cast.shape, cast.pose, sat3d::RigidMotion{kDown}, cast.hit->sweep);
            }
        }
    }

private:
    static constexpr glm::vec3 kDown{0.0f, -5.0f, 0.0f};
    struct Cast {
        sat3d::ConvexShape shape;
        sat3d::Pose pose;
        std::optional<sat3d::WorldSweep> hit;
    };
    void afterStep() override {
        casts_.clear();
        for (int i = 0; i < 4; ++i) {
            const sat3d::ConvexShape shape =
                i % 2 == 0 ? sat3d::ConvexShape(sat3d::Box{.halfExtents = {0.4f, 0.3f, 0.5f}})
                           : sat3d::ConvexShape(sat3d::Capsule{{-0.4f, 0, 0}, {0.4f, 0, 0}, 0.25f});
            const float x = 7.0f * sine(0.05f * seconds() + 0.21f * static_cast<float>(i));
            const sat3d::Pose pose{{x, 4.5f, 0.0f},
                                   turn({0, 0, 1}, 0.1f * static_cast<float>(i) + 0.02f * seconds())};
            casts_.push_back({shape, pose, sweep(world, shape, pose, kDown)});
            note(casts_.back().hit ? casts_.back().hit->sweep.fraction : 1.0f);
        }
    }

    std::vector<Cast> casts_;
};

}  // namespace

Sample castShapes() {
    return sampleOf<CastShapes>("Casts", "Shapes that are cast",
                                "Boxes and capsules fall in thought: where would they land, and on what?");
}

}  // namespace samples
