// A car that drives a bend and parks, and a tank that turns on the spot.

#include <sat3d/sat3d.hpp>

#include <array>
#include <cstdio>
#include <vector>

int main() {
    sat3d::World world;
    sat3d::Dynamics dynamics;
    (void)world.add({.shape = sat3d::HalfSpace{{0.0f, 1.0f, 0.0f}, 0.0f}, .kind = sat3d::ObjectKind::Static});
    const auto addBox = [&](const sat3d::Box& box, const glm::vec3& place, float mass) {
        const auto id = world.add({.shape = box, .pose = {place}});
        dynamics.setBody(world, *id, {.mass = *sat3d::massOfShape(box, mass)});
        return *id;
    };
    const auto drive = [&](sat3d::VehicleId id, const sat3d::VehicleInput& input, float seconds) {
        dynamics.setVehicleInput(id, input);
        for (float time = 0.0f; time < seconds; time += 1.0f / 60.0f) {
            dynamics.step(world, 1.0f / 60.0f);
        }
    };

    // [car]
    const sat3d::ObjectId body = addBox({.halfExtents = {0.8f, 0.3f, 2.0f}}, {0.0f, 0.6f, 0.0f}, 1400.0f);
    const std::array<glm::vec3, 4> centers{
        {{0.75f, -0.25f, 1.3f}, {-0.75f, -0.25f, 1.3f}, {0.75f, -0.25f, -1.3f}, {-0.75f, -0.25f, -1.3f}}};
    sat3d::Vehicle car = sat3d::Vehicle::car(body, centers, 0.35f);
    car.engine.torque = {{1000.0f, 130.0f}, {4000.0f, 210.0f}, {6000.0f, 170.0f}};  // rpm, newton meters
    car.engine.gears = {13.0f, 8.0f, 5.3f, 4.0f, 3.2f};
    car.engine.reverseGear = 13.0f;
    car.axles[0].antiRoll = 15000.0f;  // newtons for each meter
    car.axles[1].lockTorque = 200.0f;  // a limited-slip differential
    const auto id = dynamics.addVehicle(world, car);
    if (!id) {
        std::printf("%s\n", id.error().message.c_str());
        return 1;
    }
    drive(*id, {.throttle = 1.0f}, 5.0f);
    // [car]

    // [state]
    const sat3d::VehicleState& state = *dynamics.vehicleState(*id);
    std::printf("%.0f m/s in gear %d at %.0f rpm\n", static_cast<double>(state.speed), state.gear,
                static_cast<double>(state.rpm));
    for (std::uint32_t i = 0; i < state.wheels.size(); ++i) {
        const sat3d::WheelState& wheel = state.wheels[i];
        const sat3d::Pose drawn =
            world.find(body)->pose * sat3d::wheelPose(car, i, wheel.compression, wheel.steering, wheel.roll);
        std::printf("wheel %u at height %.2f carries %.0f N\n", i, static_cast<double>(drawn.position.y),
                    static_cast<double>(wheel.load));
    }
    // [state]

    drive(*id, {.throttle = 0.2f, .steering = 0.2f}, 2.0f);
    drive(*id, {.brake = 1.0f, .handBrake = 1.0f}, 8.0f);
    std::printf("parked, and %s\n", dynamics.isAsleep(body) ? "asleep" : "awake");

    // [tank]
    const sat3d::ObjectId hull = addBox({.halfExtents = {1.2f, 0.5f, 3.4f}}, {20.0f, 1.2f, 0.0f}, 50000.0f);
    std::vector<glm::vec3> left, right;
    for (int i = 0; i < 7; ++i) {
        left.emplace_back(1.4f, -0.85f, 2.4f - 0.8f * static_cast<float>(i));
        right.emplace_back(-1.4f, -0.85f, 2.4f - 0.8f * static_cast<float>(i));
    }
    sat3d::Vehicle tank = sat3d::Vehicle::tank(hull, left, right, 0.35f);
    tank.engine = sat3d::VehicleEngine::constant(80000.0f, 55.0f);  // 19 m/s
    const auto tankId = dynamics.addVehicle(world, tank);
    drive(*tankId, {.steering = 1.0f}, 4.0f);  // it does not drive, so it turns on the spot
    // [tank]
    const glm::vec3 moved = world.find(hull)->pose.position - glm::vec3(20.0f, 1.2f, 0.0f);
    std::printf("the tank turns at %.1f rad/s, %.2f m from where it stood\n",
                static_cast<double>(dynamics.find(hull)->angularVelocity.y),
                static_cast<double>(glm::length(moved)));
}
