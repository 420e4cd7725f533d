#include "grab.hpp"

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <algorithm>

namespace samples {

std::optional<sat3d::ObjectId> Grab::take(const Scene& scene, const sat3d::Ray& cursor) {
    drop();
    const auto hit = raycast(scene.world, cursor);
    if (!hit) {
        return std::nullopt;
    }
    const sat3d::Body* body = scene.dynamics.find(hit->object);
    if (body != nullptr && body->isDynamic()) {
        const float distance = hit->hit.entry.distance;
        const glm::vec3 point = cursor.origin + cursor.direction * distance;
        const sat3d::Pose& pose = scene.world.find(hit->object)->pose;
        held_ = Held{hit->object, glm::conjugate(pose.rotation) * (point - pose.position), distance, point};
    }
    return hit->object;
}

void Grab::pull(Scene& scene, const sat3d::Ray& cursor) {
    if (!held_) {
        return;
    }
    const auto* object = scene.world.find(held_->object);
    const sat3d::Body* body = scene.dynamics.find(held_->object);
    if (object == nullptr || body == nullptr) {
        drop();
        return;
    }
    held_->target = cursor.origin + cursor.direction * held_->distance;
    // A critically damped spring of 3 Hz, on the mass that the body has at this point at least: it turns,
    // too.
    constexpr float kOmega = 2.0f * 3.14159f * 3.0f;
    const glm::vec3 point = object->pose * held_->pointInObject;
    const glm::vec3 arm = point - object->pose * body->mass.center;
    const glm::vec3 velocity = body->velocity + glm::cross(body->angularVelocity, arm);
    const glm::mat3 inertia = body->mass.inertia;
    const float leastInertia = std::min({inertia[0][0], inertia[1][1], inertia[2][2]});
    const float mass = 1.0f / (1.0f / body->mass.mass + glm::dot(arm, arm) / leastInertia);
    const glm::vec3 force = mass * (kOmega * kOmega * (held_->target - point) - 2.0f * kOmega * velocity);
    const glm::mat3 axes(object->pose.rotation);
    const glm::vec3 spin = axes * (inertia * (glm::transpose(axes) * body->angularVelocity));
    scene.dynamics.applyForce(held_->object, force, glm::cross(arm, force) - 10.0f * spin);
}

void Grab::draw(sat3d::DebugGeometry& geometry, const Scene& scene) const {
    const auto* object = held_ ? scene.world.find(held_->object) : nullptr;
    if (object != nullptr) {
        for (const glm::vec3& end : {object->pose * held_->pointInObject, held_->target}) {
            geometry.lines.positions.push_back(end);
            geometry.lines.colors.push_back(sat3d::rgba(255, 255, 255));
        }
    }
}

}  // namespace samples
