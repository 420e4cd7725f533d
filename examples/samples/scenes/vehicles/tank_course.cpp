#include "scenes/vehicles/driven_scene.hpp"

namespace samples {
namespace {

class TankCourse final : public DrivenScene {
public:
    TankCourse() {
        for (const float z : {-7.0f, 13.0f}) {
            std::vector<glm::vec3> ramp;
            for (const float x : {-2.5f, 2.5f}) {
                ramp.insert(ramp.end(),
                            {{x, 0, z - 4}, {x, 1.3f, z - 0.5f}, {x, 1.3f, z + 0.5f}, {x, 0, z + 4}});
            }
            addStatic(sat3d::ConvexHull::fromPoints(ramp).value());
        }
        Dice dice(3);
        for (int i = 0; i < 90; ++i) {  // rubble
            const sat3d::Box stone{.halfExtents = {dice.roll(0.1f, 0.3f), dice.roll(0.1f, 0.2f), 0.15f}};
            const float height = 0.3f + 0.02f * static_cast<float>(i);
            addBody(stone, {{dice.roll(-2.5f, 2.5f), height, dice.roll(0.0f, 7.0f)}, dice.turnAnyway()}, {},
                    2300.0f);
        }
        const sat3d::ObjectId hull = follow(
            addBody(sat3d::Box{.halfExtents = {1.6f, 0.5f, 3.2f}}, {{0.0f, 1.1f, -16.0f}}, {}, 2000.0f));
        std::vector<glm::vec3> left, right;
        for (int i = 0; i < 7; ++i) {
            const float z = 2.4f - 0.8f * static_cast<float>(i);
            left.emplace_back(1.3f, -0.75f, z), right.emplace_back(-1.3f, -0.75f, z);
        }
        sat3d::Vehicle tank = sat3d::Vehicle::tank(hull, left, right, 0.35f);
        tank.engine = sat3d::VehicleEngine::constant(70000.0f, 40.0f);
        tank_ = dynamics.addVehicle(world, tank).value();
    }

private:
    void beforeStep() override { driveAt(tank_, steps < 480 ? 5.0f : 0.0f, steps < 480 ? 0.0f : 1.0f); }

    sat3d::VehicleId tank_;
};

}  // namespace

Sample tankCourse() {
    return sampleOf<TankCourse>(
        "Vehicles", "A tank on its course",
        "Fourteen road wheels follow ramps and rubble; at the end it turns on the spot.");
}

}  // namespace samples
