#pragma once

/// @file
/// Random numbers that are equal on every platform, unlike the distributions of the standard library.
///
/// Two draws must not be arguments of one call in parentheses, or operands of one operator: compilers
/// evaluate these in different orders. Those in braces are evaluated from left to right.

#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_double2.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <cstdint>
#include <random>

namespace sat3d::test {

class Random {
public:
    explicit Random(std::uint32_t seed) : bits_(seed) {}

    /// Uniform in [0, 1), in steps of 2^-32.
    double unit() { return static_cast<double>(bits_()) * 0x1p-32; }
    /// Uniform in [low, high).
    double uniform(double low, double high) { return low + (high - low) * unit(); }
    /// Uniform in 0 .. count - 1.
    std::uint32_t below(std::uint32_t count) {
        return static_cast<std::uint32_t>((std::uint64_t{bits_()} * count) >> 32);
    }
    bool chance(double probability) { return unit() < probability; }

    /// Uniform in a box around the origin.
    glm::dvec3 inBox(double halfExtent) {
        const double x = uniform(-halfExtent, halfExtent);
        const double y = uniform(-halfExtent, halfExtent);
        const double z = uniform(-halfExtent, halfExtent);
        return {x, y, z};
    }
    /// Uniform on the unit sphere, by rejection. It needs no library function whose bits may differ.
    glm::dvec3 direction() {
        for (;;) {
            const glm::dvec3 point = inBox(1.0);
            const double squared = glm::dot(point, point);
            if (squared > 1e-4 && squared <= 1.0) {
                return glm::normalize(point);
            }
        }
    }
    /// In any direction, with a length that is uniform in [low, high).
    glm::dvec3 vector(double low, double high) {
        const double length = uniform(low, high);
        return length * direction();
    }
    /// Uniform over all rotations.
    glm::dquat rotation() {
        for (;;) {
            const glm::dvec3 axis = inBox(1.0);  // compilers evaluate arguments in different orders
            const glm::dquat q(uniform(-1.0, 1.0), axis);
            const double squared = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
            if (squared > 1e-4 && squared <= 1.0) {
                return glm::normalize(q);
            }
        }
    }

private:
    std::mt19937 bits_;
};

}  // namespace sat3d::test
