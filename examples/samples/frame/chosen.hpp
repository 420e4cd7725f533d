#pragma once

// What a click tells of an object: its motion, and what is near it.

#include "scene.hpp"

#include <string>
#include <vector>

namespace samples {

[[nodiscard]] std::string nameOf(const Scene& scene, sat3d::ObjectId id);
/// Mass and speed of a body, or nothing.
[[nodiscard]] std::string motionOf(const Scene& scene, sat3d::ObjectId id);

struct NearObject {
    sat3d::ObjectId id;
    std::string says;  ///< "object 3: apart by 1.2 mm"
};
/// The objects within 5 cm, eight at most.
[[nodiscard]] std::vector<NearObject> objectsNear(const Scene& scene, sat3d::ObjectId id);

}  // namespace samples
