/// Times steps of a battle: 20 tanks of 14 road wheels and 40 cars that drive on hills. Once with rays and
/// spheres as wheels, once with cylinders. Counts the wheels that touch the ground.

#include "harness/ratio_reporter.hpp"

#include <sat3d/response/dynamics.hpp>
#include <sat3d/response/vehicle.hpp>
#include <sat3d/shapes/box.hpp>
#include <sat3d/shapes/height_field.hpp>
#include <sat3d/world/world.hpp>

#include <benchmark/benchmark.h>
#include <glm/gtc/quaternion.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

namespace {

using namespace sat3d;

constexpr float kStep = 1.0f / 60.0f;

struct Battle {
    World world;
    Dynamics dynamics{{.sleepSpeed = 0.0f}};
    std::vector<VehicleId> vehicles;

    /// @param asCylinders  whether all wheels are cylinders: otherwise rays of tanks and spheres of cars
    explicit Battle(bool asCylinders) : asCylinders_(asCylinders) {
        addHills();
        for (int i = 0; i < 20; ++i) {
            addTank({-80.0f + 12.0f * static_cast<float>(i), 1.7f, -60.0f});
        }
        for (int i = 0; i < 40; ++i) {
            addCar({-80.0f + 8.0f * static_cast<float>(i % 20), 1.1f, i < 20 ? -30.0f : -10.0f});
        }
    }

    /// Each vehicle weaves at a phase of its own.
    void step(int number) {
        for (std::size_t i = 0; i < vehicles.size(); ++i) {
            const float phase = 0.01f * static_cast<float>(number) + static_cast<float>(i);
            dynamics.setVehicleInput(vehicles[i], {.throttle = 0.4f, .steering = 0.4f * std::sin(phase)});
        }
        dynamics.step(world, kStep);
    }

private:
    void addHills() {
        constexpr int kSize = 256;
        std::vector<float> heights;
        for (int i = 0; i < kSize * kSize; ++i) {
            const auto x = static_cast<float>(i % kSize), y = static_cast<float>(i / kSize);
            heights.push_back(0.8f * std::sin(x * 0.11f) * std::cos(y * 0.13f) +
                              0.05f * std::sin(x * 1.7f + y * 2.3f));
        }
        const Shape hills = HeightField::fromHeights(heights, kSize, kSize, glm::vec2(2.0f)).value();
        const glm::quat upright = glm::angleAxis(-1.5707963f, glm::vec3(1.0f, 0.0f, 0.0f));
        (void)world.add(
            {.shape = hills, .pose = {{-256.0f, -1.0f, 256.0f}, upright}, .kind = ObjectKind::Static});
    }
    ObjectId addBody(const Box& box, const glm::vec3& place, float mass) {
        const ObjectId id = world.add({.shape = box, .pose = {place}}).value();
        dynamics.setBody(world, id, {.mass = massOfShape(box, mass).value()});
        return id;
    }
    void add(Vehicle vehicle) {
        for (VehicleWheel& wheel : vehicle.wheels) {
            wheel.cast = asCylinders_ ? WheelCast::CylinderCast : wheel.cast;
        }
        vehicles.push_back(dynamics.addVehicle(world, vehicle).value());
    }
    void addTank(const glm::vec3& place) {
        std::vector<glm::vec3> left, right;
        for (int i = 0; i < 7; ++i) {
            left.emplace_back(1.4f, -0.85f, 2.4f - 0.8f * static_cast<float>(i));
            right.emplace_back(-1.4f, -0.85f, 2.4f - 0.8f * static_cast<float>(i));
        }
        Vehicle tank =
            Vehicle::tank(addBody({.halfExtents = {1.2f, 0.5f, 3.4f}}, place, 50000.0f), left, right, 0.35f);
        tank.engine = VehicleEngine::constant(80000.0f, 40.0f);
        add(tank);
    }
    void addCar(const glm::vec3& place) {
        const std::array<glm::vec3, 4> centers{
            {{0.8f, -0.25f, 1.4f}, {-0.8f, -0.25f, 1.4f}, {0.8f, -0.25f, -1.4f}, {-0.8f, -0.25f, -1.4f}}};
        Vehicle car =
            Vehicle::car(addBody({.halfExtents = {0.7f, 0.25f, 1.9f}}, place, 1600.0f), centers, 0.35f);
        car.engine = VehicleEngine::constant(2000.0f, 60.0f);
        add(car);
    }

    bool asCylinders_;
};

void timeSteps(benchmark::State& state, bool asCylinders) {
    Battle battle(asCylinders);
    int number = 0;
    for (; number < 60; ++number) {
        battle.step(number);
    }
    for (auto _ : state) {
        battle.step(number++);
    }
    std::size_t touching = 0;
    for (const VehicleId id : battle.vehicles) {
        for (const WheelState& wheel : battle.dynamics.vehicleState(id)->wheels) {
            touching += wheel.touches ? 1 : 0;
        }
    }
    state.counters["wheels_on_ground"] = static_cast<double>(touching);
}

}  // namespace

int main(int argc, char** argv) {
    for (const bool asCylinders : {false, true}) {
        benchmark::RegisterBenchmark(asCylinders ? "battle_on_cylinders/sat3d" : "battle/sat3d", &timeSteps,
                                     asCylinders)
            ->Unit(benchmark::kMillisecond)
            ->Iterations(600);
    }
    return sat3d::benchmarks::runRegistered(argc, argv);
}
