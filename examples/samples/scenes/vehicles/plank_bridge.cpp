#include "scenes/vehicles/driven_scene.hpp"

namespace samples {
namespace {

class PlankBridge final : public DrivenScene {
public:
    PlankBridge() {
        constexpr int kPlanks = 20;
        constexpr float kPitch = 0.7f, kEnd = 0.5f * kPitch * static_cast<float>(kPlanks), kHeight = 3.0f;
        for (const float side : {-1.0f, 1.0f}) {
            addStatic(sat3d::Box{.halfExtents = {2.0f, 0.5f * kHeight, 5.0f}},
                      {{0.0f, 0.5f * kHeight, side * (kEnd + 5.0f)}});
        }
        const sat3d::Box plank{.halfExtents = {1.6f, 0.08f, 0.33f}};
        sat3d::ObjectId before = sat3d::kWorldFrame;
        for (int i = 0; i <= kPlanks; ++i) {
            const float z = -kEnd + kPitch * static_cast<float>(i), y = kHeight - 0.08f;
            const bool isEnd = i == kPlanks;
            const sat3d::ObjectId next =
                isEnd ? sat3d::kWorldFrame : addBody(plank, {{0.0f, y, z + 0.5f * kPitch}});
            const glm::vec3 seam(0.0f, y, z), axis(1.0f, 0.0f, 0.0f);
            (void)dynamics.addJoint(world, isEnd ? sat3d::Joint::hinge(world, next, before, seam, axis)
                                                 : sat3d::Joint::hinge(world, before, next, seam, axis));
            before = next;
        }
        car_ = addCar({0.0f, kHeight, -kEnd - 4.0f});
    }

private:
    void beforeStep() override { driveAt(car_, steps > 60 ? 4.0f : 0.0f); }

    sat3d::VehicleId car_;
};

}  // namespace

Sample plankBridge() {
    return sampleOf<PlankBridge>("Vehicles", "A bridge of planks",
                                 "Twenty planks on hinges carry a car, and sag where it is.");
}

}  // namespace samples
