#include "chosen.hpp"

#include <glm/geometric.hpp>

#include <cmath>
#include <cstdio>

namespace samples {

std::string nameOf(const Scene& scene, sat3d::ObjectId id) {
    const auto* object = scene.world.find(id);
    return object == nullptr      ? "gone"
           : object->name.empty() ? "object " + std::to_string(id.index)
                                  : object->name;
}

std::string motionOf(const Scene& scene, sat3d::ObjectId id) {
    const sat3d::Body* body = scene.dynamics.find(id);
    if (body == nullptr || !body->isDynamic()) {
        return {};
    }
    char text[64];
    std::snprintf(text, sizeof(text), "%.1f kg, %.2f m/s", static_cast<double>(body->mass.mass),
                  static_cast<double>(glm::length(body->velocity)));
    return scene.dynamics.isAsleep(id) ? std::string(text) + ", asleep" : text;
}

std::vector<NearObject> objectsNear(const Scene& scene, sat3d::ObjectId id) {
    constexpr float kNear = 0.05f;  // meters
    constexpr std::size_t kMost = 8;
    std::vector<NearObject> result;
    const auto* object = scene.world.find(id);
    for (const sat3d::ObjectId other : scene.world.ids()) {
        if (object == nullptr || result.size() == kMost) {
            break;
        }
        if (other == id || !scene.world.mayTouch(other, id)) {
            continue;
        }
        const auto& near = *scene.world.find(other);
        const auto gap = distance(object->shape, object->pose, near.shape, near.pose);
        if (gap.separation <= kNear) {
            char text[48];
            std::snprintf(text, sizeof(text), ": %s by %.1f mm", gap.separation < 0.0f ? "overlaps" : "apart",
                          1000.0 * static_cast<double>(std::abs(gap.separation)));
            result.push_back({other, nameOf(scene, other) + text});
        }
    }
    return result;
}

}  // namespace samples
