// A shell against a tank that drives and turns: which plates it meets, whether it ricochets, how deep it
// gets. Parts are taken as hollow, and only their near plates are counted.

#include <sat3d/import/import.hpp>
#include <sat3d/sat3d.hpp>

#include <glm/geometric.hpp>

#include <array>
#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace {

struct Shell {
    glm::vec3 muzzle, velocity;  // m, m/s
    float millimeters;           // of steel that it pierces
};

/// Thickness of a plate in millimeters: the last number in the name of its material, as in "glacis 120 mm".
float thicknessOf(std::string_view material) {
    const std::string name(material);
    const std::size_t digits = name.find_first_of("0123456789");
    return digits != std::string::npos ? std::stof(name.substr(digits)) : 0.0f;
}

/// Follows a shell for one step of a tank's motion.
void fire(const sat3d::CollisionModel& model, const sat3d::Compound& tank, const sat3d::Pose& pose,
          const sat3d::RigidMotion& motion, const Shell& shell, float seconds) {
    const sat3d::Ray path{shell.muzzle, shell.velocity, glm::length(shell.velocity) * seconds};
    float left = shell.millimeters;
    std::array<sat3d::MovingRayHit, 16> buffer;
    for (const auto& [hit, entry, exit, pointIn, pointOut] :
         sat3d::raycastAll(tank, pose, motion, path, buffer)) {
        // The steel moves, too: the angle of impact is that of the relative velocity.
        const sat3d::Pose then = sat3d::poseAtFraction(pose, motion, entry);
        const glm::vec3 arm = then * pointIn - then * motion.localCenter;
        const glm::vec3 ofSteel = (motion.translation + glm::cross(motion.rotationVector, arm)) / seconds;
        const float cosine = -glm::dot(hit.entry.normal, glm::normalize(shell.velocity - ofSteel));
        const std::string_view plate = model.material(hit.entry.tag);
        const float effective = thicknessOf(plate) / cosine;  // along the path
        std::printf("%s, %s: %.0f mm at cosine %.2f", model.bodies[hit.entry.child].name.c_str(),
                    std::string(plate).c_str(), effective, cosine);
        if (cosine < 0.34f) {  // flatter than 70 degrees
            std::puts(", ricochet");
            return;
        }
        if (left < effective) {
            std::puts(", stopped");
            return;
        }
        left -= effective;
        std::printf(", pierced, %.0f mm left, %.2f m inside\n", left, glm::distance(pointIn, pointOut));
    }
    std::puts("on its way");
}

}  // namespace

int main() {
    const auto model = sat3d::loadModel("models/armored_tank.glb");
    if (!model) {
        std::puts(model.error().message.c_str());
        return 1;
    }
    std::vector<sat3d::CompoundChild> parts;
    for (const sat3d::CollisionBody& body : model->bodies) {
        parts.push_back({body.shape, sat3d::Pose{}});  // all in the model's frame
    }
    const auto tank = sat3d::Compound::fromChildren(parts);
    const sat3d::Pose pose;  // faces +Z
    const float seconds = 0.25f;
    const sat3d::RigidMotion turning{.translation = glm::vec3(0.0f, 0.0f, 12.0f) * seconds,
                                     .rotationVector = glm::vec3(0.0f, 0.7f, 0.0f) * seconds};
    const glm::vec3 ahead{0.0f, 0.0f, -1000.0f}, fromTheRight{-1000.0f, 0.0f, 0.0f};
    fire(*model, *tank, pose, turning, {{0.6f, 1.3f, 150.0f}, ahead, 400.0f}, seconds);         // the glacis
    fire(*model, *tank, pose, turning, {{0.6f, 1.8f, 150.0f}, ahead, 300.0f}, seconds);         // the turret
    fire(*model, *tank, pose, turning, {{100.0f, 0.8f, 1.0f}, fromTheRight, 250.0f}, seconds);  // the side
    fire(*model, *tank, pose, turning, {{0.3f, 0.7f, 150.0f}, ahead, 150.0f}, seconds);  // the lower plate
}
