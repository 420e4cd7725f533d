#include "core/enum_names.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/planar/pose.hpp>
#include <sat3d/response/vehicle.hpp>

#include <glm/ext/vector_double2.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <cstddef>
#include <string_view>

namespace sat3d::SAT3D_ABI {

namespace {

/// The center of a wheel whose spring is free, if it stands at another one on Earth.
glm::vec3 freeCenter(const glm::vec3& standing, const glm::vec3& up, float hertz) {
    const float omega = 6.28318530717958647692f * hertz;
    return standing + up * (Dimension3::kEarthGravity.y / (omega * omega));
}

/// A turn by an angle about a unit axis, the same bits on every platform.
glm::quat turnAbout(const glm::vec3& axis, float angle) {
    const glm::dvec2 half = planarRotation(0.5 * static_cast<double>(angle));
    return {static_cast<float>(half.x), axis * static_cast<float>(half.y)};
}

}  // namespace

std::string_view toString(WheelCast cast) noexcept {
    return enumName<WheelCast::CylinderCast>(cast, {"RayCast", "SphereCast", "CylinderCast"});
}

VehicleEngine VehicleEngine::constant(float newtonMeters, float maxSpin) {
    constexpr float kRpmPerSpin = 9.54929658551372f;
    VehicleEngine engine;
    engine.maxRpm = kRpmPerSpin * maxSpin;
    engine.torque = {{0.0f, newtonMeters}};
    engine.idleRpm = engine.inertia = 0.0f;
    engine.upRpm = 2.0f * engine.maxRpm, engine.downRpm = 0.0f;
    return engine;
}

Vehicle Vehicle::car(ObjectId body, const std::array<glm::vec3, 4>& standing, float radius) {
    Vehicle car;
    car.body = body;
    car.wheels.resize(standing.size());
    for (std::size_t i = 0; i < standing.size(); ++i) {
        const bool isFront = i < 2;
        VehicleWheel& wheel = car.wheels[i];
        wheel.center = freeCenter(standing[i], car.up, wheel.hertz);
        wheel.radius = radius;
        wheel.width = 0.6f * radius;
        wheel.steers = isFront;
        wheel.driveShare = isFront ? 0.0f : 1.0f;
        wheel.handBrakeTorque = isFront ? 0.0f : wheel.brakeTorque;
    }
    car.axles = {{.left = 0, .right = 1}, {.left = 2, .right = 3}};
    return car;
}

Vehicle Vehicle::tank(ObjectId body, std::span<const glm::vec3> left, std::span<const glm::vec3> right,
                      float radius) {
    Vehicle tank;
    tank.body = body;
    for (const bool isLeft : {true, false}) {
        for (const glm::vec3& standing : isLeft ? left : right) {
            VehicleWheel wheel;
            wheel.hertz = 1.2f;
            wheel.center = freeCenter(standing, tank.up, wheel.hertz);
            wheel.radius = radius;
            wheel.travel = 0.45f;
            wheel.tire.across.friction = 0.6f;
            wheel.inertia = 20.0f;
            wheel.brakeTorque = 12000.0f;
            wheel.driveShare = 1.0f;
            wheel.track = isLeft ? 0 : 1;
            wheel.cast = WheelCast::RayCast;
            tank.wheels.push_back(wheel);
        }
    }
    tank.axles = {{.left = 0,
                   .right = static_cast<std::uint32_t>(left.size()),
                   .lockTorque = 150000.0f,
                   .steeringSpeed = 2.0f}};
    tank.maxSteering = 0.0f;
    return tank;
}

Pose wheelPose(const Vehicle& vehicle, std::uint32_t wheel, float compression, float steering, float roll) {
    SAT3D_ASSERT(wheel < vehicle.wheels.size(), "the vehicle has such a wheel");
    if (wheel >= vehicle.wheels.size()) {
        return {};
    }
    const glm::vec3 left = glm::cross(vehicle.up, vehicle.forward);
    return {vehicle.wheels[wheel].center + vehicle.up * compression,
            turnAbout(vehicle.up, -steering) * turnAbout(left, roll)};
}

}  // namespace sat3d::SAT3D_ABI
