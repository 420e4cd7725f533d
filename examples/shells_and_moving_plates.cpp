// A shell at 1,700 m/s, 60 frames per second: it flies 28 m per frame, and misses no plate of 5 cm that
// drives and turns.

#include <sat3d/sat3d.hpp>

#include <glm/geometric.hpp>

#include <array>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <vector>

namespace {

constexpr float kSeconds = 1.0f / 60.0f;
constexpr std::uint32_t kSteel = 7;  // the tag of the plates' faces

struct Target {
    sat3d::ObjectId object;
    sat3d::Pose pose;
    glm::vec3 velocity, angularVelocity;
};

/// Moves all targets by one step, and tells how: for queries about the step.
std::vector<sat3d::ObjectMotion> drive(std::vector<Target>& targets) {
    std::vector<sat3d::ObjectMotion> motions;
    for (Target& target : targets) {
        const sat3d::RigidMotion motion{target.velocity * kSeconds, target.angularVelocity * kSeconds};
        motions.push_back({target.object, target.pose, motion});
        target.pose = sat3d::poseAtFraction(target.pose, motion, 1.0);
    }
    return motions;
}

sat3d::ConvexHull plateOf(float thickness) {
    const sat3d::ConvexHull plate = *sat3d::ConvexHull::box({0.5f * thickness, 1.5f, 2.0f});
    return plate.withFaceTags(std::vector<std::uint32_t>(plate.faces().size(), kSteel));
}

}  // namespace

int main() {
    sat3d::World world;
    const auto addPlate = [&](const char* name, float x, float thickness) {
        return world.add({.shape = plateOf(thickness), .pose = {{x, 0.0f, 0.0f}}, .name = name}).value();
    };
    std::vector<Target> targets{
        {addPlate("skirt", 80.0f, 0.05f), {{80.0f, 0.0f, 0.0f}}, {10.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 4.0f}},
        {addPlate("hull", 82.0f, 0.1f), {{82.0f, 0.0f, 0.0f}}, {10.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}}};
    const sat3d::ObjectId shooter = addPlate("shooter", 0.0f, 1.0f);

    sat3d::ObjectMotions motions;
    glm::vec3 shell{0.0f, 0.2f, 0.0f};
    const glm::vec3 velocity{1700.0f, 0.0f, 0.0f};
    for (int frame = 1; frame <= 4; ++frame) {
        if (const auto error = motions.set(world, drive(targets))) {
            std::puts(error->message.c_str());  // names the object with a motion that is not finite
            return 1;
        }
        const sat3d::Ray path{shell, velocity, glm::length(velocity) * kSeconds};
        std::array<sat3d::PiercedPlate, 16> buffer;
        for (const sat3d::PiercedPlate& plate :
             shootThrough(world, motions, path, buffer, {.without = {&shooter, 1}})) {
            std::printf("frame %d: %s, material %u, %.0f mm at cosine %.2f\n", frame,
                        world.find(plate.object)->name.c_str(), plate.hit.hit.entry.tag,
                        1000.0f * plate.lengthInside, plate.impactCosine);
        }
        shell += velocity * kSeconds;
        for (const Target& target : targets) {
            if (const auto error = world.setPose(target.object, target.pose)) {
                std::puts(error->message.c_str());
            }
        }
        world.update();
    }

    // What the gunner of the next shell knows.
    const glm::vec3 muzzle{1.0f, 0.0f, 0.0f}, behind{90.0f, 0.0f, 0.0f};
    std::puts(isVisible(world, muzzle, behind) ? "the road is free" : "the road is blocked");
    std::array<sat3d::ObjectPair, 8> near;
    for (const sat3d::ObjectPair& pair : nearPairs(world, 2.5f, near)) {
        std::printf("%s and %s are within 2.5 m\n", world.find(pair.a)->name.c_str(),
                    world.find(pair.b)->name.c_str());
    }
    const std::vector<sat3d::Ray> rays(3, {muzzle, {1.0f, 0.0f, 0.0f}, 200.0f});
    std::array<std::optional<sat3d::WorldRayHit>, 3> hits;
    sat3d::forEachQuery(rays.size(), sat3d::kInOneThread,
                        [&](std::size_t i) { hits[i] = raycast(world, rays[i]); });
    std::printf("%.1f m to the %s\n", hits[2]->hit.entry.distance, world.find(hits[2]->object)->name.c_str());
}
