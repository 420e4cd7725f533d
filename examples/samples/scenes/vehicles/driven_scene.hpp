#pragma once

#include "scenes/scenes.hpp"

namespace samples {

/// A scene with a ground, in which a vehicle drives along z, and which follows it.
class DrivenScene : public Scene {
public:
    DrivenScene() {
        addGround();
        view.distance = 16.0f, view.turns = 0.17f, view.height = 0.3f;
    }

protected:
    sat3d::ObjectId follow(sat3d::ObjectId id) { return driven_ = id; }
    /// Adds a car of 1.4 t that stands on a place.
    sat3d::VehicleId addCar(const glm::vec3& place) {
        follow(addBody(sat3d::Box{.halfExtents = {0.8f, 0.3f, 2.0f}}, {place + glm::vec3(0.0f, 0.75f, 0.0f)},
                       {}, 365.0f));
        sat3d::Vehicle car = sat3d::Vehicle::car(driven_,
                                                 {glm::vec3(0.75f, -0.4f, 1.3f),
                                                  {-0.75f, -0.4f, 1.3f},
                                                  {0.75f, -0.4f, -1.3f},
                                                  {-0.75f, -0.4f, -1.3f}},
                                                 0.35f);
        car.engine = sat3d::VehicleEngine::constant(2500.0f, 60.0f);
        car.axles[1].lockTorque = 500.0f;
        for (sat3d::VehicleWheel& wheel : car.wheels) {
            wheel.cast = sat3d::WheelCast::CylinderCast;
        }
        return dynamics.addVehicle(world, car).value();
    }
    /// Drives at about a speed, in m/s.
    void driveAt(sat3d::VehicleId id, float speed, float steering = 0.0f) {
        const float now = dynamics.vehicleState(id)->speed;
        dynamics.setVehicleInput(id,
                                 {.throttle = std::clamp(speed - now, -1.0f, 1.0f), .steering = steering});
        says = number(now) + " m/s";
    }
    [[nodiscard]] sat3d::ObjectId driven() const { return driven_; }

private:
    void afterStep() override { view.target = world.find(driven_)->pose.position; }

    sat3d::ObjectId driven_;
};

}  // namespace samples
