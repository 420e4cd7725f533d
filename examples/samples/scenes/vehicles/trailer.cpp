#include "scenes/vehicles/driven_scene.hpp"

namespace samples {
namespace {

class Trailer final : public DrivenScene {
public:
    Trailer() {
        car_ = addCar({0.0f, 0.0f, -12.0f});
        const sat3d::ObjectId body =
            addBody(sat3d::Box{.halfExtents = {0.9f, 0.4f, 1.6f}}, {{0.0f, 0.85f, -16.6f}}, {}, 150.0f);
        sat3d::Vehicle trailer = sat3d::Vehicle::car(
            body,
            {glm::vec3(0.8f, -0.5f, 0.1f), {-0.8f, -0.5f, 0.1f}, {0.8f, -0.5f, -0.7f}, {-0.8f, -0.5f, -0.7f}},
            0.35f);
        for (sat3d::VehicleWheel& wheel : trailer.wheels) {
            wheel.steers = false;
            wheel.driveShare = wheel.handBrakeTorque = 0.0f;
        }
        (void)dynamics.addVehicle(world, trailer);
        sat3d::Joint hitch =
            sat3d::Joint::ball(world, driven(), body, {0.0f, 0.6f, -14.4f}, {0.0f, 0.0f, -1.0f});
        hitch.turns.swing = sat3d::JointAxis::range(0.0f, 1.4f);
        hitch.collides = true;
        (void)dynamics.addJoint(world, hitch);
    }

private:
    void beforeStep() override {
        const bool isForward = steps < 360;
        driveAt(car_, isForward ? 5.0f : -2.0f, isForward ? 0.5f * sine(0.25f * seconds()) : 0.15f);
    }

    sat3d::VehicleId car_;
};

}  // namespace

Sample trailer() {
    return sampleOf<Trailer>("Vehicles", "A trailer",
                             "It follows the car through bends, and jackknifes when the car drives back.");
}

}  // namespace samples
