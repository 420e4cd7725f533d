#include "geometry/primitives/aabb_math.hpp"

#include <sat3d/geometry/ray.hpp>

#include <glm/geometric.hpp>

namespace sat3d::SAT3D_ABI {

double entryDistance(const DRay& ray, const Aabb& box) noexcept {
    const BoxRay line{ray.origin, ray.origin, glm::normalize(glm::dvec3(ray.direction))};
    const double entry = line.entry(box);
    return !box.isEmpty() && entry <= static_cast<double>(ray.length)
               ? entry
               : std::numeric_limits<double>::infinity();
}

double entryDistance(const Ray& ray, const Aabb& box) noexcept {
    return entryDistance(DRay{glm::dvec3(ray.origin), ray.direction, ray.length}, box);
}

}  // namespace sat3d::SAT3D_ABI
