#include "scenes/vehicles/driven_scene.hpp"

namespace samples {
namespace {

class Seesaw final : public DrivenScene {
public:
    Seesaw() {
        const sat3d::Box plank{.halfExtents = {1.5f, 0.1f, 5.0f}};
        const glm::vec3 middle(0.0f, 1.0f, 0.0f);
        addStatic(sat3d::Box{.halfExtents = {1.8f, 0.4f, 0.15f}}, {{0.0f, 0.4f, 0.0f}});
        const sat3d::ObjectId id = addBody(plank, {middle, turn({1, 0, 0}, -0.0286f)}, {}, 60.0f);
        (void)dynamics.addJoint(
            world, sat3d::Joint::hinge(world, sat3d::kWorldFrame, id, middle, {1.0f, 0.0f, 0.0f}));
        car_ = addCar({0.0f, 0.0f, -9.0f});
    }

private:
    void beforeStep() override { driveAt(car_, 2.5f); }

    sat3d::VehicleId car_;
};

}  // namespace

Sample seesaw() {
    return sampleOf<Seesaw>("Vehicles", "A seesaw",
                            "The plank on a hinge tips when the car has passed its middle.");
}

}  // namespace samples
