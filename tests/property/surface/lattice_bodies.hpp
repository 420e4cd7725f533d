#pragma once

/// @file
/// Bodies and poses on a lattice: lengths are multiples of a quarter or of a tenth and may be 0, and
/// rotations are quarter turns, half of them, or exact small angles. Random poses are never flush, in line,
/// or just touching; these often are.

#include "support/hulls.hpp"
#include "support/random.hpp"

#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/convex_shape.hpp>

#include <glm/ext/vector_float3.hpp>
#include <glm/gtc/constants.hpp>
#include <glm/gtc/quaternion.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <initializer_list>
#include <string>
#include <variant>
#include <vector>

namespace sat3d::test {

/// A multiple of a quarter or of a tenth.
/// @param most  of the absolute value
inline float latticeNumber(Random& random, float most) {
    const float step = random.chance(0.5) ? 0.25f : 0.1f;
    const auto steps = static_cast<std::uint32_t>(most / step);
    return step * (static_cast<float>(random.below(2 * steps + 1)) - static_cast<float>(steps));
}
inline glm::vec3 latticePoint(Random& random, float most) {
    const float x = latticeNumber(random, most);
    const float y = latticeNumber(random, most);
    return {x, y, latticeNumber(random, most)};
}

/// Turns around the axes: quarters, and at times an eighth or a small angle more.
inline glm::quat latticeRotation(Random& random) {
    constexpr std::array kAngles{0.005f, 0.015f, 0.0872665f, 0.35f, 0.785398163f};
    constexpr std::array<glm::vec3, 3> kAxes{glm::vec3{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    glm::quat rotation(1, 0, 0, 0);
    for (int i = 0; i < 2; ++i) {
        const glm::vec3 axis = kAxes[random.below(3)];
        rotation =
            glm::angleAxis(0.5f * glm::pi<float>() * static_cast<float>(random.below(4)), axis) * rotation;
    }
    if (random.chance(0.6)) {
        const glm::vec3 axis = kAxes[random.below(3)];
        const float angle = kAngles[random.below(kAngles.size())];
        rotation = glm::angleAxis(random.chance(0.5) ? angle : -angle, axis) * rotation;
    }
    return glm::normalize(rotation);
}

/// Spheres, capsules, boxes and hulls, thin and long ones among them.
/// @param canVanish  whether radii and extents may be 0
inline ConvexShape latticeBody(Random& random, bool canVanish) {
    constexpr std::array kSizes{0.0f, 0.1f, 0.25f, 0.3f, 0.5f, 1.0f};
    const auto size = [&] {
        const std::uint32_t least = canVanish ? 0 : 1;
        return kSizes[least + random.below(static_cast<std::uint32_t>(kSizes.size()) - least)];
    };
    const auto half = [&] {
        const float x = size();
        const float y = size();
        return glm::vec3(x, y, size());
    };
    switch (random.below(4)) {
        case 0:
            return Sphere{glm::vec3(0.0f), size()};
        case 1: {
            const glm::vec3 along(0.0f, 0.0f, size());
            return Capsule{-along, along, random.chance(0.3) ? 0.02f : size()};
        }
        case 2:
            return Box{.halfExtents = half()};
        default: {
            const glm::vec3 extents = glm::max(half(), glm::vec3(0.05f));
            if (random.chance(0.5)) {
                return boxHull(glm::dvec3(extents));
            }
            std::vector<glm::vec3> points;
            for (int axis = 0; axis < 3; ++axis) {
                for (const float sign : {-1.0f, 1.0f}) {
                    glm::vec3 point(0.0f);
                    point[axis] = sign * extents[axis];
                    points.push_back(point);
                }
            }
            return hullOf(points);
        }
    }
}

/// The body and its pose, for messages.
inline std::string describe(const ConvexShape& body, const Pose& pose, float margin) {
    std::string text;
    const auto add = [&](const char* what, std::initializer_list<float> numbers) {
        text += what;
        for (const float number : numbers) {
            std::array<char, 32> digits;
            std::snprintf(digits.data(), digits.size(), " %.9g", double(number));
            text += digits.data();
        }
    };
    if (const auto* sphere = std::get_if<Sphere>(&body)) {
        add("sphere", {sphere->radius});
    } else if (const auto* capsule = std::get_if<Capsule>(&body)) {
        add("capsule", {capsule->end.z, capsule->radius});
    } else if (const auto* box = std::get_if<Box>(&body)) {
        add("box", {box->halfExtents.x, box->halfExtents.y, box->halfExtents.z});
    } else {
        const ConvexHull& hull = std::get<ConvexHull>(body);
        const glm::vec3 upper = bounds(hull, RigidTransform{}).upper;
        add(hull.vertices().size() == 6 ? "octahedron" : "box hull", {upper.x, upper.y, upper.z});
    }
    add(" at", {pose.position.x, pose.position.y, pose.position.z});
    add(", turned by", {pose.rotation.w, pose.rotation.x, pose.rotation.y, pose.rotation.z});
    add(", margin", {margin});
    return text;
}

}  // namespace sat3d::test
