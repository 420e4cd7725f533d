#pragma once

/// @file
/// Rays of finite or infinite length.

#include <sat3d/geometry/aabb.hpp>

#include <glm/ext/vector_float3.hpp>

#include <limits>

namespace sat3d::SAT3D_ABI {

/// A ray: the points origin + t * direction / |direction| for t from 0 to length.
template <class T>
struct BasicRay {
    glm::vec<3, T> origin{T(0)};                            ///< world frame, meters, finite
    glm::vec3 direction{0.0f, 0.0f, 1.0f};                  ///< finite, of any length except 0
    float length = std::numeric_limits<float>::infinity();  ///< meters, 0 or more
};

using Ray = BasicRay<float>;
using DRay = BasicRay<double>;

/// Distance in meters from the origin of a ray to the point at which it enters a box: 0 if it starts in the
/// box, infinity if it misses the box or ends before it. Touching the border counts as a hit. Rounding never
/// makes the distance larger than the exact one, so it is a valid bound for Bvh::traverse().
[[nodiscard]] SAT3D_API double entryDistance(const Ray& ray, const Aabb& box) noexcept;
[[nodiscard]] SAT3D_API double entryDistance(const DRay& ray, const Aabb& box) noexcept;

}  // namespace sat3d::SAT3D_ABI
