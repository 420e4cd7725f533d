#include "scenes/scenes.hpp"

namespace samples {
namespace {

class RayFan final : public Scene {
public:
    RayFan() {
        Dice dice(3);
        for (int i = 0; i < 24; ++i) {
            const float at = static_cast<float>(i) / 24.0f, far = dice.roll(4.0f, 11.0f);
            const sat3d::Pose pose{{far * sine(at), 1.0f, far * sine(at + 0.25f)},
                                   turn({0, 1, 0}, dice.roll())};
            i % 3 == 0   ? addStatic(sat3d::Sphere{.radius = 0.9f}, pose)
            : i % 3 == 1 ? addStatic(sat3d::Box{.halfExtents = {0.8f, 1.0f, 0.5f}}, pose)
                         : addStatic(prism(5, 0.8f, 1.0f), pose);
        }
        view.distance = 26.0f, view.height = 0.7f;
    }
    void draw(sat3d::DebugGeometry& geometry) const override {
        for (int i = 0; i < kRays; ++i) {
            const sat3d::Ray ray = rayOf(i);
            const auto hit = raycast(world, ray);
            sat3d::draw(geometry, ray, hit ? std::optional(hit->hit) : std::nullopt, {.rayLength = 12.0f});
        }
    }

private:
    static constexpr int kRays = 90;
    [[nodiscard]] sat3d::Ray rayOf(int number) const {
        const float at = static_cast<float>(number) / kRays + 0.02f * seconds();
        return {{0.0f, 1.0f, 0.0f}, {sine(at), 0.0f, sine(at + 0.25f)}, 12.0f};
    }
    void afterStep() override {
        int hits = 0;
        for (int i = 0; i < kRays; ++i) {
            const auto hit = raycast(world, rayOf(i));
            hits += hit ? 1 : 0;
            note(hit ? hit->hit.entry.distance : 0.0f);
        }
        says = std::to_string(hits) + " of 90 rays hit";
    }
};

}  // namespace

Sample rayFan() {
    return sampleOf<RayFan>("Casts", "Rays",
                            "Ninety rays sweep the yard. Each ends at its first hit, with the normal.");
}

}  // namespace samples
