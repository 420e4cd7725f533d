#pragma once

/// @file
/// Which part of a vehicle's mass each of its wheels carries at rest.

#include <sat3d/response/vehicle.hpp>

#include <glm/ext/vector_double2.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cstddef>
#include <span>

namespace sat3d::SAT3D_ABI {

/// Distributes a mass so that it is in balance about its center, as evenly as that allows. Wheels in one line
/// cannot balance it across the line. Each wheel carries at least a tenth of its even share.
/// @param center  of mass, in the frame of the object
/// @param masses  result: as many as there are wheels
inline void findSprungMasses(const Vehicle& vehicle, float mass, const glm::vec3& center,
                             std::span<float> masses) {
    constexpr double kLeastShare = 0.1, kNegligible = 1e-6;
    const glm::vec3 left = glm::cross(vehicle.up, vehicle.forward);
    const auto placeOf = [&](std::size_t i) {
        const glm::vec3 arm = vehicle.wheels[i].center - center;
        return glm::dvec2(glm::dot(arm, vehicle.forward), glm::dot(arm, left));
    };
    const auto count = static_cast<double>(masses.size());
    glm::dvec2 mean(0.0);
    for (std::size_t i = 0; i < masses.size(); ++i) {
        mean += placeOf(i) / count;
    }
    double xx = 0.0, xy = 0.0, yy = 0.0;
    for (std::size_t i = 0; i < masses.size(); ++i) {
        const glm::dvec2 d = placeOf(i) - mean;
        xx += d.x * d.x, xy += d.x * d.y, yy += d.y * d.y;
    }
    // The share of a wheel is 1 + dot(slope, its place from the mean).
    glm::dvec2 slope(0.0);
    const double determinant = xx * yy - xy * xy, size = xx + yy;
    if (determinant > kNegligible * size * size) {
        slope = -count * glm::dvec2(yy * mean.x - xy * mean.y, xx * mean.y - xy * mean.x) / determinant;
    } else if (size > 0.0) {
        const glm::dvec2 line = xx > yy ? glm::dvec2(xx, xy) : glm::dvec2(xy, yy);
        const glm::dvec2 along = glm::normalize(line);
        slope = -count * along * (glm::dot(along, mean) / size);
    }
    for (std::size_t i = 0; i < masses.size(); ++i) {
        const double share = std::max(1.0 + glm::dot(slope, placeOf(i) - mean), kLeastShare);
        masses[i] = static_cast<float>(static_cast<double>(mass) * share / count);
    }
}

}  // namespace sat3d::SAT3D_ABI
